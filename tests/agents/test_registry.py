"""Specs and what becomes of them; which envs is ours."""

import os
import re
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest

import agents
from agents import AgentSpecError, make
from agents.spec import read_parameters
from envs import list_games, load_game, make_vec
from envs.core.rng import make_streams

ROOT = Path(agents.__file__).parents[1]
GAME = load_game("ramsch/schieberamsch-v0")


def python(code: str, *folders: Path) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh process that looks for packages in these folders first, then in ours."""
    path = os.pathsep.join(str(folder) for folder in (*folders, ROOT))
    command = [sys.executable, "-P", "-c", code]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}, check=False)


@pytest.mark.parametrize("game_id", list_games())
@pytest.mark.parametrize("spec", ["random", "heuristic", "pimc:worlds=1", "ismcts:iterations=3"])
def test_an_agent_of_a_spec_plays_every_game(spec, game_id):
    game = load_game(game_id)
    agent = make(spec, game)
    assert agent.spec == spec
    state, rng = game.deal(seed=1), make_streams(1, 1)
    while not game.is_terminal(state):
        player = game.current_player(state)
        action = agent.act(game.observe(state, player), game.action_mask(state), rng)
        assert type(action) is int
        game.step(state, action)


@pytest.mark.parametrize("spec", ["random", "heuristic", "pimc:worlds=1", "ismcts:iterations=3"])
def test_many_rows_are_answered_as_one_array(spec):
    states = GAME.deal_many(9, seed=1)
    observations = np.zeros((9, GAME.observation_size), np.int8)
    masks = np.zeros((9, GAME.num_actions), np.int8)
    GAME.observe_many(states, observations)
    GAME.action_mask_many(states, masks)
    actions = make(spec, GAME).act_many(observations, masks, make_streams(9, 1))
    assert (actions.dtype, actions.shape) == (np.int64, (9,))


@pytest.mark.parametrize("spec", ["", "randon", "Random", "mcts:iterations=5", "polcy:x.safetensors", None])
def test_an_unknown_spec_is_told_what_there_is(spec):
    with pytest.raises(AgentSpecError, match=r"unknown agent .* known: random, heuristic, pimc:worlds=N, ismcts"):
        make(spec, GAME)


def test_a_near_miss_is_told_the_nearest():
    with pytest.raises(AgentSpecError, match="did you mean 'heuristic'"):
        make("heuristics", GAME)


@pytest.mark.parametrize("spec", ["random:seed=1", "heuristic:depth=2"])
def test_an_unknown_parameter_is_told_what_there_is(spec):
    with pytest.raises(AgentSpecError, match=r"has no parameter '(seed|depth)'; its parameters: none"):
        make(spec, GAME)


def test_parameters_replace_the_defaults():
    assert read_parameters("pimc", "", {"worlds": 20}) == {"worlds": 20}
    assert read_parameters("pimc", "worlds=5,depth=1", {"worlds": 20, "depth": 3}) == {"worlds": 5, "depth": 1}


@pytest.mark.parametrize("text", ["worlds=0", "worlds=-3", "worlds=many", "worlds", "worlds="])
def test_a_parameter_is_a_whole_number_from_1_on(text):
    with pytest.raises(AgentSpecError, match=r"'pimc': worlds=.* is impossible; possible: a whole number"):
        read_parameters("pimc", text, {"worlds": 20})


@pytest.mark.parametrize("name", ["whist", "skat_family", "loops", "../ramsch", ""])
def test_a_game_without_heuristic_is_told_which_have_one(name):
    """The folder's other modules are no heuristics."""
    game = types.SimpleNamespace(name=name, observation_size=10)
    with pytest.raises(AgentSpecError, match=f"does not know {name}; the games it knows: .*ramsch"):
        make("heuristic", game)


def test_a_policy_gets_its_path_and_the_game(monkeypatch):
    """Colons belong to the path."""
    learned = types.ModuleType("agents.policy.agent")
    learned.load_agent = lambda game, path: types.SimpleNamespace(made_of=(path, game))
    monkeypatch.setitem(sys.modules, "agents.policy.agent", learned)
    assert make("policy:runs/a:b/policy.safetensors", GAME).made_of == ("runs/a:b/policy.safetensors", GAME)


