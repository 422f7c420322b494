"""What a hand pays (rules, section 5). Amounts are whole units."""

import numpy as np

from envs.core.cards import num_cards
from envs.core.jit import kernel, large_kernel, part_kernel
from envs.core.tricks import TRUMP, greatest, sum_of
from envs.games.sheepshead.actions import Call, Kind
from envs.games.sheepshead.cards import CARD_POINTS, CARDS_OF_SUIT, COUNTERS, JACKS, POWER, QUEENS, Card
from envs.games.sheepshead.match import close_hand
from envs.games.sheepshead.options import (
    BuryCredit,
    DoublerStack,
    IndianaBestFail,
    LeasterBonus,
    LeasterTie,
    NoPick,
    NoPickerSplit,
    PotAnte,
)
from envs.games.sheepshead.pot import add_shares, ante, move_pot
from envs.games.sheepshead.state import num_players, pay
from envs.games.sheepshead.variants import NUM_TRICKS, SIDES, Sides

BUCK, AUTOMATIC_BUCK = 7, 14


@part_kernel
def finish(state: np.record, options: np.record) -> None:
    """Score a hand that has ended, and close it."""
    sides = SIDES[options.variant]
    if state.offender >= 0:
        _score_forfeit(state, options)
    elif state.kind == Kind.SCHWANZER:
        _score_schwanzer(state, options)
    elif sides in (Sides.BATTERY, Sides.STACKS):
        _score_two(state, options)
    elif sides == Sides.TEAMS:
        _score_teams(state, options)
    elif sides == Sides.BIDDER:
        _score_bid(state, options)
    elif state.kind == Kind.LEASTER:
        _score_leaster(state, options)
    elif state.kind == Kind.MOSTER:
        _score_moster(state, options)
    else:
        _score_sides(state, options)
    close_hand(state, options)


@kernel
def _score_forfeit(state: np.record, options: np.record) -> None:
    """The hand ended with an illegal card: the offender pays all, also where there are no sides, or not yet (5.9)."""
    unit = multiplier(state, options)
    offender = int(state.offender)
    opponents = num_players(options) - num_cards(int(state.side))
    if state.side == 0:
        _pay_all(state, options, offender, -unit)
    elif state.side >> offender & 1:
        if options.double_on_bump != 0:
            unit *= 2
        _pay_opponents(state, options, unit)
        pay(state, options, offender, -unit * opponents)
    else:
        _pay_side(state, options, unit)
        pay(state, options, offender, -unit * opponents)


@kernel
def _pay_all(state: np.record, options: np.record, position: int, units: int) -> None:
    """One player gets so much from each of the others, or pays it."""
    players = num_players(options)
    for other in range(players):
        pay(state, options, other, (players - 1) * units if other == position else -units)


@kernel
def _pay_opponents(state: np.record, options: np.record, units: int) -> None:
    """Everybody who is not on the P-side gets so much, or pays it."""
    for position in range(num_players(options)):
        if state.side >> position & 1 == 0:
            pay(state, options, position, units)


@kernel
def multiplier(state: np.record, options: np.record) -> int:
    """Doublers, blitzes, cracks and re-cracks together (5.3)."""
    doublers = int(state.doublers)
    if options.doubler_stack == DoublerStack.SINGLE:
        doublers = min(doublers, 1)
    exponent = doublers + num_cards(int(state.blitz_black)) + num_cards(int(state.blitz_red))
    exponent += int(state.cracked >= 0) + int(state.recracked)
    factor = 1 << exponent
    return min(factor, int(options.multiplier_cap)) if options.multiplier_cap > 0 else factor


# --- Hands with two sides (5.1 to 5.3) -------------------------------------------------------------------------------------


@kernel
def _side_tricks(state: np.record, options: np.record) -> int:
    tricks = 0
    for position in range(num_players(options)):
        if state.side >> position & 1:
            tricks += int(state.tricks_won[position])
    return tricks


