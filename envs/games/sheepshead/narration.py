"""How a hand of Sheepshead is told. Plain Python, for people."""

from typing import Any

from envs.core.cards import members
from envs.games.sheepshead.actions import ACTIONS, PHASES, Kind
from envs.games.sheepshead.cards import CARD_POINTS, PACK
from envs.games.sheepshead.options import LeasterBlind, Options
from envs.games.sheepshead.variants import PLAYERS

PHRASES = {
    "pass": "passes",
    "alone": "plays alone",
    "silent": "says nothing",
    "call_up": "calls a jack up",
    "keep": "keeps the cards",
    "stop": "calls nobody",
    "call_extra": "calls one more partner",
    "play_under": "plays the face-down card",
    "nuclear": "goes nuclear",
}
DOES = {"bury": "buries", "play": "plays", "under": "lays face down", "give": "gives away", "return": "returns"}
"""What is done with a card, by phase."""


def _seats(state: Any, options: Options) -> list[int]:
    """Seats by position, from forehand on."""
    num_players = int(PLAYERS[options.variant])
    return [(int(state.dealer) + 1 + position) % num_players for position in range(num_players)]


def tell_decision(before: Any, action: int, after: Any, options: Options) -> list[str]:
    """What a player does, and who takes the trick."""
    name, phase = ACTIONS[action], PHASES[before.phase]
    said = f"{DOES[phase]} {name}" if name in PACK.cards else PHRASES.get(name, f'says "{name}"')
    lines = [f"player_{before.player} {said}."]
    for position, seat in enumerate(_seats(after, options)):
        if after.tricks_won[position] > before.tricks_won[position]:
            won = int(after.won[position]) & ~int(before.won[position])
            points = sum(int(CARD_POINTS[card]) for card in members(won))
            lines.append(f"    player_{seat} takes {PACK.format_set(won)}: {points} card points.")
    return lines


def tell_end(state: Any, options: Options) -> list[str]:
    """Card points of everybody, the sides, and what was buried."""
    seats = list(enumerate(_seats(state, options)))
    lines = [f"player_{seat} has {state.card_points[p]} card points in {state.tricks_won[p]} tricks." for p, seat in seats]
    if state.kind == Kind.LEASTER:
        trick = {LeasterBlind.LAST_TRICK: "the last trick", LeasterBlind.FIRST_TRICK: "the first trick"}
        to = f"goes to the winner of {trick.get(options.leaster_blind, f'trick {state.named_trick}')}"
        if options.leaster_blind == LeasterBlind.SET_ASIDE:
            to = "counts for nobody"
        return [*lines, f"The blind, {PACK.format_set(int(state.blind))}, {to}."]
    lines += [f"player_{seat} buried {PACK.format_set(int(state.buried[p]))}." for p, seat in seats if state.buried[p]]
    side = " ".join(f"player_{seat}" for p, seat in seats if int(state.side) >> p & 1)
    return [*lines, f"On one side: {side}." if side else "Everybody plays alone."]
