"""The report of an evaluation as a page."""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import permutations
from typing import Any

from agents.evaluation.report.charts import SMALL, bar_chart, interval_chart, number
from agents.evaluation.report.html import data_table, document, facts_row, key_table, name_html, options_text

STATISTICS = {
    "part": ("By part in the deal", "What the agent was."),
    "place": ("By place at the table", "Counted from the dealer, clockwise."),
    "contract": ("By contract", "What was played, and what the agent was in it."),
    "mark": ("Special ends", "Schneider, Schwarz and the like."),
}
RARE = 0.01
"""Choices that no agent makes more often, as a share of those of the same word, have no row of their own."""


def evaluation_page(summary: Mapping[str, Any]) -> str:
    """What `collect_evaluation` gave, as a page."""
    agents = summary["agents"]
    names = [agent["name"] for agent in agents]
    pairs = [{**pair, "a": a, "b": b} for pair, (a, b) in zip(summary["pairs"], permutations(names, 2), strict=True)]
    sections = [
        f"<h1>{escape(summary['game'])}</h1>",
        f'<p class="soft">Evaluation: the same deals with every seating{options_text(summary["changes"])}</p>',
        facts_row({"deals": number(summary["deals"]), "agents": str(len(agents)), "seed of the deals": str(summary["seed"])}),
        "<h2>Ranking</h2>",
        _ranking(agents),
    ]
    if pairs:
        sections += ["<h2>Who beats whom</h2>", _heat_map(names, pairs), _pairs(pairs, "")]
    if pairs and "alone" in pairs[0]:
        sections += ["<h2>With partners of the other kind</h2>", _pairs(pairs, "alone")]
    if "regret" in agents[0]:
        sections += ["<h2>Card points given away</h2>", _regret(agents)]
    charts = (_distribution(agent) for agent in agents)
    sections += ["<h2>Scores</h2><div class='grid'>", *charts, "</div>"]
    sections += ["<h2>What they choose</h2>", _choices(agents)]
    for kind, (title, meaning) in STATISTICS.items():
        if any(agent[kind] for agent in agents):
            sections += [f"<h2>{title}</h2>", _statistics(agents, kind, meaning)]
    sections += [
        "<h2>Options of the game</h2>",
        key_table(summary["options"]),
        "<h2>Versions</h2>",
        key_table(summary["versions"]),
    ]
    return document(f"{summary['game']}: {', '.join(names)}", sections)


def _ranking(agents: Sequence[Mapping[str, Any]]) -> str:
    span = _span([agent["rating_ci95"] for agent in agents])
    rows = [
        (
            f"{place}. {name_html(agent['name'])}",
            _with_half(agent["rating"], agent["rating_ci95"]),
            interval_chart(agent["rating_ci95"][0], agent["rating"], agent["rating_ci95"][1], span),
            _with_half(agent["score_per_deal"], agent["ci95"]),
            f"{agent['win_rate']:.1%}",
            f"{agent['decisions_per_second']:,.0f}",
        )
        for place, agent in enumerate(sorted(agents, key=lambda agent: -agent["rating"]), start=1)
    ]
    return data_table(
        ("agent", "rating", "", "score per deal", "win rate", "decisions/s"),
        rows,
        "Rating: strength in points per deal, fitted to all pairs together, with its 95 % interval over deals. Score and win "
        "rate are those of one such agent (in team games one team) among each other kind; a win is more than the table's mean.",
    )


def _heat_map(names: Sequence[str], pairs: Sequence[Mapping[str, Any]]) -> str:
    """Rows among columns; green gains, red loses."""
    found = {(pair["a"], pair["b"]): pair for pair in pairs}
    largest = max(abs(pair["difference"]) for pair in pairs) or 1.0

    def cell(a: str, b: str) -> str:
        pair = found.get((a, b))
        if pair is None:
            return "<td></td>"
        depth = round(70 * abs(pair["difference"]) / largest)
        colour = "--line" if pair["difference"] >= 0 else "--zero"
        style = f"background: color-mix(in srgb, var({colour}) {depth}%, transparent)"
        return f'<td style="{style}">{pair["difference"]:+.2f}</td>'

    head = "".join(f"<th>{name_html(name)}</th>" for name in ("one of these among", *names))
    body = "".join(f"<tr><td class='text'>{name_html(a)}</td>{''.join(cell(a, b) for b in names)}</tr>" for a in names)
    return f'<div class="card"><table class="heat"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _pairs(pairs: Sequence[Mapping[str, Any]], key: str) -> str:
    """Differences with intervals; key "alone" for those with partners of the other kind."""
    values = [pair[key] if key else pair for pair in pairs]
    span = _span([value["ci95"] for value in values])
    rows = [
        (
            name_html(pair["a"]),
            name_html(pair["b"]),
            _with_half(value["difference"], value["ci95"]),
            interval_chart(value["ci95"][0], value["difference"], value["ci95"][1], span),
            str(pair["deals"]),
        )
        for pair, value in zip(pairs, values, strict=True)
    ]
    return data_table(
        ("agent", "among", "difference per deal", "", "deals"),
        rows,
        "Game points: what one agent earns beyond what the others' kind earns in the same seats of the same deals.",
        texts=2,
    )


