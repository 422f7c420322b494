"""What can be asked of a position: whether a count is reached, how great it is, and what each card is worth; one or many."""

import numpy as np

from agents.search.solver.board import lay_out
from agents.search.solver.search import first_cards, search
from agents.search.solver.work import Uses, new_generation
from envs.core.jit import kernel, large_kernel

NO_VALUE = -1
"""Instead of the value of a card that may not be played."""
EXACT, OWN = -1, -2
"""Instead of a target."""


@kernel
def limits(board: np.record) -> tuple[int, int]:
    """Least and greatest value that the count can come to."""
    count = int(board.count)
    return int(board.value[count]), int(board.value[count + int(board.left)])


@kernel
def reaches(board: np.record, work: np.record, target: int, uses: int) -> bool:
    """Whether a position on the board is worth the target."""
    low, high = limits(board)
    if low >= target or high < target:
        return low >= target
    return search(board, work, target, -1, uses) >= target


@large_kernel
def exact(board: np.record, work: np.record, only: int, uses: int) -> int:
    """The value of a position on the board, by halving; `only` as in `search`."""
    low, high = limits(board)
    while low < high:
        target = (low + high + 1) // 2
        value = search(board, work, target, only, uses)
        if value >= target:
            low = value
        else:
            high = value
    return low


@large_kernel
def value_cards(board: np.record, work: np.record, count: int, target: int, uses: int, out: np.ndarray) -> None:
    """Write what each card that may be played next is worth.

    Args:
        board: the position.
        work: with a new generation.
        count: cards on the board.
        target: values are 1 where it is reached, else 0; EXACT: values are exact.
        uses: bits of `Uses`.
        out: int64 [MAX_CARDS], by the game's numbers; NO_VALUE where a card may not be played. Written.
    """
    out[:] = NO_VALUE
    cards = first_cards(board)
    value = 0
    for i in range(count):
        if cards >> i & 1 == 0:
            continue
        is_copy = uses & Uses.BLOCKS and int(board.joined) >> i & 1 and cards >> (i - 1) & 1
        if not is_copy and target >= 0:
            value = int(search(board, work, target, 1 << i, uses) >= target)
        elif not is_copy:
            value = exact(board, work, 1 << i, uses)
        out[int(board.card[i])] = value


@kernel
def _target_of(position: np.record, target: int) -> int:
    if target != OWN:
        return target
    return int(position.target) if position.target > 0 else EXACT


@large_kernel
def solve_many(
    positions: np.ndarray, unit: int, target: int, uses: int, works: np.ndarray, boards: np.ndarray, out: np.ndarray
) -> None:
    """Solve many positions: int64 out[i] is a value, or with a target 1 where it is reached and else 0.

    Args:
        positions: POSITION [count].
        unit: a `Unit`, or -1: each position's own.
        target: a value; EXACT: exact values; OWN: each position's own target, or exact where it has none.
        uses: bits of `Uses`.
        work: from `new_work`.
        board: from `new_board`.
        out: int64 [count]; written.
    """
    board, work = boards[0], works[0]
    for i in range(len(positions)):
        asked = _target_of(positions[i], target)
        lay_out(positions[i], int(positions[i].unit) if unit < 0 else unit, uses & Uses.BLOCKS != 0, board)
        new_generation(work)
        out[i] = exact(board, work, -1, uses) if asked < 0 else int(reaches(board, work, asked, uses))


@large_kernel
def value_many(
    positions: np.ndarray, unit: int, target: int, uses: int, works: np.ndarray, boards: np.ndarray, out: np.ndarray
) -> None:
    """Value each card that may be played next in many positions: int64 out [count, MAX_CARDS]; else as `solve_many`."""
    board, work = boards[0], works[0]
    for i in range(len(positions)):
        asked = _target_of(positions[i], target)
        count = lay_out(positions[i], int(positions[i].unit) if unit < 0 else unit, uses & Uses.BLOCKS != 0, board)
        new_generation(work)
        value_cards(board, work, count, asked, uses, out[i])
