"""What all report pages share: one self-contained file each, no script, nothing loaded from elsewhere."""

import json
import re
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


def name_html(name: str) -> str:
    """The name of an agent, which may go on in the next line after a slash, an underscore or a colon."""
    return re.sub(r"([/_:])", r"\1<wbr>", escape(name))


def data_table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    note: str = "",
    *,
    texts: int = 1,
    groups: Sequence[tuple[str, int]] = (),
) -> str:
    """A table on a card; headings and cells are HTML.

    Args:
        headings: of the columns.
        rows: the cells.
        note: what stands below.
        texts: so many columns, the first ones, are text and may be folded; the others are numbers.
        groups: headings over several columns each, with their number, beside the first column.
    """
    classes = [" class='text'" if column < texts else "" for column in range(len(headings))]
    head = "".join(f"<th{kind}>{heading}</th>" for kind, heading in zip(classes, headings, strict=True))
    if groups:
        above = "".join(f"<th class='group' colspan='{span}'>{heading}</th>" for heading, span in groups)
        head = f"<th class='text'></th>{above}</tr><tr>{head}"
    cells = ("".join(f"<td{kind}>{cell}</td>" for kind, cell in zip(classes, row, strict=True)) for row in rows)
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    below = f'<p class="soft note">{escape(note)}</p>' if note else ""
    return f'<div class="card"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{below}</div>'


def key_table(values: Mapping[str, Any]) -> str:
    """Keys and values, as they are written in a config or on a command line."""
    rows = "".join(f"<tr><td>{escape(key)}</td><td>{escape(_written(value))}</td></tr>" for key, value in values.items())
    return f'<div class="card"><table class="plain"><tbody>{rows}</tbody></table></div>'


def options_text(options: Mapping[str, Any]) -> str:
    """Options behind the id of a game."""
    return escape("".join(f", {name}={_written(value)}" for name, value in options.items()))


def text_card(text: str) -> str:
    """A text of lines, as it is."""
    return f'<div class="card"><pre>{escape(text)}</pre></div>'


def _written(value: Any) -> str:
    """A value as a config has it: words without quotes, the rest as JSON, which is YAML."""
    return value if isinstance(value, str) else json.dumps(value)
