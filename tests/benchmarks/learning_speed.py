"""Speed of both methods of learning, and of MaskablePPO on an environment that costs nothing and on one for each row."""

import statistics
import time
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

import envs
from agents.learning.selfplay.method import SelfPlayPPO
from agents.learning.trainer import Task
from agents.policy import Architecture, Network, PolicyAgent
from envs.sb3 import SB3VecEnv

ROWS = 64
STEPS = 64
TABLES = 2048
"""Of self-play."""
SAME = {"policy_kwargs": {"net_arch": [256, 256]}, "n_epochs": 2, "batch_size": 4096}
"""MaskablePPO with the network, the epochs and the minibatch of self-play."""


class Costless(VecEnv):
    """Random observations and masks of the right shapes, made beforehand; a deal ends every few steps."""

    def __init__(self, like: SB3VecEnv) -> None:
        """Take shapes and one observation from an environment."""
        super().__init__(like.num_envs, like.observation_space, like.action_space)
        self._observations = like.reset()
        self._masks = like.action_masks()
        self._rewards = np.zeros(self.num_envs, np.float32)
        self._infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._count = 0

    def reset(self) -> np.ndarray:
        """The same observations as ever."""
        return self._observations

    def step_async(self, actions: np.ndarray) -> None:
        """Nothing to do."""

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """The same observations as ever."""
        self._count += 1
        return self._observations, self._rewards, np.full(self.num_envs, self._count % 14 == 0), self._infos

    def action_masks(self) -> np.ndarray:
        """The same masks as ever."""
        return self._masks

    def has_attr(self, attr_name: str) -> bool:
        """Whether there is such an attribute."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, once per row."""
        return [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """Call a method for all rows at once."""
        return getattr(self, method_name)(*args, **kwargs)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """No row is wrapped."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing to release."""


def rows(game_id: str, updates: int, repeats: int) -> list[tuple[str, str, str]]:
    """Rows for the table: what, figure, remark."""
    torch.set_num_threads(1)
    ours = fps(_learner(_vector_env(game_id, ("heuristic",))), updates, repeats)
    nothing = fps(_learner(Costless(_vector_env(game_id, ("heuristic",)))), updates, repeats)
    collecting = collect_rate(_learner(_vector_env(game_id, ("random",))), repeats)
    dummy = collect_rate(_learner(_dummy_env(game_id)), repeats)
    snapshots = fps(_learner(_with_snapshots(game_id)), updates, repeats)
    wide = fps(_learner(_vector_env(game_id, ("heuristic",)), **SAME), updates, repeats)
    return [
        ("MaskablePPO, heuristic opponents", f"{ours:,.0f} frames/s", f"{ROWS} rows, default network, 4 epochs"),
        ("MaskablePPO, environment without cost", f"{nothing:,.0f} frames/s", f"ours reaches {ours / nothing:.0%} of it"),
        ("MaskablePPO, snapshots as opponents", f"{snapshots:,.0f} frames/s", "end to end"),
        ("rollouts alone", f"{collecting:,.0f} frames/s", "random opponents"),
        ("rollouts, DummyVecEnv", f"{dummy:,.0f} frames/s", f"ours is {collecting / dummy:.1f} times as fast"),
        ("MaskablePPO, 256 x 256, 2 epochs", f"{wide:,.0f} frames/s", "heuristic opponents, minibatches of 4096"),
        *(_selfplay_row(game_id, precision, wide, repeats) for precision in ("float32", "bfloat16")),
    ]


def _vector_env(game_id: str, opponents: tuple[Any, ...]) -> SB3VecEnv:
    return SB3VecEnv(envs.make_vec(game_id, ROWS, learner="rotate", opponents=opponents))


def _dummy_env(game_id: str) -> DummyVecEnv:
    def single(row: int) -> Callable[[], Any]:
        return lambda: envs.make_single(game_id, opponents=("random",), learner=row % 3)

    return DummyVecEnv([single(row) for row in range(ROWS)])


def _learner(env: VecEnv, **changes: Any) -> MaskablePPO:
    settings: dict[str, Any] = {"batch_size": 1024, "n_epochs": 4, **changes}
    return MaskablePPO("MlpPolicy", env, n_steps=STEPS, seed=1, device="cpu", **settings)


def _selfplay_row(game_id: str, precision: Literal["float32", "bfloat16"], wide: float, repeats: int) -> tuple[str, str, str]:
    """Self-play with its default network; forced decisions count in the speed, as they do in MaskablePPO's."""
    found, chosen = selfplay_rates(game_id, SelfPlayPPO(precision=precision), repeats)
    remark = f"{chosen:,.0f} with a choice; {found / wide:.1f} times MaskablePPO, 256 x 256"
    return f"self-play, 256 x 256, 2 epochs, {precision}", f"{found:,.0f} decisions/s", remark


def selfplay_rates(game_id: str, method: SelfPlayPPO, repeats: int) -> tuple[float, float]:
    """Medians of decisions per second, playing and learning, all of them and those with a choice."""
    vector = envs.make_vec(game_id, TABLES, learner="rotate", opponents=("heuristic",))
    task = Task(vector.game, vector, seed=1, total_steps=10**9, threads=1, device="cpu", teacher=None, taught_steps=0)
    trainer, tables, decisions = method.make_trainer(task), vector.tables, 0
    advance = tables.advance

    def advance_and_count(rows: np.ndarray, actions: np.ndarray) -> None:
        nonlocal decisions
        decisions += len(rows)
        advance(rows, actions)

    tables.advance = advance_and_count
    speeds = []
    for _ in range(repeats + 1):
        started, before = time.perf_counter(), (decisions, trainer.steps)
        trainer.update(lambda _: None)
        seconds = time.perf_counter() - started
        speeds.append(((decisions - before[0]) / seconds, (trainer.steps - before[1]) / seconds))
    everything, chosen = zip(*speeds[1:], strict=True)
    return statistics.median(everything), statistics.median(chosen)


def _with_snapshots(game_id: str) -> SB3VecEnv:
    """Half of the other seats are played by a network of the default size, half by the heuristic."""
    game = envs.load_game(game_id)
    network = Network(Architecture(game.observation_size, (64, 64), "tanh", game.num_actions))
    return _vector_env(game_id, (PolicyAgent(network, "snapshots", greedy=False), "heuristic"))


def fps(model: MaskablePPO, updates: int, repeats: int) -> float:
    """Median frames per second of collecting and learning."""
    frames = updates * STEPS * ROWS
    model.learn(STEPS * ROWS)
    speeds = []
    for _ in range(repeats):
        started = time.perf_counter()
        model.learn(frames, reset_num_timesteps=False)
        speeds.append(frames / (time.perf_counter() - started))
    return statistics.median(speeds)


def collect_rate(model: MaskablePPO, repeats: int) -> float:
    """Median frames per second of collecting alone."""
    _, callback = model._setup_learn(10**9, None)
    speeds = []
    for _ in range(repeats + 1):
        started = time.perf_counter()
        model.collect_rollouts(model.env, callback, model.rollout_buffer, STEPS)
        speeds.append(STEPS * ROWS / (time.perf_counter() - started))
    return statistics.median(speeds[1:])
