"""What can be asked of positions: whether a count is reached, how great it is, and what each card is worth."""

import numpy as np

from agents.search.solver.board import lay_out
from agents.search.solver.search import first_cards, search
from agents.search.solver.work import Uses, new_generation
from envs.core.jit import kernel, large_kernel, part_kernel
from envs.core.position import mover

NO_VALUE = -1
"""Instead of the value of a card that may not be played."""
EXACT, OWN = -1, -2
"""Instead of a target."""


@large_kernel
def answer_many(
    positions: np.ndarray, unit: int, target: int, uses: int, works: np.ndarray, boards: np.ndarray, out: np.ndarray
) -> None:
    """Value many positions, or each card that may be played next in them.

    Args:
        positions: POSITION [count].
        unit: a `Unit`, or -1: each position's own.
        target: values are 1 where it is reached, else 0; EXACT: values are exact; OWN: the target of each position, or exact
            where it has none.
        uses: bits of `Uses`.
        works: from `new_work`.
        boards: from `new_board`.
        out: int64 [count, 1], the position's value; or int64 [count, cards], the value of each card, NO_VALUE where it may not
            be played. Written.
    """
    board, work = boards[0], works[0]
    is_each = out.shape[1] > 1
    for i in range(len(positions)):
        asked = _target_of(positions[i], target)
        count = lay_out(positions[i], int(positions[i].unit) if unit < 0 else unit, uses & Uses.BLOCKS != 0, board)
        new_generation(work)
        cards = first_cards(board) if is_each else 1
        out[i, :] = NO_VALUE
        value = 0
        for card in range(max(count, 1)):
            if cards >> card & 1:
                is_copy = is_each and int(board.joined) >> card & 1 and cards >> (card - 1) & 1
                if not is_copy:
                    value = _value(board, work, 1 << card if is_each else -1, asked, uses)
                out[i, int(board.card[card]) if is_each else 0] = value


@kernel
def _target_of(position: np.record, target: int) -> int:
    if target != OWN:
        return target
    return int(position.target) if position.target > 0 else EXACT


@part_kernel
def _value(board: np.record, work: np.record, only: int, asked: int, uses: int) -> int:
    """The value of a position on the board, by halving, or whether it is at least what is asked; `only` as in `search`."""
    low = int(board.value[int(board.count)])
    high = int(board.value[int(board.count) + int(board.left)])
    is_open = low < high if asked < 0 else low < asked <= high
    while is_open:
        target = asked if asked >= 0 else (low + high + 1) // 2
        value = search(board, work, target, only, uses)
        if value >= target:
            low = value
        else:
            high = value
        is_open = asked < 0 and low < high
    return low if asked < 0 else int(low >= asked)


@kernel
def signs(positions: np.ndarray) -> np.ndarray:
    """1 where the one to move wants the count to be great, -1 where small: int64 [positions]."""
    out = np.empty(len(positions), np.int64)
    for i in range(len(positions)):
        out[i] = 1 if positions[i].raisers >> mover(positions[i]) & 1 else -1
    return out
