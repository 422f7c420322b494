"""The worked examples of section 8: cards and tricks, calls and duties, units, leasters, the pot, special variants, matches."""

import numpy as np
import pytest

from envs.core.options import as_record, record_of
from envs.game import as_plain_view
from envs.games.sheepshead import options as opt
from envs.games.sheepshead import play, scoring, showdown
from envs.games.sheepshead.dealing import may_claim_redeal
from envs.games.sheepshead.options import VARIANTS, Options, join_pot
from envs.games.sheepshead.state import STATE
from envs.games.sheepshead.tables import (
    ACE,
    ACE_OF,
    ACTIONS,
    ALONE,
    CARD_POINTS,
    CARDS_OF_SUIT,
    DECKS,
    LEASTER,
    MOSTER,
    NONE,
    NORMAL,
    PACK,
    PLAY_UNDER,
    SELF,
    SUIT_OF,
    SUITS,
    TEN,
    TEN_OF,
    TRUMP,
    UNDER_BIT,
    UNKNOWN,
    UP,
)
from envs.registry import load_game
from sheepshead_replays import REPLAYS
from sheepshead_table import cards_of, deck_of, filled, legal, said, started, table, with_die


def bare(variant="p5", **changes):
    """A blank state and the options of a table, as kernels take them."""
    game = load_game(f"sheepshead/{variant}-v0", **changes)
    state = as_plain_view(np.zeros(1, STATE))[0]
    for name in ("picker", "other", "called_suit", "called_card", "under", "under_winner", "first", "second", "top", "cracked"):
        state[name] = NONE
    for name in ("led", "best", "offender", "blind_to"):
        state[name] = NONE
    state["kind"] = NORMAL
    state["dealer"] = game.num_players - 1
    return state, game.record[0]


def cards(text):
    return PACK.parse_set(text)


# --- Cards, tricks, following suit (8.1) ---


@pytest.mark.parametrize(("deck", "size"), [("D32", 32), ("D30", 30), ("D26", 26), ("D34", 34), ("D24", 24)])
def test_every_pack_has_120_card_points(deck, size):
    assert len(DECKS[deck]) == size
    assert sum(int(CARD_POINTS[PACK.parse(card)]) for card in DECKS[deck]) == 120


def test_trumps_are_worth_45_and_each_fail_suit_25():
    sets = [int(CARDS_OF_SUIT[0, suit]) & cards(" ".join(DECKS["D32"])) for suit in range(5)]
    assert [sum(int(CARD_POINTS[c]) for c in range(34) if s >> c & 1) for s in sets] == [25, 25, 25, 0, 45]
    assert [bin(int(CARDS_OF_SUIT[order, TRUMP])).count("1") for order in range(8)] == [14, 14, 14, 11, 14, 14, 14, 14]


TRICKS = [
    ("E-02 schmear", "p5", 0, "TD QC AD 8D TS", 1, 34),
    ("E-03", "p5", 0, "9C KC TC AH 7S", 2, 25),
    ("E-04", "p5", 0, "AS 7D TS 8D KS", 3, 25),
    ("E-05", "p3_1", 0, "KH TH 9H", 1, 14),
    ("E-06", "p3_1", 0, "JD AD QD", 2, 16),
    ("E-08 standard", "p3_1", 0, "QC 7D QS", 0, 6),
    ("E-08 spitz_top", "p3_1", 1, "QC 7D QS", 1, 6),
    ("E-08 spitz_second", "p3_1", 2, "QC 7D QS", 0, 6),
    ("E-08 two: standard", "p3_1", 0, "QS 7D 9C", 0, 3),
    ("E-08 two: spitz_top", "p3_1", 1, "QS 7D 9C", 1, 3),
    ("E-08 two: spitz_second", "p3_1", 2, "QS 7D 9C", 1, 3),
    ("E-09a", "p4_5", 6, "AH QC JD KH", 2, 20),
    ("E-09d", "p4_5", 5, "AH 7S TH QD", 3, 24),
    ("E-10a", "sh24", 3, "9H QH KH AC", 2, 18),
    ("E-10b", "sh24", 3, "AD JD KD QS", 3, 20),
    ("E-10d", "sh24", 3, "9D QD KD TD", 3, 17),
]


@pytest.mark.parametrize(("variant", "order", "trick", "winner", "points"), [t[1:] for t in TRICKS], ids=[t[0] for t in TRICKS])
def test_who_wins_a_trick(variant, order, trick, winner, points):
    state, options = bare(variant)
    state["trumps"] = order
    state["num_tricks"] = 0
    names = trick.split()
    for position, name in enumerate(names):
        state["hands"][position] = cards(name) | 1 << 33
    state["turn"] = 0
    state["phase"] = 16
    for name in names:
        play.step_play(state, options, PACK.parse(name))
    assert state["tricks_won"].tolist().index(1) == winner
    assert state["card_points"][winner] == points


LEGAL = [
    ("E-07a", 0, "QH", "7D AS JC", "7D JC"),
    ("E-07b", 0, "9S", "QS JS AC", "QS JS AC"),
    ("E-07c", 0, "8H", "KH QH TD", "KH"),
    ("E-07d", 0, "AC", "TC 7C QC", "TC 7C"),
    ("E-09b", 6, "9D", "JD QD TD AH", "TD"),
    ("E-09c", 5, "8H", "KH QH JH AS", "KH"),
    ("E-10c", 3, "KD", "QH QD 9S", "QD"),
    ("E-10e", 3, "TH", "QH AS 9D", "QH"),
]


