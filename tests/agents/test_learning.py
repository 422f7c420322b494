"""The learner: what it learns from is right, and it learns."""

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from agents import make
from agents.evaluation import arena
from agents.learning import metrics
from agents.learning.config import SNAPSHOTS
from agents.learning.metrics import read_metrics
from agents.learning.opponents import OpponentPool
from agents.learning.ppo import trainer
from agents.learning.run import train
from agents.policy import Network, PolicyAgent
from agents.random import RandomAgent
from learning_runs import LEAGUE, make_run, tiny_config


@pytest.fixture
def model(tmp_path):
    run = make_run(tmp_path, tiny_config("opponents=[{spec: random}]"))
    return run.make_trainer()._model


def test_the_first_minibatch_of_an_update_has_a_ratio_of_one(model):
    """Log-probabilities are computed with the same masks when playing and when learning."""
    differences = []
    evaluate = model.policy.evaluate_actions

    def spy(observations, actions, action_masks):
        values, log_probabilities, entropy = evaluate(observations, actions, action_masks=action_masks)
        data = model.rollout_buffer
        rows = (torch.from_numpy(data.observations).float()[:, None] == observations[None]).all(dim=2)
        old = torch.from_numpy(data.log_probs).flatten()
        same = rows & (torch.from_numpy(data.actions).flatten()[:, None] == actions[None])
        differences.append((torch.exp(log_probabilities - old[same.int().argmax(dim=0)]) - 1).abs().max().item())
        return values, log_probabilities, entropy

    model.policy.evaluate_actions = spy
    model.learn(256)
    assert differences[0] < 1e-5
    assert len(differences) == 4


def test_no_illegal_action_is_ever_tried(model):
    tried = []
    vector = model.env.venv.vector
    first_illegal = vector.tables.first_illegal
    vector.tables.first_illegal = lambda rows, actions: tried.append(first_illegal(rows, actions)) or tried[-1]
    model.learn(4096)
    assert len(tried) == 256
    assert set(tried) == {-1}
    masks = model.rollout_buffer.action_masks.reshape(-1, model.action_space.n)
    actions = model.rollout_buffer.actions.flatten().astype(int)
    assert masks[np.arange(len(actions)), actions].all()


def test_the_learner_gets_all_of_its_seats_score_and_nothing_else(model):
    env = model.env
    env.reset()
    totals = np.zeros(env.num_envs)
    rng = np.random.default_rng(0)
    deals = 0
    for _ in range(200):
        masks = env.env_method("action_masks")
        _, rewards, dones, infos = env.step((rng.random(masks.shape) * masks).argmax(axis=1))
        totals += rewards
        for row in np.flatnonzero(dones):
            assert totals[row] * 100 == pytest.approx(infos[row]["returns"][infos[row]["seat"]], abs=1e-3)
            assert infos[row]["episode"]["r"] == infos[row]["returns"][infos[row]["seat"]]
            deals += 1
        totals[dones] = 0
    assert deals > 100


def test_snapshots_fill_their_slots_in_turn_and_have_no_share_before():
    config = tiny_config(*LEAGUE)
    run_game = make_run_game(config)
    pool = OpponentPool(config, run_game)
    assert [agent.spec for agent in pool.agents] == ["heuristic", "random", SNAPSHOTS, SNAPSHOTS]
    assert pool.weights == [1, 1, 0, 0]
    policy = small_policy(config, run_game, value=1.0)
    pool.take_snapshot(policy)
    assert pool.weights == [1, 1, 2, 0]
    for value in (2.0, 3.0):
        pool.take_snapshot(small_policy(config, run_game, value))
    assert pool.weights == [1, 1, 1, 1]
    assert [float(agent.network.weights["action.bias"][0]) for agent in pool.agents[2:]] == [3.0, 2.0]


def make_run_game(config):
    import envs

    return envs.load_game(config.game)


def small_policy(config, game, value):
    """A policy whose action biases are all one value."""
    from gymnasium import spaces
    from sb3_contrib.ppo_mask.policies import MlpPolicy

    from agents.learning.ppo.network import policy_arguments, weights_of

    box = spaces.Box(game.layout.low, game.layout.high, dtype=np.int8)
    arguments = policy_arguments(game.layout, config.method.net, config.method.activation)
    policy = MlpPolicy(box, spaces.Discrete(game.num_actions), lambda _: 0.1, **arguments)
    with torch.no_grad():
        policy.action_net.bias.fill_(value)
    return Network(config.method.architecture(game), weights_of(policy))


def test_two_runs_of_one_seed_are_equal_and_another_seed_is_not(tmp_path):
    def weights(name, seed):
        network, _ = train(make_run(tmp_path / name, tiny_config("total_steps=512", f"seed={seed}")))
        return network.weights["action.weight"]

    first = weights("a", 1)
    assert np.array_equal(first, weights("b", 1))
    assert not np.array_equal(first, weights("c", 2))


