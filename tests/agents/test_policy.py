"""Policy files and the agents that play by them."""

import dataclasses
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import save_file

import agents
import envs
from agents.learning.ppo.network import weights_of
from agents.policy import Architecture, Network, PolicyAgent, PolicyFileError, read_policy, write_policy
from agents.policy.agent import load_agent
from agents.policy.network import scale_of
from agents.policy.tensors import _digest, read_tensors, write_tensors
from envs.agent import NoLegalActionError
from envs.core.rng import make_streams
from learning_runs import make_run, tiny_config

ID = "ramsch/schieberamsch-v0"
ROOT = Path(agents.__file__).parents[1]


@pytest.fixture(scope="module")
def game():
    return envs.load_game(ID)


@pytest.fixture
def network(game):
    architecture, rng = Architecture(game.observation_size, (16, 8), "tanh", game.num_actions), np.random.default_rng(3)
    weights = {name: rng.normal(scale=0.3, size=shape).astype(np.float32) for name, shape in architecture.shapes().items()}
    return Network(architecture, {**weights, "factors": scale_of(game.layout)})


def logits_by_torch(network, seen):
    """The same network made of torch's layers."""
    weights = {name: torch.from_numpy(array) for name, array in network.weights.items()}
    values = torch.from_numpy(seen.astype(np.float32)) * weights["factors"]
    for number in range(len(network.architecture.net)):
        values = torch.nn.functional.linear(
            values, weights[f"policy.{2 * number}.weight"], weights[f"policy.{2 * number}.bias"]
        )
        values = getattr(torch, network.architecture.activation)(values)
    return torch.nn.functional.linear(values, weights["action.weight"], weights["action.bias"])


@pytest.fixture
def path(tmp_path, network, game):
    file = tmp_path / "policy.safetensors"
    write_policy(file, network, game, {"steps": 5})
    return file


@pytest.fixture(scope="module")
def turns(game):
    """Observations and masks of 300 tables, some moves into their deals."""
    states = game.deal_many(300, seed=1)
    rng = np.random.default_rng(0)
    masks, seen = np.zeros((300, game.num_actions), np.int8), np.zeros((300, game.observation_size), np.int8)
    for _ in range(8):
        game.action_mask_many(states, masks)
        game.step_many(states, (rng.random(masks.shape) * masks).argmax(axis=1))
    game.action_mask_many(states, masks)
    game.observe_many(states, seen)
    running = masks.any(axis=1)
    return seen[running], masks[running]


def test_a_policy_plays_the_same_after_saving_and_loading(path, network, game, turns):
    loaded, original = load_agent(game, path), PolicyAgent(network)
    streams = make_streams(len(turns[0]), 1)
    assert np.array_equal(loaded.act_many(*turns, streams), original.act_many(*turns, streams))
    assert read_policy(path, game)[1].training == {"steps": 5}
    assert loaded.spec == f"policy:{path}"


def test_agents_make_finds_a_policy_by_its_spec(path, game, turns):
    agent = agents.make(f"policy:{path}", game)
    assert agent.act_many(*turns, make_streams(len(turns[0]), 1)).dtype == np.int64


def test_greedy_takes_the_highest_legal_logit_and_draws_nothing(network, game, turns):
    seen, masks = turns
    streams = make_streams(len(seen), 1)
    before = streams.copy()
    actions = PolicyAgent(network, "policy").act_many(seen, masks, streams)
    logits = logits_by_torch(network, seen).numpy()
    assert np.array_equal(actions, np.where(masks != 0, logits, -np.inf).argmax(axis=1))
    assert np.array_equal(streams, before)


