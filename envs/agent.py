"""What can fill a seat, and the slot through which a text such as "heuristic" becomes it.

The games need no agent: whoever has some fills the slot, as the package `agents` does when it is imported.
"""

import importlib
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

import numpy as np

from envs.game import Game

PROVIDER = "agents"
"""The package that fills the slot; it is imported when a text is to become an agent for the first time."""


class NoLegalActionError(ValueError):
    """An agent was asked although nobody is to move."""

    def __init__(self, row: int) -> None:
        """Name the row whose mask is empty."""
        super().__init__(f"row {row} has no legal action: nobody is to move there, so no agent can be asked")


class Agent(Protocol):
    """A player without memory: all it knows is in the observation.

    An agent that weighs its actions may also say how, for hints, pages and reports:
    `probabilities(observation, action_mask) -> float32 [num_actions]`, zero where an action is illegal.

    Attributes:
        spec: the text that names it.
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
        """Choose a legal action in each row, as `act` does there, whatever the others hold.

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


def short_names(specs: Iterable[str]) -> list[str]:
    """What agents are called in tables and pictures: of a path its last words, more of them where two would be alike.

    >>> short_names(["policy:runs/first/policy.safetensors", "heuristic", "my/own.py:First:n=2"])
    ['first/policy', 'heuristic', 'own.py:First:n=2']
    >>> short_names(["policy:a/x/policy.safetensors", "policy:b/x/policy.safetensors", "random", "random"])
    ['a/x/policy', 'b/x/policy', 'random', 'random (2)']
    """
    parts = [_parts(spec) for spec in specs]
    sizes = [at_first for at_first, _ in parts]
    longest = max((len(words) for _, words in parts), default=0)
    for _ in range(longest):
        names = _names(parts, sizes)
        sizes = [size + (names.count(name) > 1) for size, name in zip(sizes, names, strict=True)]
    names = _names(parts, sizes)
    earlier = [names[:i].count(name) for i, name in enumerate(names)]
    return [f"{name} ({count + 1})" if count else name for name, count in zip(names, earlier, strict=True)]


def _parts(spec: str) -> tuple[int, list[str]]:
    """The words of a path and how many of them name an agent; another spec is one word."""
    kind, _, path = spec.partition(":")
    if kind == "policy" and path:
        return 2, path.removesuffix(".safetensors").split("/")
    if ".py:" in spec:
        return 1, spec.split("/")
    return 1, [spec]


def _names(parts: Iterable[tuple[int, list[str]]], sizes: Iterable[int]) -> list[str]:
    return ["/".join(words[-size:]) for (_, words), size in zip(parts, sizes, strict=True)]


class Judge(Protocol):
    """Knows what cards of a game are worth when all lie open."""

    def regret(self, states: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """How many card points each action gives away: float64 [states]; NaN where it cannot be told.

        Args:
            states: STATE [states].
            actions: int64 [states].
        """
        ...


class Provider(NamedTuple):
    """What fills the slot."""

    make_agent: Callable[[str, Game], Agent]
    make_judge: Callable[[Game], Judge]


_slot: list[Provider] = []


def provide(provider: Provider) -> None:
    """Fill the slot: from now on this makes the agents that texts name, and the judges of games."""
    _slot[:] = [provider]


def as_agent(agent: Agent | str, game: Game) -> Agent:
    """An agent itself, or the one that a text names.

    Raises:
        ValueError: a text that names no agent.
        ImportError: Python finds somebody else's package in place of ours.
    """
    return _provider(f"the agent {agent!r}").make_agent(agent, game) if isinstance(agent, str) else agent


def judge_of(game: Game) -> Judge:
    """Who knows what cards are worth.

    Raises:
        ValueError: nobody does in this game.
        ImportError: Python finds somebody else's package in place of ours.
    """
    return _provider("the open-card solver").make_judge(game)


def _provider(wanted: str) -> Provider:
    if not _slot:
        provider = importlib.import_module(PROVIDER)
        if not _slot:
            where = [*getattr(provider, "__path__", []), getattr(provider, "__file__", None)][0]
            raise ImportError(
                f"{wanted} is in the {PROVIDER} of Stichwerk, but Python found another one first: {where}. "
                f"Start Python in another folder, or put the folder that holds both envs and {PROVIDER} first in PYTHONPATH."
            )
    return _slot[0]
