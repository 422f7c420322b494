"""Rules of thumb for Sheepshead (rules, section 9), for every variant.

The modules beside this one, in the order of a hand: `sheepshead_pick`, `sheepshead_bury` (and call), `sheepshead_table` (what
is seen when a card is to be played), `sheepshead_sides` (who is with whom), `sheepshead_judge` (what a card is worth),
`sheepshead_lead`, `sheepshead_play`; `sheepshead_hand` is used by all.
"""

import numpy as np

from agents.heuristic.sheepshead_bury import bury, call, lay_under
from agents.heuristic.sheepshead_hand import num_queens, num_trumps, points_of, weakest
from agents.heuristic.sheepshead_pick import bid, pick
from agents.heuristic.sheepshead_play import choose_card
from agents.heuristic.sheepshead_table import VIEW, look
from envs.core.cards import lowest, read_cards
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
    phases = read_cards(observation, at, len(seen.SHOWN_PHASES))
    if phases == 0:
        return NOT_ASKED
    phase = t.REDEAL_CLAIM + lowest(phases)
    if phase == t.PLAY:
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
    order = int(observation[seen.TRUMPS_AT])
    hand = read_cards(observation, seen.HAND_AT, t.NUM_CARDS)
    if phase == t.PICK:
        return pick(observation, action_mask, order, hand)
    if phase == t.BURY:
        return bury(observation, order, hand)
    if phase == t.CALL:
        return call(observation, action_mask, order, hand)
    if phase == t.UNDER:
        return lay_under(order, hand)
    if phase == t.BID:
        return bid(action_mask, hand)
    if phase in (t.BLITZ, t.CRACK, t.RECRACK):
        return _double(observation, action_mask, phase, order, hand)
    return _choose_rarely(observation, action_mask, phase, order)


@kernel
def _double(observation: np.ndarray, action_mask: np.ndarray, phase: int, order: int, hand: int) -> int:
    """Raise the stakes with a strong hand only (9.3)."""
    trumps = num_trumps(order, hand)
    if phase == t.BLITZ:
        if trumps < 5:
            return t.NO_BLITZ
        return t.BLITZ_BLACK if action_mask[t.BLITZ_BLACK] != 0 else t.BLITZ_RED
    if phase == t.CRACK:
        return t.SAY_CRACK if trumps >= 4 and num_queens(hand) >= 2 else t.NO_CRACK
    buried = read_cards(observation, seen.BURIED_AT, t.NUM_CARDS)
    return t.SAY_RECRACK if trumps >= 5 and points_of(buried) >= 20 else t.NO_RECRACK


@kernel
def _choose_rarely(observation: np.ndarray, action_mask: np.ndarray, phase: int, order: int) -> int:
    """Claims, exchanges, extra calls, and the named trick of a leaster: the last one."""
    if phase == t.REDEAL_CLAIM:
        return t.CLAIM_REDEAL
    if phase == t.AUTO_BUCK:
        return t.SHOW_BUCK
    if phase == t.GIVE:
        for card in (t.JD, t.QS, t.QC):
            if action_mask[card] != 0:
                return card
        return t.KEEP
    if phase == t.RETURN:
        return weakest(order, read_cards(action_mask, 0, t.NUM_CARDS))
    if phase == t.EXTRA_CALL:
        return t.CALL_EXTRA if action_mask[t.CALL_EXTRA] != 0 else t.STOP
    return t.NAME_FIRST + int(t.NUM_TRICKS[observation[seen.VARIANT_AT]]) - 1
