"""The search: does the count reach a target? Depth first, with a stack: to compile a recursion takes five times as long.

A value is what the final count is worth. What comes back for a node is a bound: at least the target, and the true value is no
less; or below the target, and the true value is no more.
"""

import numpy as np

from agents.search.solver.bits import highest, mixed
from agents.search.solver.bounds import judge_null, last_trick, sure_bounds
from agents.search.solver.order import list_moves
from agents.search.solver.work import (
    ALL_CARDS,
    BEST,
    CALLED,
    COUNT,
    GOOD,
    KEY,
    LEADER,
    LED,
    LEFT,
    NEXT,
    NUM,
    OWED,
    PLAYED,
    TABLE_SIZE,
    TOP,
    VALUE,
    WINNER,
    WORTH,
    Uses,
    card_of,
    high_of,
    low_of,
    packed,
)
from envs.core.cards import lowest
from envs.core.jit import kernel, large_kernel
from envs.core.position import may_follow
from envs.core.tricks import following

UNKNOWN = -(1 << 20)
"""Instead of a value: it must be searched."""


@large_kernel
def search(board: np.record, work: np.record, target: int, only: int, uses: int) -> int:
    """Whether the count reaches what is worth the target.

    Args:
        board: the position.
        work: written; its table is read too, so it must have been given a new generation for a new position.
        target: a value.
        only: set of the cards of the board that may be played first; -1: all that are legal.
        uses: bits of `Uses`.

    Returns:
        A bound of the value, see above; `work.ply[cards on the table, GOOD]` is a card that reaches it, where one was tried.
    """
    seats = int(board.seats)
    raisers = int(board.raisers)
    root = int(board.on_table)
    _set_up(board, work)
    work.first = only
    ply = work.ply
    t, k, p = 0, root, root
    value = UNKNOWN
    is_new = True
    while True:
        seat = int(work.trick[t, LEADER]) + k
        seat = seat - seats if seat >= seats else seat
        raises = raisers >> seat & 1 != 0
        value = _enter(board, work, t, k, seat, target, uses) if is_new else _take_back(work, p, value, target, raises)
        if value == UNKNOWN:
            if uses & Uses.NEAR:
                _skip_near(board, work, t, p, seat, target, raises)
            if ply[p, NEXT] < ply[p, NUM]:
                _lay_down(board, work, t, k, seat, uses)
                p += 1
                t, k = (t, k + 1) if k < seats - 1 else (t + 1, 0)
                is_new = True
                continue
            value = int(ply[p, VALUE])
        if k == 0 and p > root and not is_new and uses & Uses.TABLE:
            _store(board, work, t, value, target, int(ply[p, GOOD]))
        if p == root:
            return value
        p -= 1
        t, k = (t, k - 1) if k > 0 else (t - 1, seats - 1)
        is_new = False


@kernel
def _enter(board: np.record, work: np.record, t: int, k: int, seat: int, target: int, uses: int) -> int:
    """Visit a node: a bound that decides, or UNKNOWN, and then its moves are listed."""
    work.nodes += 1
    p = int(board.seats) * t + k
    if k == 0 and t > 0:
        value = _judge(board, work, t, target, uses)
        if value != UNKNOWN:
            return value
    cards = _may_play(board, work, t, p, seat, uses)
    if p == board.on_table:
        cards &= int(work.first)
    list_moves(board, work, t, k, seat, cards, uses)
    work.ply[p, NEXT] = 0
    work.ply[p, VALUE] = UNKNOWN if board.raisers >> seat & 1 else -UNKNOWN
    return UNKNOWN


@kernel
def _take_back(work: np.record, p: int, value: int, target: int, raises: bool) -> int:
    """Note what a move has come to; returns its value if that decides, else UNKNOWN."""
    ply = work.ply
    i = int(ply[p, NEXT])
    ply[p, NEXT] = i + 1
    work.found[p, i] = value
    if (value > ply[p, VALUE]) if raises else (value < ply[p, VALUE]):
        ply[p, VALUE] = value
        ply[p, GOOD] = work.moves[p, i]
    return value if (value >= target) == raises else UNKNOWN


