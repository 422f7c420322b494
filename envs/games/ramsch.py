"""Ramsch and Schieberamsch for three players, as games of their own.

Source: the rules of Skat and Schieberamsch (`rules/skat.md`) with `game_mode = ramsch_only`: sections 1, 2, 3.4 to 3.9, 4, 5
and 6. Everything there that can occur without bidding is implemented; `kontra_needs_bid` means nothing without bidding and is
left out. Sections are cited by number.

Returns are list points of the match so far, with the tournament's bonuses if they are on; a deal episode is a match of one
deal. Losing a Ramsch costs points, so returns are mostly negative.

| actions | meaning |
|---|---|
| 0 to 31 | a card: pass it on, or play it |
| 32, 33 | `take` or `push` the skat |
| 34, 35 | `grand_hand`, `no_grand_hand` |
| 36 to 39 | `declare GH`, `GHS` (schneider), `GHZ` (schwarz), `GHO` (ouvert) |
| 40, 41 | `kontra`, `no_kontra` |
| 42, 43 | `raise` (Re, Supra, Hirsch), `no_raise` |
| 44, 45 | `announce_jungfrau`, `no_announce` |
"""

from typing import Any, NamedTuple

import numpy as np

from envs.core.cards import copy_words, nth_card, num_cards, read_cards, write_cards
from envs.core.jit import kernel
from envs.core.layout import Actions, Layout, Piece
from envs.core.options import Episode, OptionError, Reward
from envs.core.record import NOBODY, read_number, state_dtype, write_number
from envs.games import skat_family as family
from envs.games import skat_hidden as hidden
from envs.games.skat_family import (
    CARD_BYTES,
    GRAND,
    NUM_ACTIVE,
    NUM_CARDS,
    NUM_TRICKS,
    OUVERT,
    PACK,
    SKAT_SIZE,
    give_turn,
    position_of,
    seat_of,
)

# --- Constants -------------------------------------------------------------------------------------------------------------

OVER, DEALING, ASK_GRAND_HAND, DECLARE, KONTRA, RAISE, SCHIEBEN, PASS_ON, JUNGFRAU, PLAY = range(10)
PHASES = ("over", "dealing", "grand_hand", "declare", "kontra", "raise", "schieben", "pass_on", "jungfrau", "play")

TAKE, PUSH, GRAND_HAND, NO_GRAND_HAND = range(NUM_CARDS, NUM_CARDS + 4)
DECLARE_GH = NO_GRAND_HAND + 1
KONTRA_SAY, KONTRA_NO, RAISE_SAY, RAISE_NO, JUNGFRAU_SAY, JUNGFRAU_NO = range(DECLARE_GH + 4, DECLARE_GH + 10)
ACTIONS = Actions(
    [
        *PACK.cards,
        *("take", "push", "grand_hand", "no_grand_hand"),
        *("declare GH", "declare GHS", "declare GHZ", "declare GHO"),
        *("kontra", "no_kontra", "raise", "no_raise", "announce_jungfrau", "no_announce"),
    ]
)
NUM_ACTIONS = len(ACTIONS)
MAX_DECISIONS = 3 + 1 + 2 + 4 + 3 + 6 + 3 + NUM_ACTIVE * NUM_TRICKS
"""Asked for a Grand Hand, declared, Kontra and raises, pushing and passing on, Jungfrau, thirty cards."""

STATE = state_dtype(family.FIELDS, NUM_CARDS, MAX_DECISIONS)
CARRIED = family.CARRIED

# --- Options ---------------------------------------------------------------------------------------------------------------


