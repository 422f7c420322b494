"""What all report pages share: one self-contained file each, no script, nothing loaded from elsewhere."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

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
.card + .card { margin-top: 16px; } .grid > .card + .card { margin-top: 0; }
.big { font-size: 1.6rem; font-weight: 600; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 6px 10px; border-bottom: 1px solid var(--edge); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } tr:last-child td { border-bottom: 0; }
th { font-weight: 600; color: var(--soft); } .plain td { text-align: left; white-space: normal; overflow-wrap: anywhere; }
svg { display: block; width: 100%; height: auto; } svg.interval { width: 200px; } .wide svg { min-width: 600px; }
svg text { fill: var(--soft); font-size: 12px; }
svg .grid { stroke: var(--edge); fill: none; } svg .line { stroke: var(--line); stroke-width: 2; fill: none; }
svg .fill { fill: var(--line); }
svg .band { fill: var(--band); stroke: none; } svg .zero { stroke: var(--zero); stroke-dasharray: 5 4; fill: none; }
.note { margin: 12px 0 0; }
svg .bar { stroke: var(--line); stroke-width: 4; } svg .dot { fill: var(--line); }
"""


def document(title: str, sections: Iterable[str]) -> str:
    """A whole page."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>{''.join(sections)}</main></body></html>\n"
    )


def facts_row(facts: Mapping[str, str]) -> str:
    """Large numbers with a word below each."""
    cards = (f'<div class="card"><div class="big">{escape(v)}</div><div class="soft">{k}</div></div>' for k, v in facts.items())
    return f"<div class='grid facts'>{''.join(cards)}</div>"


def data_table(headings: Sequence[str], rows: Iterable[Sequence[str]], note: str = "") -> str:
    """A table on a card: the first column is text, the others are numbers; cells are HTML.

    Args:
        headings: of the columns.
        rows: cells.
        note: a line below.
    """
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    below = f'<p class="soft note">{escape(note)}</p>' if note else ""
    return f'<div class="card"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{below}</div>'


def key_table(values: Mapping[str, Any]) -> str:
    """Keys and values."""
    rows = "".join(f"<tr><td>{escape(key)}</td><td>{escape(str(value))}</td></tr>" for key, value in values.items())
    return f'<div class="card"><table class="plain"><tbody>{rows}</tbody></table></div>'


def options_text(options: Mapping[str, Any]) -> str:
    """Options behind the id of a game."""
    return escape("".join(f", {name}={value}" for name, value in options.items()))


def flat(values: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Inner keys joined by dots.

    >>> flat({"a": 1, "b": {"c": 2}})
    {'a': '1', 'b.c': '2'}
    """
    result: dict[str, str] = {}
    for key, value in values.items():
        if isinstance(value, Mapping) and value:
            result |= flat(value, f"{prefix}{key}.")
        else:
            result[f"{prefix}{key}"] = str(value)
    return result
