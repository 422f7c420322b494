"""What a Sheepshead player calls and buries (`rules/sheepshead.md`, section 9.4).

The call is decided first, then the bury keeps what the call needs.
"""

import numpy as np

from agents.heuristic.sheepshead_hand import ACES, fail_of, num_trumps, points_of, weakest
from envs.core.cards import lowest, num_cards, read_cards
from envs.core.jit import kernel
from envs.games.sheepshead import observation as seen
from envs.games.sheepshead import tables as t


@kernel
def _plan(order: int, cards: int, hand_size: int) -> tuple[int, int]:
    """The call to aim at with all cards seen, as an action, and the cards that it needs kept."""
    if cards & t.BLACK_QUEENS == t.BLACK_QUEENS and num_trumps(order, cards) >= hand_size:
        return t.SAY_ALONE, 0
    best, fewest, has_ten = t.NONE, 99, False
    for suit in range(t.NUM_FAIL):
        in_suit = cards & int(t.CARDS_OF_SUIT[order, suit])
        count = num_cards(in_suit)
        if count == 0 or cards >> int(t.ACE_OF[suit]) & 1:
            continue
        owns_ten = in_suit >> int(t.TEN_OF[suit]) & 1 == 1
        if count < fewest or (count == fewest and owns_ten and not has_ten):
            best, fewest, has_ten = suit, count, owns_ten
    if best >= 0:
        return t.CALL_ACE + best, 1 << weakest(order, cards & int(t.CARDS_OF_SUIT[order, best]))
    for suit in range(t.NUM_FAIL):
        if cards & t.FAIL_ACES == t.FAIL_ACES and cards >> int(t.TEN_OF[suit]) & 1 == 0:
            return t.CALL_TEN + suit, 1 << int(t.ACE_OF[suit])
    for suit in range(t.NUM_FAIL):
        if cards >> int(t.ACE_OF[suit]) & 1 == 0:
            return t.CALL_UNKNOWN + suit, 0
    return t.SAY_ALONE, 0


@kernel
def call(observation: np.ndarray, action_mask: np.ndarray, order: int, hand: int) -> int:
    buried = read_cards(observation, seen.BURIED_AT, t.NUM_CARDS)
    if action_mask[t.SILENT] != 0:
        return t.CALL_UP if action_mask[t.CALL_UP] != 0 else t.SILENT
    planned, _ = _plan(order, hand | buried, num_cards(hand))
    if action_mask[planned] != 0:
        return planned
    for action in range(t.CALL_ACE, t.CALL_SELF):
        if action_mask[action] != 0:
            return action
    return t.SAY_ALONE


@kernel
def lay_under(order: int, hand: int) -> int:
    fail = fail_of(order, hand) & ~ACES
    return weakest(order, fail if fail != 0 else hand)


@kernel
def bury(observation: np.ndarray, order: int, hand: int) -> int:
    """The next card of the best bury: most fail suits emptied, then (few players) fewest aces, most points, lowest cards."""
    variant = int(observation[seen.VARIANT_AT])
    players = int(t.PLAYERS[variant])
    to_bury = int(observation[seen.numbers_at(players) + 3 * players + seen.TO_BURY])
    buried = read_cards(observation, seen.BURIED_AT, t.NUM_CARDS)
    cards = hand | buried
    reserved = 0
    if t.SIDES[variant] == t.ONE_PARTNER or t.SIDES[variant] == t.BOTH_PARTNERS:
        _, reserved = _plan(order, cards, num_cards(hand) - to_bury)
    fail = hand & ~int(t.CARDS_OF_SUIT[order, t.TRUMP]) & ~reserved
    if num_cards(fail) <= to_bury:
        return lowest(fail) if fail != 0 else weakest(order, hand & ~reserved if hand != reserved else hand)
    list_of = np.zeros(t.NUM_CARDS, np.int64)
    count = 0
    for card in range(t.NUM_CARDS):
        if fail >> card & 1:
            list_of[count] = card
            count += 1
    best, best_value = 0, -1
    subset = (1 << to_bury) - 1
    while subset < 1 << count:
        chosen = 0
        for i in range(count):
            if subset >> i & 1:
                chosen |= 1 << list_of[i]
        value = _value_of_bury(order, cards, buried | chosen, reserved, players)
        if value > best_value:
            best, best_value = chosen, value
        low = subset & -subset
        ripple = subset + low
        subset = ripple | ((subset ^ ripple) // low >> 2)
    return lowest(best)


@kernel
def _value_of_bury(order: int, cards: int, bury: int, reserved: int, players: int) -> int:
    empty = 0
    for suit in range(t.NUM_FAIL):
        in_suit = int(t.CARDS_OF_SUIT[order, suit])
        empty += int(cards & in_suit != 0 and cards & in_suit & ~bury == 0 and reserved & in_suit == 0)
    aces = num_cards(bury & t.FAIL_ACES)
    value = 100 * empty + (10 * (9 - aces) if players <= 4 else 0)
    return 10 * (100 * value + points_of(bury)) + 9 - aces
