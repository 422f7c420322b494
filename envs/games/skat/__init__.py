"""Skat with bidding, and Ramsch or Schieberamsch when everybody passes, for three or four at the table.

Source: the rules of Skat and Schieberamsch with `game_mode = skat`, cited by section. Everything there is
implemented. Two cards are discarded or passed on one after the other.

Returns are list points of the match so far, with the tournament's bonuses if they are on; a deal episode is a match of one
deal. A deal that is passed in is a deal with scores of zero (5.4, A23).

With four at the table the dealer sits out: he is never to move, sees what is public, and is paid what the rules pay him.

| actions | meaning |
|---|---|
| 0 to 31 | a card: discard it, pass it on, or play it |
| 32 to 94 | `bid_18` to `bid_264`: the 63 possible game values |
| 95, 96 | `pass`, `hold` |
| 97 | `hand`: play without the skat |
| 98, 99 | `take` the skat, `push` it on |
| 100 to 128 | `declare_C` to `declare_NOH`: the contracts |
| 129, 130 | `grand_hand`, `no_grand_hand` |
| 131, 132 | `kontra`, `no_kontra` |
| 133, 134 | `raise` (Re, Supra, Hirsch), `no_raise` |
| 135, 136 | `announce_jungfrau`, `no_announce` |
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from envs.core.cards import lowest, num_cards, read_cards, write_cards
from envs.core.jit import kernel
from envs.core.layout import Actions, Layout, Piece
from envs.core.options import Choice, Episode, Reward
from envs.core.scene import Scene
from envs.core.state import read_number, state_dtype, write_number
from envs.games import skat_family as family
from envs.games.skat_family import (
    CLUBS,
    GRAND,
    NULL,
    NULL_VALUE,
    NUM_ACTIVE,
    NUM_CARDS,
    NUM_TRICKS,
    OUVERT,
    PACK,
    PLAIN,
    SCHNEIDER,
    SCHWARZ,
    SKAT_SIZE,
    give_turn,
    hidden,
    phases,
    position_of,
)
from envs.games.skat_family import match as score_list
from envs.games.skat_family import observation as view
from envs.games.skat_family import scene as people
from envs.games.skat_family.observation import CARD_PIECES, SEATS, read_bits, read_position
from envs.games.skat_family.phases import allow, allow_cards

# --- Constants -------------------------------------------------------------------------------------------------------------

OVER, DEALING, ASK_GRAND_HAND, DECLARE, KONTRA, RAISE, SCHIEBEN, PASS_ON, JUNGFRAU, PLAY = phases.COMMON
CALL, ANSWER, OPEN, ASK_HAND, DISCARD = range(PLAY + 1, PLAY + 6)
PHASES = (*phases.PHASES, "call", "answer", "open", "hand", "discard")
"""The last five: call a value, hold it or pass, forehand's only word after two passes, hand or skat, discard."""

MIDDLEHAND, REARHAND = 1, 2
UNDECLARED = -1
"""Instead of a kind of game: nobody has declared one, and it is no Ramsch."""

BIDS = (
    *(18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60, 63, 66, 70, 72, 77, 80, 81, 84, 88, 90),
    *(96, 99, 100, 108, 110, 117, 120, 121, 126, 130, 132, 135, 140, 143, 144, 150, 153, 154, 156, 160, 162, 165, 168),
    *(170, 176, 180, 187, 192, 198, 204, 216, 240, 264),
)
"""The possible game values (3.2). A *level* is the place of a value in this list, from 1; level 0 is no bid."""
NUM_BIDS = len(BIDS)
ALL_BIDS = (1 << NUM_BIDS) - 1
VALUE_OF_LEVEL = np.array([0, *BIDS], np.int16)

_KINDS = "CSHDGN"
CONTRACTS = (
    *("C", "S", "H", "D", "G", "N", "NO"),
    *(kind + "H" + announced for kind in "CSHDG" for announced in ("", "S", "Z", "O")),
    *("NH", "NOH"),
)
"""What can be declared: with the skat, then from the hand (3.3)."""
NUM_WITH_SKAT = 7
NUM_CONTRACTS = len(CONTRACTS)


def _announced(contract: str) -> int:
    if contract in ("NO", "NOH"):
        return OUVERT
    return {"S": SCHNEIDER, "Z": SCHWARZ, "O": OUVERT}.get(contract[2:], PLAIN)


