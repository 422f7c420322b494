"""What the player to move may do, and doing it: by phase, the frequent ones first. Phases are numbered in their order."""

import numpy as np

from envs.core.jit import large_kernel
from envs.games.sheepshead import blind, dealing, designated, play
from envs.games.sheepshead.scoring import finish
from envs.games.sheepshead.state import allow_cards
from envs.games.sheepshead.tables import BURY, CALL, PICK, PLAY, SCORING


@large_kernel
def legal_actions(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark what the player to move may do.

    Args:
        state: STATE record; read only.
        options: of the table.
        mask: int8 [NUM_ACTIONS], cleared by the caller; written.

    Returns:
        Number of legal actions, at least 1; 0 if nobody is to move.
    """
    phase = state.phase
    if phase == PLAY:
        return play.legal_play(state, options, mask)
    if phase == PICK:
        return blind.legal_pick(state, options, mask)
    if phase == BURY:
        return allow_cards(mask, blind.may_bury(state, options))
    if phase == CALL:
        return blind.legal_call(state, options, mask)
    if phase < PICK:
        return dealing.legal_opening(state, mask)
    if phase < BURY:
        return designated.legal_without_picker(state, options, mask)
    return blind.legal_after_call(state, options, mask)


@large_kernel
def step(state: np.record, options: np.record, action: int) -> None:
    """Take a legal action; afterwards somebody is to move, a deck is needed, or the episode is over."""
    phase = state.phase
    if phase == PLAY:
        play.step_play(state, options, action)
    elif phase == PICK:
        blind.step_pick(state, options, action)
    elif phase == BURY:
        blind.step_bury(state, options, action)
    elif phase == CALL:
        blind.step_call(state, options, action)
    elif phase < PICK:
        dealing.step_opening(state, options, action)
    elif phase < BURY:
        designated.step_without_picker(state, options, action)
    else:
        blind.step_after_call(state, options, action)
    if state.phase == SCORING:
        finish(state, options)
