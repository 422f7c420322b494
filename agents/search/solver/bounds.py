"""What is certain at the beginning of a trick, without searching."""

import numpy as np

from agents.search.solver.bits import highest
from agents.search.solver.board import top_of
from agents.search.solver.work import ALL_CARDS, COUNT, LEADER, LEFT, OWED
from envs.core.cards import lowest, num_cards
from envs.core.jit import kernel
from envs.core.tricks import sum_of


@kernel
def last_trick(board: np.record, work: np.record, t: int) -> int:
    """What is still counted when the last trick is to be played, or has been."""
    trick = work.trick
    winner = int(trick[t, LEADER])
    if trick[t, ALL_CARDS] != 0:
        top = lowest(int(work.hands[t, winner]))
        beating = int(board.suit[top]) | int(board.trumps)
        for seat in range(int(board.seats)):
            card = lowest(int(work.hands[t, seat]))
            if card > top and beating >> card & 1:
                top = card
                winner = seat
    if board.counted >> winner & 1 == 0:
        return 0
    is_owed = board.owed_to >> winner & 1
    return int(trick[t, LEFT]) if is_owed else int(trick[t, LEFT]) - int(trick[t, OWED])


@kernel
def sure_bounds(board: np.record, work: np.record, t: int) -> tuple[int, int]:
    """Least and most that can be counted in the end, as the holders of the highest trumps win with them."""
    trick = work.trick
    ours, theirs = 0, 0
    counted = int(board.counted)
    trumps = int(board.trumps) & int(trick[t, ALL_CARDS])
    low, high = int(trick[t, COUNT]), int(trick[t, COUNT]) + int(trick[t, LEFT])
    if trick[t, OWED] != 0 or (trumps == 0 and counted != board.raisers):
        return low, high
    for seat in range(int(board.seats)):
        if counted >> seat & 1:
            ours |= int(work.hands[t, seat])
        else:
            theirs |= int(work.hands[t, seat])
    ours &= trumps
    theirs &= trumps
    if counted == board.raisers:
        leader = int(trick[t, LEADER])
        sure = _cash(board, work, t, leader)
        if counted >> leader & 1:
            low += sure
        else:
            high -= sure
        if sure > 0:
            return low, high
    if trumps == 0:
        return low, high
    is_ours = theirs == 0 or (ours != 0 and highest(ours) > highest(theirs))
    sure = _trumps_on_top(board, work, t, top_of(ours, theirs) if is_ours else top_of(theirs, ours))
    return (low + sure, high) if is_ours else (low, high - sure)


@kernel
def _trumps_on_top(board: np.record, work: np.record, t: int, top: int) -> int:
    """What the highest trumps, all of one side, are sure to win."""
    longest, holder = 0, 0
    for seat in range(int(board.seats)):
        size = num_cards(int(work.hands[t, seat]) & top)
        if size > longest:
            longest, holder = size, seat
    hand = int(work.hands[t, holder])
    alone = sum_of(board.worth, hand & top) + _given(board, work, t, holder, hand, hand & top)
    return longest * int(board.per_trick) + max(alone, sum_of(board.worth, top))


@kernel
def _cash(board: np.record, work: np.record, t: int, leader: int) -> int:
    """What a leader is sure of who first draws all trumps with higher ones, and then plays what no other hand can beat."""
    trick = work.trick
    hand = int(work.hands[t, leader])
    others = int(trick[t, ALL_CARDS]) & ~hand
    trumps = int(board.trumps)
    sure = top_of(hand & trumps, others & trumps)
    if num_cards(sure) < _longest(board, work, t, leader, trumps):
        return 0
    sure = hand & trumps
    rest = hand & ~trumps
    while rest != 0:
        suit = int(board.suit[lowest(rest)])
        top = top_of(rest & suit, others & suit)
        if top != 0 and top != rest & suit and num_cards(top) >= _longest(board, work, t, leader, suit):
            top = rest & suit
        sure |= top
        rest &= ~suit
    if sure == hand:
        return int(trick[t, LEFT])
    return num_cards(sure) * int(board.per_trick) + sum_of(board.worth, sure) + _given(board, work, t, leader, hand, sure)


@kernel
def _longest(board: np.record, work: np.record, t: int, leader: int, suit: int) -> int:
    """Most cards of a suit that another seat holds."""
    most = 0
    for seat in range(int(board.seats)):
        if seat != leader:
            most = max(most, num_cards(int(work.hands[t, seat]) & suit))
    return most


@kernel
def _given(board: np.record, work: np.record, t: int, leader: int, hand: int, sure: int) -> int:
    """What the others have to give to tricks that a leader wins, when they can keep but one or two cards."""
    kept = num_cards(hand & ~sure)
    given = 0
    if kept > 2:
        return 0
    for seat in range(int(board.seats)):
        if seat == leader:
            continue
        first, second = 0, 0
        cards = int(work.hands[t, seat])
        while cards != 0:
            worth = int(board.worth[lowest(cards)])
            cards &= cards - 1
            given += worth
            if worth > first:
                first, second = worth, first
            elif worth > second:
                second = worth
        given -= first + second if kept == 2 else first
    return given


@kernel
def judge_null(board: np.record, work: np.record, t: int) -> int:
    """1: the one whose tricks are counted must take this trick; 0: they need not take any; -1: neither is certain.

    A suit is safe if, whenever it is led, the highest card that may be played under the others' remaining ones is there: the
    others have no more cards under the n-th lowest than n - 1.
    """
    trick = work.trick
    leader = int(trick[t, LEADER])
    counted = int(board.counted)
    if counted >> leader & 1 or counted & (counted - 1) != 0:
        return -1
    hand = int(work.hands[t, lowest(counted)])
    others = int(trick[t, ALL_CARDS]) & ~hand
    rest = hand
    is_safe = True
    while rest != 0:
        suit = int(board.suit[lowest(rest)])
        mine = rest & suit
        rest &= ~suit
        under = others & suit & ((1 << lowest(mine)) - 1)
        if under != 0 and _can_duck(board, work, t, suit, (1 << lowest(mine)) - 1, leader, counted):
            return 1
        n = 0
        while mine != 0 and is_safe:
            under = others & suit & ((1 << lowest(mine)) - 1)
            n += 1
            is_safe = num_cards(under) < n
            mine &= mine - 1
    return 0 if is_safe else -1


@kernel
def _can_duck(board: np.record, work: np.record, t: int, suit: int, below: int, leader: int, counted: int) -> bool:
    """Whether the leader can lead a card under `below`, and all others but the one who is counted can stay under it too."""
    if int(work.hands[t, leader]) & suit & below == 0:
        return False
    for seat in range(int(board.seats)):
        hand = int(work.hands[t, seat]) & suit
        if not counted >> seat & 1 and hand != 0 and hand & below == 0:
            return False
    return True
