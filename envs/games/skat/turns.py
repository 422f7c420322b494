"""The course of a deal of Skat."""

import numpy as np

from envs.core.jit import kernel
from envs.games.skat.actions import VALUE_OF_LEVEL, YES, Action
from envs.games.skat.bidding import declare, legal_bid, legal_contract, step_before_contract
from envs.games.skat.state import MIDDLEHAND, UNDECLARED
from envs.games.skat_family.cards import FOREHAND, NUM_ACTIVE, Kind
from envs.games.skat_family.match import finish, is_compulsory
from envs.games.skat_family.play import play, playable
from envs.games.skat_family.pushing import may_pass_on, open_ramsch, pass_on
from envs.games.skat_family.state import Phase, begin_deal, give_turn
from envs.games.skat_family.turns import allow, allow_cards, answer


@kernel
def deal(state: np.record, options: np.record, deck: np.ndarray) -> None:
    """Deal the cards and go to the first decision (3.0, 3.1)."""
    begin_deal(state, deck)
    for position in range(NUM_ACTIVE):
        state.called[position] = 0
        state.reached[position] = 0
    state.bid = 0
    state.passed = 0
    state.is_hand = 0
    state.game = UNDECLARED
    state.may_grand_hand = 0
    state.caller = MIDDLEHAND
    state.listener = FOREHAND
    if is_compulsory(state):
        state.game = Kind.GRAND
        open_ramsch(state, options)
    else:
        give_turn(state, options, Phase.CALL, MIDDLEHAND)


@kernel
def legal_actions(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark what the player to move may do; returns how many actions, 0 if nobody is to move."""
    phase = int(state.phase)
    if phase == Phase.PLAY:
        return allow_cards(mask, playable(state, int(state.game)))
    if phase == Phase.DISCARD:
        return allow_cards(mask, int(state.hands[int(state.turn)]))
    if phase == Phase.PASS_ON:
        return allow_cards(mask, may_pass_on(state, options))
    if phase == Phase.DECLARE:
        return legal_contract(state, mask)
    if phase in (Phase.CALL, Phase.ANSWER, Phase.OPEN):
        return legal_bid(state, options, mask)
    return allow(mask, int(YES[phase]), int(YES[phase]) + 1) if YES[phase] > 0 else 0


@kernel
def step(state: np.record, options: np.record, action: int) -> None:
    """Take a legal action; afterwards somebody is to move, a deck is needed, or the episode is over."""
    phase = int(state.phase)
    if phase == Phase.PLAY:
        if play(state, options, int(state.game), action):
            bid = int(VALUE_OF_LEVEL[int(state.bid)])
            finish(state, options, int(state.game), state.is_hand != 0, bid, is_compulsory(state))
    elif phase >= Phase.CALL:
        step_before_contract(state, options, action)
    elif phase == Phase.DECLARE:
        declare(state, options, action - Action.DECLARE)
    elif phase == Phase.PASS_ON:
        pass_on(state, options, action)
    else:
        if phase == Phase.GRAND_HAND:
            state.is_hand = int(action == Action.GRAND_HAND)
        answer(state, options, action == YES[phase])
