"""What a Sheepshead player calls and buries (rules, section 9.4).

The call is decided first, then the bury keeps what the call needs.
"""

import numpy as np

from agents.heuristic.sheepshead.hand import ACES, fail_of, in_suit, num_trumps, weakest
from envs.core.cards import lowest, num_cards
from envs.core.jit import kernel
from envs.core.tricks import sum_of
from envs.games.sheepshead.actions import Action
from envs.games.sheepshead.cards import ACE_OF, BLACK_QUEENS, CARD_POINTS, FAIL_ACES, NONE, NUM_CARDS, NUM_FAIL, TEN_OF
from envs.games.sheepshead.layout import First, Seen, at, bits_of
from envs.games.sheepshead.variants import PLAYERS, SIDES, Sides


@kernel
def plan(order: int, cards: int, hand_size: int) -> tuple[int, int]:
    """The call to aim at, and the cards that it needs kept; `cards` are hand and blind together, `hand_size` what remains."""
    if cards & BLACK_QUEENS == BLACK_QUEENS and num_trumps(order, cards) >= hand_size:
        return Action.ALONE, 0
    suit = _suit_to_call(order, cards)
    if suit >= 0:
        return Action.CALL_ACE + suit, 1 << weakest(order, in_suit(order, suit, cards))
    has_all_aces = cards & FAIL_ACES == FAIL_ACES
    for suit in range(NUM_FAIL):
        if has_all_aces and cards >> int(TEN_OF[suit]) & 1 == 0:
            return Action.CALL_TEN + suit, 1 << int(ACE_OF[suit])
        if cards >> int(ACE_OF[suit]) & 1 == 0:
            return Action.CALL_UNKNOWN + suit, 0
    return Action.ALONE, 0


@kernel
def _suit_to_call(order: int, cards: int) -> int:
    """The suit without its ace of which fewest cards are held, at least one; of equal ones where the ten is held; or NONE."""
    best, least = NONE, 99
    for suit in range(NUM_FAIL):
        held = in_suit(order, suit, cards)
        if held == 0 or held >> int(ACE_OF[suit]) & 1:
            continue
        key = 2 * num_cards(held) - (held >> int(TEN_OF[suit]) & 1)
        if key < least:
            best, least = suit, key
    return int(best)


@kernel
def call(observation: np.ndarray, action_mask: np.ndarray, order: int, hand: int) -> int:
    """Announce the planned call, or the first that is legal; call up a jack wherever that is offered."""
    if action_mask[Action.SILENT] != 0:
        return Action.CALL_UP if action_mask[Action.CALL_UP] != 0 else Action.SILENT
    buried = bits_of(observation, Seen.BURIED)
    planned, _ = plan(order, hand | buried, num_cards(hand))
    if action_mask[planned] != 0:
        return planned
    for action in range(Action.CALL_ACE, Action.CALL_SELF):
        if action_mask[action] != 0:
            return action
    return Action.ALONE


@kernel
def lay_under(order: int, hand: int) -> int:
    """The card to lay face down for an unknown: the weakest fail card that is no ace, else the weakest."""
    fail = fail_of(order, hand) & ~ACES
    return weakest(order, fail if fail != 0 else hand)


@kernel
def bury(observation: np.ndarray, order: int, hand: int) -> int:
    """The next card of the best bury: the lowest one, so that the whole bury comes out the same card by card."""
    variant = int(observation[First.VARIANT])
    players = int(PLAYERS[variant])
    to_bury = int(observation[at(observation, Seen.TO_BURY)])
    buried = bits_of(observation, Seen.BURIED)
    reserved = 0
    if SIDES[variant] in (Sides.ONE_PARTNER, Sides.BOTH_PARTNERS):
        _, reserved = plan(order, hand | buried, num_cards(hand) - to_bury)
    fail = fail_of(order, hand) & ~reserved
    if num_cards(fail) > to_bury:
        return lowest(_best_bury(order, hand | buried, fail, buried, reserved, to_bury, players))
    if fail != 0:
        return lowest(fail)
    return weakest(order, hand & ~reserved if hand != reserved else hand)


@kernel
def _best_bury(order: int, cards: int, fail: int, buried: int, reserved: int, to_bury: int, players: int) -> int:
    """The best set of `to_bury` cards out of `fail`, which has more; of equal ones that with the lowest cards.

    All cards seen are `cards`, those `buried` already among them; those `reserved` are kept for the call.
    """
    candidates = np.zeros(NUM_CARDS, np.int64)
    count = 0
    while fail != 0:
        candidates[count] = lowest(fail)
        fail &= fail - 1
        count += 1
    best, best_value = 0, -1
    subset = (1 << to_bury) - 1
    while subset < 1 << count:
        chosen = 0
        for i in range(count):
            chosen |= (subset >> i & 1) << candidates[i]
        value = _value_of_bury(order, cards, buried | chosen, reserved, players)
        if value > best_value:
            best, best_value = chosen, value
        low = subset & -subset  # the next greater number with as many bits
        ripple = subset + low
        subset = ripple | ((subset ^ ripple) // low >> 2)
    return best


@kernel
def _value_of_bury(order: int, cards: int, buried: int, reserved: int, players: int) -> int:
    """Most suits emptied, then (up to four players) fewest aces, then most card points, then fewest aces."""
    empty = 0
    for suit in range(NUM_FAIL):
        held = in_suit(order, suit, cards)
        empty += int(held != 0 and held & ~buried == 0 and reserved & held == 0)
    aces = num_cards(buried & FAIL_ACES)
    spared = 9 - aces if players <= 4 else 0
    return (100 * empty + 10 * spared) * 1000 + 10 * sum_of(CARD_POINTS, buried) + 9 - aces
