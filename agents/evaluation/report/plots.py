"""Pictures of an evaluation as PNG files, for papers and talks. Needs matplotlib (extra `plots`)."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from pathlib import Path
from textwrap import wrap
from typing import Any

INCHES = (6.4, 4.0)
DOTS_PER_INCH = 150
LINE = 24
"""Characters of an agent's name in one line."""
DARK = 0.75
"""From this share of the largest difference on, its colour is dark."""


class PlotError(ValueError):
    """Pictures cannot be drawn; says what is missing."""


PICTURES = ("ranking.png", "scores.png", "pairs.png")
"""What is drawn; pairs only where there are two agents."""


def write_plots(folder: Path, summary: Mapping[str, Any]) -> list[Path]:
    """Draw what `collect_evaluation` gave into a folder: ranking, pairs and scores; returns the files.

    Raises:
        PlotError: matplotlib is not installed.
    """
    check_plots()
    from matplotlib.figure import Figure

    folder.mkdir(parents=True, exist_ok=True)
    files = []
    names = ["\n".join(wrap(agent["name"], LINE)) for agent in summary["agents"]]
    drawings = {"ranking": _draw_ranking, "scores": _draw_scores} | ({"pairs": _draw_pairs} if summary["pairs"] else {})
    for name, draw in drawings.items():
        figure = Figure(INCHES, DOTS_PER_INCH, layout="constrained")
        axes = figure.subplots()
        axes.set_title(f"{summary['game']}, {summary['deals']:,} deals")
        draw(axes, summary, names)
        files.append(folder / f"{name}.png")
        figure.savefig(files[-1])
    return files


def check_plots() -> None:
    """Raise PlotError if matplotlib is missing."""
    try:
        import matplotlib as _  # noqa: F401, ICN001  only whether it is there
    except ImportError:
        raise PlotError("plots need matplotlib: pip install 'stichwerk[plots]'") from None


def _draw_ranking(axes: Any, summary: Mapping[str, Any], names: Sequence[str]) -> None:
    agents, labels = zip(*sorted(zip(summary["agents"], names, strict=True), key=lambda pair: pair[0]["rating"]), strict=True)
    middle = [agent["rating"] for agent in agents]
    half = [agent["rating_ci95"][1] - agent["rating"] for agent in agents]
    axes.errorbar(middle, range(len(agents)), xerr=half, fmt="o", color="#1f6f54", capsize=4)
    axes.axvline(0, color="#b3402a", linestyle=":")
    axes.set_yticks(range(len(agents)), labels)
    axes.set_ylim(-0.5, len(agents) - 0.5)
    axes.set_xlabel("rating, points per deal, 95 % interval")


def _draw_pairs(axes: Any, summary: Mapping[str, Any], names: Sequence[str]) -> None:
    count = len(names)
    found = dict(zip(permutations(range(count), 2), (pair["difference"] for pair in summary["pairs"]), strict=True))
    values = [[found.get((a, b), float("nan")) for b in range(count)] for a in range(count)]
    largest = max(map(abs, found.values())) or 1.0
    picture = axes.imshow(values, cmap="RdYlGn", vmin=-largest, vmax=largest)
    for (a, b), difference in found.items():
        ink = "white" if abs(difference) > DARK * largest else "black"
        axes.text(b, a, f"{difference:+.2f}", ha="center", va="center", fontsize="small", color=ink)
    axes.set_xticks(range(count), range(1, count + 1))
    axes.set_yticks(range(count), [f"{name} {number}" for number, name in enumerate(names, start=1)])
    axes.set_xlabel("among")
    axes.figure.colorbar(picture, label="difference, points per deal")


def _draw_scores(axes: Any, summary: Mapping[str, Any], names: Sequence[str]) -> None:
    for agent, name in zip(summary["agents"], names, strict=True):
        axes.step(*zip(*agent["scores"], strict=True), where="mid", label=name)
    axes.set_xlabel("score")
    axes.set_ylabel("share of deals")
    axes.set_ylim(0)
    axes.legend()
