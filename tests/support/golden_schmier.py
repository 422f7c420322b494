"""Golden hands of Schmier, played by the rules of thumb, and the words in which they are told."""

import random
from functools import cache
from typing import Any

import numpy as np

import agents
from golden import Deal
from oracle_schmier import PACK, game_value, left_bauer, right_bauer, trick_winner

DEALS = {
    "schmier_standard": Deal("schmier/standard-v0", 20, {}, "the bid is made, and every team has something"),
    "schmier_set": Deal("schmier/standard-v0", 6, {}, "the dealer bids 4 and is set"),
    "schmier_thrown_in": Deal("schmier/standard-v0", 23, {}, "nobody bid in the deal before, so the same dealer deals again"),
    "schmier_without_exchange": Deal(
        "schmier/standard-v0", 1, {"exchange": False, "missing_high_low": "nearest"}, "cards that nobody holds are asleep"
    ),
}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


@cache
def _heuristic(game_id: str, options: Any) -> Any:
    return agents.make("heuristic", _GAMES[game_id, options])


_GAMES: dict[Any, Any] = {}


def choose(game: Any, state: Any, _chance: random.Random) -> int:
    """What the heuristic does."""
    _GAMES[game.id, game.options] = game
    agent = _heuristic(game.id, game.options)
    return int(agent.act(game.observe(state, state.player), game.legal_mask(state), np.zeros(1, np.uint64)))


# --- The words ---


def _cards(bits: int) -> str:
    return " ".join(card for number, card in enumerate(PACK) if int(bits) >> number & 1)


def _trick(state: Any) -> list[tuple[int, str]]:
    """Seat and card of the present trick, in order."""
    order = sorted((int(state.order[card]), card) for card in range(53) if int(state.in_trick) >> card & 1)
    return [(next(s for s in range(6) if int(state.played[s]) >> card & 1), PACK[card]) for _, card in order]


def tell_decision(game: Any, before: Any, after: Any) -> list[str]:
    """One line for what was said; an exchange, the dealer's choice and a trick in one line when they are complete."""
    name = game.actions[after.log[after.log_length - 1]]
    who = f"player_{before.player}"
    phase = game.rules.PHASES[before.phase]
    if phase == "bid":
        return [f"{who} passes." if name == "pass" else f"{who} bids {name.split()[1]}."]
    if phase == "trump":
        return [f"{who} names {SUITS[name.split()[1]]}."]
    if phase == "play":
        return _tell_trick(before, after, name) if before.trick_size == 5 else []
    lines = [_tell_exchange(before, after)] if phase == "exchange" and after.player != before.player else []
    dealer = int(after.dealer)
    if phase in ("exchange", "keep") and game.rules.PHASES[after.phase] == "play":
        taken, buried = _cards(int(after.drawn[dealer])), _cards(int(after.discarded[dealer]))
        lines.append(f"player_{dealer} takes {taken} and buries {buried or 'nothing'}.")
    return lines


def _tell_exchange(before: Any, after: Any) -> str:
    seat = int(before.player)
    if not after.discarded[seat]:
        return f"player_{seat} exchanges nothing."
    return f"player_{seat} discards {_cards(int(after.discarded[seat]))} and draws {_cards(int(after.drawn[seat]))}."


def _tell_trick(before: Any, after: Any, last: str) -> list[str]:
    trick = [*_trick(before), (int(before.player), last)]
    winner = trick_winner(trick, "CDHS"[after.trump])
    shown = ", ".join(f"player_{seat} {card}" for seat, card in trick)
    return [f"Trick {after.num_tricks}: {shown}. player_{winner} wins {sum(game_value(card) for _, card in trick)}."]


def _team(team: int) -> str:
    return f"player_{team} and player_{team + 3}"


def tell_end(game: Any, state: Any) -> list[str]:
    """Who got which hand point, and what the teams score."""
    trump = "CDHS"[state.trump]
    lines = []
    names = {"A" + trump: "ace", "2" + trump: "2"}
    names |= {right_bauer(trump): "right bauer", left_bauer(trump): "left bauer", "JK": "joker"}
    for card, name in names.items():
        number = PACK.index(card)
        seat = next((s for s in range(6) if int(state.played[s]) >> number & 1), None)
        if seat is None:
            lines.append(f"The {name} was not played.")
        elif name in ("ace", "2"):
            lines.append(f"player_{seat} played the {name} of trumps.")
        else:
            lines.append(f"player_{state.trick_winners[(state.order[number] - 1) // 6]} won the {name}.")
    lines.append("Game points: " + ", ".join(f"{_team(team)} {state.game_points[team]}" for team in range(3)) + ".")
    lines.append("Hand points: " + ", ".join(f"{_team(team)} {state.points[team]}" for team in range(3)) + ".")
    team = int(state.bidder) % 3
    made = "make it" if state.points[team] >= state.bid else "are set"
    return [*lines, f"{_team(team)} bid {state.bid} and {made}."]
