"""Plays the same deals with every seating, and says how agents compare, with intervals over deals.

For a pair (a, b) one a sits among b at each seat; in a team game a whole team of a at each team's seats, and then one a at each
seat with partners of b. What it scores there counts against what b earns in that seat of an all-b table on the same deal: the
*difference*. Everything depends on the seed and the deal's number alone, so results are the same however the deals are shared
out among processes.
"""

import dataclasses
import functools
import itertools
import time
from collections.abc import Sequence

import numpy as np

from agents.evaluation.results import Comparison, Results, join
from agents.evaluation.statistics import Counts, choices_by_word, count_deals, wins_of
from agents.evaluation.workers import Tell, blocks_of, cached_agent, play_blocks
from agents.registry import make
from envs.agent import Agent
from envs.game import Game, State
from envs.tables import Tables

BLOCK, SMALL_BLOCK = 256, 16
"""Deals played together, at most and, where there are few to share out, at least."""


@dataclasses.dataclass(frozen=True)
class Extras:
    """What a tournament gathers beside the scores."""

    statistics: bool = False
    """What happened at the tables (see `agents.evaluation.statistics`), of single deals only; takes longer than playing."""
    record: int = 0
    """Of so many deals, from the first one on, the final state of every table."""


NOTHING = Extras()


def compare(
    game: Game,
    agent: Agent,
    baseline: Agent,
    deals: int,
    seed: int,
    progress: Tell = lambda _deals: None,
) -> Comparison:
    """One agent among baselines, in this process; `progress` is called with the number of deals just finished."""
    finished = _Finished(1 + len(game.teams), progress)
    blocks = [
        _Block(game, (agent, baseline), seed, block, tell=finished).play_pairs(((0, 1),), pure=(1,), mixed=False)
        for block in blocks_of(deals, BLOCK, BLOCK)
    ]
    return join(("agent", "baseline"), blocks).comparison(0, 1)


def tournament(
    game: Game,
    specs: Sequence[str],
    deals: int,
    seed: int,
    *,
    processes: int = 1,
    progress: Tell = lambda _deals: None,
    extras: Extras = NOTHING,
) -> Results:
    """Every pair of agents over the same deals with every seating.

    Deal k is deal 0 of the seed's row k. `progress` is called with the number of deals just finished, all seatings together.
    """
    for spec in specs:
        make(spec, game)
    pairs = len(specs) * (len(specs) - 1)
    seatings = len(specs) + pairs * (len(game.teams) + (game.num_players if _has_partners(game) else 0))
    finished = _Finished(seatings, progress)
    play = functools.partial(_play_specs, game, tuple(specs), seed, extras)
    return join(tuple(specs), play_blocks(play, blocks_of(deals, SMALL_BLOCK, BLOCK), processes, finished))


def _has_partners(game: Game) -> bool:
    return any(len(team) > 1 for team in game.teams)


class _Finished:
    """Counts deals as finished when as many of their seatings are; called with the deals of one seating."""

    def __init__(self, seatings: int, progress: Tell) -> None:
        self._seatings, self._progress = seatings, progress
        self._played = self._told = 0

    def __call__(self, deals: int) -> None:
        self._played += deals
        finished = self._played // self._seatings
        if finished > self._told:
            self._progress(finished - self._told)
            self._told = finished


def _play_specs(
    game: Game,
    specs: tuple[str, ...],
    seed: int,
    extras: Extras,
    deals: range,
    tell: Tell,
) -> Results:
    agents = [cached_agent(spec, game) for spec in specs]
    block = _Block(game, agents, seed, deals, extras, tell)
    return block.play_pairs(tuple(itertools.permutations(range(len(specs)), 2)), range(len(specs)))


