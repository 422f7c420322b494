"""The learner: Stable-Baselines3's masked PPO, and what happens between two of its updates."""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv, VecEnvWrapper
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from agents.evaluation import arena
from agents.learning.checkpoint import Checkpoint, Progress, restore, save_checkpoint
from agents.learning.config import Config, ConfigError
from agents.learning.metrics import make_logger
from agents.learning.opponents import OpponentPool
from agents.learning.ppo.imitation import TaughtPPO
from agents.learning.ppo.network import policy_arguments, weights_of
from agents.policy import Architecture, Network, PolicyAgent
from agents.registry import make
from agents.spec import AgentSpecError
from envs.game import Game

RECENT_DEALS = 2000
"""`rollout/ep_rew_mean` is the mean over this many."""
_EVALUATION_SEED, FINAL_SEED = 2**40, 2**41
"""Added to the run's seed: deals that no training run of a usual seed plays."""


class Stopped(Exception):  # noqa: N818 (nothing went wrong)
    """The run was asked to stop and has written a checkpoint."""


class Tables(Protocol):
    """The vector environment behind the one that learns, as far as its opponents go."""

    def set_opponents(self, opponents: Sequence[Any], weights: Sequence[float] | None = None) -> None:
        """Fill the other seats from the next deals on."""


class Display(Protocol):
    """Where a person follows the run."""

    def advance(self, steps: int) -> None:
        """The learner has taken some more decisions."""

    def show_evaluation(self, step: int, evaluation: Mapping[str, float]) -> None:
        """A match against the baseline is over."""

    def close(self) -> None:
        """Nothing more is to be shown."""


class ScaledRewards(VecEnvWrapper):
    """Rewards divided by a constant; the scores in the infos stay in game points."""

    def __init__(self, venv: VecEnv, scale: float) -> None:
        """Wrap."""
        super().__init__(venv)
        self._scale = np.float32(scale)

    def reset(self) -> Any:
        """See VecEnv."""
        return self.venv.reset()

    def step_wait(self) -> VecEnvStepReturn:
        """See VecEnv."""
        observations, rewards, dones, infos = self.venv.step_wait()
        return observations, rewards / self._scale, dones, infos


@dataclass
class Run:
    """What a trainer works with, all handed to it.

    Attributes:
        config: what it was told.
        game: the rules.
        env: the tables, one learning seat each, with action masks, `get_state` and `set_state`.
        tables: takes the opponents.
        pool: the opponents.
        folder: of the run; everything is written there.
        display: shows how far it is.
        versions: of the programs; saved.
        must_stop: asked between two updates.
    """

    config: Config
    game: Game
    env: Any
    tables: Tables
    pool: OpponentPool
    folder: Path
    display: Display
    versions: Mapping[str, str]
    must_stop: Callable[[], bool] = field(default=lambda: False)

    @property
    def checkpoints(self) -> Path:
        """Folder of the checkpoints."""
        return self.folder / "checkpoints"


def check_device(config: Config) -> None:
    """Raise ConfigError if the device is not there (Stable-Baselines3 would take another one)."""
    if config.device == "cuda" and not torch.cuda.is_available():
        raise ConfigError("device: cuda is not available here; possible: cpu")


def build_model(config: Config, game: Game, env: VecEnv) -> MaskablePPO:
    """The learner with fresh weights; sets torch's number of threads and seeds torch, numpy and the environment."""
    torch.set_num_threads(config.threads)
    rate = config.learning_rate
    return TaughtPPO(
        "MlpPolicy",
        ScaledRewards(env, config.reward_scale),
        teacher=make(config.imitation.teacher, game) if config.imitation.steps else None,
        taught_steps=config.imitation.steps,
        learning_rate=(lambda left: rate * left) if config.learning_rate_decay == "linear" else rate,
        n_steps=config.n_steps,
        batch_size=config.batch_size,
        n_epochs=config.epochs,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip_range,
        ent_coef=config.ent_coef,
        vf_coef=config.vf_coef,
        max_grad_norm=config.max_grad_norm,
        stats_window_size=RECENT_DEALS,
        policy_kwargs=policy_arguments(game.layout, config.net, config.activation),
        seed=config.seed,
        device=config.device,
    )


def train(run: Run, checkpoint: Checkpoint | None = None) -> tuple[Network, Progress]:
    """Train to the end of the config's steps.

    Args:
        run: see there.
        checkpoint: to go on from; None: from the beginning.

    Returns:
        The learned network and how far it came.

    Raises:
        Stopped: it was asked to stop; a checkpoint is written.
        CheckpointError: the checkpoint does not fit.
    """
    model = build_model(run.config, run.game, run.env)
    progress = restore(checkpoint, model, run.env, run.pool) if checkpoint else Progress()
    run.tables.set_opponents(run.pool.agents, run.pool.weights)
    model.set_logger(make_logger(run.folder, progress.step if checkpoint else -1))
    between = BetweenUpdates(run, progress, is_done=checkpoint is not None)
    left = run.config.total_steps - progress.step
    try:
        model.learn(left, between, log_interval=sys.maxsize, reset_num_timesteps=False)
    finally:
        model.logger.close()
    return between.network, progress


