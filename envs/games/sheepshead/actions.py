"""Phases and actions of Sheepshead, and what is said in them (rules, section 3)."""

from envs.core.layout import Actions
from envs.games.sheepshead.cards import CARDS, CLUBS, DIAMONDS, NUM_CARDS, SPADES

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
UNDER_BIT = NUM_CARDS
"""The under card in a set of what may be played."""
_a = ACTIONS.number
PASS, PICK_IT, PICK_0, PICK_1, PICK_2, PICK_4, NUCLEAR = map(
    _a, ("pass", "pick", "pick_0", "pick_1", "pick_2", "pick_4", "nuclear")
)
SAY_LEASTER, SAY_DOUBLER, SAY_SCHWANZER = map(_a, ("leaster", "doubler", "schwanzer"))
CLAIM_REDEAL, NO_CLAIM, BLITZ_BLACK, BLITZ_RED, NO_BLITZ, SHOW_BUCK = map(
    _a, ("claim_redeal", "no_claim", "blitz_black", "blitz_red", "no_blitz", "auto_buck")
)
CALL_ACE, CALL_TEN, CALL_UNKNOWN, CALL_SELF = map(_a, ("call_AC", "call_TC", "unknown_C", "self_C"))
SAY_ALONE, CALL_UP, SILENT = map(_a, ("alone", "call_up", "silent"))
SAY_CRACK, NO_CRACK, SAY_RECRACK, NO_RECRACK = map(_a, ("crack", "no_crack", "recrack", "no_recrack"))
SOLO_BEST, SOLO_SIDE, SOLO_BILLY = map(_a, ("solo_best", "solo_side_C", "solo_billy"))
KEEP, CALL_EXTRA, STOP, PLAY_UNDER, CLAIM_REST, NAME_FIRST = map(
    _a, ("keep", "call_extra", "stop", "play_under", "claim_rest", "name_trick_1")
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
