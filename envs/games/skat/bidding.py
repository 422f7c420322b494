"""Before the play of a game with a declarer: bidding, skat or hand, discards and contract (rules, 3.2, 3.3)."""

import numpy as np

from envs.core.cards import write_cards
from envs.core.jit import kernel
from envs.games.skat.actions import (
    ANNOUNCED_BY_CONTRACT,
    DECLARE_GRAND_HAND,
    KIND_BY_CONTRACT,
    NUM_BIDS,
    NUM_CONTRACTS,
    NUM_WITH_SKAT,
    VALUE_OF_LEVEL,
    Action,
)
from envs.games.skat.options import AllPass, BidStep
from envs.games.skat.state import MIDDLEHAND, REARHAND
from envs.games.skat_family.cards import FOREHAND, NUM_ACTIVE, Announcement, Kind
from envs.games.skat_family.kontra import after_declaring
from envs.games.skat_family.match import finish
from envs.games.skat_family.pushing import begin_ramsch, put_away, take_skat
from envs.games.skat_family.scoring import NULL_VALUE
from envs.games.skat_family.state import Phase, give_turn
from envs.games.skat_family.turns import allow

_ALL_BIDS = (1 << NUM_BIDS) - 1

# --- Legal actions ---------------------------------------------------------------------------------------------------------


@kernel
def legal_bid(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """What may be said in a duel, and by forehand after two passes (3.2)."""
    if state.phase == Phase.ANSWER:
        return allow(mask, Action.PASS, Action.HOLD)
    if state.phase == Phase.OPEN:
        return allow(mask, Action.BID, Action.BID) + allow(mask, Action.PASS, Action.PASS)
    bid = int(state.bid)
    last = NUM_BIDS if options.bid_step == BidStep.ANY else min(bid + 1, NUM_BIDS)
    write_cards(mask, Action.BID, _ALL_BIDS >> (NUM_BIDS - last) >> bid << bid, 8)  # an eight of bids reaches over PASS
    return last - bid + allow(mask, Action.PASS, Action.PASS)


@kernel
def legal_contract(state: np.record, mask: np.ndarray) -> int:
    """Contracts that may be declared.

    Rule:
        A Null only if its value reaches the bid; any suit game or Grand (3.3).
    """
    if state.bid == 0:
        return allow(mask, DECLARE_GRAND_HAND, DECLARE_GRAND_HAND + Announcement.OUVERT)
    count = 0
    first = NUM_WITH_SKAT if state.is_hand != 0 else 0
    last = NUM_CONTRACTS if state.is_hand != 0 else NUM_WITH_SKAT
    for contract in range(first, last):
        is_open = int(ANNOUNCED_BY_CONTRACT[contract] == Announcement.OUVERT)
        value = int(NULL_VALUE[int(state.is_hand), is_open])
        if KIND_BY_CONTRACT[contract] != Kind.NULL or value >= VALUE_OF_LEVEL[int(state.bid)]:
            mask[Action.DECLARE + contract] = 1
            count += 1
    return count


# --- Step ------------------------------------------------------------------------------------------------------------------


@kernel
def step_before_contract(state: np.record, options: np.record, action: int) -> None:
    """Take an action of a phase that comes before the contract."""
    phase = state.phase
    if phase == Phase.CALL:
        _step_call(state, options, action)
    elif phase == Phase.ANSWER:
        _step_answer(state, options, action)
    elif phase == Phase.OPEN:
        _step_open(state, options, action)
    elif phase == Phase.HAND:
        _step_hand(state, action)
    elif put_away(state, action):
        give_turn(state, options, Phase.DECLARE, int(state.turn))


@kernel
def _call(state: np.record, level: int) -> None:
    position = int(state.turn)
    state.bid = level
    state.called[position] = int(state.called[position]) | 1 << (level - 1)
    state.reached[position] = level


@kernel
def _step_call(state: np.record, options: np.record, action: int) -> None:
    if action == Action.PASS:
        state.passed |= 1 << int(state.turn)
        _end_duel(state, options, int(state.listener))
    else:
        _call(state, action - Action.BID + 1)
        give_turn(state, options, Phase.ANSWER, int(state.listener))


@kernel
def _step_answer(state: np.record, options: np.record, action: int) -> None:
    if action == Action.PASS:
        state.passed |= 1 << int(state.turn)
        _end_duel(state, options, int(state.caller))
    else:
        state.reached[int(state.turn)] = state.bid
        give_turn(state, options, Phase.CALL, int(state.caller))


@kernel
def _end_duel(state: np.record, options: np.record, survivor: int) -> None:
    """The survivor listens to rearhand; after that they are the declarer, or forehand has the last word (3.2)."""
    if state.caller == MIDDLEHAND:
        state.caller = REARHAND
        state.listener = survivor
        give_turn(state, options, Phase.CALL, REARHAND)
    elif state.bid > 0:
        _make_declarer(state, options, survivor)
    else:
        give_turn(state, options, Phase.OPEN, FOREHAND)


@kernel
def _step_open(state: np.record, options: np.record, action: int) -> None:
    if action == Action.BID:
        _call(state, 1)
        _make_declarer(state, options, FOREHAND)
        return
    state.passed |= 1 << FOREHAND
    state.game = Kind.GRAND
    if options.all_pass == AllPass.PASS_IN:
        finish(state, options, Kind.GRAND, False, 0, False)
    else:
        begin_ramsch(state, options, options.all_pass == AllPass.SCHIEBERAMSCH)


@kernel
def _make_declarer(state: np.record, options: np.record, position: int) -> None:
    state.declarer = position
    give_turn(state, options, Phase.HAND, position)


@kernel
def _step_hand(state: np.record, action: int) -> None:
    if action == Action.HAND:
        state.is_hand = 1
        state.phase = Phase.DECLARE
    else:
        take_skat(state)
        state.phase = Phase.DISCARD


@kernel
def declare(state: np.record, options: np.record, contract: int) -> None:
    """The contract is declared; who may say Kontra is settled (3.4)."""
    state.game = KIND_BY_CONTRACT[contract]
    state.announced = ANNOUNCED_BY_CONTRACT[contract]
    if state.bid > 0 and options.kontra_levels > 0:
        for position in range(NUM_ACTIVE):
            may = options.kontra_needs_bid == 0 or state.reached[position] > 0
            if position != state.declarer and may:
                state.may_kontra |= 1 << position
    after_declaring(state, options)
