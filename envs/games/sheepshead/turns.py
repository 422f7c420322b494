"""What the player to move may do, and doing it: by phase, the frequent ones first. Phases are numbered in their order."""

import numpy as np

from envs.core.jit import large_kernel
from envs.games.sheepshead.actions import Phase
from envs.games.sheepshead.bidding import legal_pick, step_pick
from envs.games.sheepshead.blind import may_bury, step_bury
from envs.games.sheepshead.calling import legal_after_call, legal_call, step_after_call, step_call
from envs.games.sheepshead.designated import legal_without_picker, step_without_picker
from envs.games.sheepshead.opening import legal_opening, step_opening
from envs.games.sheepshead.play import legal_play, step_play
from envs.games.sheepshead.scoring import finish
from envs.games.sheepshead.state import allow_cards


@large_kernel
def legal_actions(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark what the player to move may do."""
    phase = state.phase
    if phase == Phase.PLAY:
        return legal_play(state, options, mask)
    if phase == Phase.PICK:
        return legal_pick(state, options, mask)
    if phase == Phase.BURY:
        return allow_cards(mask, may_bury(state, options))
    if phase == Phase.CALL:
        return legal_call(state, options, mask)
    if phase < Phase.PICK:
        return legal_opening(state, mask)
    if phase < Phase.BURY:
        return legal_without_picker(state, options, mask)
    return legal_after_call(state, options, mask)


@large_kernel
def step(state: np.record, options: np.record, action: int) -> None:
    """Take a legal action; afterwards somebody is to move, a deck is needed, or the episode is over."""
    phase = state.phase
    if phase == Phase.PLAY:
        step_play(state, options, action)
    elif phase == Phase.PICK:
        step_pick(state, options, action)
    elif phase == Phase.BURY:
        step_bury(state, options, action)
    elif phase == Phase.CALL:
        step_call(state, options, action)
    elif phase < Phase.PICK:
        step_opening(state, options, action)
    elif phase < Phase.BURY:
        step_without_picker(state, options, action)
    else:
        step_after_call(state, options, action)
    if state.phase == Phase.SCORING:
        finish(state, options)