GAME_OF_CONTRACT = np.array([_KINDS.index(contract[0]) for contract in CONTRACTS], np.int8)
ANNOUNCED_BY_CONTRACT = np.array([_announced(contract) for contract in CONTRACTS], np.int8)

BID = NUM_CARDS
PASS, HOLD, HAND, TAKE, PUSH, DECLARE_FIRST = range(BID + NUM_BIDS, BID + NUM_BIDS + 6)
GRAND_HAND, NO_GRAND_HAND, KONTRA_SAY, KONTRA_NO, RAISE_SAY, RAISE_NO, JUNGFRAU_SAY, JUNGFRAU_NO = range(
    DECLARE_FIRST + NUM_CONTRACTS, DECLARE_FIRST + NUM_CONTRACTS + 8
)
DECLARE_GH = DECLARE_FIRST + CONTRACTS.index("GH")
ACTIONS = Actions(
    [
        *PACK.cards,
        *(f"bid_{value}" for value in BIDS),
        *("pass", "hold", "hand", "take", "push"),
        *(f"declare_{contract}" for contract in CONTRACTS),
        *("grand_hand", "no_grand_hand", "kontra", "no_kontra", "raise", "no_raise", "announce_jungfrau", "no_announce"),
    ]
)
NUM_ACTIONS = len(ACTIONS)
MAX_DECISIONS = 2 * NUM_BIDS + 2 + 1 + 2 + 1 + 2 + 3 + NUM_ACTIVE * NUM_TRICKS
"""Every value called and held, two passes, skat or hand, two discards, declared, Kontra and raises, thirty cards."""

STATE = state_dtype(
    [
        *family.FIELDS,
        ("called", np.int64, NUM_ACTIVE),  # set of the values a position has called: bit level - 1, public
        ("reached", np.int8, NUM_ACTIVE),  # highest level a position has called or held
        ("bid", np.int8),  # highest level called; 0: no bid
        ("caller", np.int8),  # position that calls in the present duel
        ("listener", np.int8),  # position that answers
        ("passed", np.int8),  # bit per position
        ("game", np.int8),  # CLUBS to NULL by which cards rank, GRAND in a Ramsch; UNDECLARED: not yet known
        ("is_hand", np.int8),  # 1: the declarer plays without the skat
    ],
    NUM_CARDS,
    MAX_DECISIONS,
)
CARRIED = family.CARRIED

# --- Options ---------------------------------------------------------------------------------------------------------------


class AllPass(Choice):
    """What is played when nobody bids (3.2)."""

    PASS_IN = 0
    RAMSCH = 1
    SCHIEBERAMSCH = 2


class BidStep(Choice):
    """Which values may be called (3.2)."""

    ANY = 0
    NEXT = 1


@dataclass(frozen=True)
class Options:
    """The rules of one table (4)."""

    players: int = 3
    """At the table, 3 or 4; of four the dealer sits out (1.1)."""
    rounds: int = 12
    """A match has rounds * players deals that count (6.1)."""
    all_pass: AllPass = AllPass.SCHIEBERAMSCH
    """What is played when nobody bids (3.2)."""
    bid_step: BidStep = BidStep.ANY
    """Whether values may be skipped in bidding (3.2)."""
    lost_hand_factor: int = 2
    """What a lost hand game counts: 2 or, by the rule before 1999, 1 (5.3)."""
    kontra_levels: int = 0
    """Doublings allowed against a declarer: 0 none, 1 Kontra, 2 Re, 3 Supra, 4 Hirsch (3.4)."""
    kontra_timing: family.KontraTiming = family.KontraTiming.BEFORE_FIRST_LEAD
    """When Kontra is asked for (3.4)."""
    kontra_needs_bid: bool = False
    """Whether only a defender who has called or held a value may say Kontra (3.4)."""
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
    scoring: family.Scoring = family.Scoring.CLASSIC
    """Whether games earn the tournament's bonuses (5.4)."""
    ramsch_style: family.RamschStyle = family.RamschStyle.SCHIEBER
    """Whether the skat goes round before play in a compulsory Ramsch (3.7)."""
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
    jungfrau_announce: bool = False
    """Whether winning no trick may be announced (3.8)."""
    jungfrau_fail: int = 120
    """What a failed announcement costs (5.5)."""
    grand_hand_rule: family.GrandHandRule = family.GrandHandRule.ONCE_PER_ROUND
    """Who may declare a Grand Hand instead of a compulsory Ramsch (3.8)."""
    grand_hand_announcements: bool = False
    """Whether schneider, schwarz and ouvert may be announced with it (3.8)."""
    grand_hand_redeal: family.GrandHandRedeal = family.GrandHandRedeal.SAME_DEALER
    """Who deals after it (3.8)."""
    max_deals: int = 0
    """Hard limit of deals in a match, repeated ones included; 0: none (4)."""
    episode: Episode = Episode.DEAL
    """Whether an episode is one deal or a match."""
    reward: Reward = Reward.SCORE
    """Whether returns are scores or settled between each pair of players (5.6)."""


