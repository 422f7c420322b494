"""Look at the games from the terminal, and play them.

python -m envs list
python -m envs show ramsch/schieberamsch-v0
python -m envs play ramsch/schieberamsch-v0 --seat 0 --agents heuristic --seed 7
python -m envs replay deals.jsonl
python -m envs view deals.jsonl
"""

import argparse
from collections.abc import Sequence
from typing import Protocol

from envs.cli import pages, play, replay, show, view
from envs.cli.program import run


class Command(Protocol):
    """One word of the command line; sets `run`, a function of what was read that gives the exit status."""

    def add_to(self, commands: argparse._SubParsersAction, /) -> None:  # type: ignore[type-arg]
        """Add it to a parser."""


COMMANDS: tuple[Command, ...] = (show, play, replay, view)
FROM_A_CLONE = (*COMMANDS, pages)


def main(
    arguments: Sequence[str] | None = None,
    program: str = "python -m envs",
    about: str = str(__doc__),
    commands: Sequence[Command] = FROM_A_CLONE,
) -> int:
    """Do what the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(prog=program, description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    args = parse(parser, commands, arguments)
    args.program = program.rpartition(" ")[2]
    return run(args.program, lambda: _do(args))


def _do(args: argparse.Namespace) -> int:
    try:
        return int(args.run(args))
    except (EOFError, KeyboardInterrupt):
        print()
        return 130


def parse(parser: argparse.ArgumentParser, commands: Sequence[Command], arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    words = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in commands:
        command.add_to(words)
    args, rest = parser.parse_known_args(arguments)
    if args.run is play.play:
        rest = play.sort_words(args, rest)
    if rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return args
