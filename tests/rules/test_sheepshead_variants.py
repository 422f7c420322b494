"""The worked examples of sections 8.7 and 8.9 to 8.12: options of play, sides, match points, the course of a hand."""

import numpy as np
import pytest

from envs.core.options import options_array
from envs.games.sheepshead import match, play, scoring
from envs.games.sheepshead.actions import ACTIONS, Call, Kind
from envs.games.sheepshead.calling import set_sides
from envs.games.sheepshead.cards import ACE_OF, NONE, PACK, TEN_OF
from envs.games.sheepshead.options import VARIANTS, Options
from sheepshead_replays import REPLAYS
from sheepshead_table import bare, cards, deck_of, filled, legal, started, table, units, with_die

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


def forfeit(variant, offender, side, *, kind=Kind.NORMAL, picker=0, **options):
    state, record = bare(variant, renege="forfeit", **options)
    state["kind"], state["side"], state["offender"] = kind, sum(1 << p for p in side), offender
    state["picker"] = NONE if picker is None else picker
    scoring.finish(state, record)
    return state["scores"][:5].tolist()


def test_who_pays_for_a_renege():
    assert forfeit("p5", 2, [0, 1]) == [2, 1, -3, 0, 0]
    assert forfeit("p5", 0, [0, 1], double_on_bump=True) == [-6, 0, 2, 2, 2]
    assert forfeit("p5", 3, [], kind=Kind.LEASTER, picker=None) == [1, 1, 1, -4, 1]


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
    state, record = bare(variant, **options)
    for name, value in fields.items():
        state[name] = value
    for position, hand in hands.items():
        state["hands"][position] = cards(hand)
    set_sides(state, record)
    return {p for p in range(8) if int(state["side"]) >> p & 1}


def test_partners_of_p6_2():
    call = {"picker": 4, "call": Call.ACE, "called_suit": 1, "called_card": PACK.parse("AS")}
    assert sides("p6_2", call, {3: "AS", 0: "JD"}) == {0, 3, 4}
    assert sides("p6_2", call, {3: "AS JD"}) == {3, 4}
    assert sides("p6_2", call, {3: "AS"}) == {3, 4}
    assert sides("p6_2", {**call, "call": Call.SELF}, {4: "AS", 0: "JD"}, call_own_ace=True) == {0, 4}
    assert sides("p6_2", {"picker": 4, "call": Call.ALONE}, {0: "JD"}) == {4}


def test_partners_of_a_jack_game():
    jack = {"partner_method": "jack_of_diamonds"}
    assert sides("p5", {"picker": 1}, {3: "JD"}, **jack) == {1, 3}
    assert sides("p5", {"picker": 1}, {}, **jack) == {1}
    assert sides("p5", {"picker": 1, "call": Call.UP, "called_card": PACK.parse("JS")}, {1: "JD", 2: "JS"}, **jack) == {1, 2}
    assert sides("p7_3", {"picker": 6, "other": 0}, {1: "JD"}) == {1, 6}
    assert sides("p7_3", {"picker": 6, "other": 0}, {6: "JD"}) == {6}


def test_a_neighbour_who_buried_the_jack_is_the_partner():
    state, options = bare("p7_3")
    state["picker"], state["other"], state["buried"][0] = 6, 0, cards("JD")
    set_sides(state, options)
    assert state["side"] == 1 << 6 | 1


@pytest.mark.parametrize(("variant", "picker", "die", "partner"), [("p7_4", 1, 5, 6), ("p7_4", 5, 6, 4), ("p7_4", 6, 1, 0)])
def test_the_die_names_the_partner(variant, picker, die, partner):
    game = table(variant)
    state = started(game, with_die(filled(variant, []), die), [*["pass"] * picker, "pick"])
    assert (state.die, state.other) == (die, partner)


@pytest.mark.parametrize(("word", "own", "others"), [("pick_0", 0, 2), ("pick_1", 1, 1), ("pick_2", 2, 0)])
def test_how_the_blind_of_p7_5_is_shared(word, own, others):
    state = started(table("p7_5"), filled("p7_5", []), [word])
    assert int(state.taken[0]).bit_count() == own
    assert int(state.taken[1]).bit_count() == others
    assert int(state.auto_bury).bit_count() == 2
    right = started(table("p7_5", behind="right"), filled("p7_5", []), [word])
    assert int(right.taken[6]).bit_count() == others


def test_a_nuclear_dealer_exchanges_the_hand_for_the_blind():
    """E-58: the four cards dealt go to the opponents, and nobody buries."""
    game = table("p7_5")
    state = started(game, filled("p7_5", []), [*["pass"] * 6])
    dealt, blind = int(state.hands[6]), int(state.blind)
    game.play(state, ["nuclear"])
    assert (int(state.hands[6]), int(state.auto_bury), int(state.side)) == (blind, dealt, 1 << 6 | 1)
    assert game.rules.PHASES[state.phase] == "play"


@pytest.mark.parametrize(("plays", "side"), [("0:9C 1:QH 2:8C 3:QD", {1, 3}), ("0:QS 1:9C 2:8C 3:7C 0:QC", {0})])
def test_the_first_two_queens_make_the_sides(plays, side):
    """E-53."""
    state, options = bare("p4_3b")
    for word in plays.split():
        seat, card = int(word[0]), word[2:]
        state["hands"][seat], state["turn"] = cards(card) | cards("7H"), seat
        assert state["side"] == 0
        play.step_play(state, options, PACK.parse(card))
    assert {p for p in range(4) if int(state["side"]) >> p & 1} == side


@pytest.mark.parametrize(
    ("totals", "call", "picker", "winners"),
    [
        ([24, 26, 6, 18], Call.ACE, 0, {1}),
        ([24, 24, 6, 18], Call.ACE, 0, {0, 1}),
        ([30, 26, 6, 24], 8, 3, {3}),
    ],
    ids=["highest total", "shared", "best"],
)
def test_who_wins_a_match_of_southern_indiana(totals, call, picker, winners):
    """5.11, E-61: a best that is won decides the match whatever the totals."""
    state, options = bare("p4_5", episode="match")
    state["totals"][:4], state["call"], state["picker"] = totals, call, picker
    state["scores"][picker] = 24
    found = match.winners(state, options)
    assert {seat for seat in range(4) if found >> seat & 1} == winners


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
    assert legal(game, given) == {"7D", "TC", "9C", "AS", "8H"}
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
    call = {"call": Call.ACE, "best": 8, "side": 9, "billy": 10}[what]
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
    state["num_tricks"] = 6
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
    assert bool(match.is_match_over(state, options)) == over
    state, options = bare("sh24", episode="match", sheephead_target=42)
    state["totals"][:4] = totals * 2
    assert not match.is_match_over(state, options)


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
    assert legal(game, state) == {"QS", "JH", "TD", "KD", "8D", "AH", "8H", "7H"}
    game.play(state, ["QS"])
    assert legal(game, state) == {"9H", "TS", "QH", "AS"}
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
    assert options_array(Options())["base_unit"][0] == 1.0
    assert (ACE_OF.tolist(), TEN_OF.tolist()) == ([14, 20, 26, 8], [15, 21, 27, 9])
