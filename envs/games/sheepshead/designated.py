"""Games whose sides are made by cards: who holds them, the exchange, extra calls (rules, sections 6.3, 6.6, 6.8)."""

import numpy as np

from envs.core.cards import num_cards
from envs.core.jit import kernel, large_kernel
from envs.games.sheepshead.actions import Action, Kind, Phase
from envs.games.sheepshead.bidding import legal_bid, step_bid
from envs.games.sheepshead.cards import CHAIN_E, CHAINS, NONE, Card
from envs.games.sheepshead.play import to_play
from envs.games.sheepshead.state import allow, allow_cards, give_turn, num_players
from envs.games.sheepshead.variants import DESIGNATED, SIDES, Sides


@kernel
def without_picker(state: np.record, options: np.record) -> None:
    """Go to the first lead of a game that has no picker."""
    state.kind = Kind.NORMAL
    if SIDES[options.variant] == Sides.HOLDERS:
        set_holders(state, options)
    if SIDES[options.variant] == Sides.STACKS:
        state.place = 1
        state.lead_place = 1
    to_play(state, options)


@kernel
def set_holders(state: np.record, options: np.record) -> None:
    """The P-side are the holders of the designated cards, and who was called besides (6.3, 6.6, 6.8)."""
    designated = int(DESIGNATED[options.variant])
    state.revealing = int(state.revealing) | designated
    for position in range(num_players(options)):
        hand = int(state.hands[position])
        if hand & designated:
            state.side |= 1 << position
        if hand >> Card.QC & 1:
            state.top = position


# --- Exchange (6.6) -----------------------------------------------------------------------------------------------------------


@kernel
def _legal_give(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark the designated cards that the player to move may give away: it takes two of them."""
    cards = int(state.hands[int(state.turn)]) & int(DESIGNATED[options.variant])
    return allow_cards(mask, cards if num_cards(cards) >= 2 else 0) + allow(mask, Action.KEEP, True)


@kernel
def _move_card(state: np.record, card: int, source: int, target: int) -> None:
    state.hands[source] = int(state.hands[source]) & ~(1 << card)
    state.hands[target] = int(state.hands[target]) | 1 << card


@kernel
def _step_give(state: np.record, options: np.record, action: int) -> None:
    """Give a card to the left neighbour, who answers at once; or keep them."""
    position = int(state.turn)
    if action == Action.KEEP:
        _ask_next_give(state, options, position)
        return
    neighbour = (position + 1) % num_players(options)
    state.gave[position] = action
    _move_card(state, action, position, neighbour)
    give_turn(state, options, Phase.RETURN, neighbour)


@kernel
def _giver_of(state: np.record, options: np.record) -> int:
    """Position that gave a card to the player who is to return one."""
    return (int(state.turn) + num_players(options) - 1) % num_players(options)


@kernel
def _step_return(state: np.record, options: np.record, card: int) -> None:
    """Return a card."""
    giver = _giver_of(state, options)
    state.returned[giver] = card
    _move_card(state, card, int(state.turn), giver)
    _ask_next_give(state, options, giver)


@kernel
def _ask_next_give(state: np.record, options: np.record, position: int) -> None:
    if position < num_players(options) - 1:
        give_turn(state, options, Phase.GIVE, position + 1)
    else:
        without_picker(state, options)


# --- Extra calls (6.8) --------------------------------------------------------------------------------------------------------


@kernel
def _extra_card(state: np.record, options: np.record) -> int:
    """The card that the player to move may call next, or NONE (6.8)."""
    position = int(state.turn)
    start = int(state.hands[position])
    if num_cards(start & int(DESIGNATED[options.variant])) < 2 or num_cards(int(state.side)) >= 3:
        return NONE
    has_seven = start >> Card.SEVEN_D & 1 == 1
    index = int(state.extra_index)
    if state.extra_caller < 0 and not has_seven:
        index = len(CHAIN_E)
    for i in range(index, len(CHAINS)):
        if i == len(CHAIN_E) and has_seven and num_cards(start & int(DESIGNATED[options.variant])) < 3:
            return NONE
        if start >> int(CHAINS[i]) & 1 == 0:
            return int(CHAINS[i])
    return NONE


@kernel
def _step_extra_call(state: np.record, options: np.record, action: int) -> None:
    """Call one more partner, or stop; the answer "already a partner's" lets the caller go on."""
    position = int(state.turn)
    if action == Action.STOP:
        if state.extra_caller < 0 and position < num_players(options) - 1:
            give_turn(state, options, Phase.EXTRA_CALL, position + 1)
        else:
            without_picker(state, options)
        return
    card = _extra_card(state, options)
    state.extra_caller = position
    state.extra_called = int(state.extra_called) | 1 << card
    state.revealing = int(state.revealing) | 1 << card
    while CHAINS[state.extra_index] != card:
        state.extra_index += 1
    is_first_chain = state.extra_index < len(CHAIN_E)
    state.extra_index += 1
    for other in range(num_players(options)):
        if int(state.hands[other]) >> card & 1 and state.side >> other & 1 == 0:
            state.side |= 1 << other
            state.extra_joined = int(state.extra_joined) | 1 << card
            if is_first_chain:
                state.extra_index = len(CHAIN_E)
    if _extra_card(state, options) < 0:
        without_picker(state, options)


# --- By phase -----------------------------------------------------------------------------------------------------------------


@large_kernel
def legal_without_picker(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark what may be done before the first lead of a game without a blind."""
    phase = state.phase
    if phase == Phase.BID:
        return legal_bid(state, mask)
    if phase == Phase.GIVE:
        return _legal_give(state, options, mask)
    if phase == Phase.RETURN:
        received = int(state.gave[_giver_of(state, options)])
        return allow_cards(mask, int(state.hands[int(state.turn)]) & ~(1 << received))
    return allow(mask, Action.STOP, True) + allow(mask, Action.CALL_EXTRA, _extra_card(state, options) >= 0)


@large_kernel
def step_without_picker(state: np.record, options: np.record, action: int) -> None:
    """Take an action before the first lead of a game without a blind."""
    phase = state.phase
    if phase == Phase.BID:
        step_bid(state, options, action)
    elif phase == Phase.GIVE:
        _step_give(state, options, action)
    elif phase == Phase.RETURN:
        _step_return(state, options, action)
    else:
        _step_extra_call(state, options, action)
