"""PPO by self-play: every seat's decisions are learned from, each by what its own seat scored, and it learns."""

import itertools

import numpy as np
import pytest
import torch

import envs
from agents import make
from agents.evaluation import arena
from agents.learning import metrics
from agents.learning.checkpoint import CheckpointError, load_checkpoint, restore
from agents.learning.config import ConfigError
from agents.learning.metrics import read_metrics
from agents.learning.run import Stopped, train
from agents.learning.selfplay import trainer
from agents.learning.selfplay.play import Turns, draw_seats, other_hands, play
from agents.policy import PolicyAgent
from agents.random import RandomAgent
from envs.game import State
from envs.tables import CALLER, Tables
from learning_runs import LEAGUE, make_run, tiny_selfplay


def make_trainer(folder, *overrides):
    return make_run(folder, tiny_selfplay(*overrides)).make_trainer()


def dealt(game_id, count, self_share=1.0, weights=(1.0,), **options):
    tables = Tables(envs.load_game(game_id, **options), count)
    tables.begin(3)
    draw_seats(tables, np.array(weights), self_share)
    return tables


class Decides:
    """Takes random legal actions, and keeps where."""

    def __init__(self, tables):
        self.tables, self.agent, self.masks, self.players = tables, RandomAgent(), [], []

    def __call__(self, rows):
        self.masks.append(self.tables.masks[rows])
        self.players.append(self.tables.players[rows])
        return self.tables.choose(self.agent, rows)


# --- Credits ---


def test_advantages_follow_each_seats_own_decisions_and_pay():
    """Two seats take turns at one table; the first is paid 4 after its first decision and 6 more at the end, the other -2."""
    turns = Turns(np.array([0, 0, 0]), np.array([0, 1, 0], np.int8), np.array([0.0, 0.0, 4.0]), np.array([[10.0, -2.0]]))
    values = np.array([1.0, 0.5, 2.0], np.float32)
    last = 6 / 2 - 2.0
    first = 4 / 2 + 2.0 - 1.0
    assert turns.advantages(values, scale=2.0, gae_lambda=0.5) == pytest.approx([first + 0.5 * last, -1.0 - 0.5, last])


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("ramsch/schieberamsch-v0", {}),
        ("ramsch/schieberamsch-v0", {"reward": "zero_sum"}),
        ("sheepshead/p5-v0", {}),
        ("schmier/standard-v0", {"episode": "match"}),
    ],
)
def test_without_a_value_net_each_decision_is_credited_with_all_that_its_seat_was_still_paid(game_id, options):
    tables = dealt(game_id, 8, **options)
    turns = play(tables, [], Decides(tables))
    returns = np.zeros_like(turns.totals)
    tables.game.returns_many(tables.states, returns)
    assert np.array_equal(turns.totals, returns)
    credit = turns.advantages(np.zeros(len(turns.seats), np.float32), scale=1.0, gae_lambda=1.0)
    still_paid = returns[turns.tables, turns.seats] - turns.paid
    assert credit == pytest.approx(still_paid)
    assert (turns.paid != 0).any() == ("episode" in options)
    assert np.unique(turns.seats).tolist() == list(range(tables.game.num_players))


def test_decisions_with_one_legal_action_are_not_among_those_that_are_learned_from():
    tables = dealt("sheepshead/p5-v0", 16)
    decides = Decides(tables)
    turns = play(tables, [], decides)
    choices = np.concatenate(decides.masks).sum(axis=1)
    assert choices.min() >= 2
    assert len(choices) == len(turns.seats) < tables.states["log_length"].sum()
    assert (tables.players < 0).all()
    assert np.array_equal(np.concatenate(decides.players), turns.seats)


def test_the_learner_has_one_seat_of_each_table_in_turn_and_its_share_of_the_others():
    tables = dealt("sheepshead/p5-v0", 4000, 0.25, (0.75, 0.25))
    assert (tables.seats[np.arange(4000), np.arange(4000) % 5] == CALLER).all()
    others = tables.seats[np.arange(4000)[:, None], (np.arange(4000)[:, None] + [1, 2, 3, 4]) % 5]
    shares = [(others == number).mean() for number in (CALLER, 0, 1)]
    assert shares == pytest.approx([0.25, 0.75 * 0.75, 0.75 * 0.25], abs=0.02)


