"""How a deal of Skat is told. Plain Python, for people."""

from typing import Any

from envs.games.skat.actions import ACTIONS, VALUE_OF_LEVEL
from envs.games.skat.options import Options
from envs.games.skat.scene import scene
from envs.games.skat_family.narration import phrase, tell_cards, tell_game, tell_ramsch, tell_trick
from envs.games.skat_family.scene import KIND_NAMES
from envs.games.skat_family.state import PHASES

PHRASES_OF_SKAT = {"pass": "passes", "hold": "holds", "hand": "plays without the skat"}
KINDS = dict(zip("CSHDGN", KIND_NAMES, strict=True))
ANNOUNCED = {"S": ", schneider announced", "Z": ", schwarz announced", "O": ", ouvert"}


def tell_decision(before: Any, action: int, after: Any, options: Options) -> list[str]:
    """One line for what was said; the cards of a trick in one line when it is complete."""
    name, phase = ACTIONS[action], PHASES[before.phase]
    if phase == "play":
        return tell_trick(before, after, scene(after, options))
    if phase == "discard":
        said = f"discards {name}"
    elif name.startswith("bid"):
        said = f"says {name[len('bid_') :]}"
    elif name.startswith("declare"):
        said = f"declares {_contract(name[len('declare_') :])}"
    else:
        said = PHRASES_OF_SKAT.get(name) or phrase(name, phase, before, after)
    return [f"player_{before.player} {said}."]


def _contract(code: str) -> str:
    hand = " from the hand" if "H" in code[1:] else ""
    return KINDS[code[0]] + hand + ANNOUNCED.get(code[-1] if len(code) > 1 else "", "")


def tell_end(state: Any, options: Options) -> list[str]:
    """The skat, the tricks, and for a declarer what the game counts."""
    lines = tell_cards(state, options)
    if state.declarer < 0:
        return [*lines, *tell_ramsch(state, options)] if state.num_tricks else [*lines, "Everybody passed."]
    bid = int(VALUE_OF_LEVEL[state.bid])
    return [*lines, *tell_game(state, options, int(state.game), is_hand=bool(state.is_hand), bid=bid)]
