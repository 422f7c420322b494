"""How a deal of Skat is told. Plain Python, for people."""

from typing import Any

from envs.core.jit import plain
from envs.games.skat.actions import ACTIONS, VALUE_OF_LEVEL
from envs.games.skat.options import Options
from envs.games.skat.scene import scene
from envs.games.skat_family.cards import PACK, Kind
from envs.games.skat_family.narration import all_cards, phrase, skat_points, tell_cards, tell_trick
from envs.games.skat_family.scene import seat_at
from envs.games.skat_family.scoring import matadors
from envs.games.skat_family.state import PHASES

PHRASES_OF_SKAT = {"pass": "passes", "hold": "holds", "hand": "plays without the skat"}
KINDS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds", "G": "Grand", "N": "Null"}
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
        pushes = int(state.pushed).bit_count()
        if not state.num_tricks:
            return [*lines, "Everybody passed."]
        return [*lines, f"{pushes} pushed." if pushes else "Nobody pushed."]
    declarer = int(state.declarer)
    seat = seat_at(state, options, declarer)
    if state.game != Kind.NULL:
        cards, points = all_cards(state, declarer), int(state.card_points[declarer]) + skat_points(state)
        run = f"{'with' if cards >> PACK.parse('JC') & 1 else 'without'} {plain(matadors)(cards, int(state.game))}"
        lines.append(f"player_{seat} played {run} and has {points} with the skat.")
    result = "wins" if state.scores[seat] > 0 else "loses"
    reach = f"had to reach {VALUE_OF_LEVEL[state.bid]} and " if state.bid else ""
    return [*lines, f"player_{seat} {reach}{result}: {state.scores[seat]:+d} for the list."]
