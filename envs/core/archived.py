"""What a line of a public archive says of a deal: the deal itself, and what a reader of ours can check it by."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Archived:
    """A deal of an archive; `envs.notation` plays it and compares."""

    record: dict[str, Any]
    """The hand record: id, dealer, deck and actions."""
    movers: tuple[int, ...]
    """Seat that takes each action, as the line has it."""
    ending: str = ""
    """Why the line stops before the deal is over, in words; empty if it says nothing of that."""
    scores: tuple[float, ...] = ()
    """Of each seat, for a deal that was played to its end; empty if the line has none."""
    tricks: dict[int, int] = field(default_factory=dict)
    """Seat to tricks won, as far as the line has them."""
    card_points: dict[int, int] = field(default_factory=dict)
    """Seat to card points won in tricks, likewise."""
