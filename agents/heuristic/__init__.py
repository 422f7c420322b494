"""Players by rules of thumb, a module for each game, found by the game's name.

A game's module has one kernel `choose(observation, action_mask) -> action`, -1 where nobody is to move; it sees nothing else.
"""

import functools
import importlib
import pkgutil
import types
from pathlib import Path

import numpy as np

from agents.heuristic import loops
from agents.spec import AgentSpecError
from envs.agent import NoLegalActionError
from envs.core.jit import bind, prepare
from envs.game import Game


class HeuristicAgent:
    """The rules of thumb of one game. Draws nothing: equal observations, equal actions."""

    spec = "heuristic"

    def __init__(self, game: Game) -> None:
        """Find the heuristic of a game.

        Raises:
            AgentSpecError: there is none; says which games have one.
        """
        module = module_of(game)
        self._loops = _loops_of(module)
        self._size = game.observation_size
        prepare(f"the heuristic of {game.name}", self._warm_up, Path(str(module.__file__)).resolve().parent)

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.ndarray) -> int:
        """Choose a legal action; see `envs.agent.Agent`."""
        return int(self.act_many(observation[None], action_mask[None], rng)[0])

    def act_many(self, observations: np.ndarray, action_masks: np.ndarray, rngs: np.ndarray) -> np.ndarray:
        """Choose a legal action in each row; see `envs.agent.Agent`."""
        actions = np.empty(len(observations), np.int64)
        observations = np.ascontiguousarray(observations, np.int8)
        action_masks = np.ascontiguousarray(action_masks, np.int8)
        idle = self._loops.choose_many(observations, action_masks, actions)
        if idle >= 0:
            raise NoLegalActionError(idle)
        return actions

    def _warm_up(self) -> None:
        nobody_moves = np.zeros((1, self._size), np.int8)
        self._loops.choose_many(nobody_moves, np.zeros((1, 1), np.int8), np.zeros(1, np.int64))


def module_of(game: Game) -> types.ModuleType:
    """The module of a game's rules of thumb, with its kernel `choose`.

    Raises:
        AgentSpecError: there is none; says which games have one.
    """
    modules = {info.name: importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__)}
    known = [name for name, module in modules.items() if hasattr(module, "choose")]
    if game.name not in known:
        raise AgentSpecError(f"agent 'heuristic' does not know {game.name}; the games it knows: {', '.join(sorted(known))}")
    return modules[game.name]


@functools.cache
def _loops_of(module: types.ModuleType) -> types.SimpleNamespace:
    return bind(loops.GENERIC, {"heuristic": module})
