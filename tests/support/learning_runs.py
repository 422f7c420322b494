"""Small training runs for tests."""

import contextlib
from pathlib import Path

import envs
from agents.learning.config import Config, read_config
from agents.learning.opponents import OpponentPool
from agents.learning.run import Run

TINY = (
    "num_envs=16",
    "method.n_steps=16",
    "method.batch_size=128",
    "method.epochs=2",
    "method.net=[16]",
    "threads=1",
    "total_steps=1536",
    "evaluation={every: 2, deals: 20, final_deals: 20}",
    "checkpoint_every=1",
)
"""Six updates of a tiny network."""
TINY_SELFPLAY = (
    "method={name: selfplay_ppo, batch_size: 256, net: [16], self_share: 0.5, critic: table, explore: 0.1, average: 0.5}",
    "method.ent_coef_end=0",
    "num_envs=16",
    "threads=1",
    "total_steps=1500",
    "evaluation={every: 2, deals: 20, final_deals: 20}",
    "checkpoint_every=1",
)
"""About five updates by self-play, with everything that could be forgotten in a checkpoint."""
LEAGUE = ("opponents=[{spec: heuristic}, {spec: random}, {spec: snapshots, weight: 2}]", "snapshots={keep: 2, every: 1}")


class Silent:
    """Shows nothing, keeps the evaluations."""

    def __init__(self) -> None:
        self.evaluations: list[tuple[int, dict[str, float]]] = []

    def advance(self, steps: int) -> None:
        pass

    def evaluating(self, deals: int) -> contextlib.AbstractContextManager:
        return contextlib.nullcontext(lambda _deals: None)

    def show_evaluation(self, step: int, evaluation: dict[str, float]) -> None:
        self.evaluations.append((step, dict(evaluation)))

    def close(self) -> None:
        pass


def tiny_config(*overrides: str) -> Config:
    return read_config(None, [*TINY, *overrides])


def tiny_selfplay(*overrides: str) -> Config:
    return read_config(None, [*TINY_SELFPLAY, *overrides])


def make_run(folder: Path, config: Config, must_stop=lambda: False) -> Run:
    game = envs.load_game(config.game, **config.options)
    pool = OpponentPool(config, game)
    vector = envs.make_vec(
        config.game,
        config.num_envs,
        learner="rotate",
        opponents=pool.agents,
        opponent_weights=pool.weights,
        **config.options,
    )
    folder.mkdir(parents=True, exist_ok=True)
    return Run(config, game, vector, pool, folder, Silent(), {}, must_stop)
