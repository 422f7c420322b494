"""Bidding, hand or skat, discards and declarations (3.2, 3.3; examples E07 to E13)."""

import pytest

from oracle_skat import NULL_VALUES, SUIT_GAMES_FROM_HAND, VALUES
from ramsch_deals import PACK, cards, cards_of, dealt
from skat_table import ALL_PASS, FOREHAND_AT_18, legal, played, table

DECK = " ".join(PACK)
BIDDINGS = {
    "E07 both raise": ("bid_18,hold,bid_20,hold,pass,bid_22,hold,bid_23,hold,bid_24,pass", 2, 24),
    "E08 rearhand gives in": ("pass,bid_18,hold,pass", 0, 18),
    "E09 forehand gives in at once": ("bid_18,pass,bid_20,pass", 2, 20),
    "E10 forehand takes it for 18": ("pass,pass,bid_18", 0, 18),
    "middlehand survives both": ("bid_18,pass,bid_20,hold,pass", 1, 20),
    "middlehand survives, rearhand silent": ("bid_30,pass,pass", 1, 30),
    "a jump": ("bid_48,hold,pass,pass", 0, 48),
}


@pytest.mark.parametrize(("said", "declarer", "bid"), BIDDINGS.values(), ids=BIDDINGS)
def test_who_becomes_declarer(said, declarer, bid):
    game = table()
    state = played(game, DECK, said.split(","))
    assert game.current_player(state) == declarer
    assert legal(game, state) == {"hand", "take"}
    shown = game.observe(state, declarer)
    assert shown[game.layout["declarer"]].tolist() == [1, 0, 0]
    assert VALUES[shown[game.layout["bid"]][0] - 1] == bid


MOVERS = {
    "middlehand calls first": ("", 1),
    "forehand answers": ("bid_18", 0),
    "the same caller again": ("bid_18,hold", 1),
    "rearhand against forehand": ("bid_18,hold,pass", 2),
    "rearhand against middlehand": ("bid_18,pass", 2),
    "middlehand answers rearhand": ("bid_18,pass,bid_20", 1),
    "forehand has the last word": ("pass,pass", 0),
}


@pytest.mark.parametrize(("said", "mover"), MOVERS.values(), ids=MOVERS)
def test_who_is_to_speak(said, mover):
    game = table()
    assert game.current_player(played(game, DECK, filter(None, said.split(",")))) == mover


def bids(*values):
    return {f"bid_{value}" for value in values}


CALLS = {
    "E11 any higher value": ({}, "bid_23,hold", bids(*VALUES[4:]) | {"pass"}),
    "E11 only the next": ({"bid_step": "next"}, "bid_18,hold,bid_20,hold,bid_22,hold,bid_23,hold", {"pass", "bid_24"}),
    "E11 after 216": ({}, "bid_216,hold", {"pass", "bid_240", "bid_264"}),
    "at 264 only pass": ({}, "bid_264,hold", {"pass"}),
    "at 264 rearhand too": ({}, "bid_264,pass", {"pass"}),
    "first call": ({}, "", bids(*VALUES) | {"pass"}),
    "first call, next": ({"bid_step": "next"}, "", {"bid_18", "pass"}),
    "answer": ({}, "bid_20", {"hold", "pass"}),
    "E10 forehand after two passes": ({}, "pass,pass", {"bid_18", "pass"}),
}


@pytest.mark.parametrize(("options", "said", "allowed"), CALLS.values(), ids=CALLS)
def test_what_may_be_said(options, said, allowed):
    game = table(**options)
    assert legal(game, played(game, DECK, filter(None, said.split(",")))) == allowed


def test_all_pass_is_a_schieberamsch_a_ramsch_or_nothing():
    """E10."""
    shoved = table()
    assert legal(shoved, played(shoved, DECK, ALL_PASS)) == {"take", "push"}
    plain = table(all_pass="ramsch")
    assert legal(plain, played(plain, DECK, ALL_PASS)) == cards_of_forehand(DECK)
    announced = table(all_pass="ramsch", jungfrau_announce=True)
    assert legal(announced, played(announced, DECK, ALL_PASS)) == {"announce_jungfrau", "no_announce"}
    passed_in = table(all_pass="pass_in")
    state = played(passed_in, DECK, ALL_PASS)
    assert passed_in.is_terminal(state)
    assert list(passed_in.returns(state)) == [0, 0, 0]


def cards_of_forehand(deck):
    pack = deck.split()
    return set(pack[:3] + pack[11:15] + pack[23:26])


