"""What the rules of thumb for Sheepshead decide, by rule of section 9, and that they always decide something legal.

The examples H-01 to H-10 are those of section 8.13. Forehand is seat 0.
"""

import random
from typing import Any

import numpy as np
import pytest

import agents
from agents.evaluation.arena import compare
from envs.games.sheepshead.cards import DECKS
from envs.games.sheepshead.variants import ROWS
from sheepshead_options import random_options
from sheepshead_table import filled, said, started, table


def decision(game: Any, state: Any) -> str:
    """What the heuristic does for the player to move."""
    agent = agents.make("heuristic", game)
    observation = game.observe(state, game.current_player(state))
    return str(game.actions.name(agent.act(observation, game.action_mask(state), np.zeros(1, np.uint64))))


def decided(variant: str, hands: list[str], blind: str, before: str) -> str:
    """What the heuristic does after these actions, separated by commas."""
    game = table(variant)
    return decision(game, started(game, filled(variant, hands, blind), said(before)))


# --- Pick (9.3) ------------------------------------------------------------------------------------------------------------

PICKS = [
    ("H-01", "p5", "QC JS 9D 7D AC 8H", 1, "pass"),
    ("H-01 third", "p5", "QC JS 9D 7D AC 8H", 3, "pick"),
    ("H-02", "p5", "QC QS JD 7D AC 8H", 1, "pick"),
    ("H-03", "p5", "JC JH 9D 8D AC 8H", 1, "pass"),
    ("H-03 last", "p5", "JC JH 9D 8D AC 8H", 5, "pick"),
    ("H-04", "p5", "QC QS JC AC TH 8S", 1, "pick"),
    ("H-04 nine", "p5", "QC QS JC 9C TH 8S", 1, "pass"),
    ("H-05", "p5", "AD TD KD 9D 8D QD", 1, "pick"),
    ("three players, aces count", "p3_1", "QC QH JD 9D 8D AC AS KS 8H 7H", 1, "pick"),
    ("three players, no aces", "p3_1", "QC QH JD 9D 8D KC TS KS 8H 7H", 1, "pass"),
    ("six players, queens", "p6_1", "QC QH 9D 8C 7S", 1, "pick"),
    ("six players, with the jack of diamonds alone", "p6_1", "QC QH JD 8C 7S", 1, "pass"),
    ("six players, no queen", "p6_1", "JC JS AD 8C 7S", 1, "pass"),
    ("seven players, a queen", "p7_1", "QC 9D 8C 7S", 1, "pick"),
    ("seven players, no queen", "p7_1", "JC 9D AC 7S", 1, "pass"),
    ("all of the blind", "p7_6", "QC QS JC 7S", 1, "pick_4"),
    ("half of the blind", "p7_6", "QC QS 9C 7S", 1, "pick_2"),
    ("nothing to lose", "p7_5", "9C 8C 8S 7S", 7, "nuclear"),
]


@pytest.mark.parametrize(("variant", "hand", "position", "expected"), [row[1:] for row in PICKS], ids=[row[0] for row in PICKS])
def test_when_to_pick(variant, hand, position, expected):
    game = table(variant)
    size, players = ROWS[variant].hand, ROWS[variant].players
    deck = filled(variant, [hand])
    hands = [deck[size * seat : size * seat + size] for seat in range(1, players)]
    hands.insert(position - 1, deck[:size])
    cards = [card for cards in hands for card in cards] + deck[size * players :]
    assert decision(game, started(game, cards, ["pass"] * (position - 1))) == expected


BIDS = [
    ("best solo", "JC JS JH QC AH TH KH 8S", "solo_best"),
    ("side solo", "JC JH JD QC AS TS KS 8D", "solo_side_S"),
    ("billy", "9C 8C 7C 9S 8S 7S 8D 7D", "solo_billy"),
    ("call in the shortest suit", "JC JS QH 9H 8H KC KS TS", "call_AC"),
    ("too little", "JC QH 9H 8H KC KS TS 8D", "pass"),
]


@pytest.mark.parametrize(("hand", "expected"), [row[1:] for row in BIDS], ids=[row[0] for row in BIDS])
def test_what_to_bid_in_southern_indiana(hand, expected):
    assert decided("p4_5", [hand], "", "") == expected


# --- Call and bury (9.4) ---------------------------------------------------------------------------------------------------

BURIES = [
    ("H-06: shortest suit, own ten first", "p5", "QC QH JS 8D KC 9C", "TH 9S", "9C KC", "call_AH"),
    ("a hand that cannot lose", "p5", "QC QS QH JC JS AD", "7H 8C", "7H 8C", "alone"),
    ("all aces: the ten, and its ace is kept", "p5", "QC JC 9D AC AS AH", "8D 8C", "AH AS", "call_TC"),
    ("more suits emptied before points", "p5", "QC JC 9D 8D TC KH", "9S 7S", "9S KH", "call_AC"),
    ("three players: a bare ten, but no ace", "p3_1", "QC QS QH JC JS JH AD AH KH 9S", "8S TC", "KH TC", ""),
]


