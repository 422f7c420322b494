"""Golden deals of Sheepshead: a player who picks gladly and else plays at random, and the words in which deals are told."""

import random
from typing import Any

from envs.games.sheepshead.actions import LEASTER
from envs.games.sheepshead.cards import CARD_POINTS, PACK
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


def choose(game: Any, state: Any, chance: random.Random) -> int:
    """Pick or pass by what the deal is to show, give and call gladly, otherwise anything."""
    legal = [game.actions.name(action) for action in game.legal_actions(state)]
    if "pass" in legal and "leaster_blind" in game.changes:
        return int(game.actions.number("pass"))
    weights = [0.3 if name in ("pass", "keep", "stop", "alone") else 1 for name in legal]
    return int(game.actions.number(chance.choices(legal, weights)[0]))


def tell_decision(game: Any, before: Any, after: Any) -> list[str]:
    """What a player does, and who takes the trick."""
    player, name = int(before.player), game.actions.name(int(after.log[after.log_length - 1]))
    phase = game.rules.PHASES[before.phase]
    is_card = name in PACK.cards
    words = f"{DOES[phase]} {name}" if is_card else PHRASES.get(name, f'says "{name}"')
    lines = [f"player_{player} {words}."]
    for position in range(game.num_players):
        won = int(after.won[position]) & ~int(before.won[position])
        if after.tricks_won[position] > before.tricks_won[position]:
            points = sum(int(CARD_POINTS[card]) for card in range(len(PACK)) if won >> card & 1)
            seat = (int(after.dealer) + 1 + position) % game.num_players
            lines.append(f"    player_{seat} takes {PACK.format_set(won)}: {points} card points.")
    return lines


def tell_end(game: Any, state: Any) -> list[str]:
    """Card points of everybody, the sides, and what was buried."""
    seats = [(int(state.dealer) + 1 + position) % game.num_players for position in range(game.num_players)]
    lines = [
        f"player_{seat} has {state.card_points[p]} card points in {state.tricks_won[p]} tricks." for p, seat in enumerate(seats)
    ]
    buried = [
        f"player_{seat} buried {PACK.format_set(int(state.buried[p]))}." for p, seat in enumerate(seats) if state.buried[p]
    ]
    if state.kind == LEASTER:
        return [*lines, f"The blind, {PACK.format_set(int(state.blind))}, goes to the winner of trick {state.named_trick}."]
    side = [f"player_{seat}" for p, seat in enumerate(seats) if int(state.side) >> p & 1]
    return [*lines, *buried, f"On one side: {' '.join(side)}." if side else "Everybody plays alone."]