VARIANTS = {
    "isko": Options(all_pass=AllPass.PASS_IN, scoring=family.Scoring.SEEGER_FABIAN),
    "schieber_ramsch": Options(),
}


def validate(options: Options) -> None:
    """Raise OptionError for values and combinations that the rules do not know."""
    family.check("skat", options, (3, 4))


@kernel
def num_players(options: np.record) -> int:
    """Seats at the table."""
    return int(options.players)


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
    for position in range(NUM_ACTIVE):
        state.called[position] = 0
        state.reached[position] = 0
    state.bid = 0
    state.passed = 0
    state.is_hand = 0
    state.game = UNDECLARED
    state.may_grand_hand = 0
    state.caller = MIDDLEHAND
    state.listener = family.FOREHAND
    if score_list.is_compulsory(state):
        state.game = GRAND
        state.may_grand_hand = phases.who_may_grand_hand(state, options)
        phases.ask_grand_hand(state, options, 0)
    else:
        give_turn(state, options, CALL, MIDDLEHAND)


# --- Legal actions ---------------------------------------------------------------------------------------------------------


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
        return allow_cards(mask, family.playable(state, int(state.game)))
    if phase == DISCARD:
        return allow_cards(mask, int(state.hands[int(state.turn)]))
    if phase >= CALL:
        return _legal_bid(state, options, mask)
    if phase == DECLARE:
        return _legal_declare(state, mask)
    if phase == PASS_ON:
        return allow_cards(mask, family.may_pass_on(state, options))
    if phase == SCHIEBEN:
        return allow(mask, TAKE, PUSH)
    if phase == JUNGFRAU:
        return allow(mask, JUNGFRAU_SAY, JUNGFRAU_NO)
    if phase == ASK_GRAND_HAND:
        return allow(mask, GRAND_HAND, NO_GRAND_HAND)
    if phase == KONTRA:
        return allow(mask, KONTRA_SAY, KONTRA_NO)
    return allow(mask, RAISE_SAY, RAISE_NO) if phase == RAISE else 0


