"""The loop over rows, written once: `jit.bind` copies it for each game, with the game's module in the place of `heuristic`."""

from typing import Protocol

import numpy as np


class Heuristic(Protocol):
    """The rules of thumb of one game."""

    def choose(self, observation: np.ndarray, action_mask: np.ndarray) -> int:
        """Kernel: an action, or -1 where nobody is to move."""


heuristic: Heuristic


def choose_many(observations: np.ndarray, action_masks: np.ndarray, actions: np.ndarray) -> int:
    """Choose an action for each row.

    Returns the first row in which nobody is to move (the rows after it are not looked at), or -1.
    """
    for i in range(len(observations)):
        action = heuristic.choose(observations[i], action_masks[i])
        if action < 0:
            return i
        actions[i] = action
    return -1


GENERIC = (choose_many,)
