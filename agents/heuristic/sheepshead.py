"""Rules of thumb for Sheepshead (rules, section 9), for every variant.

What a hand is played for (picking, bidding, calling, burying) stands here, what is played to a trick in `sheepshead_tricks`.
"""

import numpy as np

from agents.heuristic import sheepshead_tricks as tricks
from agents.heuristic.sheepshead_tricks import VIEW_SIZE, num_jacks, num_queens, num_trumps, strength
from envs.core.cards import lowest, num_cards, read_cards
from envs.core.jit import kernel
from envs.games.sheepshead import observation as seen
from envs.games.sheepshead import tables as t

NOT_ASKED = -1
"""Instead of an action, where nobody is to move."""


@kernel
def choose(observation: np.ndarray, action_mask: np.ndarray) -> int:
    """Choose a legal action.

    Args:
        observation: int8, of the player to move.
        action_mask: int8 [NUM_ACTIONS].

    Returns:
        The action, or NOT_ASKED.
    """
    variant = int(observation[seen.VARIANT_AT])
    players = int(t.PLAYERS[variant])
    at = seen.DOWN_AT + seen.PHASE2_BIT if players == 2 else seen.flags_at(players) + seen.PHASE_BIT
    phases = read_cards(observation, at, len(t.PHASES) - 2)
    if phases == 0:
        return NOT_ASKED
    phase = 2 + lowest(phases)
    if phase == t.PLAY:
        view = np.zeros(VIEW_SIZE, np.int64)
        tricks.look(observation, action_mask, view)
        return tricks.choose_card(observation, action_mask, view)
    order = int(observation[seen.TRUMPS_AT])
    hand = read_cards(observation, seen.HAND_AT, t.NUM_CARDS)
    action = _choose_before_play(observation, action_mask, phase, order, hand)
    return action if action_mask[action] != 0 else _first_legal(action_mask)


@kernel
def _first_legal(action_mask: np.ndarray) -> int:
    for action in range(len(action_mask)):
        if action_mask[action] != 0:
            return action
    return NOT_ASKED


@kernel
def _choose_before_play(observation: np.ndarray, action_mask: np.ndarray, phase: int, order: int, hand: int) -> int:
    """What to do before the first lead; an action that is not legal stands for "whatever is"."""
    if phase == t.PICK:
        return _pick(observation, action_mask, order, hand)
    if phase == t.BURY:
        return _bury(observation, order, hand)
    if phase == t.CALL:
        return _call(observation, action_mask, order, hand)
    if phase == t.UNDER:
        return _under(order, hand)
    if phase == t.BID:
        return _bid(action_mask, hand)
    if phase == t.CRACK:
        return (
            t.SAY_CRACK if num_trumps(order, hand) >= 4 and num_queens(hand) >= 2 and action_mask[t.SAY_CRACK] else t.NO_CRACK
        )
    return _choose_rarely(observation, action_mask, phase, order, hand)


@kernel
def _choose_rarely(observation: np.ndarray, action_mask: np.ndarray, phase: int, order: int, hand: int) -> int:
    if phase == t.REDEAL_CLAIM:
        return t.CLAIM_REDEAL if action_mask[t.CLAIM_REDEAL] else t.NO_CLAIM
    if phase == t.BLITZ:
        if num_trumps(order, hand) >= 5:
            return t.BLITZ_BLACK if action_mask[t.BLITZ_BLACK] else t.BLITZ_RED
        return t.NO_BLITZ
    if phase == t.GIVE:
        for card in (t.JD, t.QS, t.QC):
            if action_mask[card]:
                return card
        return t.KEEP
    if phase == t.RETURN:
        return tricks.weakest(order, read_cards(action_mask, 0, t.NUM_CARDS))
    if phase == t.EXTRA_CALL:
        return t.CALL_EXTRA if action_mask[t.CALL_EXTRA] else t.STOP
    if phase == t.RECRACK:
        buried = read_cards(observation, seen.BURIED_AT, t.NUM_CARDS)
        is_strong = num_trumps(order, hand) >= 5 and tricks.points_of(buried) >= 20
        return t.SAY_RECRACK if is_strong else t.NO_RECRACK
    return t.NAME_FIRST + int(t.NUM_TRICKS[observation[seen.VARIANT_AT]]) - 1


# --- Pick (9.3) ------------------------------------------------------------------------------------------------------------


