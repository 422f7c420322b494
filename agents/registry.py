"""The agents by name, each imported when it is asked for.

An agent is made by a class or function. It is called with the game; where it takes a second positional argument, with all that
follows the name in the spec; and with its keyword-only arguments, each with a default, which a spec sets as `key=value`. One
without arguments is called without.
"""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

from agents.spec import AgentSpecError, read_parameters, split_spec
from envs.agent import Agent, Judge, Provider, provide
from envs.core.options import unknown
from envs.game import Game

AGENTS = {
    "random": "agents.random:RandomAgent",
    "heuristic": "agents.heuristic:HeuristicAgent",
    "pimc": "agents.search.pimc:PimcAgent",
    "ismcts": "agents.search.ismcts:IsmctsAgent",
    "policy": "agents.policy.agent:load_agent",
}
EXTRAS = {"policy": "policy"}
"""Which extra of the package an agent needs."""
ENTRY_POINTS = "stichwerk.agents"
"""Group of entry points by which other packages add agents."""
_USAGES = ("random", "heuristic", "pimc:worlds=N", "ismcts:iterations=N", "policy:PATH", "policy:NAME", "FILE.py:NAME")


def make(spec: str, game: Game) -> Agent:
    """Make the agent that a spec names.

    Args:
        spec: `random`, `heuristic`, `pimc`, `ismcts`, `policy:PATH` or `policy:NAME` (one that is shipped), `FILE.py:NAME` (a
            class or function in a file), or the name of an entry point of the group `stichwerk.agents`; all but the policy may
            be followed by `:key=value,...`.
        game: the table it is to play at.

    Raises:
        AgentSpecError: unknown spec or parameter, or no such agent for this game; says what is possible.
    """
    name, parameters = split_spec(str(spec))
    maker = _find(name, spec)
    arguments = inspect.signature(maker).parameters.values()
    numbers = {each.name: each.default for each in arguments if each.kind is each.KEYWORD_ONLY}
    places = [each for each in arguments if each.kind in {each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD}]
    given: list[Any] = [game, parameters][: len(places)]
    agent: Agent = maker(*given) if len(given) == 2 else maker(*given, **read_parameters(name, parameters, numbers))
    if name not in AGENTS:
        _check(agent, spec)
        agent.spec = str(spec)
    return agent


def _check(agent: object, spec: str) -> None:
    """Refuse what cannot play: it would fail only in the middle of a deal."""
    missing = [method for method in ("act", "act_many") if not callable(getattr(agent, method, None))]
    if missing:
        raise AgentSpecError(
            f"agent {spec}: no agent, it has no method {' or '.join(missing)} (agents.Agent says what they do)"
        )


def _find(name: str, spec: str) -> Callable[..., Agent]:
    """What makes the agents of a name."""
    if name in AGENTS:
        module, _, attribute = AGENTS[name].partition(":")
        try:
            return getattr(importlib.import_module(module), attribute)  # type: ignore[no-any-return]
        except ModuleNotFoundError as error:
            if name not in EXTRAS:
                raise
            raise AgentSpecError(f"agent {name!r} needs {error.name}: pip install 'stichwerk[{EXTRAS[name]}]'") from None
    file, _, attribute = name.partition(".py:")
    if attribute:
        return _load(Path(f"{file}.py"), attribute)
    for entry in metadata.entry_points(group=ENTRY_POINTS, name=name):
        return entry.load()  # type: ignore[no-any-return]
    others = metadata.entry_points(group=ENTRY_POINTS).names
    raise AgentSpecError(unknown("agent", spec, [*_USAGES, *sorted(others)]))


def _load(path: Path, attribute: str) -> Callable[..., Agent]:
    """A class or function of a Python file, which may import others that lie beside it."""
    source = importlib.util.spec_from_file_location(f"agent_file_{path.stem}", path)
    if source is None or source.loader is None or not path.is_file():
        raise AgentSpecError(f"agent {path}:{attribute}: there is no file {path}")
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)  # at the end: nothing that is installed is hidden
    module = sys.modules[source.name] = importlib.util.module_from_spec(source)
    source.loader.exec_module(module)
    if not callable(getattr(module, attribute, None)):
        raise AgentSpecError(f"agent {path}:{attribute}: {path} has no class or function {attribute!r}")
    return getattr(module, attribute)  # type: ignore[no-any-return]


def make_judge(game: Game) -> Judge:
    """The open-card solver of a game.

    Raises:
        NoSolverError: there is none.
    """
    judge: Judge = importlib.import_module("agents.search.solver").Solver(game)
    return judge


provide(Provider(make, make_judge))
