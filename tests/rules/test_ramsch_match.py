"""The list: dealers, repeated deals, who may declare a Grand Hand, bonuses (rules, 3.8, 5.4, 6.1)."""

import pytest

from ramsch_deals import GRAND_PLAYS, GRAND_WITH_2, PACK
from ramsch_table import (
    after_grand_hand,
    after_ramsch,
    asked_for_grand_hand,
    finish_deal,
    legal,
    match,
    next_deal,
    played,
    table,
)

NEXT_DEALER = {"grand_hand_redeal": "next_dealer"}


# Deals and dealers (6.1).


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_deal_moves_one_seat_to_the_left(dealer):
    """6.1."""
    game = match()
    state = finish_deal(game, game.deal(deck=PACK, dealer=dealer))
    assert int(state.dealer) == (dealer + 1) % 3
    assert int(state.deals_done) == 1


@pytest.mark.parametrize("points", [70, 58], ids=["E52_won", "E52_lost"])
def test_after_a_grand_hand_the_same_dealer_deals_and_the_deal_does_not_count(points):
    """E52, 6.1."""
    state = after_grand_hand(points)
    assert (int(state.dealer), int(state.deals_done), int(state.deals)) == (2, 0, 2)
    assert state.list_scores[0] != 0


def test_a_grand_hand_counts_where_the_next_dealer_deals():
    """4, `grand_hand_redeal`."""
    state = after_grand_hand(70, **NEXT_DEALER)
    assert (int(state.dealer), int(state.deals_done), int(state.deals)) == (0, 1, 2)


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_a_list_has_rounds_times_players_deals(rounds):
    """6.1: repeated ones not counted; here the first deal is a Grand Hand."""
    game = match(rounds=rounds)
    state = finish_deal(game, game.deal(seed=rounds), declarer=0)
    deals = 1
    while not game.is_terminal(state):
        finish_deal(game, state)
        deals += 1
    assert deals == 3 * rounds + 1
    assert int(state.deals_done) == 3 * rounds


def test_max_deals_is_a_hard_cap_that_counts_repeated_deals():
    """4."""
    game = match(rounds=5, max_deals=4)
    state = finish_deal(game, game.deal(seed=1), declarer=0)
    for _ in range(3):
        assert not game.is_terminal(state)
        finish_deal(game, state)
    assert game.is_terminal(state)
    assert int(state.deals_done) == 3


def test_scores_add_up_over_the_list():
    """6.1."""
    carry = {"list_scores": [-20, 30, -55, 0]}
    state = after_ramsch(carry=carry)
    assert list(state.list_scores[:3]) == [-20, 30, -55 - 440]


# Who is asked for a Grand Hand (3.8).


def test_once_per_round():
    """E53: seat 1 declares, the deal is repeated; when the deal is seat 0's again all are asked."""
    game = match()
    state = finish_deal(game, game.deal(deck=PACK, dealer=0), declarer=1)
    assert int(state.dealer) == 0
    for dealer, asked in ((0, [2, 0]), (1, [2, 0]), (2, [0, 2]), (0, [1, 2, 0])):
        assert int(state.dealer) == dealer
        assert asked_for_grand_hand(game, state) == asked


def test_once_per_round_counts_deals_that_move_on_after_a_grand_hand():
    """3.8, with `grand_hand_redeal=next_dealer`."""
    game = match(**NEXT_DEALER)
    state = finish_deal(game, game.deal(deck=PACK, dealer=0), declarer=1)
    assert [asked_for_grand_hand(game, state) for _ in range(3)] == [[2, 0], [0, 2], [1, 2, 0]]


def test_all_three_may_use_their_grand_hand_in_one_round():
    """3.8: then nobody is asked, and the deal begins with SCHIEBEN."""
    game = match()
    state = game.deal(deck=PACK, dealer=0)
    for seat in range(3):
        finish_deal(game, state, declarer=seat)
    assert legal(game, state) == {"take", "push"}


