"""Whole deals of a batch of tables, and what each decision in them was worth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from envs.agent import Agent
from envs.core.jit import kernel
from envs.tables import CALLER, Tables


@dataclass(frozen=True)
class Turns:
    """The learner's decisions in the order in which they were taken; those with one legal action are left out.

    Attributes:
        tables: int64 [decisions], where.
        seats: int8 [decisions], whose.
        paid: float64 [decisions], what that seat had been paid before, in game points.
        totals: float64 [tables, players], what each seat was paid in the end.
    """

    tables: np.ndarray
    seats: np.ndarray
    paid: np.ndarray
    totals: np.ndarray

    def advantages(self, values: np.ndarray, scale: float, gae_lambda: float) -> np.ndarray:
        """How much better each decision turned out than was expected: float32 [decisions], in units of the scale.

        Generalised advantage estimation (Schulman et al., 2016) without discount, along the decisions of each seat.

        Args:
            values: float32 [decisions], what the seat expected still to be paid, in units of the scale.
            scale: game points.
            gae_lambda: 0 trusts the values, 1 the outcomes.
        """
        advantages = np.zeros(len(values), np.float32)
        next_value, next_advantage = np.zeros_like(self.totals), np.zeros_like(self.totals)
        _look_back(
            (self.tables, self.seats, self.paid / scale),
            values,
            gae_lambda,
            (self.totals / scale, next_value, next_advantage),
            advantages,
        )
        return advantages


def draw_seats(tables: Tables, weights: np.ndarray, self_share: float) -> None:
    """Draw who plays each seat: the learner one in turn, and of the others its share; opponents by their weights the rest."""
    shares = np.concatenate([[self_share], (1.0 - self_share) * weights])
    own = (tables.states["row"] % tables.game.num_players).astype(np.int8)
    tables.draw_seats(tables.all_rows, shares, own)
    tables.seats[:] = np.maximum(tables.seats, 0) - 1  # the first share is the learner's: CALLER
    assert CALLER == -1  # noqa: S101


def play(tables: Tables, opponents: Sequence[Agent], decide: Callable[[np.ndarray], np.ndarray]) -> Turns:
    """Play an episode to its end at each table.

    Args:
        tables: freshly dealt, with the learner as the caller.
        opponents: agents by the numbers in the tables' `seats`.
        decide: from the numbers of some tables (int64) to the learner's actions there (int64).
    """
    tables.running[:] = 0.0
    actions, rows = np.zeros(len(tables), np.int64), tables.all_rows
    turns: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    while True:
        tables.let_agents_act(rows, opponents)
        rows = rows[tables.players[rows] >= 0]
        if not len(rows):
            break
        choosing = rows[_take_forced(rows, tables.masks, actions, np.empty(len(rows), np.bool_))]
        if len(choosing):
            seats = tables.players[choosing]
            turns.append((choosing, seats, tables.running[choosing, seats]))
            actions[choosing] = decide(choosing)
        tables.advance(rows, actions)
    where, whose, paid = (np.concatenate(parts) for parts in zip(*turns, strict=True))
    return Turns(where, whose, paid, tables.running.copy())


def other_hands(tables: Tables, rows: np.ndarray) -> np.ndarray:
    """Cards in the hands of those who are not to move, in their order from the one who is: int8 [rows, others * cards]."""
    game, states = tables.game, tables.states[rows]
    seen, hands = np.empty((len(rows), game.observation_size), np.int8), []
    for place in range(1, game.num_players):
        game.observe_many(states, seen, (states["player"] + place) % game.num_players)
        hands.append(seen[:, game.layout["hand"]].copy())
    return np.concatenate(hands, axis=1)


@kernel
def _take_forced(rows: np.ndarray, masks: np.ndarray, actions: np.ndarray, has_choice: np.ndarray) -> np.ndarray:
    """Write the action of each row that has only one; returns `has_choice`, bool [rows]."""
    for k in range(len(rows)):
        i = rows[k]
        found = 0
        for action in range(masks.shape[1]):
            if masks[i, action] != 0:
                actions[i] = action
                found += 1
                if found == 2:
                    break
        has_choice[k] = found == 2
    return has_choice


@kernel
def _look_back(
    turns: tuple[np.ndarray, np.ndarray, np.ndarray],
    values: np.ndarray,
    gae_lambda: float,
    later: tuple[np.ndarray, np.ndarray, np.ndarray],
    advantages: np.ndarray,
) -> None:
    """Write advantages from the last decision to the first; `later`: what comes after, by table and seat, is changed."""
    tables, seats, paid = turns
    next_paid, next_value, next_advantage = later
    for k in range(len(tables) - 1, -1, -1):
        i, seat = tables[k], seats[k]
        surprise = next_paid[i, seat] - paid[k] + next_value[i, seat] - values[k]
        advantage = surprise + gae_lambda * next_advantage[i, seat]
        next_paid[i, seat], next_value[i, seat], next_advantage[i, seat] = paid[k], values[k], advantage
        advantages[k] = advantage
