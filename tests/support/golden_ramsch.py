"""Golden deals of Ramsch: a simple player who ducks, and the words in which his deals are told."""

import random
from typing import Any

from golden import Deal
from oracle_ramsch import PACK, card_points, matadors, winning_card
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

PHRASES = {
    "grand_hand": "declares a Grand Hand",
    "no_grand_hand": "declares no Grand Hand",
    "declare GH": "announces nothing",
    "declare GHS": "announces schneider",
    "declare GHZ": "announces schwarz",
    "declare GHO": "announces ouvert and lays the cards open",
    "kontra": "says Kontra",
    "no_kontra": "says no Kontra",
    "no_raise": "does not double",
    "take": "takes the skat",
    "push": "pushes the skat",
    "announce_jungfrau": "announces to win no trick",
    "no_announce": "announces nothing",
}
DOUBLINGS = ("Kontra", "Re", "Supra", "Hirsch")


# --- The simple player ---


def choose(game: Any, state: Any, chance: random.Random) -> int:
    """Duck in a Ramsch, win tricks in a Grand; declare one with three jacks; take, push and announce by chance."""
    names = [game.actions[action] for action in game.legal_actions(state)]
    phase = game.rules.PHASES[state.phase]
    if phase == "grand_hand":
        num_jacks = sum(card[0] == "J" for card in cards_of(int(state.hands[state.turn])))
        name = "grand_hand" if num_jacks >= 3 and game.options.grand_hand_announcements else "no_grand_hand"
    elif phase == "declare":
        name = "declare GH"
    elif phase == "pass_on":
        name = max(names, key=_height)
    elif phase == "play":
        name = _duck(state, names) if state.declarer < 0 else _grab(state, names)
    else:
        name = chance.choice(names)
    return int(game.actions.number(name))


def _height(card: str) -> tuple[int, int]:
    """High plain cards win tricks, jacks more so."""
    return "789QKTAJ".index(card[0]), -PACK.index(card)


def _wins(state: Any, card: str) -> bool:
    trick = [c for _, c in _trick(state)]
    return winning_card([*trick, card]) == card


def _duck(state: Any, names: list[str]) -> str:
    """The highest card that does not win the trick; else, and to lead, the lowest."""
    under = [card for card in names if not _wins(state, card)]
    return max(under, key=_height) if under else min(names, key=_height)


def _grab(state: Any, names: list[str]) -> str:
    """The highest card, if it wins the trick; else the lowest."""
    highest = max(names, key=_height)
    return highest if _wins(state, highest) else min(names, key=_height)


def _trick(state: Any) -> list[tuple[int, str]]:
    """Seat and card of the present trick, in order."""
    first = (int(state.turn) - int(state.trick_size)) % 3
    positions = [(first + place) % 3 for place in range(int(state.trick_size))]
    return [((int(state.dealer) + 1 + p) % 3, PACK[int(state.trick_cards[p])]) for p in positions]


# --- The words ---


def tell_decision(game: Any, before: Any, after: Any) -> list[str]:
    """One line for what was said; the cards of a trick in one line when it is complete."""
    name = game.actions[after.log[after.log_length - 1]]
    who = f"player_{before.player}"
    phase = game.rules.PHASES[before.phase]
    if phase == "play":
        return _tell_trick(before, after, name) if before.trick_size == 2 else []
    if phase == "pass_on":
        return [f"{who} passes on {name}."]
    if phase == "raise" and name == "raise":
        return [f"{who} says {DOUBLINGS[after.kontra_level - 1]}."]
    cards = f": {_in_order(int(before.skat))}" if name == "take" else ""
    return [f"{who} {PHRASES[name]}{cards}."]


def _in_order(cards: int) -> str:
    return " ".join(sorted(cards_of(cards), key=PACK.index))


