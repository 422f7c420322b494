"""The golden match of Schmier, told again from its decisions; `tests/support/golden_match_schmier.py` records it anew."""

from itertools import pairwise

import golden_match_schmier as golden_match

TEXT = golden_match.FILE.read_text()


def deals():
    """The decisions of each deal, as they stand in the file."""
    return [line.split(", ") for line in TEXT.strip().rpartition("\n\n")[2].splitlines()]


def test_the_match_is_told_as_it_was():
    """Dealers, deals thrown in, scores after each hand, the end; every decision is legal."""
    assert golden_match.page(golden_match.table(), deals()) == TEXT


def test_the_scores_add_up_to_the_end():
    """As read from the file alone: below 21 before the last hand, and then the winners have most."""
    hands = [line for line in TEXT.splitlines() if " bids " in line]
    totals = [0, 0, 0]
    for hand in hands:
        changes, scores = hand.rstrip(".").rpartition(". ")[2].split(", ")
        assert max(totals) < 21
        totals = [total + int(change) for total, change in zip(totals, changes.split(), strict=True)]
        assert totals == [int(score) for score in scores.split(" : ")]
    assert max(totals) >= 21
    team = totals.index(max(totals))
    assert f"player_{team} and player_{team + 3} win." in TEXT


def test_the_deal_moves_on_after_each_scored_hand_only():
    dealers = [(int(line.partition("player_")[2][0]), "nobody" in line) for line in TEXT.splitlines() if " deals: " in line]
    for (dealer, is_thrown_in), (following, _) in pairwise(dealers):
        assert following == (dealer if is_thrown_in else (dealer + 1) % 6)
