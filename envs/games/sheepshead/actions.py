"""Phases and actions of Sheepshead, and what is said in them (rules, section 3)."""

from enum import IntEnum

from envs.core.layout import Actions
from envs.games.sheepshead.cards import CARDS, NUM_CARDS, SUITS


class Phase(IntEnum):
    """What is to be decided, in the order of a hand (3); SCORING only within a step: the hand has ended and is not scored."""

    OVER, DEALING, REDEAL_CLAIM, BLITZ, AUTO_BUCK, PICK, BID, GIVE, RETURN, EXTRA_CALL = range(10)
    BURY, CALL, UNDER, CRACK, RECRACK, NAME_TRICK, PLAY = range(10, 17)
    SCORING = -1


PHASES = tuple(phase.name.lower() for phase in Phase if phase >= Phase.OVER)


class Action(IntEnum):
    """What is said; the numbers before are the cards. `CALL_ACE`, `NAME_TRICK` and the like are the first of their row."""

    PASS, PICK, PICK_0, PICK_1, PICK_2, PICK_4, NUCLEAR, LEASTER, DOUBLER, SCHWANZER = range(NUM_CARDS, NUM_CARDS + 10)
    CLAIM_REDEAL, NO_CLAIM, BLITZ_BLACK, BLITZ_RED, NO_BLITZ, AUTO_BUCK = range(SCHWANZER + 1, SCHWANZER + 7)
    CALL_ACE = AUTO_BUCK + 1
    CALL_TEN = CALL_ACE + 4
    CALL_UNKNOWN = CALL_TEN + 3
    CALL_SELF = CALL_UNKNOWN + 3
    ALONE, CALL_UP, SILENT, CRACK, NO_CRACK, RECRACK, NO_RECRACK = range(CALL_SELF + 3, CALL_SELF + 10)
    SOLO_BEST, SOLO_SIDE = range(NO_RECRACK + 1, NO_RECRACK + 3)
    SOLO_BILLY = SOLO_SIDE + 3
    KEEP, CALL_EXTRA, STOP, PLAY_UNDER, CLAIM_REST, NAME_TRICK = range(SOLO_BILLY + 1, SOLO_BILLY + 7)


ACTIONS = Actions(
    [
        *CARDS,
        *("pass", "pick", "pick_0", "pick_1", "pick_2", "pick_4", "nuclear", "leaster", "doubler", "schwanzer"),
        *("claim_redeal", "no_claim", "blitz_black", "blitz_red", "no_blitz", "auto_buck"),
        *("call_AC", "call_AS", "call_AH", "call_AD", "call_TC", "call_TS", "call_TH"),
        *("unknown_C", "unknown_S", "unknown_H", "self_C", "self_S", "self_H"),
        *("alone", "call_up", "silent"),
        *("crack", "no_crack", "recrack", "no_recrack"),
        *("solo_best", "solo_side_C", "solo_side_S", "solo_side_D", "solo_billy"),
        *("keep", "call_extra", "stop", "play_under", "claim_rest"),
        *(f"name_trick_{number}" for number in range(1, 11)),
    ]
)
NUM_ACTIONS = len(ACTIONS)
SOLO_SUITS = tuple(map(SUITS.index, "CSD"))
"""Suits of the three side solos, in the order of their actions."""
UNDER_BIT = NUM_CARDS
"""The under card in a set of what may be played."""
MAX_DECISIONS = 100
"""At most 8 claims, 10 for blitzes, 8 picks, 4 burials, call and under card, 8 for cracks, a trick named, 16 for an exchange or
12 extra calls, 8 claims of the rest and 34 cards; never all of them in one deal."""


class Kind(IntEnum):
    """How a hand is played."""

    UNDECIDED, NORMAL, LEASTER, MOSTER, SCHWANZER, DOUBLER = range(6)


class Call(IntEnum):
    """What the picker announced or bid; SELF is an own ace that is called."""

    NONE, ACE, TEN, UNKNOWN, SELF, ALONE, UP, SILENT, BEST, SIDE, BILLY = range(11)