def test_opponents_decisions_are_not_learned_from():
    tables = dealt("ramsch/schieberamsch-v0", 32, self_share=0.0)
    turns = play(tables, [make("heuristic", tables.game)], Decides(tables))
    assert np.array_equal(turns.seats, turns.tables % 3)


def test_a_critic_sees_the_other_hands_in_their_order_from_the_seat_to_move():
    tables = dealt("sheepshead/p5-v0", 4)
    tables.advance(tables.all_rows, tables.masks.argmax(axis=1))
    rows, game = np.array([2, 0]), tables.game
    found = other_hands(tables, rows).reshape(2, 4, game.num_cards)
    for row, hands in zip(rows, found, strict=True):
        state = State(tables.states[row : row + 1])
        others = [(tables.players[row] + place) % 5 for place in (1, 2, 3, 4)]
        assert np.array_equal(hands, [game.observe(state, seat)[game.layout["hand"]] for seat in others])
        assert hands.sum() == 24


def test_a_critic_leaves_the_policy_as_it_is_and_stays_out_of_its_file(tmp_path):
    with_critic, without = (make_trainer(tmp_path / name, f"method.critic={name}") for name in ("table", "seat"))
    assert with_critic._net.critic is not None
    weights, expected = with_critic.policy().weights, without.policy().weights
    assert all(np.array_equal(weights[name], array) for name, array in expected.items())


# --- Learning ---


def test_the_first_minibatch_has_a_ratio_of_one_and_blind_actions_are_weighed(tmp_path):
    learner = make_trainer(tmp_path, "method.explore=0", "method.precision=float32")
    decisions, _ = learner._play(lambda _: None, is_taught=False)
    _, parts = learner._improve(decisions, 0.0)
    assert abs(float(parts["approx_kl"])) < 1e-6
    assert decisions.masks.gather(1, decisions.actions[:, None]).all()
    blind = make_trainer(tmp_path, "method.explore=0.5")
    with torch.no_grad():
        blind._net.action.bias[:] = torch.arange(len(blind._net.action.bias)).float()  # one action is nearly certain
    decisions, _ = blind._play(lambda _: None, is_taught=False)
    assert decisions.log_probs.exp().min() > 0.5 / decisions.masks.shape[1] * 0.99
    likeliest = blind._net(decisions.observations, decisions.masks, decisions.hidden)[0].argmax(dim=1)
    assert 0.5 < (likeliest == decisions.actions).float().mean() < 0.85


def test_a_taught_learner_plays_itself_and_learns_what_its_teacher_would_have_done(tmp_path):
    learner = make_trainer(tmp_path, "imitation.steps=100")
    decisions, _ = learner._play(lambda _: None, is_taught=True)
    masks = decisions.masks.numpy().astype(np.int8)
    taught = make("heuristic", learner._task.game).act_many(
        decisions.observations.numpy(), masks, np.zeros(len(masks), np.uint64)
    )
    assert np.array_equal(decisions.actions.numpy(), taught)


def test_every_column_of_the_metrics_is_filled_and_schedules_end_at_the_last_step(tmp_path):
    run = make_run(tmp_path, tiny_selfplay(*LEAGUE, "imitation.steps=500"))
    _, progress = train(run)
    rows = read_metrics(tmp_path / "metrics.csv")
    assert [int(row["update"]) for row in rows] == list(range(progress.update + 1))
    of_teaching, of_scores = {"train/imitation_loss", "train/agreement"}, {"train/approx_kl", "train/clip_fraction"}
    assert rows[0].keys() == {*metrics.METRICS, *trainer.METRICS}
    assert not any(rows[-1][name] for name in of_teaching)
    assert all(rows[1][name] for name in of_teaching)
    assert all(rows[-1][name] for name in {*of_scores, "train/policy_gradient_loss", "rollout/ep_rew_mean"})
    rates = [float(row["train/learning_rate"]) / run.config.method.learning_rate for row in rows[1:]]
    assert rates == pytest.approx([1 - int(row["step"]) / 1500 for row in rows[:-1]])