@kernel
def _set_up(board: np.record, work: np.record) -> None:
    """Write the first trick, and the plies of the cards that are on the table."""
    trick, ply = work.trick, work.ply
    seats = int(board.seats)
    trick[0, COUNT] = board.count
    trick[0, LEFT] = board.left
    trick[0, LEADER] = board.leader
    trick[0, CALLED] = board.called
    trick[0, OWED] = board.owed
    trick[0, ALL_CARDS] = 0
    trick[0, BEST] = -1
    for seat in range(seats):
        work.hands[0, seat] = board.hands[seat]
        trick[0, ALL_CARDS] |= board.hands[seat]
    ply[0, LED] = 0
    ply[0, PLAYED] = 0
    ply[0, WORTH] = 0
    for k in range(int(board.on_table)):
        seat = (int(board.leader) + k) % seats
        work.moves[k, 0] = lowest(int(board.hands[seat]) & int(board.table))
        ply[k, NEXT] = 0
        _lay_down(board, work, 0, k, seat, 0)


@kernel
def first_cards(board: np.record) -> int:
    """The cards that may be played first."""
    seat = (int(board.leader) + int(board.on_table)) % int(board.seats)
    led = 0
    if board.on_table > 0:
        led = int(board.suit[lowest(int(board.hands[int(board.leader)]) & int(board.table))])
    return may_follow(int(board.hands[seat]), led, int(board.called), int(board.kept[seat]), int(board.duty[seat]))


@kernel
def _may_play(board: np.record, work: np.record, t: int, p: int, seat: int, uses: int) -> int:
    """The cards that a seat may play, one of each run that is as good."""
    hand = int(work.hands[t, seat])
    led = int(work.ply[p, LED])
    called = int(work.trick[t, CALLED])
    cards = following(hand, led)
    if called != 0:
        cards = may_follow(hand, led, called, int(board.kept[seat]), int(board.duty[seat]))
    return cards & ~(cards << 1 & int(board.joined)) if uses & Uses.BLOCKS else cards


@kernel
def _skip_near(board: np.record, work: np.record, t: int, p: int, seat: int, target: int, raises: bool) -> None:
    """Step over moves that cannot reach the target because a neighbouring card has fallen too short of it.

    If no card of another hand is between two of one hand, one may be played wherever the other could be: tricks are won by the
    same seats, and only the difference of their worth goes elsewhere.
    """
    ply, moves, found = work.ply, work.moves, work.found
    others = int(work.trick[t, ALL_CARDS]) & ~int(work.hands[t, seat])
    while ply[p, NEXT] < ply[p, NUM]:
        i = int(ply[p, NEXT])
        card = int(moves[p, i])
        is_skipped = False
        for j in range(i):
            other = int(moves[p, j])
            between = (1 << max(card, other)) - (2 << min(card, other))
            if not board.suit[card] >> other & 1 or others & between:
                continue
            gap = abs(int(board.worth[card]) - int(board.worth[other]))
            if gap > 0 and board.is_scaled:
                continue
            bound = int(found[p, j]) + gap if raises else int(found[p, j]) - gap
            if (bound < target) == raises and 1 << card & ~int(board.split) and 1 << other & ~int(board.split):
                is_skipped = True
                found[p, i] = bound
                if (bound > ply[p, VALUE]) if raises else (bound < ply[p, VALUE]):
                    ply[p, VALUE] = bound
                break
        if not is_skipped:
            return
        ply[p, NEXT] = i + 1


@kernel
def _lay_down(board: np.record, work: np.record, t: int, k: int, seat: int, uses: int) -> None:
    """Play the next move of a ply."""
    ply = work.ply
    p = int(board.seats) * t + k
    card = int(work.moves[p, int(ply[p, NEXT])])
    led, top, winner = int(ply[p, LED]), int(ply[p, TOP]), int(ply[p, WINNER])
    if k == 0:
        led, top, winner = int(board.suit[card]), card, seat
    elif card > top and (int(board.suit[top]) | int(board.trumps)) >> card & 1:
        top, winner = card, seat
    worth = int(ply[p, WORTH]) + int(board.worth[card]) if k > 0 else int(board.worth[card])
    played = int(ply[p, PLAYED]) | 1 << card if k > 0 else 1 << card
    ply[p + 1, LED] = led
    ply[p + 1, TOP] = top
    ply[p + 1, WINNER] = winner
    ply[p + 1, WORTH] = worth
    ply[p + 1, PLAYED] = played
    if k == board.seats - 1:
        _take_trick(board, work, t, uses)
        ply[p + 1, LED] = 0


