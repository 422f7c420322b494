"""The course of a hand: deal, legal actions, step (rules, 3)."""

import numpy as np

from envs.core.jit import kernel
from envs.core.state import NOBODY
from envs.games.schmier.bidding import legal_bid, step_bid, step_trump
from envs.games.schmier.cards import NUM_PLAYERS, NUM_SUITS, NUM_TEAMS, NUM_TRICKS, STOCK_AT
from envs.games.schmier.exchange import may_discard, may_keep, step_exchange, step_keep
from envs.games.schmier.play import playable, step_play
from envs.games.schmier.state import NOT_ASKED, Action, Phase, allow_cards, clear_trick, next_seat


@kernel
def deal(state: np.record, options: np.record, deck: np.ndarray) -> None:
    """Deal the cards and let the dealer's left neighbour bid (3.1)."""
    for team in range(NUM_TEAMS):
        state.before[team] = state.match_scores[team]
        state.scores[team] = 0
        state.game_points[team] = 0
        state.points[team] = 0
    state.before[NUM_TEAMS] = state.hands_scored
    for seat in range(NUM_PLAYERS):
        state.hands[seat] = 0
        state.discarded[seat] = 0
        state.drawn[seat] = 0
        state.played[seat] = 0
        state.bids[seat] = NOT_ASKED
        state.exchanged[seat] = 0
        state.tricks_won[seat] = 0
    for trick in range(NUM_TRICKS):
        state.trick_winners[trick] = NOBODY
    for card in range(len(state.order)):
        state.order[card] = 0
    _clear_hand(state)
    first = next_seat(int(state.dealer))
    seat = first
    for i in range(STOCK_AT):
        state.hands[seat] = int(state.hands[seat]) | 1 << int(deck[i])
        seat = next_seat(seat)
    state.phase = Phase.BID
    state.player = first


@kernel
def _clear_hand(state: np.record) -> None:
    """Clear the single fields that belong to one hand."""
    state.bid = 0
    state.bidder = NOBODY
    state.trump = -1
    state.drawn_from_stock = 0
    state.num_kept = 0
    state.num_tricks = 0
    state.match_winners = 0
    clear_trick(state)


@kernel
def legal_actions(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark what the player to move may do; returns how many actions, 0 if nobody is to move."""
    phase = state.phase
    if phase == Phase.PLAY:
        return allow_cards(mask, playable(state, options))
    if phase == Phase.BID:
        return legal_bid(state, options, mask)
    if phase == Phase.EXCHANGE:
        mask[Action.DONE] = 1
        return 1 + allow_cards(mask, may_discard(state, options))
    if phase == Phase.KEEP:
        return allow_cards(mask, may_keep(state, options))
    if phase == Phase.TRUMP:
        mask[Action.TRUMP_C : Action.TRUMP_C + NUM_SUITS] = 1
        return NUM_SUITS
    return 0


@kernel
def step(state: np.record, options: np.record, action: int) -> None:
    """Take a legal action; afterwards somebody is to move, a deck is needed, or the episode is over."""
    phase = state.phase
    if phase == Phase.PLAY:
        step_play(state, options, action)
    elif phase == Phase.BID:
        step_bid(state, options, action)
    elif phase == Phase.EXCHANGE:
        step_exchange(state, options, action)
    elif phase == Phase.KEEP:
        step_keep(state, action)
    else:
        step_trump(state, options, action)
