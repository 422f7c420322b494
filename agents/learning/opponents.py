"""Who plays the other seats during training: agents by spec, and earlier policies of the learner in fixed slots."""

import numpy as np

from agents.learning.config import SNAPSHOTS, Config
from agents.policy import Network, PolicyAgent
from agents.registry import make
from envs.agent import Agent
from envs.game import Game


class OpponentPool:
    """The opponents of a run, in an order that never changes, for running deals refer to them by number.

    Attributes:
        agents: those with a spec, then one agent for each snapshot slot.
        taken: snapshots taken so far; number n lies in slot n modulo the number of slots.
    """

    def __init__(self, config: Config, game: Game) -> None:
        """Make the agents.

        Raises:
            AgentSpecError: a spec that no agent has.
        """
        fixed = [opponent for opponent in config.opponents if opponent.spec != SNAPSHOTS]
        self._fixed_weights = [opponent.weight for opponent in fixed]
        self._snapshot_weight = sum(opponent.weight for opponent in config.opponents if opponent.spec == SNAPSHOTS)
        slots = config.snapshots.keep if config.keeps_snapshots else 0
        self._slots = [Network(config.method.architecture(game)) for _ in range(slots)]
        self.agents: list[Agent] = [make(opponent.spec, game) for opponent in fixed]
        self.agents += [PolicyAgent(slot, SNAPSHOTS, greedy=False) for slot in self._slots]
        self.taken = 0

    @property
    def weights(self) -> list[float]:
        """Share of each agent; empty slots have none, and theirs goes to the others."""
        filled = min(self.taken, len(self._slots))
        shares = [self._snapshot_weight / filled if slot < filled else 0.0 for slot in range(len(self._slots))]
        return [*self._fixed_weights, *shares]

    def take_snapshot(self, policy: Network) -> None:
        """Copy the learner's policy into the next slot."""
        self._slots[self.taken % len(self._slots)].load(policy.weights)
        self.taken += 1

    def get_state(self) -> dict[str, np.ndarray]:
        """The snapshots and their number, name to array."""
        arrays = {
            f"{number}.{name}": array
            for number, slot in enumerate(self._slots[: self.taken])
            for name, array in slot.weights.items()
        }
        return arrays | {"taken": np.array([self.taken], np.int64)}

    def set_state(self, arrays: dict[str, np.ndarray]) -> None:
        """Go back to what `get_state` gave; raises KeyError or ValueError if that does not fit."""
        taken = int(arrays["taken"][0])
        if taken < 0:
            raise ValueError(f"{taken} snapshots were taken")
        self.taken = taken
        for number, slot in enumerate(self._slots[: self.taken]):
            prefix = f"{number}."
            slot.load({key.removeprefix(prefix): array for key, array in arrays.items() if key.startswith(prefix)})
