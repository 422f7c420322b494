"""The play of the tricks (rules, 3.6)."""

import numpy as np

from envs.core.cards import num_cards
from envs.core.jit import kernel
from envs.core.tricks import TRUMP, beats, following
from envs.games.schmier.cards import (
    ACE,
    BEATEN_BY,
    CAPTURED,
    CARDS_OF_SUIT,
    GAME_POINTS,
    JOKER,
    NUM_PLAYERS,
    NUM_TEAMS,
    NUM_TRICKS,
    SUIT_OF,
    TWO,
)
from envs.games.schmier.options import FirstLead, JokerLead, LowTo
from envs.games.schmier.scoring import score_hand
from envs.games.schmier.state import Phase, clear_trick, next_seat


@kernel
def playable(state: np.record, options: np.record) -> int:
    """Cards that the player to move may play (3.6)."""
    hand = int(state.hands[int(state.player)])
    suits = CARDS_OF_SUIT[int(state.trump)]
    if state.trick_size == 0:
        return _may_lead(state, options, hand, int(suits[TRUMP]))
    cards = following(hand, int(suits[int(state.led_suit)]))
    return cards | hand & int(suits[TRUMP]) if options.may_trump_when_able != 0 else cards


@kernel
def _may_lead(state: np.record, options: np.record, hand: int, trumps: int) -> int:
    joker = 1 << JOKER
    cards = hand
    if options.joker_lead == JokerLead.LAST_RESORT and hand != joker:
        cards &= ~joker
    if options.first_lead == FirstLead.TRUMP and state.num_tricks == 0 and cards & trumps:
        cards &= trumps
    return cards


@kernel
def lead_first(state: np.record) -> None:
    """Begin the play: the bidder leads (3.6)."""
    state.phase = Phase.PLAY
    state.player = state.bidder


@kernel
def step_play(state: np.record, options: np.record, card: int) -> None:
    """Play a card; the sixth one ends the trick (3.6)."""
    seat = int(state.player)
    trump = int(state.trump)
    bit = 1 << card
    state.hands[seat] = int(state.hands[seat]) & ~bit
    state.played[seat] = int(state.played[seat]) | bit
    state.in_trick = int(state.in_trick) | bit
    state.order[card] = 1 + NUM_PLAYERS * int(state.num_tricks) + int(state.trick_size)
    state.trick_points += GAME_POINTS[card]
    if card == ACE[trump] or (card == TWO[trump] and options.low_to == LowTo.PLAYER):
        state.points[seat % NUM_TEAMS] += 1
    if state.trick_size == 0:
        state.led_suit = SUIT_OF[trump, card]
    if state.trick_size == 0 or beats(BEATEN_BY, trump, card, int(state.best_card)):
        state.best_card = card
        state.best_player = seat
    state.trick_size += 1
    state.player = next_seat(seat)
    if state.trick_size == NUM_PLAYERS:
        _finish_trick(state, options)


@kernel
def _finish_trick(state: np.record, options: np.record) -> None:
    winner = int(state.best_player)
    team = winner % NUM_TEAMS
    trump = int(state.trump)
    in_trick = int(state.in_trick)
    state.game_points[team] += state.trick_points
    state.points[team] += num_cards(in_trick & int(CAPTURED[trump]))
    if options.low_to == LowTo.TRICK_WINNER and in_trick >> int(TWO[trump]) & 1:
        state.points[team] += 1
    state.tricks_won[winner] += 1
    state.trick_winners[int(state.num_tricks)] = winner
    state.num_tricks += 1
    state.player = winner
    clear_trick(state)
    if state.num_tricks == NUM_TRICKS:
        score_hand(state, options)
