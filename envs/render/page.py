"""Deals as one page of HTML that needs nothing else: style, script and data stand in it."""

import json
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from envs.core.files import write_whole

_FOLDER = Path(__file__).resolve().parent


def write_page(file: Path, data: Mapping[str, Any]) -> None:
    """Write the page over the file, with the data of `envs.cli.view.page_data`."""
    write_whole(file, page(data).encode())


def page(data: Mapping[str, Any]) -> str:
    """The page as text."""
    # A "<" in JSON stands in strings only; written as a number it cannot end the script element. Half a
    # letter, as JSON may have it, stays ASCII.
    content = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    parts = {"title": escape(str(data["title"])), "style": _read("page.css"), "script": _read("page.js"), "data": content}
    return re.sub("{{(.*?)}}", lambda slot: parts[slot[1]], _read("page.html"))


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
