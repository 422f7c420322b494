"""Pictures of an evaluation as PNG files, for papers and talks. Needs matplotlib (extra `plots`)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

INCHES = (6.4, 4.0)
DOTS_PER_INCH = 150


class PlotError(ValueError):
    """Pictures cannot be drawn; says what is missing."""


def write_plots(folder: Path, summary: Mapping[str, Any]) -> list[Path]:
    """Draw what `collect_evaluation` gave into a folder: ranking, pairs and scores; returns the files.

    Raises:
        PlotError: matplotlib is not installed.
    """
    check_plots()
    from matplotlib.figure import Figure

    folder.mkdir(parents=True, exist_ok=True)
    files = []
    drawings = {"ranking": _draw_ranking, "scores": _draw_scores} | ({"pairs": _draw_pairs} if summary["pairs"] else {})
    for name, draw in drawings.items():
        figure = Figure(INCHES, DOTS_PER_INCH, layout="constrained")
        axes = figure.subplots()
        axes.set_title(f"{summary['game']}, {summary['deals']:,} deals")
        draw(axes, summary)
        files.append(folder / f"{name}.png")
        figure.savefig(files[-1])
    return files


def check_plots() -> None:
    """Raise PlotError if matplotlib is missing."""
    try:
        import matplotlib as _  # noqa: F401, ICN001  only whether it is there
    except ImportError:
        raise PlotError("plots need matplotlib: pip install 'stichwerk[plots]'") from None


def _draw_ranking(axes: Any, summary: Mapping[str, Any]) -> None:
    agents = sorted(summary["agents"], key=lambda agent: agent["rating"])
    middle = [agent["rating"] for agent in agents]
    half = [agent["rating_ci95"][1] - agent["rating"] for agent in agents]
    axes.errorbar(middle, range(len(agents)), xerr=half, fmt="o", color="#1f6f54", capsize=4)
    axes.axvline(0, color="#b3402a", linestyle=":")
    axes.set_yticks(range(len(agents)), [agent["spec"] for agent in agents])
    axes.set_ylim(-0.5, len(agents) - 0.5)
    axes.set_xlabel("rating, points per deal, 95 % interval")


def _draw_pairs(axes: Any, summary: Mapping[str, Any]) -> None:
    specs = [agent["spec"] for agent in summary["agents"]]
    values = [[float("nan")] * len(specs) for _ in specs]
    for pair in summary["pairs"]:
        values[specs.index(pair["a"])][specs.index(pair["b"])] = pair["difference"]
    largest = max(abs(pair["difference"]) for pair in summary["pairs"]) or 1.0
    picture = axes.imshow(values, cmap="RdYlGn", vmin=-largest, vmax=largest)
    for pair in summary["pairs"]:
        place = specs.index(pair["b"]), specs.index(pair["a"])
        axes.text(*place, f"{pair['difference']:+.2f}", ha="center", va="center")
    axes.set_xticks(range(len(specs)), specs)
    axes.set_yticks(range(len(specs)), specs)
    axes.set_xlabel("among")
    axes.figure.colorbar(picture, label="difference, points per deal")


def _draw_scores(axes: Any, summary: Mapping[str, Any]) -> None:
    for agent in summary["agents"]:
        axes.step(*zip(*agent["scores"], strict=True), where="mid", label=agent["spec"])
    axes.set_xlabel("score")
    axes.set_ylabel("share of deals")
    axes.set_ylim(0)
    axes.legend()