class Options(NamedTuple):
    """The rules of one table (4)."""

    players: int = 3
    """At the table; only 3 (1.5)."""
    rounds: int = 12
    """A match has rounds * players deals that count (6.1)."""
    ramsch_style: family.RamschStyle = family.RamschStyle.SCHIEBER
    """Whether the skat goes round before play (3.7)."""
    ramsch_skat_to: family.SkatTo = family.SkatTo.LAST_TRICK
    """Whose card points the skat's are (5.5)."""
    ramsch_value: family.RamschValue = family.RamschValue.POINTS
    """Whether the loser pays his card points or a fixed amount (5.5)."""
    ramsch_fixed: tuple[int, int, int] = (10, 15, 20)
    """Fixed amounts with no, one and two Jungfrauen (5.5)."""
    ramsch_multiplier: family.RamschMultiplier = family.RamschMultiplier.MULTIPLICATIVE
    """How pushes and Jungfrauen combine (5.5)."""
    ramsch_tie: family.RamschTie = family.RamschTie.BOTH_LOSE
    """Who loses when two have the most card points (5.5)."""
    ramsch_three_way: family.RamschThreeWay = family.RamschThreeWay.ZERO
    """Who loses at 40-40-40 (5.5)."""
    durchmarsch_value: int = 120
    """What winning all ten tricks earns (5.5)."""
    durchmarsch_doubles: bool = True
    """Whether pushes and announcements multiply a Durchmarsch (5.5)."""
    durchmarsch_fixed: family.DurchmarschFixed = family.DurchmarschFixed.PENALTY
    """Under fixed amounts: whether a Durchmarsch costs or earns (5.5)."""
    pass_jacks: bool = False
    """Whether jacks may be passed on (3.7)."""
    pass_rule: family.PassRule = family.PassRule.ANY_TWO
    """Which two cards may be passed on (3.7)."""
    jungfrau_announce: bool = True
    """Whether winning no trick may be announced (3.8)."""
    jungfrau_fail: int = 120
    """What a failed announcement costs (5.5)."""
    grand_hand_rule: family.GrandHandRule = family.GrandHandRule.ONCE_PER_ROUND
    """Who may declare a Grand Hand instead (3.8)."""
    grand_hand_announcements: bool = False
    """Whether schneider, schwarz and ouvert may be announced with it (3.8)."""
    grand_hand_redeal: family.GrandHandRedeal = family.GrandHandRedeal.SAME_DEALER
    """Who deals after a Grand Hand (3.8)."""
    lost_hand_factor: int = 2
    """What a lost hand game counts: 2 or, by the rule before 1999, 1 (5.3)."""
    kontra_levels: int = 0
    """Doublings allowed against a Grand Hand: 0 none, 1 Kontra, 2 Re, 3 Supra, 4 Hirsch (3.4)."""
    kontra_timing: family.KontraTiming = family.KontraTiming.BEFORE_FIRST_LEAD
    """When Kontra is asked for (3.4)."""
    scoring: family.Scoring = family.Scoring.CLASSIC
    """Whether a Grand Hand earns the tournament's bonuses (5.4)."""
    bock_rounds: bool = False
    """Whether events start rounds that count double (6.2)."""
    bock_triggers: family.BockTrigger = family.BockTrigger.LOST_60 | family.BockTrigger.KONTRA_LOST
    """Which events (6.2)."""
    bock_includes_trigger: bool = False
    """Whether the deal with the event is the first of the round (6.3)."""
    bock_event_count: family.BockEventCount = family.BockEventCount.ONE_PER_DEAL
    """Whether several events in one deal start several rounds (6.3)."""
    ramsch_round_after: family.RamschRoundAfter = family.RamschRoundAfter(0)
    """What is followed by a round of Ramsch that is never doubled (6.3)."""
    unfinished_rounds: family.UnfinishedRounds = family.UnfinishedRounds.LAPSE
    """What becomes of Bock and Ramsch deals left at the end of the match (6.3)."""
    max_deals: int = 0
    """Hard limit of deals in a match, repeated ones included; 0: none (4)."""
    episode: Episode = Episode.DEAL
    """Whether an episode is one scored deal or a match."""
    reward: Reward = Reward.SCORE
    """Whether returns are scores or settled between each pair of players (5.6)."""


VARIANTS = {
    "schieberamsch": Options(),
    "ramsch": Options(ramsch_style=family.RamschStyle.PLAIN),
    "augenramsch": Options(ramsch_multiplier=family.RamschMultiplier.ADDITIVE),
}


def validate(options: Options) -> None:
    """Raise OptionError for values and combinations that the rules do not know."""
    ranges = {"players": (3, 3), "rounds": (1, 300), "lost_hand_factor": (1, 2), "kontra_levels": (0, 4)}
    ranges |= {"max_deals": (0, 1000), "durchmarsch_value": (0, 1000), "jungfrau_fail": (0, 1000)}
    for name, (low, high) in ranges.items():
        value = getattr(options, name)
        if not low <= value <= high:
            possible = f"{low} to {high}" if low < high else str(low)
            raise OptionError(f"option {name}={value} is impossible in ramsch; possible: {possible}")
    if not all(0 <= amount <= 1000 for amount in options.ramsch_fixed):
        raise OptionError(f"option ramsch_fixed={list(options.ramsch_fixed)} is impossible; possible: amounts from 0 to 1000")
    is_fixed = options.ramsch_value == family.RamschValue.FIXED
    if options.durchmarsch_fixed == family.DurchmarschFixed.BONUS and not is_fixed:
        raise OptionError("option durchmarsch_fixed=bonus needs ramsch_value=fixed: otherwise a Durchmarsch always earns")


@kernel
def num_players(_options: np.record) -> int:
    """Seats at the table."""
    return NUM_ACTIVE


