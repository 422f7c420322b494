"""A table of Skat or Ramsch during the play, as a search with open cards sees it (see `envs.core.position`)."""

import numpy as np

from envs.core.jit import kernel
from envs.core.position import Unit, begin
from envs.core.tricks import sum_of
from envs.games.skat_family.cards import CARD_POINTS, NUM_ACTIVE, NUM_TRICKS, POWER, SUIT_OF, Announcement, Kind
from envs.games.skat_family.options import SkatTo
from envs.games.skat_family.scoring import declarer_points
from envs.games.skat_family.state import Phase


@kernel
def place(state: np.record, options: np.record, kind: int, seat: int, position: np.record) -> bool:
    """Write the position of a game of a kind.

    With a declarer it asks for what the score asks: 61, 90 or all tricks, in a Null no trick. In a Ramsch it counts the card
    points of one position, which all others want to be great.

    Args:
        state: in phase PLAY; else there is no position.
        options: options.
        kind: by which the cards rank.
        seat: position for which a Ramsch is looked at; -1: the one to move.
        position: written.
    """
    if state.phase != Phase.PLAY:
        return False
    begin(position, NUM_ACTIVE, SUIT_OF[kind], POWER[kind], CARD_POINTS)
    for i in range(NUM_ACTIVE):
        position.hands[i] = state.hands[i]
        position.table[i] = state.trick_cards[i]
    position.leader = (int(state.turn) - int(state.trick_size) + NUM_ACTIVE) % NUM_ACTIVE
    declarer = int(state.declarer)
    if declarer < 0:
        _place_ramsch(state, options, int(state.turn) if seat < 0 else seat, position)
        return True
    position.counted = 1 << declarer
    position.raisers = 0b111 & ~(1 << declarer) if kind == Kind.NULL else 1 << declarer
    position.points = declarer_points(state)
    position.tricks = state.tricks_won[declarer]
    position.target = 61
    if kind == Kind.NULL:
        position.unit = Unit.TRICKS
        position.target = 1
    elif state.announced >= Announcement.SCHWARZ:
        position.unit = Unit.TRICKS
        position.target = NUM_TRICKS
    elif state.announced == Announcement.SCHNEIDER:
        position.target = 90
    return True


@kernel
def _place_ramsch(state: np.record, options: np.record, seat: int, position: np.record) -> None:
    position.counted = 1 << seat
    position.raisers = 0b111 & ~(1 << seat)
    position.points = state.card_points[seat]
    position.tricks = state.tricks_won[seat]
    if options.ramsch_skat_to == SkatTo.LAST_TRICK:
        position.last = sum_of(CARD_POINTS, int(state.skat))
