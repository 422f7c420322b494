"""Options of a game: a frozen dataclass for people, the same fields as a record for kernels, text and numbers at the edges.

Games that share options inherit them: the groups of a class stand in the order of its `dataclasses.fields`, those of its last
base first.
"""

import ast
import dataclasses
import difflib
import enum
import inspect
import itertools
import textwrap
import typing
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from envs.core.text import read_json

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


class OptionError(ValueError):
    """An option that does not exist, has an impossible value, or does not fit the others."""


class Choice(enum.IntEnum):
    """One of several named values; outside it is its name in lower case."""


class Subset(enum.IntFlag):
    """Any of several named values; outside it is the list of their names in lower case."""


class Episode(Choice):
    """How far an episode goes."""

    DEAL, MATCH = range(2)


class Reward(Choice):
    """What returns are: the score as the rules pay it, or settled between each pair of players so that it sums to zero."""

    SCORE, ZERO_SUM = range(2)


class UnknownOptionError(OptionError, TypeError):
    """An option that does not exist; also a TypeError, as for a keyword that a function does not know.

    Attributes:
        name: what was asked for.
        known: what there is.
    """

    def __init__(self, name: str, known: Iterable[str], where: str = "") -> None:
        """Write the message; `where` comes first in it."""
        self.name, self.known = name, list(known)
        super().__init__(where + unknown("option", name, self.known))

    def __reduce__(self) -> tuple[Any, ...]:
        return UnknownOptionError, (self.name, self.known)


def text_of(member: enum.IntEnum | enum.IntFlag) -> str:
    """Name of a choice as options print it."""
    return str(member.name).lower()


def options_dtype(options: type) -> np.dtype:
    """The dtype with the same fields: whole numbers int32, other numbers float64, tuples arrays of int32."""
    fields: list[tuple[str, Any]] = []
    for name, kind in typing.get_type_hints(options).items():
        size = len(typing.get_args(kind))
        scalar = np.float64 if kind is float else np.int32
        fields.append((name, (np.int32, (size,)) if size else scalar))
    return np.dtype(fields, align=True)


def options_array(options: Any) -> np.ndarray:
    """The options as kernels take them: an array of one record."""
    array = np.zeros(1, options_dtype(type(options)))
    for name, value in vars(options).items():
        array[name][0] = value
    return array


def to_plain(options: Any) -> dict[str, Any]:
    """Options as text, numbers and lists, ready for JSON or YAML."""
    return {name: _plain(value) for name, value in vars(options).items()}


def from_plain(base: T, changes: Mapping[str, Any]) -> T:
    """Options like `base` with some changed.

    Args:
        base: the preset.
        changes: option name to text, number, bool or list.

    Raises:
        OptionError: unknown name or impossible value; says what is possible.
    """
    kinds = typing.get_type_hints(type(base))
    values = {}
    for name, value in changes.items():
        if name not in kinds:
            raise UnknownOptionError(name, kinds)
        values[name] = _parse(name, kinds[name], value)
    return dataclasses.replace(base, **values)


def parse_assignments(texts: Iterable[str]) -> dict[str, Any]:
    """Options as they are typed, KEY=VALUE: numbers, true and false, lists in brackets; anything else is text.

    >>> parse_assignments(["players=4", "pass_jacks=True", "bock_triggers=[lost_60,kontra_lost]"])
    {'players': 4, 'pass_jacks': True, 'bock_triggers': ['lost_60', 'kontra_lost']}

    Raises:
        OptionError: a text that is no assignment.
    """
    values = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not key or not equals:
            raise OptionError(f"{text!r} is not KEY=VALUE")
        is_list = value.startswith("[") and value.endswith("]")
        values[key] = [_typed(item) for item in value[1:-1].split(",") if item.strip()] if is_list else _typed(value)
    return values


def _typed(text: str) -> Any:
    text = text.strip()
    try:
        return read_json(text.lower() if text.lower() in ("true", "false") else text)
    except ValueError:
        return text


def option_names(options: Any) -> tuple[str, ...]:
    """Names of the options of a game or a table, in order."""
    return tuple(field.name for field in dataclasses.fields(options))


def describe_options(options: type) -> list[tuple[str, Any, str]]:
    """Name, type and meaning of every option: what the line below it in the source says, or its type, if that is its own."""
    kinds = typing.get_type_hints(options)
    meanings = {name: inspect.getdoc(kind) for name, kind in kinds.items() if _is_named(kind)}
    for cls in filter(dataclasses.is_dataclass, reversed(options.__mro__)):
        definition = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
        for field, line in itertools.pairwise(definition.body):  # type: ignore[attr-defined]
            if isinstance(field, ast.AnnAssign) and isinstance(line, ast.Expr):
                meanings[field.target.id] = " ".join(line.value.value.split())  # type: ignore[attr-defined, union-attr]
    return [(name, kind, meanings.get(name) or "") for name, kind in kinds.items()]


def _is_named(kind: Any) -> bool:
    """Whether options of this type have names for values."""
    return isinstance(kind, type) and issubclass(kind, (Choice, Subset))


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """Message for a name that does not exist: the closest ones, then all."""
    known = list(known)
    close = difflib.get_close_matches(str(name), known, n=1)
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    return f"unknown {what} {name!r}{hint}; known: {', '.join(known)}"


def possible_values(kind: Any) -> str:
    """What an option of this type may be, as text."""
    if kind is bool:
        return "true, false"
    if kind in (int, float):
        return "a whole number" if kind is int else "a number"
    if typing.get_args(kind):
        return f"{len(typing.get_args(kind))} whole numbers"
    names = ", ".join(text_of(member) for member in kind)
    return names if issubclass(kind, Choice) else f"a list of: {names}"


def _plain(value: Any) -> Any:
    if isinstance(value, Choice):
        return text_of(value)
    if isinstance(value, Subset):
        return [text_of(member) for member in type(value) if member in value]
    return list(value) if isinstance(value, tuple) else value


def _parse(name: str, kind: Any, value: Any) -> Any:
    parsed = _try_parse(kind, value)
    if parsed is None:
        raise OptionError(f"option {name}={value!r} is impossible; possible: {possible_values(kind)}")
    return parsed


def _try_parse(kind: Any, value: Any) -> Any:
    """The value in its own type, or None."""
    if kind is bool:
        return value if isinstance(value, bool) else None
    if isinstance(value, kind if isinstance(kind, type) and kind is not int else ()):
        return value
    if kind is int:
        fits = isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**31
        return value if fits else None
    if kind is float:
        return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
    if typing.get_args(kind):
        fits = isinstance(value, (list, tuple)) and len(value) == len(typing.get_args(kind))
        return tuple(value) if fits and all(_try_parse(int, item) is not None for item in value) else None
    by_text = {text_of(member): member for member in kind}
    if issubclass(kind, Choice):
        is_text = isinstance(value, (str, int)) and not isinstance(value, bool)  # "J", or 9 where a choice is called so
        return by_text.get(str(value).lower()) if is_text else None
    if isinstance(value, str) or not isinstance(value, Iterable):
        return None
    chosen = list(value)
    known = all(isinstance(v, str) and v in by_text for v in chosen)
    return _union(kind, [by_text[v] for v in chosen]) if known else None


def _union(kind: Any, members: list[Any]) -> Any:
    result = kind(0)
    for member in members:
        result |= member
    return result