def test_the_longest_bidding_calls_and_holds_every_value():
    game = table(bid_step="next", kontra_levels=4)
    said = [word for value in VALUES for word in (f"bid_{value}", "hold")]
    state = played(game, DECK, [*said, "pass", "pass", "take", *PACK[:2], "declare_G", "no_kontra", "kontra", *["raise"] * 3])
    while not game.is_terminal(state):
        game.step(state, game.legal_actions(state)[0])
    assert state.log_length == game.max_deal_length == 2 * 63 + 2 + 4 + 5 + 30
    assert game.from_text(game.to_text(state)) == state


def test_a_taker_holds_twelve_cards_and_may_discard_any_of_them():
    """Jacks and the cards just taken too (3.3)."""
    game = table()
    deck = dealt("JC JS AH TH KH 9H 8H 7H AD TD", skat="JD 7C")
    state = played(game, deck, [*FOREHAND_AT_18, "take"])
    twelve = cards("JC JS AH TH KH 9H 8H 7H AD TD JD 7C")
    assert legal(game, state) == twelve
    game.play(state, ["JD"])
    assert legal(game, state) == twelve - {"JD"}
    game.play(state, ["JC"])
    assert cards_of(state.skat) == {"JD", "JC"}
    assert game.current_player(state) == 0


DECLARATIONS = {
    "E12 bid 24 with the skat": (24, False, {*"CSHDG", "NO"}),
    "bid 23 with the skat": (23, False, {*"CSHDGN", "NO"}),
    "bid 48 with the skat": (48, False, {*"CSHDG"}),
    "bid 46 with the skat": (46, False, {*"CSHDG", "NO"}),
    "E12 bid 48 from the hand": (48, True, {*SUIT_GAMES_FROM_HAND, "NOH"}),
    "bid 35 from the hand": (35, True, {*SUIT_GAMES_FROM_HAND, "NH", "NOH"}),
    "bid 36 from the hand": (36, True, {*SUIT_GAMES_FROM_HAND, "NOH"}),
    "bid 59 from the hand": (59, True, {*SUIT_GAMES_FROM_HAND, "NOH"}),
    "bid 60 from the hand": (60, True, {*SUIT_GAMES_FROM_HAND}),
}


@pytest.mark.parametrize(("bid", "is_hand", "allowed"), DECLARATIONS.values(), ids=DECLARATIONS)
def test_what_may_be_declared(bid, is_hand, allowed):
    """A Null must reach the bid (A3); a suit game or Grand need not."""
    game = table()
    words = ["hand"] if is_hand else ["take", "7C", "8C"]
    state = played(game, dealt("7C 8C"), ["pass", f"bid_{bid}", "hold", "pass", *words])
    assert legal(game, state) == {f"declare_{name}" for name in allowed}


@pytest.mark.parametrize("contract", [name for name in NULL_VALUES if "O" in name] + ["CHO", "GHO"])
def test_an_ouvert_hand_is_shown_before_the_first_lead(contract):
    """3.5."""
    game = table()
    hand = "AC KC QC 9C 8C 7C AS KS 7S 8S"
    words = ["hand"] if "H" in contract else ["take", "7D", "8D"]
    state = played(game, dealt(hand, skat="7D 8D"), [*FOREHAND_AT_18, *words])
    assert not game.observe(state, 1)[game.layout["open_hand"]].any()
    game.play(state, [f"declare_{contract}"])
    shown = game.observe(state, 1)[game.layout["open_hand"]]
    assert {PACK[i] for i in range(32) if shown[i]} == cards(hand)
    game.play(state, ["7S"])
    shown = game.observe(state, 2)[game.layout["open_hand"]]
    assert {PACK[i] for i in range(32) if shown[i]} == cards(hand) - {"7S"}


def test_forehand_leads_whoever_is_declarer():
    """3.6."""
    game = table()
    state = played(game, DECK, ["pass", "bid_18", "pass", "hand", "declare_GH"])
    assert game.current_player(state) == 0


def test_of_four_at_the_table_the_dealer_sits_out():
    """E13: dealer 2, F = 3, M = 0, R = 1."""
    game = table(players=4)
    state = game.deal(deck=PACK, dealer=2)
    order = [game.current_player(state)]
    for word in ("bid_18", "hold", "pass"):
        game.play(state, [word])
        order.append(game.current_player(state))
    assert order == [0, 3, 0, 1]
    assert not game.observe(state, 2)[game.layout["hand"]].any()
    assert all(game.observe(state, seat)[game.layout["hand"]].sum() == 10 for seat in (3, 0, 1))
