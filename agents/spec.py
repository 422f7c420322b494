"""Specs, the texts that name agents: `heuristic`, `name:key=value,key=value`, `policy:PATH`, `FILE.py:NAME:key=value`."""

import re
from collections.abc import Mapping


class AgentSpecError(ValueError):
    """A spec that names no agent, or one that cannot play the game at hand."""


def split_spec(spec: str) -> tuple[str, str]:
    """Name and parameters.

    >>> split_spec("pimc:worlds=50"), split_spec("policy:runs/a:b"), split_spec("my/agents.py:Greedy:depth=2")
    (('pimc', 'worlds=50'), ('policy', 'runs/a:b'), ('my/agents.py:Greedy', 'depth=2'))
    >>> split_spec("pimc:rollout=own.py:Greedy"), split_spec("a.py:Both:b.py:Greedy")
    (('pimc', 'rollout=own.py:Greedy'), ('a.py:Both', 'b.py:Greedy'))
    """
    in_file = re.fullmatch(r"([^=]+?\.py:\w+)(?::(.*))?", spec)
    if in_file:
        return in_file[1], in_file[2] or ""
    name, _, parameters = spec.partition(":")
    return name, parameters


def read_parameters(name: str, text: str, defaults: Mapping[str, int | str]) -> dict[str, int | str]:
    """Read the parameters of a spec, what comes after the colon.

    >>> read_parameters("pimc", "worlds=50", {"worlds": 20, "rollout": "heuristic"})
    {'worlds': 50, 'rollout': 'heuristic'}

    Args:
        name: of the agent, for messages.
        text: `key=value,key=value`, or empty.
        defaults: what parameters there are, and their values unless they are given; a text where the value is one.

    Raises:
        AgentSpecError: an unknown parameter, or one that is no whole number from 1 on where it should be.
    """
    values = dict(defaults)
    for item in filter(None, text.split(",")):
        key, _, value = item.partition("=")
        if key not in defaults:
            known = ", ".join(f"{key}={default}" for key, default in defaults.items()) or "none"
            raise AgentSpecError(f"agent {name!r} has no parameter {key!r}; its parameters: {known}")
        is_text = isinstance(defaults[key], str)
        if not is_text and (not value.isdecimal() or int(value) == 0):
            raise AgentSpecError(f"agent {name!r}: {key}={value!r} is impossible; possible: a whole number from 1 on")
        values[key] = value if is_text else int(value)
    return values
