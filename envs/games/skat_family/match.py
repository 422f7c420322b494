"""The list of a match at a Skat or Ramsch table: what is entered after a deal, rounds of Bock and Ramsch, and returns.

Source: the rules of Skat and Schieberamsch, sections 5.4, 5.6 and 6. As in `skat_family`, the functions work
on any record and options that have the names used.
"""

import numpy as np

from envs.core.jit import kernel
from envs.core.options import Reward
from envs.games.skat_family import (
    GRAND,
    NULL,
    OUVERT,
    BockEventCount,
    BockTrigger,
    RamschRoundAfter,
    Scoring,
    UnfinishedRounds,
    declarer_points,
    seat_of,
)


@kernel
def is_compulsory(state: np.record) -> bool:
    """Whether this deal is a compulsory Ramsch."""
    return bool(state.ramsch_left > 0)


@kernel
def is_bock(state: np.record) -> bool:
    """Whether this deal counts double."""
    return bool(state.ramsch_left == 0 and state.bock_left > 0)


@kernel
def _has(triggers: int, trigger: int) -> int:
    return 1 if triggers & trigger else 0


@kernel
def _game_events(state: np.record, triggers: int, is_won: bool, value: int, game: int, is_hand: bool) -> int:
    """Bock events from a game with a declarer."""
    level = int(state.kontra_level)
    events = 0
    if not is_won:
        if game != NULL and declarer_points(state) == 60:
            events += _has(triggers, BockTrigger.LOST_60)
        if game == GRAND:
            events += _has(triggers, BockTrigger.GRAND_LOST)
    elif game == GRAND and is_hand:
        events += _has(triggers, BockTrigger.GRAND_HAND_WON)
    elif game == NULL and is_hand and state.announced == OUVERT:
        events += _has(triggers, BockTrigger.NULL_OUVERT_HAND)
    kontra_lost = _has(triggers, BockTrigger.KONTRA_LOST) == 1 and level >= 1 and not is_won
    kontra_and_re = _has(triggers, BockTrigger.KONTRA_AND_RE) == 1 and level >= 2
    is_72 = _has(triggers, BockTrigger.VALUE_72) == 1 and is_won and value >= 72
    is_96 = _has(triggers, BockTrigger.VALUE_96) == 1 and is_won and value >= 96
    return events + int(kontra_lost or kontra_and_re) + int(is_72 or is_96)


@kernel
def _score_events(state: np.record, options: np.record, triggers: int) -> int:
    """Bock events from round list totals."""
    events = 0
    for seat in range(int(options.players)):
        total = abs(int(state.list_scores[seat]))
        if state.scores[seat] != 0 and total != 0:
            is_hundred = _has(triggers, BockTrigger.SCORE_X00) == 1 and total % 100 == 0
            is_repdigit = _has(triggers, BockTrigger.SCORE_REPDIGIT) == 1 and total >= 100 and total % 1000 % 111 == 0
            events += int(is_hundred or is_repdigit)
    return events


@kernel
def _is_extra(state: np.record, options: np.record) -> bool:
    """Whether this deal is played after the list's last one."""
    return bool(state.deals_done >= int(options.rounds) * int(options.players))


@kernel
def _start_round(state: np.record) -> None:
    state.grand_hand_used = 0
    state.round_deals = 0


@kernel
def _schedule_bock(state: np.record, options: np.record, bock: bool, repeat: bool, events: int) -> None:
    """Move the counters of Bock and Ramsch rounds after a deal that was not compulsory (6.3)."""
    players = int(options.players)
    if bock and not repeat:
        state.bock_left -= 1
        if state.bock_left % players == 0 and options.ramsch_round_after & RamschRoundAfter.BOCK_ROUND:
            state.ramsch_left += players
    if options.bock_event_count == BockEventCount.ONE_PER_DEAL:
        events = min(events, 1)
    state.bock_left += players * events
    if events > 0 and options.bock_includes_trigger != 0 and not bock:
        for seat in range(players):
            state.list_scores[seat] += state.scores[seat]
            state.scores[seat] *= 2
        state.bock_left -= 1


