"""The report of a training run as a page."""

from collections.abc import Mapping
from html import escape
from typing import Any

from agents.evaluation.report.charts import LARGE, SMALL, interval_chart, line_chart, number
from agents.evaluation.report.html import data_table, document, facts_row, key_table, name_html, options_text, text_card
from envs.agent import short_names

TRAINING_CURVES = {
    "rollout/ep_rew_mean": (
        "Score in training",
        "game points",
        "Mean over its last deals, choices drawn by the probabilities.",
    ),
    "train/imitation_loss": ("Surprise at the teacher", "nats", "How unlikely the policy finds what its teacher would do."),
    "train/entropy_loss": ("Entropy", "nats", "How undecided the policy is; falls as it learns."),
    "train/approx_kl": ("KL divergence", "nats", "How far an update moved the policy; beyond 0.05 updates are too large."),
    "train/explained_variance": ("Explained variance", "share", "How much of the outcomes the value net foresees; 1 is all."),
    "train/value_loss": ("Value loss", "scaled rewards squared", "Mean squared error of the value net."),
    "train/clip_fraction": ("Clip fraction", "share", "Decisions whose probability moved beyond the clip range."),
}


def training_page(report: Mapping[str, Any], config: str) -> str:
    """What `collect_report` gave, as a page, with the config as YAML."""
    name, game, curves = report["name"], report["game"], report["curves"]
    sections = [
        f"<h1>{escape(name)}</h1>",
        f'<p class="soft">Training run of {escape(game["id"])}{options_text(game["options"])}</p>',
        _summary(report),
        "<h2>Scores at the end</h2>",
        _score_table(report["scores"]),
        "<h2>Learning curve</h2>",
        _learning_curve(curves, report["config"]["evaluation"]["baseline"]),
        "<h2>Training</h2><div class='grid'>",
        *(_training_card(curves, key) for key in TRAINING_CURVES if len(curves.get(key, ())) > 1),
        "</div><h2>Config</h2>",
        text_card(config),
        "<h2>Versions</h2>",
        key_table(report["versions"]),
    ]
    return document(name, sections)


def _summary(report: Mapping[str, Any]) -> str:
    progress = report["progress"]
    facts = {
        "decisions learned from": number(progress["step"]),
        "updates": str(int(progress["update"])),
        "minutes": f"{progress['seconds'] / 60:.1f}",
        "seed": str(report["config"]["seed"]),
    }
    return facts_row(facts)


def _score_table(scores: Mapping[str, Mapping[str, float]]) -> str:
    """A row per opponent, intervals drawn on one scale."""
    if not scores:
        return "<p>No matches were played.</p>"
    ends = [0.0, *(row[key] for row in scores.values() for key in ("ci_low", "ci_high"))]
    span = (min(ends), max(ends))
    rows = [
        (
            name_html(name),
            f"{row['score']:+.2f}",
            f"{row['difference']:+.2f}",
            f"{row['ci_low']:+.2f} to {row['ci_high']:+.2f}",
            interval_chart(row["ci_low"], row["difference"], row["ci_high"], span),
            f"{100 * row['win_rate']:.1f} %",
            str(int(row["deals"])),
        )
        for name, row in zip(short_names(scores), scores.values(), strict=True)
    ]
    return data_table(
        ("among", "score per deal", "difference", "95 % interval", "", "wins", "deals"),
        rows,
        "Game points. Difference: less what an opponent of this kind earns in the same seats of the same deals.",
    )


def _learning_curve(curves: Mapping[str, Any], baseline: str) -> str:
    [name] = short_names([baseline])
    points = curves.get("eval/difference", [])
    meaning = (
        f"One learner among {name} players: what it earns beyond what {name} earns in the same seats of the same deals. "
        "Band: 95 % interval over deals."
    )
    if len(points) > 2 and points[0][0] == 0:
        meaning += f" Before it learned: {number(points[0][1])}."
    chart = line_chart(
        points,
        "decisions",
        "difference, points per deal",
        LARGE,
        curves.get("eval/ci_low", []),
        curves.get("eval/ci_high", []),
        zero=True,
    )
    return f'<div class="card wide"><p class="soft">{escape(meaning)}</p>{chart}</div>'


def _training_card(curves: Mapping[str, Any], key: str) -> str:
    title, unit, meaning = TRAINING_CURVES[key]
    sign = -1 if key == "train/entropy_loss" else 1
    points = [[x, sign * y] for x, y in curves[key]]
    chart = line_chart(points, "decisions", unit, SMALL)
    return f'<div class="card"><h3>{title}</h3><p class="soft">{meaning}</p>{chart}</div>'
