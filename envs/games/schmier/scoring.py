"""What a hand scores (rules, 5)."""

import numpy as np

from envs.core.cards import lowest, num_cards
from envs.core.jit import kernel
from envs.core.tricks import greatest, least
from envs.games.schmier.cards import ACE, JOKER, NUM_PLAYERS, NUM_TEAMS, POWER, TRUMPS, TWO
from envs.games.schmier.match import close_hand, teams_with_most
from envs.games.schmier.options import GameTie, LowTo, MissingHighLow


@kernel
def score_hand(state: np.record, options: np.record) -> None:
    """Award what is left to award, and score the hand (5.1, 5.2)."""
    if options.missing_high_low == MissingHighLow.NEAREST:
        _award_nearest(state, options)
    _award_game(state, options)
    bidding = int(state.bidder) % NUM_TEAMS
    for team in range(NUM_TEAMS):
        state.scores[team] = state.points[team]
    if state.points[bidding] < state.bid:
        state.scores[bidding] = -int(state.bid)
    close_hand(state, options)


@kernel
def _award_nearest(state: np.record, options: np.record) -> None:
    """Let the highest and the lowest trump played stand in for an ace or 2 that was not (4)."""
    trump = int(state.trump)
    played = 0
    for seat in range(NUM_PLAYERS):
        played |= int(state.played[seat])
    played &= int(TRUMPS[trump]) & ~(1 << JOKER)
    if played == 0:
        return
    highest = greatest(POWER, trump, played)
    lowest_trump = least(POWER, trump, played)
    if highest != ACE[trump]:
        state.points[_player_of(state, highest) % NUM_TEAMS] += 1
    if lowest_trump != TWO[trump]:
        seat = _player_of(state, lowest_trump)
        if options.low_to == LowTo.TRICK_WINNER:
            seat = int(state.trick_winners[(int(state.order[lowest_trump]) - 1) // NUM_PLAYERS])
        state.points[seat % NUM_TEAMS] += 1


@kernel
def _player_of(state: np.record, card: int) -> int:
    """Seat that played a card."""
    seat = 0
    while int(state.played[seat]) >> card & 1 == 0:
        seat += 1
    return seat


@kernel
def _award_game(state: np.record, options: np.record) -> None:
    """Give the point Game to whoever has most game points (5.1)."""
    tied = teams_with_most(int(state.game_points[0]), int(state.game_points[1]), int(state.game_points[2]))
    if num_cards(tied) > 1 and options.game_tie != GameTie.ALL_TIED:
        is_bidder = options.game_tie == GameTie.BIDDER_IF_TIED
        tied &= 1 << int(state.bidder) % NUM_TEAMS if is_bidder else 0
    while tied != 0:
        state.points[lowest(tied)] += 1
        tied &= tied - 1
