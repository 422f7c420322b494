"""Rules of thumb for Ramsch and Schieberamsch (rules, section 9.4; for a Grand Hand 9.1 to 9.3).

The Durchmarsch attempt of 9.4-5 is left out: one deal in 20,000 has a hand for it, so that it changes no average.
"""

import numpy as np

from agents.heuristic.skat_family.hands import card_to_pass, says_yes
from agents.heuristic.skat_family.play import choose_card
from envs.core.cards import read_cards
from envs.core.jit import kernel
from envs.games.ramsch.actions import YES, Action
from envs.games.ramsch.observation import NUM_PHASES, At
from envs.games.skat_family.cards import NUM_CARDS, Kind
from envs.games.skat_family.observation import read_phase
from envs.games.skat_family.state import Phase

NOT_ASKED = -1
"""Instead of an action, where nobody is to move."""


@kernel
def choose(observation: np.ndarray, action_mask: np.ndarray) -> int:
    """Choose a legal action, or NOT_ASKED."""
    hand = read_cards(observation, At.HAND, NUM_CARDS)
    phase = read_phase(observation, At.PHASE, NUM_PHASES)
    if phase == Phase.PLAY:
        return choose_card(observation, action_mask, Kind.GRAND, At.POSITION, At.DECLARER, At.TOOK)
    if phase == Phase.PASS_ON:
        return card_to_pass(hand, read_cards(action_mask, 0, NUM_CARDS), observation[At.NUM_PUT_AWAY] != 0)
    if phase == Phase.DECLARE:
        return Action.DECLARE
    if phase == Phase.OVER:
        return NOT_ASKED
    return int(YES[phase]) + int(not says_yes(phase, Kind.GRAND, hand))
