"""What the rules of thumb for Sheepshead play in the examples H-08 to H-10 of section 8.13."""

from typing import Any

import numpy as np
import pytest

import agents
from sheepshead_table import filled, started, table


def decision(actions: list[str], hands: list[str], blind: str) -> str:
    """What the heuristic does after these actions; five players, forehand is seat 0."""
    game = table("p5")
    state: Any = started(game, filled("p5", hands, blind), actions)
    observation = game.observe(state, game.current_player(state))
    choice = agents.make("heuristic", game).act(observation, game.action_mask(state), np.zeros(1, np.uint64))
    return str(game.actions[choice])


@pytest.mark.parametrize(("thrown", "played"), [("TS", "9D"), ("7S", "TC")], ids=["suspect", "mate"])
def test_who_throws_a_ten_on_the_pickers_queen_is_no_mate_of_the_opponents(thrown, played):
    """H-08: seat 2 wins the second trick; only if it is a mate does the last opponent give it a ten."""
    hands = ["QC QS JC 9H 9C 7D", "8D KH AC JS JH QH", "TS 7S AH AS 9S 8S", "KD 7H AD TD TH KC", "JD 9D TC 8C 7C QD"]
    first, second = ["QC", "8D", thrown, "KD", "JD"], ["9H", "KH", "AH", "7H"]
    assert decision(["pick", "8H", "KS", "call_AC", *first, *second], hands, "8H KS") == played


@pytest.mark.parametrize(
    ("trick", "played"), [(["TD", "QC", "AD"], "8D"), (["TD", "QC", "AD", "8D"], "TS")], ids=["picker", "opponent"]
)
def test_points_go_to_the_own_side_and_none_to_the_other(trick, played):
    """H-09: the trick of E-02."""
    hands = ["TD AC QH JC JS AH", "QC QD JD 9D 7H 8H", "AD JH 7D QS TC 7C", "8D KD 9C KC 8S 7S", "TS 9S KH 9H 8C KS"]
    assert decision(["pass", "pass", "pass", "pick", "AS", "TH", "call_AC", *trick], hands, "AS TH") == played


def test_a_weak_picker_throws_off_when_second_to_act():
    """H-10."""
    hands = ["9H", "JD 7D 8S 9C 8C 7C", "AC"]
    assert decision(["pass", "pick", "TH", "KH", "call_AC", "9H"], hands, "TH KH") == "8S"
