"""Kontra, Re, Supra and Hirsch against a Grand Hand (rules, 3.4, 5.3)."""

import pytest

from ramsch_deals import GRAND_PLAYS, GRAND_WITH_2, cards
from ramsch_table import NOBODY_DECLARES, grand_hand_scores, legal, movers_and_choices, played, table

LADDER = ["kontra", "raise", "raise", "raise"]
KONTRA_CALLS = {"kontra", "no_kontra"}
RAISES = {"raise", "no_raise"}


# Scores.


@pytest.mark.parametrize(
    ("said", "won", "lost"),
    [
        (["no_kontra", "no_kontra"], 96, -192),
        (["kontra", "no_raise"], 192, -384),
        (["no_kontra", "kontra", "no_raise"], 192, -384),
        (["kontra", "raise", "no_raise"], 384, -768),
        (["kontra", "raise", "raise", "no_raise"], 768, -1536),
        (LADDER, 1536, -3072),
    ],
    ids=["E29_none", "E29_kontra", "E30_second_defender", "E29_re", "E29_supra", "E29_hirsch"],
)
def test_kontra_and_its_answers_double_the_score(said, won, lost):
    """E29, E30: there is no overbid that they could change (A21)."""
    for points, expected in ((70, won), (58, lost)):
        scores = grand_hand_scores(GRAND_WITH_2, GRAND_PLAYS[points], *said, kontra_levels=4)
        assert scores == [expected, 0, 0]


def test_a_bock_deal_doubles_on_top_of_kontra_and_re():
    """E31."""
    game = table(episode="match", kontra_levels=2)
    actions = ["grand_hand", "kontra", "raise", *GRAND_PLAYS[70].split()]
    state = played(game, GRAND_WITH_2, actions, carry={"bock_left": 3})
    assert list(state.list_scores[:3]) == [768, 0, 0]


# Kontra before the first lead.


def test_defenders_are_asked_from_the_left_of_the_declarer():
    """3.4: middlehand declares, so rearhand comes first."""
    game = table(kontra_levels=1)
    state = played(game, GRAND_WITH_2, ["no_grand_hand", "grand_hand"])
    assert movers_and_choices(game, state, ["no_kontra", "no_kontra"]) == [
        (2, KONTRA_CALLS),
        (0, KONTRA_CALLS),
        (0, set()),
    ]


def test_the_first_kontra_ends_the_asking():
    """3.4."""
    game = table(kontra_levels=1)
    state = played(game, GRAND_WITH_2, ["no_grand_hand", "grand_hand"])
    assert movers_and_choices(game, state, ["kontra"]) == [(2, KONTRA_CALLS), (0, set())]


def test_declarer_and_kontra_sayer_raise_in_turn():
    """3.4: Re, Supra by the one who said Kontra, Hirsch."""
    game = table(kontra_levels=4)
    state = played(game, GRAND_WITH_2, ["grand_hand", "no_kontra"])
    assert movers_and_choices(game, state, LADDER) == [
        (2, KONTRA_CALLS),
        (0, RAISES),
        (2, RAISES),
        (0, RAISES),
        (0, set()),
    ]


@pytest.mark.parametrize("levels", [0, 1, 2, 3, 4])
def test_nobody_is_asked_beyond_the_levels_of_the_table(levels):
    """3.4, `kontra_levels`."""
    game = table(kontra_levels=levels)
    state = played(game, GRAND_WITH_2, ["grand_hand", *LADDER[:levels]])
    assert legal(game, state) == cards("JC JS AC TC AS TS AH KH AD 9D")


def test_who_does_not_raise_ends_the_asking():
    """3.4."""
    game = table(kontra_levels=4)
    state = played(game, GRAND_WITH_2, ["grand_hand", "kontra", "no_raise"])
    assert legal(game, state) == cards("JC JS AC TC AS TS AH KH AD 9D")


def test_kontra_does_not_exist_in_ramsch():
    """A6."""
    game = table(kontra_levels=4, ramsch_style="plain", jungfrau_announce=False)
    state = played(game, GRAND_WITH_2, NOBODY_DECLARES)
    assert legal(game, state) == cards("JC JS AC TC AS TS AH KH AD 9D")


# Kontra before the own first card.

LATE = {"kontra_timing": "before_own_first_card"}


def test_each_defender_is_asked_just_before_his_own_first_card():
    """3.4: the declarer, forehand, has led already; nobody is asked twice."""
    game = table(kontra_levels=4, **LATE)
    state = played(game, GRAND_WITH_2, ["grand_hand"])
    actions = ["JC", "no_kontra", "JD", "no_kontra", "JH", "JS", "9C", "QC"]
    assert movers_and_choices(game, state, actions) == [
        (0, set()),
        (1, KONTRA_CALLS),
        (1, set()),
        (2, KONTRA_CALLS),
        (2, set()),
        (0, set()),
        (1, set()),
        (2, set()),
        (0, set()),
    ]


def test_late_kontra_is_answered_at_once_and_then_that_defender_plays():
    """3.4: the other defender is not asked any more."""
    game = table(kontra_levels=4, **LATE)
    state = played(game, GRAND_WITH_2, ["grand_hand", "JC"])
    assert movers_and_choices(game, state, ["kontra", "raise", "raise", "no_raise", "JD", "JH"]) == [
        (1, KONTRA_CALLS),
        (0, RAISES),
        (1, RAISES),
        (0, RAISES),
        (1, set()),
        (2, set()),
        (0, set()),
    ]


def test_a_defender_who_leads_is_asked_before_the_lead():
    """3.4: middlehand is declarer, forehand a defender."""
    game = table(kontra_levels=1, **LATE)
    state = played(game, GRAND_WITH_2, ["no_grand_hand", "grand_hand"])
    assert movers_and_choices(game, state, ["no_kontra", "JC", "JD", "kontra", "JH"]) == [
        (0, KONTRA_CALLS),
        (0, set()),
        (1, set()),
        (2, KONTRA_CALLS),
        (2, set()),
        (0, set()),
    ]


def test_late_kontra_doubles_like_an_early_one():
    """3.4, 5.3: said by rearhand after two cards are on the table."""
    first, second, *others = GRAND_PLAYS[70].split()
    game = table(kontra_levels=2, **LATE)
    late = [first, "no_kontra", second, "kontra", "raise", *others]
    state = played(game, GRAND_WITH_2, ["grand_hand", *late])
    assert list(game.returns(state)) == [384, 0, 0]


def test_ouvert_always_asks_for_kontra_before_the_first_lead():
    """3.4."""
    game = table(kontra_levels=1, grand_hand_announcements=True, **LATE)
    state = played(game, GRAND_WITH_2, ["grand_hand", "declare_GHO"])
    assert movers_and_choices(game, state, ["no_kontra", "no_kontra"]) == [
        (1, KONTRA_CALLS),
        (2, KONTRA_CALLS),
        (0, set()),
    ]