def test_a_policy_without_a_path_is_told_so():
    with pytest.raises(
        AgentSpecError, match="needs the file it was saved in, policy:PATH, or the name of one of ours: schmier, "
    ):
        make("policy", GAME)


OWN_AGENTS = """
import numpy as np


class First:
    def act(self, observation, action_mask, rng):
        return int(action_mask.argmax())

    def act_many(self, observations, action_masks, rngs):
        return action_masks.argmax(axis=1).astype(np.int64)


class Nth(First):
    def __init__(self, game, *, n=1):
        self.game, self.n = game, n


class Half:
    def act(self, observation, action_mask, rng):
        return int(action_mask.argmax())


number = 3
"""


def test_an_agent_of_a_file_is_made_with_the_game_and_its_parameters(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(OWN_AGENTS)
    agent = make("own.py:Nth:n=5", GAME)
    assert (agent.game, agent.n, agent.spec) == (GAME, 5, "own.py:Nth:n=5")
    assert make(f"{tmp_path}/own.py:Nth", GAME).n == 1
    env = make_vec(GAME.id, 2, learner=0, opponents=["own.py:First"])
    assert env.opponents[0].spec == "own.py:First"


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("none.py:First", "there is no file none.py"),
        ("own.py:Second", "own.py has no class or function 'Second'"),
        ("own.py:number", "own.py has no class or function 'number'"),
        ("own.py:Half", "agent own.py:Half: no agent, it has no method act_many"),
        ("own.py:First:n=2", "has no parameter 'n'; its parameters: none"),
        ("own.py:Nth:m=2", "has no parameter 'm'; its parameters: n=1"),
    ],
)
def test_an_agent_of_a_file_that_cannot_be_made_is_told_why(spec, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(OWN_AGENTS)
    with pytest.raises(AgentSpecError, match=re.escape(said)):
        make(spec, GAME)


def test_an_agents_file_may_import_what_lies_beside_it(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "beside_own.py").write_text(OWN_AGENTS)
    (tmp_path / "own.py").write_text("from beside_own import Nth as Mine")
    assert make(f"{tmp_path}/own.py:Mine:n=2", GAME).n == 2


def test_other_packages_add_agents_by_entry_points(monkeypatch):
    from importlib.metadata import EntryPoint, EntryPoints

    own = EntryPoint("mine", "agents.random:RandomAgent", "stichwerk.agents")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **which: EntryPoints([own]).select(**which))
    assert make("mine", GAME).spec == "mine"
    with pytest.raises(AgentSpecError, match=r"FILE.py:NAME, mine$"):
        make("yours", GAME)


def test_the_games_find_the_agents_by_themselves():
    done = python(
        "import sys, envs; assert 'agents' not in sys.modules;"
        "print(envs.make_vec('ramsch/ramsch-v0', 2, learner=0, opponents=['random']).opponents[0].spec)"
    )
    assert done.stdout.strip() == "random", done.stderr


def test_importing_agents_loads_neither_torch_nor_matplotlib():
    done = python("import sys, agents; print({'torch', 'matplotlib'} & set(sys.modules))")
    assert done.stdout.strip() == "set()", done.stderr


def test_another_envs_is_named(tmp_path):
    """Python takes the nearest folder of that name."""
    package = tmp_path / "envs"
    package.mkdir()
    (package / "__init__.py").write_text("")
    done = python("import agents", tmp_path)
    assert "ImportError: agents needs the envs of Stichwerk, but Python found another one first" in done.stderr
    assert str(package) in done.stderr


def test_another_envs_that_is_a_single_file_is_named(tmp_path):
    (tmp_path / "envs.py").write_text("")
    done = python("import agents", tmp_path)
    assert f"found another one first: {tmp_path / 'envs.py'}" in done.stderr


def test_another_agents_is_named(tmp_path):
    package = tmp_path / "agents"
    package.mkdir()
    (package / "__init__.py").write_text("")
    done = python("import envs; envs.make_vec('ramsch/ramsch-v0', 2, learner=0, opponents=['random'])", tmp_path)
    assert "ImportError: the agent 'random' is in the agents of Stichwerk, but Python found another one first" in done.stderr
    assert str(package) in done.stderr
