"""The record of one table: what every game's STATE begins with, and numbers written as digits."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from envs.core.jit import kernel

NOBODY = -1
"""`player` when chance is to decide or the episode is over."""


def state_dtype(fields: Sequence[tuple[Any, ...]], deck_size: int, max_decisions: int) -> np.dtype:
    """The dtype of a game's STATE: the fields that the driver uses, then the game's own.

    Fields are laid out from the widest to the narrowest and the log fills up the last word, so that there is no padding and
    equal states are equal bytes.

    Args:
        fields: the game's own fields, as numpy takes them; scalars or arrays of int8 to int64.
        deck_size: cards in the pack.
        max_decisions: most decisions one deal can take.
    """
    header = [
        ("seed", np.int64),  # key of the stream that decides chance; no rule reads it
        ("row", np.int64),  # which of many tables: part of the stream's key
        ("number", np.int64),  # of the present deal within the row: part of the stream's key
        ("deals", np.int32),  # decks dealt in this episode, the present one included
        ("thrown_in", np.int32),  # deals thrown in, one after the other, just before this one
        ("log_length", np.int16),  # decisions taken in this deal
        ("player", np.int8),  # seat to move; NOBODY when chance decides or the episode is over
        ("dealer", np.int8),  # seat
        ("next_dealer", np.int8),  # seat that deals when the next deck is handed in
        ("truncated", np.int8),  # 1: cut off because too many deals were played
        ("deck", np.int8, deck_size),  # the shuffled pack as it was dealt
        ("log", np.uint8, max_decisions),  # the decisions taken in this deal, in order
    ]
    widths = {name: np.dtype(kind).itemsize for name, kind, *_ in [*header, *fields]}
    ordered = sorted([*header, *fields], key=lambda field: (-widths[field[0]], field[0] == "log"))
    spare = -np.dtype(ordered).itemsize % 8
    ordered = [(n, k, s[0] + spare) if n == "log" else (n, k, *s) for n, k, *s in ordered]
    return np.dtype(ordered, align=True)


@kernel
def write_number(out: np.ndarray, start: int, digits: int, value: int) -> None:
    """Write a number less than 100 ** digits as base-100 digits of its sign, the most significant first, from `start` on."""
    sign = 1 if value >= 0 else -1
    rest = abs(int(value))
    for i in range(digits - 1, -1, -1):
        out[start + i] = sign * (rest % 100)
        rest //= 100


@kernel
def read_number(vector: np.ndarray, start: int, digits: int) -> int:
    """The number written by `write_number`."""
    value = 0
    for i in range(digits):
        value = value * 100 + int(vector[start + i])
    return value
