"""In which order cards are tried: what most likely decides comes first."""

import numpy as np

from agents.search.solver.bits import highest
from agents.search.solver.work import ALL_CARDS, BEST, LEADER, NUM, TOP, WINNER, WORTH, Uses
from envs.core.cards import lowest
from envs.core.jit import kernel, large_kernel

_FIRST = 1 << 20


@large_kernel
def list_moves(board: np.record, work: np.record, t: int, k: int, p: int, seat: int, cards: int, uses: int) -> None:
    """Write the moves of a ply, the most promising first.

    Args:
        board: the position.
        work: `moves[p]` and `ply[p, NUM]` are written.
        t: trick.
        k: cards in it.
        p: ply.
        seat: who plays.
        cards: what may be played.
        uses: bits of `Uses`.
    """
    moves = work.moves
    count = 0
    if cards & (cards - 1) == 0 or not uses & Uses.ORDER:
        while cards != 0:
            moves[p, count] = lowest(cards)
            cards &= cards - 1
            count += 1
        work.ply[p, NUM] = count
        return
    is_counted = board.counted >> seat & 1
    wants = is_counted == board.raisers >> seat & 1
    side = int(board.counted) if is_counted else ~int(board.counted)
    foes, foe_seats = 0, 0
    other = seat
    for _ in range(int(board.seats) - 1 - k):
        other = other + 1 if other < board.seats - 1 else 0
        if side >> other & 1 == 0:
            foes |= int(work.hands[t, other])
            foe_seats |= 1 << other
    first = int(work.trick[t, BEST]) if k == 0 else -1
    suit, ahead = 0, (-1, -1, 0, 0)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if card == first:
            score = _FIRST
        elif not wants:
            score = _score_averse(board, work, t, k, p, side, card, foes)
        elif k == 0:
            if int(board.suit[card]) != suit:
                suit = int(board.suit[card])
                ahead = _look_ahead(board, work, t, suit, side, seat)
            score = _score_lead(board, card, suit, ahead)
        else:
            score = _score_follow(board, work, t, p, side, card, foe_seats)
        entry = score << 6 | card
        i = count
        while i > 0 and moves[p, i - 1] < entry:
            moves[p, i] = moves[p, i - 1]
            i -= 1
        moves[p, i] = entry
        count += 1
    for i in range(count):
        moves[p, i] &= 63
    work.ply[p, NUM] = count


@kernel
def _is_beaten(board: np.record, work: np.record, t: int, card: int, led: int, foes: int) -> bool:
    """Whether one of some seats, still to play, can beat a card that wins the trick so far."""
    trumps = int(board.trumps)
    while foes != 0:
        foe = lowest(foes)
        foes &= foes - 1
        hand = int(work.hands[t, foe])
        may = hand & led if hand & led else hand
        if may & (int(board.suit[card]) | trumps) & ~((2 << card) - 1):
            return True
    return False


@kernel
def _look_ahead(board: np.record, work: np.record, t: int, suit: int, side: int, seat: int) -> tuple[int, int, int, int]:
    """What a lead of a suit meets.

    Returns:
        The highest card with which a mate can win, and a foe, or -1; what the others give if the leader's side wins the trick,
        and if it loses it.
    """
    beating = suit | int(board.trumps)
    mate_best, foe_best, given, taken = -1, -1, 0, 0
    for other in range(int(board.seats)):
        if other == seat:
            continue
        hand = int(work.hands[t, other])
        may = hand & suit if hand & suit else hand
        top = highest(may & beating) if may & beating else -1
        low, high = _range_of_worth(board, may)
        if side >> other & 1:
            mate_best = max(mate_best, top)
            given += high
            taken += low
        else:
            foe_best = max(foe_best, top)
            given += low
            taken += high
    return mate_best, foe_best, given, taken


@kernel
def _score_lead(board: np.record, card: int, suit: int, ahead: tuple[int, int, int, int]) -> int:
    """By how much the trick is likely to be won or lost."""
    mate_best, foe_best, given, taken = ahead
    worth = int(board.worth[card])
    if foe_best < card:
        return 200 + 4 * (worth + given)
    if foe_best < mate_best:
        return 120 + 2 * given + worth
    bonus = (12 if suit & int(board.trumps) else 0) + (12 if mate_best > card else 0)
    return 60 - 3 * (worth + taken - given) + bonus


@kernel
def _range_of_worth(board: np.record, cards: int) -> tuple[int, int]:
    """Least and greatest worth of a card of a set."""
    low, high = 1000, 0
    while cards != 0:
        worth = int(board.worth[lowest(cards)])
        low = min(low, worth)
        high = max(high, worth)
        cards &= cards - 1
    return low, high


@kernel
def _score_follow(board: np.record, work: np.record, t: int, p: int, side: int, card: int, foe_seats: int) -> int:
    ply = work.ply
    top, winner = int(ply[p, TOP]), int(ply[p, WINNER])
    suit = int(board.suit[card])
    led = int(work.ply[p, 0])
    worth = int(board.worth[card])
    trumps = int(board.trumps)
    beats = card > top and (int(board.suit[top]) | trumps) >> card & 1
    is_trump = 8 if suit & trumps else 0
    if beats:
        if not _is_beaten(board, work, t, card, led, foe_seats):
            return 300 + 8 * worth - is_trump
        return 120 - 2 * worth - is_trump
    if side >> winner & 1:
        if not _is_beaten(board, work, t, top, led, foe_seats):
            return 250 + 8 * worth - is_trump
        return 100 - 2 * worth - is_trump
    return 50 - 8 * worth - is_trump


@kernel
def _score_averse(board: np.record, work: np.record, t: int, k: int, p: int, side: int, card: int, foes: int) -> int:
    """Of those who do not want the trick, or want the one whose tricks are counted to get it."""
    suit = int(board.suit[card])
    if k == 0:
        below = foes & suit & ((1 << card) - 1)
        above = foes & suit & ~((2 << card) - 1)
        return (200 if above and not below else 100 if above else 0) - card
    top = int(work.ply[p, TOP])
    beats = card > top and (int(board.suit[top]) | int(board.trumps)) >> card & 1
    return 100 + card - 200 * int(beats)