@kernel
def side_points(state: np.record, options: np.record) -> int:
    """Card points of the P-side: its tricks, and what it buried if that is credited (5.2)."""
    points = 0
    buried = 0
    for position in range(num_players(options)):
        if state.side >> position & 1:
            points += int(state.card_points[position])
            buried += sum_of(CARD_POINTS, int(state.buried[position]))
    is_credited = _side_tricks(state, options) > 0
    if options.bury_credit == BuryCredit.PICKER and state.picker >= 0:
        is_credited = state.tricks_won[int(state.picker)] > 0
    return points + buried if is_credited else points


@kernel
def level_of_side(state: np.record, options: np.record) -> int:
    """1 to 3 for a won hand of the P-side, -1 to -3 for a lost one (5.1)."""
    tricks = _side_tricks(state, options)
    if tricks == NUM_TRICKS[options.variant]:
        return 3
    if tricks == 0:
        return -3
    points = side_points(state, options)
    if points >= 91:
        return 2
    if points >= 61:
        return 1
    return -1 if points >= 31 else -2


@kernel
def _pay_side(state: np.record, options: np.record, unit: int) -> None:
    """Give the P-side its shares of a unit from each opponent; a negative unit takes them (5.3)."""
    players = num_players(options)
    members = num_cards(int(state.side))
    opponents = players - members
    head = int(state.picker)
    share, extra = 1, opponents - members
    if head < 0:
        head = int(state.top)
        if options.no_picker_split == NoPickerSplit.EQUAL_THEN_TOP:
            share = opponents // members
            extra = opponents % members
    for position in range(players):
        if state.side >> position & 1:
            pay(state, options, position, unit * (share + extra if position == head else share))


@large_kernel
def _score_sides(state: np.record, options: np.record) -> None:
    level = level_of_side(state, options)
    unit = level * multiplier(state, options)
    players = num_players(options)
    was_forced = options.no_pick == NoPick.FORCED_PICK and state.picker == players - 1
    if level < 0 and options.double_on_bump != 0 and not (was_forced and options.forced_pick_no_punish != 0):
        unit *= 2
    opponents = players - num_cards(int(state.side))
    if level == -3 and options.no_trick_picker_pays_all != 0 and state.picker >= 0:
        pay(state, options, int(state.picker), unit * opponents)
    else:
        _pay_side(state, options, unit)
    _pay_opponents(state, options, -unit)
    if options.pot != 0 and state.shares > 0:
        move_pot(state, options, level > 0)


# --- Leaster, moster, schwanzer (5.4 to 5.6) -------------------------------------------------------------------------------


@kernel
def _leaster_points(state: np.record, position: int) -> int:
    points = int(state.card_points[position])
    return points + sum_of(CARD_POINTS, int(state.blind)) if position == state.blind_to else points


@kernel
def _leaster_winner(state: np.record, options: np.record) -> int:
    """Position that wins, or -1: a tie."""
    winner = -1
    is_tied = False
    for position in range(num_players(options)):
        if options.leaster_requires_trick != 0 and state.tricks_won[position] == 0:
            continue
        if winner < 0:
            winner = position
            continue
        ahead = _leaster_points(state, winner) - _leaster_points(state, position)
        if ahead == 0 and options.leaster_tie == LeasterTie.FEWEST_TRICKS:
            ahead = int(state.tricks_won[winner]) - int(state.tricks_won[position])
        if ahead > 0:
            winner = position
            is_tied = False
        elif ahead == 0:
            is_tied = True
    return -1 if is_tied else winner


@kernel
def _score_leaster(state: np.record, options: np.record) -> None:
    winner = _leaster_winner(state, options)
    if winner >= 0:
        weight = 1
        tricks = int(state.tricks_won[winner])
        if options.leaster_no_trick_double != 0 and options.leaster_requires_trick == 0 and tricks == 0:
            weight = 2
        has_all = tricks == NUM_TRICKS[options.variant]
        has_nothing = _leaster_points(state, winner) == 0
        bonus = int(options.leaster_bonus)
        if (bonus & LeasterBonus.SWEEP and has_all) or (bonus & LeasterBonus.ZERO_TRICK and has_nothing):
            weight = 3
        if options.pot != 0 and options.pot_ante == PotAnte.LEASTER_LOSERS:
            for position in range(num_players(options)):
                if position != winner:
                    pay(state, options, position, -1)
            add_shares(state, 1)
        else:
            _pay_all(state, options, winner, weight * multiplier(state, options))
    ante(state, options)


