"""Golden deals of Skat, played by the rules of thumb."""

import random
from typing import Any

from golden import Deal, as_the_heuristic

DEALS = {
    "skat_isko": Deal("skat/isko-v0", 0, {}, "bidding, the skat, a game that is lost"),
    "skat_schieber_ramsch": Deal("skat/schieber_ramsch-v0", 7, {}, "everybody passes, the skat goes round"),
    "skat_four_players": Deal(
        "skat/schieber_ramsch-v0",
        4,
        {"players": 4, "scoring": "seeger_fabian", "kontra_levels": 2},
        "the dealer sits out; Kontra is said",
    ),
    "skat_hand": Deal("skat/isko-v0", 10, {"bid_step": "next"}, "a game without the skat"),
}


def choose(game: Any, state: Any, _chance: random.Random) -> int:
    """What the rules of thumb do."""
    return as_the_heuristic(game, state)
