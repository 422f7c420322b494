"""Players whose choices come from a learned network."""

from pathlib import Path

import numpy as np
import torch

from agents.learning.ppo.network import PolicyNetwork
from agents.policy.file import PolicyFileError, PolicyMeta, read_policy
from agents.spec import AgentSpecError
from envs.agent import NoLegalActionError
from envs.core.jit import kernel
from envs.core.rng import next_uniform
from envs.game import Game

__all__ = ["PolicyAgent", "PolicyFileError"]


@kernel
def _most_likely(logits: np.ndarray, action_masks: np.ndarray, actions: np.ndarray) -> int:
    """Take the legal action with the highest logit in each row, the first of equals.

    Args:
        logits: float32 [rows, actions].
        action_masks: int8 [rows, actions].
        actions: int64 [rows]; written.

    Returns:
        The first row without a legal action, or -1.
    """
    for i in range(len(logits)):
        best = -1
        for action in range(logits.shape[1]):
            if action_masks[i, action] != 0 and (best < 0 or logits[i, action] > logits[i, best]):
                best = action
        if best < 0:
            return i
        actions[i] = best
    return -1


@kernel
def _drawn(logits: np.ndarray, action_masks: np.ndarray, streams: np.ndarray, actions: np.ndarray) -> int:
    """Draw a legal action in each row, by the softmax of the legal logits, with one number of its stream.

    Args:
        logits: float32 [rows, actions].
        action_masks: int8 [rows, actions].
        streams: uint64 [rows]; each is advanced by one.
        actions: int64 [rows]; written.

    Returns:
        The first row without a legal action (it and those after it are not drawn), or -1.
    """
    for i in range(len(logits)):
        highest, last = -np.inf, -1
        for action in range(logits.shape[1]):
            if action_masks[i, action] != 0:
                highest, last = max(highest, float(logits[i, action])), action
        if last < 0:
            return i
        total = 0.0
        for action in range(logits.shape[1]):
            if action_masks[i, action] != 0:
                total += np.exp(float(logits[i, action]) - highest)
        left = next_uniform(streams, i) * total
        actions[i] = last
        for action in range(last):
            if action_masks[i, action] != 0:
                left -= np.exp(float(logits[i, action]) - highest)
                if left < 0.0:
                    actions[i] = action
                    break
    return -1


class PolicyAgent:
    """Plays by a network's logits over the legal actions; illegal ones are never chosen.

    Attributes:
        spec: `policy:PATH`.
        meta: what the policy file says about itself; None for a network at hand.
    """

    def __init__(self, game: Game, path: str | Path, *, greedy: bool = True) -> None:
        """Load a policy file.

        Args:
            game: the table it is to play at.
            path: file that training wrote.
            greedy: take the likeliest action (and draw nothing); False draws by the probabilities.

        Raises:
            AgentSpecError: no path.
            PolicyFileError: the file is damaged or does not fit the game; says why.
        """
        if not path:
            raise AgentSpecError("agent 'policy' needs the file it was saved in: policy:PATH")
        self.network: PolicyNetwork
        self.meta: PolicyMeta | None
        self.network, self.meta = read_policy(Path(path), game)
        self.spec = f"policy:{path}"
        self.greedy = greedy

    @classmethod
    def from_module(cls, network: PolicyNetwork, spec: str, greedy: bool = True) -> "PolicyAgent":
        """Play by a network at hand; later changes of its weights show at once."""
        agent = cls.__new__(cls)
        agent.network, agent.meta, agent.spec, agent.greedy = network, None, spec, greedy
        return agent

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.ndarray) -> int:
        """Choose a legal action; see `envs.agent.Agent`."""
        return int(self.act_many(observation[None], action_mask[None], rng)[0])

    def act_many(self, observations: np.ndarray, action_masks: np.ndarray, rngs: np.ndarray) -> np.ndarray:
        """Choose a legal action in each row; see `envs.agent.Agent`.

        How a network's sums are rounded depends on the batch, so that a row whose best actions are equally good may be
        decided differently in another batch.
        """
        with torch.inference_mode():
            logits = self.network(torch.from_numpy(observations.astype(np.float32))).numpy()
        masks = np.ascontiguousarray(action_masks, np.int8)
        actions = np.empty(len(logits), np.int64)
        empty = _most_likely(logits, masks, actions) if self.greedy else _drawn(logits, masks, rngs, actions)
        if empty >= 0:
            raise NoLegalActionError(empty)
        return actions

    def probabilities(self, observation: np.ndarray, action_mask: np.ndarray) -> np.ndarray:
        """What it thinks of a decision; see `envs.agent.Agent`. It is the same for greedy play, which takes the likeliest."""
        return np.asarray(self.probabilities_many(observation[None], action_mask[None])[0])

    def probabilities_many(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        """Softmax of the legal logits in each row.

        Args:
            observations: int8 [rows, observation_size].
            action_masks: int8 or bool [rows, num_actions].

        Returns:
            float32 [rows, num_actions], zero where an action is illegal.

        Raises:
            NoLegalActionError: a row in which nobody is to move.
        """
        legal = action_masks != 0
        empty = np.flatnonzero(~legal.any(axis=1))
        if len(empty):
            raise NoLegalActionError(int(empty[0]))
        with torch.inference_mode():
            logits = self.network(torch.from_numpy(observations.astype(np.float32))).numpy()
        finite = np.nan_to_num(logits).astype(np.float64)  # the weights of a learner that ran away may be infinite
        legal_logits = np.where(legal, finite, -np.inf)
        odds = np.exp(legal_logits - legal_logits.max(axis=1, keepdims=True))
        return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)
