"""The variants of Sheepshead as rows of a table (rules, section 6)."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from envs.core.options import Choice
from envs.games.sheepshead.cards import DECKS, PACK, Order


class Sides(IntEnum):
    """What makes the sides."""

    BATTERY = 0  # two players with batteries
    STACKS = 1  # two players with stacks
    CUTTHROAT = 2  # the picker against all
    ONE_PARTNER = 3  # the called card, or the jack of diamonds
    JACK_PARTNER = 4  # the jack of diamonds
    BOTH_PARTNERS = 5  # both
    NEIGHBOUR = 6  # the neighbour of the picker
    DIE = 7  # a die
    HOLDERS = 8  # who holds designated cards
    FIRST_PLAYED = 9  # who plays them first
    BIDDER = 10  # a bid
    TEAMS = 11  # the seats


class Row(NamedTuple):
    """One variant."""

    players: int
    deck: str
    hand: int
    blind: int
    sides: int
    trumps: int = Order.STANDARD
    picker_takes: int = 0
    other_takes: int = 0
    designated: str = ""
    """Cards whose holders, or first players, are the P-side."""


class Variant(Choice):
    """By their section of the rules, in the order of `ROWS`."""

    P2_1, P2_2, P3_1, P3_2, P3_3, P4_1, P4_2_7, P4_2_8, P4_3A, P4_3B, P4_3C, P4_5, SH24, P5 = range(14)
    P6_1, P6_2, P6_3, P6_4, P7_1, P7_2, P7_3, P7_4, P7_5, P7_6, P8_1, P8_2, P8_3 = range(14, 27)


ROWS = {
    "p2_1": Row(2, "D32", 8, 0, Sides.BATTERY),
    "p2_2": Row(2, "D32", 0, 0, Sides.STACKS),
    "p3_1": Row(3, "D32", 10, 2, Sides.CUTTHROAT, picker_takes=2),
    "p3_2": Row(3, "D30", 9, 3, Sides.CUTTHROAT, picker_takes=3),
    "p3_3": Row(3, "D26", 8, 2, Sides.CUTTHROAT, picker_takes=2),
    "p4_1": Row(4, "D32", 7, 4, Sides.CUTTHROAT, picker_takes=4),
    "p4_2_7": Row(4, "D30", 7, 2, Sides.ONE_PARTNER, picker_takes=2),
    "p4_2_8": Row(4, "D34", 8, 2, Sides.ONE_PARTNER, picker_takes=2),
    "p4_3a": Row(4, "D32", 8, 0, Sides.HOLDERS, designated="QC QS"),
    "p4_3b": Row(4, "D32", 8, 0, Sides.FIRST_PLAYED, designated="QC QS QH QD"),
    "p4_3c": Row(4, "D32", 8, 0, Sides.FIRST_PLAYED),
    "p4_5": Row(4, "D32", 8, 0, Sides.BIDDER, Order.INDIANA_H),
    "sh24": Row(4, "D24", 6, 0, Sides.TEAMS, Order.SHEEP24),
    "p5": Row(5, "D32", 6, 2, Sides.ONE_PARTNER, picker_takes=2),
    "p6_1": Row(6, "D32", 5, 2, Sides.JACK_PARTNER, picker_takes=2),
    "p6_2": Row(6, "D32", 5, 2, Sides.BOTH_PARTNERS, picker_takes=2),
    "p6_3": Row(6, "D30", 5, 0, Sides.HOLDERS, designated="QC QS"),
    "p6_4": Row(6, "D30", 5, 0, Sides.HOLDERS, Order.SPITZ_TOP, designated="QC QS JD"),
    "p7_1": Row(7, "D32", 4, 4, Sides.JACK_PARTNER, picker_takes=4),
    "p7_2": Row(7, "D32", 4, 4, Sides.NEIGHBOUR, picker_takes=2, other_takes=2),
    "p7_3": Row(7, "D32", 4, 4, Sides.JACK_PARTNER, picker_takes=3, other_takes=1),
    "p7_4": Row(7, "D32", 4, 4, Sides.DIE, picker_takes=2, other_takes=2),
    "p7_5": Row(7, "D32", 4, 4, Sides.NEIGHBOUR, picker_takes=2),
    "p7_6": Row(7, "D32", 4, 4, Sides.DIE, picker_takes=2, other_takes=2),
    "p8_1": Row(8, "D32", 4, 0, Sides.HOLDERS, designated="QC QS"),
    "p8_2": Row(8, "D32", 4, 0, Sides.HOLDERS, designated="QC JD 7D"),
    "p8_3": Row(8, "D32", 4, 0, Sides.FIRST_PLAYED, designated="QC QS QH QD"),
}
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
MAX_PLAYERS = 8
