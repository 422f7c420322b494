"""The end of a deal and the match: the list, rounds of Bock and Ramsch, and returns (rules, 5.4, 5.6, 6)."""

import numpy as np

from envs.core.jit import kernel
from envs.core.options import Episode, Reward
from envs.core.state import NOBODY
from envs.games.skat_family.cards import Announcement, Kind
from envs.games.skat_family.options import (
    BockEventCount,
    BockTrigger,
    GrandHandRedeal,
    RamschRoundAfter,
    Scoring,
    UnfinishedRounds,
)
from envs.games.skat_family.scoring import charged_value, declarer_points, game_value, is_reached, score_ramsch
from envs.games.skat_family.state import Phase, seat_of


@kernel
def is_compulsory(state: np.record) -> bool:
    """Whether this deal is a compulsory Ramsch."""
    return bool(state.ramsch_left > 0)


@kernel
def is_bock(state: np.record) -> bool:
    """Whether this deal counts double."""
    return bool(state.ramsch_left == 0 and state.bock_left > 0)


@kernel
def finish(state: np.record, options: np.record, kind: int, is_hand: bool, bid: int, is_ramsch_deal: bool) -> None:
    """Score the deal, enter it into the list, and end the episode or wait for the next deck.

    The declarer plays a kind of game, from the hand or not, and had to reach the bid; it is 0 without bidding. In a deal that
    was to be a Ramsch there is a declarer only where somebody declared a Grand Hand instead.
    """
    value, is_won = _score_deal(state, options, kind, is_hand, bid)
    is_instead = is_ramsch_deal and state.declarer >= 0
    if is_instead:
        state.grand_hand_used |= 1 << seat_of(state, options, int(state.declarer))
        state.grand_hand_run = min(int(state.grand_hand_run) + 1, 3)
    else:
        state.grand_hand_run = 0
    is_repeated = is_instead and options.grand_hand_redeal == GrandHandRedeal.SAME_DEALER
    _close_deal(state, options, kind, is_hand, value, is_won, is_repeated)
    state.player = NOBODY
    is_over = options.episode == Episode.DEAL or _is_list_over(state, options)
    state.phase = Phase.OVER if is_over else Phase.DEALING


@kernel
def _score_deal(state: np.record, options: np.record, kind: int, is_hand: bool, bid: int) -> tuple[int, bool]:
    """Write the scores; the value of a declarer's game before doublings, and whether it is won."""
    bock = 2 if is_bock(state) else 1
    if state.declarer >= 0:
        value = game_value(state, kind, is_hand)
        is_won = value >= bid and is_reached(state, kind)
        factor = int(options.lost_hand_factor) if is_hand else 2
        score = value if is_won else -factor * charged_value(value, kind, bid)
        state.scores[seat_of(state, options, int(state.declarer))] = (score << int(state.kontra_level)) * bock
        return value, is_won
    if state.jungfrau >> int(state.winner) & 1:
        state.scores[seat_of(state, options, int(state.winner))] = -int(options.jungfrau_fail) * bock
    elif state.num_tricks > 0:
        score_ramsch(state, options, bock)
    return 0, False


@kernel
def _close_deal(
    state: np.record, options: np.record, kind: int, is_hand: bool, value: int, is_won: bool, is_repeated: bool
) -> None:
    """Enter the scored deal into the list and name the next dealer (6.1 to 6.3).

    The value is that of the declarer's game before doublings. Where the deal is to be repeated, it does not count and the same
    dealer deals again.
    """
    players = int(options.players)
    was_compulsory = is_compulsory(state)
    for seat in range(players):
        state.list_scores[seat] += state.scores[seat]
    if state.declarer >= 0:
        seat = seat_of(state, options, int(state.declarer))
        state.games_won[seat] += int(is_won)
        state.games_lost[seat] += int(not is_won)
    if not was_compulsory:
        events = 0
        if options.bock_rounds != 0 and not _is_extra(state, options):
            events = _num_events(state, options, kind, is_hand, value, is_won)
        _schedule_bock(state, options, is_repeated, events)
        is_grand_hand = state.declarer >= 0 and kind == Kind.GRAND and is_hand
        if is_grand_hand and options.ramsch_round_after & RamschRoundAfter.GRAND_HAND:
            state.ramsch_left += players
    elif not is_repeated:
        state.ramsch_left -= 1
    state.next_dealer = state.dealer
    if not is_repeated:
        state.deals_done += 1
        state.round_deals += 1
        state.next_dealer = (int(state.dealer) + 1) % players
    if state.round_deals >= players or was_compulsory != is_compulsory(state):
        state.grand_hand_used = 0
        state.round_deals = 0


