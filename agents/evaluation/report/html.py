"""What all report pages share: one self-contained file each, no script, nothing loaded from elsewhere."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

STYLE = Path(__file__).with_name("style.css").read_text(encoding="utf-8")


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
    """A table on a card, with a note below: the first column is text, the others are numbers; cells are HTML."""
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
