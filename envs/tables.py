"""Many tables of one game, some of their seats filled by agents: what the vector environment and the arena play on."""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from envs.agent import Agent
from envs.core.jit import kernel
from envs.core.rng import SEATS, check_seed, draw_one, make_streams, next_below
from envs.core.state import NOBODY
from envs.game import Game

CALLER = -1
"""In a seating: this seat is played by whoever calls, not by an agent."""
_ROWS_PER_THREAD = 256


class Tables:
    """States of many tables and the buffers their turns are written to.

    Attributes:
        states: STATE [tables].
        players: int8 [tables], who is to move; NOBODY where the episode is over.
        masks: int8 [tables, num_actions], legal actions of that player.
        observations: int8 [tables, observation_size], what they see.
        last_observations: int8 [tables, observation_size], what the paid seat saw at the end of the last episode.
        rewards: float64 [tables], earned by the paid seat since the caller cleared it.
        running: float64 [tables, num_players], returns of the episode that runs, or has just ended.
        ended: int8 [tables], 1 or 2 where the last action ended an episode (2: it was cut off).
        paid: int8 [tables], the seat whose earnings count; NOBODY: whichever acts.
        seats: int8 [tables, num_players], number of the agent that plays there, or CALLER.
        streams: uint64 [tables], randomness for the agents.
    """

    def __init__(self, game: Game, num_tables: int, threads: int = 1) -> None:
        """Make room for the tables; `begin` deals."""
        self.game = game
        self.states = game.empty(num_tables)
        self.players = np.full(num_tables, NOBODY, np.int8)
        self.masks = np.zeros((num_tables, game.num_actions), np.int8)
        self.observations = np.zeros((num_tables, game.observation_size), np.int8)
        self.last_observations = np.zeros_like(self.observations)
        self.rewards = np.zeros(num_tables)
        self.running = np.zeros((num_tables, game.num_players))
        self.ended = np.zeros(num_tables, np.int8)
        self.paid = np.full(num_tables, NOBODY, np.int8)
        self.seats = np.full((num_tables, game.num_players), CALLER, np.int8)
        self.streams = np.zeros(num_tables, np.uint64)
        self.all_rows = np.arange(num_tables)
        self._actions = np.zeros(num_tables, np.int64)
        self._threads = threads
        self._pool: ThreadPoolExecutor | None = None
        self._pool_of = 0

    def __getstate__(self) -> dict[str, Any]:
        """Without the threads: a copy starts its own."""
        return {**vars(self), "_pool": None}

    def __len__(self) -> int:
        return len(self.states)

    def begin(self, seed: int | None = None, first_row: int = 0, number: int = 0) -> None:
        """Start an episode everywhere: table i plays row first_row + i of the seed's stream of deals."""
        seed = check_seed(seed)
        self.game.begin_many(self.states, seed, first_row, number)
        self.streams[:] = make_streams(len(self), seed, first_row)
        self.ended[:] = 1  # so that `running` starts anew
        self.write_turns(self.all_rows)

    def deal_again(self, deal: Mapping[str, Any]) -> None:
        """Deal at every table as `Game.deal` is told to, `deal` being its `deck`, `dealer` and `carry`."""
        for row in self.all_rows:
            seed, number = int(self.states["seed"][row]), int(self.states["number"][row])
            self.states[row] = self.game.deal(seed, row=int(self.states["row"][row]), number=number, **deal).array[0]
        self.write_turns(self.all_rows)

    def write_turns(self, rows: np.ndarray) -> None:
        """Write players, masks and observations anew."""
        game = self.game
        game.kernels.write_turns(self.states, game.options_array, rows, self.players, self.masks, self.observations)

    def advance(self, rows: np.ndarray, actions: np.ndarray, renews: bool = False) -> None:
        """Take legal actions at some tables.

        Args:
            rows: int64 [some], where somebody is to move.
            actions: int64 [tables]; read at `rows`.
            renews: whether a table whose episode ends goes on to the next deal of its row.
        """
        game = self.game

        def advance_block(block: np.ndarray) -> None:
            game.kernels.advance_rows(
                self.states,
                game.options_array,
                game.blank,
                block,
                actions,
                self.paid,
                renews,
                self.players,
                self.masks,
                self.observations,
                self.last_observations,
                self.rewards,
                self.running,
                self.ended,
            )

        self._in_blocks(advance_block, rows)

    def renew(self, rows: np.ndarray) -> None:
        """Start the next episode, the next deal of its row, at some tables."""
        game = self.game
        game.kernels.renew_rows(self.states, game.options_array, game.blank, rows)
        self.write_turns(rows)

    def let_agents_act(self, rows: np.ndarray, agents: Sequence[Agent]) -> np.ndarray:
        """Let agents play on at some tables until the caller is to move or the episode is over.

        Rows that wait for the same agent go through one `act_many`.

        Args:
            rows: int64 [some].
            agents: by the numbers in `seats`.

        Returns:
            int64: the rows whose episode is over.
        """
        over = []
        while len(rows):
            ordered, counts = np.empty_like(rows), np.zeros(len(agents) + 2, np.int64)
            _sort_by_agent(rows, self.players, self.seats, ordered, counts)
            bounds = np.cumsum(counts)
            over.append(ordered[: bounds[0]])
            rows = ordered[bounds[1] :]
            for number in np.flatnonzero(counts[2:]).tolist():
                group = ordered[bounds[number + 1] : bounds[number + 2]]
                self._actions[group] = self.choose(agents[number], group)
            if len(rows):
                self.advance(rows, self._actions)
        return np.concatenate(over) if over else rows

    def choose(self, agent: Agent, rows: np.ndarray) -> np.ndarray:
        """Actions of one agent at some tables: int64 [some]."""
        streams = self.streams[rows]
        actions = agent.act_many(self.observations[rows], self.masks[rows], streams)
        self.streams[rows] = streams
        return actions

    def draw_seats(self, rows: np.ndarray, weights: np.ndarray, callers: np.ndarray) -> None:
        """Draw who plays each seat at some tables, by weights of the agents that add up to 1; `callers` are the caller's seats.

        The draw is a function of seed, row and deal alone.
        """
        _draw_seats(
            rows, self.states["seed"], self.states["row"], self.states["number"], np.cumsum(weights), callers, self.seats
        )

    def first_illegal(self, rows: np.ndarray, actions: np.ndarray) -> int:
        """The first of the rows whose action (int64 [tables]) is not legal, or -1."""
        return int(_first_illegal(rows, actions, self.masks))

    def random_actions(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """Put a random legal action in place of each illegal one at some tables."""
        _replace_illegal(rows, actions, self.masks, self.streams)

    def _in_blocks(self, work: Callable[[np.ndarray], Any], rows: np.ndarray) -> None:
        if self._threads == 1 or len(rows) < 2 * _ROWS_PER_THREAD:
            work(rows)
            return
        if self._pool is None or self._pool_of != os.getpid():  # threads do not survive a fork
            self._pool, self._pool_of = ThreadPoolExecutor(self._threads), os.getpid()
        list(self._pool.map(work, np.array_split(rows, self._threads)))


@kernel
def _sort_by_agent(rows: np.ndarray, players: np.ndarray, seats: np.ndarray, ordered: np.ndarray, counts: np.ndarray) -> None:
    """Order rows: those that are over, those that wait for the caller, then by agent; counts: int64 [agents + 2]."""
    for k in range(len(rows)):
        counts[_place(rows[k], players, seats)] += 1
    filled = np.cumsum(counts) - counts
    for k in range(len(rows)):
        place = _place(rows[k], players, seats)
        ordered[filled[place]] = rows[k]
        filled[place] += 1


@kernel
def _place(row: int, players: np.ndarray, seats: np.ndarray) -> int:
    if players[row] < 0:
        return 0
    return int(seats[row, players[row]]) + 2


@kernel
def _draw_seats(
    rows: np.ndarray,
    seeds: np.ndarray,
    streams: np.ndarray,
    numbers: np.ndarray,
    bounds: np.ndarray,
    callers: np.ndarray,
    seats: np.ndarray,
) -> None:
    for k in range(len(rows)):
        i = rows[k]
        for seat in range(seats.shape[1]):
            word = draw_one(int(seeds[i]), int(streams[i]), int(numbers[i]) * 16 + seat, SEATS)
            agent = 0
            while agent < len(bounds) - 1 and word / 4294967296.0 >= bounds[agent]:
                agent += 1
            seats[i, seat] = CALLER if seat == callers[k] else agent


@kernel
def _first_illegal(rows: np.ndarray, actions: np.ndarray, masks: np.ndarray) -> int:
    for k in range(len(rows)):
        action = actions[rows[k]]
        if action < 0 or action >= masks.shape[1] or masks[rows[k], action] == 0:
            return int(rows[k])
    return -1


@kernel
def _replace_illegal(rows: np.ndarray, actions: np.ndarray, masks: np.ndarray, streams: np.ndarray) -> None:
    for k in range(len(rows)):
        i = rows[k]
        if 0 <= actions[i] < masks.shape[1] and masks[i, actions[i]] != 0:
            continue
        left = next_below(streams, i, int(masks[i].sum()))
        for action in range(masks.shape[1]):
            if masks[i, action] != 0:
                if left == 0:
                    actions[i] = action
                left -= 1
