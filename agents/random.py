"""The random player: every legal action with the same chance."""

import numpy as np

from envs.agent import NoLegalActionError
from envs.core.jit import kernel
from envs.core.rng import next_below


@kernel
def _draw_many(action_masks: np.ndarray, streams: np.ndarray, actions: np.ndarray) -> int:
    """Draw one legal action for each row, with one number of its stream.

    Returns the first row without a legal action (it and those after it are not drawn), or -1.
    """
    for i in range(len(action_masks)):
        mask = action_masks[i]
        count = 0
        for action in range(len(mask)):
            count += mask[action] != 0
        if count == 0:
            return i
        to_skip = next_below(streams, i, count)
        action = 0
        while True:
            to_skip -= mask[action] != 0
            if to_skip < 0:
                break
            action += 1
        actions[i] = action
    return -1


class RandomAgent:
    """Uniform over the legal actions. Draws one number a decision, also where only one action is legal."""

    spec = "random"

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.ndarray) -> int:
        """Draw a legal action; see `envs.agent.Agent`."""
        return int(self.act_many(observation, action_mask[None], rng)[0])

    def act_many(self, observations: np.ndarray, action_masks: np.ndarray, rngs: np.ndarray) -> np.ndarray:
        """Draw a legal action in each row; see `envs.agent.Agent`."""
        if rngs.dtype != np.uint64 or rngs.shape != action_masks.shape[:1]:
            raise ValueError(f"rngs must be uint64 [{len(action_masks)}], one stream a row; not {rngs.dtype} {rngs.shape}")
        actions = np.empty(len(action_masks), np.int64)
        empty = _draw_many(np.ascontiguousarray(action_masks, np.int8), rngs, actions)
        if empty >= 0:
            raise NoLegalActionError(empty)
        return actions
