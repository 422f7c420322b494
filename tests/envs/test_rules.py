"""The contract of a game: a module that does not keep it is refused at once, and what most games write alike is filled in."""

import inspect
import types
from typing import Any

import numpy as np
import pytest

from envs.core.jit import plain
from envs.core.layout import Actions
from envs.core.rules import OWED, GameError, Rules, completed
from envs.registry import GAMES, rules_of


def module_with(**names: Any) -> types.ModuleType:
    module = types.ModuleType("envs.games.whist")
    vars(module).update(names)
    return module


def test_one_error_names_all_that_is_missing():
    module = module_with(**dict.fromkeys(set(OWED) - {"winners", "scene", "MEMO_SIZE"}))
    with pytest.raises(GameError) as error:
        completed(module)
    assert str(error.value) == "envs.games.whist lacks MEMO_SIZE, winners, scene; envs.core.rules says what they are"


def test_what_most_games_write_alike_may_be_left_out():
    alike = {"preset_for", "team_of", "is_terminal", "fits", "heard", "in_words", "why_illegal"}
    names = dict.fromkeys(set(OWED) - alike) | {"ACTIONS": Actions(["QC", "pass"])}
    rules = completed(module_with(**names))
    assert rules.preset_for("preset", {}) == "preset"
    assert rules.team_of(2, None) == 2
    assert rules.heard(None, None, 0, 1) == "pass"
    assert rules.in_words(1) == ()
    assert rules.why_illegal(None, None, 1) == ""
    states = np.zeros(2, [("phase", np.int8)]).view(np.recarray)
    states["phase"] = [0, 3]
    assert [plain(rules.is_terminal)(state) for state in states] == [True, False]


def test_what_a_game_says_itself_is_kept():
    module = module_with(**dict.fromkeys(OWED))
    module.team_of = lambda seat, options: seat % 2
    assert completed(module).team_of(3, None) == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", [name for name in OWED if name in vars(Rules)])
def test_a_game_takes_the_arguments_of_the_contract(game: str, name: str):
    ours, theirs = (inspect.signature(plain(getattr(owner, name))).parameters for owner in (Rules, rules_of(game)))
    assert [n.lstrip("_") for n in theirs] == list(ours)[1:]
