"""A table of Schmier during the play, as a search with open cards sees it (see `envs.core.position`)."""

import numpy as np

from envs.core.cards import lowest
from envs.core.jit import large_kernel
from envs.core.position import begin
from envs.games.schmier.cards import (
    CAPTURED,
    GAME_POINTS,
    NUM_CARDS,
    NUM_PLAYERS,
    NUM_TEAMS,
    POWER,
    SUIT_OF,
    TWO,
)
from envs.games.schmier.options import FirstLead, JokerLead, LowTo
from envs.games.schmier.state import Phase

HAND_POINT = 27
"""What a captured card is worth besides: a third of the game points in the pack, with which a team often wins Game."""
WORTH = GAME_POINTS + HAND_POINT * (CAPTURED[:, None] >> np.arange(NUM_CARDS) & 1)
"""int64 [suits, cards]: by trump suit."""
WORTH_WITH_LOW = WORTH + HAND_POINT * (np.arange(NUM_CARDS) == TWO[:, None])
SEATS_OF_TEAM = np.array([sum(1 << seat for seat in range(team, NUM_PLAYERS, NUM_TEAMS)) for team in range(NUM_TEAMS)])


@large_kernel
def place(state: np.record, options: np.record, seat: int, position: np.record) -> bool:
    """Write the position: one team against the two others.

    It counts the game points of the team, and each captured card as HAND_POINT more. High and Low are sure with whoever holds
    them. That two other teams are against it, and that Game is one point, is left out.

    Args:
        state: in phase PLAY; else there is no position.
        options: with options that change which cards may be played there is none either.
        seat: whose team is counted; -1: that of the one to move.
        position: written.
    """
    if state.phase != Phase.PLAY or options.may_trump_when_able != 0:
        return False
    if options.joker_lead == JokerLead.LAST_RESORT or options.first_lead == FirstLead.TRUMP:
        return False
    trump = int(state.trump)
    worth = WORTH_WITH_LOW[trump] if options.low_to == LowTo.TRICK_WINNER else WORTH[trump]
    begin(position, NUM_PLAYERS, SUIT_OF[trump], POWER[trump], worth)
    team = (int(state.player) if seat < 0 else seat) % NUM_TEAMS
    position.counted = SEATS_OF_TEAM[team]
    position.raisers = SEATS_OF_TEAM[team]
    position.leader = (int(state.player) - int(state.trick_size) + NUM_PLAYERS) % NUM_PLAYERS
    played = 0
    for i in range(NUM_PLAYERS):
        position.hands[i] = state.hands[i]
        position.team[i] = i % NUM_TEAMS
        played |= int(state.played[i])
        if SEATS_OF_TEAM[team] >> i & 1:
            position.tricks += state.tricks_won[i]
    while played != 0:
        card = lowest(played)
        played &= played - 1
        trick, place_in_it = divmod(int(state.order[card]) - 1, NUM_PLAYERS)
        if trick == state.num_tricks:
            position.table[(int(position.leader) + place_in_it) % NUM_PLAYERS] = card
        elif state.trick_winners[trick] % NUM_TEAMS == team:
            position.points += worth[card]
    return True
