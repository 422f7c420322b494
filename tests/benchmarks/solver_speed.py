"""Measures the open-card solver on one core and prints a table: mean and 95 % quantile of single positions, cold compile time.

Seconds are the processor's for this process, so that others on the machine count little.

The deals are bid and, as far as cards are gone, played by the heuristic; so contracts are those that a sensible bidder chose.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import numpy as np
from rich.console import Console
from rich.table import Table

import envs
from agents import make
from agents.search.solver import OWN, NoSolverError, Solver, Unit
from envs.game import Game

CASES = [
    ("Skat, suit and Grand: target", "skat/isko-v0", 10, Unit.CARD_POINTS, OWN, 100),
    ("the same, 8 cards each", "skat/isko-v0", 8, Unit.CARD_POINTS, OWN, 1200),
    ("Skat, suit and Grand: exact", "skat/isko-v0", 10, Unit.CARD_POINTS, None, 14),
    ("Skat, Null", "skat/isko-v0", 10, Unit.TRICKS, OWN, 2000),
    ("Sheepshead, five players: target", "sheepshead/p5-v0", 6, Unit.CARD_POINTS, OWN, 300),
    ("the same: exact", "sheepshead/p5-v0", 6, Unit.CARD_POINTS, None, 0),
    ("Sheepshead, three players: target", "sheepshead/p3_1-v0", 10, Unit.CARD_POINTS, OWN, 0),
    ("Southern Indiana: target", "sheepshead/p4_5-v0", 8, Unit.CARD_POINTS, OWN, 0),
    ("Sheep Head: exact", "sheepshead/sh24-v0", 6, Unit.CARD_POINTS, None, 0),
    ("Ramsch, one against all: exact", "ramsch/schieberamsch-v0", 8, Unit.CARD_POINTS, None, 0),
    ("Schmier, one team against all: exact", "schmier/standard-v0", 5, Unit.CARD_POINTS, None, 0),
]
"""What, id, cards in each hand, what the score asks in, target, and how many a second are wanted at least."""


def positions_of(game: Game, cards: int, count: int, unit: Unit, is_asked: bool) -> np.ndarray:
    """Positions of different deals with so many cards in each hand, in which the score asks for a target, or for none."""
    solver, agent = Solver(game), make("heuristic", game)
    in_play = game.rules.PHASES.index("play")
    found: list[np.ndarray] = []
    for seed in range(1, 200):
        states = game.deal_many(1000, seed)
        while len(states) and len(found) < count:
            hands = np.bitwise_count(states["hands"].astype(np.uint64))
            is_there = (states["phase"] == in_play) & (hands.sum(1) == cards * (hands > 0).sum(1))
            for i in np.flatnonzero(is_there):
                try:
                    position = solver.positions(states[i : i + 1])
                except NoSolverError:
                    continue
                if position["unit"][0] == unit and (position["target"][0] > 0) == is_asked:
                    found.append(position)
            states = np.ascontiguousarray(states[~is_there & (states["player"] >= 0) & (states["deals"] == 1)])
            observations = np.zeros((len(states), game.observation_size), np.int8)
            masks = np.zeros((len(states), game.num_actions), np.int8)
            game.observe_many(states, observations)
            game.action_mask_many(states, masks)
            game.step_many(states, agent.act_many(observations, masks, np.zeros(len(states), np.uint64)))
        if len(found) >= count:
            break
    return np.concatenate(found[:count])


def seconds_each(solver: Solver, positions: np.ndarray, target: int | None) -> np.ndarray:
    """Seconds for each position."""
    seconds = np.empty(len(positions))
    solver.solve_many(positions[:1], target)
    for i in range(len(positions)):
        started = time.process_time()
        solver.solve_many(positions[i : i + 1], target)
        seconds[i] = time.process_time() - started
    return seconds


def cold_compile_seconds() -> float:
    """Seconds in which a new process compiles the solver, the rules being there."""
    program = (
        "import envs, pathlib, time; from envs.core.kernel_cache import cache_folder\n"
        "game = envs.load_game('skat/isko-v0'); game.deal(seed=1); started = time.process_time()\n"
        "from agents.search import solver; solver.Solver(game); print(time.process_time() - started)\n"
        "for module in (solver, game.rules): print(cache_folder(pathlib.Path(module.__file__).parent))\n"
    )
    setting = {**os.environ, "NUMBA_OF_THIS_RUN": str(os.getpid())}  # a cache of its own
    run = subprocess.run([sys.executable, "-c", program], env=setting, check=True, capture_output=True, text=True)
    seconds, *folders = run.stdout.split()
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    return float(seconds)


def measure(count: int) -> Iterator[tuple[str, ...]]:
    """Rows of the table."""
    yield "cold compile", "", f"{cold_compile_seconds():.1f} s", "", "15 s at most"
    for what, game_id, cards, unit, target, wanted in CASES:
        game = envs.load_game(game_id)
        is_asked = game.name not in {"ramsch", "schmier"} and game_id != "sheepshead/sh24-v0"
        positions = positions_of(game, cards, count, unit, is_asked)
        seconds = seconds_each(Solver(game), positions, target)
        mean, late = 1e3 * seconds.mean(), 1e3 * np.quantile(seconds, 0.95)
        remark = f"{wanted} wanted" if wanted else ""
        yield what, str(len(positions)), f"{mean:.3f} ms", f"{late:.3f} ms", f"{1e3 / mean:,.0f}/s {remark}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200, help="positions of each kind")
    table = Table(title="Open-card solver, one core")
    for heading in ("what", "deals", "mean", "95 %", "a second"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for row in measure(parser.parse_args().deals):
        print(*row, file=sys.stderr)
        table.add_row(*row)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
