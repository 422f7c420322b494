"""The loop between updates knows a trainer by its protocol alone: here one that learns nothing drives it."""

import itertools
from typing import ClassVar

import msgspec
import numpy as np
import pytest

from agents.learning.checkpoint import CheckpointError, load_checkpoint, restore
from agents.learning.metrics import METRICS, read_metrics
from agents.learning.run import Stopped, train
from agents.learning.trainer import Method
from agents.policy import Architecture, Network
from learning_runs import LEAGUE, make_run, tiny_config


class Counts(Method, frozen=True, tag="counts"):
    """Ten decisions an update; the bias of action 0 is the number of updates."""

    about: ClassVar[str] = "learns nothing"
    trainer: ClassVar[str] = f"{__name__}:Counter"

    def steps_per_update(self, num_envs):
        return 10

    def architecture(self, game):
        return Architecture(game.observation_size, (), "relu", game.num_actions)

    def make_trainer(self, task):
        return Counter(self, task)


class Counter:
    metrics = ("count/updates",)

    def __init__(self, method, task):
        self.task, self._architecture, self.updates = task, method.architecture(task.game), 0

    @property
    def steps(self):
        return 10 * self.updates

    def update(self, advance):
        self.updates += 1
        advance(10)
        return {"count/updates": self.updates, "count/only_curves": 1.0}

    def policy(self):
        network = Network(self._architecture)
        weights = {**network.weights}
        weights["action.bias"] = np.eye(1, len(weights["action.bias"]), dtype=np.float32)[0] * self.updates
        return Network(self._architecture, weights)

    def export(self, folder):
        (folder / "exported").write_text(str(self.updates))

    def get_state(self):
        return {"updates": np.array([self.updates])}, {"note": "as JSON"}

    def set_state(self, arrays, values):
        assert values == {"note": "as JSON"}
        self.updates = int(arrays["updates"][0])


@pytest.fixture
def config():
    plain = tiny_config(*LEAGUE, "total_steps=55", "checkpoint_every=2", "imitation={teacher: random, steps: 20}")
    return msgspec.structs.replace(plain, method=Counts())


def test_a_trainer_is_told_what_to_do(config, tmp_path):
    run = make_run(tmp_path, config)
    task = run.make_trainer().task
    assert (task.tables, task.seed, task.total_steps, task.threads, task.device) == (run.tables, 1, 60, 1, "cpu")
    assert (task.teacher.spec, task.taught_steps) == ("random", 20)


def test_updates_are_counted_evaluated_written_and_saved(config, tmp_path):
    run = make_run(tmp_path, config)
    network, progress = train(run)
    assert (progress.step, progress.update) == (60, 6)
    assert network.weights["action.bias"][0] == 6
    assert (tmp_path / "exported").read_text() == "6"
    assert [step for step, _ in run.display.evaluations] == [0, 20, 40, 60]
    rows = read_metrics(tmp_path / "metrics.csv")
    assert rows[0].keys() == {*METRICS, "count/updates"}
    assert [row["count/updates"] for row in rows] == ["", "1", "2", "3", "4", "5", "6"]
    assert [row["opponents/snapshots"] for row in rows] == [str(n) for n in range(7)]
    assert [int(path.stem) for path in sorted(run.checkpoints.iterdir())] == [40, 60]
    assert [agent.network.weights["action.bias"][0] for agent in run.pool.agents[2:]] == [5, 6]


def test_a_stopped_run_goes_on_where_it_was(config, tmp_path):
    asked = itertools.count()
    with pytest.raises(Stopped):
        train(make_run(tmp_path, config, lambda: next(asked) == 3))
    run = make_run(tmp_path, config)
    network, progress = train(run, load_checkpoint(run.checkpoints, run.game))
    assert (progress.step, progress.update, network.weights["action.bias"][0]) == (60, 6, 6)
    assert [row["step"] for row in read_metrics(tmp_path / "metrics.csv")] == [str(10 * n) for n in range(7)]


def test_a_state_that_does_not_fit_is_refused(config, tmp_path):
    run = make_run(tmp_path, config)
    train(run)
    checkpoint = load_checkpoint(run.checkpoints, run.game)
    del checkpoint.tensors["trainer.updates"]
    with pytest.raises(CheckpointError, match="does not fit this config: 'updates'"):
        restore(checkpoint, run.make_trainer(), run.pool)