def test_sampling_draws_legal_actions_by_the_softmax_with_one_number_a_row(network, game, turns):
    seen, masks = (np.repeat(array[:1], 20_000, axis=0) for array in turns)
    streams = make_streams(len(seen), 1)
    before = streams.copy()
    actions = PolicyAgent(network, "policy", greedy=False).act_many(seen, masks, streams)
    assert np.array_equal(streams, before + np.uint64(1))
    logits = logits_by_torch(network, seen[:1]).numpy()[0].astype(float)
    expected = np.where(masks[0] != 0, np.exp(logits - logits.max()), 0.0)
    expected /= expected.sum()
    shares = np.bincount(actions, minlength=game.num_actions) / len(actions)
    assert np.abs(shares - expected).max() < 0.02
    assert shares[masks[0] == 0].sum() == 0


def test_probabilities_are_the_softmax_of_the_legal_logits(network, game, turns):
    seen, masks = turns
    agent = PolicyAgent(network, "policy")
    shares = agent.probabilities_many(seen, masks)
    assert shares.dtype == np.float32
    assert shares.shape == masks.shape
    assert not shares[masks == 0].any()
    assert np.allclose(shares.sum(axis=1), 1.0, atol=1e-6)
    logits = logits_by_torch(network, seen)
    expected = torch.softmax(logits.masked_fill(torch.from_numpy(masks == 0), -torch.inf), dim=1).numpy()
    assert np.allclose(shares, expected, atol=1e-6)
    assert np.array_equal(shares.argmax(axis=1), agent.act_many(seen, masks, make_streams(len(seen), 1)))


def test_probabilities_of_one_decision(network, turns):
    agent = PolicyAgent(network, "policy")
    assert np.allclose(agent.probabilities(turns[0][0], turns[1][0]), agent.probabilities_many(*turns)[0], atol=1e-6)
    with pytest.raises(NoLegalActionError, match="row 0"):
        agent.probabilities(turns[0][0], 0 * turns[1][0])


def test_what_a_row_draws_does_not_depend_on_its_neighbours(network, turns):
    seen, masks = turns
    agent = PolicyAgent(network, "policy", greedy=False)
    together = agent.act_many(seen, masks, make_streams(len(seen), 1))
    backwards = agent.act_many(seen[::-1], masks[::-1], make_streams(len(seen), 1)[::-1].copy())[::-1]
    alone = [agent.act(seen[i], masks[i], make_streams(1, 1, first_row=i)) for i in range(20)]
    assert np.array_equal(together, backwards)
    assert list(together[:20]) == alone


def test_extreme_logits_choose_legal_actions(game, turns):
    net = Network(Architecture(game.observation_size, (), "relu", game.num_actions))
    for value in (0.0, 1e30, -1e30, float("inf"), float("nan")):
        net.load({**net.weights, "action.bias": np.full(game.num_actions, value, np.float32)})
        for greedy in (True, False):
            actions = PolicyAgent(net, greedy=greedy).act_many(*turns, make_streams(len(turns[0]), 1))
            assert turns[1][np.arange(len(actions)), actions].all()
        shares = PolicyAgent(net, "policy").probabilities_many(*turns)
        assert np.allclose(shares.sum(axis=1), 1.0, atol=1e-5)
        assert not shares[turns[1] == 0].any()


@pytest.mark.parametrize("greedy", [True, False])
def test_nobody_to_move_is_an_error(network, game, turns, greedy):
    seen, masks = turns[0][:3], turns[1][:3].copy()
    masks[1] = 0
    with pytest.raises(NoLegalActionError, match="row 1"):
        PolicyAgent(network, greedy=greedy).act_many(seen, masks, make_streams(3, 1))


def test_the_exported_network_computes_what_stable_baselines_does(tmp_path, game, turns):
    run = make_run(tmp_path, tiny_config("method.net=[16, 8]"))
    model = run.make_trainer()._model
    net = Network(Architecture(game.observation_size, (16, 8), "relu", game.num_actions), weights_of(model.policy))
    seen = torch.from_numpy(turns[0])
    with torch.no_grad():
        expected = model.policy.get_distribution(seen).distribution.logits
        found = torch.log_softmax(torch.from_numpy(net.logits(turns[0])), dim=1)
        assert torch.allclose(expected, found, atol=1e-5)
        assert np.allclose(model.policy.predict_values(seen).numpy(), value_net(net).logits(turns[0]), atol=1e-5)


