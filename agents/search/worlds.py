"""What every search plays on: worlds drawn from an observation, played to their end by the heuristic."""

import functools
import types
from pathlib import Path

import numpy as np

from agents.heuristic import module_of
from agents.search import loops
from agents.search.tree import NODE
from envs.agent import Agent
from envs.core.jit import bind, prepare
from envs.core.options import options_array
from envs.core.rng import make_streams, next_word
from envs.core.rules import Rules
from envs.game import Game, as_plain_view

PLAY = "play"
"""The phase, as observations name it, in which cards are played."""
_LONG_LADDER = 6
"""From so many numbers on, bids are a ladder of which only the lowest rung is worth a look."""


class Worlds:
    """Draws worlds of one game and plays them on. It keeps scratch, so one is for one thread."""

    def __init__(self, game: Game) -> None:
        """Find the game's heuristic; raises AgentSpecError where there is none."""
        self.game = game
        module = module_of(game)
        self._loops = _loops_of(game.rules, module)
        self._options = as_plain_view(options_array(game.rules.for_planning(game.options)))
        self._table = game.empty(1)
        self._masks = np.zeros((2, game.num_actions), np.int8)
        self._observation = np.zeros((1, game.observation_size), np.int8)
        self._returns = np.zeros((1, game.num_players))
        self._path = np.zeros((2, game.max_deal_length), np.int64)
        phases = next(piece for piece in game.layout.pieces if piece.name == "phase").entries
        self._at_play = game.layout["phase"].start + phases.index(PLAY)
        self._ladders = _ladders_of(game)
        prepare(f"the search in {game.name}", self._warm_up, Path(str(module.__file__)).resolve().parent)

    def is_play(self, observation: np.ndarray) -> bool:
        """Whether a card is to be played."""
        return bool(observation[self._at_play])

    def candidates(self, action_mask: np.ndarray, choice: int) -> np.ndarray:
        """The legal actions that are worth a look: int64 [some]. Of a ladder of bids only the lowest, and the choice."""
        legal = np.flatnonzero(action_mask)
        ladders = self._ladders[legal]
        is_lowest = np.r_[True, ladders[1:] != ladders[:-1]]
        return np.asarray(legal[(ladders < 0) | is_lowest | (legal == choice)])

    def draw(self, observation: np.ndarray, count: int, rng: np.ndarray) -> np.ndarray:
        """Worlds that fit an observation: STATE [count]; advances the stream (uint64 [1]) by two numbers."""
        seed = next_word(rng, 0) << 31 | next_word(rng, 0) >> 1
        return self.game.determinize_many(np.broadcast_to(observation, (count, len(observation))), make_streams(count, seed))

    def play_out(self, worlds: np.ndarray, candidates: np.ndarray) -> np.ndarray:
        """What the observer gets after each candidate in each world: float64 [worlds, candidates]."""
        values = np.empty((len(worlds), len(candidates)))
        self._loops.play_out(worlds, self._options, candidates, *self._scratch, values)
        return values

    def play_out_by(self, agent: Agent, worlds: np.ndarray, candidates: np.ndarray, rng: np.ndarray) -> np.ndarray:
        """The same with another agent in all seats."""
        game = self.game
        states = as_plain_view(np.repeat(worlds, len(candidates)))
        streams = make_streams(len(states), int(next_word(rng, 0)))
        game.step_many(states, np.tile(candidates, len(worlds)))
        values = np.empty((len(states), game.num_players))
        rows = np.arange(len(states))
        while True:
            rows = rows[(states["player"][rows] >= 0) & (states["deals"][rows] == worlds["deals"][0])]
            if not len(rows):
                break
            at_play = as_plain_view(states[rows])
            masks = np.zeros((len(rows), game.num_actions), np.int8)
            observations = np.zeros((len(rows), game.observation_size), np.int8)
            game.action_mask_many(at_play, masks)
            game.observe_many(at_play, observations)
            drawn = streams[rows]
            game.step_many(at_play, agent.act_many(observations, masks, drawn))
            states[rows], streams[rows] = at_play, drawn
        game.kernels.returns_many(states, self._options, values)
        return values[:, 0].reshape(len(worlds), len(candidates))

    def count_surprises(self, worlds: np.ndarray) -> np.ndarray:
        """Decisions of the others so far that the heuristic would have taken otherwise: int64 [worlds]."""
        surprises = np.empty(len(worlds), np.int64)
        self._loops.count_surprises(worlds, self._options, self.game.blank, *self._scratch[:-1], surprises)
        return surprises

    def grow(self, tree: "Tree", worlds: np.ndarray) -> None:
        """Play each world once, guided by a tree that grows."""
        tree.size = self._loops.grow_tree(
            worlds, self._options, tree.nodes, tree.size, tree.moments, *self._path, *self._scratch
        )

    @property
    def _scratch(self) -> tuple[np.ndarray, ...]:
        return self._table, self._masks, self._observation, self._returns

    def _warm_up(self) -> None:
        state = self.game.deal_many(1, 0)
        self.game.action_mask_many(state, self._masks[:1])
        self.play_out(state, np.flatnonzero(self._masks[0])[:1])
        self.count_surprises(state)
        self.grow(Tree(1), state)


class Tree:
    """A tree of one decision.

    Attributes:
        nodes: NODE [...], of which `size` are in use; node 0 is the root.
        moments: float64 [3], count, sum, and sum of squares of the returns.
    """

    def __init__(self, most_nodes: int) -> None:
        """A root."""
        self.nodes = as_plain_view(np.zeros(most_nodes, NODE))
        self.nodes["child"][0] = self.nodes["sibling"][0] = -1
        self.size = 1
        self.moments = np.zeros(3)

    def visits(self, actions: np.ndarray) -> np.ndarray:
        """How often each action was tried at the root: int64, as `actions`."""
        visits = np.zeros(len(actions), np.int64)
        child = int(self.nodes["child"][0])
        while child >= 0:
            visits[actions == self.nodes["action"][child]] = self.nodes["visits"][child]
            child = int(self.nodes["sibling"][child])
        return visits


def _ladders_of(game: Game) -> np.ndarray:
    """By action: the number of its ladder of bids, or -1: int64 [num_actions]."""
    kinds: dict[str, list[int]] = {}
    for action in range(game.num_cards, game.num_actions):
        kind, named = game.actions.parts(action)
        if named.isdecimal():
            kinds.setdefault(kind, []).append(action)
    ladders = np.full(game.num_actions, -1)
    for number, actions in enumerate(kinds.values()):
        if len(actions) > _LONG_LADDER:
            ladders[actions] = number
    return ladders


@functools.cache
def _loops_of(rules: Rules, heuristic: types.ModuleType) -> types.SimpleNamespace:
    return bind(loops.GENERIC, {"rules": rules, "heuristic": heuristic}, loops.HELPERS)
