"""What the rules of thumb for Sheepshead decide in the examples of section 8.13, and that they always decide something legal."""

import random
from typing import Any

import agents
import numpy as np
import pytest
from envs.games.sheepshead.tables import ROWS
from sheepshead_options import random_options
from sheepshead_table import filled, started, table


def decision(game: Any, state: Any) -> str:
    """What the heuristic does for the player to move."""
    agent = agents.make("heuristic", game)
    observation = game.observe(state, game.current_player(state))
    return str(game.actions.name(agent.act(observation, game.legal_mask(state), np.zeros(1, np.uint64))))


PICKS = [
    ("H-01", "QC JS 9D 7D AC 8H", 1, "pass"),
    ("H-01 third", "QC JS 9D 7D AC 8H", 3, "pick"),
    ("H-02", "QC QS JD 7D AC 8H", 1, "pick"),
    ("H-03", "JC JH 9D 8D AC 8H", 1, "pass"),
    ("H-03 last", "JC JH 9D 8D AC 8H", 5, "pick"),
    ("H-04", "QC QS JC AC TH 8S", 1, "pick"),
    ("H-04 nine", "QC QS JC 9C TH 8S", 1, "pass"),
    ("H-05", "AD TD KD 9D 8D QD", 1, "pick"),
]


@pytest.mark.parametrize(("hand", "position", "expected"), [row[1:] for row in PICKS], ids=[row[0] for row in PICKS])
def test_when_to_pick(hand, position, expected):
    game = table("p5")
    deck = filled("p5", [hand])
    others = [deck[6 * seat : 6 * seat + 6] for seat in range(1, 5)]
    others.insert(position - 1, deck[:6])
    state = started(game, [card for cards in others for card in cards] + deck[30:], ["pass"] * (position - 1))
    assert decision(game, state) == expected


def test_what_to_bury_and_call():
    game = table("p5")
    state = started(game, filled("p5", ["QC QH JS 8D KC 9C"], "TH 9S"), ["pick"])
    done = []
    for _ in range(3):
        done.append(decision(game, state))
        game.play(state, [done[-1]])
    assert sorted(done[:2]) == ["9C", "KC"]
    assert done[2] == "call AH"


def test_which_card_to_lay_down_for_an_unknown():
    game = table("p5")
    state = started(game, filled("p5", ["QC QH JS TD 7D AC"], "AH 9C"), ["pick", "AC", "AH", "unknown S"])
    assert decision(game, state) == "9C"


def test_opponents_lead_the_called_suit():
    game = table("p5")
    hands = ["TS 8S QD 9C 7H 8H", "QC QS QH JC KS AC", "AS 9S TC KC 8C 7C"]
    state = started(game, filled("p5", hands, "JS JH"), ["pass", "pick"])
    game.play(state, ["AC", "JH", "call AS"])
    assert decision(game, state) == "8S"


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
