"""Rules of thumb for Schmier (rules, section 9), cited by number.

*Unseen* cards are not in the own hand, not played, and none that the player himself discarded or saw buried. Where section 9
leaves a tie, the lowest card number comes first; among several cards that may win a trick, plain cards are weaker than
trumps; of the two bauers and the joker the one that is given first wins (9.3).
"""

import numpy as np

from agents.heuristic.schmier.bidding import best_suit, choose_bid
from agents.heuristic.schmier.orders import KEPT_FIRST, WEAKEST, first_by
from agents.heuristic.schmier.play import choose_card
from envs.core.cards import read_cards
from envs.core.jit import kernel
from envs.games.schmier.cards import NUM_CARDS, NUM_SUITS, PACK, TRUMPS
from envs.games.schmier.observation import At
from envs.games.schmier.state import Action, Phase

_ACES = PACK.parse_set("AC AD AH AS")


@kernel
def choose(observation: np.ndarray, action_mask: np.ndarray) -> int:
    """Choose a legal action.

    Args:
        observation: int8 [DEAL_OBSERVATION.size] or longer, of the player to move.
        action_mask: int8 [NUM_ACTIONS].

    Returns:
        The action, or -1 where nobody is to move.
    """
    hand = read_cards(observation, At.HAND, NUM_CARDS)
    if _is_phase(observation, Phase.BID):
        return choose_bid(hand, action_mask)
    if _is_phase(observation, Phase.TRUMP):
        return Action.TRUMP_C + best_suit(hand)
    trump = 0
    for suit in range(NUM_SUITS):
        if observation[At.TRUMP + suit] != 0:
            trump = suit
    if _is_phase(observation, Phase.PLAY):
        return choose_card(observation, trump, hand, read_cards(action_mask, 0, NUM_CARDS))
    if _is_phase(observation, Phase.EXCHANGE):
        candidates = read_cards(action_mask, 0, NUM_CARDS) & ~int(TRUMPS[trump]) & ~_ACES
        return first_by(WEAKEST, trump, candidates) if candidates != 0 else Action.DONE
    if _is_phase(observation, Phase.KEEP):
        return first_by(KEPT_FIRST, trump, read_cards(action_mask, 0, NUM_CARDS))
    return -1


@kernel
def _is_phase(observation: np.ndarray, phase: int) -> bool:
    return bool(observation[At.PHASE + phase - Phase.BID] != 0)
