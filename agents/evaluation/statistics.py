"""Counts of what happened at the tables of an evaluation: decisions by their word, deals by part, place, contract and end."""

from collections.abc import Iterator, Sequence

import numpy as np

from envs.core.scene import Scene
from envs.game import Game, State

Counts = dict[tuple[str, str], np.ndarray]
"""(kind, name) -> float64 [4]: deals, sum of scores, sum of squared scores, deals won (see `wins_of`)."""

PART, PLACE, CONTRACT, MARK = KINDS = ("part", "place", "contract", "mark")


def choices_by_word(game: Game) -> dict[str, list[int]]:
    """The actions that choose no card, by the first word of their names: {"bid": [32, 33], "pass": [34]}."""
    words: dict[str, list[int]] = {}
    for action in range(game.num_cards, game.num_actions):
        words.setdefault(game.actions.parts(action)[0], []).append(action)
    return words


def wins_of(scores: np.ndarray) -> np.ndarray:
    """1 for more than the table's mean, 0.5 for as much, 0 for less: float64 [deals, players], as the scores."""
    return np.asarray(np.sign(scores - scores.mean(axis=1, keepdims=True)) / 2 + 0.5)


def count_deals(game: Game, states: np.ndarray, scores: np.ndarray, seats: Sequence[int], counts: Counts) -> None:
    """Add what some seats did in deals that are over, whose scores are float64 [deals, players]."""
    won = wins_of(scores)
    for row in range(len(states)):
        state = State(states[row : row + 1])
        scene = game.scene(state)
        for seat in seats:
            score = float(scores[row, seat])
            entry = np.array([1.0, score, score * score, won[row, seat]])
            for key in _keys(scene, seat, (seat - int(state.dealer) - 1) % game.num_players):
                counts[key] = counts.get(key, 0.0) + entry


def add_counts(parts: Sequence[Counts]) -> Counts:
    """The sum of several counts."""
    total: Counts = {}
    for part in parts:
        for key, entry in part.items():
            total[key] = total.get(key, 0.0) + entry
    return total


def _keys(scene: Scene, seat: int, place: int) -> Iterator[tuple[str, str]]:
    """What one seat of a deal counts for."""
    part = scene.seats[seat].part
    yield PART, part
    yield PLACE, "dealer" if place == len(scene.seats) - 1 else f"{place + 1} after the dealer"
    yield CONTRACT, f"{scene.contract}, {part}"
    for mark in scene.marks:
        yield MARK, f"{mark}, {part}"
