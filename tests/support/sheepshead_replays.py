"""The whole hands of Sheepshead, read from where they stand: section 8.14 of the rules.

Forehand is seat 0. `said` is what happens before the first lead, in the words of the actions; a trick is the cards in playing
order, then its winner and its card points (in `sh24` its counters). `*` marks the under card, `B` and `H` the battery and the
hand of two players.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

RULES = Path(__file__).resolve().parents[2] / "envs" / "games" / "sheepshead" / "rules.md"


class Replay(NamedTuple):
    """One hand."""

    variant: str
    hands: list[str]
    tricks: list[str]
    scores: list[int]
    said: str
    """Actions before play, separated by commas."""
    blind: str
    options: Mapping[str, Any]
    die: int
    down: tuple[str, str]
    up: tuple[str, str]
    side: str
    """Seats of the P-side."""


def replays() -> dict[str, Replay]:
    """Every hand by its number."""
    section = RULES.read_text(encoding="utf-8").partition("### 8.14 ")[2].partition("\n## ")[0]
    return {name: _replay(text) for name, text in re.findall(r"\*\*(R-\d+) .*?```\n(.*?)```", section, re.DOTALL)}


def _replay(text: str) -> Replay:
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]

    def found(pattern: str) -> list[str]:
        return [match[1] for line in lines if (match := re.fullmatch(pattern, line))]

    def one(pattern: str) -> str:
        return next(iter(found(pattern)), "")

    variant, *words = one("variant (.*)").split()
    num_hands = 2 if variant == "p2_2" else 0
    return Replay(
        variant=variant,
        hands=found(r"hand\d (.*)") or [""] * num_hands,
        tricks=[re.sub(r" -> w(\d[BH]?) [pc](\d+)", r" > \1 \2", trick) for trick in found(r"t\d+ (.*)")],
        scores=[int(score) for score in one("scores (.*)").split()],
        said=one("actions (.*)"),
        blind=one(r"blind ([A-Z0-9 ]*[A-Z])"),
        options={key: value == "true" if value in ("true", "false") else value for key, value in map(_pair, words) if value},
        die=int(one(r"die (\d)") or 0),
        down=(one("down0 (.*)"), one("down1 (.*)")),
        up=(one("up0 (.*)"), one("up1 (.*)")),
        side=one(r"side ([\d ]+)(?::.*)?"),
    )


def _pair(word: str) -> tuple[str, str]:
    key, _, value = word.partition("=")
    return key, value


REPLAYS = replays()