class BetweenUpdates(BaseCallback):
    """Before each rollout and after the last update: snapshot, evaluation, a row of metrics, checkpoint."""

    def __init__(self, run: Run, progress: Progress, is_done: bool) -> None:
        """Prepare.

        Args:
            run: see there.
            progress: kept up to date.
            is_done: whether what belongs before the next rollout was done already: the checkpoint was written after it.
        """
        super().__init__()
        config, game = run.config, run.game
        self.run = run
        self.progress = progress
        self.network = Network(Architecture(game.observation_size, config.net, config.activation, game.num_actions))
        self._is_done = is_done
        self._baseline = make(config.evaluation.baseline, game)
        self._learner = PolicyAgent(self.network, "policy")
        self._started = time.monotonic() - progress.seconds
        self._rollout_started = (time.monotonic(), progress.step)

    def _on_rollout_start(self) -> None:
        self._do_what_is_due(is_last=False)
        self._rollout_started = (time.monotonic(), self.num_timesteps)

    def _on_step(self) -> bool:
        self.run.display.advance(self.training_env.num_envs)
        return True

    def _on_rollout_end(self) -> None:
        self.progress.update += 1
        self._is_done = False

    def _on_training_end(self) -> None:
        self.network.load(weights_of(self.model.policy))
        self._do_what_is_due(is_last=True)

    def _do_what_is_due(self, is_last: bool) -> None:
        if self._is_done:
            return
        self._is_done = True
        config, progress = self.run.config, self.progress
        progress.step = self.model.num_timesteps
        progress.seconds = time.monotonic() - self._started
        if config.keeps_snapshots and progress.update and progress.update % config.snapshots.every == 0:
            self.run.pool.take_snapshot(weights_of(self.model.policy))
            self.run.tables.set_opponents(self.run.pool.agents, self.run.pool.weights)
        if is_last or progress.update % config.evaluation.every == 0:
            self._evaluate()
        self._write_metrics()
        must_stop = self.run.must_stop()
        if must_stop or is_last or (progress.update and progress.update % config.checkpoint_every == 0):
            assert isinstance(self.model, MaskablePPO)  # noqa: S101 (tells mypy what the callback's owner is)
            save_checkpoint(
                self.run.checkpoints, self.model, self.run.env, self.run.pool, progress, self.run.game, self.run.versions
            )
        if must_stop and not is_last:
            raise Stopped

    def _evaluate(self) -> None:
        evaluation = self.run.config.evaluation
        self.network.load(weights_of(self.model.policy))
        seed = _EVALUATION_SEED + self.run.config.seed
        found = arena.compare(self.run.game, self._learner, self._baseline, evaluation.deals, seed)
        self.progress.last_evaluation = as_numbers(found)
        for name, value in self.progress.last_evaluation.items():
            if name != "deals":
                self.logger.record(f"eval/{name}", value)
        self.run.display.show_evaluation(self.progress.step, self.progress.last_evaluation)

    def _write_metrics(self) -> None:
        """Write a row: what Stable-Baselines3 recorded while it trained, and what it would add at the next rollout's end."""
        logger, progress = self.logger, self.progress
        deals = self.model.ep_info_buffer
        if deals:
            logger.record("rollout/ep_rew_mean", float(np.mean([deal["r"] for deal in deals])))
            logger.record("rollout/ep_len_mean", float(np.mean([deal["l"] for deal in deals])))
        if self.run.config.keeps_snapshots:
            logger.record("opponents/snapshots", self.run.pool.taken)
        started, step = self._rollout_started
        if progress.step > step:
            logger.record("time/fps", (progress.step - step) / (time.monotonic() - started), exclude="csv")
        logger.record("update", progress.update, exclude="tensorboard")
        logger.dump(progress.step)


def final_scores(network: Network, game: Game, config: Config) -> dict[str, dict[str, float]]:
    """Matches of the learned policy against random, heuristic and the config's baseline, as far as the game has them.

    Returns:
        Baseline's spec to what `as_numbers` gives.
    """
    learner = PolicyAgent(network, "policy")
    scores = {}
    for spec in dict.fromkeys(["random", "heuristic", config.evaluation.baseline]):
        try:
            baseline = make(spec, game)
        except AgentSpecError:
            continue
        found = arena.compare(game, learner, baseline, config.evaluation.final_deals, FINAL_SEED + config.seed)
        scores[spec] = as_numbers(found)
    return scores


def as_numbers(comparison: Any) -> dict[str, float]:
    """A comparison of the arena as plain numbers."""
    low, high = comparison.ci95
    return {
        "score": float(comparison.score),
        "difference": float(comparison.difference),
        "ci_low": float(low),
        "ci_high": float(high),
        "win_rate": float(comparison.win_rate),
        "deals": int(comparison.deals),
    }
