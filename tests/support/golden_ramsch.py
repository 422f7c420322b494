"""Golden deals of Ramsch: a simple player who ducks."""

import random
from typing import Any

from golden import Deal
from oracle_ramsch import PACK, winning_card
from ramsch_deals import cards_of

DEALS = {
    "ramsch_schieberamsch": Deal("ramsch/schieberamsch-v0", 57, {}, "the skat is taken and pushed, a Jungfrau is announced"),
    "ramsch_ramsch": Deal("ramsch/ramsch-v0", 60, {}, "the skat lies untouched, with two jacks in it"),
    "ramsch_augenramsch": Deal("ramsch/augenramsch-v0", 54, {}, "two pushes and a Jungfrau are added up"),
    "ramsch_grand_hand": Deal(
        "ramsch/schieberamsch-v0",
        49,
        {"grand_hand_announcements": True, "kontra_levels": 2},
        "a Grand Hand with Kontra instead of a Ramsch",
    ),
}


def choose(game: Any, state: Any, chance: random.Random) -> int:
    """Duck in a Ramsch, win tricks in a Grand; declare one with three jacks; take, push and announce by chance."""
    names = [game.actions[action] for action in game.legal_actions(state)]
    phase = game.rules.PHASES[state.phase]
    if phase == "grand_hand":
        num_jacks = sum(card[0] == "J" for card in cards_of(int(state.hands[state.turn])))
        name = "grand_hand" if num_jacks >= 3 and game.options.grand_hand_announcements else "no_grand_hand"
    elif phase == "declare":
        name = names[0]
    elif phase == "pass_on":
        name = max(names, key=_height)
    elif phase == "play":
        trick = [card for _, card in game.scene(state).trick]
        name = _duck(trick, names) if state.declarer < 0 else _grab(trick, names)
    else:
        name = chance.choice(names)
    return int(game.actions.number(name))


def _height(card: str) -> tuple[int, int]:
    """High plain cards win tricks, jacks more so."""
    return "789QKTAJ".index(card[0]), -PACK.index(card)


def _duck(trick: list[str], names: list[str]) -> str:
    """The highest card that does not win the trick; else, and to lead, the lowest."""
    under = [card for card in names if winning_card([*trick, card]) != card]
    return max(under, key=_height) if under else min(names, key=_height)


def _grab(trick: list[str], names: list[str]) -> str:
    """The highest card, if it wins the trick; else the lowest."""
    highest = max(names, key=_height)
    return highest if winning_card([*trick, highest]) == highest else min(names, key=_height)
