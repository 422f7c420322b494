"""Stichwerk: reinforcement-learning environments for trick-taking card games of the Schafkopf family.

Importing this package registers every game with PettingZoo and gymnasium.
"""

import types
from typing import Any

from envs.core.options import OptionError
from envs.core.rng import make_streams
from envs.game import Game, IllegalActionError, RecordError, State
from envs.notation import RecordDeals
from envs.registration import UnknownGameError, load_game, make, make_single, make_vec, register_all
from envs.registry import GAMES, list_games

__all__ = [
    "Game",
    "IllegalActionError",
    "OptionError",
    "RecordDeals",
    "RecordError",
    "State",
    "UnknownGameError",
    "list_games",
    "load_game",
    "make",
    "make_single",
    "make_streams",
    "make_vec",
]

register_all()


def __getattr__(name: str) -> Any:
    """PettingZoo's habit: `from envs import ramsch_v0`, then `ramsch_v0.env(variant="schieberamsch")`."""
    game, _, version = name.rpartition("_v")
    if game not in GAMES or version != str(GAMES[game].version):
        raise AttributeError(f"module 'envs' has no attribute {name!r}")
    first = next(game_id for game_id in list_games() if game_id.startswith(f"{game}/")).partition("/")[2].rpartition("-v")[0]

    def env(variant: str = first, **options: Any) -> Any:
        """The AEC environment of a variant."""
        return make(f"{game}/{variant}-v{version}", **options)

    def raw_env(variant: str = first, **options: Any) -> Any:
        """The same without checks."""
        return make(f"{game}/{variant}-v{version}", raw=True, **options)

    return types.SimpleNamespace(env=env, raw_env=raw_env)