def _tell_trick(before: Any, after: Any, last: str) -> list[str]:
    trick = [*_trick(before), (int(before.player), last)]
    cards = [card for _, card in trick]
    winner = next(seat for seat, card in trick if card == winning_card(cards))
    shown = ", ".join(f"player_{seat} {card}" for seat, card in trick)
    return [f"Trick {after.num_tricks}: {shown}. player_{winner} wins {card_points(cards)}."]


def tell_end(game: Any, state: Any) -> list[str]:
    """The skat, the tricks, and the sum that gives the scores."""
    skat = list(cards_of(int(state.skat)))
    seats = [(int(state.dealer) + 1 + position) % 3 for position in range(3)]
    lines = [f"The skat is {_in_order(int(state.skat))}, worth {card_points(skat)}."]
    lines += [
        f"player_{seat} has {state.card_points[p]} card points in {_number(int(state.tricks_won[p]), 'trick')}."
        for p, seat in enumerate(seats)
    ]
    if state.declarer >= 0:
        return [*lines, *_tell_grand_hand(game, state, seats, card_points(skat))]
    failed = [p for p in range(3) if int(state.jungfrau) >> p & 1 and state.tricks_won[p]]
    if failed:
        return [*lines, f"player_{seats[failed[0]]} announced to win no trick and has won one: that costs 120."]
    return [*lines, *_tell_ramsch(game, state, seats, card_points(skat))]


def _number(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "es" if what.endswith("h") else "s")


def _tell_ramsch(game: Any, state: Any, seats: list[int], skat: int) -> list[str]:
    last = int(state.winner)
    totals = [int(points) + (skat if p == last else 0) for p, points in enumerate(state.card_points)]
    lines = [f"player_{seats[last]} won the last trick and gets the skat: {totals[last]}."]
    jungfrauen = [p for p in range(3) if not state.tricks_won[p]]
    doublings = {
        _number(int(state.pushed).bit_count(), "push"): int(state.pushed).bit_count(),
        _number(int(state.jungfrau).bit_count(), "announcement"): int(state.jungfrau).bit_count(),
        "a Jungfrau": int(len(jungfrauen) == 1),
    }
    reasons = ", ".join(name for name, count in doublings.items() if count)
    count = sum(doublings.values())
    factor = 1 + count if game.options.ramsch_multiplier.name == "ADDITIVE" else 2**count
    if len(jungfrauen) == 2:
        return [*lines, f"player_{seats[last]} has won all tricks: 120 times {factor} ({reasons or 'no doubling'})."]
    for position in range(3):
        if totals[position] == max(totals):
            text = f"player_{seats[position]} has the most and loses {totals[position]}"
            lines.append(f"{text} times {factor} ({reasons}): {totals[position] * factor}." if count else f"{text}.")
            assert state.scores[seats[position]] in (0, -totals[position] * factor)
    return lines


def _tell_grand_hand(game: Any, state: Any, seats: list[int], skat: int) -> list[str]:
    position = int(state.declarer)
    declarer = seats[position]
    points, tricks = int(state.card_points[position]) + skat, int(state.tricks_won[position])
    score = int(state.scores[declarer])
    cards = cards_of(int(state.played[position]) | int(state.skat))
    run = matadors(cards)
    parts = [f"{'with' if 'JC' in cards else 'without'} {run}", "game 1", "hand 1"]
    parts += ["schneider 1"] if points >= 90 or points <= 30 else []
    parts += ["schwarz 1"] if tricks in (0, 10) else []
    factor = run + len(parts) - 1
    doublings = [*([] if score > 0 else ["lost"]), *DOUBLINGS[: int(state.kontra_level)]]
    assert abs(score) == 24 * factor * 2 ** len(doublings)
    assert state.announced == 0
    return [
        f"player_{declarer} has {points} card points with the skat and {'wins' if score > 0 else 'loses'}.",
        f"Grand 24 times {factor} ({', '.join(parts)}), doubled for {' and '.join(doublings) or 'nothing'}: {score}.",
    ]