def value_net(net):
    """The layers of the value as a network with one output."""
    weights = {name: array for name, array in net.weights.items() if not name.startswith(("policy", "action"))}
    twins = {name.replace("value", "policy").replace("score", "action"): array for name, array in weights.items()}
    return Network(dataclasses.replace(net.architecture, num_actions=1), {**weights, **twins})


def test_playing_loads_no_learning_library_and_begins_at_once():
    heavy = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "matplotlib")
    code = (
        "import sys, time, agents; before = time.perf_counter(); import agents.policy;"
        f"print(time.perf_counter() - before, [name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    seconds, found = done.stdout.split(maxsplit=1)
    assert found.strip() == "[]"
    assert float(seconds) < 1


def test_the_file_is_as_ever(tmp_path, game, turns):
    """Names, shapes and header of format 1, in which policies were saved since the first version."""
    size, actions = game.observation_size, game.num_actions
    sizes = {"policy.0": (3, size), "action": (actions, 3), "value.0": (3, size), "score": (1, 3)}
    tensors = {"factors": np.ones(size, np.float32)}
    for name, shape in sizes.items():
        tensors[f"{name}.weight"] = np.arange(np.prod(shape), dtype=np.float32).reshape(shape) / 1000
        tensors[f"{name}.bias"] = np.arange(shape[0], dtype=np.float32)
    header = {
        "kind": "policy",
        "format": 1,
        "game": ID,
        "options": {},
        "layout": game.layout.hash,
        "architecture": {"observation_size": size, "net": [3], "activation": "relu", "num_actions": actions},
        "training": {"steps": 5},
    }
    write_tensors(tmp_path / "old", tensors, header)
    network, meta = read_policy(tmp_path / "old", game)
    hidden = np.maximum(turns[0] @ tensors["policy.0.weight"].T + tensors["policy.0.bias"], 0)
    expected = hidden @ tensors["action.weight"].T + tensors["action.bias"]
    assert np.allclose(network.logits(turns[0]), expected, rtol=1e-5)
    write_policy(tmp_path / "new", network, game, meta.training)
    found, new_header = read_tensors(tmp_path / "new")
    assert new_header == {**header, "options": new_header["options"]}
    assert found.keys() == tensors.keys()


def test_observations_are_scaled_to_at_most_one(game):
    factors = scale_of(game.layout)
    assert np.abs(game.layout.high * factors).max() == 1.0
    assert np.abs(game.layout.low * factors).max() <= 1.0


# --- files that do not fit ---


def changed(path, **fields):
    tensors, meta = read_tensors(path)
    write_tensors(path, tensors, {**meta, **fields})


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"game": "skat/isko-v0"}, "plays skat/isko-v0; this table is ramsch/schieberamsch-v0"),
        ({"game": "ramsch/schieberamsch-v7"}, "plays version 7 of ramsch"),
        ({"layout": "0123"}, "expects observations of layout 0123; ramsch/schieberamsch-v0 has"),
        ({"format": 99}, "has format 99; this program reads format 1"),
        ({"kind": "checkpoint"}, "holds no policy but a checkpoint"),
        ({"architecture": 3}, "has a wrong header"),
    ],
)
def test_a_file_for_something_else_is_refused_with_the_reason(path, game, fields, said):
    changed(path, **fields)
    with pytest.raises(PolicyFileError) as caught:
        load_agent(game, path)
    assert str(path) in str(caught.value)
    assert said in str(caught.value)


def test_another_number_of_actions_is_refused(path, game):
    meta = read_tensors(path)[1]
    changed(path, architecture={**meta["architecture"], "num_actions": 9})
    with pytest.raises(PolicyFileError, match="has 9 actions"):
        load_agent(game, path)


def test_weights_of_another_architecture_are_refused(path, game):
    meta = read_tensors(path)[1]
    changed(path, architecture={**meta["architecture"], "net": [4]})
    with pytest.raises(PolicyFileError, match="weights and architecture do not fit"):
        load_agent(game, path)


