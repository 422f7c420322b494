"""Actions as people and libraries hand them in, and what environments do about an illegal one."""

import math
import operator
from typing import Any

import numpy as np

POLICIES = ("raise", "lose", "random")
PENALTY = 100.0
"""Game points that the player of an illegal action loses; the others share them."""


def whole_number(action: Any) -> int:
    """The number of an action: a whole number, or an array or tensor of a single one.

    Raises:
        TypeError: anything else; shows what it is.
    """
    try:
        return operator.index(action)
    except TypeError:
        is_single = math.prod(getattr(action, "shape", (0,))) == 1
        item = action.item() if is_single and hasattr(action, "item") else None
        if isinstance(item, int):
            return item
    raise TypeError(f"an action is a whole number, not {action!r}")


def check_policy(illegal_action: str) -> str:
    """Return the policy itself; raises ValueError for an unknown one."""
    if illegal_action not in POLICIES:
        raise ValueError(f"illegal_action={illegal_action!r}; possible: {', '.join(POLICIES)}")
    return illegal_action


def penalties(num_players: int, seat: int) -> np.ndarray:
    """What everybody earns when the player at a seat loses by an illegal action: float64 [num_players], adding up to 0."""
    earned = np.full(num_players, PENALTY / (num_players - 1))
    earned[seat] = -PENALTY
    return earned
