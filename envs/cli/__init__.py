"""Look at the games from the terminal: list them, show one, play a deal, replay a record.

python -m envs list
python -m envs show ramsch/schieberamsch-v0
python -m envs play ramsch/schieberamsch-v0 --seat 0 --agents heuristic --seed 7
python -m envs replay deals.jsonl
python -m envs view deals.jsonl
"""

import argparse
import json
import os
import shlex
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import envs
from envs import notation
from envs.agent import as_agent
from envs.cli.session import Session, Terminal, is_option
from envs.cli.view import page_data
from envs.core.options import describe_options, parse_assignments, possible_values, to_plain
from envs.core.rng import check_seed
from envs.render.page import write_page
from envs.render.text import SYMBOL_BY_SUIT, Style, describe

MOST_DEALS = 200
"""A page of so many deals has some megabytes and is written in a minute."""


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
    command = commands.add_parser("list", help="every id, with players and actions")
    command.set_defaults(run=show_list)
    command = commands.add_parser("show", help="a game's options, actions and observation")
    command.add_argument("id")
    command.set_defaults(run=show_game)
    command = commands.add_parser(
        "play",
        help="a deal or a match against agents",
        usage="%(prog)s [-h] [--seat SEAT] [--agents SPEC ...] [--seed SEED] [--match] [--record FILE] id [KEY=VALUE ...]",
        epilog="KEY=VALUE are options of the game; `python -m envs show ID` lists them.",
    )
    command.add_argument("id")
    command.add_argument("--seat", type=int, default=0, help="yours (0)")
    command.add_argument(
        "--agents", nargs="+", default=["heuristic"], metavar="SPEC", help="the others, from your left on, in turn (heuristic)"
    )
    command.add_argument("--seed", type=int, help="of the cards; another one each time by default")
    command.add_argument("--match", action="store_true", help="play on to the end of the match")
    command.add_argument("--record", type=Path, metavar="FILE", help="add each deal to a file of records")
    command.add_argument(
        "--options", nargs="+", default=[], metavar="KEY=VALUE", help="options of the game, as show lists them"
    )
    command.set_defaults(run=play)
    command = commands.add_parser(
        "replay", help="recorded deals, one line each (ours, or SGF of the Skat server), decision by decision"
    )
    add_choice_of_deals(command)
    command.add_argument("--seat", type=int, help="show what this seat sees (all cards open)")
    command.set_defaults(run=replay)
    command = commands.add_parser("view", help="recorded deals as one page to step through, for a browser")
    add_choice_of_deals(command)
    command.add_argument("--output", type=Path, metavar="HTML", help="the page (beside FILE, with its name and .html)")
    command.add_argument("--most", type=int, default=MOST_DEALS, metavar="N", help=f"deals on the page at most ({MOST_DEALS})")
    command.set_defaults(run=view)
    args, rest = parser.parse_known_args(arguments)
    if args.run is play:
        agents = [word for word in args.agents if not is_option(word)]
        args.options = [word for word in (*args.agents, *rest) if is_option(word)]
        args.agents = agents or ["heuristic"]
        rest = [word for word in rest if not is_option(word)]
    if rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return args


def add_choice_of_deals(command: argparse.ArgumentParser) -> None:
    """Which records of which file."""
    command.add_argument("file", type=Path)
    command.add_argument("--deal", type=int, metavar="N", help="only the deal in this line of the file")
    command.add_argument("--game", metavar="ID", help="only deals of this id, or of this game in all variants")
    command.add_argument("--agent", metavar="SPEC", help="only deals in which this agent plays")


def show_list(_args: argparse.Namespace) -> int:
    """Print every id."""
    for game_id in envs.list_games():
        game = envs.load_game(game_id)
        sizes = f"{game.num_players} players, {game.num_actions} actions, observation of {game.observation_size}"
        print(f"{game_id:32} {sizes}")
    return 0


