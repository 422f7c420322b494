"""How the terminal can show cards."""

import os
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
