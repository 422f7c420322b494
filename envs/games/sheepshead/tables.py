"""Cards, trump orders, actions, and the variants of Sheepshead as rows of a table (rules, sections 1, 2 and 6)."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from envs.core.cards import NO_CARD, Pack, set_of
from envs.core.layout import Actions
from envs.core.options import Choice

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

# --- Variants (6) ----------------------------------------------------------------------------------------------------------

BATTERY, STACKS, CUTTHROAT, ONE_PARTNER, JACK_PARTNER, BOTH_PARTNERS = range(6)
NEIGHBOUR, DIE, HOLDERS, FIRST_PLAYED, BIDDER, TEAMS = range(6, 12)
"""What makes the sides: two players with batteries or stacks; the picker against all; the called card or the jack of diamonds;
the jack; both; the neighbour; a die; the holders of designated cards; who plays them first; a bid; fixed teams."""


class Row(NamedTuple):
    """One variant."""

    players: int
    deck: str
    hand: int
    blind: int
    sides: int
    trumps: int = STANDARD
    picker_takes: int = 0
    other_takes: int = 0
    designated: str = ""
    """Cards whose holders, or first players, are the P-side."""


ROWS = {
    "p2_1": Row(2, "D32", 8, 0, BATTERY),
    "p2_2": Row(2, "D32", 0, 0, STACKS),
    "p3_1": Row(3, "D32", 10, 2, CUTTHROAT, picker_takes=2),
    "p3_2": Row(3, "D30", 9, 3, CUTTHROAT, picker_takes=3),
    "p3_3": Row(3, "D26", 8, 2, CUTTHROAT, picker_takes=2),
    "p4_1": Row(4, "D32", 7, 4, CUTTHROAT, picker_takes=4),
    "p4_2_7": Row(4, "D30", 7, 2, ONE_PARTNER, picker_takes=2),
    "p4_2_8": Row(4, "D34", 8, 2, ONE_PARTNER, picker_takes=2),
    "p4_3a": Row(4, "D32", 8, 0, HOLDERS, designated="QC QS"),
    "p4_3b": Row(4, "D32", 8, 0, FIRST_PLAYED, designated="QC QS QH QD"),
    "p4_3c": Row(4, "D32", 8, 0, FIRST_PLAYED),
    "p4_5": Row(4, "D32", 8, 0, BIDDER, INDIANA_H),
    "sh24": Row(4, "D24", 6, 0, TEAMS, SHEEP24),
    "p5": Row(5, "D32", 6, 2, ONE_PARTNER, picker_takes=2),
    "p6_1": Row(6, "D32", 5, 2, JACK_PARTNER, picker_takes=2),
    "p6_2": Row(6, "D32", 5, 2, BOTH_PARTNERS, picker_takes=2),
    "p6_3": Row(6, "D30", 5, 0, HOLDERS, designated="QC QS"),
    "p6_4": Row(6, "D30", 5, 0, HOLDERS, SPITZ_TOP, designated="QC QS JD"),
    "p7_1": Row(7, "D32", 4, 4, JACK_PARTNER, picker_takes=4),
    "p7_2": Row(7, "D32", 4, 4, NEIGHBOUR, picker_takes=2, other_takes=2),
    "p7_3": Row(7, "D32", 4, 4, JACK_PARTNER, picker_takes=3, other_takes=1),
    "p7_4": Row(7, "D32", 4, 4, DIE, picker_takes=2, other_takes=2),
    "p7_5": Row(7, "D32", 4, 4, NEIGHBOUR, picker_takes=2),
    "p7_6": Row(7, "D32", 4, 4, DIE, picker_takes=2, other_takes=2),
    "p8_1": Row(8, "D32", 4, 0, HOLDERS, designated="QC QS"),
    "p8_2": Row(8, "D32", 4, 0, HOLDERS, designated="QC JD 7D"),
    "p8_3": Row(8, "D32", 4, 0, FIRST_PLAYED, designated="QC QS QH QD"),
}
Variant = Choice("Variant", {name.upper(): number for number, name in enumerate(ROWS)})  # type: ignore[call-arg]
_V = list(ROWS)
P2_1, P2_2, P3_1, P4_2_7, P4_3C, P4_5, SH24 = (_V.index(v) for v in ("p2_1", "p2_2", "p3_1", "p4_2_7", "p4_3c", "p4_5", "sh24"))
P6_4, P7_5, P7_6, P8_2 = (_V.index(v) for v in ("p6_4", "p7_5", "p7_6", "p8_2"))

PLAYERS = np.array([row.players for row in ROWS.values()], np.int64)
PACK_OF = np.array([PACK.parse_set(" ".join(DECKS[row.deck])) for row in ROWS.values()], np.int64)
HAND_SIZE = np.array([row.hand for row in ROWS.values()], np.int64)
BLIND_SIZE = np.array([row.blind for row in ROWS.values()], np.int64)
NUM_TRICKS = np.array([row.hand or 16 for row in ROWS.values()], np.int64)
SIDES = np.array([row.sides for row in ROWS.values()], np.int64)
TRUMPS_OF = np.array([row.trumps for row in ROWS.values()], np.int64)
PICKER_TAKES = np.array([row.picker_takes for row in ROWS.values()], np.int64)
OTHER_TAKES = np.array([row.other_takes for row in ROWS.values()], np.int64)
DESIGNATED = np.array([PACK.parse_set(row.designated) for row in ROWS.values()], np.int64)
MAX_PLAYERS, MAX_TRICKS = 8, 16

# --- Phases and actions (3) ------------------------------------------------------------------------------------------------

PHASES = (
    *("over", "dealing", "redeal_claim", "blitz", "auto_buck", "pick", "bid", "give", "return", "extra_call"),
    *("bury", "call", "under", "crack", "recrack", "name_trick", "play"),
)
OVER, DEALING, REDEAL_CLAIM, BLITZ, AUTO_BUCK, PICK, BID, GIVE, RETURN, EXTRA_CALL = range(10)
BURY, CALL, UNDER, CRACK, RECRACK, NAME_TRICK, PLAY = range(10, len(PHASES))
SCORING = -1
"""Phase within a step: the hand has ended and has not been scored."""

ACTIONS = Actions(
    [
        *CARDS,
        *("pass", "pick", "pick 0", "pick 1", "pick 2", "pick 4", "nuclear", "leaster", "doubler", "schwanzer"),
        *("claim_redeal", "no_claim", "blitz_black", "blitz_red", "no_blitz", "auto_buck"),
        *("call AC", "call AS", "call AH", "call AD", "call TC", "call TS", "call TH"),
        *("unknown C", "unknown S", "unknown H", "self C", "self S", "self H"),
        *("alone", "call_up", "silent"),
        *("crack", "no_crack", "recrack", "no_recrack"),
        *("solo_best", "solo_side C", "solo_side S", "solo_side D", "solo_billy"),
        *("keep", "call_extra", "stop", "play_under", "claim_rest"),
        *(f"name_trick {number}" for number in range(1, 11)),
    ]
)
NUM_ACTIONS = len(ACTIONS)
UNDER_BIT = NUM_CARDS
"""The under card in a set of what may be played."""
_a = ACTIONS.number
PASS, PICK_IT, PICK_0, PICK_1, PICK_2, PICK_4, NUCLEAR = map(
    _a, ("pass", "pick", "pick 0", "pick 1", "pick 2", "pick 4", "nuclear")
)
SAY_LEASTER, SAY_DOUBLER, SAY_SCHWANZER = map(_a, ("leaster", "doubler", "schwanzer"))
CLAIM_REDEAL, NO_CLAIM, BLITZ_BLACK, BLITZ_RED, NO_BLITZ, SHOW_BUCK = map(
    _a, ("claim_redeal", "no_claim", "blitz_black", "blitz_red", "no_blitz", "auto_buck")
)
CALL_ACE, CALL_TEN, CALL_UNKNOWN, CALL_SELF = map(_a, ("call AC", "call TC", "unknown C", "self C"))
SAY_ALONE, CALL_UP, SILENT = map(_a, ("alone", "call_up", "silent"))
SAY_CRACK, NO_CRACK, SAY_RECRACK, NO_RECRACK = map(_a, ("crack", "no_crack", "recrack", "no_recrack"))
SOLO_BEST, SOLO_SIDE, SOLO_BILLY = map(_a, ("solo_best", "solo_side C", "solo_billy"))
KEEP, CALL_EXTRA, STOP, PLAY_UNDER, CLAIM_REST, NAME_FIRST = map(
    _a, ("keep", "call_extra", "stop", "play_under", "claim_rest", "name_trick 1")
)
SOLO_SUITS = (CLUBS, SPADES, DIAMONDS)
"""Suits of the three side solos, in the order of their actions."""

# How a hand is played, in `state.kind`.
UNDECIDED, NORMAL, LEASTER, MOSTER, SCHWANZER, DOUBLER = range(6)
# What was called, in `state.call`.
NO_CALL, ACE, TEN, UNKNOWN, SELF, ALONE, UP, SILENCE, BEST, SIDE, BILLY = range(11)

MAX_DECISIONS = 100
"""At most 8 claims, 10 for blitzes, 8 picks, 4 burials, call and under card, 8 for cracks, a trick named, 16 for an exchange or
12 extra calls, 8 claims of the rest and 34 cards; never all of them in one deal."""

NONE = NO_CARD
"""Where there is no card, suit or position."""
