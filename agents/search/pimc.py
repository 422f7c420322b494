"""Perfect-information Monte Carlo: what is best on average in worlds that may be.

Worlds are drawn from the observation. In each of them every candidate is tried, and its value is what comes of it when all play
on by the heuristic, or by another agent, or what the open-card solver finds. The heuristic's own choice stands unless another
candidate is better by more than chance among the worlds explains.
"""

import contextlib
import time

import numpy as np

from agents.heuristic import HeuristicAgent
from agents.search.solver import NoSolverError, Solver
from agents.search.worlds import Worlds
from agents.spec import AgentSpecError
from envs.agent import as_agent
from envs.game import Game

BEFORE_PLAY = 4
"""So many times as many worlds before the play of the cards, where differences are small beside chance."""
MARGIN = 1.0
"""Standard errors over the worlds by which a candidate must lead the heuristic's choice to be taken instead."""
DISBELIEF = 0.5
"""Weight of a world for each decision of the others in it that the heuristic would have taken otherwise."""
TIE = 1e-9
"""Values that differ by no more are equal."""
BLOCK = 256
"""Worlds that are looked at together."""
HEURISTIC, SOLVER, NO_BELIEF = "heuristic", "solver", "none"


class PimcAgent:
    """Looks at every candidate in the same worlds. Draws from its stream only where there is something to choose."""

    def __init__(
        self, game: Game, *, worlds: int = 32, budget_ms: int = 0, rollout: str = HEURISTIC, belief: str = NO_BELIEF
    ) -> None:
        """Set the search up.

        Args:
            game: the table.
            worlds: for a card to be played; BEFORE_PLAY times as many before.
            budget_ms: milliseconds of a decision; as many times so many worlds as they allow, at least once. Then equal seeds
                need not give equal choices. 0: no more than `worlds`.
            rollout: how a world is played on: "heuristic"; "solver", with open cards where cards are being played and the
                solver applies; or any agent's spec.
            belief: "heuristic" weights worlds by how well the past fits the heuristic; "none" does not.

        Raises:
            AgentSpecError: an impossible parameter, or a game without heuristic or solver.
        """
        if belief not in {NO_BELIEF, HEURISTIC}:
            raise AgentSpecError(f"agent 'pimc': belief={belief} is impossible; possible: {NO_BELIEF}, {HEURISTIC}")
        self.spec = f"pimc:worlds={worlds}"
        self.spec += f",budget_ms={budget_ms}" * (budget_ms > 0)
        self.spec += f",rollout={rollout}" * (rollout != HEURISTIC) + f",belief={belief}" * (belief != NO_BELIEF)
        self._num_worlds, self._seconds, self._believes = worlds, budget_ms / 1000, belief == HEURISTIC
        self._heuristic, self._worlds = HeuristicAgent(game), Worlds(game)
        try:
            self._solver = Solver(game) if rollout == SOLVER else None
        except NoSolverError as error:
            raise AgentSpecError(f"agent 'pimc': rollout=solver is impossible: {error}") from None
        self._agent = None if rollout in {HEURISTIC, SOLVER} else as_agent(rollout, game)

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.ndarray) -> int:
        """Choose a legal action; see `envs.agent.Agent`."""
        return int(self.act_many(observation[None], action_mask[None], rng)[0])

    def act_many(self, observations: np.ndarray, action_masks: np.ndarray, rngs: np.ndarray) -> np.ndarray:
        """Choose a legal action in each row; see `envs.agent.Agent`."""
        actions = self._heuristic.act_many(observations, action_masks, rngs)
        for row, choice in enumerate(actions):
            candidates = self._worlds.candidates(action_masks[row], choice)
            if len(candidates) > 1:
                actions[row] = self._search(observations[row], candidates, choice, rngs[row : row + 1])
        return actions

    def _search(self, observation: np.ndarray, candidates: np.ndarray, choice: int, rng: np.ndarray) -> int:
        started = time.perf_counter()
        count = self._num_worlds * (1 if self._worlds.is_play(observation) else BEFORE_PLAY)
        lead = Lead(len(candidates))
        while lead.worlds < count or time.perf_counter() - started < self._seconds:
            worlds = self._worlds.draw(observation, min(count, BLOCK), rng)
            weights = DISBELIEF ** self._worlds.count_surprises(worlds) if self._believes else np.ones(len(worlds))
            values = self._values(worlds, candidates, rng)
            lead.add(values - values[:, candidates == choice], weights)
        best = lead.best()
        return int(candidates[best]) if best >= 0 else choice

    def _values(self, worlds: np.ndarray, candidates: np.ndarray, rng: np.ndarray) -> np.ndarray:
        """What each candidate is worth in each world: float64 [worlds, candidates]."""
        if self._agent is not None:
            return self._worlds.play_out_by(self._agent, worlds, candidates, rng)
        if self._solver is not None:
            with contextlib.suppress(NoSolverError):
                values = self._solver.outlook(worlds)[:, candidates]
                if not np.isnan(values).any():
                    return values
        return self._worlds.play_out(worlds, candidates)


class Lead:
    """By how much each candidate leads the heuristic's choice, over weighted worlds.

    Attributes:
        worlds: how many.
    """

    def __init__(self, num_candidates: int) -> None:
        """No world yet."""
        self.worlds = 0
        self._weight = self._squares = 0.0
        self._sums = np.zeros((3, num_candidates))

    def add(self, leads: np.ndarray, weights: np.ndarray) -> None:
        """Add worlds: float64 [worlds, candidates] and [worlds]."""
        self.worlds += len(leads)
        self._weight += weights.sum()
        self._squares += (weights**2).sum()
        self._sums += (weights @ leads, weights**2 @ leads, weights**2 @ leads**2)

    def best(self) -> int:
        """The candidate that leads most, of those that lead by more than MARGIN standard errors; -1: none does."""
        means = self._sums[0] / self._weight
        variances = (self._sums[2] - 2 * means * self._sums[1] + means**2 * self._squares) / self._weight**2
        is_better = means > MARGIN * np.sqrt(np.maximum(variances, 0.0)) + TIE
        return int(np.where(is_better, means, -np.inf).argmax()) if is_better.any() else -1
