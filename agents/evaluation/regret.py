"""What agents give away, card by card, against play that sees all cards."""

import functools
from collections.abc import Sequence

import numpy as np

from agents.evaluation.results import Estimate, estimate
from agents.evaluation.workers import Tell, blocks_of, cached_agent, play_blocks
from agents.search.solver import NoSolverError, Solver
from envs.game import Game
from envs.tables import CALLER, Tables

BLOCK = 16
"""Deals played together at most: their positions take seconds to solve."""


def find_regret(
    game: Game, specs: Sequence[str], deals: int, seed: int, *, processes: int = 1, progress: Tell = lambda _deals: None
) -> list[Estimate]:
    """Card points that each agent gives away in a deal, a seat, at tables of its own kind: the mean over deals.

    A card gives away what the best one would have brought more, if from then on everybody played their best with all cards
    open (see `Solver.regret`). No agent can avoid all of it, for none sees all cards; the less the better. Deals in which no
    card was solved count 0.

    Args:
        game: its id's deals, those of `tournament`.
        specs: the agents.
        deals: how many.
        seed: of the deals.
        processes: how many may work at once.
        progress: called with the number of deals just finished.

    Raises:
        NoSolverError: the game has no solver, or is a match.
    """
    check_regret(game)
    play = functools.partial(_play_block, game, tuple(specs), seed)
    lost = np.concatenate(play_blocks(play, blocks_of(deals, 1, BLOCK), processes, progress), axis=1)
    return [estimate(by_deal) for by_deal in lost]


def check_regret(game: Game) -> None:
    """Raise a NoSolverError where regret cannot be told."""
    if game.is_match:
        raise NoSolverError(f"{game.id}: regret is told of single deals, not of matches")
    Solver(game)


def _play_block(game: Game, specs: tuple[str, ...], seed: int, deals: range, tell: Tell) -> np.ndarray:
    """What each agent gives away in each deal: float64 [agents, deals]."""
    solver, tables = Solver(game), Tables(game, len(deals))
    lost = np.zeros((len(specs), len(deals)))
    actions = np.zeros(len(deals), np.int64)
    for number, spec in enumerate(specs):
        agent = cached_agent(spec, game)
        tables.begin(seed, first_row=deals.start)
        tables.seats[:] = CALLER
        rows = tables.all_rows
        while len(rows := rows[tables.players[rows] >= 0]):
            actions[rows] = tables.choose(agent, rows)
            choosing = rows[np.count_nonzero(tables.masks[rows], axis=1) > 1]
            lost[number, choosing] += np.nan_to_num(solver.regret(tables.states[choosing], actions[choosing]))
            tables.advance(rows, actions)
        lost[number] /= game.num_players
    tell(len(deals))
    return lost
