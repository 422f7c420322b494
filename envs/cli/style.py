"""How the terminal can show cards."""

import os
import re
import shutil
import sys

from envs.render.text import SYMBOL_BY_SUIT, Style


def terminal_style() -> Style:
    """Suit symbols where the output can show them, colours at a terminal that has not switched them off."""
    is_terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and "NO_COLOR" not in os.environ
    try:
        "".join(SYMBOL_BY_SUIT.values()).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return Style(colours=is_terminal)
    return Style(symbols=True, colours=is_terminal)


def fold(text: str, width: int = 0) -> str:
    """Break lines between words, as wide as the terminal (0) or a number of columns; what goes on stands further in.

    >>> print(fold("choose: 1 QC  2 8C  3 pass", 16))
    choose: 1 QC
        2 8C  3 pass
    """
    width = width or shutil.get_terminal_size().columns
    return "\n".join(_fold_line(line, width) for line in text.split("\n"))


def _fold_line(line: str, width: int) -> str:
    columns = re.findall(r"(?:^| {2,}) *[^ ]+(?: [^ ]+)*", line)
    pieces = [piece for text in columns for piece in ([text] if _size(text) <= width - 4 else re.findall(r" *[^ ]+", text))]
    lines = [""]
    for piece in pieces:
        if lines[-1] and _size(lines[-1] + piece) > width:
            lines.append(f"    {piece.lstrip()}")
        else:
            lines[-1] += piece
    return "\n".join(lines)


def _size(text: str) -> int:
    """Columns that a text takes."""
    return len(re.sub("\x1b[^m]*m", "", text))