@pytest.mark.parametrize(("order", "led", "hand", "expected"), [t[1:] for t in LEGAL], ids=[t[0] for t in LEGAL])
def test_following_suit(order, led, hand, expected):
    state, options = bare()
    state["trumps"] = order
    state["hands"][1] = cards(hand)
    state["turn"] = 1
    state["trick_size"] = 1
    state["led"] = SUIT_OF[order, PACK.parse(led)]
    assert play.playable(state, options) == cards(expected)


@pytest.mark.parametrize(
    ("variant", "hand", "qualifies"),
    [
        ("p5", "7C 8C 9S 8S 7H 9H", True),
        ("p5", "7C 8C 9S 8S 7H 7D", False),
        ("p5", "9C 8C 9S 8S 7H TH", False),
        ("p5", "9C 9S 9H 8C 8S KC", False),
        ("p4_2_8", "6C 6S 7C 7S 8C 8S 9H 8H", True),
        ("p4_2_7", "8C 9C 8S 9S 7H 8H 9H", True),
        ("p4_5", "7D 8D 9D 7C 8C 9C 7S 8S", True),
        ("p4_5", "7H 8D 9D 7C 8C 9C 7S 8S", False),
    ],
)
def test_which_hands_may_claim_a_redeal(variant, hand, qualifies):
    state = started(table(variant, redeal_claim=True), filled(variant, [hand]))
    assert bool(may_claim_redeal(state.array[0])) == qualifies
    assert legal(table(variant, redeal_claim=True), state) == ({"claim_redeal", "no_claim"} if qualifies else {"no_claim"})


# --- Calls (8.3) ---

CALLS = [
    ("E-12a", {}, "QC QS JH 9D AC 9C", "KS 8H", "AC 9C", "call AS, call AH, alone"),
    ("E-12b", {}, "QC QS JH 9D AC 9C", "KS 8H", "KS 8H", "alone"),
    ("E-12b after", {"unknown_test": "after_bury"}, "QC QS JH 9D AC 9C", "KS 8H", "KS 8H", "alone, unknown S, unknown H"),
    ("E-12b own", {"call_own_ace": True}, "QC QS JH 9D AC 9C", "KS 8H", "KS 8H", "alone, self C"),
    ("E-13", {}, "QC QH JS TD 7D AC", "AH 9C", "AC AH", "unknown S, alone"),
    ("E-14a", {}, "QC JD AD AC AS AH", "TC 9S", "TC 9S", "call TS, call TH, alone"),
    ("E-14b", {}, "QC JD AD AC AS AH", "TC 9S", "AS TC", "call TH, alone"),
    ("E-14c", {}, "QC QS AC AS AH TC", "TS TH", "QC QS", "alone"),
    (
        "E-24",
        {"partner_method": "jack_of_diamonds", "jd_call_up": "always"},
        "QC JD JH AD 7D KC",
        "9S TS",
        "9S TS",
        "call_up, silent",
    ),
]


@pytest.mark.parametrize(("options", "hand", "blind", "bury", "calls"), [c[1:] for c in CALLS], ids=[c[0] for c in CALLS])
def test_which_calls_are_legal(options, hand, blind, bury, calls):
    game = table("p5", **options)
    state = started(game, filled("p5", [hand], blind), ["pick", *bury.split()])
    assert legal(game, state) == set(said(calls))


def test_a_jack_is_called_up_past_those_held():
    game = table("p5", partner_method="jack_of_diamonds", jd_call_up="always")
    state = started(game, filled("p5", ["QC JD JH AD 7D KC"], "9S TS"), ["pick", "9S", "TS", "call_up"])
    assert PACK.format(int(state.called_card)) == "JS"
    state = started(game, filled("p5", ["QC JD JH JS JC KC"], "9S TS"), ["pick", "9S", "TS"])
    assert legal(game, state) == {"silent"}


def test_any_card_may_be_the_under_card():
    game = table("p5")
    state = started(game, filled("p5", ["QC QH JS TD 7D AC"], "AH 9C"), ["pick", "AC", "AH", "unknown S"])
    assert legal(game, state) == set(["QC", "QH", "JS", "TD", "7D", "9C"])