class _Block:
    """Deals that are played together, a table each, once for every seating."""

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        seed: int,
        deals: range,
        extras: Extras = NOTHING,
        tell: Tell = lambda _deals: None,
    ) -> None:
        """Prepare; `tell` is called with the number of deals after each seating."""
        self.game, self.seed, self.deals, self.tell = game, seed, deals, tell
        self.tables = Tables(game, len(deals))
        self.agents = [_Watched(agent, game) for agent in agents]
        self.is_counting = extras.statistics and not game.is_match  # a match ends with the state of its last deal only
        self.counts: list[Counts] = [{} for _ in agents]
        self.num_to_record = max(0, min(extras.record - deals.start, len(deals)))
        self.recorded: list[tuple[State, tuple[str, ...]]] = []

    def play_pairs(self, pairs: Sequence[tuple[int, int]], pure: Sequence[int], mixed: bool = True) -> Results:
        """Play the seatings of these pairs, with mixed partners where there are any, and tables of one kind."""
        size, count, players = len(self.agents), len(self.deals), self.game.num_players
        pure_scores = np.full((size, count, players), np.nan)
        for a in pure:
            pure_scores[a] = self._play(a, a, [])
            if not pairs:
                self._count(a, pure_scores[a], range(players))
        among = np.full((size, size, count, players), np.nan)
        wins = np.full((size, size, count), np.nan)
        alone = np.full_like(among, np.nan) if mixed and _has_partners(self.game) else None
        for a, b in pairs:
            won = np.zeros((count, players))
            for team in map(list, self.game.teams):
                scores = self._play(a, b, team)
                self._count(a, scores, team)
                among[a, b][:, team] = scores[:, team]
                won[:, team] = wins_of(scores)[:, team]
            wins[a, b] = won.mean(axis=1)
            if alone is not None:
                for seat in range(players):
                    alone[a, b][:, seat] = self._play(a, b, [seat])[:, seat]
        return Results(
            game=self.game.id,
            specs=tuple(str(a) for a in range(size)),
            pure=pure_scores,
            among=among,
            alone=alone,
            wins=wins,
            offered=np.array([agent.offered for agent in self.agents]),
            taken=np.array([agent.taken for agent in self.agents]),
            seconds=np.array([agent.seconds for agent in self.agents]),
            counts=tuple(self.counts),
            recorded=tuple(self.recorded),
        )

    def _play(self, a: int, b: int, seats: Sequence[int]) -> np.ndarray:
        """Scores with a in some seats and b in the others: float64 [deals, players]."""
        tables = self.tables
        tables.begin(self.seed, first_row=self.deals.start)
        tables.seats[:] = b
        tables.seats[:, list(seats)] = a
        tables.let_agents_act(tables.all_rows, self.agents)
        specs = tuple(self.agents[number].spec for number in tables.seats[0])
        self.recorded += [(State(tables.states[row : row + 1].copy()), specs) for row in range(self.num_to_record)]
        self.tell(len(self.deals))
        return tables.running.copy()

    def _count(self, agent: int, scores: np.ndarray, seats: Sequence[int]) -> None:
        """Add the present tables to an agent's statistics."""
        if self.is_counting:
            count_deals(self.game, self.tables.states, scores, seats, self.counts[agent])


class _Watched:
    """An agent whose time and choices are counted."""

    def __init__(self, agent: Agent, game: Game) -> None:
        self.spec = agent.spec
        self._agent = agent
        self.seconds = 0.0
        self.taken = np.zeros(game.num_actions, np.int64)
        self.offered = np.zeros(game.num_actions, np.int64)
        self._words = choices_by_word(game)

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.ndarray) -> int:
        return int(self.act_many(observation[None], action_mask[None], rng)[0])

    def act_many(self, observations: np.ndarray, action_masks: np.ndarray, rngs: np.ndarray) -> np.ndarray:
        started = time.perf_counter()
        actions = self._agent.act_many(observations, action_masks, rngs)
        self.seconds += time.perf_counter() - started
        self.taken += np.bincount(actions, minlength=len(self.taken))
        for numbers in self._words.values():
            self.offered[numbers] += np.count_nonzero(action_masks[:, numbers].any(axis=1))
        return actions
