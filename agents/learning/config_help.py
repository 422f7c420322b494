"""The page that `stichwerk train --help` shows: every key with its default and what it means."""

import io
import typing
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct
from ruamel.yaml import YAML

from agents.learning.config import Config, meta_of, methods, tag_of


def help_text() -> str:
    """Every key with its default and its line of help; the keys of each method under its name."""
    rows = list(_rows(Config, ""))
    width = max(len(f"{key}={value}") for key, value, _ in rows)
    return "\n".join(f"  {f'{key}={value}':<{width}}  {text}" for key, value, text in rows)


def _rows(cls: type[Struct], prefix: str) -> Iterator[tuple[str, str, str]]:
    kinds = typing.get_type_hints(cls, include_extras=True)
    defaults = msgspec.to_builtins(cls())
    for name in cls.__struct_fields__:
        kind = kinds[name]
        if name == "method":
            for method in methods():
                yield "method.name", tag_of(method), f"how it learns: {method.about}"
                yield from _rows(method, "method.")
        elif isinstance(kind, type) and issubclass(kind, Struct):
            yield from _rows(kind, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", _flow(defaults[name]), meta_of(kind).description or ""


def _flow(value: Any) -> str:
    """A value as YAML on one line."""
    stream = io.StringIO()
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = True
    yaml.width = 1000
    yaml.dump(value, stream)
    return stream.getvalue().removesuffix("...\n").strip()
