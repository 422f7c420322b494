"""The record of a table of Skat."""

import numpy as np

from envs.core.state import state_dtype
from envs.games.skat.actions import NUM_BIDS
from envs.games.skat_family.cards import NUM_ACTIVE, NUM_CARDS, NUM_TRICKS
from envs.games.skat_family.state import FIELDS

MIDDLEHAND, REARHAND = 1, 2
UNDECLARED = -1
"""Instead of a kind of game: nobody has declared one, and it is no Ramsch."""

MAX_DECISIONS = 2 * NUM_BIDS + 2 + 1 + 2 + 1 + 2 + 3 + NUM_ACTIVE * NUM_TRICKS
"""Every value called and held, two passes, skat or hand, two discards, declared, Kontra and raises, thirty cards."""
STATE = state_dtype(
    [
        *FIELDS,
        ("called", np.int64, NUM_ACTIVE),  # set of the values a position has called: bit level - 1, public
        ("reached", np.int8, NUM_ACTIVE),  # highest level a position has called or held
        ("bid", np.int8),  # highest level called; 0: no bid
        ("caller", np.int8),  # position that calls in the present duel
        ("listener", np.int8),  # position that answers
        ("passed", np.int8),  # bit per position
        ("game", np.int8),  # kind of game by which cards rank, GRAND in a Ramsch; UNDECLARED: not yet known
        ("is_hand", np.int8),  # 1: the declarer plays without the skat
    ],
    NUM_CARDS,
    MAX_DECISIONS,
)
