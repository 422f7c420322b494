"""Cards of Schmier: numbers, suits, strength and values under each trump suit (rules, 1 and 2)."""

import numpy as np

from envs.core.cards import NO_CARD, Pack, set_of
from envs.core.jit import kernel

RANKS = "23456789TJQKA"
SUITS = "CDHS"
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
TRUMP = NUM_SUITS
"""Effective suit of a trump; plain suits are 0 to 3."""

GAME_POINTS = np.array([{"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}.get(card[0], 0) for card in PACK.cards], np.int16)


def _card(rank: str, suit: int) -> int:
    return PACK.parse(rank + SUITS[suit])


def _mate(suit: int) -> int:
    """The other suit of the same colour."""
    return NUM_SUITS - 1 - suit


def _trumps(trump: int) -> list[int]:
    """Trumps from the lowest up: strength 1 to 15."""
    plain = [_card(rank, trump) for rank in "23456789T"]
    return [JOKER, *plain, _card("J", _mate(trump)), *(_card(rank, trump) for rank in "JQKA")]


def _effective_suit(trump: int, card: int) -> int:
    return TRUMP if card in _trumps(trump) else card // len(RANKS)


def _strength(trump: int, card: int) -> int:
    return _trumps(trump).index(card) + 1 if card in _trumps(trump) else card % len(RANKS) + 2


_TRUMP_SUITS = range(NUM_SUITS)
NUM_TRUMPS = len(_trumps(0))
TRUMP_BY_STRENGTH = np.array([[NO_CARD, *_trumps(trump)] for trump in _TRUMP_SUITS], np.int8)
SUIT_OF = np.array([[_effective_suit(trump, card) for card in range(NUM_CARDS)] for trump in _TRUMP_SUITS], np.int8)
STRENGTH = np.array([[_strength(trump, card) for card in range(NUM_CARDS)] for trump in _TRUMP_SUITS], np.int8)
CARDS_OF_SUIT = np.array(
    [
        [set_of(c for c in range(NUM_CARDS) if _effective_suit(trump, c) == suit) for suit in range(NUM_SUITS + 1)]
        for trump in _TRUMP_SUITS
    ],
    np.int64,
)
TRUMPS = CARDS_OF_SUIT[:, TRUMP].copy()
ACE = np.array([_card("A", trump) for trump in _TRUMP_SUITS], np.int8)
TWO = np.array([_card("2", trump) for trump in _TRUMP_SUITS], np.int8)
RIGHT = np.array([_card("J", trump) for trump in _TRUMP_SUITS], np.int8)
LEFT = np.array([_card("J", _mate(trump)) for trump in _TRUMP_SUITS], np.int8)
CAPTURED = np.array([set_of([int(RIGHT[t]), int(LEFT[t]), JOKER]) for t in _TRUMP_SUITS], np.int64)
"""Both bauers and the joker: they score for the team that wins the trick."""
PROTECTED = CAPTURED | (np.int64(1) << ACE.astype(np.int64)) | (np.int64(1) << TWO.astype(np.int64))
"""Trumps that nobody may ever discard."""
BURIABLE_RANKS = "KQT9876543"
BURIABLE = np.array([[_card(rank, trump) for rank in BURIABLE_RANKS] for trump in _TRUMP_SUITS], np.int8)
"""The other trumps, as the observation orders them."""


def _beaten_by(trump: int, best: int) -> int:
    """Cards that beat one which wins so far."""
    suit = _effective_suit(trump, best)
    higher = [c for c in range(NUM_CARDS) if _effective_suit(trump, c) == suit and _strength(trump, c) > _strength(trump, best)]
    return set_of(higher) | (0 if suit == TRUMP else set_of(_trumps(trump)))


BEATEN_BY = np.array([[_beaten_by(trump, card) for card in range(NUM_CARDS)] for trump in _TRUMP_SUITS], np.int64)


@kernel
def beats(trump: int, card: int, best: int) -> bool:
    """Whether a card beats the one that wins so far: a card of the suit led or a trump."""
    return bool(int(BEATEN_BY[trump, best]) >> card & 1)
