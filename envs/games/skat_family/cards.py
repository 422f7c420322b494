"""The pack of Skat and Ramsch, and how its cards rank in each kind of game (rules, 2)."""

import enum

import numpy as np

from envs.core.cards import NO_CARD, Pack
from envs.core.tricks import Ranking, card_points, tables

SUITS = "CSHD"
PACK = Pack([rank + suit for suit in SUITS for rank in "789TJQKA"])
NUM_CARDS = len(PACK)
CARD_BYTES = NUM_CARDS // 8
NUM_ACTIVE = 3
NUM_TRICKS = 10
SKAT_SIZE = 2
FOREHAND = 0

CARD_POINTS = card_points(PACK, {"T": 10, "J": 2, "Q": 3, "K": 4, "A": 11})
JACKS = PACK.parse_set("JC JS JH JD")
ALL_CARDS = (1 << NUM_CARDS) - 1


class Kind(enum.IntEnum):
    """Kinds of game, by which cards rank; Ramsch ranks as Grand does."""

    CLUBS = 0
    SPADES = 1
    HEARTS = 2
    DIAMONDS = 3
    GRAND = 4
    NULL = 5


class Announcement(enum.IntEnum):
    """What a declarer announces; each includes the ones before it."""

    PLAIN = 0
    SCHNEIDER = 1
    SCHWARZ = 2
    OUVERT = 3


def _ranking(kind: Kind) -> Ranking:
    if kind == Kind.NULL:
        return Ranking(PACK, trumps="", plain="789TJQKA", suits=SUITS)
    plain_trumps = [] if kind == Kind.GRAND else [rank + SUITS[kind] for rank in "ATKQ987"]
    return Ranking(PACK, trumps=" ".join(["JC JS JH JD", *plain_trumps]), plain="789QKTA", suits=SUITS)


RANKINGS = [_ranking(kind) for kind in Kind]
SUIT_OF, POWER, CARDS_OF_SUIT, ABOVE, BEATEN_BY = tables(RANKINGS)
NUM_TRUMPS = np.array([len(ranking.trumps) for ranking in RANKINGS], np.int8)
TRUMPS = np.array([(ranking.trumps + [NO_CARD] * 11)[:11] for ranking in RANKINGS], np.int8)
"""From the highest down, by kind of game."""
