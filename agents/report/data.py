"""Gathers what a report shows."""

from collections.abc import Mapping, Sequence
from typing import Any

FORMAT = 1


def collect_report(
    name: str,
    game: Mapping[str, Any],
    config: Mapping[str, Any],
    progress: Mapping[str, float],
    scores: Mapping[str, Mapping[str, float]],
    metrics: Sequence[Mapping[str, str]],
    versions: Mapping[str, str],
) -> dict[str, Any]:
    """A report of one training run.

    Args:
        name: of the run.
        game: id and options.
        config: the resolved config.
        progress: steps, updates and seconds.
        scores: matches at the end, baseline's spec to numbers.
        metrics: rows of `metrics.csv`, column to text.
        versions: of the programs.

    Returns:
        What `report.json` holds: `curves` are lists of [step, value], by the names of the metrics.
    """
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
