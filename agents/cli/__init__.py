"""The command `stichwerk`: the commands of `envs.cli`, and two of this package, which need the extra `train`."""

import argparse
import importlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import envs.cli

ABOUT = """\
Look at the games from the terminal, play them, and train and evaluate agents. COMMAND --help explains each.

stichwerk list
stichwerk show ramsch/schieberamsch-v0
stichwerk play ramsch/schieberamsch-v0 --seat 0 --agents heuristic --seed 7
stichwerk replay deals.jsonl
stichwerk view deals.jsonl
stichwerk train --config schieberamsch_ppo seed=2
stichwerk evaluate --game ramsch/schieberamsch-v0 --agents heuristic random"""
EXTRAS = {"msgspec", "ruamel", "filelock", "tqdm", "rich", "torch", "stable_baselines3", "sb3_contrib", "tensorboard"}
"""What the extra `train` brings."""


@dataclass(frozen=True)
class Command:
    """A command that reads its own command line, in a module of its name in this package."""

    name: str
    help: str

    def add_to(self, commands: argparse._SubParsersAction) -> None:  # type: ignore[type-arg]
        """Name it in the help."""
        commands.add_parser(self.name, help=self.help)

    def run(self, arguments: Sequence[str]) -> int:
        """Do it; returns the exit status."""
        try:
            module = importlib.import_module(f"{__name__}.{self.name}")
            return int(module.main(arguments))
        except ModuleNotFoundError as error:
            if str(error.name).partition(".")[0] not in EXTRAS:
                raise
            print(f"stichwerk {self.name}: {error.name} is missing: pip install 'stichwerk[train]'", file=sys.stderr)
            return 2


COMMANDS = (
    Command("train", "train a policy, or go on with a run"),
    Command("evaluate", "play agents against each other over the same deals with every seating"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; returns the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    for command in COMMANDS:
        if arguments[:1] == [command.name]:
            return command.run(arguments[1:])
    return envs.cli.main(arguments, "stichwerk", ABOUT, (*envs.cli.COMMANDS, *COMMANDS))
