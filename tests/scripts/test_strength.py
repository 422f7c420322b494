"""The table of strengths: XSkat is left out where it is not built, contracts are equal where only the cards are compared."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import envs
from agents import make
from agents.spec import AgentSpecError

ROOT = Path(__file__).parents[2]
OPPONENTS = ROOT / "tests/benchmarks/opponents"
LIBRARY = os.environ.get("STICHWERK_XSKAT", "")


def strength(*arguments):
    """Output and errors of the script."""
    command = [sys.executable, str(ROOT / "tests/benchmarks/strength.py"), "--deals", "4", "--processes", "1", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    return run.stdout, run.stderr


def test_a_table_of_agents_without_xskat_says_that_it_is_left_out():
    out, err = strength(
        "--seed", "3", "--games", "ramsch/schieberamsch-v0", "--agents", "heuristic", "random", "xskat", "--xskat="
    )
    assert "xskat is left out: no library is named" in err
    assert "seed 3" in out
    assert out.count("heuristic") == 2


def test_before_the_cards_all_decide_as_the_heuristic():
    game = envs.load_game("skat/isko-v0")
    agent = make(f"{OPPONENTS / 'cards_only.py'}:CardsOnly:random", game)
    heuristic = make("heuristic", game)
    rng = np.ones(1, np.uint64)
    for seed in range(3):
        state = game.deal(seed=seed)
        while state.phase not in {game.rules.PHASES.index("over"), game.rules.PHASES.index("play")}:
            observation, mask = game.observe(state, state.player), game.action_mask(state)
            action = agent.act(observation, mask, rng)
            assert action == heuristic.act(observation, mask, rng)
            game.step(state, action)


def test_xskat_without_its_library_is_an_error():
    with pytest.raises(AgentSpecError, match=r"agent xskat: there is no library nowhere\.so"):
        make(f"{OPPONENTS / 'xskat.py'}:XSkat:nowhere.so", envs.load_game("skat/isko-v0"))


@pytest.mark.skipif(not LIBRARY, reason="STICHWERK_XSKAT names no library")
@pytest.mark.parametrize("game_id", ["skat/isko-v0", "skat/schieber_ramsch-v0", "ramsch/schieberamsch-v0"])
def test_xskat_plays_whole_deals(game_id):
    game = envs.load_game(game_id)
    agent = make(f"{OPPONENTS / 'xskat.py'}:XSkat", game)
    rng = np.ones(1, np.uint64)
    for seed in range(20):
        state = game.deal(seed=seed)
        while not game.is_terminal(state):
            action = agent.act(game.observe(state, state.player), game.action_mask(state), rng)
            assert action in game.legal_actions(state)
            game.step(state, action)
