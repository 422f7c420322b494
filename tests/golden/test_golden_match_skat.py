"""The golden list of Skat, told again from its decisions; `tests/support/golden_match_skat.py` records it anew."""

from itertools import pairwise

import golden_match_skat as golden_match

TEXT = golden_match.FILE.read_text()


def deals():
    """The decisions of each deal, as they stand in the file."""
    return [line.split(", ") for line in TEXT.strip().rpartition("\n\n")[2].splitlines()]


def test_the_list_is_told_as_it_was():
    """Dealers, contracts, scores, sums; every decision is legal."""
    assert len(deals()) == 36
    assert golden_match.page(golden_match.table(), deals()) == TEXT


def test_the_sums_are_those_of_seeger_and_fabian():
    """As read from the file alone: 50 a game won less lost, 40 for each game that another lost (5.4)."""
    points, won, lost = [0, 0, 0], [0, 0, 0], [0, 0, 0]
    for line in TEXT.splitlines():
        if " plays " in line:
            seat, change = int(line.split(" plays ")[0][-1]), int(line.split()[-1])
            points[seat] += change
            (won if change > 0 else lost)[seat] += 1
    rows = [line.split() for line in TEXT.splitlines() if line.startswith("player_") and "wins" not in line]
    assert [[int(number) for number in row[1:]] for row in rows] == [
        [points[s], won[s], lost[s], points[s] + 50 * (won[s] - lost[s]) + 40 * (sum(lost) - lost[s])] for s in range(3)
    ]
    best = max(rows, key=lambda row: int(row[4]))[0]
    assert f"{best} wins." in TEXT


def test_the_deal_moves_one_seat_to_the_left():
    dealers = [int(line.partition("player_")[2][0]) for line in TEXT.splitlines() if " deals: " in line]
    assert all(later == (earlier + 1) % 3 for earlier, later in pairwise(dealers))
