"""Kontra, Re, Supra and Hirsch against a declarer (3.4)."""

import pytest

from skat_deals import C_WITHOUT_2, NULL
from skat_table import declaring, legal, played, table

DEAL = C_WITHOUT_2
FIRST = "8D TD AD"  # the first trick of the deal for 66 points


def after(said, contract="C", bid=18, deal=DEAL, **options):
    """Forehand has declared; then this is said and played."""
    game = table(**{"kontra_levels": 4, **options})
    return game, played(game, deal.deck, [*declaring(contract, deal.skat, bid), *said])


COURSES = {
    "left neighbour first": ([], 1, {"kontra", "no_kontra"}),
    "then the other defender": (["no_kontra"], 2, {"kontra", "no_kontra"}),
    "Re is the declarer's": (["kontra"], 0, {"raise", "no_raise"}),
    "the first Kontra ends the asking": (["kontra", "no_raise"], 0, {*DEAL.forehand.split()}),
    "Supra is his who said Kontra": (["no_kontra", "kontra", "raise"], 2, {"raise", "no_raise"}),
    "Hirsch is the declarer's": (["kontra", "raise", "raise"], 0, {"raise", "no_raise"}),
    "then forehand leads": (["kontra", "raise", "raise", "raise"], 0, {*DEAL.forehand.split()}),
    "nobody says anything": (["no_kontra", "no_kontra"], 0, {*DEAL.forehand.split()}),
}


@pytest.mark.parametrize(("said", "mover", "allowed"), COURSES.values(), ids=COURSES)
def test_who_is_asked(said, mover, allowed):
    game, state = after(said)
    assert game.current_player(state) == mover
    assert legal(game, state) == allowed


@pytest.mark.parametrize("level", range(5))
def test_no_more_levels_than_are_played(level):
    said = ["kontra", "raise", "raise", "raise"][:level]
    game, state = after(said, kontra_levels=level)
    assert legal(game, state) == {*DEAL.forehand.split()}


def test_the_declarers_left_neighbour_is_asked_first_wherever_he_sits():
    game = table(kontra_levels=1)
    words = ["pass", "bid_18", "pass", "hand", "declare_CH"]
    assert game.current_player(played(game, DEAL.deck, words)) == 0
    words = ["bid_18", "pass", "pass", "hand", "declare_CH"]
    assert game.current_player(played(game, DEAL.deck, words)) == 2


BIDDERS = {
    "nobody else bid": (["pass", "pass", "bid_18"], []),
    "rearhand called": (["pass", "bid_18", "hold", "pass"], [2]),
    "middlehand called, then passed": (["bid_18", "hold", "pass", "pass"], [1]),
    "both called": (["bid_18", "hold", "pass", "bid_20", "hold", "pass"], [1, 2]),
}


@pytest.mark.parametrize(("bidding", "asked"), BIDDERS.values(), ids=BIDDERS)
def test_kontra_may_need_a_bid(bidding, asked):
    game = table(kontra_levels=1, kontra_needs_bid=True)
    state = played(game, DEAL.deck, [*bidding, "hand", "declare_CH"])
    for seat in asked:
        assert game.current_player(state) == seat
        game.play(state, ["no_kontra"])
    assert legal(game, state) == {*DEAL.forehand.split()}


def test_one_who_held_may_say_kontra_too():
    game = table(kontra_levels=1, kontra_needs_bid=True)
    state = played(game, DEAL.deck, ["bid_18", "hold", "bid_20", "pass", "pass", "hand", "declare_CH"])
    assert game.current_player(state) == 0  # middlehand declares; rearhand said nothing
    game.play(state, ["no_kontra"])
    assert legal(game, state) == {*DEAL.forehand.split()}


LATE = {
    "before his own first card": ([], ["8D"], 1, {"kontra", "no_kontra"}),
    "then he plays": ([], ["8D", "no_kontra"], 1, {"TD", "7D"}),
    "then the next": ([], ["8D", "no_kontra", "TD"], 2, {"kontra", "no_kontra"}),
    "the declarer answers though he has played": ([], ["8D", "kontra"], 0, {"raise", "no_raise"}),
    "then he who said it plays": ([], ["8D", "kontra", "raise", "no_raise"], 1, {"TD", "7D"}),
    "nobody says it twice": ([], ["8D", "kontra", "no_raise", "TD"], 2, {"AD", "9D", "QD"}),
    "not before his second card": ([], ["8D", "no_kontra", "TD", "no_kontra", "AD"], 2, None),
}


@pytest.mark.parametrize(("said", "plays", "mover", "allowed"), LATE.values(), ids=LATE)
def test_kontra_before_the_own_first_card(said, plays, mover, allowed):
    game, state = after([*said, *plays], kontra_timing="before_own_first_card")
    assert game.current_player(state) == mover
    if allowed is None:
        assert "kontra" not in legal(game, state)
    else:
        assert legal(game, state) == allowed


@pytest.mark.parametrize("contract", ["NO", "NOH", "CHO"])
def test_against_ouvert_kontra_comes_before_the_hand_is_shown(contract):
    game, state = after([], contract, deal=NULL, kontra_timing="before_own_first_card")
    assert legal(game, state) == {"kontra", "no_kontra"}
    assert not game.observe(state, 1)[game.layout["open_hand"]].any()
    game.play(state, ["no_kontra", "no_kontra"])
    assert game.observe(state, 1)[game.layout["open_hand"]].any()


def test_there_is_no_kontra_in_a_ramsch():
    game = table(kontra_levels=4, all_pass="ramsch")
    state = played(game, DEAL.deck, ["pass", "pass", "pass"])
    assert legal(game, state) == {*DEAL.forehand.split()}
