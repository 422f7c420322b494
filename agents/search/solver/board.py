"""A position as the search sees it: the cards that are left, numbered anew.

Suits stand side by side, trumps last, the higher card with the higher number. So a card beats another exactly if its number is
greater and it belongs to the same suit or to the trumps. A *block* is a run of cards of one suit that count the same: between
two of them only their order matters. When cards of a block have been played the others move down in it; so positions that
differ only in which of them were played become the same.
"""

import numpy as np

from agents.search.solver.bits import highest
from envs.core.cards import lowest, num_cards
from envs.core.jit import kernel, large_kernel
from envs.core.position import MAX_SEATS, Scale, Unit, num_on_table
from envs.core.tricks import TRUMP
from envs.game import as_plain_view

SIZE = 64
"""Cards on a board; more than a pack has."""
MAX_COUNT = 512


BOARD = np.dtype(
    [
        ("seats", np.int64),
        ("tricks", np.int64),  # still to be completed
        ("on_table", np.int64),  # cards in the present trick
        ("table", np.int64),  # set of them
        ("leader", np.int64),
        ("trumps", np.int64),  # set of all trumps
        ("joined", np.int64),  # cards that are in one block with the next lower card
        ("split", np.int64),  # cards that are kept for a called suit: no other is as good
        ("counted", np.int64),  # bits of seats, as in a position
        ("raisers", np.int64),
        ("count", np.int64),  # counted so far
        ("left", np.int64),  # still to be counted by one side or the other
        ("owed", np.int64),
        ("owed_to", np.int64),
        ("per_trick", np.int64),  # what a trick counts besides its cards
        ("called", np.int64),
        ("is_scaled", np.int64),  # 1: a count is not worth what it is
        ("wants_trick", np.int64),  # 1: those who want the tricks are not those who take them (Null)
        ("card", np.int64, SIZE),  # the game's number of a card
        ("worth", np.int64, SIZE),  # what it counts
        ("suit", np.int64, SIZE),  # set of the cards of its suit
        ("over", np.int64, SIZE),  # set of the higher cards of its block
        ("hands", np.int64, MAX_SEATS),  # sets by seat, a card in the present trick included
        ("kept", np.int64, MAX_SEATS),
        ("duty", np.int64, MAX_SEATS),
        ("value", np.int64, MAX_COUNT),  # what a count is worth; never falls
    ]
)


def new_board() -> np.ndarray:
    """An empty one: BOARD [1]."""
    return as_plain_view(np.zeros(1, BOARD))


@large_kernel
def lay_out(position: np.record, unit: int, folds: bool, board: np.record) -> int:
    """Lay a position out; returns how many cards are left.

    Args:
        position: POSITION record.
        unit: a `Unit`: what is to be counted.
        folds: whether cards that count the same form blocks.
        board: written.
    """
    seats = int(position.seats)
    count = _sort_cards(position, board)
    _write_hands(position, board, count)
    _write_suits(position, board, count)
    is_points = unit == Unit.CARD_POINTS
    kept = 0
    for seat in range(seats):
        kept |= int(board.kept[seat])
    left = 0
    for i in range(count):
        board.worth[i] = int(position.worth[board.card[i]]) if is_points else 0
        left += board.worth[i]
    joined = 0
    for i in range(1, count):
        is_alike = board.suit[i] >> (i - 1) & 1 != 0 and board.worth[i] == board.worth[i - 1]
        if folds and is_alike and kept >> (i - 1) & 3 == 0:
            joined |= 1 << i
    over = 0
    for i in range(count - 1, -1, -1):
        board.over[i] = over
        over = over | 1 << i if joined >> i & 1 else 0
    tricks = 0
    for seat in range(seats):
        tricks = max(tricks, num_cards(int(board.hands[seat])))
    board.seats = seats
    board.tricks = tricks
    board.on_table = num_on_table(position)
    board.leader = position.leader
    board.joined = joined
    board.split = kept
    board.counted = position.counted
    board.raisers = position.raisers
    board.count = int(position.points) if is_points else int(position.tricks)
    board.owed = int(position.owed) if is_points else 0
    board.owed_to = position.owed_to
    board.per_trick = 0 if is_points else 1
    board.left = left + int(position.owed) + int(position.last) if is_points else tricks
    board.is_scaled = int(is_points and position.scale != Scale.PLAIN)
    board.wants_trick = int(not is_points and position.counted != position.raisers)
    for i in range(MAX_COUNT):
        board.value[i] = _worth_of_count(i) if board.is_scaled else i
    return count


@kernel
def _worth_of_count(count: int) -> int:
    """What the counters and the fox are worth in Sheep Head, from 0 to 6."""
    counters = count & 15
    worth = 2 if count >= 16 else 0
    return worth + int(counters >= 4) + 2 * int(counters >= 7) + int(counters >= 10)


@kernel
def _sort_cards(position: np.record, board: np.record) -> int:
    """Write the cards that are left by suit and power; returns how many."""
    cards = 0
    for seat in range(int(position.seats)):
        cards |= int(position.hands[seat])
        if position.table[seat] >= 0:
            cards |= 1 << int(position.table[seat])
    count = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        key = 128 * int(position.suit[card]) + int(position.power[card])
        i = count
        while i > 0 and 128 * int(position.suit[board.card[i - 1]]) + int(position.power[board.card[i - 1]]) > key:
            board.card[i] = board.card[i - 1]
            i -= 1
        board.card[i] = card
        count += 1
    return count


@kernel
def _write_hands(position: np.record, board: np.record, count: int) -> None:
    for seat in range(MAX_SEATS):
        board.hands[seat] = 0
        board.kept[seat] = 0
        board.duty[seat] = position.duty[seat]
    trumps = 0
    called = 0
    table = 0
    for i in range(count):
        card = int(board.card[i])
        bit = 1 << i
        for seat in range(int(position.seats)):
            if int(position.hands[seat]) >> card & 1 or position.table[seat] == card:
                board.hands[seat] |= bit
            if int(position.kept[seat]) >> card & 1:
                board.kept[seat] |= bit
            if position.table[seat] == card:
                table |= bit
        if position.suit[card] == TRUMP:
            trumps |= bit
        if int(position.called) >> card & 1:
            called |= bit
    board.trumps = trumps
    board.called = called
    board.table = table


@kernel
def _write_suits(position: np.record, board: np.record, count: int) -> None:
    first = 0
    for i in range(count):
        if i + 1 == count or position.suit[int(board.card[i + 1])] != position.suit[int(board.card[i])]:
            for card in range(first, i + 1):
                board.suit[card] = (1 << (i + 1)) - (1 << first)
            first = i + 1


@kernel
def top_of(cards: int, others: int) -> int:
    """The cards of a set that are higher than all others'."""
    return cards & ~((2 << highest(others)) - 1) if others != 0 else cards