# --- Bock and compulsory Ramsch (6.2, 6.3) ---------------------------------------------------------------------------------


@kernel
def _num_events(state: np.record, options: np.record, kind: int, is_hand: bool, value: int, is_won: bool) -> int:
    """Events of this deal that start a round of Bock; two pairs of triggers count once (6.2)."""
    triggers = int(options.bock_triggers)
    events = _num_score_events(state, options, triggers)
    if state.declarer < 0:
        return events + int(triggers & BockTrigger.ALL_PASSED != 0)
    if not is_won:
        events += int(triggers & BockTrigger.LOST_60 != 0 and kind != Kind.NULL and declarer_points(state) == 60)
        events += int(triggers & BockTrigger.GRAND_LOST != 0 and kind == Kind.GRAND)
    elif is_hand and kind == Kind.GRAND:
        events += int(triggers & BockTrigger.GRAND_HAND_WON != 0)
    elif is_hand and kind == Kind.NULL and state.announced == Announcement.OUVERT:
        events += int(triggers & BockTrigger.NULL_OUVERT_HAND != 0)
    level = int(state.kontra_level)
    kontra_lost = triggers & BockTrigger.KONTRA_LOST != 0 and level >= 1 and not is_won
    kontra_and_re = triggers & BockTrigger.KONTRA_AND_RE != 0 and level >= 2
    is_72 = triggers & BockTrigger.VALUE_72 != 0 and is_won and value >= 72
    is_96 = triggers & BockTrigger.VALUE_96 != 0 and is_won and value >= 96
    return events + int(kontra_lost or kontra_and_re) + int(is_72 or is_96)


@kernel
def _num_score_events(state: np.record, options: np.record, triggers: int) -> int:
    """List scores that this deal made round."""
    events = 0
    for seat in range(int(options.players)):
        total = abs(int(state.list_scores[seat]))
        if state.scores[seat] != 0 and total != 0:
            is_hundred = triggers & BockTrigger.SCORE_X00 != 0 and total % 100 == 0
            is_repdigit = triggers & BockTrigger.SCORE_REPDIGIT != 0 and total >= 100 and total % 1000 % 111 == 0
            events += int(is_hundred or is_repdigit)
    return events


@kernel
def _schedule_bock(state: np.record, options: np.record, is_repeated: bool, events: int) -> None:
    """Move the counters of Bock and Ramsch rounds after a deal that was not compulsory (6.3)."""
    players = int(options.players)
    was_bock = state.bock_left > 0
    if was_bock and not is_repeated:
        state.bock_left -= 1
        if state.bock_left % players == 0 and options.ramsch_round_after & RamschRoundAfter.BOCK_ROUND:
            state.ramsch_left += players
    if options.bock_event_count == BockEventCount.ONE_PER_DEAL:
        events = min(events, 1)
    state.bock_left += players * events
    if events > 0 and options.bock_includes_trigger != 0 and not was_bock:
        for seat in range(players):
            state.list_scores[seat] += state.scores[seat]
            state.scores[seat] *= 2
        state.bock_left -= 1


@kernel
def _is_extra(state: np.record, options: np.record) -> bool:
    """Whether this deal is played after the list's last one."""
    return bool(state.deals_done >= int(options.rounds) * int(options.players))


@kernel
def _is_list_over(state: np.record, options: np.record) -> bool:
    """Whether the match ends with the deal just closed (6.1, 6.3)."""
    if options.max_deals > 0 and state.deals >= options.max_deals:
        return True
    waits = options.unfinished_rounds == UnfinishedRounds.PLAY_OUT and (state.bock_left > 0 or state.ramsch_left > 0)
    return bool(_is_extra(state, options) and not waits)


# --- Totals ----------------------------------------------------------------------------------------------------------------


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
def returns(state: np.record, options: np.record, out: np.ndarray) -> None:
    """Write the list points so far: totals, or each pair's differences settled (5.6)."""
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
