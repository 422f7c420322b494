"""What the tests of the solver compare it with: the rules themselves, and the plainest search of a position."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

import envs
from agents import make
from agents.search.solver import MAX_CARDS, NO_VALUE, Solver, Unit
from envs.core.cards import lowest
from envs.core.jit import PLAIN
from envs.core.position import POSITION, Scale, mover, play, playable
from envs.game import as_plain_view

HEURISTIC_SHARE = 0.5
"""Of the cards; the others are random, so that unusual endings come up."""


def _compiled(function: Any) -> Any:
    """Machine code that is not kept: numba would not notice when a kernel that it calls changes."""
    return function if PLAIN else numba.njit(function)


def states_in_play(game: Any, cards: int, count: int, seed: int = 1) -> np.ndarray:
    """Tables where so many cards, or one less, are in the fullest hand: bidding by the heuristic, cards partly at random."""
    agent, rng = make("heuristic", game), np.random.default_rng(seed)
    is_play = game.rules.PHASES.index("play")
    found = game.empty(0)
    states = game.deal_many(4 * count + 50, seed)
    # All are played on to the cards asked for: games that come there early are of one kind (in Ramsch, Grand Hands).
    while len(states):
        in_play = (states["phase"] == is_play) & (_fullest(states) <= cards)
        found = np.concatenate([found, states[in_play]])
        states = np.ascontiguousarray(states[~in_play & (states["player"] >= 0) & (states["deals"] <= 3)])
        observations = np.zeros((len(states), game.observation_size), np.int8)
        masks = np.zeros((len(states), game.num_actions), np.int8)
        game.observe_many(states, observations)
        game.action_mask_many(states, masks)
        actions = agent.act_many(observations, masks, np.zeros(len(states), np.uint64))
        at_random = (masks * rng.random(masks.shape)).argmax(1)
        is_random = (states["phase"] == is_play) & (rng.random(len(states)) > HEURISTIC_SHARE)
        game.step_many(states, np.where(is_random, at_random, actions))
    return found[np.sort(rng.permutation(len(found))[:count])]


def _fullest(states: np.ndarray) -> np.ndarray:
    return np.bitwise_count(states["hands"].astype(np.uint64)).max(1)


def solvable(game: Any, states: np.ndarray) -> np.ndarray:
    """Positions of those of the states that have one."""
    positions, placed = Solver(game).find_positions(states)
    return positions[placed]


def endings_of(game_id: str, cards: int, count: int) -> np.ndarray:
    """Positions with so many cards, or one less, in the fullest hand."""
    game = envs.load_game(game_id)
    return solvable(game, states_in_play(game, cards, count))


@_compiled
def final_value(position: Any, unit: int) -> int:
    """What a count comes to when all is played."""
    if unit == Unit.TRICKS:
        return int(position.tricks)
    if position.scale == Scale.PLAIN:
        return int(position.points)
    counters = int(position.points) & 15
    return int(counters >= 4) + 2 * int(counters >= 7) + int(counters >= 10) + 2 * int(position.points >= 16)


@_compiled
def plain_search(stack: np.ndarray, depth: int, unit: int, low: int, high: int) -> int:
    """The value of stack[depth] by alpha-beta: no table, no order, no bounds."""
    position = stack[depth]
    seat = mover(position)
    if position.hands[seat] == 0:
        return final_value(position, unit)
    raises = position.raisers >> seat & 1
    cards = playable(position)
    while cards != 0 and low < high:
        stack[depth + 1] = stack[depth]
        play(stack[depth + 1], lowest(cards))
        cards &= cards - 1
        value = plain_search(stack, depth + 1, unit, low, high)
        if raises:
            low = max(low, value)
        else:
            high = min(high, value)
    return low if raises else high


@_compiled
def _plain_values(positions: np.ndarray, unit: int, stack: np.ndarray, values: np.ndarray) -> None:
    for i in range(len(positions)):
        cards = playable(positions[i])
        while cards != 0:
            stack[0] = positions[i]
            play(stack[0], lowest(cards))
            values[i, lowest(cards)] = plain_search(stack, 0, unit, -1000, 1000)
            cards &= cards - 1


def plain_values(positions: np.ndarray, unit: int) -> np.ndarray:
    """What each card that may be played next is worth, as `Solver.value_many` writes it."""
    values = np.full((len(positions), MAX_CARDS), NO_VALUE, np.int64)
    _plain_values(as_plain_view(positions), int(unit), as_plain_view(np.zeros(40, POSITION)), values)
    return values


def by_rules(game: Any, state: Any, raisers: int, count: Callable[[Any], int], low: int = -1000, high: int = 1000) -> int:
    """What `count` says of the state at the end of the deal, every action taken through the game's own rules."""
    if game.is_terminal(state):
        return count(state)
    actions = game.legal_actions(state)
    if game.rules.PHASES[int(state.phase)] != "play":
        actions = actions[:1]  # to say Kontra or not changes no count
    raises = raisers >> turn(game, state) & 1
    for action in actions:
        after = state.copy()
        game.step(after, action)
        value = by_rules(game, after, raisers, count, low, high)
        if raises:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            break
    return low if raises else high


def turn(game: Any, state: Any) -> int:
    """Who is to move, counted as a position counts seats."""
    return int(state.player) if game.name == "schmier" else int(state.turn)
