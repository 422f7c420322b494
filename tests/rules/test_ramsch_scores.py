"""What a Ramsch costs and who pays (rules, 5.5); the worked examples of section 8.9."""

import pytest

from ramsch_deals import (
    F_JUNGFRAU,
    F_WINS_LAST,
    LOSER_55,
    M_DURCHMARSCH,
    M_JUNGFRAU,
    M_WINS_LAST,
    SKAT_DECIDES,
    TIE_40_40_40,
    TIE_44_44,
    TIE_45_45,
    TIE_50_50,
)
from ramsch_table import next_deal, ramsch_actions, ramsch_scores, table

FIXED = {"ramsch_value": "fixed"}
ADDITIVE = {"ramsch_multiplier": "additive"}


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        (LOSER_55, [0, 0, -55]),
        (M_WINS_LAST, [0, -55, 0]),
        (F_WINS_LAST, [0, -45, -45]),
    ],
    ids=["E41", "E41_M_wins_the_last_trick", "E41_F_wins_the_last_trick"],
)
def test_most_card_points_lose_and_the_skat_goes_to_the_last_trick(deal, expected):
    """E41: trick points 20, 45, 45 and a skat of 10."""
    assert ramsch_scores(deal, 0) == expected


@pytest.mark.parametrize(
    ("pushes", "options", "expected"),
    [
        (0, {}, -55),
        (1, {}, -110),
        (2, {}, -220),
        (3, {}, -440),
        (1, ADDITIVE, -110),
        (2, ADDITIVE, -165),
        (3, ADDITIVE, -220),
    ],
)
def test_pushes_double_or_add_up(pushes, options, expected):
    """E42: the loser has 55."""
    assert ramsch_scores(LOSER_55, pushes, **options) == [0, 0, expected]


@pytest.mark.parametrize(
    ("pushes", "options", "expected"),
    [
        (0, {}, -140),
        (2, {}, -560),
        (3, {}, -1120),
        (3, ADDITIVE, -350),
    ],
    ids=["E43", "E43_two_pushes", "E42_three_pushes", "E42_additive"],
)
def test_a_jungfrau_doubles_the_loss(pushes, options, expected):
    """E42 and E43: forehand wins no trick, the loser has 70; a jack and a ten go round."""
    assert ramsch_scores(F_JUNGFRAU, pushes, pass_jacks=True, **options) == [0, 0, expected]


@pytest.mark.parametrize(
    ("pushes", "options", "expected"),
    [
        (0, {}, 120),
        (1, {}, 240),
        (3, {}, 960),
        (3, ADDITIVE, 480),
        (3, {"durchmarsch_doubles": False}, 120),
        (3, {"durchmarsch_value": 100}, 800),
    ],
    ids=["E44", "E44_1", "E44_3", "E44_additive", "E44_undoubled", "another_value"],
)
def test_all_ten_tricks_earn_the_durchmarsch(pushes, options, expected):
    """E44: the two Jungfrauen do not double it (A13)."""
    assert ramsch_scores(M_DURCHMARSCH, pushes, **options) == [0, expected, 0]


@pytest.mark.parametrize(
    ("deal", "pushes", "options", "expected"),
    [
        (F_JUNGFRAU, 2, {"pass_jacks": True}, [0, 0, -1120]),
        (M_DURCHMARSCH, 1, {}, [0, 480, 0]),
        (LOSER_55, 0, {}, [0, 0, -110]),
        (LOSER_55, 2, {}, [0, 0, -440]),
        (LOSER_55, 0, FIXED, [0, 0, -20]),
        (TIE_45_45, 0, {"ramsch_tie": "split"}, [-44, -44, 0]),
    ],
    ids=["E43", "E44", "no_push", "on_top_of_two_pushes", "fixed", "doubled_after_rounding_down"],
)
def test_a_bock_deal_counts_double_on_top_of_the_pushes(deal, pushes, options, expected):
    """E43, E44, 5.5."""
    game = table(episode="match", grand_hand_rule="off", **options)
    state = next_deal(game, deal, ramsch_actions(deal, pushes), bock_left=3)
    assert list(state.list_scores[:3]) == expected