def show_game(args: argparse.Namespace) -> int:
    """Print a game's page: where its rules come from, options, actions, observation."""
    game = envs.load_game(args.id)
    print(f"# {game.id}\n\n{game.rules.__doc__}\n## Options\n\n| option | here | possible | meaning |\n|---|---|---|---|")
    here = to_plain(game.options)
    for name, kind, meaning in describe_options(type(game.options)):
        print(f"| `{name}` | {json.dumps(here[name])} | {possible_values(kind)} | {meaning} |")
    print(f"\n## Observation: int8 [{game.observation_size}]\n\n{game.layout.table()}")
    return 0


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

    def write(line: str) -> None:
        notation.append(args.record, [json.dumps(json.loads(line) | {"agents": names})])

    seed = check_seed(args.seed) if args.seed is not None else check_seed(None) % 1_000_000
    session = Session(
        game,
        args.seat,
        [as_agent(spec, game) for spec in args.agents],
        seed=seed,
        terminal=Terminal(ask, print, terminal_style(), None if args.record is None else write),
        advisers={spec: as_agent(spec, game) for spec in dict.fromkeys(["heuristic", *args.agents]) if spec != "random"},
        again=shlex.join(again(args, seed)),
    )
    session.play()
    return 0


def again(args: argparse.Namespace, seed: int) -> list[str]:
    """The command that deals the same cards."""
    words = ["python", "-m", "envs", "play", args.id, "--seat", str(args.seat), "--seed", str(seed), "--agents", *args.agents]
    words += ["--match"] if args.match else []
    return [*words, *args.options]


def ask(prompt: str) -> str:
    """Read a line; what comes from a pipe is printed too, so that the output can be read."""
    answer = input(prompt)
    if not sys.stdin.isatty():
        print(answer)
    return answer


def terminal_style() -> Style:
    """Suit symbols where the output can show them, colours at a terminal that has not switched them off."""
    is_terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and "NO_COLOR" not in os.environ
    try:
        "".join(SYMBOL_BY_SUIT.values()).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return Style(colours=is_terminal)
    return Style(symbols=True, colours=is_terminal)


def replay(args: argparse.Namespace) -> int:
    """Print recorded deals, decision by decision, and the table before and after."""
    for record in notation.read(args.file, deal=args.deal, game=args.game, agent=args.agent):
        deal = record.replay()
        game, style = deal.game, terminal_style()
        if args.seat is not None and args.seat not in range(game.num_players):
            raise ValueError(f"seat {args.seat}; possible: 0 to {game.num_players - 1}")
        print(f"deal {record.line}: {game.id}")
        for seat, agent in enumerate(record.agents):
            print(f"  player_{seat} is {agent or 'a person'}")
        print(describe(game.scene(deal.states[0], args.seat), style))
        for state, action in zip(deal.states, deal.actions, strict=False):
            name = game.actions.name(action) if args.seat is None else game.heard(state, args.seat, action)
            print(f"  player_{game.current_player(state)}: {style.words(name) or 'something secret'}")
        if deal.is_thrown_in:
            print("The cards are thrown in and dealt anew.\n")
        else:
            print(f"{describe(game.scene(deal.states[-1], args.seat), style)}\n")
    return 0


def view(args: argparse.Namespace) -> int:
    """Write a page that shows recorded deals."""
    deals = notation.read(args.file, deal=args.deal, game=args.game, agent=args.agent)
    if args.most < 1:
        raise ValueError(f"--most {args.most}; possible: from 1 on")
    data = page_data(islice(deals, args.most), args.file.name)
    if not data["deals"]:
        raise ValueError(f"{args.file} holds no such deals")
    output = args.output or args.file.with_suffix(".html")
    if next(deals, None) is not None:
        data["notes"].append(f"These are the first {args.most} deals of the file; --most N puts more on a page.")
    write_page(output, data)
    for note in data["notes"]:
        print(note, file=sys.stderr)
    print(f"{output}: {len(data['deals'])} deal{'s' if len(data['deals']) > 1 else ''}; open it in a browser")
    return 0
