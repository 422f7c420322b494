"""The match, and what an episode returns (rules, 5.4 and 6)."""

import numpy as np

from envs.core.cards import num_cards
from envs.core.jit import kernel
from envs.core.options import Episode, Reward
from envs.core.state import NOBODY
from envs.games.schmier.cards import NUM_PLAYERS, NUM_TEAMS
from envs.games.schmier.options import MatchReward, WinTie
from envs.games.schmier.state import Phase, next_seat


@kernel
def close_hand(state: np.record, options: np.record) -> None:
    """Enter the scores, and end the episode or wait for the next deck (6)."""
    for team in range(NUM_TEAMS):
        state.match_scores[team] += state.scores[team]
    state.hands_scored += 1
    state.thrown_in = 0
    state.next_dealer = next_seat(int(state.dealer))
    state.player = NOBODY
    if options.episode == Episode.MATCH:
        state.match_winners = _match_winners(state, options)
    state.phase = Phase.OVER if options.episode == Episode.DEAL or state.match_winners != 0 else Phase.DEALING


@kernel
def teams_with_most(first: int, second: int, third: int) -> int:
    """Bit set of the teams that have the greatest of three values."""
    most = max(first, second, third)
    return int(first == most) | int(second == most) << 1 | int(third == most) << 2


@kernel
def _leaders(state: np.record) -> int:
    """Bit set of the teams with the highest score in the match."""
    return teams_with_most(int(state.match_scores[0]), int(state.match_scores[1]), int(state.match_scores[2]))


@kernel
def _match_winners(state: np.record, options: np.record) -> int:
    """Bit set of the teams that have won the match; 0 while it goes on (6)."""
    most = max(int(state.match_scores[0]), int(state.match_scores[1]), int(state.match_scores[2]))
    is_last = options.max_hands > 0 and state.hands_scored >= options.max_hands
    if most < options.target and not is_last:
        return 0
    top = _leaders(state)
    if num_cards(top) == 1:
        return top
    if state.bidder >= 0 and top >> int(state.bidder) % NUM_TEAMS & 1:
        return 1 << int(state.bidder) % NUM_TEAMS
    return top if is_last or options.win_tie == WinTie.BIDDER_THEN_SHARED else 0


@kernel
def returns(state: np.record, options: np.record, out: np.ndarray) -> None:
    """Write what each seat has earned so far: what its team has (5.4)."""
    total = 0
    for team in range(NUM_TEAMS):
        total += int(state.match_scores[team])
    for seat in range(NUM_PLAYERS):
        team = seat % NUM_TEAMS
        score = int(state.match_scores[team])
        if options.episode == Episode.MATCH and options.match_reward == MatchReward.RESULT:
            out[seat] = _result(int(state.match_winners), team)
        elif options.reward == Reward.ZERO_SUM:
            out[seat] = NUM_TEAMS * score - total
        else:
            out[seat] = score


@kernel
def winners(state: np.record, _options: np.record) -> int:
    """Bit set of the seats of the teams that have won the match, or that have most where no match was decided (6)."""
    teams = int(state.match_winners) if state.match_winners != 0 else _leaders(state)
    return teams | teams << NUM_TEAMS


@kernel
def _result(winning_teams: int, team: int) -> float:
    """What a match pays a team: 1 for winning, and the losers pay it (5.4)."""
    num_winners = num_cards(winning_teams)
    if num_winners in (0, NUM_TEAMS):
        return 0.0
    return 1.0 if winning_teams >> team & 1 else -num_winners / (NUM_TEAMS - num_winners)
