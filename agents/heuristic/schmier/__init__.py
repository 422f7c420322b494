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
from envs.games.schmier.observation import HAND_AT, PHASE_AT, TRUMP_AT
from envs.games.schmier.state import BID, DONE, EXCHANGE, KEEP, NAME_TRUMP, PLAY, TRUMP_C

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
    hand = read_cards(observation, HAND_AT, NUM_CARDS)
    if _is_phase(observation, BID):
        return choose_bid(hand, action_mask)
    if _is_phase(observation, NAME_TRUMP):
        return TRUMP_C + best_suit(hand)
    trump = 0
    for suit in range(NUM_SUITS):
        if observation[TRUMP_AT + suit] != 0:
            trump = suit
    if _is_phase(observation, PLAY):
        return choose_card(observation, trump, hand, read_cards(action_mask, 0, NUM_CARDS))
    if _is_phase(observation, EXCHANGE):
        candidates = read_cards(action_mask, 0, NUM_CARDS) & ~int(TRUMPS[trump]) & ~_ACES
        return first_by(WEAKEST, trump, candidates) if candidates != 0 else DONE
    if _is_phase(observation, KEEP):
        return first_by(KEPT_FIRST, trump, read_cards(action_mask, 0, NUM_CARDS))
    return -1


@kernel
def _is_phase(observation: np.ndarray, phase: int) -> bool:
    return bool(observation[PHASE_AT + phase - BID] != 0)
