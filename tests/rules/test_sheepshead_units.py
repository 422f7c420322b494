"""The worked examples of sections 8.4, 8.5 and 8.8: what hands pay, with and without sides."""

import pytest

from envs.games.sheepshead import scoring
from envs.games.sheepshead.actions import Kind
from sheepshead_replays import REPLAYS
from sheepshead_table import bare, cards, cards_of, deck_of, filled, legal, said, started, table, units

# --- Units (8.4, 8.8) ---


E25 = [
    (120, 6, [6, 3, -3, -3, -3], 12, [6, 3, -3, -3, -3]),
    (120, 5, [4, 2, -2, -2, -2], 8, [4, 2, -2, -2, -2]),
    (91, 4, [4, 2, -2, -2, -2], 8, [4, 2, -2, -2, -2]),
    (90, 4, [2, 1, -1, -1, -1], 4, [2, 1, -1, -1, -1]),
    (61, 3, [2, 1, -1, -1, -1], 4, [2, 1, -1, -1, -1]),
    (60, 3, [-2, -1, 1, 1, 1], -4, [-4, -2, 2, 2, 2]),
    (31, 2, [-2, -1, 1, 1, 1], -4, [-4, -2, 2, 2, 2]),
    (30, 2, [-4, -2, 2, 2, 2], -8, [-8, -4, 4, 4, 4]),
    (0, 1, [-4, -2, 2, 2, 2], -8, [-8, -4, 4, 4, 4]),
    (0, 0, [-6, -3, 3, 3, 3], -12, [-12, -6, 6, 6, 6]),
]