def team_of(seat: int, _options: Options) -> int:
    """Number of the team that a seat always plays for: everybody for himself."""
    return seat


# --- Deal ------------------------------------------------------------------------------------------------------------------


@kernel
def deal(state: np.record, options: np.record, deck: np.ndarray) -> None:
    """Deal the cards and go to the first decision (3.0, 3.1).

    Args:
        state: STATE record with dealer and what stands from deal to deal; the rest is written.
        options: of the table.
        deck: int8 [32], a permutation.
    """
    family.remember(state)
    family.deal_cards(state, deck)
    state.may_grand_hand = _who_may_grand_hand(state, options)
    _ask_grand_hand(state, options, 0)


@kernel
def _who_may_grand_hand(state: np.record, options: np.record) -> int:
    """Bit set of the positions that are asked for a Grand Hand (3.8)."""
    rule = options.grand_hand_rule
    if rule == family.GrandHandRule.OFF or (rule == family.GrandHandRule.MAX_THREE_RUNNING and state.grand_hand_run >= 3):
        return 0
    asked = 0
    for position in range(NUM_ACTIVE):
        has_declared = state.grand_hand_used >> seat_of(state, options, position) & 1
        if not (has_declared and rule == family.GrandHandRule.ONCE_PER_ROUND):
            asked |= 1 << position
    return asked


@kernel
def _ask_grand_hand(state: np.record, options: np.record, position: int) -> None:
    """Ask the first player from a position on who may declare a Grand Hand; if there is none, it is a Ramsch."""
    for asked in range(position, NUM_ACTIVE):
        if state.may_grand_hand >> asked & 1:
            give_turn(state, options, ASK_GRAND_HAND, asked)
            return
    if options.ramsch_style == family.RamschStyle.SCHIEBER:
        give_turn(state, options, SCHIEBEN, 0)
    else:
        _ask_jungfrau(state, options)


@kernel
def _ask_jungfrau(state: np.record, options: np.record) -> None:
    give_turn(state, options, JUNGFRAU if options.jungfrau_announce != 0 else PLAY, 0)


# --- Legal actions ---------------------------------------------------------------------------------------------------------


@kernel
def _allow_cards(mask: np.ndarray, cards: int) -> int:
    write_cards(mask, 0, cards, CARD_BYTES)
    return int(num_cards(cards))


@kernel
def _allow(mask: np.ndarray, first: int, last: int) -> int:
    for action in range(first, last + 1):
        mask[action] = 1
    return last + 1 - first


