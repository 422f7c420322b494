"""Cards of Schmier: numbers, suits, strength and values under each trump suit (rules, 1 and 2)."""

import numpy as np

from envs.core.cards import Pack
from envs.core.tricks import TRUMP, Ranking, card_points, tables

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
PACK = Pack([*(rank + suit for suit in SUITS for rank in RANKS), "JK"])
NUM_CARDS = len(PACK)
CARD_BYTES = 7
"""Eights of bits that hold the pack; the last three bits are beyond it."""
JOKER = PACK.parse("JK")
ALL_CARDS = (1 << NUM_CARDS) - 1

NUM_PLAYERS = 6
NUM_TEAMS = 3
HAND_SIZE = 6
NUM_TRICKS = 6
STOCK_SIZE = NUM_CARDS - NUM_PLAYERS * HAND_SIZE
STOCK_AT = NUM_CARDS - STOCK_SIZE
"""Where the stock begins in the shuffled pack."""

NUM_SUITS = len(SUITS)
GAME_POINTS = card_points(PACK, {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10})


def under_each_trump(cards: str) -> list[str]:
    """Cards as text under each trump suit in turn, which is written as t, the other suit of its colour as m.

    >>> under_each_trump("At Jm")
    ['AC JS', 'AD JH', 'AH JD', 'AS JC']
    """
    return [cards.replace("t", trump).replace("m", mate) for trump, mate in ("CS", "DH", "HD", "SC")]


def _card(card: str) -> np.ndarray:
    """int8 [suits]: number of a card under each trump suit."""
    return np.array([PACK.parse(text) for text in under_each_trump(card)], np.int8)


def _sets(cards: str) -> np.ndarray:
    """int64 [suits]: card set under each trump suit."""
    return np.array([PACK.parse_set(text) for text in under_each_trump(cards)], np.int64)


RANKINGS = [Ranking(PACK, trumps, RANKS, SUITS) for trumps in under_each_trump("At Kt Qt Jt Jm Tt 9t 8t 7t 6t 5t 4t 3t 2t JK")]
"""By trump suit."""
NO_TRUMP_YET = Ranking(PACK, "JK", RANKS, SUITS)
SUIT_OF, POWER, CARDS_OF_SUIT, _, BEATEN_BY = tables(RANKINGS)
TRUMPS = CARDS_OF_SUIT[:, TRUMP].copy()
ACE, TWO, RIGHT, LEFT = _card("At"), _card("2t"), _card("Jt"), _card("Jm")
CAPTURED = _sets("Jt Jm JK")
"""Both bauers and the joker: they score for the team that wins the trick."""
PROTECTED = _sets("At Jt Jm 2t JK")
"""Trumps that nobody may ever discard."""
BURIABLE_RANKS = "KQT9876543"
BURIABLE = np.stack([_card(rank + "t") for rank in BURIABLE_RANKS], axis=1)
"""int8 [suits, ranks]: the other trumps, as the observation orders them."""
