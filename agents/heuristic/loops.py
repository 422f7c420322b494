"""The loop over rows, written once: `jit.bind` copies it into the names of a game's heuristic, whose `choose` it calls."""

from typing import Any

import numpy as np

choose: Any


def choose_many(observations: np.ndarray, action_masks: np.ndarray, actions: np.ndarray) -> int:
    """Choose an action for each row.

    Args:
        observations: int8 [rows, size].
        action_masks: int8 [rows, actions].
        actions: int64 [rows]; written.

    Returns:
        The first row in which nobody is to move (the rows after it are not looked at), or -1.
    """
    for i in range(len(observations)):
        action = choose(observations[i], action_masks[i])
        if action < 0:
            return i
        actions[i] = action
    return -1


GENERIC = (choose_many,)