@kernel
def _pick(observation: np.ndarray, action_mask: np.ndarray, order: int, hand: int) -> int:
    variant = int(observation[seen.VARIANT_AT])
    players = int(t.PLAYERS[variant])
    groups = seen.groups_at(players)
    position = 1 + lowest(read_cards(observation, groups + seen.POSITION_GROUP * players, players))
    is_last = position == players
    trumps, queens = num_trumps(order, hand), num_queens(hand)
    may_pass = action_mask[t.PASS] != 0
    offers = action_mask[t.SAY_LEASTER] != 0 or action_mask[t.SAY_DOUBLER] != 0 or action_mask[t.SAY_SCHWANZER] != 0
    is_forced = not may_pass and not offers
    if variant == t.P7_5:
        if is_last and trumps == 0:
            return t.NUCLEAR
        if trumps >= 3:
            return t.PICK_1
        if is_forced or (is_last and trumps == 2):
            return t.PICK_2
    elif variant == t.P7_6:
        if trumps == 4 and queens >= 2:
            return t.PICK_4
        if is_forced or trumps >= 3 or (trumps == 2 and queens >= 1 and is_last):
            return t.PICK_2
    elif is_forced or _is_pick(variant, position, order, hand):
        return t.PICK_IT
    if may_pass:
        return t.PASS
    if action_mask[t.SAY_LEASTER] != 0 and (strength(order, hand) <= 3 or action_mask[t.SAY_DOUBLER] == 0):
        return t.SAY_LEASTER
    return t.SAY_DOUBLER if action_mask[t.SAY_DOUBLER] != 0 else t.SAY_SCHWANZER


@kernel
def _is_pick(variant: int, position: int, order: int, hand: int) -> bool:
    """Whether a hand is good enough."""
    players = int(t.PLAYERS[variant])
    trumps, queens = num_trumps(order, hand), num_queens(hand)
    if players == 3:
        return trumps + num_cards(hand & t.FAIL_ACES) >= (6 if t.HAND_SIZE[variant] == 8 else 7)
    if players == 4:
        need = 6 if t.HAND_SIZE[variant] == 8 else 5
        return trumps >= need or (trumps == need - 1 and queens >= 1)
    if players == 6:
        return trumps >= 4 or (trumps == 3 and queens >= 1)
    if players == 7:
        return trumps >= 3 or (trumps == 2 and queens >= 1 and position == players)
    value = strength(order, hand)
    if trumps >= 5 or (trumps == 4 and queens >= 1 and (position >= 3 or value >= 8)):
        return True
    if trumps == 4 and queens == 0 and (position == players or value >= 7):
        return True
    fat = num_cards(hand & _fat_fail(order))
    return trumps == 3 and queens >= 2 and queens + num_jacks(hand) == 3 and fat >= 2


@kernel
def _fat_fail(order: int) -> int:
    """Fail aces and tens."""
    cards = 0
    for suit in range(4):
        cards |= 1 << int(t.ACE_OF[suit]) | 1 << int(t.TEN_OF[suit])
    return cards & ~int(t.CARDS_OF_SUIT[order, t.TRUMP])


@kernel
def _bid(action_mask: np.ndarray, hand: int) -> int:
    """The bid of southern Indiana."""
    order = t.INDIANA_H
    trumps = num_trumps(order, hand)
    if trumps >= 7 and hand >> t.JC & 1 and hand >> t.JS & 1:
        return t.SOLO_BEST
    best, most = t.NONE, 6
    for i in range(3):
        count = num_trumps(t.INDIANA_C + t.SOLO_SUITS[i], hand)
        if hand >> t.JC & 1 and count > most:
            best, most = i, count
    if best >= 0:
        return t.SOLO_SIDE + best
    aces = t.FAIL_ACES | 1 << t.AD
    if trumps == 0 and hand & aces == 0:
        return t.SOLO_BILLY
    called, fewest = t.NONE, 99
    for suit in t.SOLO_SUITS:
        held = num_cards(hand & int(t.CARDS_OF_SUIT[order, suit]))
        if action_mask[t.CALL_ACE + suit] != 0 and held < fewest:
            called, fewest = suit, held
    if trumps >= 5 and num_jacks(hand) >= 2 and called >= 0:
        return t.CALL_ACE + called
    return t.PASS


# --- Call and bury (9.4) ---------------------------------------------------------------------------------------------------


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
        return t.CALL_ACE + best, 1 << tricks.weakest(order, cards & int(t.CARDS_OF_SUIT[order, best]))
    for suit in range(t.NUM_FAIL):
        if cards & t.FAIL_ACES == t.FAIL_ACES and cards >> int(t.TEN_OF[suit]) & 1 == 0:
            return t.CALL_TEN + suit, 1 << int(t.ACE_OF[suit])
    for suit in range(t.NUM_FAIL):
        if cards >> int(t.ACE_OF[suit]) & 1 == 0:
            return t.CALL_UNKNOWN + suit, 0
    return t.SAY_ALONE, 0


@kernel
def _call(observation: np.ndarray, action_mask: np.ndarray, order: int, hand: int) -> int:
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
def _under(order: int, hand: int) -> int:
    fail = hand & ~int(t.CARDS_OF_SUIT[order, t.TRUMP])
    for suit in range(4):
        fail &= ~(1 << int(t.ACE_OF[suit]))
    return tricks.weakest(order, fail if fail != 0 else hand)


@kernel
def _bury(observation: np.ndarray, order: int, hand: int) -> int:
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
        return lowest(fail) if fail != 0 else tricks.weakest(order, hand & ~reserved if hand != reserved else hand)
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
    return 10 * (100 * value + tricks.points_of(bury)) + 9 - aces
