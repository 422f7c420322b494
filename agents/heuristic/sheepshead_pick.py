"""Whether a Sheepshead player picks, and what is bid in southern Indiana (`rules/sheepshead.md`, section 9.3)."""

import numpy as np

from agents.heuristic.sheepshead_hand import ACES, FAT, fail_of, num_jacks, num_queens, num_trumps, strength
from envs.core.cards import lowest, num_cards, read_cards
from envs.core.jit import kernel
from envs.games.sheepshead import observation as seen
from envs.games.sheepshead import tables as t


@kernel
def pick(observation: np.ndarray, action_mask: np.ndarray, order: int, hand: int) -> int:
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
    fat = num_cards(fail_of(order, hand) & FAT)
    return trumps == 3 and queens >= 2 and queens + num_jacks(hand) == 3 and fat >= 2


@kernel
def bid(action_mask: np.ndarray, hand: int) -> int:
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
    if trumps == 0 and hand & ACES == 0:
        return t.SOLO_BILLY
    called, fewest = t.NONE, 99
    for suit in t.SOLO_SUITS:
        held = num_cards(hand & int(t.CARDS_OF_SUIT[order, suit]))
        if action_mask[t.CALL_ACE + suit] != 0 and held < fewest:
            called, fewest = suit, held
    if trumps >= 5 and num_jacks(hand) >= 2 and called >= 0:
        return t.CALL_ACE + called
    return t.PASS
