"""The door for methods of learning: what a method can be told, what it is handed, and what a run asks of its trainer."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol

import msgspec
import numpy as np

from agents.policy import Architecture, Network
from envs.agent import Agent
from envs.game import Game

State = tuple[dict[str, np.ndarray], dict[str, Any]]
"""Arrays by name, and what JSON can hold."""


@dataclass(frozen=True)
class Task:
    """What a trainer is to do."""

    game: Game
    tables: Any
    """An `envs.vector.Vector` with one learning seat at each table and opponents in the others."""
    seed: int
    total_steps: int
    """Decisions of the learner."""
    threads: int
    device: str
    teacher: Agent | None
    """Whom to imitate at first."""
    taught_steps: int
    """Decisions until the learner learns from scores alone."""


class Trainer(Protocol):
    """Learns a policy, an update at a time. A run saves its state and evaluates its policy between two updates."""

    @property
    def metrics(self) -> Sequence[str]:
        """Names of the numbers that updates report: columns of `metrics.csv`."""
        ...

    @property
    def steps(self) -> int:
        """Decisions of the learner so far."""
        ...

    def update(self, advance: Callable[[int], object]) -> Mapping[str, float]:
        """Play and learn once, and say how it went.

        Args:
            advance: called with the number of decisions just taken.

        Returns:
            By name, those in `metrics` and any others, which TensorBoard alone shows.
        """
        ...

    def policy(self) -> Network:
        """The policy as it is now, copied."""
        ...

    def export(self, folder: Path) -> None:
        """Write what programs outside this project read, if there is anything, into the folder of a finished run."""
        ...

    def get_state(self) -> State:
        """All that it needs to go on, its tables included."""
        ...

    def set_state(self, arrays: Mapping[str, np.ndarray], values: Mapping[str, Any]) -> None:
        """Go on from there; raises KeyError, RuntimeError or ValueError if that does not fit."""
        ...


class Method(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name"):
    """Settings of a method of learning, each with its default and its line of help; its tag is its name in a config.

    Its module loads no learning library: the trainer, which does, is named as text.
    """

    about: ClassVar[str]
    """One line for the help."""
    trainer: ClassVar[str]
    """`module:class`, called with the settings and a `Task`."""

    def steps_per_update(self, num_envs: int) -> int:
        """Decisions that one update learns from."""
        raise NotImplementedError

    def architecture(self, game: Game) -> Architecture:
        """Of the policies that it learns."""
        raise NotImplementedError

    def find_conflict(self, num_envs: int, device: str) -> str | None:
        """What does not fit together or is not there, as "key: why"; None if all is well."""
        raise NotImplementedError

    def make_trainer(self, task: Task) -> Trainer:
        """The learner with fresh weights; may set the state of global random generators."""
        module, _, name = self.trainer.partition(":")
        return getattr(importlib.import_module(module), name)(self, task)  # type: ignore[no-any-return]
