"""An agent that plays the cards as another does, and decides all that comes before them as the heuristic does.

Tables of such agents compare the play of the cards alone, at equal contracts. Spec:
`tests/benchmarks/opponents/cards_only.py:CardsOnly:SPEC`, with the spec of the other agent.
"""

import numpy as np

from agents import make
from envs.game import Game


class CardsOnly:
    """The heuristic before the first card, another agent from then on."""

    spec = "cards_only"

    def __init__(self, game: Game, spec: str) -> None:
        """Make both."""
        self._before, self._cards = make("heuristic", game), make(spec, game)
        phases = next(piece.entries for piece in game.layout.pieces if piece.name == "phase")
        self._play_at = game.layout.start("phase") + phases.index("play")

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.ndarray) -> int:
        """Choose a legal action; see `envs.agent.Agent`."""
        return int(self.act_many(observation[None], action_mask[None], rng)[0])

    def act_many(self, observations: np.ndarray, action_masks: np.ndarray, rngs: np.ndarray) -> np.ndarray:
        """Choose a legal action in each row; see `envs.agent.Agent`."""
        actions = np.empty(len(observations), np.int64)
        is_play = observations[:, self._play_at] != 0
        for agent, rows in ((self._before, ~is_play), (self._cards, is_play)):
            if rows.any():
                streams = rngs[rows]
                actions[rows] = agent.act_many(observations[rows], action_masks[rows], streams)
                rngs[rows] = streams
        return actions
