"""Golden hands of Schmier, played by the rules of thumb."""

import random
from typing import Any

from golden import Deal, as_the_heuristic

DEALS = {
    "schmier_standard": Deal("schmier/standard-v0", 20, {}, "the bid is made, and every team has something"),
    "schmier_set": Deal("schmier/standard-v0", 6, {}, "the dealer bids 4 and is set"),
    "schmier_thrown_in": Deal("schmier/standard-v0", 23, {}, "nobody bid in the deal before, so the same dealer deals again"),
    "schmier_without_exchange": Deal(
        "schmier/standard-v0", 1, {"exchange": False, "missing_high_low": "nearest"}, "cards that nobody holds are asleep"
    ),
}


def choose(game: Any, state: Any, _chance: random.Random) -> int:
    """What the rules of thumb do."""
    return as_the_heuristic(game, state)
