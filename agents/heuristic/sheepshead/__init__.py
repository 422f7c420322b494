"""Rules of thumb for Sheepshead (rules, section 9), for every variant.

The modules in the order of a hand: `pick`, `bury` (and call), `table` (what is seen when a card is to be played), `sides` (who
is with whom), `judge` (what a card is worth), `lead`, `play`; `hand` is used by all.
"""

import numpy as np

from agents.heuristic.sheepshead.bury import bury, call, lay_under
from agents.heuristic.sheepshead.hand import num_queens, num_trumps, weakest
from agents.heuristic.sheepshead.pick import bid, pick
from agents.heuristic.sheepshead.play import choose_card
from agents.heuristic.sheepshead.table import VIEW, look
from envs.core.cards import lowest, read_cards
from envs.core.jit import kernel
from envs.core.tricks import sum_of
from envs.games.sheepshead.actions import Action, Phase
from envs.games.sheepshead.cards import CARD_POINTS, NUM_CARDS, Card
from envs.games.sheepshead.layout import First, Seen, bits_of
from envs.games.sheepshead.variants import NUM_TRICKS

NOT_ASKED = -1
"""Instead of an action, where nobody is to move."""


@kernel
def choose(observation: np.ndarray, action_mask: np.ndarray) -> int:
    """Choose a legal action, NOT_ASKED where nobody is to move."""
    phases = bits_of(observation, Seen.PHASE)
    if phases == 0:
        return NOT_ASKED
    phase = Phase.REDEAL_CLAIM + lowest(phases)
    if phase == Phase.PLAY:
        view = np.zeros(1, VIEW)[0]
        look(observation, action_mask, view)
        return choose_card(observation, action_mask, view)
    action = _choose_before_play(observation, action_mask, phase)
    return action if action_mask[action] != 0 else _first_legal(action_mask)


@kernel
def _first_legal(action_mask: np.ndarray) -> int:
    for action in range(len(action_mask)):
        if action_mask[action] != 0:
            return action
    return NOT_ASKED


@kernel
def _choose_before_play(observation: np.ndarray, action_mask: np.ndarray, phase: int) -> int:
    """What to do before the first lead; an action that is not legal stands for "whatever is"."""
    order = int(observation[First.TRUMPS])
    hand = bits_of(observation, Seen.HAND)
    if phase == Phase.PICK:
        return pick(observation, action_mask, order, hand)
    if phase == Phase.BURY:
        return bury(observation, order, hand)
    if phase == Phase.CALL:
        return call(observation, action_mask, order, hand)
    if phase == Phase.UNDER:
        return lay_under(order, hand)
    if phase == Phase.BID:
        return bid(action_mask, hand)
    if phase in (Phase.BLITZ, Phase.CRACK, Phase.RECRACK):
        return _double(observation, action_mask, phase, order, hand)
    return _choose_rarely(observation, action_mask, phase, order)


@kernel
def _double(observation: np.ndarray, action_mask: np.ndarray, phase: int, order: int, hand: int) -> int:
    """Raise the stakes with a strong hand only (9.3)."""
    trumps = num_trumps(order, hand)
    if phase == Phase.BLITZ:
        if trumps < 5:
            return Action.NO_BLITZ
        return Action.BLITZ_BLACK if action_mask[Action.BLITZ_BLACK] != 0 else Action.BLITZ_RED
    if phase == Phase.CRACK:
        return Action.CRACK if trumps >= 4 and num_queens(hand) >= 2 else Action.NO_CRACK
    buried = bits_of(observation, Seen.BURIED)
    return Action.RECRACK if trumps >= 5 and sum_of(CARD_POINTS, buried) >= 20 else Action.NO_RECRACK


@kernel
def _choose_rarely(observation: np.ndarray, action_mask: np.ndarray, phase: int, order: int) -> int:
    """Claims, exchanges, extra calls, and the named trick of a leaster: the last one."""
    if phase == Phase.REDEAL_CLAIM:
        return Action.CLAIM_REDEAL
    if phase == Phase.AUTO_BUCK:
        return Action.AUTO_BUCK
    if phase == Phase.GIVE:
        for card in (Card.JD, Card.QS, Card.QC):
            if action_mask[card] != 0:
                return card
        return Action.KEEP
    if phase == Phase.RETURN:
        return weakest(order, read_cards(action_mask, 0, NUM_CARDS))
    if phase == Phase.EXTRA_CALL:
        return Action.CALL_EXTRA if action_mask[Action.CALL_EXTRA] != 0 else Action.STOP
    return Action.NAME_TRICK + int(NUM_TRICKS[observation[First.VARIANT]]) - 1
