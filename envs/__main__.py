"""Look at the games from the terminal: list them, show one, play a deal, replay a record.

python -m envs list
python -m envs show ramsch/schieberamsch-v0
python -m envs play ramsch/schieberamsch-v0 --seat 0 --agents heuristic
python -m envs replay deals.jsonl
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import envs
from envs import records
from envs.core.options import possible_values, to_plain
from envs.core.rng import check_seed, make_streams
from envs.registry import as_agent, describe_options


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
    command = commands.add_parser("play", help="a deal against agents")
    command.add_argument("id")
    command.add_argument("--seat", type=int, default=0, help="yours (0)")
    command.add_argument("--agents", nargs="+", default=["heuristic"], metavar="SPEC", help="the others, in turn (heuristic)")
    command.add_argument("--seed", type=int, help="of the deal; another one each time by default")
    command.set_defaults(run=play)
    command = commands.add_parser(
        "replay", help="recorded deals, one line each (ours, or SGF of the Skat server), decision by decision"
    )
    add_choice_of_deals(command)
    command.add_argument("--seat", type=int, help="show what this seat sees (all cards open)")
    command.set_defaults(run=replay)
    return parser.parse_args(arguments)


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
    """Play a deal: number or name of an action, or q to stop."""
    game = envs.load_game(args.id)
    if args.seat not in range(game.num_players):
        raise ValueError(f"seat {args.seat}; possible: 0 to {game.num_players - 1}")
    others = [as_agent(spec, game) for spec in args.agents]
    seed = check_seed(args.seed)
    state, streams = game.deal(seed=seed), make_streams(1, seed)
    while not game.is_terminal(state):
        seat = game.current_player(state)
        if seat == args.seat:
            action = ask(game, state, seat)
        else:
            agent = others[(seat - args.seat - 1) % len(others)]
            action = agent.act(game.observe(state, seat), game.legal_mask(state), streams)
            print(f"player_{seat}: {game.actions.name(action)}")
        game.step(state, action)
    print(game.describe(state))
    print(f"python -m envs play {game.id} --seed {seed}   # deals the same cards")
    return 0


def ask(game: envs.Game, state: envs.State, seat: int) -> int:
    """Ask the player at the terminal until the answer is legal."""
    legal = game.legal_actions(state)
    print(f"\n{game.describe(state, seat)}")
    print("  ".join(f"{number}:{game.actions.name(action)}" for number, action in enumerate(legal)))
    while True:
        answer = input("your action> ").strip()
        if answer == "q":
            raise EOFError
        if answer.isdecimal() and int(answer) < len(legal):
            return legal[int(answer)]
        named = [action for action in legal if game.actions.name(action).lower() == answer.lower()]
        if named:
            return named[0]
        print(f"{answer!r} is not one of them: a number from 0 to {len(legal) - 1}, an action's name, or q")


def replay(args: argparse.Namespace) -> int:
    """Print recorded deals, decision by decision, and the table before and after."""
    for record in records.read(args.file, deal=args.deal, game=args.game, agent=args.agent):
        deal = record.replay()
        game, seats = deal.game, range(deal.game.num_players)
        if args.seat is not None and args.seat not in seats:
            raise ValueError(f"seat {args.seat}; possible: 0 to {game.num_players - 1}")
        print(f"deal {record.line}: {game.id}")
        for seat, agent in enumerate(record.agents):
            print(f"  player_{seat} is {agent or 'a person'}")
        print(game.describe(deal.states[0], args.seat))
        for state, action in zip(deal.states, deal.actions, strict=False):
            print(f"  player_{game.current_player(state)}: {game.actions.name(action)}")
        ending = "The cards are thrown in and dealt anew." if deal.is_thrown_in else game.describe(deal.states[-1], args.seat)
        print(f"{ending}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
