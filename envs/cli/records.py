"""Which deals of a file of hand records a command is about."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from envs import notation


def add_choice_of_deals(command: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    command.add_argument("file", type=Path, help="recorded deals, one in each line")
    command.add_argument("--deal", type=int, metavar="N", help="only the deal in line N of the file")
    command.add_argument("--game", metavar="ID", help="only deals of this id, or of all variants of this game")
    command.add_argument("--agent", metavar="SPEC", help="only deals in which this agent plays, as the records name it")


def chosen_deals(args: argparse.Namespace) -> Iterator[notation.HandRecord]:
    """The deals that the arguments name."""
    return notation.read(args.file, deal=args.deal, game=args.game, agent=args.agent)
