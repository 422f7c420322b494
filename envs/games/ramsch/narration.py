"""How a deal of Ramsch is told. Plain Python, for people."""

from typing import Any

from envs.core.jit import plain
from envs.games.ramsch.actions import ACTIONS
from envs.games.ramsch.options import Options
from envs.games.ramsch.scene import scene
from envs.games.skat_family.cards import NUM_ACTIVE, NUM_TRICKS, PACK, Announcement, Kind
from envs.games.skat_family.narration import all_cards, counted, phrase, skat_points, tell_cards, tell_trick
from envs.games.skat_family.options import RamschMultiplier, SkatTo
from envs.games.skat_family.scene import KONTRA_WORDS, seat_at
from envs.games.skat_family.scoring import matadors
from envs.games.skat_family.state import PHASES

DECLARED = {
    "GH": "announces nothing",
    "GHS": "announces schneider",
    "GHZ": "announces schwarz",
    "GHO": "announces ouvert and lays the cards open",
}


def tell_decision(before: Any, action: int, after: Any, options: Options) -> list[str]:
    """One line for what was said; the cards of a trick in one line when it is complete."""
    name, phase = ACTIONS[action], PHASES[before.phase]
    if phase == "play":
        return tell_trick(before, after, scene(after, options))
    said = DECLARED[name[len("declare_") :]] if phase == "declare" else phrase(name, phase, before, after)
    return [f"player_{before.player} {said}."]


def tell_end(state: Any, options: Options) -> list[str]:
    """The skat, the tricks, and the sum that gives the scores."""
    lines = tell_cards(state, options)
    seats = [seat_at(state, options, position) for position in range(NUM_ACTIVE)]
    if state.declarer >= 0:
        return [*lines, *_tell_grand_hand(state, options, seats)]
    failed = [seats[p] for p in range(NUM_ACTIVE) if int(state.jungfrau) >> p & 1 and state.tricks_won[p]]
    if failed:
        cost = options.jungfrau_fail
        return [*lines, f"player_{failed[0]} announced to win no trick and has won one: that costs {cost}."]
    return [*lines, *_tell_ramsch(state, options, seats)]


def _tell_ramsch(state: Any, options: Options, seats: list[int]) -> list[str]:
    last, totals, lines = int(state.winner), [int(points) for points in state.card_points], []
    if options.ramsch_skat_to == SkatTo.LAST_TRICK:
        totals[last] += skat_points(state)
        lines.append(f"player_{seats[last]} won the last trick and gets the skat: {totals[last]}.")
    num_jungfrauen = sum(not tricks for tricks in state.tricks_won)
    pushes, announcements = int(state.pushed).bit_count(), int(state.jungfrau).bit_count()
    reasons = [counted(pushes, "push")] if pushes else []
    reasons += [counted(announcements, "announcement")] if announcements else []
    reasons += ["a Jungfrau"] if num_jungfrauen == 1 else []
    count = pushes + announcements + (num_jungfrauen == 1)
    factor = 1 + count if options.ramsch_multiplier == RamschMultiplier.ADDITIVE else 2**count
    why = ", ".join(reasons) or "no doubling"
    if num_jungfrauen == NUM_ACTIVE - 1:
        score, value = int(state.scores[seats[last]]), options.durchmarsch_value
        earned = f"{value} times {factor} ({why})" if score == value * factor else f"{score:+d}"
        return [*lines, f"player_{seats[last]} has won all tricks: {earned}."]
    for position, seat in enumerate(seats):
        loss, total = -int(state.scores[seat]), totals[position]
        if loss > 0:
            amount = f"{total} times {factor} ({why}): {loss}" if count and loss == total * factor else f"{loss}"
            lines.append(f"player_{seat} has the most and loses {amount}.")
    return lines if any(state.scores) else [*lines, "Nobody loses."]


def _tell_grand_hand(state: Any, options: Options, seats: list[int]) -> list[str]:
    position, announced = int(state.declarer), int(state.announced)
    points, tricks = int(state.card_points[position]) + skat_points(state), int(state.tricks_won[position])
    score = int(state.scores[seats[position]])
    cards = all_cards(state, position)
    run = plain(matadors)(cards, Kind.GRAND)
    levels = {
        "game": True,
        "hand": True,
        "schneider": announced >= Announcement.SCHNEIDER or points >= 90 or points <= 30,
        "schneider announced": announced >= Announcement.SCHNEIDER,
        "schwarz": announced >= Announcement.SCHWARZ or tricks in (0, NUM_TRICKS),
        "schwarz announced": announced >= Announcement.SCHWARZ,
        "ouvert": announced >= Announcement.OUVERT,
    }
    parts = [
        f"{'with' if cards >> PACK.parse('JC') & 1 else 'without'} {run}",
        *(f"{name} 1" for name in levels if levels[name]),
    ]
    factor = run + len(parts) - 1
    doublings = ["lost"] if score < 0 and options.lost_hand_factor == 2 else []
    doublings += KONTRA_WORDS[1 : state.kontra_level + 1]
    doublings += ["Bock"] if abs(score) > 24 * factor << len(doublings) else []
    return [
        f"player_{seats[position]} has {points} card points with the skat and {'wins' if score > 0 else 'loses'}.",
        f"Grand 24 times {factor} ({', '.join(parts)}), doubled for {' and '.join(doublings) or 'nothing'}: {score}.",
    ]
