"""The list of games: id -> rules module and presets."""

import functools
import importlib
from dataclasses import dataclass

from envs.core.rules import Rules, completed


@dataclass(frozen=True)
class Registered:
    """A game."""

    module: str
    """Its rules."""
    version: int
    """Of behaviour and observation."""
    title: str
    """One line about it."""
    rulebook: str
    """Where its rules are written down, seen from `envs/games`."""
    sources: tuple[str, ...] = ()
    """What is published and its rules rest on; for the game's page."""
    history: tuple[str, ...] = ("the first version",)
    """What each version changed, from version 0 on; for the game's page."""


_SKAT_RULES = "skat_family/rules.md"
_SKAT_SOURCES = (
    "the International Skat Order (ISkO), the official rules of the German and the international Skat associations",
    "a published description of Schieberamsch as a variant at a Skat table",
    "an encyclopedia article on Schieberamsch as a game of its own, with its options",
    "rule collections and club rules, for Kontra, Bock and other customs of the table",
)

GAMES = {
    "sheepshead": Registered(
        "envs.games.sheepshead",
        0,
        "Sheepshead, two to eight players",
        "sheepshead/rules.md",
        (
            "an encyclopedia article on Sheepshead, with its variants for two to eight players",
            "other public rules pages and published rules of play, for what that article leaves open",
        ),
    ),
    "ramsch": Registered("envs.games.ramsch", 0, "Ramsch and Schieberamsch, three players", _SKAT_RULES, _SKAT_SOURCES),
    "skat": Registered(
        "envs.games.skat",
        0,
        "Skat with bidding, Ramsch when everybody passes, three or four players",
        _SKAT_RULES,
        _SKAT_SOURCES,
    ),
    "schmier": Registered(
        "envs.games.schmier",
        0,
        "Schmier, six players in three partnerships",
        "schmier/rules.md",
        (
            "a published description of Schmier for six players in three partnerships",
            "public descriptions of six-handed Schmier or Smear as played in St Paul, Minnesota",
            "the general customs of the All Fours family (Pitch), where those say nothing",
        ),
    ),
}


ARCHIVES = ("envs.games.skat.archive",)
"""Readers of public archives: `games_of(line)`, none if the line is of another kind, and `read` for each of them."""


@functools.cache
def rules_of(game: str) -> Rules:
    """The rules of a game, by the part of its ids before the slash; raises GameError for a module that is not complete."""
    return completed(importlib.import_module(GAMES[game].module))


@functools.cache
def list_games() -> tuple[str, ...]:
    """Every id, `<game>/<variant>-v<version>`."""
    return tuple(f"{name}/{variant}-v{game.version}" for name, game in GAMES.items() for variant in rules_of(name).VARIANTS)
