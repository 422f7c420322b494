"""Which deals of a file of hand records a command is about, and the count of those that cannot be read."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from envs import notation
from envs.cli.program import WRONG, complain
from envs.game import RecordError
from envs.notation import Replay

MOST_PROBLEMS = 20
"""Of deals that are passed over so many say why; a file that begins with more of them is not read on."""


def add_choice_of_deals(command: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    command.add_argument("file", type=Path, help="recorded deals, one in each line")
    command.add_argument("--deal", type=int, metavar="N", help="only the deal in line N of the file")
    command.add_argument("--game", metavar="ID", help="only deals of this id, or of all variants of this game")
    command.add_argument("--agent", metavar="SPEC", help="only deals in which this agent plays, as the records name it")


class Deals:
    """The deals that the arguments name, played again; those that cannot be are passed over and counted.

    Attributes:
        num_skipped: how many were passed over so far.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        """Begin with the first line."""
        self.num_skipped = 0
        self._args = args
        self._problems: list[RecordError] = []
        self._is_any_read = False

    def __iter__(self) -> Iterator[Replay]:
        """Deal by deal, once.

        Raises:
            RecordError: not one can be played again; says why for the first.
        """
        args = self._args
        for record in notation.read(args.file, deal=args.deal, game=args.game, agent=args.agent, skip=self._skip):
            try:
                deal = record.replay()
            except RecordError as error:
                self._skip(error)
                continue
            self._is_any_read = True
            yield deal
        if self._problems and not self._is_any_read:
            raise self._problems[0]

    def _skip(self, error: RecordError) -> None:
        self.num_skipped += 1
        if len(self._problems) < MOST_PROBLEMS:
            self._problems.append(error)
        elif not self._is_any_read:
            raise self._problems[0]

    def status(self, program: str) -> int:
        """Say on the error stream what was passed over; returns the exit status."""
        for problem in self._problems:
            complain(program, problem)
        if self.num_skipped:
            more = f", the first {MOST_PROBLEMS} of them named above" if self.num_skipped > MOST_PROBLEMS else ""
            deals = "1 deal was" if self.num_skipped == 1 else f"{self.num_skipped} deals were"
            complain(program, RecordError(f"{self._args.file}: {deals} skipped{more}"))
        return WRONG if self.num_skipped else 0
