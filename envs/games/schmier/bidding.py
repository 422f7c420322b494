"""Bidding and the naming of trumps (rules, 3.2 and 3.3)."""

import numpy as np

from envs.core.jit import kernel
from envs.core.state import NOBODY
from envs.games.schmier.cards import NUM_TEAMS
from envs.games.schmier.match import close_hand
from envs.games.schmier.options import AllPass
from envs.games.schmier.play import lead_first
from envs.games.schmier.state import PASSED, Action, Phase, next_seat


@kernel
def legal_bid(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Pass, or bid more than has been bid; the dealer may have privileges (3.2)."""
    is_dealer = state.player == state.dealer
    lowest_bid = max(int(options.min_bid), int(state.bid) + 1)
    if is_dealer and options.dealer_may_match != 0 and state.bid > 0:
        lowest_bid = int(state.bid)
    must_bid = is_dealer and state.bid == 0 and options.all_pass == AllPass.DEALER_FORCED_MIN
    mask[Action.PASS] = 0 if must_bid else 1
    for bid in range(lowest_bid, int(options.max_bid) + 1):
        mask[Action.BID_1 + bid - 1] = 1
    return int(options.max_bid) + 1 - lowest_bid + int(mask[Action.PASS])


@kernel
def step_bid(state: np.record, options: np.record, action: int) -> None:
    """Enter a bid; the last player or the highest bid ends the bidding (3.2)."""
    seat = int(state.player)
    if action == Action.PASS:
        state.bids[seat] = PASSED
    else:
        state.bid = action - Action.BID_1 + 1
        state.bids[seat] = state.bid
        state.bidder = seat
    if seat != state.dealer and state.bid < options.max_bid:
        state.player = next_seat(seat)
    elif state.bid > 0:
        state.phase = Phase.TRUMP
        state.player = state.bidder
    else:
        _all_passed(state, options)


@kernel
def _all_passed(state: np.record, options: np.record) -> None:
    """Throw the cards in, or let the dealer's team pay (3.2, 4)."""
    if options.all_pass == AllPass.DEALER_SET:
        state.scores[int(state.dealer) % NUM_TEAMS] = -int(options.all_pass_set)
        close_hand(state, options)
        return
    state.thrown_in += 1
    if options.all_pass == AllPass.REDEAL_NEXT_DEALER:
        state.next_dealer = next_seat(int(state.dealer))
    state.phase = Phase.DEALING
    state.player = NOBODY


@kernel
def step_trump(state: np.record, options: np.record, action: int) -> None:
    """Name the trumps; then cards are exchanged, or the bidder leads (3.3)."""
    state.trump = action - Action.TRUMP_C
    if options.exchange != 0:
        state.phase = Phase.EXCHANGE
        state.player = next_seat(int(state.dealer))
    else:
        lead_first(state)
