"""The play: thirty cards in ten tricks (rules, 2 and 3.6)."""

import numpy as np

from envs.core.cards import NO_CARD
from envs.core.jit import kernel
from envs.core.tricks import beats, following
from envs.games.skat_family.cards import BEATEN_BY, CARD_POINTS, CARDS_OF_SUIT, NUM_ACTIVE, NUM_TRICKS, SUIT_OF, Kind
from envs.games.skat_family.kontra import to_play
from envs.games.skat_family.state import seat_of


@kernel
def led_suit(state: np.record, kind: int) -> int:
    """Effective suit of the present trick; a card has been led."""
    leader = (int(state.turn) - int(state.trick_size) + NUM_ACTIVE) % NUM_ACTIVE
    return int(SUIT_OF[kind, int(state.trick_cards[leader])])


@kernel
def playable(state: np.record, kind: int) -> int:
    """Cards the player to move may play.

    Rule:
        Follow the effective suit led if able; no duty to trump or to beat (2).
    """
    hand = int(state.hands[int(state.turn)])
    return hand if state.trick_size == 0 else following(hand, int(CARDS_OF_SUIT[kind, led_suit(state, kind)]))


@kernel
def play(state: np.record, options: np.record, kind: int, card: int) -> bool:
    """Play a card and give the turn to the next player.

    Returns:
        Whether the play is over: after the tenth trick, or a Null or an announced Jungfrau has failed.
    """
    if _play_card(state, kind, card):
        winner = int(state.winner)
        is_null_lost = kind == Kind.NULL and winner == state.declarer
        if is_null_lost or state.jungfrau >> winner & 1 or state.num_tricks == NUM_TRICKS:
            return True
    if state.may_kontra != 0 and state.kontra_level == 0:
        to_play(state, options, int(state.turn))
    else:
        state.player = seat_of(state, options, int(state.turn))
    return False


@kernel
def _play_card(state: np.record, kind: int, card: int) -> bool:
    """Play a card; True when the trick is complete: `winner` then names who won it and is to lead."""
    position = int(state.turn)
    state.hands[position] = int(state.hands[position]) & ~(1 << card)
    state.played[position] = int(state.played[position]) | (1 << card)
    state.order[card] = NUM_ACTIVE * int(state.num_tricks) + int(state.trick_size) + 1
    state.trick_cards[position] = card
    if state.trick_size == 0 or beats(BEATEN_BY, kind, card, int(state.best_card)):
        state.best_card = card
        state.winner = position
    state.trick_size += 1
    if state.trick_size < NUM_ACTIVE:
        state.turn = position + 1 if position < 2 else 0
        return False
    _take_trick(state)
    return True


@kernel
def _take_trick(state: np.record) -> None:
    winner = int(state.winner)
    points = 0
    for position in range(NUM_ACTIVE):
        points += int(CARD_POINTS[int(state.trick_cards[position])])
        state.trick_cards[position] = NO_CARD
    state.card_points[winner] += points
    state.tricks_won[winner] += 1
    state.num_tricks += 1
    state.last_win[winner] = state.num_tricks
    state.trick_size = 0
    state.best_card = NO_CARD
    state.turn = winner
