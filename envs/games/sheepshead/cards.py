"""Cards and trump orders of Sheepshead (rules, sections 1 and 2)."""

from collections.abc import Iterable
from enum import IntEnum

import numpy as np

from envs.core.cards import NO_CARD, Pack, set_of
from envs.core.tricks import Ranking, card_points, tables

NONE = NO_CARD
"""Where there is no card, suit or position."""


# --- Cards (1.2, 2.1, 2.2) -------------------------------------------------------------------------------------------------

CARDS = (
    *["QC", "QS", "QH", "QD", "JC", "JS", "JH", "JD", "AD", "TD", "KD", "9D", "8D", "7D"],
    *["AC", "TC", "KC", "9C", "8C", "7C", "AS", "TS", "KS", "9S", "8S", "7S", "AH", "TH", "KH", "9H", "8H", "7H", "6C", "6S"],
)
NUM_CARDS = len(CARDS)
CARD_BYTES = (NUM_CARDS + 7) // 8
SUITS = "CSHD"
NUM_FAIL = 3
"""Fail suits that can be called in most games: clubs, spades, hearts."""

_D24 = [c for c in CARDS if c[0] in "ATKQJ9"]
_D26 = [c for c in CARDS if c[0] not in "876" or c[1] == "D"]
_D30 = [c for c in CARDS if c[0] != "6" and c not in ("7C", "7S")]
_D32 = [c for c in CARDS if c[0] != "6"]
DECKS = {"D24": _D24, "D26": _D26, "D30": _D30, "D32": _D32, "D34": list(CARDS)}


class SheepsheadPack(Pack):
    """The 34 cards, of which most variants deal fewer. A deck may name all of them or only those of one of the packs."""

    def deck(self, cards: Iterable[int | str]) -> np.ndarray:
        """Check a shuffled pack; cards that are left out because the variant has none of them are put at its end.

        Args:
            cards: every card of the 34, or of a pack of 32, 30, 26 or 24, once, as text or number.

        Returns:
            int8 [34].
        """
        numbers = [self.parse(card) if isinstance(card, str) else int(card) for card in cards]
        for names in DECKS.values():
            pack = {self.parse(name) for name in names}
            if len(numbers) == len(pack) and set(numbers) == pack:
                numbers += [card for card in range(NUM_CARDS) if card not in pack]
        return super().deck(numbers)


PACK = SheepsheadPack(CARDS)
CARD_POINTS = card_points(PACK, {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2})


class Card(IntEnum):
    """Cards that a rule names."""

    QC, QS, QH, QD, JC, JS, JH, JD, AD = range(9)
    SEVEN_D, SIX_C, SIX_S = map(PACK.parse, ("7D", "6C", "6S"))


ACE_OF = np.array([PACK.parse("A" + suit) for suit in SUITS], np.int64)
TEN_OF = np.array([PACK.parse("T" + suit) for suit in SUITS], np.int64)
FAIL_ACES = PACK.parse_set("AC AS AH")
QUEENS, JACKS = PACK.parse_set("QC QS QH QD"), PACK.parse_set("JC JS JH JD")
BLACK_QUEENS, RED_QUEENS = PACK.parse_set("QC QS"), PACK.parse_set("QH QD")
CATCHERS = PACK.parse_set("QC QS JC JS JH JD")
COUNTERS = set_of(card for card in range(NUM_CARDS) if CARDS[card][0] in "ATK")
NO_CLAIM_CARDS = set_of(card for card in range(NUM_CARDS) if CARDS[card][0] in "9876")
"""Cards that a hand may hold that qualifies for a redeal, trump apart (3.3)."""
CALLED_JACKS = tuple(map(PACK.parse, ("JH", "JS", "JC")))
"""Jacks that are called up, in this order (3.7)."""
CHAIN_E, CHAIN_J = tuple(map(PACK.parse, ("8D", "9D", "KD", "TD", "AD"))), CALLED_JACKS
CHAINS = np.array([*CHAIN_E, *CHAIN_J], np.int64)
"""Cards that the holder of two partner cards calls in `p8_2`, in this order (6.8)."""
RANKS = "J789KTQ"
RANK_SETS = np.array([set_of(c for c in range(NUM_CARDS) if CARDS[c][0] == rank) for rank in RANKS], np.int64)
"""By `AgreedRank`."""

# --- Trump orders (2.3 to 2.5) ---------------------------------------------------------------------------------------------


class Order(IntEnum):
    """A ranking of trumps (2.3 to 2.5)."""

    STANDARD, SPITZ_TOP, SPITZ_SECOND, SHEEP24, INDIANA_C, INDIANA_S, INDIANA_H, INDIANA_D = range(8)


_TRUMPS = {
    Order.STANDARD: "QC QS QH QD JC JS JH JD AD TD KD 9D 8D 7D",
    Order.SPITZ_TOP: "7D QC QS QH QD JC JS JH JD AD TD KD 9D 8D",
    Order.SPITZ_SECOND: "QC 7D QS QH QD JC JS JH JD AD TD KD 9D 8D",
    Order.SHEEP24: "QC QS JC JS JH JD AD TD KD QD 9D",
    Order.INDIANA_C: "JC JS JH JD QC QS QH QD AC TC KC 9C 8C 7C",
    Order.INDIANA_S: "JC JS JH JD QC QS QH QD AS TS KS 9S 8S 7S",
    Order.INDIANA_H: "JC JS JH JD QC QS QH QD AH TH KH 9H 8H 7H",
    Order.INDIANA_D: "JC JS JH JD QC QS QH QD AD TD KD 9D 8D 7D",
}
RANKINGS = [Ranking(PACK, trumps=_TRUMPS[order], plain="6789JQKTA", suits=SUITS) for order in Order]
SUIT_OF, POWER, CARDS_OF_SUIT, ABOVE, BEATEN_BY = tables(RANKINGS)
"""By `Order`; see `envs.core.tricks.Tables`."""
