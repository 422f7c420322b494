"""What a deal scores: a Ramsch (rules, 5.5), and a game with a declarer (5.1 to 5.3)."""

import numpy as np

from envs.core.cards import num_cards
from envs.core.jit import kernel
from envs.core.tricks import sum_of
from envs.games.skat_family.cards import CARD_POINTS, NUM_ACTIVE, NUM_TRICKS, NUM_TRUMPS, TRUMPS, Announcement, Kind
from envs.games.skat_family.options import DurchmarschFixed, RamschMultiplier, RamschThreeWay, RamschTie, RamschValue, SkatTo
from envs.games.skat_family.state import seat_of

BASE_VALUE = np.array([12, 11, 10, 9, 24, 0], np.int16)
"""By kind of game."""
NULL_VALUE = np.array([[23, 46], [35, 59]], np.int16)
"""By hand game and ouvert (5.2)."""

# --- Ramsch ----------------------------------------------------------------------------------------------------------------


@kernel
def _factor(state: np.record, options: np.record, jungfrauen: int) -> int:
    """Multiplier from pushes, announcements and Jungfrauen."""
    exponent = num_cards(int(state.pushed)) + num_cards(int(state.jungfrau)) + jungfrauen
    return 1 + exponent if options.ramsch_multiplier == RamschMultiplier.ADDITIVE else 1 << exponent


@kernel
def _losers(state: np.record, options: np.record, totals: tuple[int, int, int]) -> int:
    """Bit set of the positions that lose; 0 when nobody does."""
    most = max(totals[0], totals[1], totals[2])
    losers = 0
    latest = -1
    for position in range(NUM_ACTIVE):
        if totals[position] == most:
            losers |= 1 << position
            if latest < 0 or state.last_win[position] > state.last_win[latest]:
                latest = position
    if num_cards(losers) >= 2 and options.ramsch_tie == RamschTie.LAST_TRICK:
        return 1 << latest
    if num_cards(losers) == NUM_ACTIVE and options.ramsch_three_way == RamschThreeWay.ZERO:
        return 0
    return losers


@kernel
def score_ramsch(state: np.record, options: np.record, bock: int) -> None:
    """Write the scores of a Ramsch that was played to the tenth trick; `bock` is 2 in a Bock deal, else 1."""
    skat = sum_of(CARD_POINTS, int(state.skat))
    last = int(state.winner)
    extra = skat if options.ramsch_skat_to == SkatTo.LAST_TRICK else 0
    totals = (
        int(state.card_points[0]) + (extra if last == 0 else 0),
        int(state.card_points[1]) + (extra if last == 1 else 0),
        int(state.card_points[2]) + (extra if last == 2 else 0),
    )
    jungfrauen = 0
    for position in range(NUM_ACTIVE):
        jungfrauen += int(state.tricks_won[position] == 0)
    is_fixed = options.ramsch_value == RamschValue.FIXED
    if jungfrauen == 2 and not (is_fixed and options.durchmarsch_fixed == DurchmarschFixed.PENALTY):
        factor = _factor(state, options, 0) if options.durchmarsch_doubles != 0 else 1
        state.scores[seat_of(state, options, last)] = int(options.durchmarsch_value) * factor * bock
        return
    losers = _losers(state, options, totals)
    to_loser = skat if options.ramsch_skat_to == SkatTo.LOSER else 0
    for position in range(NUM_ACTIVE):
        if losers >> position & 1:
            if is_fixed:
                amount = int(options.ramsch_fixed[jungfrauen]) * _factor(state, options, 0)
            else:
                amount = (totals[position] + to_loser) * _factor(state, options, int(jungfrauen == 1))
            if options.ramsch_tie == RamschTie.SPLIT:
                amount //= num_cards(losers)
            state.scores[seat_of(state, options, position)] = -amount * bock


# --- Games with a declarer -------------------------------------------------------------------------------------------------


@kernel
def matadors(cards: int, kind: int) -> int:
    """Length of the unbroken run of top trumps held, or lacking; not in Null."""
    has_top = cards >> int(TRUMPS[kind, 0]) & 1
    run = 1
    while run < int(NUM_TRUMPS[kind]) and (cards >> int(TRUMPS[kind, run]) & 1) == has_top:
        run += 1
    return run


@kernel
def declarer_points(state: np.record) -> int:
    """Card points of the declarer's tricks and of the skat."""
    return int(state.card_points[int(state.declarer)]) + sum_of(CARD_POINTS, int(state.skat))


@kernel
def game_value(state: np.record, kind: int, is_hand: bool) -> int:
    """Value of a game that was played to its end, before all doublings (5.1)."""
    if kind == Kind.NULL:
        return int(NULL_VALUE[int(is_hand), int(state.announced == Announcement.OUVERT)])
    declarer = int(state.declarer)
    points = declarer_points(state)
    tricks = int(state.tricks_won[declarer])
    announced = int(state.announced)
    cards = int(state.hands[declarer]) | int(state.played[declarer]) | int(state.skat)
    is_schneider = announced >= Announcement.SCHNEIDER or points >= 90 or points <= 30
    is_schwarz = announced >= Announcement.SCHWARZ or tricks in (0, NUM_TRICKS)
    levels = matadors(cards, kind) + 1 + int(is_hand) + int(is_schneider) + int(is_schwarz)
    return int(BASE_VALUE[kind]) * (levels + announced)


@kernel
def is_reached(state: np.record, kind: int) -> bool:
    """Whether the declarer made what the game and the announcement ask for."""
    if kind == Kind.NULL:
        return bool(state.tricks_won[int(state.declarer)] == 0)
    if state.announced >= Announcement.SCHWARZ:
        return bool(state.tricks_won[int(state.declarer)] == NUM_TRICKS)
    return declarer_points(state) >= (90 if state.announced == Announcement.SCHNEIDER else 61)


@kernel
def charged_value(value: int, kind: int, bid: int) -> int:
    """What a lost game counts: an overbid one as much as was needed to reach the bid (5.3)."""
    if value >= bid:
        return value
    base = int(BASE_VALUE[kind])
    return (bid + base - 1) // base * base