DUTIES = [  # call, suit, called card, who (picker or partner), led, hand, under, options, legal
    ("E-15", ACE, "S", "AS", 1, "7S", "AS TS 9S QH", "", {}, "AS"),
    ("E-16", ACE, "S", "AS", 1, "", "AS TS QH 9C", "", {}, "AS QH 9C"),
    ("E-17 king", ACE, "S", "AS", 1, "QC", "AS KC", "", {}, "KC"),
    ("E-17 ten", ACE, "S", "AS", 1, "QC", "AS TS", "", {}, "TS"),
    ("E-17 forced", ACE, "S", "AS", 1, "QC", "AS", "", {}, "AS"),
    ("E-17 allowed", ACE, "S", "AS", 1, "QC", "AS KC", "", {"called_card_slough": "allowed"}, "AS KC"),
    ("E-18 last", ACE, "S", "AS", 0, "9H", "KS 9C QD", "", {}, "9C QD"),
    ("E-18 two", ACE, "S", "AS", 0, "9H", "KS 7S 9C", "", {}, "KS 7S 9C"),
    ("E-18 forced", ACE, "S", "AS", 0, "9H", "KS", "", {}, "KS"),
    ("E-18 lead", ACE, "S", "AS", 0, "", "KS 9C", "", {}, "KS 9C"),
    ("E-22", UNKNOWN, "C", "AC", 0, "QH", "9S KS", "TD", {}, "9S KS"),
    ("unknown lead", UNKNOWN, "C", "AC", 0, "", "9S KS", "TD", {}, "9S KS play_under"),
    ("unknown opened", UNKNOWN, "C", "AC", 0, "9C", "9S KS", "TD", {}, "play_under"),
    ("unknown last", UNKNOWN, "C", "AC", 0, "9H", "", "TD", {}, "play_under"),
    ("E-23", SELF, "S", "AS", 0, "7S", "AS 9S QD", "", {}, "AS"),
    ("self lead", SELF, "S", "AS", 0, "", "AS 9S QD", "", {}, "AS QD"),
    ("self slough", SELF, "S", "AS", 0, "9H", "AS 9S QD", "", {}, "9S QD"),
    ("ten lead", TEN, "C", "TC", 0, "", "AC KC QD", "", {}, "AC QD"),
    ("ten opened", TEN, "C", "TC", 0, "9C", "AC KC QD", "", {}, "AC"),
    ("ten partner", TEN, "C", "TC", 1, "9C", "TC KC QD", "", {}, "TC"),
]


@pytest.mark.parametrize(
    ("call", "suit", "card", "position", "led", "hand", "under", "options", "expected"),
    [d[1:] for d in DUTIES],
    ids=[d[0] for d in DUTIES],
)
def test_the_duties_of_a_called_card(call, suit, card, position, led, hand, under, options, expected):
    state, options = bare(**options)
    state["picker"], state["turn"] = 0, position
    state["call"], state["called_suit"], state["called_card"] = call, SUITS.index(suit), PACK.parse(card)
    state["hands"][position] = cards(hand)
    if under:
        state["under"] = PACK.parse(under)
    if led:
        state["led"], state["trick_size"] = SUIT_OF[0, PACK.parse(led)], 1
    found = int(play.playable(state, options))
    names = PACK.format_set(found & ~(1 << UNDER_BIT)).split() + (["play_under"] if found >> UNDER_BIT & 1 else [])
    assert set(names) == set(expected.split())


def test_no_duty_is_left_once_the_suit_was_led():
    state, options = bare()
    state["picker"], state["turn"], state["call"] = 0, 1, ACE
    state["called_suit"], state["called_card"], state["is_opened"] = 1, PACK.parse("AS"), 1
    state["hands"][1] = cards("AS TS QH 9C")
    assert play.playable(state, options) == cards("AS TS QH 9C")


def winner_under_call(call, card, suit, plays, **options):
    """Play one trick with a call in force; the picker is 0 unless an under card is played by 1."""
    state, options = bare(**options)
    under = [word for word in plays if word.endswith("*")]
    state["picker"] = int(under[0][0]) if under else 0
    state["call"], state["called_card"], state["called_suit"] = call, PACK.parse(card), SUITS.index(suit)
    for word in plays:
        position, name = int(word[0]), word[2:].rstrip("*")
        if word.endswith("*"):
            state["under"] = PACK.parse(name)
            state["hands"][position] = cards("7H")
        else:
            state["hands"][position] = cards(name) | cards("7H")
    state["phase"] = 16
    state["turn"] = state["leader"] = state["winner"] = int(plays[0][0])
    for word in plays:
        assert state["turn"] == int(word[0])
        play.step_play(state, options, PLAY_UNDER if word.endswith("*") else PACK.parse(word[2:]))
    winner = state["tricks_won"].tolist().index(1)
    return winner, int(state["card_points"][winner])


def test_a_called_ten_takes_its_ace_in_the_first_trick_of_the_suit():
    trick = ["3:9C", "4:KC", "0:AC", "1:TC", "2:8C"]
    assert winner_under_call(TEN, "TC", "C", trick) == (1, 25)
    assert winner_under_call(TEN, "TC", "C", [*trick[:4], "2:JD"]) == (2, 27)
    assert winner_under_call(TEN, "TC", "C", trick, called_ten_beats_ace=False) == (0, 25)


def test_an_under_card_beats_nothing():
    assert winner_under_call(UNKNOWN, "AC", "C", ["3:9C", "4:AC", "0:8C", "1:TD*", "2:KC"]) == (4, 25)
    assert winner_under_call(UNKNOWN, "AC", "C", ["1:8S*", "2:KC", "3:AC", "4:7C", "0:9C"]) == (3, 15)
    assert winner_under_call(UNKNOWN, "AC", "C", ["1:8S*", "2:KC", "3:AC", "4:7C", "0:7D"]) == (0, 15)
    assert winner_under_call(UNKNOWN, "AC", "C", ["1:8S*", "2:KS", "3:TS", "4:7S", "0:9S"]) == (1, 14)


# --- Units (8.4, 8.8) ---


