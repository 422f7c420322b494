"""Golden deals of Sheepshead: a player who picks gladly and else plays at random."""

import random
from typing import Any

from envs.games.sheepshead.variants import ROWS
from golden import Deal

WHY = {
    "p2_1": "four cards a trick, from hands and batteries",
    "p2_2": "sixteen stacks a side, all in the open but what lies below",
    "p3_1": "the picker against two",
    "p3_2": "a blind of three",
    "p3_3": "26 cards",
    "p4_1": "a blind of four, the picker alone",
    "p4_2_7": "a called partner among four",
    "p4_2_8": "with the sixes",
    "p4_3a": "the black queens play together",
    "p4_3b": "whoever plays the first two queens",
    "p4_3c": "whoever plays the first two jacks",
    "p4_5": "a bid of southern Indiana",
    "sh24": "hunting the fox",
    "p5": "a called ace",
    "p6_1": "the jack of diamonds",
    "p6_2": "two partners",
    "p6_3": "the black queens among six",
    "p6_4": "the exchange, with the seven of diamonds on top",
    "p7_1": "the jack of diamonds among seven",
    "p7_2": "the neighbour shares the blind",
    "p7_3": "the neighbour takes one card",
    "p7_4": "a die names the partner",
    "p7_5": "half of the blind stays hidden",
    "p7_6": "two cards and a die, or four and alone",
    "p8_1": "the black queens among eight",
    "p8_2": "extra calls",
    "p8_3": "the first two queens among eight",
}
DEALS = {f"sheepshead_{v}": Deal(f"sheepshead/{v}-v0", 10 + n, {}, WHY[v]) for n, v in enumerate(ROWS)}
DEALS["sheepshead_leaster"] = Deal("sheepshead/p5-v0", 3, {"leaster_blind": "dealer_names"}, "nobody picks")


def choose(game: Any, state: Any, chance: random.Random) -> int:
    """Pick or pass by what the deal is to show, give and call gladly, otherwise anything."""
    legal = [game.actions.name(action) for action in game.legal_actions(state)]
    if "pass" in legal and "leaster_blind" in game.changes:
        return int(game.actions.number("pass"))
    weights = [0.3 if name in ("pass", "keep", "stop", "alone") else 1 for name in legal]
    return int(game.actions.number(chance.choices(legal, weights)[0]))
