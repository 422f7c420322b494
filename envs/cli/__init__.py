"""Look at the games from the terminal, and play them.

python -m envs list
python -m envs show ramsch/schieberamsch-v0
python -m envs play ramsch/schieberamsch-v0 --seat 0 --agents heuristic --seed 7
python -m envs replay deals.jsonl
python -m envs view deals.jsonl
"""

import argparse
import sys
from collections.abc import Sequence

from envs.cli import pages, play, replay, show, view


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; returns the exit status."""
    args = parse(arguments)
    try:
        return int(args.run(args))
    except (ValueError, OSError) as error:
        print(f"envs: {error}", file=sys.stderr)
        return 2
    except (EOFError, KeyboardInterrupt):
        print()
        return 130


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m envs", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (show, play, replay, view, pages):
        command.add_to(commands)
    args, rest = parser.parse_known_args(arguments)
    if args.run is play.play:
        rest = play.sort_words(args, rest)
    if rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return args