@kernel
def _score_moster(state: np.record, options: np.record) -> None:
    players = num_players(options)
    loser = 0
    is_tied = False
    for position in range(1, players):
        ahead = _leaster_points(state, position) - _leaster_points(state, loser)
        if ahead > 0:
            loser = position
            is_tied = False
        elif ahead == 0:
            is_tied = True
    for position in range(players):
        if state.tricks_won[position] == NUM_TRICKS[options.variant]:
            _pay_all(state, options, position, multiplier(state, options))
            ante(state, options)
            return
    if not is_tied:
        _pay_all(state, options, loser, -multiplier(state, options))
    ante(state, options)


@kernel
def hand_value(state: np.record, hand: int) -> int:
    """Value of a hand in a showdown: queens 3, jacks 2, other trumps 1 (5.6)."""
    queens = num_cards(hand & QUEENS)
    jacks = num_cards(hand & JACKS)
    trumps = num_cards(hand & int(CARDS_OF_SUIT[state.trumps, TRUMP]))
    return 2 * queens + jacks + trumps


@kernel
def _score_schwanzer(state: np.record, options: np.record) -> None:
    """All hands lie open; the strongest one pays (5.6)."""
    loser = 0
    for position in range(num_players(options)):
        ahead = hand_value(state, int(state.hands[position])) - hand_value(state, int(state.hands[loser]))
        if ahead > 0 or (ahead == 0 and _has_higher_trump(state, position, loser)):
            loser = position
    _pay_all(state, options, loser, -multiplier(state, options))
    ante(state, options)


@kernel
def _has_higher_trump(state: np.record, position: int, other: int) -> bool:
    trumps = int(CARDS_OF_SUIT[state.trumps, TRUMP])
    mine = int(state.hands[position]) & trumps
    highest = greatest(POWER, int(state.trumps), mine | int(state.hands[other]) & trumps)
    return bool(highest >= 0 and mine >> highest & 1)


# --- Two players, bids, teams (5.10 to 5.12) -------------------------------------------------------------------------------


@kernel
def _score_two(state: np.record, options: np.record) -> None:
    ahead = int(state.card_points[0]) - int(state.card_points[1])
    if ahead == 0:
        return
    winner = 0 if ahead > 0 else 1
    level = 1
    if options.two_player_levels != 0:
        if state.tricks_won[1 - winner] == 0:
            level = 3
        elif state.card_points[1 - winner] < 30:
            level = 2
    _pay_all(state, options, winner, level)


@kernel
def _score_bid(state: np.record, options: np.record) -> None:
    call = int(state.call)
    level = level_of_side(state, options)
    is_won = level == -3 if call == Call.BILLY else level > 0
    earned = 2 * abs(level)
    if call == Call.BEST:
        earned = int(options.indiana_target)
        if not is_won and options.indiana_best_fail == IndianaBestFail.SIX:
            earned = 6
    elif call == Call.SIDE:
        earned = 18 if is_won else 6
    elif call == Call.BILLY:
        earned = int(options.indiana_billy_score) if is_won else 6
    for position in range(num_players(options)):
        if bool(state.side >> position & 1) == is_won:
            pay(state, options, position, earned)


@kernel
def _pay_team(state: np.record, options: np.record, position: int, points: int) -> None:
    """Give match points to a player and the one across."""
    pay(state, options, position & 1, points)
    pay(state, options, (position & 1) + 2, points)


@kernel
def _score_teams(state: np.record, options: np.record) -> None:
    """Points for the fox and the fox catchers, or a buck; all six catchers dealt to one player or team are one too (5.12)."""
    if state.num_tricks == 0:
        _pay_team(state, options, int(state.turn), AUTOMATIC_BUCK)
        return
    for team in range(2):
        cards = int(state.won[team]) | int(state.won[team + 2])
        if state.tricks_won[team] + state.tricks_won[team + 2] == NUM_TRICKS[options.variant]:
            _pay_team(state, options, team, BUCK)
            return
        counters = num_cards(cards & COUNTERS) + int(state.winner & 1 == team)
        points = int(cards >> Card.AD & 1) + int(counters >= 7) + int(counters >= 10)
        _pay_team(state, options, team, points)
