"""Hands of Sheepshead: what is in them and what a card is worth (rules, section 9.2).

Cards are numbers, sets of cards bits, as in `envs.games.sheepshead.cards`; `order` is the trump order in force.
"""

import numpy as np

from envs.core.cards import num_cards, set_of
from envs.core.jit import kernel
from envs.core.tricks import TRUMP, greatest, least
from envs.games.sheepshead.cards import (
    CARD_POINTS,
    CARDS_OF_SUIT,
    COUNTERS,
    FAIL_ACES,
    JACKS,
    NUM_CARDS,
    POWER,
    QUEENS,
    SUIT_OF,
    Card,
    Order,
)

_ORDERS, _CARDS = range(len(POWER)), range(NUM_CARDS)
_COUNTER, _FOX = 7, 20

VALUE = np.repeat(CARD_POINTS[None].astype(np.int64), len(POWER), axis=0)
"""By trump order: what a card adds to a trick: card points; in Sheep Head as much for every counter, more for the fox."""
VALUE[Order.SHEEP24] = [_FOX if card == Card.AD else _COUNTER * (COUNTERS >> card & 1) for card in _CARDS]
_IS_TRUMP = SUIT_OF == TRUMP
FEW_POINTS = 1000 * VALUE + 100 * _IS_TRUMP + POWER
"""Least for the card to lose first: least points, then fail before trump, then the weakest."""
MANY_POINTS = 1000 * VALUE + 100 * ~_IS_TRUMP - POWER
"""Most for the card to win with first: most points, then fail before trump, then the weakest."""
BURDEN = 100 * VALUE + POWER
"""Most for the card to be rid of first in a leaster: most points, then the strongest."""
FAT = set_of(card for card in _CARDS if CARD_POINTS[card] >= 10)
"""Aces and tens."""
ACES = FAIL_ACES | 1 << Card.AD


@kernel
def weakest(order: int, cards: int) -> int:
    """The weakest card of a set, fail before trump; NONE of an empty set."""
    return least(POWER, order, cards)


@kernel
def strongest(order: int, cards: int) -> int:
    """The strongest card of a set, trump before fail; NONE of an empty set."""
    return greatest(POWER, order, cards)


@kernel
def in_suit(order: int, suit: int, cards: int) -> int:
    """Those of the cards that belong to a suit, TRUMP among them."""
    return int(cards & int(CARDS_OF_SUIT[order, suit]))


@kernel
def fail_of(order: int, cards: int) -> int:
    """Those of the cards that are no trump."""
    return int(cards & ~int(CARDS_OF_SUIT[order, TRUMP]))


@kernel
def num_trumps(order: int, cards: int) -> int:
    """Trumps in a set."""
    return int(num_cards(in_suit(order, TRUMP, cards)))


@kernel
def num_queens(cards: int) -> int:
    """Queens in a set."""
    return int(num_cards(cards & QUEENS))


@kernel
def num_jacks(cards: int) -> int:
    """Jacks in a set."""
    return int(num_cards(cards & JACKS))


@kernel
def strength(order: int, cards: int) -> int:
    """Strength of a hand: queens 3, jacks 2, other trumps 1."""
    trumps = in_suit(order, TRUMP, cards)
    return int(num_cards(trumps) + 2 * num_queens(trumps) + num_jacks(trumps))


@kernel
def edge_suit(order: int, cards: int, length: int) -> int:
    """The cards of the longest suit (length 1) or the shortest (-1) that occurs; the first of equal ones."""
    chosen, best = 0, 0
    for suit in range(TRUMP + 1):
        held = in_suit(order, suit, cards)
        count = num_cards(held)
        if count > 0 and (chosen == 0 or length * count > length * best):
            chosen, best = held, count
    return chosen
