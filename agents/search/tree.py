"""The tree of an information-set search: what one seat has tried, by the actions since its decision, whoever holds what.

A node stands for the actions that lead to it. A world allows some of its children; what a child is owed depends on how often it
was on offer (Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", 2012), and on what the heuristic would
do (as in PUCT: Rosin, "Multi-armed bandits with episode context", 2011). A seat wants its own return to be great.
"""

import numpy as np

from envs.core.jit import kernel

NODE = np.dtype(
    [
        ("total", np.float64),  # sum of the returns of the seat that chose it
        ("visits", np.int64),
        ("offered", np.int64),  # how often it could have been visited
        ("action", np.int32),
        ("child", np.int32),  # the first, or NO_NODE
        ("sibling", np.int32),  # the next, or NO_NODE
    ],
    align=True,
)
NO_NODE = -1
EXPLORATION = 1.5
"""Weight of what was tried little, in standard deviations of the returns."""
PRIOR = 0.7
"""Share of the attention that what the heuristic would do gets at first."""


@kernel
def clear(node: np.record, action: int) -> None:
    """A node that nobody has visited."""
    node.total = 0.0
    node.visits = 0
    node.offered = 0
    node.action = action
    node.child = NO_NODE
    node.sibling = NO_NODE


@kernel
def child_of(nodes: np.ndarray, parent: int, action: int) -> int:
    """The child for an action, or NO_NODE."""
    found = int(nodes[parent].child)
    while found != NO_NODE and nodes[found].action != action:
        found = int(nodes[found].sibling)
    return found


@kernel
def add_child(nodes: np.ndarray, size: int, parent: int, action: int) -> int:
    """Add a child as node number `size`; returns it."""
    clear(nodes[size], action)
    nodes[size].offered = 1
    nodes[size].sibling = nodes[parent].child
    nodes[parent].child = size
    return size


@kernel
def next_action(nodes: np.ndarray, parent: int, mask: np.ndarray, expected: int, spread: float) -> int:
    """The action to be tried next; notes which of the known ones were on offer, and writes to the mask.

    Its mean + EXPLORATION * spread * prior * sqrt(offered) / (1 + visits) is the greatest. The prior is PRIOR for what the
    heuristic expects, and each other's share of the rest. An action that was never tried is taken to be as good as the others.

    Args:
        mask: two or more legal actions.
        spread: standard deviation of the returns.
    """
    visits, total = 0, 0.0
    child = int(nodes[parent].child)
    while child != NO_NODE:
        visits += int(nodes[child].visits)
        total += float(nodes[child].total)
        child = int(nodes[child].sibling)
    mean = total / max(visits, 1)
    weight = EXPLORATION * spread
    rest = (1.0 - PRIOR) / (num_legal(mask) - 1)
    best, best_bound = -1, 0.0
    child = int(nodes[parent].child)
    while child != NO_NODE:
        node = nodes[child]
        action = int(node.action)
        if mask[action] != 0:
            mask[action] = 0
            node.offered += 1
            prior = PRIOR if action == expected else rest
            bound = node.total / max(int(node.visits), 1) + weight * prior * np.sqrt(float(node.offered)) / (1.0 + node.visits)
            if best < 0 or bound > best_bound:
                best, best_bound = action, bound
        child = int(node.sibling)
    for action in range(len(mask)):
        if mask[action] != 0:
            bound = mean + weight * (PRIOR if action == expected else rest) * np.sqrt(visits + 1.0)
            if best < 0 or bound > best_bound:
                best, best_bound = action, bound
    return best


@kernel
def num_legal(mask: np.ndarray) -> int:
    """Actions of a mask."""
    count = 0
    for action in range(len(mask)):
        count += int(mask[action] != 0)
    return count


@kernel
def nth_legal(mask: np.ndarray, n: int) -> int:
    """The n-th action of a mask, from 0 on."""
    action = 0
    while True:
        n -= int(mask[action] != 0)
        if n < 0:
            return action
        action += 1


@kernel
def enter(nodes: np.ndarray, path: np.ndarray, seats: np.ndarray, length: int, returns: np.ndarray) -> None:
    """Add a deal's returns (float64 [players]) to the nodes on a path, each chosen by a seat."""
    for k in range(length):
        node = nodes[path[k]]
        node.visits += 1
        node.total += returns[seats[k]]
