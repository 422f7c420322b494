"""Learning from a teacher: before it learns from scores, a learner can learn to decide as another agent would.

The learner plays these decisions itself, and in each it is told what the teacher would have done: so it meets the situations
that its own play leads to, which it would not by watching (DAgger; Ross, Gordon and Bagnell, 2011).
"""

import numpy as np

from envs.agent import Agent
from envs.core.rng import make_streams


def ask(teacher: Agent, observations: np.ndarray, action_masks: np.ndarray, seed: int, step: int) -> np.ndarray:
    """What the teacher would have done in each decision: int64 [rows].

    Args:
        teacher: whom to ask.
        observations: [rows, size], of any type that holds int8.
        action_masks: [rows, num_actions], likewise.
        seed: of the run.
        step: how far it has come, so that a teacher that draws is asked with other numbers each time.
    """
    streams = make_streams(len(observations), seed, step)
    masks = np.ascontiguousarray(action_masks, np.int8)
    return teacher.act_many(np.ascontiguousarray(observations, np.int8), masks, streams)
