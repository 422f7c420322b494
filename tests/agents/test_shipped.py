"""The policies that come with the project."""

from pathlib import Path

import numpy as np
import pytest

import envs
from agents import make
from agents.evaluation.arena import compare
from agents.policy.file import read_policy
from agents.policy.shipped import policy_path, ship, shipped_policies
from agents.policy.tensors import read_tensors

GAMES = {
    "schmier": "schmier/standard-v0",
    "sheepshead_p3_1": "sheepshead/p3_1-v0",
    "sheepshead_p5": "sheepshead/p5-v0",
    "sheepshead_p6_1": "sheepshead/p6_1-v0",
    "skat_isko": "skat/isko-v0",
}
MOST_BYTES = 2_000_000


def test_all_of_them_are_here() -> None:
    assert shipped_policies() == sorted(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_each_is_small_tells_how_it_was_trained_and_beats_the_heuristic(name: str) -> None:
    game = envs.load_game(GAMES[name])
    assert policy_path(name).stat().st_size < MOST_BYTES
    training = read_policy(policy_path(name), game)[1].training
    assert {"seed", "step", "seconds", "scores", "versions"} <= set(training)
    agent = make(f"policy:{name}", game)
    assert agent.spec == f"policy:{name}"
    assert compare(game, agent, make("heuristic", game), deals=1000, seed=31).difference > 0


def test_shipping_keeps_the_header_and_what_is_half_precise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.policy.shipped.WEIGHTS", tmp_path / "weights")
    (tmp_path / "weights").mkdir()
    source = Path(__file__).parents[2] / "agents/policy/weights/skat_isko.safetensors"
    ship(source, "mine")
    assert shipped_policies() == ["mine"]
    before, after = read_tensors(source), read_tensors(policy_path("mine"))
    assert before[1] == after[1]
    assert all(np.array_equal(before[0][key], array) for key, array in after[0].items())
    assert policy_path("other.safetensors").name == "other.safetensors"
