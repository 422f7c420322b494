"""A vector environment as a Stable-Baselines3 VecEnv with action masks: it holds one and loops over no row."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from envs.vector import Vector


class SB3VecEnv(VecEnv):
    """Same-step autoreset, `terminal_observation` and `episode` in the infos of rows whose deal ended, masks in one array."""

    def __init__(self, vector: Vector) -> None:
        """Wrap a vector environment that has a learner."""
        if vector.learner is None:
            raise ValueError("Stable-Baselines3 learns one seat: the vector environment needs learner='rotate' or a seat")
        self.vector = vector
        self.render_mode = None
        super().__init__(vector.num_envs, vector.single_observation_space, vector.single_action_space)
        self._actions = np.zeros(vector.num_envs, np.int64)
        self._lengths = np.zeros(vector.num_envs, np.int64)
        self._totals = np.zeros(vector.num_envs)

    def reset(self) -> np.ndarray:
        """Deal at every table: int8 [num_envs, size]."""
        seed = self._seeds[0]
        self._reset_seeds()
        observations, _ = self.vector.reset(seed=seed)
        self._lengths[:] = 0
        self._totals[:] = 0.0
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        """Note the actions."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Step: observations int8 [num_envs, size], rewards float32, dones bool, infos."""
        observations, rewards, terminations, truncations, infos = self.vector.step(self._actions)
        dones = terminations | truncations
        self._lengths += 1
        self._totals += rewards
        rows: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(dones):
            rows[row] = {
                "terminal_observation": infos["final_obs"][row],
                "TimeLimit.truncated": bool(truncations[row]),
                "episode": {"r": float(self._totals[row]), "l": int(self._lengths[row])},
                "seat": int(infos["final_seat"][row]),
                "returns": infos["returns"][row],
            }
        self._lengths[dones] = 0
        self._totals[dones] = 0.0
        return observations, rewards.astype(np.float32), dones, rows

    def action_masks(self) -> np.ndarray:
        """Legal actions: int8 [num_envs, num_actions]."""
        return self.vector.action_masks()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed the stream of deals from the next reset on; table i plays row i of it."""
        self._seeds = [seed] * self.num_envs
        return self._seeds

    def get_state(self) -> dict[str, np.ndarray]:
        """See `Vector.get_state`."""
        return self.vector.get_state() | {"lengths": self._lengths.copy(), "totals": self._totals.copy()}

    def set_state(self, state: dict[str, np.ndarray]) -> None:
        """See `Vector.set_state`."""
        self.vector.set_state(state)
        self._lengths[:] = state["lengths"]
        self._totals[:] = state["totals"]

    def close(self) -> None:
        """Nothing to release."""

    def has_attr(self, attr_name: str) -> bool:
        """Whether every row has an attribute: one question for all, and no attribute is copied."""
        return hasattr(self, attr_name) or hasattr(self.vector, attr_name)

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """An attribute, once per row."""
        owner = self if hasattr(self, attr_name) else self.vector
        return [getattr(owner, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Set an attribute of the vector environment, which all rows share."""
        self._check_all(attr_name, indices)
        setattr(self.vector, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: int | Iterable[int] | None = None, **kwargs: Any) -> Any:
        """Call a method for all rows at once: a result for each; `action_masks` gives one array with a row each."""
        owner = self if hasattr(self, method_name) else self.vector
        if method_name == "action_masks":
            return self.action_masks()[list(self._get_indices(indices))]
        self._check_all(method_name, indices)
        return [getattr(owner, method_name)(*args, **kwargs)] * self.num_envs

    def _check_all(self, name: str, indices: int | Iterable[int] | None) -> None:
        if sorted(self._get_indices(indices)) != list(range(self.num_envs)):
            raise ValueError(f"{name} is one for all {self.num_envs} rows: leave indices out")

    def env_is_wrapped(self, wrapper_class: type, indices: int | Iterable[int] | None = None) -> list[bool]:
        """No row is wrapped by itself."""
        return [False] * len(list(self._get_indices(indices)))
