"""The loop over tables: `jit.bind` copies it for each game, with a module of the game's in the place of `positions`."""

from typing import Protocol

import numpy as np


class Positions(Protocol):
    """How a game looks to the solver."""

    def place(self, state: np.record, options: np.record, seat: int, position: np.record) -> bool:
        """Kernel: write the POSITION of a table; False where there is none."""


positions: Positions


def place_many(states: np.ndarray, options: np.ndarray, seat: int, out: np.ndarray) -> int:
    """Write the position of each table: POSITION [tables]; returns the first one that has none, or -1."""
    for i in range(len(states)):
        if not positions.place(states[i], options[0], seat, out[i]):
            return i
    return -1


GENERIC = (place_many,)
