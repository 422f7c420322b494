"""The command `stichwerk`, and what `train.py` and `evaluate.py` start: makes sure of the packages, then hands over to them."""

import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path

# Numpy reads this when it is imported. Its other threads would only burn time while torch learns.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

HERE = Path(__file__).resolve().parent


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; returns the exit status."""
    for name in ("envs", "agents"):
        hiding = found_elsewhere(name)
        if hiding:
            print(
                f"stichwerk: another {name} hides the one of Stichwerk: {hiding}. "
                f"Start in another folder, or put {HERE} before {hiding.parent} in PYTHONPATH.",
                file=sys.stderr,
            )
            return 2
    from agents import cli

    return cli.main(arguments)


def found_elsewhere(name: str) -> Path | None:
    """The package or file that Python finds in place of ours, which lies beside this file."""
    found = importlib.util.find_spec(name)
    places = [Path(place) for place in (found.submodule_search_locations or [found.origin or name])] if found else []
    if not places or places[0].resolve() == HERE / name:
        return None
    return places[0]


if __name__ == "__main__":
    sys.exit(main())