@kernel
def close_deal(state: np.record, options: np.record, is_won: bool, value: int, game: int, is_hand: bool, repeat: bool) -> None:
    """Enter the scored deal into the list and name the next dealer (6.1 to 6.3).

    Args:
        state: record with `scores` of this deal; the list's fields and `next_dealer` are written.
        options: of the table.
        is_won: the declarer won; without a declarer of no meaning.
        value: of the declarer's game before doublings.
        game: kind of game.
        is_hand: the declarer did not look at the skat.
        repeat: the same dealer deals again and the deal does not count.
    """
    players = int(options.players)
    was_compulsory = is_compulsory(state)
    bock = is_bock(state)
    for seat in range(players):
        state.list_scores[seat] += state.scores[seat]
    if state.declarer >= 0:
        seat = seat_of(state, options, int(state.declarer))
        state.games_won[seat] += int(is_won)
        state.games_lost[seat] += int(not is_won)
    if was_compulsory:
        if not repeat:
            state.ramsch_left -= 1
    else:
        events = 0
        if options.bock_rounds != 0 and not _is_extra(state, options):
            events = _score_events(state, options, int(options.bock_triggers))
            if state.declarer >= 0:
                events += _game_events(state, int(options.bock_triggers), is_won, value, game, is_hand)
            else:
                events += _has(int(options.bock_triggers), BockTrigger.ALL_PASSED)
        _schedule_bock(state, options, bock, repeat, events)
        is_grand_hand = state.declarer >= 0 and game == GRAND and is_hand
        if is_grand_hand and options.ramsch_round_after & RamschRoundAfter.GRAND_HAND:
            state.ramsch_left += players
    state.next_dealer = state.dealer
    if not repeat:
        state.deals_done += 1
        state.round_deals += 1
        state.next_dealer = (int(state.dealer) + 1) % players
    if state.round_deals >= players or was_compulsory != is_compulsory(state):
        _start_round(state)


@kernel
def is_list_over(state: np.record, options: np.record) -> bool:
    """Whether the match ends with the deal just closed (6.1, 6.3)."""
    if options.max_deals > 0 and state.deals >= options.max_deals:
        return True
    waits = options.unfinished_rounds == UnfinishedRounds.PLAY_OUT and (state.bock_left > 0 or state.ramsch_left > 0)
    return bool(_is_extra(state, options) and not waits)


@kernel
def total_score(state: np.record, options: np.record, seat: int) -> int:
    """List score of a seat with the tournament's bonuses (5.4)."""
    total = int(state.list_scores[seat])
    if options.scoring == Scoring.SEEGER_FABIAN:
        total += 50 * (int(state.games_won[seat]) - int(state.games_lost[seat]))
        for other in range(int(options.players)):
            if other != seat:
                total += (40 if options.players == 3 else 30) * int(state.games_lost[other])
    return total


@kernel
def write_returns(state: np.record, options: np.record, out: np.ndarray) -> None:
    """Returns by seat: totals, or each pair's differences settled (5.6).

    Args:
        state: record.
        options: of the table.
        out: float64 [players]; written.
    """
    players = int(options.players)
    table = 0
    for seat in range(players):
        table += total_score(state, options, seat)
    for seat in range(players):
        total = total_score(state, options, seat)
        out[seat] = players * total - table if options.reward == Reward.ZERO_SUM else total


@kernel
def winners(state: np.record, options: np.record) -> int:
    """Bit set of the seats with the highest total; equal totals share the rank (6.1)."""
    best = total_score(state, options, 0)
    for seat in range(1, int(options.players)):
        best = max(best, total_score(state, options, seat))
    seats = 0
    for seat in range(int(options.players)):
        if total_score(state, options, seat) == best:
            seats |= 1 << seat
    return seats
