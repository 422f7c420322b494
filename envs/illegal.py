"""What environments do about an illegal action."""

import numpy as np

POLICIES = ("raise", "lose", "random")
PENALTY = 100.0
"""Game points that the player of an illegal action loses; the others share them."""


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