def units(variant, side, points, tricks, *, picker=0, top=None, bury="", state_fields=(), **options):
    """Scores by seat of a hand with these sides, card points and tricks of the P-side."""
    state, options = bare(variant, **options)
    state["side"] = sum(1 << p for p in side)
    state["picker"] = NONE if picker is None else picker
    state["top"] = NONE if top is None else top
    state["card_points"][side[0]], state["tricks_won"][side[0]] = points, tricks
    state["buried"][side[0]] = cards(bury)
    for name, value in state_fields:
        state[name] = value
    scoring.finish(state, options)
    return state["scores"][: int(load_game(f"sheepshead/{variant}-v0").num_players)].tolist()


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


def leaster(totals, tricks, *, kind=LEASTER, variant="p5", bonus=False, **options):
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
    assert leaster([34, 0, 7, 39, 40], [1, 0, 1, 2, 2], kind=MOSTER, no_pick="moster") == [1, 1, 1, 1, -4]
    assert leaster([120, 0, 0, 0, 0], [6, 0, 0, 0, 0], kind=MOSTER, no_pick="moster") == [4, -1, -1, -1, -1]
    assert leaster([40, 0, 0, 40, 40], [2, 0, 0, 2, 2], kind=MOSTER, no_pick="moster") == [0] * 5


def test_the_value_of_a_hand_in_a_schwanzer():
    state, _ = bare()
    assert scoring.hand_value(state, cards("QS JC AD 8D TC 7S")) == 7
    assert scoring.hand_value(state, cards("QD JD")) == 5


def test_the_strongest_hand_pays_in_a_schwanzer():
    game = table("p5", no_pick="schwanzer")
    hands = ["QC JD 7D AC 9S 8H", "QS JC AD TC KS 7H", "QH TD KD 9C AS 9H", "QD JS JH 8C TS KH", "9D 8D KC 7C 7S TH"]
    state = started(game, filled("p5", hands, "AH 8S"), ["pass"] * 5)
    assert list(game.returns(state)) == [1, 1, 1, -4, 1]
    tied = ["QC QD AC 9C 8C 7C", "QS JC AD TC KC 9S", "AS 8S 7S TS KS 9H", "AH TH KH 8H 7H 7D", "QH JS 8D JH JD TD"]
    state = started(game, filled("p5", [*tied[:4], "8D 9D KD JH JD JS"], "TD QH"), ["pass"] * 5)
    assert list(game.returns(state)) == [1, 1, 1, 1, -4]


def test_of_tied_hands_the_one_with_the_strongest_trump_pays():
    game = table("p3_1", no_pick="schwanzer")
    hands = ["QC QD AC TC KC 9C 8C 7C AS TS", "QS JC AD KS 9S 8S 7S AH TH KH", "QH JS 9D 9H 8H 7H 8D 7D KD TD"]
    state = started(game, filled("p3_1", hands[:2] + ["QH 9D 8D 9H 8H 7H"], "JS JH"), ["pass"] * 3)
    assert max(scoring.hand_value(state.array[0], int(h)) for h in state.hands[:3]) >= 6
    assert sum(game.returns(state)) == 0


def test_a_doubler_is_dealt_again_by_the_same_dealer_and_doubles_the_next_hand():
    game = table("p5", no_pick="doubler", episode="match")
    state = started(game, filled("p5", []), ["pass"] * 5)
    assert (state.deals, state.doublers, state.dealer) == (2, 1, 4)
    assert not state.totals.any()
    game.play(state, ["pass"] * 5)
    assert (state.deals, state.doublers, state.dealer) == (3, 2, 4)
    game = table("p5", no_pick="doubler", dealer_after_doubler="next", episode="match")
    assert started(game, filled("p5", []), ["pass"] * 5).dealer == 0


# --- Pot (8.6) ---


def pot_hand(shares, side, points, tricks, *, players=5, **options):
    """Scores and shares after a picked hand of seat 0 with these partners."""
    state, record = bare("p5", pot=True, **options)
    state["shares"] = shares
    state["side"], state["picker"] = sum(1 << p for p in side), 0
    state["card_points"][0], state["tricks_won"][0] = points, tricks
    scoring.finish(state, record)
    return state["scores"][:players].tolist(), int(state["shares"])


def test_a_leaster_fills_the_pot():
    state, options = bare("p5", pot=True)
    state["kind"] = LEASTER
    state["card_points"][:5], state["tricks_won"][:5] = [34, 0, 7, 39, 40], [1, 0, 1, 2, 2]
    scoring.finish(state, options)
    assert state["scores"][:5].tolist() == [-1, -1, 0, -1, -1]
    assert (state["shares"], scoring.share_size(options)) == (1, 4)


