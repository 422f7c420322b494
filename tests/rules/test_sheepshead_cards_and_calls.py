"""The worked examples of section 8.1 to 8.3: cards, tricks, following suit, calls and the duties of a called card."""

import pytest

from envs.core.tricks import TRUMP
from envs.games.sheepshead import play
from envs.games.sheepshead.actions import UNDER_BIT, Action, Call
from envs.games.sheepshead.cards import CARD_POINTS, CARDS_OF_SUIT, DECKS, PACK, SUIT_OF, SUITS
from envs.games.sheepshead.opening import may_claim_redeal
from sheepshead_table import bare, cards, filled, legal, said, started, table

# --- Cards, tricks, following suit (8.1) ---


@pytest.mark.parametrize(("deck", "size"), [("D32", 32), ("D30", 30), ("D26", 26), ("D34", 34), ("D24", 24)])
def test_every_pack_has_120_card_points(deck, size):
    assert len(DECKS[deck]) == size
    assert sum(int(CARD_POINTS[PACK.parse(card)]) for card in DECKS[deck]) == 120


def test_trumps_are_worth_45_and_each_fail_suit_25():
    sets = [int(CARDS_OF_SUIT[0, suit]) & cards(" ".join(DECKS["D32"])) for suit in range(5)]
    assert [sum(int(CARD_POINTS[c]) for c in range(34) if s >> c & 1) for s in sets] == [25, 25, 25, 0, 45]
    assert [int(CARDS_OF_SUIT[order, TRUMP]).bit_count() for order in range(8)] == [14, 14, 14, 11, 14, 14, 14, 14]


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
    ("E-12a", {}, "QC QS JH 9D AC 9C", "KS 8H", "AC 9C", "call_AS, call_AH, alone"),
    ("E-12b", {}, "QC QS JH 9D AC 9C", "KS 8H", "KS 8H", "alone"),
    ("E-12b after", {"unknown_test": "after_bury"}, "QC QS JH 9D AC 9C", "KS 8H", "KS 8H", "alone, unknown_S, unknown_H"),
    ("E-12b own", {"call_own_ace": True}, "QC QS JH 9D AC 9C", "KS 8H", "KS 8H", "alone, self_C"),
    ("E-13", {}, "QC QH JS TD 7D AC", "AH 9C", "AC AH", "unknown_S, alone"),
    ("E-14a", {}, "QC JD AD AC AS AH", "TC 9S", "TC 9S", "call_TS, call_TH, alone"),
    ("E-14b", {}, "QC JD AD AC AS AH", "TC 9S", "AS TC", "call_TH, alone"),
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
    state = started(game, filled("p5", ["QC QH JS TD 7D AC"], "AH 9C"), ["pick", "AC", "AH", "unknown_S"])
    assert legal(game, state) == {"QC", "QH", "JS", "TD", "7D", "9C"}


DUTIES = [  # call, suit, called card, who (picker or partner), led, hand, under, options, legal
    ("E-15", Call.ACE, "S", "AS", 1, "7S", "AS TS 9S QH", "", {}, "AS"),
    ("E-16", Call.ACE, "S", "AS", 1, "", "AS TS QH 9C", "", {}, "AS QH 9C"),
    ("E-17 king", Call.ACE, "S", "AS", 1, "QC", "AS KC", "", {}, "KC"),
    ("E-17 ten", Call.ACE, "S", "AS", 1, "QC", "AS TS", "", {}, "TS"),
    ("E-17 forced", Call.ACE, "S", "AS", 1, "QC", "AS", "", {}, "AS"),
    ("E-17 allowed", Call.ACE, "S", "AS", 1, "QC", "AS KC", "", {"called_card_slough": "allowed"}, "AS KC"),
    ("E-18 last", Call.ACE, "S", "AS", 0, "9H", "KS 9C QD", "", {}, "9C QD"),
    ("E-18 two", Call.ACE, "S", "AS", 0, "9H", "KS 7S 9C", "", {}, "KS 7S 9C"),
    ("E-18 forced", Call.ACE, "S", "AS", 0, "9H", "KS", "", {}, "KS"),
    ("E-18 lead", Call.ACE, "S", "AS", 0, "", "KS 9C", "", {}, "KS 9C"),
    ("E-22", Call.UNKNOWN, "C", "AC", 0, "QH", "9S KS", "TD", {}, "9S KS"),
    ("unknown lead", Call.UNKNOWN, "C", "AC", 0, "", "9S KS", "TD", {}, "9S KS play_under"),
    ("unknown opened", Call.UNKNOWN, "C", "AC", 0, "9C", "9S KS", "TD", {}, "play_under"),
    ("unknown last", Call.UNKNOWN, "C", "AC", 0, "9H", "", "TD", {}, "play_under"),
    ("E-23", Call.SELF, "S", "AS", 0, "7S", "AS 9S QD", "", {}, "AS"),
    ("self lead", Call.SELF, "S", "AS", 0, "", "AS 9S QD", "", {}, "AS QD"),
    ("self slough", Call.SELF, "S", "AS", 0, "9H", "AS 9S QD", "", {}, "9S QD"),
    ("ten lead", Call.TEN, "C", "TC", 0, "", "AC KC QD", "", {}, "AC QD"),
    ("ten opened", Call.TEN, "C", "TC", 0, "9C", "AC KC QD", "", {}, "AC"),
    ("ten partner", Call.TEN, "C", "TC", 1, "9C", "TC KC QD", "", {}, "TC"),
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
    state["picker"], state["turn"], state["call"] = 0, 1, Call.ACE
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
        play.step_play(state, options, int(Action.PLAY_UNDER) if word.endswith("*") else PACK.parse(word[2:]))
    winner = state["tricks_won"].tolist().index(1)
    return winner, int(state["card_points"][winner])


def test_a_called_ten_takes_its_ace_in_the_first_trick_of_the_suit():
    trick = ["3:9C", "4:KC", "0:AC", "1:TC", "2:8C"]
    assert winner_under_call(Call.TEN, "TC", "C", trick) == (1, 25)
    assert winner_under_call(Call.TEN, "TC", "C", [*trick[:4], "2:JD"]) == (2, 27)
    assert winner_under_call(Call.TEN, "TC", "C", trick, called_ten_beats_ace=False) == (0, 25)


def test_an_under_card_beats_nothing():
    assert winner_under_call(Call.UNKNOWN, "AC", "C", ["3:9C", "4:AC", "0:8C", "1:TD*", "2:KC"]) == (4, 25)
    assert winner_under_call(Call.UNKNOWN, "AC", "C", ["1:8S*", "2:KC", "3:AC", "4:7C", "0:9C"]) == (3, 15)
    assert winner_under_call(Call.UNKNOWN, "AC", "C", ["1:8S*", "2:KC", "3:AC", "4:7C", "0:7D"]) == (0, 15)
    assert winner_under_call(Call.UNKNOWN, "AC", "C", ["1:8S*", "2:KS", "3:TS", "4:7S", "0:9S"]) == (1, 14)
