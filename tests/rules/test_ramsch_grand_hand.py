"""A Grand Hand declared instead of a Ramsch (rules, 3.5, 3.8, 5.1, 5.3)."""

import pytest

from ramsch_deals import (
    FOR_30,
    FOR_31,
    GRAND_PLAYS,
    GRAND_WITH_1,
    GRAND_WITH_2,
    GRAND_WITHOUT_1,
    GRAND_WITHOUT_1_FOR_70,
    GRAND_WITHOUT_4,
    cards,
    cards_of,
)
from ramsch_table import NOBODY_DECLARES, grand_hand_scores, legal, movers_and_choices, played, table

# Who is asked.


def test_the_first_grand_hand_ends_the_asking():
    """3.8: forehand leads all the same."""
    game = table()
    state = played(game, GRAND_WITH_2, [])
    assert movers_and_choices(game, state, ["no_grand_hand", "grand_hand"]) == [
        (0, {"grand_hand", "no_grand_hand"}),
        (1, {"grand_hand", "no_grand_hand"}),
        (0, set()),
    ]


def test_without_a_grand_hand_the_ramsch_begins():
    """3.1, 3.8."""
    game = table()
    state = played(game, GRAND_WITH_2, NOBODY_DECLARES)
    assert legal(game, state) == {"take", "push"}


def test_with_grand_hand_off_nobody_is_asked():
    """3.8."""
    game = table(grand_hand_rule="off")
    assert legal(game, played(game, GRAND_WITH_2, [])) == {"take", "push"}


def test_the_declarer_chooses_an_announcement_where_that_is_played():
    """3.8."""
    game = table(grand_hand_announcements=True)
    state = played(game, GRAND_WITH_2, ["no_grand_hand", "grand_hand"])
    assert game.current_player(state) == 1
    assert legal(game, state) == {"declare_GH", "declare_GHS", "declare_GHZ", "declare_GHO"}


# Scores.


@pytest.mark.parametrize(
    ("points", "expected"),
    [(70, 96), (58, -192), (60, -192), (61, 96), (89, 96), (90, 120), (114, 120), (120, 144)],
    ids=[
        "E52",
        "E52_lost",
        "60_are_not_enough",
        "61_are_enough",
        "89_are_no_schneider",
        "90_are_schneider",
        "nine_tricks_are_not_schwarz",
        "ten_tricks_are_schwarz",
    ],
)
def test_a_grand_hand_with_two_jacks(points, expected):
    """E52: 24 times with 2, game, hand, and what is reached; lost, it counts twice."""
    assert grand_hand_scores(GRAND_WITH_2, GRAND_PLAYS[points]) == [expected, 0, 0]


def test_a_grand_hand_without_one():
    """E52: JC is with a defender, 92 card points make schneider."""
    assert grand_hand_scores(GRAND_WITHOUT_1.deck, GRAND_WITHOUT_1.plays) == [96, 0, 0]


def test_a_declarer_without_a_trick_is_schneider_and_schwarz():
    """5.1, like E18: without 4, 24 times 4 + 1 + 1 + 1 + 1."""
    assert grand_hand_scores(GRAND_WITHOUT_4.deck, GRAND_WITHOUT_4.plays) == [-384, 0, 0]


def test_a_grand_hand_without_one_and_without_schneider():
    """5.1: the smallest value there is, 24 times 1 + 1 + 1."""
    assert grand_hand_scores(GRAND_WITHOUT_1.deck, GRAND_WITHOUT_1_FOR_70) == [72, 0, 0]


@pytest.mark.parametrize(("plays", "expected"), [(FOR_30, -192), (FOR_31, -144)], ids=["30_are_schneider", "31_are_not"])
def test_a_declarer_with_30_card_points_is_schneider(plays, expected):
    """5.1, like E17: with 1, 24 times 1 + 1 + 1, and 1 more for schneider."""
    assert grand_hand_scores(GRAND_WITH_1, plays) == [expected, 0, 0]


@pytest.mark.parametrize(
    ("announced", "points", "expected"),
    [
        ("GH", 120, 144),
        ("GHS", 89, -288),
        ("GHS", 90, 144),
        ("GHS", 120, 168),
        ("GHZ", 114, -384),
        ("GHZ", 120, 192),
        ("GHO", 114, -432),
        ("GHO", 120, 216),
    ],
    ids=[
        "nothing_announced",
        "E19_schneider_missed",
        "E19_schneider_reached",
        "schneider_announced_schwarz_reached",
        "E20",
        "E20_reached",
        "ouvert_missed",
        "ouvert_reached",
    ],
)
def test_announcements_count_whether_reached_or_missed(announced, points, expected):
    """5.1, 5.3: E20, and E19 as a Grand."""
    scores = grand_hand_scores(
        GRAND_WITH_2,
        GRAND_PLAYS[points],
        f"declare_{announced}",
        grand_hand_announcements=True,
    )
    assert scores == [expected, 0, 0]


@pytest.mark.parametrize(("factor", "expected"), [(1, -96), (2, -192)], ids=["E22", "E22_default"])
def test_a_lost_hand_game_counted_once_before_1999(factor, expected):
    """E22, 5.3."""
    scores = grand_hand_scores(GRAND_WITH_2, GRAND_PLAYS[58], lost_hand_factor=factor)
    assert scores == [expected, 0, 0]


# Cards laid open.


def test_an_ouvert_hand_lies_open_after_kontra_and_before_the_first_lead():
    """3.5: each defender then sees it."""
    game = table(kontra_levels=1, grand_hand_announcements=True)
    state = played(game, GRAND_WITH_2, ["grand_hand", "declare_GHO", "no_kontra"])
    place = game.layout["open_hand"]
    assert not game.observe(state, 2)[place].any()
    game.play(state, ["no_kontra"])
    for seat in range(3):
        bits = game.observe(state, seat)[place]
        shown = sum(1 << card for card, bit in enumerate(bits) if bit)
        assert cards_of(shown) == cards("JC JS AC TC AS TS AH KH AD 9D")


def test_no_other_grand_hand_lies_open():
    """3.5."""
    game = table(grand_hand_announcements=True)
    state = played(game, GRAND_WITH_2, ["grand_hand", "declare_GHZ", "JC"])
    assert not game.observe(state, 1)[game.layout["open_hand"]].any()
