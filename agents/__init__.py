"""Players: anything that, handed an observation and the legal actions, names one of them."""

import importlib

_envs = importlib.import_module("envs")
if not hasattr(_envs, "load_game"):
    _where = [*getattr(_envs, "__path__", []), getattr(_envs, "__file__", None)][0]
    raise ImportError(
        f"agents needs the envs of Stichwerk, but Python found another one first: {_where}. "
        "Start Python in another folder, or put the folder that holds both envs and agents first in PYTHONPATH."
    )

from agents.registry import make  # noqa: E402  the check must come before envs is used
from agents.spec import AgentSpecError  # noqa: E402
from envs.agent import Agent  # noqa: E402

__all__ = ["Agent", "AgentSpecError", "make"]