def test_every_column_of_the_metrics_is_filled_and_rows_are_whole(tmp_path):
    run = make_run(tmp_path, tiny_config(*LEAGUE, "imitation.steps=512", "total_steps=1300"))
    train(run)
    rows = read_metrics(tmp_path / "metrics.csv")
    assert [int(row["step"]) for row in rows] == [256 * n for n in range(7)]
    of_teaching = {"train/imitation_loss", "train/agreement"}
    columns = {*metrics.METRICS, *trainer.METRICS}
    assert rows[0].keys() == columns
    assert {name for name in columns if not rows[-1][name]} == of_teaching
    assert [all(row[name] for name in of_teaching) for row in rows] == [False, True, True, False, False, False, False]
    assert [step for step, _ in run.display.evaluations] == [0, 512, 1024, 1536]
    rates = [float(row["train/learning_rate"]) / run.config.method.learning_rate for row in rows[1:]]
    assert rates == pytest.approx([6 / 6, 5 / 6, 4 / 6, 3 / 6, 2 / 6, 1 / 6])


def test_a_finished_run_leaves_a_model_that_stable_baselines3_loads_and_plays(tmp_path):
    run = make_run(tmp_path, tiny_config("total_steps=512", "imitation.steps=256"))
    network, _ = train(run)
    model = MaskablePPO.load(tmp_path / trainer.EXPORTED)
    env = run.tables
    for _ in range(20):
        observations, masks = env.tables.observations.copy(), env.action_masks()
        actions, _ = model.predict(observations, action_masks=masks, deterministic=True)
        assert np.array_equal(actions, PolicyAgent(network).act_many(observations, masks, env.tables.streams))
        env.step(actions)


def test_evaluating_does_not_change_what_is_learned(tmp_path):
    often, _ = train(make_run(tmp_path / "a", tiny_config("total_steps=1024", "evaluation.every=1")))
    seldom, _ = train(make_run(tmp_path / "b", tiny_config("total_steps=1024", "evaluation.every=100")))
    assert np.array_equal(often.weights["action.weight"], seldom.weights["action.weight"])


# --- A teacher ---


SHORT = (
    "num_envs=128",
    "method.n_steps=16",
    "method.batch_size=512",
    "method.epochs=4",
    "method.net=[64]",
    "method.learning_rate=3e-3",
    "total_steps=32768",
    "opponents=[{spec: random}]",
    "checkpoint_every=1000",
)
"""A short training, almost long enough to be good at something."""


class HighestLegal:
    """A teacher whose choice is easily told: the legal action with the highest number."""

    spec = "highest"

    def act_many(self, observations, action_masks, rngs):
        assert observations.dtype == action_masks.dtype == np.int8
        assert len(observations) == len(action_masks) == len(rngs)
        return action_masks.shape[1] - 1 - action_masks[:, ::-1].argmax(axis=1)


def test_a_taught_learner_plays_itself_and_learns_what_its_teacher_would_have_done(model):
    model._teacher, model._taught_steps = HighestLegal(), 256
    played, learned = [], []
    step_async, follow = model.env.step_async, model._follow
    model.env.step_async = lambda actions: played.append(actions.copy()) or step_async(actions)
    model._follow = lambda batch: learned.append((batch.action_masks.numpy(), batch.actions.numpy())) or follow(batch)
    model.learn(256)
    masks, taught = (np.concatenate(arrays) for arrays in zip(*learned, strict=True))
    assert (masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1) == taught.flatten()).all()
    assert len(np.unique(np.concatenate(played))) > 10
    assert (np.sort(np.concatenate(played)) != np.sort(taught[: len(taught) // 2].flatten())).any()


def test_after_its_teaching_a_learner_learns_from_scores(model):
    model._teacher, model._taught_steps = HighestLegal(), 512
    kinds = []
    imitate = model._imitate
    model._imitate = lambda: kinds.append(model.num_timesteps) or imitate()
    model.learn(1024)
    assert kinds == [256, 512]


def test_without_taught_steps_nobody_needs_to_be_a_teacher(tmp_path):
    """A new game may have no heuristic yet."""
    run = make_run(tmp_path, tiny_config("opponents=[{spec: random}]", "imitation.teacher=nobody"))
    assert run.make_trainer()._model._teacher is None


def test_a_short_teaching_closes_more_than_half_of_the_gap_to_the_teacher(tmp_path):
    run = make_run(tmp_path, tiny_config(*SHORT, "imitation.steps=32768", "evaluation={every: 1000, deals: 20}"))
    network, _ = train(run)
    learner, teacher = PolicyAgent(network, "policy"), make("heuristic", run.game)
    found = arena.compare(run.game, learner, teacher, 1000, seed=5)
    assert found.ci95[0] > -134 / 2, f"only {found.difference:+.1f} {found.ci95} points a deal; the random player has -134"


# --- It learns ---


def test_a_short_training_beats_the_random_player(tmp_path):
    run = make_run(tmp_path, tiny_config(*SHORT, "evaluation={baseline: random, every: 1000}"))
    network, _ = train(run)
    found = arena.compare(run.game, PolicyAgent(network, "policy"), RandomAgent(), 1000, seed=5)
    assert found.ci95[0] > 20, f"only {found.difference:+.1f} {found.ci95} points a deal"
