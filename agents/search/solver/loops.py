"""The loop over tables: `jit.bind` copies it for each game, with a module of the game's in the place of `positions`."""

from typing import Protocol

import numpy as np


class Positions(Protocol):
    """How a game looks to the solver."""

    def place(self, state: np.record, options: np.record, seat: int, position: np.record) -> bool:
        """Kernel: write the POSITION of a table; False where there is none."""


positions: Positions


def place_many(states: np.ndarray, options: np.ndarray, seat: int, placed: np.ndarray, out: np.ndarray) -> None:
    """Write the position of each table: POSITION [tables]; and whether there is one: bool [tables]."""
    for i in range(len(states)):
        placed[i] = positions.place(states[i], options[0], seat, out[i])


GENERIC = (place_many,)