@pytest.mark.parametrize(
    ("deal", "pushes", "tie", "expected"),
    [
        (TIE_50_50, 0, "both_lose", [-50, -50, 0]),
        (TIE_50_50, 1, "both_lose", [-100, -100, 0]),
        (TIE_50_50, 0, "split", [-25, -25, 0]),
        (TIE_50_50, 0, "last_trick", [0, -50, 0]),
        (TIE_45_45, 0, "both_lose", [-45, -45, 0]),
        (TIE_45_45, 0, "split", [-22, -22, 0]),
        (TIE_45_45, 1, "split", [-45, -45, 0]),
    ],
    ids=[
        "E45",
        "E45_one_push",
        "E45_split",
        "E45_last_trick",
        "E45_45",
        "E45_45_split_rounds_down",
        "the_product_is_split",
    ],
)
def test_a_tie_for_most_card_points(deal, pushes, tie, expected):
    """E45: in the first deal M won trick 9 and F trick 7 as his last."""
    assert ramsch_scores(deal, pushes, ramsch_tie=tie) == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [0, 0, 0]),
        ({"ramsch_three_way": "all_lose"}, [-40, -40, -40]),
        ({"ramsch_three_way": "all_lose", "ramsch_tie": "split"}, [-13, -13, -13]),
        ({"ramsch_tie": "split"}, [0, 0, 0]),
        ({"ramsch_tie": "last_trick"}, [0, 0, -40]),
        ({"ramsch_tie": "last_trick", "ramsch_three_way": "all_lose"}, [0, 0, -40]),
    ],
    ids=["E46", "E46_all_lose", "all_lose_split", "split", "last_trick", "last_trick_all_lose"],
)
def test_40_40_40(options, expected):
    """E46; rearhand won the last trick."""
    assert ramsch_scores(TIE_40_40_40, 0, **options) == expected


@pytest.mark.parametrize(
    ("deal", "skat_to", "expected"),
    [
        (SKAT_DECIDES, "last_trick", [0, 0, -45]),
        (SKAT_DECIDES, "loser", [-54, 0, 0]),
        (SKAT_DECIDES, "nobody", [-40, 0, 0]),
        (TIE_44_44, "last_trick", [-44, -44, 0]),
        (TIE_44_44, "loser", [-58, -58, 0]),
        (TIE_44_44, "nobody", [-44, -44, 0]),
    ],
    ids=["E47_last_trick", "E47", "E47_nobody", "tie_last_trick", "E47_tie", "tie_nobody"],
)
def test_the_skat_goes_to_the_last_trick_to_the_loser_or_to_nobody(deal, skat_to, expected):
    """E47: trick points 40, 35, 31 and 44, 44, 18, a skat of 14, R wins the last trick."""
    assert ramsch_scores(deal, 0, ramsch_skat_to=skat_to) == expected


@pytest.mark.parametrize(
    ("deal", "pushes", "options", "expected"),
    [
        (LOSER_55, 0, {}, [0, 0, -10]),
        (M_JUNGFRAU, 0, {}, [-15, 0, 0]),
        (M_DURCHMARSCH, 0, {}, [0, -20, 0]),
        (LOSER_55, 2, {}, [0, 0, -40]),
        (LOSER_55, 2, ADDITIVE, [0, 0, -30]),
        (M_JUNGFRAU, 3, {}, [-120, 0, 0]),
        (M_DURCHMARSCH, 0, {"durchmarsch_fixed": "bonus"}, [0, 120, 0]),
        (M_DURCHMARSCH, 1, {"durchmarsch_fixed": "bonus"}, [0, 240, 0]),
        (M_DURCHMARSCH, 1, {"durchmarsch_doubles": False}, [0, -40, 0]),
        (TIE_50_50, 0, {"ramsch_tie": "split"}, [-5, -5, 0]),
        (M_JUNGFRAU, 0, {"ramsch_fixed": [20, 30, 40]}, [-30, 0, 0]),
        (SKAT_DECIDES, 0, {"ramsch_skat_to": "loser"}, [-10, 0, 0]),
    ],
    ids=[
        "E48_no_jungfrau",
        "E48_one_jungfrau",
        "E48_all_ten_tricks",
        "E48_two_pushes",
        "E48_two_pushes_additive",
        "E48_one_jungfrau_three_pushes",
        "E48_bonus",
        "bonus_doubles",
        "penalty_doubles_always",
        "split",
        "other_amounts",
        "the_skat_does_not_count",
    ],
)
def test_fixed_amounts(deal, pushes, options, expected):
    """E48."""
    assert ramsch_scores(deal, pushes, **FIXED, **options) == expected


def test_zero_sum_settles_the_difference_of_each_pair():
    """E37, 5.6: a loss of 110."""
    assert ramsch_scores(LOSER_55, 1) == [0, 0, -110]
    assert ramsch_scores(LOSER_55, 1, reward="zero_sum") == [110, 110, -220]


def test_a_ramsch_has_no_tournament_bonus():
    """E37, 5.4."""
    assert ramsch_scores(LOSER_55, 1, scoring="seeger_fabian") == [0, 0, -110]
