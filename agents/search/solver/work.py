"""What a search writes to: its stack, and the table of what it has found out."""

from enum import IntFlag

import numpy as np

from envs.core.jit import kernel
from envs.core.position import MAX_SEATS
from envs.game import as_plain_view

TABLE_SIZE = 1 << 17
MAX_TRICKS = 17
MAX_PLIES = 72
MAX_MOVES = 18
MAX_GENERATION = (1 << 24) - 1
_OFFSET = 1024


class Uses(IntFlag):
    """What makes the search fast; none changes what it finds."""

    TABLE = 1
    """Remember what was found out at the beginning of a trick."""
    ORDER = 2
    """Try promising cards first."""
    BLOCKS = 4
    """Cards that differ only in name are one."""
    NEAR = 8
    """Neighbouring cards differ by their card points at most."""
    SURE = 16
    """The highest trumps are won by who has them."""
    SAFE = 32
    """In a Null, a declarer whose suits are safe has won."""


ALL = int(Uses.TABLE | Uses.ORDER | Uses.BLOCKS | Uses.NEAR | Uses.SURE | Uses.SAFE)


WORK = np.dtype(
    [
        ("hands", np.int64, (MAX_TRICKS, MAX_SEATS)),  # at the beginning of a trick
        ("trick", np.int64, (MAX_TRICKS, 8)),  # see the columns below
        ("ply", np.int64, (MAX_PLIES, 9)),  # one card; see the columns below
        ("moves", np.int64, (MAX_PLIES, MAX_MOVES)),  # in the order in which they are tried
        ("found", np.int64, (MAX_PLIES, MAX_MOVES)),  # the value found for each of them
        ("known", np.int64, (TABLE_SIZE, 2)),  # the table: key, and what `packed` holds
        ("first", np.int64),  # cards that may be played first, or -1
        ("generation", np.int64),  # of the table
        ("nodes", np.int64),  # visited so far
    ]
)

COUNT, LEFT, LEADER, CALLED, OWED, ALL_CARDS, KEY, BEST = range(8)
"""Columns of `trick`, at the beginning of a trick: counted, left to count, ... and the best card as the table has it."""
LED, TOP, WINNER, WORTH, PLAYED, NUM, NEXT, VALUE, GOOD = range(9)
"""Columns of `ply`: suit led, best card, who played it, worth, cards of the trick; moves, the next, value, best move."""


def new_work() -> np.ndarray:
    """An empty stack and table, for any number of searches one after the other: WORK [1]."""
    return as_plain_view(np.zeros(1, WORK))


@kernel
def new_generation(work: np.record) -> None:
    """Forget what the table holds."""
    generation = int(work.generation) + 1
    if generation > MAX_GENERATION:
        work.known[:, 1] = 0
        generation = 1
    work.generation = generation


@kernel
def packed(low: int, high: int, card: int, generation: int) -> int:
    """Bounds and the best card (or -1) as one number."""
    return (low + _OFFSET) | (high + _OFFSET) << 12 | (card + 1) << 24 | generation << 32


@kernel
def low_of(word: int) -> int:
    """The lower bound."""
    return (word & 4095) - _OFFSET


@kernel
def high_of(word: int) -> int:
    """The upper bound."""
    return (word >> 12 & 4095) - _OFFSET


@kernel
def card_of(word: int) -> int:
    """The best card, or -1."""
    return (word >> 24 & 255) - 1
