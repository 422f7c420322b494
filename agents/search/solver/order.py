"""In which order cards are tried: what most likely decides comes first."""

import numpy as np

from agents.search.solver.bits import highest
from agents.search.solver.work import BEST, LED, NUM, TOP, WINNER, Uses
from envs.core.cards import lowest
from envs.core.jit import kernel, large_kernel
from envs.core.tricks import following

_FIRST = 1 << 20


@large_kernel
def list_moves(board: np.record, work: np.record, t: int, k: int, seat: int, cards: int, uses: int) -> None:
    """Write the moves of a ply, the most promising first.

    Args:
        board: the position.
        work: `moves` and `ply[..., NUM]` of the ply are written.
        t: trick.
        k: cards in it.
        seat: who plays.
        cards: what may be played.
        uses: bits of `Uses`.
    """
    p = int(board.seats) * t + k
    moves = work.moves[p]
    if cards & (cards - 1) == 0 or not uses & Uses.ORDER:
        count = 0
        while cards != 0:
            moves[count] = lowest(cards)
            cards &= cards - 1
            count += 1
        work.ply[p, NUM] = count
        return
    is_counted = board.counted >> seat & 1
    side = int(board.counted) if is_counted else ~int(board.counted)
    if is_counted != board.raisers >> seat & 1:
        count = _score_unwanted(board, work, t, k, seat, side, cards)
    elif k == 0:
        count = _score_leads(board, work, t, seat, side, cards)
    else:
        count = _score_answers(board, work, t, k, seat, side, cards)
    _sort(moves, count)
    work.ply[p, NUM] = count


@kernel
def _sort(moves: np.ndarray, count: int) -> None:
    """Sort by score, the greatest first, and leave the cards alone."""
    for k in range(1, count):
        entry = int(moves[k])
        i = k
        while i > 0 and moves[i - 1] < entry:
            moves[i] = moves[i - 1]
            i -= 1
        moves[i] = entry
    for k in range(count):
        moves[k] &= 63


@kernel
def _foes_to_come(board: np.record, seat: int, k: int, side: int) -> int:
    """Seats of the other side that are still to play, as bits."""
    foes = 0
    other = seat
    for _ in range(int(board.seats) - 1 - k):
        other = other + 1 if other < board.seats - 1 else 0
        if side >> other & 1 == 0:
            foes |= 1 << other
    return foes


# --- Leads -----------------------------------------------------------------------------------------------------------------


@kernel
def _score_leads(board: np.record, work: np.record, t: int, seat: int, side: int, cards: int) -> int:
    """Write score and card of each lead, by how much the trick is likely to be won or lost; returns how many."""
    moves = work.moves[int(board.seats) * t]
    count = 0
    suit = 0
    mate_best, foe_best, given, taken = -1, -1, 0, 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if int(board.suit[card]) != suit:
            suit = int(board.suit[card])
            mate_best, foe_best, given, taken = _look_ahead(board, work, t, suit, side, seat)
        worth = int(board.worth[card])
        if card == work.trick[t, BEST]:
            score = _FIRST
        elif foe_best < card:
            score = 200 + 4 * (worth + given)
        elif foe_best < mate_best:
            score = 120 + 2 * given + worth
        else:
            score = 60 - 3 * (worth + taken - given)
            score += (12 if suit & int(board.trumps) else 0) + (12 if mate_best > card else 0)
        moves[count] = score << 6 | card
        count += 1
    return count


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
        cards = following(int(work.hands[t, other]), suit)
        top = highest(cards & beating) if cards & beating else -1
        low, high = _range_of_worth(board, cards)
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
def _range_of_worth(board: np.record, cards: int) -> tuple[int, int]:
    """Least and greatest worth of a card of a set."""
    low, high = 1000, 0
    while cards != 0:
        worth = int(board.worth[lowest(cards)])
        low = min(low, worth)
        high = max(high, worth)
        cards &= cards - 1
    return low, high


# --- Answers ---------------------------------------------------------------------------------------------------------------


@kernel
def _score_answers(board: np.record, work: np.record, t: int, k: int, seat: int, side: int, cards: int) -> int:
    """Write score and card of each answer: win with the dearest, give to a mate, else throw the cheapest; returns how many."""
    p = int(board.seats) * t + k
    moves, ply = work.moves[p], work.ply
    top, led = int(ply[p, TOP]), int(ply[p, LED])
    foes = _foes_to_come(board, seat, k, side)
    is_mates = side >> int(ply[p, WINNER]) & 1 != 0
    is_safe = is_mates and not _is_beaten(board, work, t, top, led, foes)
    beating = (int(board.suit[top]) | int(board.trumps)) & ~((2 << top) - 1)
    count = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        worth = int(board.worth[card])
        if beating >> card & 1:
            score = 120 - 2 * worth if _is_beaten(board, work, t, card, led, foes) else 300 + 8 * worth
        elif is_mates:
            score = 250 + 8 * worth if is_safe else 100 - 2 * worth
        else:
            score = 50 - 8 * worth
        if int(board.trumps) >> card & 1:
            score -= 8
        moves[count] = score << 6 | card
        count += 1
    return count


@kernel
def _is_beaten(board: np.record, work: np.record, t: int, card: int, led: int, foes: int) -> bool:
    """Whether one of some seats, still to play, can beat a card that wins the trick so far."""
    beating = (int(board.suit[card]) | int(board.trumps)) & ~((2 << card) - 1)
    while foes != 0:
        if following(int(work.hands[t, lowest(foes)]), led) & beating:
            return True
        foes &= foes - 1
    return False


# --- Where tricks are not wanted -------------------------------------------------------------------------------------------


@kernel
def _score_unwanted(board: np.record, work: np.record, t: int, k: int, seat: int, side: int, cards: int) -> int:
    """Write score and card of each move of those who want others to get the trick: the highest card that loses it first."""
    p = int(board.seats) * t + k
    moves = work.moves[p]
    rest = _foes_to_come(board, seat, k, side)
    foes = 0
    while rest != 0:
        foes |= int(work.hands[t, lowest(rest)])
        rest &= rest - 1
    top = int(work.ply[p, TOP])
    count = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        suit = int(board.suit[card])
        if k > 0:
            is_winning = card > top and (int(board.suit[top]) | int(board.trumps)) >> card & 1
            score = card if is_winning else 200 + card
        elif card == work.trick[t, BEST]:
            score = _FIRST
        elif foes & suit & ~((2 << card) - 1) == 0:
            score = 64 - card
        else:
            score = (200 if foes & suit & ((1 << card) - 1) else 300) - card
        moves[count] = score << 6 | card
        count += 1
    return count