def _regret(agents: Sequence[Mapping[str, Any]]) -> str:
    span = _span([agent["regret_ci95"] for agent in agents])
    rows = [
        (
            name_html(agent["name"]),
            _with_half(agent["regret"], agent["regret_ci95"]),
            interval_chart(agent["regret_ci95"][0], agent["regret"], agent["regret_ci95"][1], span),
            str(agent["regret_deals"]),
        )
        for agent in agents
    ]
    return data_table(
        ("agent", "regret", "", "deals"),
        rows,
        "How many card points a card gives away if from then on everybody played their best with all cards open: the sum over "
        "a deal, a seat, at tables of one kind. Nobody who sees only their own cards can avoid all of it.",
    )


def _distribution(agent: Mapping[str, Any]) -> str:
    chart = bar_chart(agent["scores"], "score", "share of deals", SMALL)
    return f'<div class="card"><h3>{name_html(agent["name"])}</h3>{chart}</div>'


def _choices(agents: Sequence[Mapping[str, Any]]) -> str:
    rows = []
    for word in dict.fromkeys(word for agent in agents for word in agent["choices"]):
        found = [agent["choices"].get(word, {"offered": 0, "taken": {}}) for agent in agents]
        rows.append((f"<b>{escape(word)}</b>", *(_share(choice) for choice in found)))
        for name in dict.fromkeys(name for choice in found for name in choice["taken"] if name != word):
            parts = [choice["taken"].get(name, 0) / max(sum(choice["taken"].values()), 1) for choice in found]
            if max(parts) >= RARE:
                rows.append((f"&emsp;{escape(name)}", *(f"<span class='soft'>{part:.1%}</span>" for part in parts)))
    return data_table(
        ("decision", *(name_html(agent["name"]) for agent in agents)),
        rows,
        "How often it was taken where it was possible, and in how many decisions it was; below, what was chosen then. Rare "
        "choices are left out. Over all tables of the evaluation.",
    )


def _share(choice: Mapping[str, Any]) -> str:
    if not choice["offered"]:
        return ""
    return f"{sum(choice['taken'].values()) / choice['offered']:.1%} <span class='soft'>of {number(choice['offered'])}</span>"


def _statistics(agents: Sequence[Mapping[str, Any]], kind: str, meaning: str) -> str:
    names = dict.fromkeys(name for agent in agents for name in agent[kind])
    rows = [(escape(name), *(cell for agent in agents for cell in _statistic(agent, kind, name))) for name in names]
    headings = ["deals", "score", "wins"]
    groups = [(name_html(agent["name"]), len(headings)) for agent in agents]
    note = f"{meaning} Of the deals in which it was the one among others."
    return data_table(("", *headings * len(agents)), rows, note, groups=groups)


def _statistic(agent: Mapping[str, Any], kind: str, name: str) -> tuple[str, str, str]:
    """Share of deals, score and win rate."""
    row = agent[kind].get(name)
    if row is None:
        return "", "", ""
    share = row["deals"] / sum(of_part["deals"] for of_part in agent["part"].values())
    return f"{share:.1%}", f"{row['score']:+.2f} ± {row['half_ci95']:.2f}", f"{row['win_rate']:.1%}"


def _with_half(mean: float, bounds: Sequence[float]) -> str:
    return f"{mean:+.2f} ± {bounds[1] - mean:.2f}"


def _span(intervals: Sequence[Sequence[float]]) -> tuple[float, float]:
    ends = [0.0, *(end for interval in intervals for end in interval)]
    return min(ends), max(ends)
