"""The orders in which Schmier's cards are given away, thrown and kept (rules, 9.2 and 9.3)."""

from collections.abc import Callable

import numpy as np

from envs.core.cards import lowest
from envs.core.jit import kernel
from envs.games.schmier.cards import (
    ACE,
    CAPTURED,
    GAME_POINTS,
    JOKER,
    LEFT,
    NUM_CARDS,
    NUM_SUITS,
    PACK,
    RIGHT,
    STRENGTH,
    SUIT_OF,
    TRUMP,
    TWO,
)

_NEVER = 127
"""Place of cards that an order does not name."""


def _orders(key: Callable[[int, int], int]) -> np.ndarray:
    """int8 [suits, cards]: for each trump suit the place of each card; the lowest comes first."""
    return np.array([[key(trump, card) for card in range(NUM_CARDS)] for trump in range(NUM_SUITS)], np.int8)


def _is_trump(trump: int, card: int) -> bool:
    return bool(SUIT_OF[trump, card] == TRUMP)


def _bauer(trump: int, card: int) -> int:
    """0 joker, 1 left bauer, 2 right bauer; -1 another card."""
    return [JOKER, int(LEFT[trump]), int(RIGHT[trump])].index(card) if int(CAPTURED[trump]) >> card & 1 else -1


def _throw(trump: int, card: int) -> int:
    rank = PACK.cards[card][0]
    if card == TWO[trump]:
        return 0
    if _bauer(trump, card) >= 0:
        return 100 + _bauer(trump, card)
    if _is_trump(trump, card):
        return {"Q": 60, "K": 61, "T": 80, "A": 90}.get(rank, 50 + "3456789".find(rank))
    return {"J": 20, "Q": 30, "K": 31, "A": 40, "T": 70}.get(rank, 10 + "23456789".find(rank))


def _give(trump: int, card: int) -> int:
    rank = PACK.cards[card][0]
    if _bauer(trump, card) >= 0:
        return _bauer(trump, card)
    if rank == "T":
        return 10 + _is_trump(trump, card)
    if card == TWO[trump]:
        return 30
    if not _is_trump(trump, card):
        return 20 + "AKQJ".index(rank) if rank in "AKQJ" else 40 + int(STRENGTH[trump, card])
    return 90 if card == ACE[trump] else 60 + int(STRENGTH[trump, card])


def _keep(trump: int, card: int) -> int:
    rank = PACK.cards[card][0]
    if _is_trump(trump, card):
        return "KQT9876543".index(rank) if rank in "KQT9876543" else _NEVER
    return 20 + "ATKQJ98765432".index(rank)


THROW = _orders(_throw)
"""What is given away when the trick is another's: from the first to the last."""
GIVE = _orders(_give)
"""What is put on a trick that the partner wins."""
KEPT_FIRST = _orders(_keep)
"""What a dealer keeps; trumps before others where he may choose."""
WEAKEST = _orders(lambda trump, card: int(STRENGTH[trump, card]) + (16 if _is_trump(trump, card) else 0))
STRONGEST = -WEAKEST
RICHEST = _orders(lambda _trump, card: -int(GAME_POINTS[card]))


@kernel
def first_by(order: np.ndarray, trump: int, cards: int) -> int:
    """The card that comes first; of several the lowest number.

    Args:
        order: int8 [suits, cards], one of the orders above.
        trump: suit.
        cards: a set that is not empty.
    """
    first = lowest(cards)
    cards &= cards - 1
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if order[trump, card] < order[trump, first]:
            first = card
    return int(first)
