"""For what types the kernels of a game have been compiled: a second set of types is compile time for nothing."""

import sys
from typing import Any

from numba.core.dispatcher import Dispatcher


def signatures_of(game: Any) -> dict[str, set[Any]]:
    """Kernels of the rules and of the core that this process compiled, by name, with the types of their arguments."""
    modules = [module for name, module in sys.modules.items() if name.startswith("envs")]
    found = [value for each in [*modules, game.kernels] for value in vars(each).values() if isinstance(value, Dispatcher)]
    return {k.py_func.__qualname__: {*k.signatures, *k.called.signatures} for k in found if hasattr(k, "called")}


def compiled_twice(game: Any) -> list[str]:
    """Names of those compiled for several sets of types."""
    return sorted(name for name, signatures in signatures_of(game).items() if len(signatures) > 1)
