"""What an agent is, and how a spec ("heuristic", "policy:runs/first/policy.safetensors") becomes one."""

from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np

from envs.core.options import unknown
from envs.game import Game


class AgentSpecError(ValueError):
    """A spec that names no agent, or one that cannot play the game at hand."""


class NoLegalActionError(ValueError):
    """An agent was asked although nobody is to move."""

    def __init__(self, row: int) -> None:
        """Name the row whose mask is empty."""
        super().__init__(f"row {row} has no legal action: nobody is to move there, so no agent can be asked")


class Agent(Protocol):
    """A player without memory: all it knows is in the observation.

    An agent that weighs its actions may also say how, for pages and reports:
    `probabilities(observation, action_mask) -> float32 [num_actions]`, zero where an action is illegal.

    Attributes:
        spec: the text from which `make` makes it.
    """

    spec: str

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.ndarray) -> int:
        """Choose a legal action.

        Args:
            observation: int8 [observation_size], of the seat to move.
            action_mask: int8 or bool [num_actions], non-zero where an action is legal; at least one is.
            rng: uint64 [1], a stream (`envs.core.rng`); advanced by what is drawn.
        """
        ...

    def act_many(self, observations: np.ndarray, action_masks: np.ndarray, rngs: np.ndarray) -> np.ndarray:
        """Choose a legal action in each row, as `act` does there, whatever stands in the others.

        Args:
            observations: int8 [rows, observation_size].
            action_masks: int8 or bool [rows, num_actions].
            rngs: uint64 [rows], a stream for each row; advanced by what its row draws.

        Returns:
            int64 [rows].

        Raises:
            NoLegalActionError: a row in which nobody is to move.
        """
        ...


def make(spec: str, game: Game) -> Agent:
    """Make the agent that a spec names.

    Args:
        spec: `random`, `heuristic` or `policy:PATH`.
        game: the table it is to play at.

    Raises:
        AgentSpecError: unknown spec or parameter, or no such agent for this game; says what is possible.
    """
    name, _, rest = str(spec).partition(":")
    if name not in _MAKERS:
        raise AgentSpecError(unknown("agent", spec, _USAGE.values()))
    return _MAKERS[name](rest, game)


def read_parameters(name: str, text: str, defaults: Mapping[str, int]) -> dict[str, int]:
    """Read the parameters of a spec, what stands after the colon.

    >>> read_parameters("pimc", "worlds=50", {"worlds": 20, "depth": 3})
    {'worlds': 50, 'depth': 3}

    Args:
        name: of the agent, for messages.
        text: `key=value,key=value`, or empty.
        defaults: what parameters there are, and their values unless they are given.

    Raises:
        AgentSpecError: an unknown parameter, or one that is no whole number from 1 on.
    """
    values = dict(defaults)
    for item in filter(None, text.split(",")):
        key, _, value = item.partition("=")
        if key not in defaults:
            known = ", ".join(f"{key}={default}" for key, default in defaults.items()) or "none"
            raise AgentSpecError(f"agent {name!r} has no parameter {key!r}; its parameters: {known}")
        if not value.isdecimal() or int(value) == 0:
            raise AgentSpecError(f"agent {name!r}: {key}={value!r} is impossible; possible: a whole number from 1 on")
        values[key] = int(value)
    return values


def _make_random(rest: str, game: Game) -> Agent:
    from agents.random import RandomAgent

    read_parameters("random", rest, {})
    return RandomAgent()


def _make_heuristic(rest: str, game: Game) -> Agent:
    from agents.heuristic import HeuristicAgent

    read_parameters("heuristic", rest, {})
    return HeuristicAgent(game)


def _make_policy(rest: str, game: Game) -> Agent:
    from agents.policy.agent import PolicyAgent  # needs torch, which nobody else does

    if not rest:
        raise AgentSpecError("agent 'policy' needs the file it was saved in: policy:PATH")
    return PolicyAgent(rest, game)


_MAKERS: dict[str, Callable[[str, Game], Agent]] = {
    "random": _make_random,
    "heuristic": _make_heuristic,
    "policy": _make_policy,
}
_USAGE = {"random": "random", "heuristic": "heuristic", "policy": "policy:PATH"}
