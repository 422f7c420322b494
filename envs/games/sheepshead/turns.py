"""What the player to move may do, and doing it: by phase, the frequent ones first."""

import numpy as np

from envs.core.cards import num_cards, write_cards
from envs.core.jit import kernel
from envs.games.sheepshead import blind, dealing, designated, play
from envs.games.sheepshead.tables import (
    AUTO_BUCK,
    BID,
    BLITZ,
    BURY,
    CALL,
    CALL_EXTRA,
    CARD_BYTES,
    CLAIM_REDEAL,
    CRACK,
    EXTRA_CALL,
    GIVE,
    NAME_FIRST,
    NAME_TRICK,
    NO_CLAIM,
    NO_RECRACK,
    NUM_TRICKS,
    PICK,
    PLAY,
    RECRACK,
    REDEAL_CLAIM,
    RETURN,
    SAY_RECRACK,
    SHOW_BUCK,
    STOP,
    UNDER,
)


@kernel
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
    return _legal_rarely(state, options, mask)


@kernel
def allow_cards(mask: np.ndarray, cards: int) -> int:
    """Mark cards."""
    write_cards(mask, 0, cards, CARD_BYTES)
    return int(num_cards(cards))


@kernel
def _legal_rarely(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark what may be done in phases that few tables have."""
    phase = state.phase
    if phase == REDEAL_CLAIM:
        mask[NO_CLAIM] = 1
        mask[CLAIM_REDEAL] = int(dealing.may_claim_redeal(state))
        return 1 + int(mask[CLAIM_REDEAL])
    if phase == BLITZ:
        return dealing.legal_blitz(state, mask)
    if phase == AUTO_BUCK:
        mask[SHOW_BUCK] = 1
        return 1
    if phase == BID:
        return designated.legal_bid(state, mask)
    if phase == GIVE:
        return designated.legal_give(state, options, mask)
    if phase == RETURN:
        received = int(state.gave[designated.giver_of(state, options)])
        return allow_cards(mask, int(state.hands[int(state.turn)]) & ~(1 << received))
    if phase == EXTRA_CALL:
        mask[STOP] = 1
        mask[CALL_EXTRA] = int(designated.extra_card(state, options) >= 0)
        return 1 + int(mask[CALL_EXTRA])
    if phase == UNDER:
        return allow_cards(mask, int(state.hands[int(state.turn)]))
    if phase == CRACK:
        return blind.legal_crack(state, mask)
    if phase == RECRACK:
        mask[SAY_RECRACK] = 1
        mask[NO_RECRACK] = 1
        return 2
    if phase == NAME_TRICK:
        mask[NAME_FIRST : NAME_FIRST + int(NUM_TRICKS[options.variant])] = 1
        return int(NUM_TRICKS[options.variant])
    return 0


@kernel
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
    else:
        _step_rarely(state, options, action)


@kernel
def _step_rarely(state: np.record, options: np.record, action: int) -> None:
    """Take an action in a phase that few tables have."""
    phase = state.phase
    if phase == REDEAL_CLAIM:
        dealing.step_redeal_claim(state, options, action)
    elif phase == BLITZ:
        dealing.step_blitz(state, options, action)
    elif phase == AUTO_BUCK:
        dealing.step_auto_buck(state, options)
    elif phase == BID:
        designated.step_bid(state, options, action)
    elif phase == GIVE:
        designated.step_give(state, options, action)
    elif phase == RETURN:
        designated.step_return(state, options, action)
    elif phase == EXTRA_CALL:
        designated.step_extra_call(state, options, action)
    elif phase == UNDER:
        blind.step_under(state, options, action)
    elif phase == CRACK:
        blind.step_crack(state, options, action)
    elif phase == RECRACK:
        blind.step_recrack(state, options, action)
    else:
        blind.step_name_trick(state, options, action)
