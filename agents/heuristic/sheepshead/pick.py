"""Whether a Sheepshead player picks, and what is bid in southern Indiana (rules, section 9.3).

For five players the rules of section 9.3 stand, and from the third position on more hands are picked with, as nobody before
was strong. For other tables that section counts trumps alone. Deals played on after a pick and after a pass say more: with up
to four players jacks, queens and fail aces count, with six and seven nearly everything hangs on queens, and a jack of diamonds
in hand costs a partner. `LIMITS` are about where picking begins to pay.
"""

import numpy as np

from agents.heuristic.sheepshead.hand import ACES, FAT, fail_of, num_jacks, num_queens, num_trumps, strength
from envs.core.cards import lowest, num_cards
from envs.core.jit import kernel
from envs.games.sheepshead.actions import SOLO_SUITS, Action
from envs.games.sheepshead.cards import CARDS_OF_SUIT, FAIL_ACES, NONE, Card, Order
from envs.games.sheepshead.layout import First, Seen, bits_of
from envs.games.sheepshead.variants import PLAYERS, ROWS, SIDES, Sides, Variant

_LIMITS = {
    "p3_1": 11,
    "p3_2": 8,
    "p3_3": 10,
    "p4_1": 7,
    "p4_2_7": 3,
    "p4_2_8": 3,
    "p6_1": 7,
    "p6_2": 6,
    "p7_1": 5,
    "p7_2": 5,
    "p7_3": 7,
    "p7_4": 6,
    "p7_5": 7,
    "p7_6": 6,
}
LIMITS = np.array([_LIMITS.get(name, 0) for name in ROWS], np.int64)
"""By variant: what a hand must be worth to be picked with; five players apart."""
JACK_COSTS = 3
"""More of it with the jack of diamonds in hand, where that means one partner less."""
LIMIT_ALONE = 8
"""Likewise for all four cards of the blind in `p7_6`."""


@kernel
def pick(observation: np.ndarray, action_mask: np.ndarray, order: int, hand: int) -> int:
    """Pick, or say what else the dealer may."""
    variant = int(observation[First.VARIANT])
    players = int(PLAYERS[variant])
    position = 1 + lowest(bits_of(observation, Seen.POSITION))
    may_pass = action_mask[Action.PASS] != 0
    offers = action_mask[Action.LEASTER] != 0 or action_mask[Action.DOUBLER] != 0 or action_mask[Action.SCHWANZER] != 0
    if is_pick(variant, position, order, hand) or not (may_pass or offers):
        return _how_to_pick(variant, order, hand)
    if variant == Variant.P7_5 and position == players and num_trumps(order, hand) == 0:
        return Action.NUCLEAR
    if may_pass:
        return Action.PASS
    if action_mask[Action.LEASTER] != 0 and (strength(order, hand) <= 3 or action_mask[Action.DOUBLER] == 0):
        return Action.LEASTER
    return Action.DOUBLER if action_mask[Action.DOUBLER] != 0 else Action.SCHWANZER


@kernel
def _how_to_pick(variant: int, order: int, hand: int) -> int:
    """How many cards to take where there is a choice."""
    if variant == Variant.P7_5:
        trumps = num_trumps(order, hand)
        if trumps == 0:
            return Action.NUCLEAR
        return Action.PICK_1 if trumps >= 3 else Action.PICK_2
    if variant == Variant.P7_6:
        return Action.PICK_4 if strength(order, hand) >= LIMIT_ALONE else Action.PICK_2
    return Action.PICK


@kernel
def is_pick(variant: int, position: int, order: int, hand: int) -> bool:
    """Whether a hand is good enough at a position, 1 for forehand."""
    players = int(PLAYERS[variant])
    if players == 5:
        return _is_pick_of_five(position, order, hand)
    limit = int(LIMITS[variant])
    if players <= 4:
        aces = num_cards(hand & FAIL_ACES) if SIDES[variant] == Sides.CUTTHROAT else 0
        return strength(order, hand) + aces >= limit
    if variant in (Variant.P6_1, Variant.P6_2, Variant.P7_3) and hand >> Card.JD & 1:
        limit += JACK_COSTS
    return num_trumps(order, hand) + 3 * num_queens(hand) >= limit - int(position == players)


@kernel
def _is_pick_of_five(position: int, order: int, hand: int) -> bool:
    trumps, queens, value = num_trumps(order, hand), num_queens(hand), strength(order, hand)
    least = 7 if position < 5 and trumps != 4 else 6
    if trumps >= 5 or (position >= 3 and value >= least):
        return True
    if trumps == 4:
        return value >= (8 if queens >= 1 else 7)
    fat = num_cards(fail_of(order, hand) & FAT)
    return trumps == 3 and queens >= 2 and queens + num_jacks(hand) == 3 and fat >= 2


@kernel
def bid(action_mask: np.ndarray, hand: int) -> int:
    """The bid of southern Indiana: a solo with seven trumps, billy without any, a call with five."""
    order = Order.INDIANA_H
    trumps = num_trumps(order, hand)
    if trumps >= 7 and hand >> Card.JC & 1 and hand >> Card.JS & 1:
        return Action.SOLO_BEST
    best, length = NONE, 6
    for i in range(len(SOLO_SUITS)):
        count = num_trumps(Order.INDIANA_C + SOLO_SUITS[i], hand)
        if hand >> Card.JC & 1 and count > length:
            best, length = i, count
    if best >= 0:
        return Action.SOLO_SIDE + best
    if trumps == 0 and hand & ACES == 0:
        return Action.SOLO_BILLY
    called, fewest = NONE, 99
    for suit in SOLO_SUITS:
        held = num_cards(hand & int(CARDS_OF_SUIT[order, suit]))
        if action_mask[Action.CALL_ACE + suit] != 0 and held < fewest:
            called, fewest = suit, held
    if trumps >= 5 and num_jacks(hand) >= 2 and called >= 0:
        return Action.CALL_ACE + called
    return Action.PASS
