"""Max-n: everybody goes after their own card points, whatever that does to others. It cannot cut, so it is for endings."""

import numpy as np

from agents.search.solver.work import MAX_PLIES
from envs.core.cards import lowest
from envs.core.jit import large_kernel
from envs.core.position import MAX_SEATS, POSITION, mover, play, playable
from envs.game import as_plain_view

MOST_CARDS = 15
"""Cards on the table and in all hands; with more it would take seconds."""


def new_stack() -> np.ndarray:
    """POSITION [MAX_PLIES]; its first is what is searched."""
    return as_plain_view(np.zeros(MAX_PLIES, POSITION))


@large_kernel
def max_n(stack: np.ndarray, out: np.ndarray) -> int:
    """Search stack[0], in which some cards are left to play.

    Seats of one team share what they win. A seat that is counted but does not raise (Ramsch, leaster) wants little, as all
    do there; else all want much. Of cards that are equal to it a seat plays the one with the lowest number.

    Args:
        stack: from `new_stack`; written from its second on.
        out: int64 [MAX_SEATS]; by team what it still wins. Written.

    Returns:
        The card that is played first.
    """
    sign = 1 if stack[0].counted & stack[0].raisers else -1
    best = np.zeros((MAX_PLIES, MAX_SEATS), np.int64)
    won = np.zeros((MAX_PLIES, MAX_SEATS), np.int64)
    rest = np.zeros(MAX_PLIES, np.int64)
    chosen = np.full(MAX_PLIES, -1, np.int64)
    rest[0] = playable(stack[0])
    p = 0
    while True:
        if rest[p] != 0:
            card = lowest(rest[p])
            rest[p] &= ~(1 << card)
            stack[p + 1] = stack[p]
            worth = play(stack[p + 1], card)
            won[p + 1] = won[p]
            if worth > 0:
                won[p + 1, int(stack[p + 1].team[int(stack[p + 1].leader)])] += worth
            p += 1
            chosen[p] = -1
            rest[p] = playable(stack[p])
            if rest[p] == 0:
                best[p] = won[p]
            stack[p].under_action = card
            continue
        if p == 0:
            out[:] = best[0]
            return int(chosen[0])
        p -= 1
        team = int(stack[p].team[mover(stack[p])])
        if chosen[p] < 0 or sign * best[p + 1, team] > sign * best[p, team]:
            best[p] = best[p + 1]
            chosen[p] = stack[p + 1].under_action