@pytest.mark.parametrize(
    ("variant", "hand", "blind", "buried", "call"), [row[1:] for row in BURIES], ids=[row[0] for row in BURIES]
)
def test_what_to_bury_and_call(variant, hand, blind, buried, call):
    game = table(variant)
    state = started(game, filled(variant, [hand], blind), ["pick"])
    done = []
    for _ in range(2 + bool(call)):
        done.append(decision(game, state))
        game.play(state, [done[-1]])
    assert sorted(done[:2]) == buried.split()
    assert done[2:] == ([call] if call else [])


def test_which_card_to_lay_down_for_an_unknown():
    game = table("p5")
    state = started(game, filled("p5", ["QC QH JS TD 7D AC"], "AH 9C"), ["pick", "AC", "AH", "unknown_S"])
    assert decision(game, state) == "9C"


# --- Lead (9.5) ------------------------------------------------------------------------------------------------------------

_BY_PICKER = "pick, 8C, 9S, call_AH"
_BY_SECOND = "pass, pick, 8C, 9S, call_AH"
LEADS = [
    ("picker: the boss", "p5", ["QC JH 9D 8D TC 7H"], "8C 9S", _BY_PICKER, "QC"),
    ("picker: the strongest, not the fat ones", "p5", ["QH AD TD 8D JD 7H"], "8C 9S", _BY_PICKER, "QH"),
    ("weak picker: fail for the partner", "p5", ["JD 7D KS 8S TC 7H"], "8C 9S", _BY_PICKER, "8S"),
    ("partner: trump", "p5", ["AH QS 9D 8D TC KC", "QC JH JD 7D TS 7H"], "8C 9S", _BY_SECOND, "QS"),
    ("opponent: called suit", "p5", ["KH QS 9D 8H TC KC", "QC JH JD 7D TS 7H"], "8C 9S", _BY_SECOND, "8H"),
    ("opponent: no trump", "p5", ["QS QH JC 8D TC 7C", "QC JH JD 7D TS 7H"], "8C 9S", _BY_SECOND, "7C"),
    (
        "few players: an ace",
        "p3_1",
        ["QH JC 8D 7D AC 8C 9S 8S 7S TH", "QC QS JS JH JD AD TD KS KH 7C"],
        "9H 7H",
        "pass, pick, 9H, 7H",
        "AC",
    ),
    ("Sheep Head: catchers while the fox is out", "sh24", ["QC JC TD 9C KS QH"], "", "", "QC"),
    ("Sheep Head: little without", "sh24", ["JC TD AC 9C KS AH"], "", "", "9C"),
]


@pytest.mark.parametrize(
    ("variant", "hands", "blind", "before", "expected"), [row[1:] for row in LEADS], ids=[row[0] for row in LEADS]
)
def test_what_to_lead(variant, hands, blind, before, expected):
    assert decided(variant, hands, blind, before) == expected


def test_opponents_lead_the_called_suit():
    """H-07."""
    hands = ["TS 8S QD 9C 7H 8H", "QC QS QH JC KS AC", "AS 9S TC KC 8C 7C"]
    assert decided("p5", hands, "JS JH", "pass, pick, AC, JH, call_AS") == "8S"


# --- Follow (9.6) ----------------------------------------------------------------------------------------------------------

_PICKER = "QC QH JH 9D TC 7H"
FOLLOWS = [
    (
        "partner gives points to the picker's boss",
        [_PICKER, "QS 7D 8D KC 9C AC", "QD AD TD KD KH 9H", "JC JS JD AS 8H TH", "AH TS KS 8S 7S 7C"],
        "pick, 8C, 9S, call_AH, QC, 7D, KD, JD",
        "TS",
    ),
    (
        "opponent gives the picker none",
        [_PICKER, "QS 7D 8D KC 9C AH", "QD AD TD KD KH 9H", "JC JS JD 7C 8H TH", "AS TS KS 8S 7S AC"],
        "pick, 8C, 9S, call_AH, QC, 7D, KD, JD",
        "7S",
    ),
    (
        "nobody wastes a queen on a higher one",
        [_PICKER, "QS 7D 8D KC 9C AC", "QD AD TD KD KH 9H", "JC JS JD 7C 8H TH", "AH TS KS 8S 7S AS"],
        "pick, 8C, 9S, call_AH, QC",
        "7D",
    ),
]


@pytest.mark.parametrize(("hands", "before", "expected"), [row[1:] for row in FOLLOWS], ids=[row[0] for row in FOLLOWS])
def test_what_to_follow_with(hands, before, expected):
    assert decided("p5", hands, "8C 9S", before) == expected


