"""Information-set Monte Carlo tree search: one tree for the seat to move, a new world for each time it is walked through.

In the tree all seats choose what has paid them best so far; beyond it all play by the heuristic. The action tried most is
taken.
"""

import time

import numpy as np

from agents.heuristic import HeuristicAgent
from agents.search.worlds import Tree, Worlds
from envs.game import Game

BLOCK = 64
"""Worlds that are drawn together."""
NODES = 4
"""Room for so many nodes an iteration; forced moves add some."""


class IsmctsAgent:
    """Grows a tree for each decision. Draws from its stream only where there is something to choose."""

    def __init__(self, game: Game, *, iterations: int = 500, budget_ms: int = 0) -> None:
        """Set the search up.

        Args:
            game: the table.
            iterations: worlds that are played on for a decision.
            budget_ms: milliseconds of a decision, in which it goes on beyond `iterations`. Then equal seeds need not give equal
                choices. 0: no more than `iterations`.

        Raises:
            AgentSpecError: the game has no heuristic.
        """
        self.spec = f"ismcts:iterations={iterations}" + f",budget_ms={budget_ms}" * (budget_ms > 0)
        self._iterations, self._seconds = iterations, budget_ms / 1000
        self._heuristic, self._worlds = HeuristicAgent(game), Worlds(game)

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.ndarray) -> int:
        """Choose a legal action; see `envs.agent.Agent`."""
        return int(self.act_many(observation[None], action_mask[None], rng)[0])

    def act_many(self, observations: np.ndarray, action_masks: np.ndarray, rngs: np.ndarray) -> np.ndarray:
        """Choose a legal action in each row; see `envs.agent.Agent`."""
        actions = self._heuristic.act_many(observations, action_masks, rngs)
        for row, choice in enumerate(actions):
            candidates = self._worlds.candidates(action_masks[row], choice)
            if len(candidates) > 1:
                visits = self._visits(observations[row], candidates, rngs[row : row + 1])
                actions[row] = candidates[visits.argmax()]
        return actions

    def _visits(self, observation: np.ndarray, candidates: np.ndarray, rng: np.ndarray) -> np.ndarray:
        """How often each candidate was tried: int64, as `candidates`."""
        started = time.perf_counter()
        tree, done = Tree(NODES * self._iterations + 64), 0
        while done < self._iterations or time.perf_counter() - started < self._seconds:
            count = min(BLOCK, self._iterations - done) if done < self._iterations else BLOCK
            self._worlds.grow(tree, self._worlds.draw(observation, count, rng))
            done += count
        return tree.visits(candidates)
