"""The only list of games: id -> rules module and preset."""

import functools
import importlib
from dataclasses import dataclass
from typing import Any

from envs.core.options import unknown
from envs.game import Game


@dataclass(frozen=True)
class Registered:
    """A game: its rules module, the version of behaviour and observation, and one line about it."""

    module: str
    version: int
    title: str


GAMES = {
    "ramsch": Registered("envs.games.ramsch", 0, "Ramsch and Schieberamsch, three players"),
}


class UnknownGameError(ValueError):
    """An id that is not registered."""


@functools.cache
def list_games() -> tuple[str, ...]:
    """Every id, `<game>/<variant>-v<version>`."""
    return tuple(
        f"{name}/{variant}-v{game.version}"
        for name, game in GAMES.items()
        for variant in importlib.import_module(game.module).VARIANTS
    )


def load_game(game_id: str, **options: Any) -> Game:
    """The rules of one table.

    Args:
        game_id: an id of `list_games()`.
        options: options of the game that differ from the variant's, as text, numbers and lists; for every game also
            `episode="deal"` or `"match"` and `reward="score"` or `"zero_sum"`.

    Raises:
        UnknownGameError: unknown id; says which are known.
        OptionError: unknown or impossible option.
    """
    if game_id not in list_games():
        raise UnknownGameError(unknown("game", game_id, list_games()))
    name, _, variant = game_id.partition("/")
    rules = importlib.import_module(GAMES[name].module)
    return Game(game_id, rules, rules.VARIANTS[variant.rpartition("-v")[0]], options)
