"""How deals of Skat and Ramsch are told: the words that both games share. Plain Python, for people."""

from typing import Any

from envs.core.cards import members
from envs.core.scene import Scene
from envs.games.skat_family.cards import CARD_POINTS, NUM_ACTIVE, PACK
from envs.games.skat_family.scene import KONTRA_WORDS, seat_at

PHRASES = {
    "grand_hand": "declares a Grand Hand",
    "no_grand_hand": "declares no Grand Hand",
    "kontra": "says Kontra",
    "no_kontra": "says no Kontra",
    "no_raise": "does not double",
    "push": "pushes the skat",
    "announce_jungfrau": "announces to win no trick",
    "no_announce": "announces nothing",
}


def phrase(name: str, phase: str, before: Any, after: Any) -> str:
    """What the player to move does with an action that is no card played."""
    if phase == "pass_on":
        return f"passes on {name}"
    if name == "raise":
        return f"says {KONTRA_WORDS[after.kontra_level]}"
    if name == "take":
        return f"takes the skat: {PACK.format_set(int(before.skat))}"
    return PHRASES[name]


def tell_trick(before: Any, after: Any, table: Scene) -> list[str]:
    """The cards of a trick and who wins it, once it is complete."""
    if after.num_tricks == before.num_tricks:
        return []
    cards = ", ".join(f"player_{seat} {card}" for seat, card in table.last_trick)
    points = int(after.card_points.sum()) - int(before.card_points.sum())
    return [f"Trick {after.num_tricks}: {cards}. player_{table.last_winner} wins {points}."]


def skat_points(state: Any) -> int:
    """Card points of the skat."""
    return sum(int(CARD_POINTS[card]) for card in members(int(state.skat)))


def tell_cards(state: Any, options: Any) -> list[str]:
    """What the skat holds, and what everybody has won."""
    lines = [f"The skat is {PACK.format_set(int(state.skat))}, worth {skat_points(state)}."]
    for position in range(NUM_ACTIVE):
        points, tricks = state.card_points[position], counted(int(state.tricks_won[position]), "trick")
        lines.append(f"player_{seat_at(state, options, position)} has {points} card points in {tricks}.")
    return lines


def counted(count: int, what: str) -> str:
    """A number with its noun.

    >>> counted(1, "push"), counted(2, "push")
    ('1 push', '2 pushes')
    """
    return f"{count} {what}" + ("" if count == 1 else "es" if what.endswith("h") else "s")


def all_cards(state: Any, position: int) -> int:
    """The twelve cards by which a declarer's matadors count."""
    return int(state.played[position]) | int(state.hands[position]) | int(state.skat)
