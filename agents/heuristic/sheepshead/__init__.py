"""Rules of thumb for Sheepshead (rules, section 9), for every variant.

The modules in the order of a hand: `pick`, `bury` (and call), `table` (what is seen when a card is to be played), `sides` (who
is with whom), `judge` (what a card is worth), `lead`, `play`; `hand` is used by all.
"""

import numpy as np

from agents.heuristic.sheepshead.bury import bury, call, lay_under
from agents.heuristic.sheepshead.hand import num_queens, num_trumps, points_of, weakest
from agents.heuristic.sheepshead.pick import bid, pick
from agents.heuristic.sheepshead.play import choose_card
from agents.heuristic.sheepshead.table import VIEW, look
from envs.core.cards import lowest, read_cards
from envs.core.jit import kernel
from envs.games.sheepshead.actions import (
    AUTO_BUCK,
    BID,
    BLITZ,
    BLITZ_BLACK,
    BLITZ_RED,
    BURY,
    CALL,
    CALL_EXTRA,
    CLAIM_REDEAL,
    CRACK,
    EXTRA_CALL,
    GIVE,
    KEEP,
    NAME_FIRST,
    NO_BLITZ,
    NO_CRACK,
    NO_RECRACK,
    PICK,
    PLAY,
    RECRACK,
    REDEAL_CLAIM,
    RETURN,
    SAY_CRACK,
    SAY_RECRACK,
    SHOW_BUCK,
    STOP,
    UNDER,
)
from envs.games.sheepshead.cards import JD, NUM_CARDS, QC, QS
from envs.games.sheepshead.observation import (
    BURIED_AT,
    DOWN_AT,
    HAND_AT,
    PHASE2_BIT,
    PHASE_BIT,
    SHOWN_PHASES,
    TRUMPS_AT,
    VARIANT_AT,
    flags_at,
)
from envs.games.sheepshead.variants import NUM_TRICKS, PLAYERS

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
    variant = int(observation[VARIANT_AT])
    players = int(PLAYERS[variant])
    at = DOWN_AT + PHASE2_BIT if players == 2 else flags_at(players) + PHASE_BIT
    phases = read_cards(observation, at, len(SHOWN_PHASES))
    if phases == 0:
        return NOT_ASKED
    phase = REDEAL_CLAIM + lowest(phases)
    if phase == PLAY:
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
    order = int(observation[TRUMPS_AT])
    hand = read_cards(observation, HAND_AT, NUM_CARDS)
    if phase == PICK:
        return pick(observation, action_mask, order, hand)
    if phase == BURY:
        return bury(observation, order, hand)
    if phase == CALL:
        return call(observation, action_mask, order, hand)
    if phase == UNDER:
        return lay_under(order, hand)
    if phase == BID:
        return bid(action_mask, hand)
    if phase in (BLITZ, CRACK, RECRACK):
        return _double(observation, action_mask, phase, order, hand)
    return _choose_rarely(observation, action_mask, phase, order)


@kernel
def _double(observation: np.ndarray, action_mask: np.ndarray, phase: int, order: int, hand: int) -> int:
    """Raise the stakes with a strong hand only (9.3)."""
    trumps = num_trumps(order, hand)
    if phase == BLITZ:
        if trumps < 5:
            return NO_BLITZ
        return BLITZ_BLACK if action_mask[BLITZ_BLACK] != 0 else BLITZ_RED
    if phase == CRACK:
        return SAY_CRACK if trumps >= 4 and num_queens(hand) >= 2 else NO_CRACK
    buried = read_cards(observation, BURIED_AT, NUM_CARDS)
    return SAY_RECRACK if trumps >= 5 and points_of(buried) >= 20 else NO_RECRACK


@kernel
def _choose_rarely(observation: np.ndarray, action_mask: np.ndarray, phase: int, order: int) -> int:
    """Claims, exchanges, extra calls, and the named trick of a leaster: the last one."""
    if phase == REDEAL_CLAIM:
        return CLAIM_REDEAL
    if phase == AUTO_BUCK:
        return SHOW_BUCK
    if phase == GIVE:
        for card in (JD, QS, QC):
            if action_mask[card] != 0:
                return card
        return KEEP
    if phase == RETURN:
        return weakest(order, read_cards(action_mask, 0, NUM_CARDS))
    if phase == EXTRA_CALL:
        return CALL_EXTRA if action_mask[CALL_EXTRA] != 0 else STOP
    return NAME_FIRST + int(NUM_TRICKS[observation[VARIANT_AT]]) - 1
