"""Named pieces of an observation vector: the table on a game's page, the bounds, and the way back to text."""

import enum
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Piece:
    """One named run of numbers in an observation."""

    name: str
    size: int
    meaning: str
    """What the numbers say, for people; entries in order."""
    high: int = 1
    low: int = 0
    entries: tuple[str, ...] = ()
    """Names of the entries, where they have one; empty for a plain number or digits."""


class Layout(Mapping[str, slice]):
    """Where each piece stands: `layout["hand"]` is a slice.

    >>> layout = Layout([Piece("hand", 2, "cards held", entries=("7C", "8C")), Piece("tricks", 1, "tricks won", high=10)])
    >>> layout["tricks"], layout.size
    (slice(2, 3, None), 3)
    >>> print(layout.describe(np.array([0, 1, 4], np.int8)))
    hand: 8C
    tricks: 4
    """

    def __init__(self, pieces: Sequence[Piece]) -> None:
        """Lay the pieces side by side, in order."""
        self.pieces = tuple(pieces)
        self._slices: dict[str, slice] = {}
        start = 0
        for piece in self.pieces:
            self._slices[piece.name] = slice(start, start + piece.size)
            start += piece.size
        if len(self._slices) != len(self.pieces):
            raise ValueError("two pieces of a layout have the same name")
        self.size = start
        self.low = np.concatenate([np.full(p.size, p.low, np.int8) for p in self.pieces])
        self.high = np.concatenate([np.full(p.size, p.high, np.int8) for p in self.pieces])

    def __getitem__(self, name: str) -> slice:
        return self._slices[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._slices)

    def __len__(self) -> int:
        return len(self._slices)

    def start(self, name: str) -> int:
        """First position of a piece."""
        return int(self._slices[name].start)

    def starts(self) -> Any:
        """First position of each piece by its name in capitals, as kernels read it.

        >>> At = Layout([Piece("hand", 2, "cards held"), Piece("tricks", 1, "tricks won", high=10)]).starts()
        >>> At.TRICKS
        <At.TRICKS: 2>
        """
        return enum.IntEnum("At", {name.upper(): int(place.start) for name, place in self.items()})

    def check_writes(self, writes: Iterable[tuple[str, int]]) -> None:
        """Raise ValueError where a writer spoils what it has written before, or writes past the end.

        Args:
            writes: what is written in eights, in the order in which it is written: a piece to begin with and how many numbers
                are written from there on, those included that reach into pieces written later. Pieces that are written number
                by number come after all of these.
        """
        done: list[str] = []
        for name, length in writes:
            start = self.start(name)
            spoilt = [other for other in done if start < self.start(other) < start + length]
            if spoilt or start + length > self.size:
                raise ValueError(f"{name!r}, written as {length} numbers, spoils {spoilt or 'what follows the observation'}")
            done.append(name)

    @property
    def hash(self) -> str:
        """Digest of names, sizes, bounds and entries: equal layouts, equal hash."""
        shape = [[p.name, p.size, p.low, p.high, list(p.entries)] for p in self.pieces]
        return hashlib.sha256(json.dumps(shape).encode()).hexdigest()[:16]

    def describe(self, observation: np.ndarray) -> str:
        """The pieces that are not all zero, as text, a line each."""
        lines = []
        for piece in self.pieces:
            values = observation[self[piece.name]]
            if not values.any():
                continue
            if piece.entries:
                shown = [
                    name if value == 1 else f"{name}={value}"
                    for name, value in zip(piece.entries, values, strict=True)
                    if value
                ]
            else:
                shown = [str(value) for value in values]
            lines.append(f"{piece.name}: {' '.join(shown)}")
        return "\n".join(lines)

    def table(self) -> str:
        """The layout as a Markdown table."""
        rows = ["| from | to | piece | values | meaning |", "|---:|---:|---|---|---|"]
        for piece in self.pieces:
            place = self[piece.name]
            values = f"{piece.low}..{piece.high}"
            rows.append(f"| {place.start} | {place.stop - 1} | `{piece.name}` | {values} | {piece.meaning} |")
        return "\n".join(rows)


class Actions(Sequence[str]):
    """Names of the actions: number to name and back.

    A name has no blanks. What an action names, a card, a suit or a number, comes last: "call_AC", "bid_18".

    >>> actions = Actions(["pick", "call_AC", "no_call"])
    >>> actions.number("call_AC"), actions[0]
    (1, 'pick')
    """

    def __init__(self, names: Sequence[str]) -> None:
        """Number the names from 0."""
        self.names = tuple(names)
        if any(" " in name for name in self.names):
            raise ValueError("the name of an action has no blanks")
        self._number_by_name = {name: number for number, name in enumerate(self.names)}

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, number):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN204
        return self.names[number]

    def name(self, number: int) -> str:
        """Name of an action."""
        return self.names[number]

    def number(self, name: str) -> int:
        """Number of a name, which old records write with blanks; raises ValueError with the known names."""
        number = self._number_by_name.get(name.replace(" ", "_"))
        if number is None:
            raise ValueError(f"{name!r} is no action; the actions are: {', '.join(self.names)}")
        return number

    def parts(self, number: int) -> tuple[str, str]:
        """The kind of an action and what it names, if anything.

        >>> actions = Actions(["QC", "call_AC", "no_call"])
        >>> [actions.parts(number) for number in range(3)]
        [('QC', ''), ('call', 'AC'), ('no_call', '')]
        """
        kind, _, named = self.names[number].rpartition("_")
        return (kind, named) if kind and (named.isupper() or named.isdecimal()) else (self.names[number], "")
