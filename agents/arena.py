"""Plays the same deals with every seating, and says how agents compare, with intervals over deals.

For a pair (a, b) one a sits among b at each seat (in a team game: at each team). What it scores there counts against what b
earns in that seat of an all-b table on the same deal: the *difference*. Everything depends on the seed and the deal's number
alone, so results are the same however the deals are shared out among processes.
"""

import concurrent.futures
import dataclasses
import functools
import itertools
import multiprocessing
import time
from collections.abc import Callable, Sequence

import numpy as np

from agents.base import Agent, make
from envs.game import Game
from envs.table import Tables

BLOCK = 256
"""Deals played together."""
Z95 = 1.959964


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A mean over deals with its normal 95 % interval."""

    mean: float
    stderr: float
    deals: int

    @property
    def ci95(self) -> tuple[float, float]:
        """Bounds of the interval."""
        return self.mean - Z95 * self.stderr, self.mean + Z95 * self.stderr


@dataclasses.dataclass(frozen=True)
class Comparison:
    """One agent among others of one kind, over the same deals in every seat."""

    score: float
    """Mean score per deal, over all seats."""
    difference: float
    """Mean of own score minus what the others' kind earns in that seat of a table of its own."""
    ci95: tuple[float, float]
    """95 % interval of the difference, over deals."""
    deals: int
    win_rate: float
    """Share of seats with more than the table's mean score; a score equal to it counts half."""


@dataclasses.dataclass(frozen=True)
class Results:
    """Scores of all tables that were played, a row per deal.

    Attributes:
        game: id of the game.
        specs: the agents.
        pure: float64 [agents, deals, players], a table of one kind each.
        among: float64 [agents, agents, deals, players]; among[a, b, d, s] is what a scores in seat s among b (NaN for a = b).
        wins: float64 [agents, agents, deals], share of seats in which a scored more than the table's mean among b.
        decisions: int64 [agents].
        seconds: float64 [agents], time spent deciding.
    """

    game: str
    specs: tuple[str, ...]
    pure: np.ndarray
    among: np.ndarray
    wins: np.ndarray
    decisions: np.ndarray
    seconds: np.ndarray

    @property
    def num_deals(self) -> int:
        """Deals played with every seating."""
        return int(self.pure.shape[1])

    def difference(self, a: int, b: int) -> Estimate:
        """What one a earns among b beyond what b earns there itself, per deal."""
        return estimate((self.among[a, b] - self.pure[b]).mean(axis=1))

    def score(self, a: int) -> Estimate:
        """Score per deal of one a among each other kind, all seats and kinds alike; alone, at a table of its own kind."""
        others = [b for b in range(len(self.specs)) if b != a]
        if not others:
            return estimate(self.pure[a].mean(axis=1))
        return estimate(self.among[a, others].mean(axis=(0, 2)))

    def win_rate(self, a: int) -> float:
        """Share of seats with more than the table's mean score, among each other kind; alone a half by definition."""
        others = [b for b in range(len(self.specs)) if b != a]
        return float(self.wins[a, others].mean()) if others else 0.5

    def rating(self, a: int) -> float:
        """Points per deal by which a is better than the average of these agents: half the difference of both directions."""
        halves = [(self.difference(a, b).mean - self.difference(b, a).mean) / 2 for b in range(len(self.specs)) if b != a]
        return sum(halves) / len(self.specs)

    def comparison(self, a: int, b: int) -> Comparison:
        """One a among b in short."""
        difference = self.difference(a, b)
        return Comparison(
            score=float(self.among[a, b].mean()),
            difference=difference.mean,
            ci95=difference.ci95,
            deals=self.num_deals,
            win_rate=float(self.wins[a, b].mean()),
        )


def estimate(values: np.ndarray) -> Estimate:
    """Mean of one value per deal, with its standard error (NaN for a single deal)."""
    count = len(values)
    spread = float(values.std(ddof=1)) / count**0.5 if count > 1 else float("nan")
    return Estimate(float(values.mean()), spread, count)


def compare(game: Game, agent: Agent, baseline: Agent, deals: int, seed: int) -> Comparison:
    """One agent among baselines, in this process."""
    blocks = [
        _play_block(game, (agent, baseline), seed, first, min(BLOCK, deals - first), pairs=((0, 1),), pure=(1,))
        for first in range(0, deals, BLOCK)
    ]
    return _join(game, ("agent", "baseline"), blocks).comparison(0, 1)


