"""`python -m envs play`: a person at the terminal against agents."""

import argparse
import json
import re
import shlex
import sys
from pathlib import Path

import envs
from envs import notation
from envs.agent import as_agent
from envs.cli.called import called
from envs.cli.outputs import Outputs, files_of
from envs.cli.session import Session, Terminal
from envs.cli.style import fold, terminal_style
from envs.core.options import parse_assignments
from envs.core.rng import check_seed


def add_to(commands: argparse._SubParsersAction) -> None:  # type: ignore[type-arg]
    """Add the command."""
    command = commands.add_parser(
        "play",
        help="play a deal or a match against agents",
        usage="%(prog)s [-h] [--seat N] [--agents SPEC ...] [--seed N] [--match] [--record FILE] id [KEY=VALUE ...]",
        epilog=f"KEY=VALUE are options of the game; `{called('show')} ID` lists them.",
    )
    command.add_argument("id", help="id of the game, such as ramsch/schieberamsch-v0; the command list shows all")
    command.add_argument("--seat", type=int, default=0, metavar="N", help="your seat, from 0 on (default: 0)")
    command.add_argument(
        "--agents",
        nargs="+",
        default=[],
        metavar="SPEC",
        help="the agents in the other seats, in turn from your left, such as random or policy:PATH (default: heuristic)",
    )
    command.add_argument("--seed", type=int, metavar="N", help="random seed of the cards (default: a new one each time)")
    command.add_argument("--match", action="store_true", help="play a whole match instead of one deal")
    command.add_argument("--record", type=Path, metavar="FILE", help="append a record of each deal to this file")
    command.add_argument(
        "--options", nargs="+", default=[], metavar="KEY=VALUE", help="options of the game; they may also stand alone"
    )
    command.set_defaults(run=play)


def is_option(word: str) -> bool:
    """Whether a word of a command line is an option KEY=VALUE; an agent's spec has a colon before its settings.

    >>> is_option("players=4"), is_option("pimc:worlds=20")
    (True, False)
    """
    return re.match(r"[a-z_0-9]+=", word) is not None


def sort_words(args: argparse.Namespace, rest: list[str]) -> list[str]:
    """Options of the game may stand anywhere on the line, also among the agents; returns the words that are none."""
    args.options += [word for word in (*args.agents, *rest) if is_option(word)]
    args.agents = [word for word in args.agents if not is_option(word)] or ["heuristic"]
    return [word for word in rest if not is_option(word)]


def play(args: argparse.Namespace) -> int:
    """Play a deal or a match at the terminal."""
    options = parse_assignments(args.options)
    if args.match:
        options["episode"] = "match"
    game = envs.load_game(args.id, **options)
    names = [
        None if seat == args.seat else args.agents[(seat - args.seat - 1) % game.num_players % len(args.agents)]
        for seat in range(game.num_players)
    ]

    outputs = Outputs(args.program, files_of(args.agents))
    if args.record is not None:
        outputs.add_records(args.record)

    def write(line: str) -> None:
        outputs.write(lambda: notation.append(args.record, [json.dumps(json.loads(line) | {"agents": names})]))

    seed = check_seed(args.seed) if args.seed is not None else check_seed(None) % 1_000_000
    command = shlex.join(again(args, seed))

    def say(text: str) -> None:
        print(text if command in text else fold(text))  # a command is to be copied whole

    session = Session(
        game,
        args.seat,
        [as_agent(spec, game) for spec in args.agents],
        seed=seed,
        terminal=Terminal(ask, say, terminal_style(), None if args.record is None else write),
        advisers={spec: as_agent(spec, game) for spec in dict.fromkeys(["heuristic", *args.agents]) if spec != "random"},
        again=command,
    )
    session.play()
    return outputs.status


def again(args: argparse.Namespace, seed: int) -> list[str]:
    """The command that deals the same cards."""
    words = [*called("play").split(), args.id, "--seat", str(args.seat), "--seed", str(seed), "--agents", *args.agents]
    words += ["--match"] if args.match else []
    return [*words, *args.options]


def ask(prompt: str) -> str:
    """Read a line; what comes from a pipe is printed too, so that the output can be read."""
    answer = input(prompt)
    if not sys.stdin.isatty():
        print(answer)
    return answer
