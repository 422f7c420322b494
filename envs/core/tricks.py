"""Tricks: which suit a card belongs to, which cards beat it, how a hand is sorted, and what cards count.

A game describes each way in which its cards rank as a `Ranking`; `tables` turns them into arrays for kernels, one row each.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from envs.core.cards import NO_CARD, Pack, lowest, members, set_of
from envs.core.jit import kernel

TRUMP = 4
"""Suit of every trump, whatever is printed on it; the plain suits are 0 to 3."""
_SORTED_SUITS = "CHSD"
"""Plain suits in the hand of a player: colours alternate."""


class Ranking:
    """One way in which the cards of a pack rank.

    >>> pack = Pack(["JC", "JD", "AC", "TC", "7C", "AD", "7D"])
    >>> ranking = Ranking(pack, trumps="JC JD AD 7D", plain="7TA", suits="CD")
    >>> ranking.sort(pack.parse_set("7C AD AC JD"))
    ('JD', 'AD', 'AC', '7C')
    >>> pack.format_set(ranking.beaten_by[pack.parse("TC")])
    'JC JD AC AD 7D'

    Attributes:
        trumps: card numbers, from the highest down.
        suit_of: by card; TRUMP, or the number of the plain suit.
        power: by card; higher beats lower within a suit, and every trump has more than every plain card.
        cards_of_suit: card set by suit.
        above: by card, the set of the cards of its suit that beat it.
        beaten_by: by card, the set of the cards that take the trick from it: those above it, and trumps if it is plain.
    """

    def __init__(self, pack: Pack, trumps: str, plain: str, suits: str) -> None:
        """Rank a pack.

        Args:
            pack: the cards.
            trumps: trumps from the highest down, separated by blanks.
            plain: ranks of the plain suits, from the lowest up.
            suits: letters of the plain suits in the order of their numbers.
        """
        self.pack = pack
        self.trumps = [pack.parse(card) for card in trumps.split()]
        cards = range(len(pack))
        self.suit_of = [TRUMP if card in self.trumps else suits.index(pack.cards[card][1]) for card in cards]
        self.power = [self._power(card, plain) for card in cards]
        self.cards_of_suit = [set_of(card for card in cards if self.suit_of[card] == suit) for suit in range(TRUMP + 1)]
        self.above = [
            set_of(
                other for other in cards if self.suit_of[other] == self.suit_of[card] and self.power[other] > self.power[card]
            )
            for card in cards
        ]
        self.beaten_by = [
            self.above[card] | (0 if self.suit_of[card] == TRUMP else self.cards_of_suit[TRUMP]) for card in cards
        ]
        self._sorted_suits = [TRUMP, *(suits.index(suit) for suit in _SORTED_SUITS if suit in suits)]

    def _power(self, card: int, plain: str) -> int:
        if card in self.trumps:
            return len(plain) + len(self.trumps) - 1 - self.trumps.index(card)
        return plain.index(self.pack.cards[card][0])

    def sort(self, cards: int) -> tuple[str, ...]:
        """A set of cards as a player sorts it: trumps from the highest down, then the suits."""
        numbers = sorted(members(cards), key=lambda card: (self._sorted_suits.index(self.suit_of[card]), -self.power[card]))
        return tuple(self.pack.format(card) for card in numbers)


class Tables(NamedTuple):
    """What kernels need of several rankings; see `Ranking`."""

    suit_of: np.ndarray
    """int8 [rankings, cards]."""
    power: np.ndarray
    """int8 [rankings, cards]."""
    cards_of_suit: np.ndarray
    """int64 [rankings, TRUMP + 1]."""
    above: np.ndarray
    """int64 [rankings, cards]."""
    beaten_by: np.ndarray
    """int64 [rankings, cards]."""


def tables(rankings: Sequence[Ranking]) -> Tables:
    """The tables of several rankings of one pack, a row each."""
    return Tables(
        np.array([ranking.suit_of for ranking in rankings], np.int8),
        np.array([ranking.power for ranking in rankings], np.int8),
        np.array([ranking.cards_of_suit for ranking in rankings], np.int64),
        np.array([ranking.above for ranking in rankings], np.int64),
        np.array([ranking.beaten_by for ranking in rankings], np.int64),
    )


def card_points(pack: Pack, points_by_rank: Mapping[str, int]) -> np.ndarray:
    """What each card counts: int16 [cards]; ranks that are not named count nothing."""
    return np.array([points_by_rank.get(card[0], 0) for card in pack.cards], np.int16)


@kernel
def following(hand: int, suit: int) -> int:
    """The cards of a hand that may be played to a led suit, given as its card set: those of the suit, or all without any."""
    cards = hand & suit
    return cards if cards != 0 else hand


@kernel
def beats(beaten_by: np.ndarray, ranking: int, card: int, best: int) -> bool:
    """Whether a card beats the one that wins the trick so far; `beaten_by` is that of `Tables`."""
    return bool(int(beaten_by[ranking, best]) >> card & 1)


@kernel
def sum_of(values: np.ndarray, cards: int) -> int:
    """The sum of a value by card, such as card points, over a set."""
    total = 0
    while cards != 0:
        total += int(values[lowest(cards)])
        cards &= cards - 1
    return total


@kernel
def least(keys: np.ndarray, ranking: int, cards: int) -> int:
    """The card of a set with the least key, the lowest number of equal ones; NO_CARD of an empty set.

    Args:
        keys: whole numbers [rankings, cards], such as `Tables.power`.
        ranking: row of the keys.
        cards: the set.
    """
    best = NO_CARD
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if best < 0 or keys[ranking, card] < keys[ranking, best]:
            best = card
    return best


@kernel
def greatest(keys: np.ndarray, ranking: int, cards: int) -> int:
    """The card of a set with the greatest key, the lowest number of equal ones; NO_CARD of an empty set; see `least`."""
    best = NO_CARD
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if best < 0 or keys[ranking, card] > keys[ranking, best]:
            best = card
    return best
