"""The variants of Sheepshead as rows of a table (rules, section 6)."""

from typing import NamedTuple

import numpy as np

from envs.core.options import Choice
from envs.games.sheepshead.cards import DECKS, INDIANA_H, PACK, SHEEP24, SPITZ_TOP, STANDARD

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
