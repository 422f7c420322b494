"""Rules of thumb for Schmier (rules, section 9), cited by number.

*Unseen* cards are not in the own hand, not played, and none that the player discarded or saw buried. Where section 9
leaves a tie, the lowest card number comes first; among several cards that may win a trick, plain cards are weaker than
trumps; of the two bauers and the joker the one that is given first wins (9.3).
"""

import numpy as np

from agents.heuristic.schmier.bidding import best_suit, choose_bid
from agents.heuristic.schmier.orders import KEPT_FIRST
from agents.heuristic.schmier.play import choose_card
from envs.core.cards import read_cards, read_flag
from envs.core.jit import kernel
from envs.core.tricks import least
from envs.games.schmier.cards import NUM_CARDS, NUM_SUITS, PACK, POWER, TRUMPS
from envs.games.schmier.observation import At
from envs.games.schmier.state import Action, Phase

_ACES = PACK.parse_set("AC AD AH AS")


@kernel
def choose(observation: np.ndarray, action_mask: np.ndarray) -> int:
    """Choose a legal action; -1 where nobody is to move."""
    phase = Phase.BID + read_flag(observation, At.PHASE, Phase.PLAY - Phase.BID + 1)
    hand = read_cards(observation, At.HAND, NUM_CARDS)
    if phase < Phase.BID:
        return -1
    if phase == Phase.BID:
        return choose_bid(hand, action_mask)
    if phase == Phase.TRUMP:
        return Action.TRUMP_C + best_suit(hand)
    trump = read_flag(observation, At.TRUMP, NUM_SUITS)
    legal = read_cards(action_mask, 0, NUM_CARDS)
    if phase == Phase.EXCHANGE:
        candidates = legal & ~int(TRUMPS[trump]) & ~_ACES
        return least(POWER, trump, candidates) if candidates != 0 else Action.DONE
    if phase == Phase.KEEP:
        return least(KEPT_FIRST, trump, legal)
    return choose_card(observation, trump, hand, legal)
