"""The golden matches, told again from their decisions; `python tests/support/golden_match.py` records them anew."""

from itertools import pairwise

import pytest

from golden_match import SCHMIER, SKAT, page, recorded


@pytest.mark.parametrize("match", [SCHMIER, SKAT], ids=["schmier", "skat"])
def test_a_match_is_told_as_it_was(match):
    """Dealers, contracts, deals thrown in, scores, sums; every decision is legal."""
    assert page(match, recorded(match)) == match.file.read_text()


def test_scores_of_schmier_add_up_to_the_end():
    """As read from the file alone: below 21 before the last hand, and then the winners have most."""
    text = SCHMIER.file.read_text()
    hands = [line for line in text.splitlines() if " bids " in line]
    totals = [0, 0, 0]
    for hand in hands:
        changes, scores = hand.rstrip(".").rpartition(". ")[2].split(", ")
        assert max(totals) < 21
        totals = [total + int(change) for total, change in zip(totals, changes.split(), strict=True)]
        assert totals == [int(score) for score in scores.split(" : ")]
    assert max(totals) >= 21
    team = totals.index(max(totals))
    assert f"player_{team} and player_{team + 3} win." in text


def test_a_list_of_skat_has_the_sums_of_seeger_and_fabian():
    """As read from the file alone: 50 a game won less lost, 40 for each game that another lost (5.4)."""
    text = SKAT.file.read_text()
    assert len(recorded(SKAT)) == 36
    points, won, lost = [0, 0, 0], [0, 0, 0], [0, 0, 0]
    for line in text.splitlines():
        if " plays " in line:
            seat, change = int(line.split(" plays ")[0][-1]), int(line.split()[-1])
            points[seat] += change
            (won if change > 0 else lost)[seat] += 1
    rows = [line.split() for line in text.splitlines() if line.startswith("player_") and "wins" not in line]
    assert [[int(number) for number in row[1:]] for row in rows] == [
        [points[s], won[s], lost[s], points[s] + 50 * (won[s] - lost[s]) + 40 * (sum(lost) - lost[s])] for s in range(3)
    ]
    best = max(rows, key=lambda row: int(row[4]))[0]
    assert f"{best} wins." in text


@pytest.mark.parametrize(("match", "num_players"), [(SCHMIER, 6), (SKAT, 3)], ids=["schmier", "skat"])
def test_the_deal_moves_one_seat_to_the_left_unless_cards_are_thrown_in(match, num_players):
    lines = [line for line in match.file.read_text().splitlines() if " deals: " in line]
    dealers = [(int(line.partition("player_")[2][0]), "nobody" in line) for line in lines]
    for (dealer, is_thrown_in), (following, _) in pairwise(dealers):
        assert following == (dealer if is_thrown_in else (dealer + 1) % num_players)
