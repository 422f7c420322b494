"""A training run: what happens between two updates of its trainer, and the matches at its end."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from agents.evaluation import arena
from agents.evaluation.results import Comparison
from agents.learning import folder
from agents.learning.checkpoint import Checkpoint, Progress, restore, save_checkpoint
from agents.learning.config import Config
from agents.learning.display import ProgressBar, match_bar
from agents.learning.metrics import Curves, MetricsFile
from agents.learning.opponents import OpponentPool
from agents.learning.trainer import Task, Trainer
from agents.policy import Network, PolicyAgent
from agents.registry import make
from agents.spec import AgentSpecError
from envs.agent import Agent, short_names
from envs.game import Game

_EVALUATION_SEED, FINAL_SEED = 2**40, 2**41
"""Added to the run's seed: deals that no training run of a usual seed plays."""


class Stopped(Exception):  # noqa: N818 (nothing went wrong)
    """The run was asked to stop and has written a checkpoint."""


class Tables(Protocol):
    """The tables that the trainer learns at, as far as the run uses them."""

    def set_opponents(self, opponents: Sequence[Agent], weights: Sequence[float] | None = None) -> None:
        """Fill the other seats from the next deals on."""


@dataclass
class Run:
    """What a run works with, all handed to it."""

    config: Config
    game: Game
    tables: Tables
    """With one learning seat each."""
    pool: OpponentPool
    folder: Path
    """Everything is written there."""
    display: ProgressBar
    versions: Mapping[str, str]
    """Of the programs; saved."""
    must_stop: Callable[[], bool] = field(default=lambda: False)
    """Asked between two updates."""

    @property
    def checkpoints(self) -> Path:
        """Folder of the checkpoints."""
        return self.folder / "checkpoints"

    def make_trainer(self) -> Trainer:
        """The trainer of the config's method, before its first update."""
        config, imitation = self.config, self.config.imitation
        teacher = make(imitation.teacher, self.game) if imitation.steps else None
        task = Task(
            self.game,
            self.tables,
            seed=config.seed,
            total_steps=config.whole_steps,
            threads=config.threads,
            device=config.device,
            teacher=teacher,
            taught_steps=imitation.steps,
        )
        return config.method.make_trainer(task)


def train(run: Run, checkpoint: Checkpoint | None = None) -> tuple[Network, Progress]:
    """Train from a checkpoint, or from the beginning, to the end of the config's steps.

    Raises:
        Stopped: it was asked to stop; a checkpoint is written.
        CheckpointError: the checkpoint does not fit.
    """
    trainer = run.make_trainer()
    progress = restore(checkpoint, trainer, run.pool) if checkpoint else Progress()
    run.tables.set_opponents(run.pool.agents, run.pool.weights)
    last_step = progress.step if checkpoint else -1
    with closing(Curves(run.folder / "tensorboard", last_step)) as curves:
        metrics = MetricsFile(run.folder / folder.METRICS, trainer.metrics, last_step)
        between = BetweenUpdates(run, trainer, progress, (metrics, curves))
        if not checkpoint:
            between.do_what_is_due({})
        while trainer.steps < run.config.total_steps:
            started, step = time.monotonic(), trainer.steps
            found = trainer.update(run.display.advance)
            speed = (trainer.steps - step) / (time.monotonic() - started)
            progress.update += 1
            between.do_what_is_due({**found, "time/fps": speed})
    trainer.export(run.folder)
    return trainer.policy(), progress


class BetweenUpdates:
    """Before the first update and after each: snapshot, evaluation, a row of metrics, checkpoint."""

    def __init__(self, run: Run, trainer: Trainer, progress: Progress, writers: Sequence[MetricsFile | Curves]) -> None:
        """Prepare; `progress` is kept up to date."""
        self._run, self._trainer, self._progress, self._writers = run, trainer, progress, writers
        self._baseline = make(run.config.evaluation.baseline, run.game)
        self._started = time.monotonic() - progress.seconds

    def do_what_is_due(self, metrics: Mapping[str, float]) -> None:
        """All of it, with what the trainer reported; raises Stopped if the run was asked to."""
        run, config, progress = self._run, self._run.config, self._progress
        progress.step = self._trainer.steps
        progress.seconds = time.monotonic() - self._started
        is_last = progress.step >= config.total_steps
        row = {"step": progress.step, "update": progress.update, **metrics}
        if config.keeps_snapshots:
            if progress.update and progress.update % config.snapshots.every == 0:
                run.pool.take_snapshot(self._trainer.policy())
                run.tables.set_opponents(run.pool.agents, run.pool.weights)
            row["opponents/snapshots"] = run.pool.taken
        if is_last or progress.update % config.evaluation.every == 0:
            row |= self._evaluate()
        for writer in self._writers:
            writer.write(row)
        must_stop = run.must_stop()
        if must_stop or is_last or (progress.update and progress.update % config.checkpoint_every == 0):
            save_checkpoint(run.checkpoints, self._trainer, run.pool, progress, run.game, run.versions)
        if must_stop and not is_last:
            raise Stopped

    def _evaluate(self) -> dict[str, float]:
        run, evaluation = self._run, self._run.config.evaluation
        seed = _EVALUATION_SEED + run.config.seed
        learner = PolicyAgent(self._trainer.policy())
        with run.display.evaluating(evaluation.deals) as progress:
            found = as_numbers(arena.compare(run.game, learner, self._baseline, evaluation.deals, seed, progress))
        self._progress.last_evaluation = found
        run.display.show_evaluation(self._progress.step, found)
        return {f"eval/{name}": value for name, value in found.items() if name != "deals"}


def final_scores(network: Network, game: Game, config: Config) -> dict[str, dict[str, float]]:
    """Matches of the learned policy against random, heuristic and the config's baseline, as far as the game has them."""
    learner = PolicyAgent(network)
    scores = {}
    for spec in dict.fromkeys(["random", "heuristic", config.evaluation.baseline]):
        try:
            baseline = make(spec, game)
        except AgentSpecError:
            continue
        [name], deals = short_names([spec]), config.evaluation.final_deals
        with match_bar(f"final match among {name} agents", deals) as progress:
            found = arena.compare(game, learner, baseline, deals, FINAL_SEED + config.seed, progress)
        scores[spec] = as_numbers(found)
    return scores


def as_numbers(comparison: Comparison) -> dict[str, float]:
    """A comparison of the arena as plain numbers."""
    low, high = comparison.ci95
    return {
        "score": comparison.score,
        "difference": comparison.difference,
        "ci_low": low,
        "ci_high": high,
        "win_rate": comparison.win_rate,
        "deals": comparison.deals,
    }
