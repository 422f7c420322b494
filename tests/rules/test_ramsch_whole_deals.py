"""A complete deal of Schieberamsch from the rules (8.12), trick by trick, under several options."""

import pytest

from ramsch_deals import cards, cards_of
from ramsch_table import NOBODY_ANNOUNCES, announce, played, table

DECK = "9S 8H KD 7S QS TC KS 9C QH JS JH TD KC 7H JC 7C QD 8D 8S AH KH TS QC AD TH AC JD 9D 7D AS 8C 9H"
SCHIEBEN = ["take", "AC", "AD", "push", "take", "AD", "AS"]
TRICKS = [  # cards in the order played, winner, card points
    ("7H TC AH", 2, 21),
    ("8C KC 7C", 0, 4),
    ("8H QS KH", 2, 7),
    ("9H TH QD", 0, 13),
    ("9S 8S TS", 2, 10),
    ("9C TD 9D", 2, 10),
    ("QH KD 8D", 2, 7),
    ("QC JH JD", 0, 7),
    ("JS 7S AC", 0, 13),
    ("JC 7D KS", 0, 6),
]
PLAYS = [card for trick, _, _ in TRICKS for card in trick.split()]


def schieberamsch(**options):
    """The game that begins with SCHIEBEN."""
    return table(grand_hand_rule="off", **options)


def test_the_skat_after_schieben():
    """8.12: rearhand took AC AD from forehand and passes on AD AS."""
    state = played(schieberamsch(), DECK, SCHIEBEN)
    assert cards_of(state.skat) == {"AD", "AS"}
    assert cards_of(state.hands[0]) == cards("9S 8H KD TD KC 7H JC TH JS JH")


def test_each_trick_of_the_deal():
    """E56: winners and card points."""
    game = schieberamsch()
    state = played(game, DECK, [*SCHIEBEN, *NOBODY_ANNOUNCES])
    counted = [0, 0, 0]
    for trick, winner, points in TRICKS[:-1]:
        game.play(state, trick.split())
        counted[winner] += points
        assert game.current_player(state) == winner
        assert list(state.card_points) == counted
    game.play(state, TRICKS[-1][0].split())
    assert list(state.card_points) == [43, 0, 55]
    assert list(state.tricks_won) == [5, 0, 5]
    assert game.is_terminal(state)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [-260, 0, 0]),
        ({"ramsch_multiplier": "additive"}, [-195, 0, 0]),
        ({"ramsch_skat_to": "loser"}, [0, 0, -308]),
        ({"ramsch_skat_to": "nobody"}, [0, 0, -220]),
        ({"ramsch_value": "fixed"}, [-30, 0, 0]),
        ({"reward": "zero_sum"}, [-520, 260, 260]),
    ],
    ids=["E56", "E57_additive", "E57_loser", "E57_nobody", "E57_fixed", "zero_sum"],
)
def test_what_the_deal_pays(options, expected):
    """E56, E57."""
    game = schieberamsch(**options)
    state = played(game, DECK, [*SCHIEBEN, *NOBODY_ANNOUNCES, *PLAYS])
    assert list(game.returns(state)) == expected


def test_the_same_as_a_bock_deal():
    """E57."""
    game = schieberamsch(episode="match")
    actions = [*SCHIEBEN, *NOBODY_ANNOUNCES, *PLAYS]
    state = played(game, DECK, actions, carry={"bock_left": 1})
    assert list(state.list_scores[:3]) == [-520, 0, 0]


def test_middlehand_had_announced_a_jungfrau():
    """E57."""
    game = schieberamsch()
    state = played(game, DECK, [*SCHIEBEN, *announce("M"), *PLAYS])
    assert list(game.returns(state)) == [-520, 0, 0]


def test_rearhand_had_announced_a_jungfrau():
    """E57: the deal is over after trick 1."""
    game = schieberamsch()
    state = played(game, DECK, [*SCHIEBEN, *announce("R"), *PLAYS[:3]])
    assert game.is_terminal(state)
    assert list(game.returns(state)) == [0, 0, -120]
