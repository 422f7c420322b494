"""Bidding and the choice of trumps (rules, 9.1)."""

import numpy as np

from envs.core.cards import num_cards
from envs.core.jit import kernel
from envs.games.schmier.cards import ACE, LEFT, NUM_SUITS, RIGHT, TRUMPS, TWO
from envs.games.schmier.state import HIGHEST_BID, Action

_LIMITS = (58, 76, 92, 112)
"""Strength from which 3, 4, 5 and 6 are bid, in twentieths."""


@kernel
def strength(trump: int, hand: int) -> int:
    """Hand points that the team may make with a hand of six dealt cards and this trump suit, in twentieths (9.1)."""
    king = int(ACE[trump]) - 1
    total = 22 + 4 * num_cards(hand & int(TRUMPS[trump]))
    total += 26 * (hand >> int(ACE[trump]) & 1) + 14 * (hand >> int(TWO[trump]) & 1)
    total += 13 * (hand >> int(RIGHT[trump]) & 1) + 8 * (hand >> int(LEFT[trump]) & 1)
    total += 10 * (hand >> king & 1) + 9 * (hand >> (king - 1) & 1)
    return int(total)


@kernel
def best_suit(hand: int) -> int:
    """The suit with the greatest strength, of several the first."""
    best = 0
    for suit in range(1, NUM_SUITS):
        if strength(suit, hand) > strength(best, hand):
            best = suit
    return best


@kernel
def highest_bid(hand: int) -> int:
    """The most that is bid with a hand, 0 for nothing."""
    value = strength(best_suit(hand), hand)
    bid = 0
    for i in range(len(_LIMITS)):
        if value >= _LIMITS[i]:
            bid = 3 + i
    return bid


@kernel
def choose_bid(hand: int, action_mask: np.ndarray) -> int:
    """The lowest legal bid if the hand is worth it, or if passing is not allowed."""
    limit = highest_bid(hand)
    for bid in range(1, HIGHEST_BID + 1):
        if action_mask[Action.BID_1 + bid - 1] != 0:
            return Action.BID_1 + bid - 1 if bid <= limit or action_mask[Action.PASS] == 0 else Action.PASS
    return Action.PASS
