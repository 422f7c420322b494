"""Agents for tests: fast, simple, and depending on nothing but their row."""

import numpy as np


class LastLegal:
    """Takes the legal action with the highest number."""

    spec = "last legal"

    def act_many(self, observations: np.ndarray, action_masks: np.ndarray, rngs: np.ndarray) -> np.ndarray:
        """Choose in each row."""
        return action_masks.shape[1] - 1 - action_masks[:, ::-1].argmax(axis=1)


class Hashed:
    """Takes a legal action that is a function of the observation: varied, and the same in every batch."""

    spec = "hashed"

    def act_many(self, observations: np.ndarray, action_masks: np.ndarray, rngs: np.ndarray) -> np.ndarray:
        """Choose in each row."""
        weights = np.arange(1, observations.shape[1] + 1) * 2654435761 % 1000003
        codes = observations.astype(np.int64) @ weights
        return np.array([np.flatnonzero(mask)[code % mask.sum()] for mask, code in zip(action_masks, codes, strict=True)])
