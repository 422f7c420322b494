"""Gathers what a report shows."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from agents.evaluation.results import Z95, Estimate, Results
from agents.evaluation.statistics import KINDS, choices_by_word
from envs.agent import short_names
from envs.core.options import to_plain
from envs.game import Game

FORMAT = 1
MOST_BARS = 40
"""Of a distribution of scores; where more values occur, they are put together."""


def collect_report(
    name: str,
    game: Mapping[str, Any],
    config: Mapping[str, Any],
    progress: Mapping[str, float],
    scores: Mapping[str, Mapping[str, float]],
    metrics: Sequence[Mapping[str, str]],
    versions: Mapping[str, str],
) -> dict[str, Any]:
    """What `report.json` holds: the matches at the end, and `curves`, lists of [step, value] by the names of the metrics."""
    curves: dict[str, list[list[float]]] = {}
    for row in metrics:
        for column, text in row.items():
            if text and column != "step":
                curves.setdefault(column, []).append([int(row["step"]), float(text)])
    return {
        "format": FORMAT,
        "name": name,
        "game": dict(game),
        "progress": dict(progress),
        "scores": {spec: dict(numbers) for spec, numbers in scores.items()},
        "curves": curves,
        "config": dict(config),
        "versions": dict(versions),
    }


def collect_evaluation(
    results: Results, game: Game, seed: int, versions: Mapping[str, str], regret: Sequence[Estimate] | None = None
) -> dict[str, Any]:
    """What an evaluation has found, as `evaluate.py --json` writes it and its report shows it; the README lists the keys."""
    agents = [_agent(results, game, a, name) for a, name in enumerate(short_names(results.specs))]
    for agent, lost in zip(agents, regret or (), strict=bool(regret)):
        agent |= {"regret": lost.mean, "regret_ci95": list(lost.ci95), "regret_deals": lost.deals}
    return {
        "game": game.id,
        "options": to_plain(game.options),
        "changes": {name: value for name, value in to_plain(game.options).items() if name in game.changes},
        "deals": results.num_deals,
        "seed": seed,
        "agents": agents,
        "pairs": [_pair(results, a, b) for a, b in results.ordered_pairs()],
        "versions": dict(versions),
    }


def _agent(results: Results, game: Game, a: int, name: str) -> dict[str, Any]:
    score, rating = results.score(a), results.rating(a)
    return {
        "spec": results.specs[a],
        "name": name,
        "score_per_deal": score.mean,
        "stderr": score.stderr,
        "ci95": list(score.ci95),
        "win_rate": results.win_rate(a),
        "rating": rating.mean,
        "rating_ci95": list(rating.ci95),
        "deals": score.deals,
        "decisions_per_second": float(results.decisions[a] / max(results.seconds[a], 1e-9)),
        "scores": distribution(results.scores_of(a)),
        "choices": _choices(results, game, a),
        **{kind: _statistics(results, a, kind) for kind in KINDS},
    }


def _pair(results: Results, a: int, b: int) -> dict[str, Any]:
    difference = results.difference(a, b)
    pair = {"a": results.specs[a], "b": results.specs[b], **_difference(difference)}
    if results.alone is not None:
        pair["alone"] = _difference(results.difference_alone(a, b))
    return {**pair, "deals": difference.deals}


def _difference(difference: Estimate) -> dict[str, Any]:
    return {"difference": difference.mean, "ci95": list(difference.ci95)}


def _choices(results: Results, game: Game, a: int) -> dict[str, dict[str, Any]]:
    """By the first word of a decision: how often one of these was possible, and how often each was taken."""
    taken, offered = results.taken[a], results.offered[a]
    return {
        word: {
            "offered": int(offered[numbers[0]]),
            "taken": {game.actions.name(number): int(taken[number]) for number in numbers if taken[number]},
        }
        for word, numbers in choices_by_word(game).items()
        if offered[numbers[0]]
    }


def _statistics(results: Results, a: int, kind: str) -> dict[str, dict[str, float]]:
    """By name: deals, mean score, half the width of its 95 % interval, win rate; the most frequent first."""
    rows = {}
    for (other, name), (deals, total, squares, won) in results.counts[a].items():
        if other == kind:
            variance = max(squares / deals - (total / deals) ** 2, 0.0)
            half = Z95 * (variance / deals) ** 0.5
            rows[name] = {"deals": int(deals), "score": total / deals, "half_ci95": half, "win_rate": won / deals}
    return dict(sorted(rows.items(), key=lambda item: (-item[1]["deals"], item[0])))


def distribution(scores: np.ndarray) -> list[list[float]]:
    """How often scores occur: [score, share] in ascending order; where there are many, each stands for a range of equal width.

    >>> distribution(np.array([1.0, 1.0, 1.0, 5.0]))
    [[1.0, 0.75], [5.0, 0.25]]
    """
    values, counts = np.unique(scores, return_counts=True)
    if len(values) > MOST_BARS:
        counts, edges = np.histogram(scores, MOST_BARS)
        values = (edges[:-1] + edges[1:]) / 2
    return [[float(value), float(count) / scores.size] for value, count in zip(values, counts, strict=True)]
