"""Announcing to win no trick (rules, 3.6, 3.8, 5.5; A16, A17)."""

import pytest

from ramsch_deals import F_JUNGFRAU, LOSER_55, M_DURCHMARSCH, M_JUNGFRAU, M_WINS_TRICK_3
from ramsch_table import NOBODY_DECLARES, announce, legal, played, ramsch_scores, shove, table

TRICK_3 = M_WINS_TRICK_3.plays.split()[:9]


def test_forehand_middlehand_and_rearhand_are_asked_after_schieben():
    """3.8."""
    game = table()
    state = played(game, LOSER_55.deck, [*NOBODY_DECLARES, *["push"] * 3])
    asked = []
    while "no_announce" in legal(game, state):
        asked.append(game.current_player(state))
        game.play(state, ["no_announce"])
    assert asked == [0, 1, 2]
    assert game.current_player(state) == 0
    assert legal(game, state) == set(LOSER_55.forehand.split())


def test_nobody_is_asked_where_it_is_not_played():
    """3.8, A18."""
    game = table(jungfrau_announce=False, grand_hand_rule="off")
    state = played(game, LOSER_55.deck, ["push"] * 3)
    assert legal(game, state) == set(LOSER_55.forehand.split())


def test_everybody_may_announce():
    """A16."""
    game = table(grand_hand_rule="off")
    state = played(game, LOSER_55.deck, [*["push"] * 3, *announce("FMR")])
    assert [state.jungfrau >> position & 1 for position in range(3)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, -520), ({"ramsch_multiplier": "additive"}, -260)],
    ids=["E49", "E49_additive"],
)
def test_an_announcement_that_succeeds_doubles_once_more(options, expected):
    """E49: one push, M is Jungfrau as announced, F has 65."""
    assert ramsch_scores(M_JUNGFRAU, 1, "M", **options) == [expected, 0, 0]


@pytest.mark.parametrize("pushes", [0, 3], ids=["E50", "E50_three_pushes"])
@pytest.mark.parametrize("announcers", ["M", "MR"])
def test_an_announcer_who_wins_a_trick_loses_120_at_once(pushes, announcers):
    """E50: M wins trick 3, which is worth nothing; neither pushes nor announcements count."""
    game = table(grand_hand_rule="off")
    before = [*shove(M_WINS_TRICK_3, pushes), *announce(announcers)]
    state = played(game, M_WINS_TRICK_3.deck, [*before, *TRICK_3[:-1]])
    assert not game.is_terminal(state)
    game.play(state, TRICK_3[-1:])
    assert game.is_terminal(state)
    assert list(game.returns(state)) == [0, -120, 0]


def test_a_failed_announcement_costs_double_in_a_bock_deal():
    """E50; the next deal has begun."""
    game = table(grand_hand_rule="off", episode="match")
    actions = ["push", "push", "push", *announce("M"), *TRICK_3]
    state = played(game, M_WINS_TRICK_3.deck, actions, carry={"bock_left": 3})
    assert list(state.list_scores[:3]) == [0, -240, 0]
    assert int(state.deals) == 2


def test_the_amount_of_a_failed_announcement_may_be_agreed():
    """4, `jungfrau_fail`."""
    game = table(grand_hand_rule="off", jungfrau_fail=60)
    state = played(game, M_WINS_TRICK_3.deck, [*["push"] * 3, *announce("M"), *TRICK_3])
    assert list(game.returns(state)) == [0, -60, 0]


def test_a_trick_of_somebody_else_does_not_end_the_deal():
    """3.6: F and R win before M does."""
    game = table(grand_hand_rule="off")
    state = played(game, M_WINS_TRICK_3.deck, [*["push"] * 3, *announce(""), *TRICK_3])
    assert not game.is_terminal(state)


@pytest.mark.parametrize(
    ("announcers", "pushes", "options", "expected"),
    [
        ("FR", 0, {}, 480),
        ("F", 0, {}, 240),
        ("FR", 1, {}, 960),
        ("FR", 0, {"ramsch_multiplier": "additive"}, 360),
        ("FR", 0, {"durchmarsch_doubles": False}, 120),
    ],
    ids=["E51", "one_announcer", "and_one_push", "additive", "undoubled"],
)
def test_announcements_multiply_the_durchmarsch_of_the_third_player(announcers, pushes, options, expected):
    """E51."""
    assert ramsch_scores(M_DURCHMARSCH, pushes, announcers, **options) == [0, expected, 0]


def test_a_jungfrau_who_kept_silent_doubles_only_once():
    """5.5: beside E49."""
    assert ramsch_scores(M_JUNGFRAU, 1) == [-260, 0, 0]


def test_fixed_amounts_are_multiplied_by_announcements_but_not_by_the_jungfrau():
    """5.5: the Jungfrau is in the amount."""
    assert ramsch_scores(M_JUNGFRAU, 0, "M", ramsch_value="fixed") == [-30, 0, 0]


def test_a_trick_worth_nothing_is_a_trick():
    """5.5: who has one is no Jungfrau, here M."""
    assert ramsch_scores(M_WINS_TRICK_3, 0) == [0, 0, -84]


def test_jungfrau_is_asked_in_plain_ramsch_too():
    """3.8: directly before PLAY; here the skat's jack stays where it is."""
    game = table(ramsch_style="plain", grand_hand_rule="off")
    actions = [*announce("F"), *F_JUNGFRAU.plays.split()]
    state = played(game, F_JUNGFRAU.deck, actions)
    assert list(game.returns(state)) == [0, 0, -280]