@pytest.mark.parametrize(
    ("shares", "side", "points", "options", "scores", "left"),
    [
        (1, [0, 3], 75, {}, [5, -1, -1, 2, -1], 0),
        (1, [0, 3], 45, {}, [-5, 1, 1, -2, 1], 2),
        (1, [0], 75, {}, [8, -1, -1, -1, -1], 0),
        (2, [0, 3], 75, {}, [8, -1, -1, 3, -1], 0),
        (2, [0, 3], 75, {"pot_take": "one_share"}, [5, -1, -1, 2, -1], 1),
        (2, [0, 3], 45, {}, [-8, 1, 1, -3, 1], 4),
        (2, [0, 3], 45, {"pot_take": "one_share"}, [-5, 1, 1, -2, 1], 3),
        (2, [0, 3], 45, {"pot_on_loss": "double"}, [-8, 1, 1, -3, 1], 4),
        (2, [0, 3], 45, {"pot_on_loss": "double", "pot_take": "one_share"}, [-8, 1, 1, -3, 1], 4),
        (2, [0, 3], 45, {"pot_on_loss": "add_share"}, [-5, 1, 1, -2, 1], 3),
        (1, [0, 3], 75, {"pot_ante": "all_players", "pot_split": "even"}, [5, -1, -1, 3, -1], 0),
        (0, [0, 3], 45, {}, [-2, 1, 1, -1, 1], 0),
    ],
)
def test_what_a_picked_hand_does_to_the_pot(shares, side, points, options, scores, left):
    assert pot_hand(shares, side, points, 3, **options) == (scores, left)


def test_everybody_may_ante():
    state, options = bare("p5", pot=True, pot_ante="all_players", pot_split="even")
    state["kind"] = LEASTER
    state["card_points"][:5], state["tricks_won"][:5] = [34, 0, 7, 39, 40], [1, 0, 1, 2, 2]
    scoring.finish(state, options)
    assert state["scores"][:5].tolist() == [-2, -2, 3, -2, -2]
    assert (state["shares"], scoring.share_size(options)) == (1, 5)


def last_hand(carry, **options):
    """Play R-18 as the last hand of a sitting with a pot; the picker's side wins it, so the pot is not touched by a loss."""
    game = table("p5", episode="match", hands_per_sitting=3, pot=True, no_pick="leaster", **options)
    replay = REPLAYS["R-24"]
    state = started(game, deck_of(replay), said(replay.said), carry={"hands_done": 2, **carry})
    game.play(state, [card for trick in replay.tricks for card in cards_of(trick)])
    return game, state


def test_the_pot_is_divided_at_the_end_of_a_sitting():
    game, state = last_hand({"shares": 1})
    assert game.is_terminal(state)
    assert list(game.returns(state)) == pytest.approx([0.6, 0.6, 1.6, 0.6, 0.6])
    assert sum(game.returns(state)) == pytest.approx(4)  # the share that was there at first was nobody's loss in this match


@pytest.mark.parametrize("settlement", ["poker_all", "poker_one_share"])
def test_or_a_showdown_decides_about_it(settlement):
    game, state = last_hand({"shares": 1}, pot_settlement=settlement)
    assert game.is_terminal(state)
    assert state.shares == 0
    won = game.returns(state) - np.array([-1, -1, 0, -1, -1])
    assert sum(won) == pytest.approx(8)
    assert state.deals == {"poker_all": 2, "poker_one_share": 3}[settlement]
    assert game.from_text(game.to_text(state)) == state


POKER = [
    ("AS AH AD KC 9S", 3),
    ("TH JS QD KH AC", 4),
    ("7C 7D 8C 8S 9H", 2),
    ("QC QS JD TD 7S", 1),
    ("9C TC JC 8D QH", 4),
]


def poker(hand):
    return showdown.poker_value(np.array([showdown.POKER_CARD[PACK.parse(card)] for card in hand.split()], np.int64))