def test_max_three_running():
    """E54: after three Grand Hands nobody is asked, after that Ramsch everybody is."""
    game = match(grand_hand_rule="max_three_running")
    state = game.deal(deck=PACK, dealer=0)
    for _ in range(3):
        assert "grand_hand" in legal(game, state)
        finish_deal(game, state, declarer=1)
    assert asked_for_grand_hand(game, state) == []
    assert asked_for_grand_hand(game, state) == [2, 0, 1]


def test_a_ramsch_ends_the_succession_of_grand_hands():
    """3.8: two, a Ramsch, and two more."""
    game = match(grand_hand_rule="max_three_running")
    state = game.deal(deck=PACK, dealer=0)
    for declarer in (1, 1, None, 1, 1):
        finish_deal(game, state, declarer=declarer)
    assert asked_for_grand_hand(game, state) == [2, 0, 1]


def test_unlimited_asks_everybody_always():
    """3.8."""
    game = match(grand_hand_rule="unlimited")
    state = game.deal(deck=PACK, dealer=0)
    for _ in range(5):
        finish_deal(game, state, declarer=1)
    assert asked_for_grand_hand(game, state) == [1, 2, 0]


def test_a_compulsory_ramsch_round_is_a_round_of_its_own():
    """3.8: it begins and ends one, wherever the list's own round stands."""
    game = table(episode="match", bock_rounds=True, ramsch_round_after=["bock_round"])
    carry = {"bock_left": 1, "round_deals": 1, "grand_hand_used": 0b010}
    state = finish_deal(game, game.deal(deck=PACK, dealer=0, carry=carry))
    assert int(state.ramsch_left) == 3
    finish_deal(game, state, declarer=0)
    assert [asked_for_grand_hand(game, state) for _ in range(4)] == [
        [2, 1],
        [1, 2],
        [1, 2],
        [2, 0, 1],
    ]


# Tournament bonuses (5.4).


@pytest.mark.parametrize(
    ("points", "said", "carry", "expected"),
    [
        (70, ["no_kontra"] * 2, {}, [146, 0, 0]),
        (58, ["no_kontra"] * 2, {}, [-242, 40, 40]),
        (58, ["kontra"], {}, [-434, 40, 40]),
        (58, ["no_kontra"] * 2, {"bock_left": 1}, [-434, 40, 40]),
    ],
    ids=["E34_won", "E34_lost", "kontra_leaves_the_bonus", "bock_leaves_the_bonus"],
)
def test_a_grand_hand_earns_tournament_bonuses(points, said, carry, expected):
    """E34 as a Grand Hand; neither Kontra nor Bock multiplies them (A7)."""
    options = {"scoring": "seeger_fabian", "kontra_levels": 1}
    game = match(**options)
    actions = ["grand_hand", *said, *GRAND_PLAYS[points].split()]
    state = next_deal(game, GRAND_WITH_2, actions, **carry)
    assert list(game.returns(state)) == expected


@pytest.mark.parametrize(
    ("reward", "expected"),
    [("score", [400, 50, 416]), ("zero_sum", [334, -716, 382])],
    ids=["E35", "E35_zero_sum"],
)
def test_totals_of_a_list_with_tournament_bonuses(reward, expected):
    """E35: list points, games won and games lost of three players."""
    game = match(scoring="seeger_fabian", reward=reward)
    carry = {
        "list_scores": [120, -40, 96, 0],
        "games_won": [5, 3, 4, 0],
        "games_lost": [1, 2, 0, 0],
    }
    state = game.deal(deck=PACK, dealer=0, carry=carry)
    assert list(game.returns(state)) == expected


def test_the_bonus_takes_part_in_zero_sum():
    """5.6: 3 times (-242, 40, 40) and 162 more for each."""
    game = table(scoring="seeger_fabian", reward="zero_sum")
    state = played(game, GRAND_WITH_2, ["grand_hand", *GRAND_PLAYS[58].split()])
    assert list(game.returns(state)) == [-564, 282, 282]
