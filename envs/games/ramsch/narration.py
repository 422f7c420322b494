"""How a deal of Ramsch is told. Plain Python, for people."""

from typing import Any

from envs.games.ramsch.actions import ACTIONS
from envs.games.ramsch.options import Options
from envs.games.ramsch.scene import scene
from envs.games.skat_family.cards import Kind
from envs.games.skat_family.narration import phrase, tell_cards, tell_game, tell_ramsch, tell_trick
from envs.games.skat_family.state import PHASES

DECLARED = {
    "GH": "announces nothing",
    "GHS": "announces schneider",
    "GHZ": "announces schwarz",
    "GHO": "announces ouvert: the cards lie open",
}


def tell_decision(before: Any, action: int, after: Any, options: Options) -> list[str]:
    """One line for what was said; the cards of a trick in one line when it is complete."""
    name, phase = ACTIONS[action], PHASES[before.phase]
    if phase == "play":
        return tell_trick(before, after, scene(after, options))
    said = DECLARED[name[len("declare_") :]] if phase == "declare" else phrase(name, phase, before, after)
    return [f"player_{before.player} {said}."]


def tell_end(state: Any, options: Options) -> list[str]:
    """The skat, the tricks, and the sum that gives the scores."""
    lines = tell_cards(state, options)
    if state.declarer >= 0:
        return [*lines, *tell_game(state, options, Kind.GRAND, is_hand=True)]
    return [*lines, *tell_ramsch(state, options)]