@kernel
def _legal_bid(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """What may be said before a contract is declared (3.2, 3.3)."""
    if state.phase == ASK_HAND:
        return allow(mask, HAND, TAKE)
    if state.phase == ANSWER:
        return allow(mask, PASS, HOLD)
    if state.phase == OPEN:
        return allow(mask, BID, BID) + allow(mask, PASS, PASS)
    last = NUM_BIDS if options.bid_step == BidStep.ANY else min(int(state.bid) + 1, NUM_BIDS)
    count = last - int(state.bid)
    write_cards(mask, BID, ALL_BIDS >> (NUM_BIDS - last) >> int(state.bid) << int(state.bid), 8)
    return count + allow(mask, PASS, PASS)


@kernel
def _legal_declare(state: np.record, mask: np.ndarray) -> int:
    """Contracts that may be declared.

    Rule:
        A Null only if its value reaches the bid; any suit game or Grand (3.3).
    """
    if state.bid == 0:
        return allow(mask, DECLARE_GH, DECLARE_GH + OUVERT)
    count = 0
    first = NUM_WITH_SKAT if state.is_hand != 0 else 0
    last = NUM_CONTRACTS if state.is_hand != 0 else NUM_WITH_SKAT
    for contract in range(first, last):
        is_open = int(ANNOUNCED_BY_CONTRACT[contract] == OUVERT)
        value = int(NULL_VALUE[int(state.is_hand), is_open])
        if GAME_OF_CONTRACT[contract] != NULL or value >= VALUE_OF_LEVEL[int(state.bid)]:
            mask[DECLARE_FIRST + contract] = 1
            count += 1
    return count


# --- Step ------------------------------------------------------------------------------------------------------------------


@kernel
def step(state: np.record, options: np.record, action: int) -> None:
    """Take a legal action; afterwards somebody is to move, a deck is needed, or the episode is over."""
    phase = state.phase
    if phase == PLAY:
        if phases.play(state, options, int(state.game), action):
            _finish(state, options)
    elif phase >= CALL:
        _step_before_contract(state, options, action)
    elif phase == DECLARE:
        _declare(state, options, action - DECLARE_FIRST)
    elif phase == PASS_ON:
        phases.pass_on(state, options, action)
    elif phase == SCHIEBEN:
        phases.answer_schieben(state, options, action == TAKE)
    elif phase == JUNGFRAU:
        phases.answer_jungfrau(state, options, action == JUNGFRAU_SAY)
    elif phase == ASK_GRAND_HAND:
        state.is_hand = int(action == GRAND_HAND)
        phases.answer_grand_hand(state, options, action == GRAND_HAND)
    elif phase == KONTRA:
        phases.answer_kontra(state, options, action == KONTRA_SAY)
    else:
        phases.answer_raise(state, options, action == RAISE_SAY)


@kernel
def _step_before_contract(state: np.record, options: np.record, action: int) -> None:
    phase = state.phase
    if phase == CALL:
        _step_call(state, options, action)
    elif phase == ANSWER:
        _step_answer(state, options, action)
    elif phase == OPEN:
        _step_open(state, options, action)
    elif phase == ASK_HAND:
        _step_hand(state, options, action)
    elif family.pass_on(state, action):
        give_turn(state, options, DECLARE, int(state.turn))


@kernel
def _call(state: np.record, level: int) -> None:
    """The player to move calls a value."""
    position = int(state.turn)
    state.bid = level
    state.called[position] = int(state.called[position]) | 1 << (level - 1)
    state.reached[position] = level


@kernel
def _step_call(state: np.record, options: np.record, action: int) -> None:
    if action == PASS:
        state.passed |= 1 << int(state.turn)
        _end_duel(state, options, int(state.listener))
    else:
        _call(state, action - BID + 1)
        give_turn(state, options, ANSWER, int(state.listener))


@kernel
def _step_answer(state: np.record, options: np.record, action: int) -> None:
    if action == PASS:
        state.passed |= 1 << int(state.turn)
        _end_duel(state, options, int(state.caller))
    else:
        state.reached[int(state.turn)] = state.bid
        give_turn(state, options, CALL, int(state.caller))


@kernel
def _end_duel(state: np.record, options: np.record, survivor: int) -> None:
    """The survivor listens to rearhand; after that he is the declarer, or forehand has the last word (3.2)."""
    if state.caller == MIDDLEHAND:
        state.caller = REARHAND
        state.listener = survivor
        give_turn(state, options, CALL, REARHAND)
    elif state.bid > 0:
        _make_declarer(state, options, survivor)
    else:
        give_turn(state, options, OPEN, family.FOREHAND)


@kernel
def _step_open(state: np.record, options: np.record, action: int) -> None:
    if action == BID:
        _call(state, 1)
        _make_declarer(state, options, family.FOREHAND)
        return
    state.passed |= 1 << family.FOREHAND
    state.game = GRAND
    if options.all_pass == AllPass.PASS_IN:
        _finish(state, options)
    elif options.all_pass == AllPass.SCHIEBERAMSCH:
        give_turn(state, options, SCHIEBEN, 0)
    else:
        phases.ask_jungfrau(state, options)


@kernel
def _make_declarer(state: np.record, options: np.record, position: int) -> None:
    state.declarer = position
    give_turn(state, options, ASK_HAND, position)


@kernel
def _step_hand(state: np.record, options: np.record, action: int) -> None:
    if action == HAND:
        state.is_hand = 1
        state.phase = DECLARE
    else:
        family.take_skat(state)
        state.phase = DISCARD


@kernel
def _declare(state: np.record, options: np.record, contract: int) -> None:
    """The contract is declared; who may say Kontra is settled (3.4)."""
    state.game = GAME_OF_CONTRACT[contract]
    state.announced = ANNOUNCED_BY_CONTRACT[contract]
    if state.bid > 0 and options.kontra_levels > 0:
        for position in range(NUM_ACTIVE):
            may = options.kontra_needs_bid == 0 or state.reached[position] > 0
            if position != state.declarer and may:
                state.may_kontra |= 1 << position
    phases.after_declaring(state, options)


@kernel
def _finish(state: np.record, options: np.record) -> None:
    bid = int(VALUE_OF_LEVEL[int(state.bid)])
    phases.finish(state, options, int(state.game), state.is_hand != 0, bid, score_list.is_compulsory(state))


# --- Score -----------------------------------------------------------------------------------------------------------------


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
        out: float64 [players]; written.
    """
    score_list.write_returns(state, options, out)


@kernel
def winners(state: np.record, options: np.record) -> int:
    """Bit set of the seats with the highest total; equal totals share the rank (6.1)."""
    return score_list.winners(state, options)


# --- Observation -----------------------------------------------------------------------------------------------------------

TABLE_SEATS = ("own", "left", "second left", "third left")

_DEAL_PIECES = [
    *CARD_PIECES,
    Piece("phase", 13, "what is to be decided; all zero at the end", entries=PHASES[2:]),
    Piece("turn", 3, "who is to decide", entries=SEATS),
    Piece("position", 4, "the observer is", entries=("forehand", "middlehand", "rearhand", "sitting out")),
    Piece("passed", 3, "who has passed in bidding", entries=SEATS),
    Piece("may_grand_hand", 3, "who is asked for a Grand Hand in this deal, until one is declared", entries=SEATS),
    Piece("ramsch", 1, "a Ramsch, or a deal in which one is played unless somebody declares a Grand Hand"),
    Piece("declarer", 3, "who won the bidding, or declared a Grand Hand", entries=SEATS),
    Piece("hand_game", 1, "the declarer plays without the skat"),
    Piece("game", 6, "what the declarer declared", entries=("clubs", "spades", "hearts", "diamonds", "grand", "null")),
    Piece("announced", 3, "what he announced; ouvert games of Null too", entries=("schneider", "schwarz", "ouvert")),
    Piece("may_kontra", 3, "who may still be asked for Kontra", entries=SEATS),
    Piece("kontra_by", 3, "who said Kontra", entries=SEATS),
    Piece("took", 3, "who took the skat", entries=SEATS),
    Piece("pushed", 3, "who pushed the skat on", entries=SEATS),
    Piece("jungfrau", 3, "who announced to win no trick", entries=SEATS),
    Piece("led_suit", 5, "suit of the present trick", entries=("clubs", "spades", "hearts", "diamonds", "trump")),
    Piece("calls", 189, "values called by each player", entries=tuple(f"{seat} {bid}" for seat in SEATS for bid in BIDS)),
    Piece("reached", 3, "highest value each player has called or held, by its place in the list", NUM_BIDS, entries=SEATS),
    Piece("bid", 1, "highest value called, by its place in the list: 1 is 18", NUM_BIDS),
    Piece("kontra_level", 1, "doublings said", 4),
    Piece("num_put_away", 1, "cards the player to move has put away so far", 1),
    Piece("tricks_won", 3, "tricks of each player", 10, entries=SEATS),
    Piece("card_points", 3, "card points in the tricks of each player", 120, entries=SEATS),
    Piece("decisions", 2, "decisions taken in this deal, two base-100 digits", 99),
]
DEAL_OBSERVATION = Layout(_DEAL_PIECES)
MATCH_OBSERVATION = Layout([*_DEAL_PIECES, *view.match_pieces(TABLE_SEATS)])


def observation_layout(options: Options) -> Layout:
    """The pieces of an observation; matches have some more."""
    return MATCH_OBSERVATION if options.episode == Episode.MATCH else DEAL_OBSERVATION


_at = DEAL_OBSERVATION.start
HAND_AT, PUT_AWAY_AT, PLAYED_AT, TRICK_AT = _at("hand"), _at("put_away"), _at("played"), _at("trick")
PHASE_AT, TURN_AT, POSITION_AT, PASSED_AT = _at("phase"), _at("turn"), _at("position"), _at("passed")
MAY_GRAND_HAND_AT, RAMSCH_AT, DECLARER_AT = _at("may_grand_hand"), _at("ramsch"), _at("declarer")
HAND_GAME_AT, GAME_AT, ANNOUNCED_AT = _at("hand_game"), _at("game"), _at("announced")
MAY_KONTRA_AT, KONTRA_BY_AT = _at("may_kontra"), _at("kontra_by")
TOOK_AT, PUSHED_AT, JUNGFRAU_AT, LED_AT = _at("took"), _at("pushed"), _at("jungfrau"), _at("led_suit")
CALLS_AT, REACHED_AT, BID_AT = _at("calls"), _at("reached"), _at("bid")
KONTRA_LEVEL_AT, NUM_PUT_AWAY_AT = _at("kontra_level"), _at("num_put_away")
TRICKS_AT, POINTS_AT, DECISIONS_AT = _at("tricks_won"), _at("card_points"), _at("decisions")
MATCH_AT = DEAL_OBSERVATION.size

FLAG_BYTES = (CALLS_AT - PHASE_AT + 7) // 8
"""Eights of flags; the last one reaches into what follows, which is written later. So does the last eight of `calls`."""


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
    view.observe_cards(state, me, out)
    write_cards(out, PHASE_AT, _flags(state, me), FLAG_BYTES)
    for k in range(NUM_ACTIVE):
        position = me + k if me + k < NUM_ACTIVE else me + k - NUM_ACTIVE
        write_cards(out, CALLS_AT + NUM_BIDS * k, int(state.called[position]), 8)
    for k in range(NUM_ACTIVE):
        position = me + k if me + k < NUM_ACTIVE else me + k - NUM_ACTIVE
        out[REACHED_AT + k] = state.reached[position]
        out[TRICKS_AT + k] = state.tricks_won[position]
        out[POINTS_AT + k] = state.card_points[position]
    out[BID_AT] = state.bid
    out[KONTRA_LEVEL_AT] = state.kontra_level
    is_putting_away = state.phase in (PASS_ON, DISCARD)
    out[NUM_PUT_AWAY_AT] = num_cards(int(state.skat)) if is_putting_away else 0
    write_number(out, DECISIONS_AT, 2, int(state.log_length))
    if options.episode == Episode.MATCH:
        view.observe_match(state, options, player, out, MATCH_AT, 4)


@kernel
def _flags(state: np.record, me: int) -> int:
    """All that is 0 or 1 beside the cards and the calls, as bits from PHASE_AT on."""
    flags = 1 << (POSITION_AT - PHASE_AT + me)
    if state.player >= 0:
        flags |= 1 << (int(state.phase) - ASK_GRAND_HAND)
        flags |= family.seen_from(1 << int(state.turn), me) << (TURN_AT - PHASE_AT)
    flags |= family.seen_from(int(state.passed), me) << (PASSED_AT - PHASE_AT)
    flags |= family.seen_from(int(state.may_grand_hand), me) << (MAY_GRAND_HAND_AT - PHASE_AT)
    if state.declarer >= 0:
        flags |= family.seen_from(1 << int(state.declarer), me) << (DECLARER_AT - PHASE_AT)
        flags |= int(state.is_hand) << (HAND_GAME_AT - PHASE_AT)
        if state.game >= 0:
            flags |= 1 << (GAME_AT - PHASE_AT + int(state.game))
        if state.announced > 0:
            flags |= 1 << (ANNOUNCED_AT - PHASE_AT - 1 + int(state.announced))
        flags |= family.seen_from(int(state.may_kontra), me) << (MAY_KONTRA_AT - PHASE_AT)
        if state.kontra_by >= 0:
            flags |= family.seen_from(1 << int(state.kontra_by), me) << (KONTRA_BY_AT - PHASE_AT)
    elif state.game >= 0:
        flags |= 1 << (RAMSCH_AT - PHASE_AT)
    flags |= family.seen_from(int(state.took), me) << (TOOK_AT - PHASE_AT)
    flags |= family.seen_from(int(state.pushed), me) << (PUSHED_AT - PHASE_AT)
    flags |= family.seen_from(int(state.jungfrau), me) << (JUNGFRAU_AT - PHASE_AT)
    if state.phase == PLAY and state.trick_size > 0:
        flags |= 1 << (LED_AT - PHASE_AT + family.led_suit(state, int(state.game)))
    return flags


@kernel
def hidden_cards(state: np.record, options: np.record) -> int:
    """Card set lying where nobody sees it: the skat."""
    return int(state.skat)


# --- Hidden cards ----------------------------------------------------------------------------------------------------------

MEMO_SIZE = 8 + NUM_CARDS
"""Scratch for `guess` and `recall`: cards put away by each position, then from 8 on the cards played in order."""


@kernel
def num_decisions(observation: np.ndarray) -> int:
    """Decisions taken in the deal that an observation shows."""
    return read_number(observation, DECISIONS_AT, 2)


@kernel
def _is_phase(observation: np.ndarray, phase: int) -> bool:
    return bool(observation[PHASE_AT + phase - ASK_GRAND_HAND] != 0)


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
    me = view.read_own_position(observation, POSITION_AT, NUM_ACTIVE + 1)
    state.dealer = int(options.players) - 1 - me
    state.declarer = read_position(observation, DECLARER_AT, me)
    state.took = read_bits(observation, TOOK_AT, me)
    view.read_observed_cards(state, me, observation)
    is_putting_away = _is_phase(observation, PASS_ON) or _is_phase(observation, DISCARD)
    passing = read_position(observation, TURN_AT, me) if is_putting_away else -1
    skat_size = int(observation[NUM_PUT_AWAY_AT]) if is_putting_away else SKAT_SIZE
    if observation[RAMSCH_AT]:
        hidden.draw_hidden(state, options, me, passing, skat_size, streams, i)
    else:
        game = CLUBS
        for kind in range(NULL + 1):
            if observation[GAME_AT + kind]:
                game = kind
        hidden.draw_around_declarer(state, game, me, passing, skat_size, streams, i)
    hidden.dealt_deck(state, state.deck)
    for position in range(NUM_ACTIVE):
        memo[position] = state.put_away[position]
    hidden.played_in_order(state, memo[8:])
    if options.episode == Episode.MATCH:
        view.read_match(state, options, observation, MATCH_AT, 4)


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
    if phase in (PASS_ON, DISCARD):
        return int(lowest(int(memo[turn]) & ~int(state.put_away[turn])))
    if phase >= CALL:
        return _recall_bid(state, observation, k)
    if phase == DECLARE:
        return _recall_contract(observation)
    if phase == SCHIEBEN:
        return TAKE if observation[TOOK_AT + k] else PUSH
    if phase == JUNGFRAU:
        return JUNGFRAU_SAY if observation[JUNGFRAU_AT + k] else JUNGFRAU_NO
    if phase == ASK_GRAND_HAND:
        return GRAND_HAND if observation[DECLARER_AT + k] else NO_GRAND_HAND
    if phase == KONTRA:
        return KONTRA_SAY if observation[KONTRA_BY_AT + k] else KONTRA_NO
    return RAISE_SAY if observation[KONTRA_LEVEL_AT] > state.kontra_level else RAISE_NO


@kernel
def _recall_bid(state: np.record, observation: np.ndarray, k: int) -> int:
    """What the player k places after the observer said next before a contract was declared."""
    if state.phase == ASK_HAND:
        return HAND if observation[HAND_GAME_AT] else TAKE
    if state.phase == ANSWER:
        return HOLD if observation[REACHED_AT + k] >= state.bid else PASS
    later = read_cards(observation, CALLS_AT + NUM_BIDS * k, NUM_BIDS) >> int(state.bid)
    return BID + int(state.bid) + int(lowest(later)) if later != 0 else PASS


@kernel
def _recall_contract(observation: np.ndarray) -> int:
    announced = PLAIN
    for level in range(SCHNEIDER, OUVERT + 1):
        if observation[ANNOUNCED_AT - SCHNEIDER + level]:
            announced = level
    first = NUM_WITH_SKAT if observation[HAND_GAME_AT] else 0
    for contract in range(first, NUM_CONTRACTS):
        if observation[GAME_AT + int(GAME_OF_CONTRACT[contract])] and ANNOUNCED_BY_CONTRACT[contract] == announced:
            return DECLARE_FIRST + contract
    return DECLARE_FIRST


# --- For people ------------------------------------------------------------------------------------------------------------

_KIND_NAMES = ("clubs", "spades", "hearts", "diamonds", "Grand", "Null")
_ANNOUNCED_NAMES = ("", " Schneider", " Schwarz", " Ouvert")
QUESTIONS = people.QUESTIONS | {
    CALL: "call a value, or pass",
    ANSWER: "hold the value called, or pass",
    OPEN: "bid 18 after all others have passed, or pass too",
    ASK_HAND: "take the skat, or play from the hand",
    DISCARD: "discard a card",
}


def contract_of(state: Any) -> str:
    """Code of the declared contract; empty if there is none."""
    if state.declarer < 0 or state.game < 0:
        return ""
    possible = CONTRACTS[NUM_WITH_SKAT:] if state.is_hand else CONTRACTS[:NUM_WITH_SKAT]
    kind = _KINDS[state.game]
    return next(code for code in possible if code[0] == kind and _announced(code) == state.announced)


def _sorting(state: Any) -> int:
    """Kind of game by which hands are sorted."""
    return int(state.game) if state.game >= 0 else people.UNDECLARED_GAME


def _contract_name(state: Any, options: Options) -> str:
    """What is being played; empty while nobody knows."""
    if state.game < 0:
        return ""
    if state.declarer >= 0:
        return f"{_KIND_NAMES[state.game]}{' Hand' if state.is_hand else ''}{_ANNOUNCED_NAMES[state.announced]}"
    if options.all_pass == AllPass.PASS_IN and state.ramsch_left == 0:
        return "all passed"
    by_rule = options.ramsch_style == family.RamschStyle.SCHIEBER
    is_pushed = by_rule if state.ramsch_left else options.all_pass == AllPass.SCHIEBERAMSCH
    return "Schieberamsch" if is_pushed else "Ramsch"


def _headline(state: Any, options: Options, contract: str) -> str:
    bid = int(VALUE_OF_LEVEL[state.bid])
    if state.declarer < 0:
        if contract:
            return contract if contract == "all passed" else people.ramsch_headline(state, options, contract)
        return f"bidding, {bid} is called" if bid else "bidding"
    declarer = f"player_{people.seat_at(state, options, state.declarer)}"
    if not contract:
        return f"{declarer} won the bidding with {bid}"
    words = [f"{declarer} plays {contract}"]
    words += [f"bid {bid}"] if bid else []
    words += [people.KONTRA_WORDS[state.kontra_level]] if state.kontra_level else []
    return ", ".join(words)


def scene(state: Any, options: Options, player: int | None = None) -> Scene:
    """What one seat sees of a table, or everything.

    Args:
        state: any object with the fields of STATE.
        options: of the table.
        player: seat; None shows all cards.
    """
    said = []
    for position in range(NUM_ACTIVE):
        level = state.reached[position]
        notes = [f"bid {VALUE_OF_LEVEL[level]}"] if level else []
        said.append([*notes, "passed"] if state.passed >> position & 1 else notes)
    contract = _contract_name(state, options)
    return people.table_scene(
        state,
        options,
        player,
        phase=PHASES[state.phase],
        game=_sorting(state),
        contract=contract,
        headline=_headline(state, options, contract),
        question=QUESTIONS.get(int(state.phase), ""),
        said=said,
    )


def why_illegal(state: Any, options: Options, action: int) -> str:
    """Why the player to move cannot take an action, in a few words."""
    question = QUESTIONS[int(state.phase)]
    others = {
        CALL: lambda action: _why_no_call(state, action),
        DECLARE: lambda action: _why_no_contract(state, action),
    }
    return people.why_illegal(state, options, action, game=_sorting(state), question=question, others=others)


def _why_no_call(state: Any, action: int) -> str:
    if action == HOLD:
        return "there is no value to hold: one is to be called"
    level = action - BID + 1
    if not 0 < level <= NUM_BIDS:
        return ""
    called = int(VALUE_OF_LEVEL[state.bid])
    if level <= state.bid:
        return f"bid {VALUE_OF_LEVEL[level]} is not above {called}, which is already called"
    return f"no value may be skipped: next comes {VALUE_OF_LEVEL[int(state.bid) + 1]}"


def _why_no_contract(state: Any, action: int) -> str:
    contract = action - DECLARE_FIRST
    if not 0 <= contract < NUM_CONTRACTS:
        return ""
    if state.bid == 0:
        return "a Grand Hand was declared"
    is_hand_game = contract >= NUM_WITH_SKAT
    if is_hand_game != bool(state.is_hand):
        return "only hand games, for the skat was left" if state.is_hand else "no hand game, for the skat was taken"
    value = NULL_VALUE[int(state.is_hand), int(ANNOUNCED_BY_CONTRACT[contract] == OUVERT)]
    return f"it is worth {value}, and the bid is {VALUE_OF_LEVEL[state.bid]}"


def heard(state: Any, options: Options, player: int, action: int) -> str:
    """What a seat notices of an action that is taken in this state: its name, or less."""
    return people.heard(state, options, player, ACTIONS[action])