def test_the_ranking_of_poker_hands():
    values = [poker(hand) for hand, _ in POKER]
    assert [value // 13**5 for value in values] == [kind for _, kind in POKER]
    assert sorted(range(5), key=lambda i: -values[i]) == [1, 4, 0, 2, 3]
    assert poker("9C TD JC QH KS") == poker("9S TH JH QC KC")
    in_order = ["AC KC QC JC TC", "9C 9D 9H 9S 7C", "9C 9D 9H KC KS", "AC KC QC JC 9C", "9C TD JC QH KS", "AC AD AH KC QC"]
    assert [poker(hand) // 13**5 for hand in in_order] == [8, 7, 6, 5, 4, 3]
    assert poker("AC KD QC JC 9C") < poker("7C 7D 8C 9C TC") < poker("7C 7D 8C 8S 9H")


def test_a_full_pack_has_52_cards():
    pack = np.zeros(52, np.int64)
    showdown.write_full_pack(np.arange(34, dtype=np.int8), pack)
    assert sorted(pack) == list(range(52))


def test_a_newcomer_buys_in():
    per_share = Options(pot=True)
    assert join_pot(per_share, shares=2, num_players=5) == (-2, 0.0, [5, 5])
    divided = Options(pot=True, pot_new_player=opt.PotNewPlayer.DIVIDE)
    assert join_pot(divided, shares=2, num_players=5) == (0, 1.6, [])


# --- Options of play (8.7) ---


def claim(hands):
    """Whether a claim stands with three tricks left."""
    state, options = bare("p5", claim_rest=True)
    for position, hand in enumerate(hands):
        state["hands"][position] = cards(hand)
    state["num_tricks"], state["side"], state["picker"] = 3, 1, 0
    before = int(state["card_points"][0])
    play.step_play(state, options, ACTIONS.number("claim_rest"))
    return int(state["num_tricks"]) == 6, int(state["card_points"][0]) - before


def test_when_a_claim_stands():
    others = ["9D 8H TS", "KS 7S 9H", "TC 9C 8C"]
    assert claim(["QC JC AS", "QS TD KH", *others]) == (False, 0)
    assert claim(["QC JC AS", "JS TD KH", *others]) == (True, 56)
    assert claim(["QC AS", "TD 9D", "8H 7H", "9C 8C", "9H 7C"])[0] is False


def forfeit(variant, offender, side, *, kind=NORMAL, picker=0, **options):
    state, record = bare(variant, renege="forfeit", **options)
    state["kind"], state["side"], state["offender"] = kind, sum(1 << p for p in side), offender
    state["picker"] = NONE if picker is None else picker
    scoring.finish_forfeit(state, record)
    return state["scores"][:5].tolist()


def test_who_pays_for_a_renege():
    assert forfeit("p5", 2, [0, 1]) == [2, 1, -3, 0, 0]
    assert forfeit("p5", 0, [0, 1], double_on_bump=True) == [-6, 0, 2, 2, 2]
    assert forfeit("p5", 3, [], kind=LEASTER, picker=None) == [1, 1, 1, -4, 1]


def test_who_is_asked_for_a_crack():
    game = table("p5", crack=True)
    asked = []
    state = started(game, filled("p5", ["7C 8C 9C"], "KS KH"), ["pass", "pick", "KS", "KH"])
    game.play(state, ["alone"])
    while game.rules.PHASES[state.phase] == "crack":
        asked.append(game.current_player(state))
        game.play(state, ["no_crack"])
    assert asked == [2, 3, 4]
    state = started(game, filled("p5", []), [*["pass"] * 4, "pick"])
    game.play(state, [PACK.format(c) for c in range(34) if state.hands[4] >> c & 1][:2])
    game.play(state, ["alone"])
    assert game.rules.PHASES[state.phase] == "play"


# --- Sides in special variants (8.9) ---


def sides(variant, fields, hands, **options):
    from envs.games.sheepshead.blind import set_sides

    state, record = bare(variant, **options)
    for name, value in fields.items():
        state[name] = value
    for position, hand in hands.items():
        state["hands"][position] = cards(hand)
    set_sides(state, record)
    return {p for p in range(8) if int(state["side"]) >> p & 1}


def test_partners_of_p6_2():
    call = {"picker": 4, "call": ACE, "called_suit": 1, "called_card": PACK.parse("AS")}
    assert sides("p6_2", call, {3: "AS", 0: "JD"}) == {0, 3, 4}
    assert sides("p6_2", call, {3: "AS JD"}) == {3, 4}
    assert sides("p6_2", call, {3: "AS"}) == {3, 4}
    assert sides("p6_2", {**call, "call": SELF}, {4: "AS", 0: "JD"}, call_own_ace=True) == {0, 4}
    assert sides("p6_2", {"picker": 4, "call": ALONE}, {0: "JD"}) == {4}


def test_partners_of_a_jack_game():
    jack = {"partner_method": "jack_of_diamonds"}
    assert sides("p5", {"picker": 1}, {3: "JD"}, **jack) == {1, 3}
    assert sides("p5", {"picker": 1}, {}, **jack) == {1}
    assert sides("p5", {"picker": 1, "call": UP, "called_card": PACK.parse("JS")}, {1: "JD", 2: "JS"}, **jack) == {1, 2}
    assert sides("p7_3", {"picker": 6, "other": 0}, {1: "JD"}) == {1, 6}
    assert sides("p7_3", {"picker": 6, "other": 0}, {6: "JD"}) == {6}


def test_a_neighbour_who_buried_the_jack_is_the_partner():
    from envs.games.sheepshead.blind import set_sides

    state, options = bare("p7_3")
    state["picker"], state["other"], state["buried"][0] = 6, 0, cards("JD")
    set_sides(state, options)
    assert state["side"] == 1 << 6 | 1


@pytest.mark.parametrize(("variant", "picker", "die", "partner"), [("p7_4", 1, 5, 6), ("p7_4", 5, 6, 4), ("p7_4", 6, 1, 0)])
def test_the_die_names_the_partner(variant, picker, die, partner):
    game = table(variant)
    state = started(game, with_die(filled(variant, []), die), [*["pass"] * picker, "pick"])
    assert (state.die, state.other) == (die, partner)


@pytest.mark.parametrize(("word", "own", "others"), [("pick 0", 0, 2), ("pick 1", 1, 1), ("pick 2", 2, 0)])
def test_how_the_blind_of_p7_5_is_shared(word, own, others):
    state = started(table("p7_5"), filled("p7_5", []), [word])
    assert int(state.taken[0]).bit_count() == own
    assert int(state.taken[1]).bit_count() == others
    assert int(state.auto_bury).bit_count() == 2
    right = started(table("p7_5", behind="right"), filled("p7_5", []), [word])
    assert int(right.taken[6]).bit_count() == others


def extra(hands, answers, **options):
    """Cards called and the P-side after extra calls; X is seat 0."""
    game = table("p8_2", **options)
    state = started(game, filled("p8_2", hands), answers)
    return PACK.format_set(int(state.extra_called)), {p for p in range(8) if int(state.side) >> p & 1}, state


def test_the_chains_of_extra_calls():
    called, side, _ = extra(["QC JD TC 9C", "JH 7D", "JS"], ["call_extra", "call_extra"])
    assert (called, side) == ("JS JH", {0, 1, 2})
    assert extra(["QC 7D 8D KS", "9D", "JD"], ["call_extra"])[:2] == ("9D", {0, 1, 2})
    assert extra(["JD 7D KS 9S", "QC", "8D"], ["call_extra"])[:2] == ("8D", {0, 1, 2})
    assert extra(["QC JD 7D AS", "8D", "JH"], ["call_extra", "call_extra"])[:2] == ("JH 8D", {0, 1, 2})
    assert extra(["QC JD JH JS", "7D", "JC"], ["call_extra"])[:2] == ("JC", {0, 1, 2})
    called, side, state = extra(["QC JD TC 9C", "7D"], ["stop"] * 8)
    assert (called, side) == ("", {0, 1})
    assert state.phase == 16


def test_the_exchange_of_p6_4():
    replay = REPLAYS["R-28"]
    game = table("p6_4")
    kept = started(game, deck_of(replay), ["keep"] * 6)
    assert {p for p in range(6) if int(kept.side) >> p & 1} == {0, 4}
    given = started(game, deck_of(replay), ["JD"])
    assert legal(game, given) == set(["7D", "TC", "9C", "AS", "8H"])
    game.play(given, ["8H", *["keep"] * 5])
    assert {p for p in range(6) if int(given.side) >> p & 1} == {0, 1, 4}


def test_a_rank_that_was_agreed_on_makes_the_sides():
    state, options = bare("p4_3c", agreed_rank="9")
    state["hands"][2], state["hands"][0] = cards("9H 8S"), cards("9D 7S")
    state["turn"] = 2
    play.step_play(state, options, PACK.parse("9H"))
    assert (state["first"], state["side"]) == (2, 0)
    state["turn"] = 0
    play.step_play(state, options, PACK.parse("9D"))
    assert (int(state["side"]), state["top"]) == (0b101, 2)


# --- Match points (8.10, 8.11) ---

INDIANA = [
    ("call", [0, 2], 70, 5, [2, 0, 2, 0]),
    ("call", [0, 2], 91, 6, [4, 0, 4, 0]),
    ("call", [0, 2], 120, 8, [6, 0, 6, 0]),
    ("call", [0, 2], 60, 4, [0, 2, 0, 2]),
    ("call", [0, 2], 30, 2, [0, 4, 0, 4]),
    ("call", [0, 2], 0, 0, [0, 6, 0, 6]),
    ("side", [1], 61, 5, [0, 18, 0, 0]),
    ("side", [1], 120, 8, [0, 18, 0, 0]),
    ("side", [1], 60, 5, [6, 0, 6, 6]),
    ("side", [1], 0, 0, [6, 0, 6, 6]),
    ("best", [3], 61, 5, [0, 0, 0, 24]),
    ("best", [3], 60, 5, [6, 6, 6, 0]),
    ("billy", [2], 0, 0, [0, 0, 18, 0]),
    ("billy", [2], 10, 1, [6, 6, 0, 6]),
]


@pytest.mark.parametrize(("what", "side", "points", "tricks", "scores"), INDIANA)
def test_match_points_of_southern_indiana(what, side, points, tricks, scores):
    call = {"call": ACE, "best": 8, "side": 9, "billy": 10}[what]
    assert units("p4_5", side, points, tricks, picker=side[0], state_fields=[("call", call)]) == scores


def test_a_failed_best_may_lose_the_match():
    lost = units("p4_5", [3], 60, 5, picker=3, state_fields=[("call", 8)], indiana_best_fail="match_lost")
    assert lost == [24, 24, 24, 0]
    assert units("p4_5", [2], 0, 0, picker=2, state_fields=[("call", 10)], indiana_billy_score=9) == [0, 0, 9, 0]
    assert units("p4_5", [3], 61, 5, picker=3, state_fields=[("call", 8)], indiana_target=30) == [0, 0, 0, 30]


SHEEP_HEAD = [  # who has the fox, counters of A, tricks of A, who won the last trick, scores
    ("a", 0, 7, 4, 0, [2, 0]),
    ("b", 0, 6, 3, 1, [1, 1]),
    ("c", 1, 9, 4, 0, [2, 1]),
    ("d", 1, 1, 1, 1, [0, 3]),
    ("e", 0, 12, 5, 0, [3, 0]),
    ("f", 0, 12, 6, 0, [7, 0]),
]


@pytest.mark.parametrize(
    ("fox", "counters", "tricks", "last", "scores"), [r[1:] for r in SHEEP_HEAD], ids=[r[0] for r in SHEEP_HEAD]
)
def test_match_points_of_sheep_head(fox, counters, tricks, last, scores):
    state, options = bare("sh24")
    plain = ["TD", "KD", "AC", "TC", "KC", "AS", "TS", "KS", "AH", "TH", "KH"]
    own = plain[: counters - (fox == 0)] + (["AD"] if fox == 0 else [])
    others = [card for card in [*plain, "AD"] if card not in own]
    state["won"][0], state["won"][1] = cards(" ".join(own)), cards(" ".join(others))
    state["tricks_won"][:2] = [tricks, 6 - tricks]
    state["winner"] = last
    scoring.finish(state, options)
    assert state["scores"][:4].tolist() == scores * 2


def test_an_automatic_buck():
    game = table("sh24")
    state = started(game, filled("sh24", ["9C", "QC QS JC JS JH JD"]))
    assert (game.current_player(state), legal(game, state)) == (1, {"auto_buck"})
    game.play(state, ["auto_buck"])
    assert list(game.returns(state)) == [0, 14, 0, 14]
    in_two = filled("sh24", ["QC QS JC", "9C", "JS JH JD"])
    assert game.rules.PHASES[started(game, in_two).phase] == "play"
    team = table("sh24", auto_buck_scope="team")
    assert team.rules.PHASES[started(team, in_two).phase] == "auto_buck"


@pytest.mark.parametrize(
    ("totals", "over"), [([21, 20], True), ([21, 21], False), ([20, 20], False), ([22, 21], True), ([22, 8], True)]
)
def test_when_a_match_of_sheep_head_is_over(totals, over):
    state, options = bare("sh24", episode="match")
    state["totals"][:4] = totals * 2
    assert bool(scoring.is_match_over(state, options)) == over
    state, options = bare("sh24", episode="match", sheephead_target=42)
    state["totals"][:4] = totals * 2
    assert not scoring.is_match_over(state, options)


# --- Course of the hand (8.12) ---


def test_the_canonical_deal():
    game = table("p5")
    state = game.deal(seed=0, deck=list(range(34)), dealer=4)
    expected = ["QC QS QH QD JC JS", "JH JD AD TD KD 9D", "8D 7D AC TC KC 9C", "8C 7C AS TS KS 9S", "8S 7S AH TH KH 9H"]
    assert [int(h) for h in state.hands[:5]] == [cards(hand) for hand in expected]
    assert [PACK.format(int(card)) for card in state.deck_blind[:2]] == ["8H", "7H"]
    turned = game.deal(seed=0, deck=list(range(32)), dealer=1)
    assert set(np.flatnonzero(game.observe(turned, 2)[game.layout["hand"]])) == set(range(6))


def test_who_leads_first():
    deck = filled("p5", [])
    for lead, expected in (("dealer_left", 0), ("picker_left", 3)):
        game = table("p5", first_lead=lead)
        state = started(game, deck, ["pass", "pass", "pick"])
        game.play(state, [PACK.format(c) for c in range(34) if state.hands[2] >> c & 1][:2])
        game.play(state, ["alone"])
        assert game.current_player(state) == expected
        assert game.current_player(started(game, deck, ["pass"] * 5)) == 0


def test_the_pick_round():
    game = table("p5", no_pick="dealer_choice")
    state = started(game, filled("p5", []), ["pass"] * 4)
    assert legal(game, state) == {"pick", "leaster", "doubler"}
    game = table("p5", no_pick="dealer_choice", dealer_choice_set=["schwanzer"])
    assert legal(game, started(game, filled("p5", []), ["pass"] * 4)) == {"pick", "schwanzer"}


SIZES = [("p3_1", 2), ("p3_2", 3), ("p3_3", 2), ("p4_1", 4), ("p4_2_7", 2), ("p4_2_8", 2), ("p5", 2), ("p6_1", 2), ("p6_2", 2)]
SHARED = [("p7_1", 4, 0), ("p7_2", 2, 2), ("p7_3", 3, 1), ("p7_4", 2, 2)]


@pytest.mark.parametrize(("variant", "own", "others"), [(v, n, 0) for v, n in SIZES] + SHARED)
def test_as_many_cards_are_buried_as_were_taken(variant, own, others):
    game = table(variant)
    state = started(game, filled(variant, []), ["pick"])
    buried = {}
    while game.rules.PHASES[state.phase] == "bury":
        seat = game.current_player(state)
        buried[seat] = buried.get(seat, 0) + 1
        game.step(state, game.legal_actions(state)[0])
    assert sorted(buried.values()) == sorted(n for n in (own, others) if n)
    assert len({int(h).bit_count() for h in state.hands[: game.num_players]}) == 1


def test_each_unit_of_the_battery_game_follows_on_its_own():
    replay = REPLAYS["R-01"]
    game = table("p2_1")
    state = started(game, deck_of(replay), ["7C"])
    assert legal(game, state) == set(["QS", "JH", "TD", "KD", "8D", "AH", "8H", "7H"])
    game.play(state, ["QS"])
    assert legal(game, state) == set(["9H", "TS", "QH", "AS"])
    game.play(state, ["QH"])
    assert legal(game, state) == {"8C"}


def test_all_options_are_the_presets_of_the_rules():
    assert VARIANTS["p6_4"].double_on_bump
    assert not VARIANTS["p5"].double_on_bump
    assert [text.name for text in (VARIANTS["p6_1"].jd_call_up, VARIANTS["p7_1"].jd_call_up, VARIANTS["p7_3"].jd_call_up)] == [
        "BLIND_ONLY",
        "ALWAYS",
        "NEVER",
    ]
    assert not table("p5", partner_method="jack_of_diamonds").options.alone_allowed
    assert table("p5", partner_method="jack_of_diamonds", alone_allowed=True).options.alone_allowed
    assert as_record(Options(), record_of(Options))["base_unit"][0] == 1.0
    assert (ACE_OF.tolist(), TEN_OF.tolist()) == ([14, 20, 26, 8], [15, 21, 27, 9])
