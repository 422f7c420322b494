"""Games and environments by their id, for people, for PettingZoo and for gymnasium."""

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import pettingzoo

from envs.aec import Env, RawEnv
from envs.agent import Agent, as_agent
from envs.core.options import UnknownOptionError, unknown
from envs.game import Game
from envs.registry import list_games, rules_of
from envs.single import OWN, SingleSeat
from envs.vector import ROTATE, Vector


class UnknownGameError(ValueError):
    """An id that is not registered."""


def load_game(game_id: str, /, **options: Any) -> Game:
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
    rules = rules_of(name)
    return Game(game_id, rules, rules.VARIANTS[variant.rpartition("-v")[0]], options)


def make(
    game_id: str,
    *,
    raw: bool = False,
    illegal_action: str = "raise",
    render_mode: str | None = None,
    render_seat: int | None = None,
    render_size: tuple[int, int] = (800, 600),
    **options: Any,
) -> RawEnv:
    """The PettingZoo AEC environment of a game, `raw` without checks of order and legality.

    The other arguments are those of `envs.aec.RawEnv` and, as options of the game, of `load_game`.
    """
    kind = RawEnv if raw else Env
    return kind(
        _load_for(make, game_id, options),
        illegal_action=illegal_action,
        render_mode=render_mode,
        render_seat=render_seat,
        render_size=render_size,
    )


def make_vec(
    game_id: str,
    num_envs: int = 1,
    *,
    learner: int | str | None = None,
    opponents: Sequence[Agent | str] = (),
    opponent_weights: Sequence[float] | None = None,
    illegal_action: str = "raise",
    threads: int = 1,
    **options: Any,
) -> Vector:
    """The batched environment of a game; arguments as for `envs.vector.Vector` and `load_game`.

    `opponents` are agents, or texts that name them, such as "heuristic".
    """
    game = _load_for(make_vec, game_id, options)
    return Vector(
        game,
        num_envs,
        learner=learner,
        opponents=[as_agent(opponent, game) for opponent in opponents],
        opponent_weights=opponent_weights,
        illegal_action=illegal_action,
        threads=threads,
    )


def make_single(
    game_id: str,
    *,
    opponents: Sequence[Agent | str] = ("random",),
    learner: int | str = ROTATE,
    illegal_action: str = "raise",
    render_mode: str | None = None,
    render_seat: int | str | None = OWN,
    render_size: tuple[int, int] = (800, 600),
    **options: Any,
) -> SingleSeat:
    """One seat of a game as a gymnasium.Env; arguments as for `envs.single.SingleSeat` and `load_game`."""
    game = _load_for(make_single, game_id, options)
    agents = [as_agent(opponent, game) for opponent in opponents]
    return SingleSeat(
        game,
        agents,
        learner=learner,
        illegal_action=illegal_action,
        render_mode=render_mode,
        render_seat=render_seat,
        render_size=render_size,
    )


def make_gymnasium_vec(
    game_id: str,
    num_envs: int = 1,
    *,
    opponents: Sequence[Agent | str] = ("random",),
    learner: int | str | None = ROTATE,
    render_mode: str | None = None,
    max_episode_steps: int | None = None,
    **arguments: Any,
) -> Vector:
    """What `gymnasium.make_vec` makes: `make_vec` with the defaults of `gymnasium.make`, one learning seat in each row.

    Episodes that are not over after `max_episode_steps` of the learner's actions are cut off.

    Raises:
        ValueError: a `render_mode`: many tables are not shown.
    """
    if render_mode is not None:
        raise ValueError(f"render_mode={render_mode!r}: many tables are not shown; use gymnasium.make")
    vector = make_vec(game_id, num_envs, opponents=opponents, learner=learner, **arguments)
    vector.max_episode_steps = max_episode_steps
    return vector


def _load_for(function: Callable[..., Any], game_id: str, options: dict[str, Any]) -> Game:
    """The rules of a table that a function was asked for; an unknown option may be meant for one of its own keywords."""
    try:
        return load_game(game_id, **options)
    except UnknownOptionError as error:
        *own, _ = inspect.signature(function).parameters
        raise UnknownOptionError(error.name, [*own[1:], *error.known], f"{game_id}: ") from None


def register_all() -> None:
    """Register every id with PettingZoo and gymnasium; done once when `envs` is imported."""
    for game_id in list_games():
        if game_id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", game_id, functools.partial(make, game_id))
        if game_id not in gymnasium.registry:
            gymnasium.register(
                game_id,
                entry_point="envs.registration:make_single",
                vector_entry_point="envs.registration:make_gymnasium_vec",
                kwargs={"game_id": game_id},
                order_enforce=False,
                disable_env_checker=True,
            )
