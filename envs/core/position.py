"""A deal during the play of its cards, all of them seen, in words that fit every game: what a search with open cards needs.

A game that can be searched so has a module `positions` with one kernel `place(state, options, seat, position)`, which writes a
POSITION, or returns False where there is none (sides that are not known yet, two players who uncover cards).

Two sides are two sets of seats: those whose tricks are *counted*, and those who want that count to be great, the *raisers*.
They are the same where card points are wanted. In a Null the declarer's tricks are counted, and the others want them; in a
Ramsch everybody is taken to be against the one who is asked about.
"""

from enum import IntEnum, IntFlag

import numpy as np

from envs.core.cards import NO_CARD
from envs.core.jit import kernel
from envs.core.tricks import TRUMP, following

MAX_SEATS = 8
MAX_CARDS = 56


class Unit(IntEnum):
    """What is counted."""

    CARD_POINTS = 0
    TRICKS = 1


class Scale(IntEnum):
    """What a count is worth at the end."""

    PLAIN = 0
    """As much as it is."""
    FOX = 1
    """In Sheep Head (5.12): cards count 1, the fox 16 more; worth 0 to 6, and 3 less is by how much the hand is won."""


class Duty(IntFlag):
    """What a called card asks of a seat until its suit was led, besides keeping the cards in `kept`."""

    MAY_LEAD = 1
    """May lead other cards of the suit."""
    MAY_THROW = 2
    """May throw the kept cards away."""
    ALWAYS = 4
    """May not lead the suit even without the kept cards."""
    LAST = 8
    """May not throw the last card of the suit away."""


POSITION = np.dtype(
    [
        ("hands", np.int64, MAX_SEATS),  # card set by seat; seats count in the order in which they play
        ("kept", np.int64, MAX_SEATS),  # card set by seat: see `Duty`
        ("called", np.int64),  # card set: the suit for which they are kept, until a trick was led in it; or 0
        ("worth", np.int16, MAX_CARDS),  # card points by card, or what is counted instead
        ("table", np.int8, MAX_SEATS),  # by seat: card in the present trick, or NO_CARD
        ("duty", np.int8, MAX_SEATS),  # by seat: bits of `Duty`
        ("team", np.int8, MAX_SEATS),  # by seat: for whom it plays where there are more than two sides
        ("suit", np.int8, MAX_CARDS),  # by card: 0 to 3, or TRUMP
        ("power", np.int8, MAX_CARDS),  # by card: higher beats lower within a suit
        ("counted", np.int16),  # bit per seat: its tricks are counted
        ("raisers", np.int16),  # bit per seat: wants the count to be great
        ("points", np.int16),  # card points counted so far, with all that lies aside
        ("owed", np.int16),  # card points that are counted besides with the first trick of ...
        ("owed_to", np.int16),  # bit per seat: one of these
        ("last", np.int16),  # card points that the last trick counts besides
        ("target", np.int16),  # what the score asks first: whether the count reaches this; 0: how great it is
        ("under_action", np.int16),  # action that plays `under`
        ("tricks", np.int8),  # counted so far
        ("unit", np.int8),  # of the target
        ("scale", np.int8),
        ("seats", np.int8),
        ("leader", np.int8),  # of the present trick
        ("under", np.int8),  # a card that lies face down, or NO_CARD
    ],
    align=True,
)


@kernel
def begin(position: np.record, seats: int, suit: np.ndarray, power: np.ndarray, worth: np.ndarray) -> None:
    """Clear a position, and say how its cards rank and what they count; by card."""
    for seat in range(MAX_SEATS):
        position.hands[seat] = 0
        position.kept[seat] = 0
        position.table[seat] = NO_CARD
        position.duty[seat] = 0
        position.team[seat] = seat
    for card in range(MAX_CARDS):
        is_card = card < len(worth)
        position.suit[card] = suit[card] if is_card else -1
        position.power[card] = power[card] if is_card else 0
        position.worth[card] = worth[card] if is_card else 0
    position.seats = seats
    position.called = 0
    position.counted = 0
    position.raisers = 0
    position.points = 0
    position.owed = 0
    position.owed_to = 0
    position.last = 0
    position.target = 0
    position.under_action = 0
    position.tricks = 0
    position.unit = Unit.CARD_POINTS
    position.scale = Scale.PLAIN
    position.leader = 0
    position.under = NO_CARD


@kernel
def num_on_table(position: np.record) -> int:
    """Cards in the present trick."""
    count = 0
    for seat in range(int(position.seats)):
        count += int(position.table[seat] >= 0)
    return count


@kernel
def mover(position: np.record) -> int:
    """Seat to play."""
    return (int(position.leader) + num_on_table(position)) % int(position.seats)


@kernel
def suit_led(position: np.record) -> int:
    """Card set of the suit led; 0: none."""
    card = int(position.table[int(position.leader)])
    return suit_of(position, card) if card >= 0 else 0


@kernel
def suit_of(position: np.record, card: int) -> int:
    """Card set of all cards of this card's suit."""
    cards = 0
    for other in range(MAX_CARDS):
        if position.suit[other] == position.suit[card]:
            cards |= 1 << other
    return cards


@kernel
def may_follow(hand: int, led: int, called: int, kept: int, duty: int) -> int:
    """The cards of a hand that may be played.

    Args:
        hand: card set, not empty.
        led: card set of the suit led; 0: none.
        called: card set of a called suit that was not led yet, or 0.
        kept, duty: what it asks of this seat.
    """
    cards = following(hand, led)
    if called == 0 or (kept == 0 and duty == 0):
        return cards
    if kept & hand == 0 and not duty & Duty.ALWAYS:
        if duty & Duty.LAST and led & ~called != 0 and hand & led == 0:
            in_suit = hand & called
            left = cards & ~in_suit if in_suit & (in_suit - 1) == 0 else cards
            return left if left != 0 else cards
        return cards
    left = cards
    if led == called:
        left = cards & kept
    elif led == 0:
        left = cards if duty & Duty.MAY_LEAD else cards & ~(hand & called & ~kept)
    elif not duty & Duty.MAY_THROW:
        left = cards & ~kept
    return left if left != 0 else cards


@kernel
def playable(position: np.record) -> int:
    """The cards that the seat to play may play."""
    seat = mover(position)
    return may_follow(
        int(position.hands[seat]),
        suit_led(position),
        int(position.called),
        int(position.kept[seat]),
        int(position.duty[seat]),
    )


@kernel
def play(position: np.record, card: int) -> int:
    """Play a legal card; returns the worth of the trick that it completes, which the leader has then won, or -1."""
    seats = int(position.seats)
    seat = mover(position)
    position.hands[seat] = int(position.hands[seat]) & ~(1 << card)
    position.table[seat] = card
    if num_on_table(position) < seats:
        return -1
    led = suit_led(position)
    winner = int(position.leader)
    worth = 0
    for i in range(seats):
        other = (int(position.leader) + i) % seats
        worth += int(position.worth[int(position.table[other])])
        if _beats(position, int(position.table[other]), int(position.table[winner])):
            winner = other
    for other in range(seats):
        position.table[other] = NO_CARD
    position.leader = winner
    if led == position.called:
        position.called = 0
    if position.hands[winner] == 0:
        worth += int(position.last)
    if position.counted >> winner & 1:
        position.points += worth
        position.tricks += 1
    if position.owed_to >> winner & 1:
        position.points += position.owed
        position.owed = 0
    return worth


@kernel
def _beats(position: np.record, card: int, best: int) -> bool:
    if position.suit[card] == position.suit[best]:
        return bool(position.power[card] > position.power[best])
    return bool(position.suit[card] == TRUMP)