@kernel
def legal_actions(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark what the player to move may do.

    Args:
        state: STATE record; read only.
        options: of the table.
        mask: int8 [NUM_ACTIONS], cleared by the caller; written.

    Returns:
        Number of legal actions, at least 1; 0 if nobody is to move.
    """
    phase = state.phase
    if phase == PLAY:
        return _allow_cards(mask, family.playable(state, GRAND))
    if phase == PASS_ON:
        return _allow_cards(mask, family.may_pass_on(state, options))
    if phase == SCHIEBEN:
        return _allow(mask, TAKE, PUSH)
    if phase == JUNGFRAU:
        return _allow(mask, JUNGFRAU_SAY, JUNGFRAU_NO)
    if phase == ASK_GRAND_HAND:
        return _allow(mask, GRAND_HAND, NO_GRAND_HAND)
    if phase == DECLARE:
        return _allow(mask, DECLARE_GH, DECLARE_GH + OUVERT)
    if phase == KONTRA:
        return _allow(mask, KONTRA_SAY, KONTRA_NO)
    if phase == RAISE:
        return _allow(mask, RAISE_SAY, RAISE_NO)
    return 0


# --- Step ------------------------------------------------------------------------------------------------------------------


@kernel
def step(state: np.record, options: np.record, action: int) -> None:
    """Take a legal action; afterwards somebody is to move, a deck is needed, or the episode is over."""
    phase = state.phase
    if phase == PLAY:
        _step_play(state, options, action)
    elif phase == PASS_ON:
        if family.pass_on(state, action):
            _next_schieben(state, options)
    elif phase == SCHIEBEN:
        _step_schieben(state, options, action)
    elif phase == JUNGFRAU:
        _step_jungfrau(state, options, action)
    elif phase == ASK_GRAND_HAND:
        _step_grand_hand(state, options, action)
    elif phase == DECLARE:
        state.announced = action - DECLARE_GH
        _after_declaring(state, options)
    elif phase == KONTRA:
        _step_kontra(state, options, action)
    else:
        _step_raise(state, options, action)


@kernel
def _step_grand_hand(state: np.record, options: np.record, action: int) -> None:
    if action == NO_GRAND_HAND:
        _ask_grand_hand(state, options, int(state.turn) + 1)
        return
    state.declarer = state.turn
    state.may_kontra = 0b111 & ~(1 << int(state.turn)) if options.kontra_levels > 0 else 0
    if options.grand_hand_announcements != 0:
        give_turn(state, options, DECLARE, int(state.turn))
    else:
        _after_declaring(state, options)


@kernel
def _after_declaring(state: np.record, options: np.record) -> None:
    is_early = options.kontra_timing == family.KontraTiming.BEFORE_FIRST_LEAD or state.announced == OUVERT
    asked = family.next_kontra(state)
    if is_early and asked >= 0:
        give_turn(state, options, KONTRA, asked)
    else:
        _lead_first(state, options)


@kernel
def _lead_first(state: np.record, options: np.record) -> None:
    """Lay an ouvert hand open (3.5); forehand leads."""
    state.is_open = int(state.announced == OUVERT)
    _to_play(state, options, 0)


@kernel
def _to_play(state: np.record, options: np.record, position: int) -> None:
    """Let a player play a card; before his first one a defender may still be asked for Kontra (3.4)."""
    is_asked = state.kontra_level == 0 and state.may_kontra >> position & 1
    give_turn(state, options, KONTRA if is_asked else PLAY, position)


@kernel
def _is_asked_late(state: np.record, options: np.record) -> bool:
    return options.kontra_timing == family.KontraTiming.BEFORE_OWN_FIRST_CARD and state.announced != OUVERT


@kernel
def _step_kontra(state: np.record, options: np.record, action: int) -> None:
    position = int(state.turn)
    state.may_kontra = int(state.may_kontra) & ~(1 << position)
    if action == KONTRA_SAY:
        state.kontra_by = position
        state.kontra_level = 1
        _ask_raise(state, options)
    elif _is_asked_late(state, options):
        _to_play(state, options, position)
    elif family.next_kontra(state) >= 0:
        give_turn(state, options, KONTRA, family.next_kontra(state))
    else:
        _lead_first(state, options)


@kernel
def _ask_raise(state: np.record, options: np.record) -> None:
    asked = family.answers_kontra(state, options)
    if asked >= 0:
        give_turn(state, options, RAISE, asked)
    else:
        _after_kontra(state, options)


@kernel
def _after_kontra(state: np.record, options: np.record) -> None:
    if _is_asked_late(state, options):
        _to_play(state, options, int(state.kontra_by))
    else:
        _lead_first(state, options)


@kernel
def _step_raise(state: np.record, options: np.record, action: int) -> None:
    if action == RAISE_SAY:
        state.kontra_level += 1
        _ask_raise(state, options)
    else:
        _after_kontra(state, options)


@kernel
def _step_schieben(state: np.record, options: np.record, action: int) -> None:
    if action == TAKE:
        family.take_skat(state)
        state.phase = PASS_ON
    else:
        state.pushed |= 1 << int(state.turn)
        _next_schieben(state, options)


@kernel
def _next_schieben(state: np.record, options: np.record) -> None:
    if state.turn < NUM_ACTIVE - 1:
        give_turn(state, options, SCHIEBEN, int(state.turn) + 1)
    else:
        _ask_jungfrau(state, options)


@kernel
def _step_jungfrau(state: np.record, options: np.record, action: int) -> None:
    if action == JUNGFRAU_SAY:
        state.jungfrau |= 1 << int(state.turn)
    if state.turn < NUM_ACTIVE - 1:
        give_turn(state, options, JUNGFRAU, int(state.turn) + 1)
    else:
        give_turn(state, options, PLAY, 0)


@kernel
def _step_play(state: np.record, options: np.record, card: int) -> None:
    if family.play_card(state, GRAND, card):
        failed = state.jungfrau >> int(state.winner) & 1
        if failed or state.num_tricks == NUM_TRICKS:
            _finish(state, options, bool(failed))
            return
    if state.may_kontra != 0 and state.kontra_level == 0:
        _to_play(state, options, int(state.turn))
    else:
        state.player = seat_of(state, options, int(state.turn))


# --- Score -----------------------------------------------------------------------------------------------------------------


@kernel
def _finish(state: np.record, options: np.record, failed: bool) -> None:
    """Score the deal, enter it into the list, and end the episode or wait for the next deck."""
    bock = 2 if family.is_bock(state) else 1
    value = 0
    is_won = False
    if state.declarer >= 0:
        value = family.game_value(state, GRAND, True)
        is_won = family.is_reached(state)
        score = value if is_won else -int(options.lost_hand_factor) * value
        seat = seat_of(state, options, int(state.declarer))
        state.scores[seat] = (score << int(state.kontra_level)) * bock
        state.grand_hand_used |= 1 << seat
        state.grand_hand_run += 1
    elif failed:
        state.scores[seat_of(state, options, int(state.winner))] = -int(options.jungfrau_fail) * bock
        state.grand_hand_run = 0
    else:
        family.score_ramsch(state, options, bock)
        state.grand_hand_run = 0
    state.grand_hand_run = min(int(state.grand_hand_run), 3)
    repeat = state.declarer >= 0 and options.grand_hand_redeal == family.GrandHandRedeal.SAME_DEALER
    family.close_deal(state, options, is_won, value, GRAND, True, repeat)
    state.player = NOBODY
    is_over = options.episode == Episode.DEAL or family.is_list_over(state, options)
    state.phase = OVER if is_over else DEALING


@kernel
def is_terminal(state: np.record) -> bool:
    """Whether the episode is over by the rules."""
    return bool(state.phase == OVER)


@kernel
def returns(state: np.record, options: np.record, out: np.ndarray) -> None:
    """Write the list points so far.

    Args:
        state: STATE record.
        options: of the table.
        out: float64 [3]; written.
    """
    family.write_returns(state, options, out)


@kernel
def winners(state: np.record, options: np.record) -> int:
    """Bit set of the seats with the highest total; equal totals share the rank (6.1)."""
    best = family.total_score(state, options, 0)
    for seat in range(1, NUM_ACTIVE):
        best = max(best, family.total_score(state, options, seat))
    seats = 0
    for seat in range(NUM_ACTIVE):
        if family.total_score(state, options, seat) == best:
            seats |= 1 << seat
    return seats


# --- Observation -----------------------------------------------------------------------------------------------------------

SEATS = ("own", "left", "right")
_CARDS = PACK.cards
_BY_SEAT = tuple(f"{seat} {card}" for seat in SEATS for card in _CARDS)

_DEAL_PIECES = [
    Piece("hand", 32, "cards in the own hand", entries=_CARDS),
    Piece("taken", 32, "cards the observer took from the skat", entries=_CARDS),
    Piece("put_away", 32, "cards the observer passed on", entries=_CARDS),
    Piece("open_hand", 32, "cards still held in a hand laid open", entries=_CARDS),
    Piece("played", 96, "cards played by each player", entries=_BY_SEAT),
    Piece("trick", 96, "card of each player in the present trick", entries=_BY_SEAT),
    Piece("order", 32, "when each card was played: 3 * (trick - 1) + place, from 1; 0: not yet", 30, entries=_CARDS),
    Piece("phase", 8, "what is to be decided; all zero at the end", entries=PHASES[2:]),
    Piece("turn", 3, "who is to decide", entries=SEATS),
    Piece("position", 3, "the observer is", entries=("forehand", "middlehand", "rearhand")),
    Piece("may_grand_hand", 3, "who is asked for a Grand Hand in this deal, until one is declared", entries=SEATS),
    Piece("declarer", 3, "who declared a Grand Hand", entries=SEATS),
    Piece("announced", 4, "contract of the declarer", entries=("GH", "GHS", "GHZ", "GHO")),
    Piece("may_kontra", 3, "who may still be asked for Kontra", entries=SEATS),
    Piece("kontra_by", 3, "who said Kontra", entries=SEATS),
    Piece("took", 3, "who took the skat", entries=SEATS),
    Piece("pushed", 3, "who pushed the skat on", entries=SEATS),
    Piece("jungfrau", 3, "who announced to win no trick", entries=SEATS),
    Piece("led_suit", 5, "suit of the present trick", entries=("clubs", "spades", "hearts", "diamonds", "trump")),
    Piece("kontra_level", 1, "doublings said", 4),
    Piece("num_put_away", 1, "cards the player to move has passed on so far", 1),
    Piece("tricks_won", 3, "tricks of each player", 10, entries=SEATS),
    Piece("card_points", 3, "card points in the tricks of each player", 120, entries=SEATS),
    Piece("decisions", 1, "decisions taken in this deal", MAX_DECISIONS),
]
_MATCH_PIECES = [
    Piece("list_scores", 12, "list points of each player, four base-100 digits each", 99, -99),
    Piece("games_won", 6, "games each player won as declarer, two base-100 digits each", 99),
    Piece("games_lost", 6, "games each player lost as declarer, two base-100 digits each", 99),
    Piece("deals_done", 2, "deals of the match that count, two base-100 digits", 99),
    Piece("deals", 2, "decks dealt in the match, two base-100 digits", 99),
    Piece("bock_left", 2, "Bock deals to come with this one, two base-100 digits", 99),
    Piece("ramsch_left", 2, "compulsory Ramsch deals to come with this one, two base-100 digits", 99),
    Piece("grand_hand_used", 3, "who declared a Grand Hand in this round", entries=SEATS),
    Piece("grand_hand_run", 1, "Grand Hand deals in succession", 3),
    Piece("round_deals", 1, "deals of this round", 3),
]
DEAL_OBSERVATION = Layout(_DEAL_PIECES)
MATCH_OBSERVATION = Layout([*_DEAL_PIECES, *_MATCH_PIECES])


def observation_layout(options: Options) -> Layout:
    """The pieces of an observation; matches have some more."""
    return MATCH_OBSERVATION if options.episode == Episode.MATCH else DEAL_OBSERVATION


_at = MATCH_OBSERVATION.start
HAND_AT, TAKEN_AT, PUT_AWAY_AT, OPEN_AT = _at("hand"), _at("taken"), _at("put_away"), _at("open_hand")
PLAYED_AT, TRICK_AT, ORDER_AT = _at("played"), _at("trick"), _at("order")
PHASE_AT, TURN_AT, POSITION_AT, ASKED_AT = _at("phase"), _at("turn"), _at("position"), _at("may_grand_hand")
DECLARER_AT, ANNOUNCED_AT, MAY_KONTRA_AT = _at("declarer"), _at("announced"), _at("may_kontra")
KONTRA_BY_AT, KONTRA_LEVEL_AT = _at("kontra_by"), _at("kontra_level")
TOOK_AT, PUSHED_AT, NUM_PUT_AWAY_AT, JUNGFRAU_AT = _at("took"), _at("pushed"), _at("num_put_away"), _at("jungfrau")
TRICKS_AT, POINTS_AT, LED_AT, DECISIONS_AT = _at("tricks_won"), _at("card_points"), _at("led_suit"), _at("decisions")
LIST_AT, WON_AT, LOST_AT, DONE_AT, DEALS_AT = (
    _at("list_scores"),
    _at("games_won"),
    _at("games_lost"),
    _at("deals_done"),
    _at("deals"),
)
BOCK_AT, RAMSCH_AT, USED_AT = _at("bock_left"), _at("ramsch_left"), _at("grand_hand_used")
RUN_AT, ROUND_AT = _at("grand_hand_run"), _at("round_deals")

FLAG_BYTES = (KONTRA_LEVEL_AT - PHASE_AT + 7) // 8
"""Eights of flags; the last one reaches into the numbers that follow, which are written later."""


@kernel
def observe(state: np.record, options: np.record, player: int, out: np.ndarray) -> None:
    """Write all that a seat knows, itself first.

    Args:
        state: STATE record.
        options: of the table.
        player: seat.
        out: int8 [observation_layout(options).size]; written.
    """
    me = position_of(state, options, player)
    write_cards(out, HAND_AT, int(state.hands[me]), CARD_BYTES)
    write_cards(out, TAKEN_AT, int(state.taken[me]), CARD_BYTES)
    write_cards(out, PUT_AWAY_AT, int(state.put_away[me]), CARD_BYTES)
    open_hand = int(state.hands[int(state.declarer)]) if state.is_open != 0 else 0
    write_cards(out, OPEN_AT, open_hand, CARD_BYTES)
    copy_words(out, ORDER_AT, state.order, NUM_CARDS // 8)
    write_cards(out, PHASE_AT, _flags(state, me), FLAG_BYTES)
    for k in range(NUM_ACTIVE):
        position = me + k if me + k < NUM_ACTIVE else me + k - NUM_ACTIVE
        write_cards(out, PLAYED_AT + NUM_CARDS * k, int(state.played[position]), CARD_BYTES)
        in_trick = int(state.trick_cards[position])
        write_cards(out, TRICK_AT + NUM_CARDS * k, 1 << in_trick if in_trick >= 0 else 0, CARD_BYTES)
        out[TRICKS_AT + k] = state.tricks_won[position]
        out[POINTS_AT + k] = state.card_points[position]
    out[KONTRA_LEVEL_AT] = state.kontra_level
    out[NUM_PUT_AWAY_AT] = num_cards(int(state.skat)) if state.phase == PASS_ON else 0
    out[DECISIONS_AT] = state.log_length
    if options.episode == Episode.MATCH:
        _observe_match(state, options, player, out)


@kernel
def _flags(state: np.record, me: int) -> int:
    """All that is 0 or 1 beside the cards, as bits from PHASE_AT on."""
    flags = 1 << (POSITION_AT - PHASE_AT + me)
    if state.player >= 0:
        flags |= 1 << (int(state.phase) - ASK_GRAND_HAND)
        flags |= family.seen_from(1 << int(state.turn), me) << (TURN_AT - PHASE_AT)
    flags |= family.seen_from(int(state.may_grand_hand), me) << (ASKED_AT - PHASE_AT)
    if state.declarer >= 0:
        flags |= family.seen_from(1 << int(state.declarer), me) << (DECLARER_AT - PHASE_AT)
        flags |= 1 << (ANNOUNCED_AT - PHASE_AT + int(state.announced))
        flags |= family.seen_from(int(state.may_kontra), me) << (MAY_KONTRA_AT - PHASE_AT)
        if state.kontra_by >= 0:
            flags |= family.seen_from(1 << int(state.kontra_by), me) << (KONTRA_BY_AT - PHASE_AT)
    flags |= family.seen_from(int(state.took), me) << (TOOK_AT - PHASE_AT)
    flags |= family.seen_from(int(state.pushed), me) << (PUSHED_AT - PHASE_AT)
    flags |= family.seen_from(int(state.jungfrau), me) << (JUNGFRAU_AT - PHASE_AT)
    if state.phase == PLAY and state.trick_size > 0:
        flags |= 1 << (LED_AT - PHASE_AT + family.led_suit(state, GRAND))
    return flags


@kernel
def _observe_match(state: np.record, options: np.record, player: int, out: np.ndarray) -> None:
    for k in range(NUM_ACTIVE):
        seat = (player + k) % NUM_ACTIVE
        write_number(out, LIST_AT + 4 * k, 4, int(state.list_scores[seat]))
        write_number(out, WON_AT + 2 * k, 2, int(state.games_won[seat]))
        write_number(out, LOST_AT + 2 * k, 2, int(state.games_lost[seat]))
        out[USED_AT + k] = state.grand_hand_used >> seat & 1
    write_number(out, DONE_AT, 2, int(state.deals_done))
    write_number(out, DEALS_AT, 2, int(state.deals))
    write_number(out, BOCK_AT, 2, int(state.bock_left))
    write_number(out, RAMSCH_AT, 2, int(state.ramsch_left))
    out[RUN_AT] = state.grand_hand_run
    out[ROUND_AT] = state.round_deals


@kernel
def hidden_cards(state: np.record, _options: np.record) -> int:
    """Card set lying where nobody sees it: the skat."""
    return int(state.skat)


# --- Hidden cards ----------------------------------------------------------------------------------------------------------

MEMO_SIZE = 8 + NUM_CARDS
"""Scratch for `guess` and `recall`: cards put away by each position, then from 8 on the cards played in order."""


@kernel
def num_decisions(observation: np.ndarray) -> int:
    """Decisions taken in the deal that an observation shows."""
    return int(observation[DECISIONS_AT])


@kernel
def guess(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray, streams: np.ndarray, i: int) -> None:
    """Draw one of the shuffles and hidden choices that fit an observation, each with the same chance.

    Args:
        state: STATE record of zeros; `dealer`, `deck` and what stands from deal to deal are what counts afterwards.
        options: of the table.
        observation: int8, of a seat in a deal that is not over; the observer becomes seat 0.
        memo: int64 [MEMO_SIZE]; written, for `recall`.
        streams: uint64; streams[i] is advanced.
        i: which stream.
    """
    me = _which(observation, POSITION_AT)
    state.dealer = NUM_ACTIVE - 1 - me
    is_passing = observation[PHASE_AT + PASS_ON - ASK_GRAND_HAND] != 0
    passing = (me + _which(observation, TURN_AT)) % NUM_ACTIVE if is_passing else -1
    state.declarer = -1
    state.took = 0
    for k in range(NUM_ACTIVE):
        position = (me + k) % NUM_ACTIVE
        state.played[position] = read_cards(observation, PLAYED_AT + NUM_CARDS * k, NUM_CARDS)
        state.took |= int(observation[TOOK_AT + k]) << position
        if observation[DECLARER_AT + k]:
            state.hands[position] = read_cards(observation, OPEN_AT, NUM_CARDS)
    state.hands[me] = read_cards(observation, HAND_AT, NUM_CARDS)
    state.taken[me] = read_cards(observation, TAKEN_AT, NUM_CARDS)
    state.put_away[me] = read_cards(observation, PUT_AWAY_AT, NUM_CARDS)
    for card in range(NUM_CARDS):
        state.order[card] = observation[ORDER_AT + card]
    skat_size = int(observation[NUM_PUT_AWAY_AT]) if is_passing else SKAT_SIZE
    hidden.draw_hidden(state, options, me, passing, skat_size, streams, i)
    hidden.dealt_deck(state, state.deck)
    for position in range(NUM_ACTIVE):
        memo[position] = state.put_away[position]
    hidden.played_in_order(state, memo[8:])
    if options.episode == Episode.MATCH:
        _guess_match(state, observation)


@kernel
def _which(observation: np.ndarray, start: int) -> int:
    """Which of three neighbours in an observation is set."""
    return int(observation[start + 1]) + 2 * int(observation[start + 2])


@kernel
def _guess_match(state: np.record, observation: np.ndarray) -> None:
    """Read what stands from deal to deal; it is public."""
    for seat in range(NUM_ACTIVE):
        state.list_scores[seat] = read_number(observation, LIST_AT + 4 * seat, 4)
        state.games_won[seat] = read_number(observation, WON_AT + 2 * seat, 2)
        state.games_lost[seat] = read_number(observation, LOST_AT + 2 * seat, 2)
        state.grand_hand_used |= int(observation[USED_AT + seat]) << seat
    state.deals_done = read_number(observation, DONE_AT, 2)
    state.deals = read_number(observation, DEALS_AT, 2)
    state.bock_left = read_number(observation, BOCK_AT, 2)
    state.ramsch_left = read_number(observation, RAMSCH_AT, 2)
    state.grand_hand_run = observation[RUN_AT]
    state.round_deals = observation[ROUND_AT]


@kernel
def recall(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray) -> int:
    """The action that the observed history shows next.

    Args:
        state: STATE record of the guessed deal, replayed up to here.
        options: of the table.
        observation: int8, as handed to `guess`.
        memo: int64 [MEMO_SIZE], as left by `guess`.
    """
    me = position_of(state, options, 0)
    turn = int(state.turn)
    k = (turn - me + NUM_ACTIVE) % NUM_ACTIVE
    phase = state.phase
    if phase == PLAY:
        return int(memo[8 + NUM_ACTIVE * int(state.num_tricks) + int(state.trick_size)])
    if phase == PASS_ON:
        return int(nth_card(int(memo[turn]) & ~int(state.put_away[turn]), 0))
    if phase == SCHIEBEN:
        return TAKE if observation[TOOK_AT + k] else PUSH
    if phase == JUNGFRAU:
        return JUNGFRAU_SAY if observation[JUNGFRAU_AT + k] else JUNGFRAU_NO
    if phase == ASK_GRAND_HAND:
        return GRAND_HAND if observation[DECLARER_AT + k] else NO_GRAND_HAND
    if phase == DECLARE:
        for level in range(OUVERT):
            if observation[ANNOUNCED_AT + level]:
                return DECLARE_GH + level
        return DECLARE_GH + OUVERT
    if phase == KONTRA:
        return KONTRA_SAY if observation[KONTRA_BY_AT + k] else KONTRA_NO
    return RAISE_SAY if observation[KONTRA_LEVEL_AT] > state.kontra_level else RAISE_NO


# --- Text ------------------------------------------------------------------------------------------------------------------

CONTRACTS = ("GH", "GHS", "GHZ", "GHO")


def describe(state: Any, options: Options, player: int | None = None) -> str:
    """A table as text: what one seat sees, or everything.

    Args:
        state: any object with the fields of STATE.
        options: of the table.
        player: seat; None shows all cards.
    """
    to_move = f", player_{state.player} to move" if state.player >= 0 else ""
    lines = [f"{PHASES[state.phase]}: player_{state.dealer} dealt{to_move}"]
    for position in range(NUM_ACTIVE):
        seat = (int(state.dealer) + 1 + position) % options.players
        hand = int(state.hands[position])
        is_shown = player in (None, seat) or (state.is_open and state.declarer == position)
        cards = PACK.format_set(hand) if is_shown else " ".join(["??"] * hand.bit_count())
        notes = [
            name
            for name, bits in (("took", state.took), ("pushed", state.pushed), ("Jungfrau", state.jungfrau))
            if bits >> position & 1
        ]
        if state.declarer == position:
            notes.append(CONTRACTS[state.announced])
        if state.kontra_by == position:
            notes.append("Kontra")
        tricks = f"{state.tricks_won[position]} tricks {state.card_points[position]} points"
        lines.append(f"player_{seat} {'FMR'[position]}  {tricks:20} {cards}{'  (' + ', '.join(notes) + ')' if notes else ''}")
    if player is None:
        lines.append(f"skat  {PACK.format_set(int(state.skat))}")
    if state.trick_size:
        first = (int(state.turn) - int(state.trick_size)) % NUM_ACTIVE
        played = [(first + place) % NUM_ACTIVE for place in range(state.trick_size)]
        lines.append("trick " + " ".join(f"{'FMR'[p]}:{PACK.format(int(state.trick_cards[p]))}" for p in played))
    if state.player < 0:
        lines.append("scores " + " ".join(str(score) for score in state.scores[: options.players]))
    return "\n".join(lines)