@kernel
def _take_trick(board: np.record, work: np.record, t: int, uses: int) -> None:
    """Write the next trick."""
    trick, hands = work.trick, work.hands
    end = work.ply[int(board.seats) * (t + 1)]
    winner, played = int(end[WINNER]), int(end[PLAYED])
    worth = int(end[WORTH]) + int(board.per_trick)
    owed = int(trick[t, OWED])
    if owed != 0 and board.owed_to >> winner & 1:
        worth += owed
        owed = 0
    trick[t + 1, COUNT] = trick[t, COUNT] + worth * (int(board.counted) >> winner & 1)
    trick[t + 1, LEFT] = trick[t, LEFT] - worth
    trick[t + 1, LEADER] = winner
    trick[t + 1, CALLED] = 0 if end[LED] == trick[t, CALLED] else trick[t, CALLED]
    trick[t + 1, OWED] = owed
    cards = int(trick[t, ALL_CARDS]) & ~played
    seats = int(board.seats)
    for seat in range(seats):
        hands[t + 1, seat] = int(hands[t, seat]) & ~played
    while played != 0 and uses & Uses.BLOCKS:
        card = highest(played)
        played ^= 1 << card
        over = int(board.over[card])
        if over & cards:
            cards = cards & ~over | (cards & over) >> 1
            for seat in range(seats):
                hand = int(hands[t + 1, seat])
                hands[t + 1, seat] = hand & ~over | (hand & over) >> 1
    trick[t + 1, ALL_CARDS] = cards


@kernel
def _judge(board: np.record, work: np.record, t: int, target: int, uses: int) -> int:
    """A bound of the value at the beginning of a trick that decides about the target, or UNKNOWN."""
    trick = work.trick
    value = board.value
    count, left = int(trick[t, COUNT]), int(trick[t, LEFT])
    if value[count] >= target:
        return int(value[count])
    if value[count + left] < target:
        return int(value[count + left])
    hand = int(work.hands[t, 0])
    if hand & (hand - 1) == 0:
        return int(value[count + last_trick(board, work, t)])
    if uses & Uses.SURE:
        low, high = sure_bounds(board, work, t)
        if value[low] >= target:
            return int(value[low])
        if value[high] < target:
            return int(value[high])
    if uses & Uses.SAFE and board.wants_trick and int(board.trumps) & int(trick[t, ALL_CARDS]) == 0:
        outcome = judge_null(board, work, t)
        if outcome == 0 or (outcome == 1 and count + 1 >= target):
            return count + outcome
    trick[t, BEST] = -1
    if uses & Uses.TABLE:
        return _look_up(board, work, t, target)
    return UNKNOWN


@kernel
def _look_up(board: np.record, work: np.record, t: int, target: int) -> int:
    """What the table knows of this position: a bound that decides, else UNKNOWN; notes its key and the best card."""
    trick = work.trick
    key = int(trick[t, LEADER]) << 56 | int(trick[t, CALLED] != 0) << 60 | int(trick[t, OWED] != 0) << 61  # beyond all cards
    base = int(trick[t, COUNT])
    if board.is_scaled:
        key = mixed(key, base)
        base = 0
    for seat in range(int(board.seats)):
        key = mixed(key, int(work.hands[t, seat]))
    trick[t, KEY] = key
    slot = key & (TABLE_SIZE - 1)
    word = int(work.known[slot, 1])
    if work.known[slot, 0] != key or word >> 32 != work.generation:
        return UNKNOWN
    low, high = base + low_of(word), base + high_of(word)
    if low >= target:
        return low
    if high < target:
        return high
    trick[t, BEST] = card_of(word)
    return UNKNOWN


@kernel
def _store(board: np.record, work: np.record, t: int, value: int, target: int, card: int) -> None:
    """Note a bound of the position at the beginning of a trick."""
    trick = work.trick
    base = 0 if board.is_scaled else int(trick[t, COUNT])
    key = int(trick[t, KEY])
    slot = key & (TABLE_SIZE - 1)
    word = int(work.known[slot, 1])
    low, high = 0, int(board.value[int(trick[t, COUNT]) + int(trick[t, LEFT])]) - base
    if work.known[slot, 0] == key and word >> 32 == work.generation:
        low, high = low_of(word), high_of(word)
    if value >= target:
        low = max(low, value - base)
    else:
        high = min(high, value - base)
    work.known[slot, 0] = key
    work.known[slot, 1] = packed(low, high, card, int(work.generation))
