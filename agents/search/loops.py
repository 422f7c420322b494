"""Playing worlds on: `jit.bind` copies this for each game, with its rules and its heuristic in the places of the two names.

A *world* is a deal that fits what a seat has seen, in which this seat is seat 0 and to move (see `Game.determinize_many`). It
is played to the end of the deal, not of the match. In all of these:

- `worlds`: STATE [worlds], only read; `options`: the options' record, [1].
- `tables`: STATE [1], scratch; so are `masks`, int8 [2, actions], `observations`, int8 [1, size], and `returns`,
  float64 [1, players].
"""

import numpy as np

from agents.heuristic.loops import Heuristic
from agents.search.tree import NO_NODE, add_child, child_of, enter, next_action, nth_legal
from envs.core import driver
from envs.core.driver import hand_in, take_action
from envs.core.rules import Rules

rules: Rules
heuristic: Heuristic

RECALL = -1


def play_out(
    worlds: np.ndarray,
    options: np.ndarray,
    candidates: np.ndarray,
    tables: np.ndarray,
    masks: np.ndarray,
    observations: np.ndarray,
    returns: np.ndarray,
    values: np.ndarray,
) -> None:
    """Play each world to its end after each candidate, everybody by the heuristic.

    Args:
        candidates: int64 [candidates], legal actions of seat 0.
        values: float64 [worlds, candidates]; written: what seat 0 has got in the end.
    """
    mask, observation = masks[0], observations[0]
    for w in range(len(worlds)):
        for c in range(len(candidates)):
            tables[0] = worlds[w]
            state = tables[0]
            deals = int(state.deals)
            action = int(candidates[c])
            while True:
                take_action(state, options[0], action)
                if state.player < 0 or state.deals != deals:
                    break
                mask[:] = 0
                if rules.legal_actions(state, options[0], mask) == 1:
                    action = nth_legal(mask, 0)
                else:
                    rules.observe(state, options[0], int(state.player), observation)
                    action = heuristic.choose(observation, mask)
            rules.returns(state, options[0], returns[0])
            values[w, c] = returns[0, 0]


def count_surprises(
    worlds: np.ndarray,
    options: np.ndarray,
    blank: np.ndarray,
    tables: np.ndarray,
    masks: np.ndarray,
    observations: np.ndarray,
    surprises: np.ndarray,
) -> None:
    """Count the decisions of the others in each world that the heuristic would have taken otherwise.

    Args:
        blank: STATE [1] of zeros.
        surprises: int64 [worlds]; written.
    """
    mask, observation = masks[0], observations[0]
    for w in range(len(worlds)):
        world = worlds[w]
        tables[0] = world
        state = tables[0]
        state.deals -= 1
        hand_in(state, options[0])
        surprises[w] = 0
        for k in range(int(world.log_length)):
            action = int(world.log[k])
            mask[:] = 0
            if state.player != 0 and rules.legal_actions(state, options[0], mask) > 1:
                rules.observe(state, options[0], int(state.player), observation)
                surprises[w] += int(heuristic.choose(observation, mask) != action)
            take_action(state, options[0], action)


def grow_tree(
    worlds: np.ndarray,
    options: np.ndarray,
    nodes: np.ndarray,
    size: int,
    moments: np.ndarray,
    path: np.ndarray,
    seats: np.ndarray,
    tables: np.ndarray,
    masks: np.ndarray,
    observations: np.ndarray,
    returns: np.ndarray,
) -> int:
    """Play each world once: down the tree, one new node on, then to its end by the heuristic; enter what came out.

    Args:
        nodes: NODE [...], the tree, node 0 its root; written. When it is full no more nodes are added.
        size: how many nodes there are.
        moments: float64 [3], count, sum, and sum of squares of seat 0's returns; added to.
        path: int64 [decisions in a deal], scratch; so is `seats`.

    Returns:
        How many nodes there are now.
    """
    mask, observation = masks[0], observations[0]
    for w in range(len(worlds)):
        tables[0] = worlds[w]
        state = tables[0]
        deals = int(state.deals)
        spread = np.sqrt(max(moments[2] / moments[0] - (moments[1] / moments[0]) ** 2, 0.0)) if moments[0] > 1 else 1.0
        node = 0
        length = 0
        while state.player >= 0 and state.deals == deals:
            mask[:] = 0
            count = rules.legal_actions(state, options[0], mask)
            action = nth_legal(mask, 0)
            if count > 1:
                rules.observe(state, options[0], int(state.player), observation)
                action = heuristic.choose(observation, mask)
                if node != NO_NODE:
                    action = next_action(nodes, node, mask, action, spread)
            if node != NO_NODE:
                child = child_of(nodes, node, action)
                is_new = child == NO_NODE
                if is_new and size < len(nodes):
                    child = add_child(nodes, size, node, action)
                    size += 1
                if child != NO_NODE:
                    path[length] = child
                    seats[length] = state.player
                    length += 1
                node = NO_NODE if is_new and count > 1 else child
            take_action(state, options[0], action)
        rules.returns(state, options[0], returns[0])
        enter(nodes, path, seats, length, returns[0])
        moments[0] += 1.0
        moments[1] += returns[0, 0]
        moments[2] += returns[0, 0] ** 2
    return size


HELPERS = driver.HELPERS[:4]
GENERIC = (play_out, count_surprises, grow_tree)