def test_a_weak_picker_throws_off():
    """H-10: second to act, out of the led suit."""
    hands = ["9H 8H QC QS AS KS", "JD 7D 8S TC 9C 8C"]
    assert decided("p5", hands, "KH 9S", "pass, pick, KH, 9S, call_AC, 9H") == "8S"


def test_the_last_to_act_takes_points_from_the_picker():
    hands = ["9H 8H QH JC 8D 7D 9S 8S 7S TS", "QC QS JS JH JD AD TD KS KH AC", "AH 7H QD KD 9D TC KC 9C 8C 7C"]
    assert decided("p3_1", hands, "TH AS", "pass, pick, AC, AS, 9H, KH") == "AH"


def test_a_player_of_two_sees_that_nothing_on_the_table_beats_a_card():
    """9.8: all cards that can be played lie open."""
    up, other = "AC 9S 8S 7S 9H 8H 7H 9C", "TC KC 8C QC QS QH QD JC"
    rest = [card for card in DECKS["D32"] if card not in f"{up} {other}".split()]
    assert decision(table("p2_2"), started(table("p2_2"), [*rest, *up.split(), *other.split()])) == "AC"


# --- Leaster and other games (9.7, 9.8) ------------------------------------------------------------------------------------

_ALL_PASS = "pass, pass, pass, pass, pass"
LEASTERS = [
    ("an ace alone, early", ["JC 9D AC KS 8S 7H"], _ALL_PASS, "AC"),
    ("else the weakest of the shortest suit", ["JC 9D KC 8C KS 7S"], _ALL_PASS, "8C"),
    ("points go where they do not win", ["AC 9D 8D KS 8S 7H", "TC 8C JC KD 9S TH"], f"{_ALL_PASS}, AC", "TC"),
    ("no win with a ten", ["9C 9D 8D KS 8S 7H", "TC 8C JC KD 9S TH"], f"{_ALL_PASS}, 9C", "8C"),
]


@pytest.mark.parametrize(("hands", "before", "expected"), [row[1:] for row in LEASTERS], ids=[row[0] for row in LEASTERS])
def test_leaster(hands, before, expected):
    assert decided("p5", hands, "", before) == expected


def test_billy_dodges_with_the_strongest_card_that_loses():
    hands = ["AC TC TD 9D QH QD 9H 8H", "KC AS TS KS AD KD JD AH", "JC JS JH QC QS TH KH 7H", "9C 8C 7C 9S 8S 7S 8D 7D"]
    assert decided("p4_5", hands, "", "pass, pass, pass, solo_billy, TC, KC, 7H") == "9C"


def test_queens_wait_for_a_partner_with_points():
    """9.8, `p4_3b`: no queen beside one who has no trick, but one for the player with most card points."""
    game = table("p4_3b")
    hands = ["QH AD AC TC KC 9C 8C 7C", "QS 7D 8D AS KS 9S 8S 7S", "JC TD AH TH KH 9H 8H 7H"]
    state = started(game, filled("p4_3b", hands), ["QH"])
    assert decision(game, state) == "7D"
    game.play(state, ["7D", "TD", "KD", "AC"])
    assert decision(game, state) == "QS"


def test_who_holds_two_partner_cards_gives_one_away():
    """9.8, `p6_4`: the lowest; the weakest fail card comes back."""
    game = table("p6_4")
    state = started(game, filled("p6_4", ["QS JS JD TD KH", "7D TC 9C AS 8H"]))
    assert decision(game, state) == "JD"
    game.play(state, ["JD"])
    assert decision(game, state) == "8H"


# --- As a whole ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ROWS)
def test_whatever_is_decided_is_legal(variant):
    chance = random.Random(f"{variant} thumb")
    for number in range(3):
        game = table(variant, **(random_options(variant, chance) if number else {}))
        state = game.deal(seed=number)
        for _ in range(300):
            if game.is_terminal(state):
                break
            game.play(state, [decision(game, state)])


@pytest.mark.parametrize("variant", ["p2_1", "p2_2", "p3_1", "p4_1", "p5", "p6_2", "p7_6", "sh24"])
def test_it_beats_random_players(variant):
    """Over the same deals, one among random players earns more, and a random one among such players less."""
    game = table(variant)
    heuristic, chance = agents.make("heuristic", game), agents.make("random", game)
    assert compare(game, heuristic, chance, 250, seed=5).ci95[0] > 0
    assert compare(game, chance, heuristic, 250, seed=5).ci95[1] < 0


def test_how_often_five_players_pick():
    """9.3 and S-19: most deals find a picker, who mostly wins."""
    game = table("p5")
    picked = won = 0
    for number in range(200):
        state = game.deal(seed=number)
        while not game.is_terminal(state):
            game.play(state, [decision(game, state)])
        if state.picker >= 0:
            picked += 1
            won += int(game.returns(state).max() > 0 and game.returns(state)[(state.picker + state.dealer + 1) % 5] > 0)
    assert 0.75 < picked / 200 < 0.97
    assert 0.55 < won / picked < 0.85