@pytest.mark.parametrize(("points", "tricks", "with_partner", "alone", "on_bump"), E25)
def test_units_of_five_players(points, tricks, with_partner, alone, on_bump):
    assert units("p5", [0, 1], points, tricks) == with_partner
    assert units("p5", [0], points, tricks) == [alone] + [-alone // 4] * 4
    assert units("p5", [0, 1], points, tricks, double_on_bump=True) == on_bump


def test_the_picker_may_pay_all_after_no_trick():
    assert units("p5", [0, 1], 0, 0, no_trick_picker_pays_all=True) == [-9, 0, 3, 3, 3]
    assert units("p5", [0, 1], 0, 0, no_trick_picker_pays_all=True, double_on_bump=True) == [-18, 0, 6, 6, 6]


def test_when_the_bury_is_credited():
    assert units("p5", [0, 1], 0, 0, bury="AS AH") == [-6, -3, 3, 3, 3]
    assert units("p5", [1, 0], 15, 1, bury="AS AH") == [-2, -1, 1, 1, 1]
    assert units("p5", [1, 0], 15, 1, bury="AS AH", bury_credit="picker") == [-4, -2, 2, 2, 2]
    assert units("p5", [0, 1], 39, 3, bury="AS AH") == [2, 1, -1, -1, -1]
    assert units("p5", [0, 1], 38, 3, bury="AS AH") == [-2, -1, 1, 1, 1]


def test_what_multiplies():
    doubled = [("doublers", 1)]
    twice = [("doublers", 2)]
    assert units("p5", [0, 1], 75, 4, state_fields=doubled, no_pick="doubler") == [4, 2, -2, -2, -2]
    bump = {"no_pick": "doubler", "double_on_bump": True}
    assert units("p5", [0, 1], 45, 3, state_fields=twice, **bump) == [-16, -8, 8, 8, 8]
    assert units("p5", [0, 1], 45, 3, state_fields=twice, doubler_stack="single", **bump) == [-8, -4, 4, 4, 4]
    cracked = [("cracked", 3), ("recracked", 1)]
    assert units("p5", [0, 1], 95, 5, state_fields=cracked, crack=True, recrack=True) == [16, 8, -8, -8, -8]
    capped = [("cracked", 3), ("blitz_black", 1)]
    assert units("p5", [0, 1], 61, 5, state_fields=capped, crack=True, blitz=True, multiplier_cap=2) == [4, 2, -2, -2, -2]


def test_a_unit_may_be_a_fraction():
    game = table("p5", base_unit=0.25)
    state = started(game, deck_of(REPLAYS["R-18"]), said(REPLAYS["R-18"].said))
    game.play(state, [card for trick in REPLAYS["R-18"].tricks for card in cards_of(trick)])
    assert list(game.returns(state)) == [-0.25, -0.25, 0.5, 0.25, -0.25]


def test_a_forced_picker_may_go_unpunished():
    forced = {"no_pick": "forced_pick", "double_on_bump": True}
    assert units("p5", [4, 1], 45, 3, picker=4, **forced) == [2, -2, 2, 2, -4]
    assert units("p5", [4, 1], 45, 3, picker=4, forced_pick_no_punish=True, **forced) == [1, -1, 1, 1, -2]
    assert units("p5", [3, 1], 45, 3, picker=3, forced_pick_no_punish=True, **forced) == [2, -2, 2, -4, 2]
    game = table("p5", no_pick="forced_pick")
    assert legal(game, started(game, filled("p5", []), ["pass"] * 4)) == {"pick"}


E51 = [
    ("p3_1", [0], 91, 6, {}, [4, -2, -2]),
    ("p3_2", [0], 60, 4, {}, [-2, 1, 1]),
    ("p4_1", [0], 30, 3, {}, [-6, 2, 2, 2]),
    ("p4_2_7", [0, 1], 61, 4, {}, [1, 1, -1, -1]),
    ("p4_2_8", [0], 120, 8, {}, [9, -3, -3, -3]),
    ("p4_3a", [0], 45, 4, {"picker": None, "top": 0}, [-3, 1, 1, 1]),
    ("p6_1", [0, 1], 75, 3, {}, [3, 1, -1, -1, -1, -1]),
    ("p6_1", [0], 20, 1, {}, [-10, 2, 2, 2, 2, 2]),
    ("p6_2", [0, 1, 2], 95, 4, {}, [2, 2, 2, -2, -2, -2]),
    ("p6_2", [0, 1], 61, 3, {}, [3, 1, -1, -1, -1, -1]),
    ("p6_2", [0], 61, 3, {}, [5, -1, -1, -1, -1, -1]),
    ("p6_3", [0, 1], 50, 2, {"picker": None, "top": 0}, [-2, -2, 1, 1, 1, 1]),
    ("p6_3", [0, 1], 50, 2, {"picker": None, "top": 0, "no_picker_split": "picker_formula"}, [-3, -1, 1, 1, 1, 1]),
    ("p6_4", [0, 1, 2], 50, 2, {"picker": None, "top": 0}, [-2, -2, -2, 2, 2, 2]),
    ("p6_4", [0, 1], 61, 2, {"picker": None, "top": 0}, [2, 2, -1, -1, -1, -1]),
    ("p7_1", [0, 1], 61, 2, {}, [4, 1, -1, -1, -1, -1, -1]),
    ("p7_6", [0], 0, 0, {}, [-18, 3, 3, 3, 3, 3, 3]),
    ("p8_1", [0, 1], 91, 3, {"picker": None, "top": 0}, [6, 6, -2, -2, -2, -2, -2, -2]),
    ("p8_2", [0, 1, 2], 61, 2, {"picker": None, "top": 0}, [3, 1, 1, -1, -1, -1, -1, -1]),
    ("p8_2", [0], 40, 1, {"picker": None, "top": 0}, [-7, 1, 1, 1, 1, 1, 1, 1]),
    ("p8_3", [0], 91, 3, {"picker": None, "top": 0}, [14, -2, -2, -2, -2, -2, -2, -2]),
]


@pytest.mark.parametrize(("variant", "side", "points", "tricks", "how", "scores"), E51)
def test_units_of_other_tables(variant, side, points, tricks, how, scores):
    assert units(variant, side, points, tricks, **how) == scores
    assert sum(scores) == 0


@pytest.mark.parametrize(
    ("points", "tricks", "scores"),
    [
        ((66, 54), (4, 4), [1, -1]),
        ((91, 29), (5, 3), [2, -2]),
        ((90, 30), (5, 3), [1, -1]),
        ((60, 60), (4, 4), [0, 0]),
        ((120, 0), (8, 0), [3, -3]),
        ((120, 0), (7, 1), [2, -2]),
    ],
)
def test_units_of_two_players(points, tricks, scores):
    state, options = bare("p2_1")
    state["card_points"][:2], state["tricks_won"][:2] = points, tricks
    scoring.finish(state, options)
    assert state["scores"][:2].tolist() == scores


# --- Leaster, moster, schwanzer, doubler (8.5) ---


def leaster(totals, tricks, *, kind=Kind.LEASTER, variant="p5", bonus=False, **options):
    """Scores by seat of a hand without sides; the blind is counted already."""
    state, options = bare(variant, **options)
    state["kind"] = kind
    players = len(totals)
    state["card_points"][:players], state["tricks_won"][:players] = totals, tricks
    scoring.finish(state, options)
    return state["scores"][:players].tolist()


def test_who_wins_a_leaster():
    totals, tricks = [34, 0, 7, 39, 40], [1, 0, 1, 2, 2]
    assert leaster(totals, tricks) == [-1, -1, 4, -1, -1]
    assert leaster(totals, tricks, leaster_requires_trick=False) == [-1, 4, -1, -1, -1]
    tied, tricks = [20, 35, 20, 45, 0], [2, 1, 1, 2, 0]
    assert leaster(tied, tricks) == [0] * 5
    assert leaster(tied, tricks, leaster_tie="fewest_tricks") == [-1, -1, 4, -1, -1]


def test_what_a_leaster_pays():
    sweep, tricks = [120, 0, 0, 0, 0], [6, 0, 0, 0, 0]
    assert leaster(sweep, tricks) == [4, -1, -1, -1, -1]
    assert leaster(sweep, tricks, leaster_bonus="sweep") == [12, -3, -3, -3, -3]
    nothing, tricks = [50, 0, 20, 20, 30], [2, 1, 1, 1, 1]
    assert leaster(nothing, tricks, leaster_bonus="zero_trick") == [-3, 12, -3, -3, -3]
    assert leaster(nothing, tricks, leaster_bonus="sweep") == [-1, 4, -1, -1, -1]
    double = {"leaster_requires_trick": False, "leaster_no_trick_double": True}
    assert leaster([0, 60, 60], [0, 5, 5], variant="p3_1", **double) == [4, -2, -2]


def test_who_pays_in_a_moster():
    assert leaster([34, 0, 7, 39, 40], [1, 0, 1, 2, 2], kind=Kind.MOSTER, no_pick="moster") == [1, 1, 1, 1, -4]
    assert leaster([120, 0, 0, 0, 0], [6, 0, 0, 0, 0], kind=Kind.MOSTER, no_pick="moster") == [4, -1, -1, -1, -1]
    assert leaster([40, 0, 0, 40, 40], [2, 0, 0, 2, 2], kind=Kind.MOSTER, no_pick="moster") == [0] * 5


def test_the_value_of_a_hand_in_a_schwanzer():
    state, _ = bare()
    assert scoring.hand_value(state, cards("QS JC AD 8D TC 7S")) == 7
    assert scoring.hand_value(state, cards("QD JD")) == 5


def test_the_strongest_hand_pays_in_a_schwanzer():
    game = table("p5", no_pick="schwanzer")
    hands = ["QC JD 7D AC 9S 8H", "QS JC AD TC KS 7H", "QH TD KD 9C AS 9H", "QD JS JH 8C TS KH", "9D 8D KC 7C 7S TH"]
    state = started(game, filled("p5", hands, "AH 8S"), ["pass"] * 5)
    assert list(game.returns(state)) == [1, 1, 1, -4, 1]


@pytest.mark.parametrize(("variant", "scores"), [("p5", [1, -4, 1, 1, 1]), ("p3_1", [1, -2, 1])])
def test_of_tied_hands_the_one_with_the_strongest_trump_pays_in_a_schwanzer(variant, scores):
    """E-34."""
    for hands, expected in ((["QS JC AD", "QC QD"], scores), (["QC QD", "QS JC AD"], [scores[1], scores[0], *scores[2:]])):
        state, options = bare(variant, no_pick="schwanzer")
        state["hands"][:2] = [cards(hand) for hand in hands]
        state["kind"] = Kind.SCHWANZER
        scoring.finish(state, options)
        assert state["scores"][: len(scores)].tolist() == expected


def test_a_doubler_is_dealt_again_by_the_same_dealer_and_doubles_the_next_hand():
    game = table("p5", no_pick="doubler", episode="match")
    state = started(game, filled("p5", []), ["pass"] * 5)
    assert (state.deals, state.doublers, state.dealer) == (2, 1, 4)
    assert not state.totals.any()
    game.play(state, ["pass"] * 5)
    assert (state.deals, state.doublers, state.dealer) == (3, 2, 4)
    game = table("p5", no_pick="doubler", dealer_after_doubler="next", episode="match")
    assert started(game, filled("p5", []), ["pass"] * 5).dealer == 0
