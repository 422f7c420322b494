"""A report as one self-contained page: no script, nothing loaded from elsewhere."""

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from agents.report.charts import LARGE, SMALL, interval_chart, line_chart, number

STYLE = """
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5b6475; --paper: #f7f6f2; --card: #ffffff; --edge: #dedbd2;
  --line: #1f6f54; --band: #1f6f5433; --zero: #b3402a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6df; --soft: #a3a8b4; --paper: #15181d; --card: #1d2128;
  --edge: #333a45; --line: #6cc7a3; --band: #6cc7a333; --zero: #e58a72; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { margin: 0 0 4px; font-size: 1.7rem; } h2 { margin: 36px 0 12px; font-size: 1.2rem; }
h3 { margin: 0 0 8px; font-size: 1rem; }
p { margin: 0 0 8px; } .soft { color: var(--soft); }
.grid { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); }
.facts { margin-top: 16px; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); }
.card { background: var(--card); border: 1px solid var(--edge); border-radius: 10px; padding: 16px;
  overflow-x: auto; min-width: 0; }
.big { font-size: 1.6rem; font-weight: 600; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 6px 10px; border-bottom: 1px solid var(--edge); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } tr:last-child td { border-bottom: 0; }
th { font-weight: 600; color: var(--soft); } .plain td { text-align: left; white-space: normal; overflow-wrap: anywhere; }
svg { display: block; width: 100%; height: auto; } svg.interval { width: 200px; } .wide svg { min-width: 600px; }
svg text { fill: var(--soft); font-size: 12px; }
svg .grid { stroke: var(--edge); fill: none; } svg .line { stroke: var(--line); stroke-width: 2; fill: none; }
svg .band { fill: var(--band); stroke: none; } svg .zero { stroke: var(--zero); stroke-dasharray: 5 4; fill: none; }
svg .bar { stroke: var(--line); stroke-width: 4; } svg .dot { fill: var(--line); }
"""

TRAINING_CURVES = {
    "rollout/ep_rew_mean": (
        "Score in training",
        "game points",
        "Mean over its last deals, choices drawn by the probabilities.",
    ),
    "train/entropy_loss": ("Entropy", "nats", "How undecided the policy is; falls as it learns."),
    "train/approx_kl": ("KL divergence", "nats", "How far an update moved the policy; beyond 0.05 updates are too large."),
    "train/explained_variance": ("Explained variance", "share", "How much of the outcomes the value net foresees; 1 is all."),
    "train/value_loss": ("Value loss", "scaled rewards squared", "Mean squared error of the value net."),
    "train/clip_fraction": ("Clip fraction", "share", "Decisions whose probability moved beyond the clip range."),
}


def write_page(path: Path, report: Mapping[str, Any]) -> None:
    """Write `report.html`.

    Args:
        path: file.
        report: what `collect_report` gave.
    """
    path.write_text(page(report), encoding="utf-8")


def page(report: Mapping[str, Any]) -> str:
    """The page as text."""
    name, game, curves = report["name"], report["game"], report["curves"]
    sections = [
        f"<h1>{escape(name)}</h1>",
        f'<p class="soft">Training run of {escape(game["id"])}{_options(game["options"])}</p>',
        _summary(report),
        "<h2>Scores at the end</h2>",
        _score_table(report["scores"]),
        "<h2>Learning curve</h2>",
        _learning_curve(curves, report["config"]["evaluation"]["baseline"]),
        "<h2>Training</h2><div class='grid'>",
        *(_training_card(curves, key) for key in TRAINING_CURVES if curves.get(key)),
        "</div><h2>Config</h2>",
        _table(_flat(report["config"])),
        "<h2>Versions</h2>",
        _table(report["versions"]),
    ]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(name)}</title><style>{STYLE}</style></head><body><main>{''.join(sections)}</main></body></html>\n"
    )


def _summary(report: Mapping[str, Any]) -> str:
    progress = report["progress"]
    minutes = progress["seconds"] / 60
    facts = {
        "decisions learned from": number(progress["step"]),
        "updates": str(int(progress["update"])),
        "minutes": f"{minutes:.1f}",
        "seed": str(report["config"]["seed"]),
    }
    cards = (f'<div class="card"><div class="big">{escape(v)}</div><div class="soft">{k}</div></div>' for k, v in facts.items())
    return f"<div class='grid facts'>{''.join(cards)}</div>"


def _score_table(scores: Mapping[str, Mapping[str, float]]) -> str:
    """A row per opponent, intervals drawn on one scale."""
    if not scores:
        return "<p>No matches were played.</p>"
    ends = [0.0, *(row[key] for row in scores.values() for key in ("ci_low", "ci_high"))]
    span = (min(ends), max(ends))
    rows = [
        f"<tr><td>{escape(spec)}</td><td>{row['score']:+.2f}</td><td>{row['difference']:+.2f}</td>"
        f"<td>{row['ci_low']:+.2f} to {row['ci_high']:+.2f}</td>"
        f"<td>{interval_chart(row['ci_low'], row['difference'], row['ci_high'], span)}</td>"
        f"<td>{100 * row['win_rate']:.1f} %</td><td>{int(row['deals'])}</td></tr>"
        for spec, row in scores.items()
    ]
    return (
        "<div class='card'><table><thead><tr><th>among</th><th>score per deal</th><th>difference</th><th>95 % interval</th>"
        f"<th></th><th>wins</th><th>deals</th></tr></thead><tbody>{''.join(rows)}</tbody></table>"
        "<p class='soft' style='margin-top:12px'>Game points. Difference: less what an opponent of this kind earns in the same "
        "seats of the same deals.</p></div>"
    )


def _learning_curve(curves: Mapping[str, Any], baseline: str) -> str:
    meaning = (
        f"One learner among {baseline} players: what it earns beyond what {baseline} earns in the same seats of the same "
        "deals. Band: 95 % interval over deals."
    )
    chart = line_chart(
        curves.get("eval/difference", []),
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


def _options(options: Mapping[str, Any]) -> str:
    return escape("".join(f", {name}={value}" for name, value in options.items()))


def _flat(values: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Inner keys joined by dots."""
    flat: dict[str, str] = {}
    for key, value in values.items():
        if isinstance(value, Mapping) and value:
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = str(value)
    return flat


def _table(values: Mapping[str, Any]) -> str:
    rows = "".join(f"<tr><td>{escape(key)}</td><td>{escape(str(value))}</td></tr>" for key, value in values.items())
    return f'<div class="card"><table class="plain"><tbody>{rows}</tbody></table></div>'
