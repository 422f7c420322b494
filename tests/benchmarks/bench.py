"""Measures speed, compile time and memory, and prints everything of one run on one core as a table.

Each figure is the median of REPEATS runs; peers that are not installed are left out. The engine's actions per second include
the move, the payment, the next deal where one is due, the legal mask and the observation of the next player, but not
the choice of the action, which is told beside it.
"""

import argparse
import contextlib
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

from peers import PEERS
from rich.console import Console
from rich.table import Table

import envs
from agents import make
from envs.tables import Tables

REPEATS = 5
BATCHES = (64, 1024, 65536)
OTHER_GAMES = ("sheepshead/p5-v0", "skat/isko-v0", "schmier/standard-v0")
"""Games of which the engine alone is measured besides."""


def rate(work: Callable[[], int]) -> float:
    """Median of units per second over REPEATS runs of `work`, which returns how many units it did; one more run warms up."""
    work()
    rates = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        units = work()
        rates.append(units / (time.perf_counter() - started))
    return statistics.median(rates)


class Engine:
    """Random play of a batch, with a clock on the engine alone and one on the choice of actions."""

    def __init__(self, game_id: str, size: int, actions: int = 1_500_000) -> None:
        """Play so many actions per run on a batch of this size."""
        self.tables = Tables(envs.load_game(game_id), size)
        self.tables.begin(1)
        self.agent = make("random", self.tables.game)
        self.rounds = max(20, actions // size)

    def run(self) -> tuple[float, float]:
        """Seconds per action of the engine, and of choosing."""
        tables, engine, choice = self.tables, 0.0, 0.0
        for _ in range(self.rounds):
            started = time.perf_counter()
            actions = self.agent.act_many(tables.observations, tables.masks, tables.streams)
            chosen = time.perf_counter()
            tables.advance(tables.all_rows, actions, renews=True)
            engine += time.perf_counter() - chosen
            choice += chosen - started
        count = self.rounds * len(tables)
        return engine / count, choice / count

    def medians(self) -> tuple[float, float]:
        """Medians of REPEATS runs, after one that warms up."""
        self.run()
        runs = [self.run() for _ in range(REPEATS)]
        return statistics.median(run[0] for run in runs), statistics.median(run[1] for run in runs)


def deals_per_second(game_id: str) -> float:
    """Whole deals, all seats random, choosing included."""
    game = envs.load_game(game_id)
    tables, agent = Tables(game, 1024), make("random", game)

    def play() -> int:
        tables.begin(1)
        tables.seats[:] = 0
        tables.let_agents_act(tables.all_rows, [agent])
        return len(tables)

    return rate(play)


def vector_rate(game_id: str, size: int) -> float:
    """Steps per second of the vector environment, first legal action."""
    vector = envs.make_vec(game_id, size)
    vector.reset(seed=1)
    rounds = max(10, 400_000 // size)

    def play() -> int:
        actions = vector.action_masks().argmax(1)
        for _ in range(rounds):
            actions = vector.step(actions)[4]["action_mask"].argmax(1)
        return rounds * size

    return rate(play)


def aec_rate(game_id: str, raw: bool, actions: int = 20_000) -> float:
    """Actions per second through `last` and `step`, first legal action."""
    env = envs.make(game_id, raw=raw)
    env.reset(seed=1)

    def play() -> int:
        done = 0
        while done < actions:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
            else:
                env.step(int(observation["action_mask"].argmax()))
                done += 1
        return done

    return rate(play)


@contextlib.contextmanager
def own_cache() -> Iterator[dict[str, str]]:
    """Environment variables that give a process a kernel cache of its own; it is removed afterwards."""
    setting = {**os.environ, "NUMBA_STICHWERK_BENCH": str(time.time_ns())}
    folder = subprocess.run(
        [
            sys.executable,
            "-c",
            "import pathlib, envs.core.kernel_cache as k; print(k.cache_folder(pathlib.Path(k.__file__).parent))",
        ],
        env=setting,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    try:
        yield setting
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def compile_seconds(game_id: str) -> tuple[float, list[float]]:
    """Seconds until the first deal of a fresh process, without and (REPEATS times) with cached kernels; imports left out."""
    program = (
        f"import time, envs; s = time.perf_counter();envs.load_game({game_id!r}).deal(seed=1); print(time.perf_counter() - s)"
    )
    with own_cache() as setting:
        times = []
        for _ in range(REPEATS + 1):
            run = subprocess.run([sys.executable, "-c", program], env=setting, check=True, capture_output=True, text=True)
            times.append(float(run.stdout))
    return times[0], times[1:]


def learning_rows(game_id: str, updates: int) -> list[tuple[str, str, str]]:
    """Frames per second of MaskablePPO; left out without the extra `train`."""
    try:
        import learning_speed
    except ImportError as error:
        return [("training", "left out", f"{error.name} is not installed")]
    return learning_speed.rows(game_id, updates, REPEATS)


def measure(game_id: str, updates: int) -> Iterator[tuple[str, str, str]]:
    """All rows: what, figure, remark."""
    game = envs.load_game(game_id)
    engine = {size: Engine(game_id, size).medians() for size in BATCHES}
    for size, (step, choice) in engine.items():
        yield (
            f"engine, {size} tables",
            f"{1 / step / 1e6:.2f} M actions/s",
            f"{1 / (step + choice) / 1e6:.2f} M with the choice",
        )
    flat = max(step for step, _ in engine.values()) / min(step for step, _ in engine.values())
    yield "engine, slowest to fastest batch", f"{flat:.2f}", "cost per action"
    for other in OTHER_GAMES:
        step, choice = Engine(other, 1024).medians()
        yield (
            f"engine, 1024 tables, {other}",
            f"{1 / step / 1e6:.2f} M actions/s",
            f"{1 / (step + choice) / 1e6:.2f} M with the choice",
        )
    for size in (64, 4096):
        yield f"vector environment, {size} tables", f"{vector_rate(game_id, size) / 1e6:.2f} M steps/s", "arrays not re-used"
    wrapped = aec_rate(game_id, raw=False)
    yield "AEC raw", f"{aec_rate(game_id, raw=True):,.0f} actions/s", "last() and step()"
    yield "AEC", f"{wrapped:,.0f} actions/s", "last() and step(), order and legality checked"
    for name, peer in PEERS.items():
        try:
            speed = rate(peer)
        except ImportError as error:
            yield name, "left out", f"{error.name} is not installed"
            continue
        yield name, f"{speed:,.0f} actions/s", f"our AEC is {wrapped / speed:.1f} times as fast"
    yield "random deals", f"{deals_per_second(game_id):,.0f} deals/s", "1024 tables, choices included"
    cold, warm = compile_seconds(game_id)
    yield "kernels, first use", f"{cold:.1f} s", "compiled"
    yield "kernels, later uses", f"{statistics.median(warm):.2f} s", "from the cache"
    yield "4096 deals", f"{game.empty(4096).nbytes / 1e6:.2f} MB", f"{game.dtype.itemsize} bytes each"
    yield "an observation", f"{game.observation_size} bytes", f"{game.num_actions} actions"
    yield from learning_rows(game_id, updates)


def main() -> None:
    """Print the table of one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="ramsch/schieberamsch-v0", metavar="ID", help="which game to measure")
    parser.add_argument("--updates", type=int, default=6, help="PPO updates per measurement")
    args = parser.parse_args()
    table = Table(title=f"{args.game}: one run on one core, medians of {REPEATS}")
    for heading in ("what", "figure", "remark"):
        table.add_column(heading, justify="right" if heading == "figure" else "left")
    for what, figure, remark in measure(args.game, args.updates):
        print(f"{what}: {figure}", file=sys.stderr)
        table.add_row(what, figure, remark)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
