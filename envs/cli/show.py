"""`python -m envs list` and `show`."""

import argparse
import json

import envs
from envs.core.options import describe_options, possible_values, to_plain


def add_to(commands: argparse._SubParsersAction) -> None:  # type: ignore[type-arg]
    """Add the commands."""
    command = commands.add_parser("list", help="list every id with its players and actions")
    command.set_defaults(run=show_list)
    command = commands.add_parser("show", help="show a game's rules, options, actions and observation")
    command.add_argument("id", help="id of the game, such as ramsch/schieberamsch-v0; the command list shows all")
    command.set_defaults(run=show_game)


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
