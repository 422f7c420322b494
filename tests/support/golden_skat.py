"""Golden deals of Skat: the rules of thumb play them, and the words in which they are told."""

import random
from typing import Any

import numpy as np

import agents
from golden import Deal
from golden_ramsch import DOUBLINGS
from golden_ramsch import PHRASES as RAMSCH_PHRASES
from oracle_skat import PACK, card_points, matadors, winning_card
from ramsch_deals import cards_of

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

PHRASES = {
    **RAMSCH_PHRASES,
    "pass": "passes",
    "hold": "holds",
    "hand": "plays without the skat",
}
GAMES = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds", "G": "Grand", "N": "Null"}
ANNOUNCED = {"S": ", schneider announced", "Z": ", schwarz announced", "O": ", ouvert"}


def choose(game: Any, state: Any, chance: random.Random) -> int:
    """What the rules of thumb do."""
    observation = game.observe(state, game.current_player(state))
    return int(agents.make("heuristic", game).act(observation, game.legal_mask(state), np.zeros(1, np.uint64)))


# --- The words ---


def tell_decision(game: Any, before: Any, after: Any) -> list[str]:
    """One line for what was said; the cards of a trick in one line when it is complete."""
    name = game.actions[after.log[after.log_length - 1]]
    who = f"player_{before.player}"
    phase = game.rules.PHASES[before.phase]
    if phase == "play":
        return _tell_trick(game, before, after, name) if before.trick_size == 2 else []
    if phase in ("pass_on", "discard"):
        return [f"{who} {'passes on' if phase == 'pass_on' else 'discards'} {name}."]
    if phase == "raise" and name == "raise":
        return [f"{who} says {DOUBLINGS[after.kontra_level - 1]}."]
    if name.startswith("bid "):
        return [f"{who} says {name.removeprefix('bid ')}."]
    if name.startswith("declare "):
        return [f"{who} declares {_contract(name.removeprefix('declare '))}."]
    cards = f": {_in_order(int(before.skat))}" if name == "take" else ""
    return [f"{who} {PHRASES[name]}{cards}."]


def _contract(code: str) -> str:
    hand = " from the hand" if "H" in code[1:] else ""
    return GAMES[code[0]] + hand + ANNOUNCED.get(code[-1] if len(code) > 1 else "", "")


def _kind(state: Any) -> str:
    return "CSHDGN"[int(state.game)]


def _seat(game: Any, state: Any, position: int) -> int:
    return (int(state.dealer) + 1 + position) % int(game.num_players)


def _in_order(cards: int) -> str:
    return " ".join(sorted(cards_of(cards), key=PACK.index))


def _tell_trick(game: Any, before: Any, after: Any, last: str) -> list[str]:
    first = (int(before.turn) - 2) % 3
    positions = [first, (first + 1) % 3]
    trick = [(_seat(game, before, p), PACK[int(before.trick_cards[p])]) for p in positions]
    trick.append((int(before.player), last))
    cards = [card for _, card in trick]
    winner = next(seat for seat, card in trick if card == winning_card(_kind(before), cards))
    shown = ", ".join(f"player_{seat} {card}" for seat, card in trick)
    return [f"Trick {after.num_tricks}: {shown}. player_{winner} wins {card_points(cards)}."]


def tell_end(game: Any, state: Any) -> list[str]:
    """The skat, the tricks, and for a declarer what his game counts."""
    skat = sorted(cards_of(int(state.skat)), key=PACK.index)
    lines = [f"The skat is {' '.join(skat)}, worth {card_points(skat)}."]
    for position in range(3):
        count = int(state.tricks_won[position])
        tricks = f"{count} trick" + ("" if count == 1 else "s")
        lines.append(f"player_{_seat(game, state, position)} has {state.card_points[position]} card points in {tricks}.")
    if state.declarer < 0:
        pushes = int(state.pushed).bit_count()
        return [*lines, f"{pushes} pushed." if pushes else "Nobody pushed."]
    declarer = int(state.declarer)
    cards = cards_of(int(state.played[declarer]) | int(state.hands[declarer]) | int(state.skat))
    points = int(state.card_points[declarer]) + card_points(skat)
    seat = _seat(game, state, declarer)
    if _kind(state) != "N":
        with_top = "with" if "JC" in cards else "without"
        lines.append(f"player_{seat} played {with_top} {matadors(_kind(state), cards)} and has {points} with the skat.")
    bid = game.rules.VALUE_OF_LEVEL[state.bid]
    result = "wins" if state.games_won[seat] else "loses"
    lines.append(f"player_{seat} had to reach {bid} and {result}: {state.scores[seat]:+d} for the list.")
    return lines