def test_the_policy_that_plays_is_a_running_mean_of_the_learners_weights(tmp_path):
    learner = make_trainer(tmp_path)
    before = learner.policy().weights["action.weight"]
    learner.update(lambda _: None)
    now = learner._net.action.weight.detach().numpy()
    assert learner.policy().weights["action.weight"] == pytest.approx((before + now) / 2, abs=1e-6)
    assert not np.array_equal(before, now)


def test_the_policy_decides_in_numpy_as_the_learner_does(tmp_path):
    learner = make_trainer(tmp_path, "method.average=0", "method.precision=float32")
    decisions, _ = learner._play(lambda _: None, is_taught=False)
    agent = PolicyAgent(learner.policy())
    found = agent.probabilities_many(decisions.observations.numpy(), decisions.masks.numpy())
    log_probs, *_ = learner._net(decisions.observations, decisions.masks, decisions.hidden)
    assert found == pytest.approx(log_probs.exp().detach().numpy(), abs=1e-5)


def test_a_short_training_beats_the_random_player(tmp_path):
    config = tiny_selfplay(
        "method={name: selfplay_ppo, net: [64], learning_rate: 3e-3, batch_size: 1024}",
        "num_envs=256",
        "total_steps=100000",
        "evaluation={baseline: random, every: 1000}",
        "checkpoint_every=1000",
    )
    run = make_run(tmp_path, config)
    network, _ = train(run)
    found = arena.compare(run.game, PolicyAgent(network), RandomAgent(), 1000, seed=5)
    assert found.ci95[0] > 20, f"only {found.difference:+.1f} {found.ci95} points a deal"


# --- Going on ---


@pytest.fixture(scope="module")
def config():
    """Two updates learn from a teacher, the others from scores, against earlier selves too."""
    return tiny_selfplay(*LEAGUE, "imitation.steps=500")


@pytest.fixture(scope="module")
def straight(tmp_path_factory, config):
    """A run that nobody disturbed: its weights and metrics."""
    folder = tmp_path_factory.mktemp("straight")
    network, _ = train(make_run(folder, config))
    return network.weights, (folder / "metrics.csv").read_text()


@pytest.mark.parametrize("updates", [0, 1, 4])
def test_a_stopped_and_resumed_run_ends_with_the_same_weights_and_metrics(tmp_path, config, straight, updates):
    asked = itertools.count()
    with pytest.raises(Stopped):
        train(make_run(tmp_path, config, lambda: next(asked) == updates))
    run = make_run(tmp_path, config)
    network, _ = train(run, load_checkpoint(run.checkpoints, run.game))
    weights, metrics_of_straight = straight
    assert all(np.array_equal(array, weights[name]) for name, array in network.weights.items())
    assert (tmp_path / "metrics.csv").read_text() == metrics_of_straight


@pytest.mark.parametrize("other", ["method.net=[8]", "num_envs=8"])
def test_another_network_or_number_of_tables_is_refused(tmp_path, config, other):
    with pytest.raises(Stopped):
        train(make_run(tmp_path, config, lambda: True))
    run = make_run(tmp_path, tiny_selfplay(*LEAGUE, other))
    checkpoint = load_checkpoint(run.checkpoints, run.game)
    with pytest.raises(CheckpointError, match="does not fit this config"):
        restore(checkpoint, run.make_trainer(), run.pool)


# --- Settings ---


@pytest.mark.parametrize(
    ("assignment", "said"),
    [
        ("method.n_steps=3", "method: unknown key 'n_steps'; known: self_share, batch_size"),
        ("method.name=selfplay", "method.name: 'selfplay' is impossible: possible: maskable_ppo, selfplay_ppo"),
        ("method.self_share=1.5", "method.self_share: 1.5 is impossible: expected number <= 1.0"),
        ("method.explore=1", "method.explore: 1 is impossible: expected number < 1.0"),
        ("method.ent_coef_end=-1", "method.ent_coef_end: -1 is impossible: expected number >= 0.0"),
        ("method.reward_scale=0", "method.reward_scale: 0 is impossible: expected number > 0.0"),
        ("method.reward_scale=.inf", "method.reward_scale: inf is impossible: a finite number is needed"),
        ("num_envs=65537", "num_envs: 65537 tables are impossible with this method; possible: up to 65536"),
    ],
)
def test_a_mistake_is_one_line_with_the_key_and_what_is_possible(assignment, said):
    with pytest.raises(ConfigError) as caught:
        tiny_selfplay(assignment)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
