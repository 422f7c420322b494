"""Cards and trump orders of Sheepshead (rules, sections 1 and 2)."""

from collections.abc import Iterable

import numpy as np

from envs.core.cards import NO_CARD, Pack, set_of

NONE = NO_CARD
"""Where there is no card, suit or position."""


# --- Cards (1.2, 2.1, 2.2) -------------------------------------------------------------------------------------------------

CARDS = (
    *(["QC", "QS", "QH", "QD", "JC", "JS", "JH", "JD", "AD", "TD", "KD", "9D", "8D", "7D"]),
    *(["AC", "TC", "KC", "9C", "8C", "7C"]),
    *(["AS", "TS", "KS", "9S", "8S", "7S"]),
    *(["AH", "TH", "KH", "9H", "8H", "7H"]),
    *(["6C", "6S"]),
)
NUM_CARDS = len(CARDS)
CARD_BYTES = (NUM_CARDS + 7) // 8
SUITS = "CSHD"
CLUBS, SPADES, HEARTS, DIAMONDS, TRUMP = range(5)
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
_POINTS_BY_RANK = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
CARD_POINTS = np.array([_POINTS_BY_RANK.get(card[0], 0) for card in CARDS], np.int16)

QC, QS, QH, QD, JC, JS, JH, JD = range(8)
AD = PACK.parse("AD")
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
CALLED_JACKS = (JH, JS, JC)
"""Jacks that are called up, in this order (3.7)."""
CHAIN_E = tuple(PACK.parse(card) for card in ("8D", "9D", "KD", "TD", "AD"))
CHAIN_J = (JH, JS, JC)
"""Cards that the holder of two partner cards calls in `p8_2`, in this order (6.8)."""
RANKS = "J789KTQ"
RANK_SETS = np.array([set_of(c for c in range(NUM_CARDS) if CARDS[c][0] == rank) for rank in RANKS], np.int64)
"""By `AgreedRank`."""

# --- Trump orders (2.3 to 2.5) ---------------------------------------------------------------------------------------------

STANDARD, SPITZ_TOP, SPITZ_SECOND, SHEEP24, INDIANA_C, INDIANA_S, INDIANA_H, INDIANA_D = range(8)
_PLAIN_D = "AD TD KD 9D 8D 7D"
_TRUMPS_BY_ORDER = [
    f"QC QS QH QD JC JS JH JD {_PLAIN_D}".split(),
    ["7D", "QC", "QS", "QH", "QD", "JC", "JS", "JH", "JD", "AD", "TD", "KD", "9D", "8D"],
    ["QC", "7D", "QS", "QH", "QD", "JC", "JS", "JH", "JD", "AD", "TD", "KD", "9D", "8D"],
    ["QC", "QS", "JC", "JS", "JH", "JD", "AD", "TD", "KD", "QD", "9D"],
    *(["JC", "JS", "JH", "JD", "QC", "QS", "QH", "QD"] + [f"{rank}{suit}" for rank in "ATK987"] for suit in "CSHD"),
]
_FAIL_ORDER = "ATKQJ9876"


def _suit(order: int, card: str) -> int:
    return TRUMP if card in _TRUMPS_BY_ORDER[order] else SUITS.index(card[1])


def _power(order: int, card: str) -> int:
    trumps = _TRUMPS_BY_ORDER[order]
    return 20 + len(trumps) - trumps.index(card) if card in trumps else len(_FAIL_ORDER) - _FAIL_ORDER.index(card[0])


SUIT_OF = np.array([[_suit(order, card) for card in CARDS] for order in range(8)], np.int64)
POWER = np.array([[_power(order, card) for card in CARDS] for order in range(8)], np.int64)
"""Greater beats less within a suit; every trump has more than every fail card."""
CARDS_OF_SUIT = np.array(
    [[set_of(c for c in range(NUM_CARDS) if SUIT_OF[order, c] == suit) for suit in range(5)] for order in range(8)], np.int64
)
