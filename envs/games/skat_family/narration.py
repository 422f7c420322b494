"""How deals of Skat and Ramsch are told: the words that both games share. Plain Python, for people."""

from typing import Any

from envs.core.cards import members
from envs.core.jit import plain
from envs.core.scene import Scene
from envs.games.skat_family.cards import CARD_POINTS, NUM_ACTIVE, NUM_TRICKS, PACK, Announcement, Kind
from envs.games.skat_family.options import RamschMultiplier, Scoring, SkatTo
from envs.games.skat_family.scene import KIND_NAMES, KONTRA_WORDS, seat_at
from envs.games.skat_family.scoring import BASE_VALUE, NULL_VALUE, charged_value, matadors

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


def tell_ramsch(state: Any, options: Any) -> list[str]:
    """How a Ramsch is reckoned: who loses, and what multiplies it."""
    seats = [seat_at(state, options, position) for position in range(NUM_ACTIVE)]
    failed = [seats[p] for p in range(NUM_ACTIVE) if int(state.jungfrau) >> p & 1 and state.tricks_won[p]]
    if failed:
        return [f"player_{failed[0]} announced to win no trick. One was won: that costs {-int(state.scores[failed[0]])}."]
    last, totals, lines = int(state.winner), [int(points) for points in state.card_points], []
    if options.ramsch_skat_to == SkatTo.LAST_TRICK:
        totals[last] += skat_points(state)
        lines.append(f"The skat goes with the last trick to player_{seats[last]}: {totals[last]} in all.")
    num_jungfrauen = sum(not tricks for tricks in state.tricks_won)
    pushes, announcements = int(state.pushed).bit_count(), int(state.jungfrau).bit_count()
    reasons = [counted(pushes, "push")] if pushes else []
    reasons += [counted(announcements, "announcement")] if announcements else []
    reasons += ["a Jungfrau"] if num_jungfrauen == 1 else []
    count = pushes + announcements + (num_jungfrauen == 1)
    factor = 1 + count if options.ramsch_multiplier == RamschMultiplier.ADDITIVE else 2**count
    why = ", ".join(reasons) or "no doubling"
    if num_jungfrauen == NUM_ACTIVE - 1 and state.scores[seats[last]] > 0:
        score, value = int(state.scores[seats[last]]), options.durchmarsch_value
        earned = f"{value} times {factor} ({why}): {score}" if score == value * factor else f"{score}"
        return [*lines, f"player_{seats[last]} has won all tricks. That earns {earned}."]
    for position, seat in enumerate(seats):
        loss, total = -int(state.scores[seat]), totals[position]
        if loss > 0:
            amount = f"{total} times {factor} ({why}): {loss}" if count and loss == total * factor else f"{loss}"
            lines.append(f"player_{seat} has the most card points. That costs {amount}.")
    return lines if any(state.scores) else [*lines, "Nobody loses."]


def tell_game(state: Any, options: Any, kind: int, *, is_hand: bool, bid: int = 0) -> list[str]:
    """How a declarer's game is reckoned: whether it was won, what it counts and what doubles it, and the bonuses."""
    position = int(state.declarer)
    seat = seat_at(state, options, position)
    score, run, levels = int(state.scores[seat]), *_levels(state, kind, position, is_hand)
    is_ouvert = state.announced == Announcement.OUVERT
    value = int(NULL_VALUE[int(is_hand), int(is_ouvert)] if kind == Kind.NULL else BASE_VALUE[kind] * (run + len(levels)))
    charged = value if score > 0 else plain(charged_value)(value, kind, bid)
    parts = [*(["from the hand"] if is_hand else []), *(["ouvert"] if is_ouvert else [])]
    sum_of_levels = ""
    if kind != Kind.NULL:
        parts = [f"{'with' if all_cards(state, position) >> PACK.parse('JC') & 1 else 'without'} {run}"]
        parts += [f"{level} {run + number}" for number, level in enumerate(levels, start=1)]
        sum_of_levels = f"{run + len(levels)} times {BASE_VALUE[kind]} is "
    name = KIND_NAMES[kind].capitalize()
    lines = [_tell_result(state, kind, position, seat), f"{', '.join([name, *parts])}: {sum_of_levels}{value}."]
    if value < bid:
        lines.append(f"That is less than the bid of {bid}: {charged} is the least multiple that reaches it.")
    doublings = ["the loss"] if score < 0 and (options.lost_hand_factor == 2 or not is_hand) else []
    doublings += KONTRA_WORDS[1 : state.kontra_level + 1]
    doublings += ["Bock"] if abs(score) > charged << len(doublings) else []
    told = f"player_{seat} {'wins' if score > 0 else 'loses'} {abs(score)}"
    told += f", doubled for {' and '.join(doublings)}" if doublings else ""
    if options.scoring == Scoring.SEEGER_FABIAN:
        told += ", and 50 for winning" if score > 0 else ", and 50 for losing"
        told += "" if score > 0 else f"; everybody else gets {40 if options.players == 3 else 30}"
    return [*lines, f"{told}."]


def _tell_result(state: Any, kind: int, position: int, seat: int) -> str:
    tricks, points = int(state.tricks_won[position]), int(state.card_points[position]) + skat_points(state)
    if kind == Kind.NULL:
        return f"player_{seat} has won {'a trick' if tricks else 'no trick'}."
    if state.announced >= Announcement.SCHWARZ:
        return f"player_{seat} has announced all tricks and has won {tricks}."
    needed = 90 if state.announced == Announcement.SCHNEIDER else 61
    return f"player_{seat} has {points} card points with the skat; {needed} are needed."


def _levels(state: Any, kind: int, position: int, is_hand: bool) -> tuple[int, list[str]]:
    """The run of matadors, and what else raises the value of a game: "game", "hand", "schneider" (5.1)."""
    announced, tricks = int(state.announced), int(state.tricks_won[position])
    points = int(state.card_points[position]) + skat_points(state)
    levels = {
        "game": True,
        "hand": is_hand,
        "schneider": announced >= Announcement.SCHNEIDER or points >= 90 or points <= 30,
        "schneider announced": announced >= Announcement.SCHNEIDER,
        "schwarz": announced >= Announcement.SCHWARZ or tricks in (0, NUM_TRICKS),
        "schwarz announced": announced >= Announcement.SCHWARZ,
        "ouvert": announced >= Announcement.OUVERT,
    }
    run = 0 if kind == Kind.NULL else plain(matadors)(all_cards(state, position), kind)
    return run, [level for level, is_reached in levels.items() if is_reached]


def counted(count: int, what: str) -> str:
    """A number with its noun.

    >>> counted(1, "push"), counted(2, "push")
    ('1 push', '2 pushes')
    """
    return f"{count} {what}" + ("" if count == 1 else "es" if what.endswith("h") else "s")


def all_cards(state: Any, position: int) -> int:
    """The twelve cards by which a declarer's matadors count."""
    return int(state.played[position]) | int(state.hands[position]) | int(state.skat)
