"""A table of Ramsch during the play, as a search with open cards sees it."""

import numpy as np

from envs.core.jit import kernel
from envs.games.skat_family.cards import Kind
from envs.games.skat_family.positions import place as place_kind


@kernel
def place(state: np.record, options: np.record, seat: int, position: np.record) -> bool:
    """Write the position; see `envs.games.skat_family.positions.place`."""
    return place_kind(state, options, Kind.GRAND, seat, position)