def test_options_may_differ_as_long_as_observations_mean_the_same(path):
    load_agent(envs.load_game("ramsch/ramsch-v0"), path)


def test_a_damaged_cut_or_missing_file_is_refused(path, game, tmp_path):
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    with pytest.raises(PolicyFileError, match="is damaged"):
        load_agent(game, path)
    for size in (0, 5, 100, len(data) - 1):
        path.write_bytes(data[:size])
        with pytest.raises(PolicyFileError, match="is damaged or no safetensors file"):
            load_agent(game, path)
    with pytest.raises(PolicyFileError, match="cannot be read: No such file"):
        load_agent(game, tmp_path / "none")


def crafted(path, header, tensors=None):
    """A file whose checksum is right, whatever stands in it."""
    text, arrays = header if isinstance(header, str) else json.dumps(header), tensors or {}
    save_file(arrays, path, {"stichwerk": text, "sha256": _digest(arrays, text)})


@pytest.mark.parametrize(
    "header",
    [
        "[]",
        "null",
        "[" * 100_000,
        '{"kind": "policy", "format": ' + "1" * 100_000 + "}",
        '{"kind": "policy", "format": 1, "game": [], "options": {}, "layout": "", "training": {}}',
        "{",
    ],
    ids=["list", "null", "nested", "digits", "kinds", "cut"],
)
def test_a_header_of_another_form_is_refused_in_one_line(tmp_path, game, header):
    crafted(tmp_path / "crafted", header)
    with pytest.raises(PolicyFileError, match="crafted") as caught:
        load_agent(game, tmp_path / "crafted")
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 1000


def test_a_header_alone_builds_no_network(tmp_path, game):
    """A few bytes may not claim gigabytes."""
    widths = [2**40, 2**40]
    sizes = {"observation_size": game.observation_size, "net": widths, "activation": "relu", "num_actions": game.num_actions}
    meta = {"kind": "policy", "format": 1, "game": ID, "options": {}, "layout": game.layout.hash, "training": {}}
    crafted(tmp_path / "crafted", meta | {"architecture": sizes})
    with pytest.raises(PolicyFileError, match="weights and architecture do not fit"):
        load_agent(game, tmp_path / "crafted")


@pytest.mark.parametrize("value", [np.float32("nan"), np.float32("inf"), np.float64(1)])
def test_weights_that_are_no_finite_numbers_of_32_bits_are_refused(path, game, value):
    tensors, meta = read_tensors(path)
    tensors["action.bias"] = np.full(len(tensors["action.bias"]), value)
    write_tensors(path, tensors, meta)
    with pytest.raises(PolicyFileError, match=r"action\.bias holds what is no finite number"):
        load_agent(game, path)


@pytest.mark.parametrize("place", ["/dev/zero", "/dev/null", ".", "pipe", "null\0byte", "x" * 5000])
def test_only_regular_files_are_read(tmp_path, game, place, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with pytest.raises(PolicyFileError, match="cannot be read: "):
        load_agent(game, place)


def test_a_file_that_is_too_large_is_not_read(path, game, monkeypatch):
    monkeypatch.setattr("agents.policy.file.MOST_BYTES", 100)
    with pytest.raises(PolicyFileError, match="more than 100 bytes"):
        load_agent(game, path)


def test_without_the_extra_a_policy_says_which_one_to_install(path, game):
    code = f"""
import sys
sys.modules["safetensors"] = None
import agents, envs
try:
    agents.make("policy:{path}", envs.load_game("{ID}"))
except agents.AgentSpecError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "agent 'policy' needs safetensors: pip install 'stichwerk[policy]'\n"


def test_a_foreign_safetensors_file_is_refused(tmp_path, game):
    save_file({"a": np.zeros(3)}, tmp_path / "foreign", {"note": json.dumps({})})
    with pytest.raises(PolicyFileError, match="was not written by this project"):
        load_agent(game, tmp_path / "foreign")