def tournament(
    game: Game,
    specs: Sequence[str],
    deals: int,
    seed: int,
    *,
    processes: int = 1,
    progress: Callable[[int], object] = lambda _deals: None,
) -> Results:
    """Every pair of agents over the same deals with every seating.

    Args:
        game: rules of the table.
        specs: agents as text; see `agents.make`.
        deals: how many deals.
        seed: of the stream of deals; deal k is deal 0 of row k.
        processes: how many share the work.
        progress: called with the number of deals just finished.
    """
    for spec in specs:
        make(spec, game)
    firsts = range(0, deals, BLOCK)
    play = functools.partial(_play_specs, game, tuple(specs), seed, deals)
    blocks = []
    if processes <= 1:
        for first in firsts:
            blocks.append(play(first))
            progress(min(BLOCK, deals - first))
    else:
        context = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(min(processes, len(firsts)), mp_context=context) as pool:
            for first, block in zip(firsts, pool.map(play, firsts), strict=True):
                blocks.append(block)
                progress(min(BLOCK, deals - first))
    return _join(game, tuple(specs), blocks)


def _play_specs(game: Game, specs: tuple[str, ...], seed: int, deals: int, first: int) -> "Results":
    agents = tuple(_cached_agent(spec, game) for spec in specs)
    pairs = tuple(itertools.permutations(range(len(specs)), 2))
    return _play_block(game, agents, seed, first, min(BLOCK, deals - first), pairs, tuple(range(len(specs))))


_AGENTS: dict[tuple[str, str, object], Agent] = {}


def _cached_agent(spec: str, game: Game) -> Agent:
    """An agent made once per process."""
    key = (spec, game.id, game.options)
    if key not in _AGENTS:
        _AGENTS[key] = make(spec, game)
    return _AGENTS[key]


class _Timed:
    """An agent with a clock."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.decisions = 0
        self.seconds = 0.0

    def act_many(self, observations: np.ndarray, action_masks: np.ndarray, rngs: np.ndarray) -> np.ndarray:
        started = time.perf_counter()
        actions = self.agent.act_many(observations, action_masks, rngs)
        self.seconds += time.perf_counter() - started
        self.decisions += len(actions)
        return actions


def _play_block(
    game: Game,
    agents: Sequence[Agent],
    seed: int,
    first: int,
    count: int,
    pairs: Sequence[tuple[int, int]],
    pure: Sequence[int],
) -> Results:
    """Play some deals with the seatings of these pairs, and tables of one kind."""
    size, players = len(agents), game.num_players
    timed = [_Timed(agent) for agent in agents]
    tables = Tables(game, count)
    pure_scores = np.full((size, count, players), np.nan)
    among = np.full((size, size, count, players), np.nan)
    wins = np.full((size, size, count), np.nan)
    for a in pure:
        pure_scores[a] = _play(tables, timed, np.full(players, a), seed, first)
    for a, b in pairs:
        won = np.zeros((count, players))
        for team in game.teams:
            seating = np.full(players, b)
            seating[list(team)] = a
            scores = _play(tables, timed, seating, seed, first)
            among[a, b, :, list(team)] = scores[:, list(team)].T
            won[:, list(team)] = np.sign(scores - scores.mean(axis=1, keepdims=True))[:, list(team)] / 2 + 0.5
        wins[a, b] = won.mean(axis=1)
    decisions = np.array([agent.decisions for agent in timed])
    seconds = np.array([agent.seconds for agent in timed])
    return Results(game.id, tuple(str(a) for a in range(size)), pure_scores, among, wins, decisions, seconds)


def _play(tables: Tables, agents: Sequence[_Timed], seating: np.ndarray, seed: int, first: int) -> np.ndarray:
    """Scores of one seating: float64 [deals, players]."""
    tables.begin(seed, first_row=first)
    tables.seats[:] = seating
    tables.let_agents_act(tables.all_rows, agents)
    return tables.running.copy()


def _join(game: Game, specs: tuple[str, ...], blocks: Sequence[Results]) -> Results:
    return Results(
        game.id,
        specs,
        np.concatenate([block.pure for block in blocks], axis=1),
        np.concatenate([block.among for block in blocks], axis=2),
        np.concatenate([block.wins for block in blocks], axis=2),
        np.sum([block.decisions for block in blocks], axis=0),
        np.sum([block.seconds for block in blocks], axis=0),
    )
