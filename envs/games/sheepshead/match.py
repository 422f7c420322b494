"""The end of a hand and of a match (rules, sections 3.1, 5.11, 5.12)."""

import numpy as np

from envs.core.jit import kernel, large_kernel
from envs.core.options import Episode, Reward
from envs.core.state import NOBODY
from envs.games.sheepshead.actions import Call, Phase
from envs.games.sheepshead.options import IndianaBestFail, PotSettlement
from envs.games.sheepshead.pot import settle_shares
from envs.games.sheepshead.state import SHARE_PARTS, num_players, seat_of
from envs.games.sheepshead.variants import SIDES, Sides


@kernel
def add_to_totals(state: np.record, options: np.record) -> None:
    """Enter the scores of this deal."""
    for seat in range(num_players(options)):
        state.totals[seat] += state.scores[seat]


@large_kernel
def close_hand(state: np.record, options: np.record) -> None:
    """Enter a scored hand; end the episode or wait for the next deck."""
    add_to_totals(state, options)
    state.hands_done += 1
    state.doublers = 0
    state.thrown_in = 0
    state.next_dealer = (int(state.dealer) + 1) % num_players(options)
    state.player = NOBODY
    if options.episode == Episode.DEAL:
        state.phase = Phase.OVER
    elif not is_match_over(state, options):
        state.phase = Phase.DEALING
    elif state.shares == 0:
        state.phase = Phase.OVER
    elif options.pot_settlement == PotSettlement.DIVIDE:
        settle_shares(state, options, int(state.shares), (1 << num_players(options)) - 1)
        state.phase = Phase.OVER
    else:
        state.showdown = 1
        state.next_dealer = state.dealer
        state.phase = Phase.DEALING


@kernel
def is_match_over(state: np.record, options: np.record) -> bool:
    """Whether a match ends with the hand just scored (3.1, 5.11, 5.12)."""
    sides = SIDES[options.variant]
    most = 0
    for seat in range(num_players(options)):
        most = max(most, int(state.totals[seat]))
    if sides == Sides.BIDDER:
        return bool(most >= options.indiana_target)
    if sides == Sides.TEAMS:
        return bool(most >= options.sheephead_target and state.totals[0] != state.totals[1])
    return bool(state.hands_done >= options.hands_per_sitting)


@kernel
def returns(state: np.record, options: np.record, out: np.ndarray) -> None:
    """Scores by seat in money, or their distances from the table's mean (5.12)."""
    players = num_players(options)
    mean = 0.0
    for seat in range(players):
        out[seat] = float(options.base_unit) * (int(state.totals[seat]) + int(state.settled[seat]) / SHARE_PARTS)
        mean += out[seat] / players
    if options.reward == Reward.ZERO_SUM:
        for seat in range(players):
            out[seat] -= mean


@large_kernel
def winners(state: np.record, options: np.record) -> int:
    """Who has won an episode that is over, a bit per seat: the highest score; a best decides its match whatever the scores."""
    players = num_players(options)
    ends_at_once = state.call == Call.BEST and is_match_over(state, options)
    if ends_at_once:
        best = seat_of(state, options, int(state.picker))
        if state.scores[best] > 0:
            return 1 << best
        if options.indiana_best_fail == IndianaBestFail.MATCH_LOST:
            return ((1 << players) - 1) & ~(1 << best)
    found = 0
    highest = 0
    for seat in range(players):
        total = SHARE_PARTS * int(state.totals[seat]) + int(state.settled[seat])
        if found == 0 or total > highest:
            highest = total
            found = 1 << seat
        elif total == highest:
            found |= 1 << seat
    return found
