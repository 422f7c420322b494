"""Ramsch and Schieberamsch for three players, as games of their own.

Source: the rules of Skat and Schieberamsch with `game_mode = ramsch_only`: sections 1, 2, 3.4 to 3.9, 4, 5
and 6. Everything there that can occur without bidding is implemented; `kontra_needs_bid` means nothing without bidding and is
left out. Sections are cited by number.

Returns are list points of the match so far, with the tournament's bonuses if they are on; a deal episode is a match of one
deal. Losing a Ramsch costs points, so returns are mostly negative.

| actions | meaning |
|---|---|
| 0 to 31 | a card: pass it on, or play it |
| 32, 33 | `take` or `push` the skat |
| 34, 35 | `grand_hand`, `no_grand_hand` |
| 36 to 39 | `declare_GH`, `GHS` (schneider), `GHZ` (schwarz), `GHO` (ouvert) |
| 40, 41 | `kontra`, `no_kontra` |
| 42, 43 | `raise` (Re, Supra, Hirsch), `no_raise` |
| 44, 45 | `announce_jungfrau`, `no_announce` |
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from envs.core.cards import lowest, num_cards, write_cards
from envs.core.jit import kernel
from envs.core.layout import Actions, Layout, Piece
from envs.core.options import Episode, Reward, Subset
from envs.core.scene import Scene
from envs.core.state import state_dtype
from envs.games import skat_family as family
from envs.games.skat_family import (
    GRAND,
    NUM_ACTIVE,
    NUM_CARDS,
    NUM_TRICKS,
    OUVERT,
    PACK,
    SKAT_SIZE,
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
PHASES = phases.PHASES

TAKE, PUSH, GRAND_HAND, NO_GRAND_HAND = range(NUM_CARDS, NUM_CARDS + 4)
DECLARE_GH = NO_GRAND_HAND + 1
KONTRA_SAY, KONTRA_NO, RAISE_SAY, RAISE_NO, JUNGFRAU_SAY, JUNGFRAU_NO = range(DECLARE_GH + 4, DECLARE_GH + 10)
ACTIONS = Actions(
    [
        *PACK.cards,
        *("take", "push", "grand_hand", "no_grand_hand"),
        *("declare_GH", "declare_GHS", "declare_GHZ", "declare_GHO"),
        *("kontra", "no_kontra", "raise", "no_raise", "announce_jungfrau", "no_announce"),
    ]
)
NUM_ACTIONS = len(ACTIONS)
MAX_DECISIONS = 3 + 1 + 2 + 4 + 3 + 6 + 3 + NUM_ACTIVE * NUM_TRICKS
"""Asked for a Grand Hand, declared, Kontra and raises, pushing and passing on, Jungfrau, thirty cards."""

STATE = state_dtype(family.FIELDS, NUM_CARDS, MAX_DECISIONS)
CARRIED = family.CARRIED

# --- Options ---------------------------------------------------------------------------------------------------------------


class BockTrigger(Subset):
    """What starts a round of Bock here, where nobody bids (6.2); numbered as in `skat_family`."""

    LOST_60 = family.BockTrigger.LOST_60
    KONTRA_LOST = family.BockTrigger.KONTRA_LOST
    KONTRA_AND_RE = family.BockTrigger.KONTRA_AND_RE
    GRAND_LOST = family.BockTrigger.GRAND_LOST
    GRAND_HAND_WON = family.BockTrigger.GRAND_HAND_WON
    VALUE_72 = family.BockTrigger.VALUE_72
    VALUE_96 = family.BockTrigger.VALUE_96
    SCORE_X00 = family.BockTrigger.SCORE_X00
    SCORE_REPDIGIT = family.BockTrigger.SCORE_REPDIGIT


class RamschRoundAfter(Subset):
    """What a round of compulsory Ramsch follows here (6.3); numbered as in `skat_family`."""

    BOCK_ROUND = family.RamschRoundAfter.BOCK_ROUND


@dataclass(frozen=True)
class Options:
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
    bock_triggers: BockTrigger = BockTrigger.LOST_60 | BockTrigger.KONTRA_LOST
    """Which events (6.2)."""
    bock_includes_trigger: bool = False
    """Whether the deal with the event is the first of the round (6.3)."""
    bock_event_count: family.BockEventCount = family.BockEventCount.ONE_PER_DEAL
    """Whether several events in one deal start several rounds (6.3)."""
    ramsch_round_after: RamschRoundAfter = RamschRoundAfter(0)
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
    family.check("ramsch", options, (NUM_ACTIVE, NUM_ACTIVE))


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
    state.may_grand_hand = phases.who_may_grand_hand(state, options)
    phases.ask_grand_hand(state, options, 0)


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
        return allow_cards(mask, family.playable(state, GRAND))
    if phase == PASS_ON:
        return allow_cards(mask, family.may_pass_on(state, options))
    if phase == SCHIEBEN:
        return allow(mask, TAKE, PUSH)
    if phase == JUNGFRAU:
        return allow(mask, JUNGFRAU_SAY, JUNGFRAU_NO)
    if phase == ASK_GRAND_HAND:
        return allow(mask, GRAND_HAND, NO_GRAND_HAND)
    if phase == DECLARE:
        return allow(mask, DECLARE_GH, DECLARE_GH + OUVERT)
    if phase == KONTRA:
        return allow(mask, KONTRA_SAY, KONTRA_NO)
    if phase == RAISE:
        return allow(mask, RAISE_SAY, RAISE_NO)
    return 0


# --- Step ------------------------------------------------------------------------------------------------------------------


@kernel
def step(state: np.record, options: np.record, action: int) -> None:
    """Take a legal action; afterwards somebody is to move, a deck is needed, or the episode is over."""
    phase = state.phase
    if phase == PLAY:
        if phases.play(state, options, GRAND, action):
            phases.finish(state, options, GRAND, True, 0, True)
    elif phase == PASS_ON:
        phases.pass_on(state, options, action)
    elif phase == SCHIEBEN:
        phases.answer_schieben(state, options, action == TAKE)
    elif phase == JUNGFRAU:
        phases.answer_jungfrau(state, options, action == JUNGFRAU_SAY)
    elif phase == ASK_GRAND_HAND:
        phases.answer_grand_hand(state, options, action == GRAND_HAND)
    elif phase == DECLARE:
        state.announced = action - DECLARE_GH
        phases.after_declaring(state, options)
    elif phase == KONTRA:
        phases.answer_kontra(state, options, action == KONTRA_SAY)
    else:
        phases.answer_raise(state, options, action == RAISE_SAY)


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
        out: float64 [3]; written.
    """
    score_list.write_returns(state, options, out)


@kernel
def winners(state: np.record, options: np.record) -> int:
    """Bit set of the seats with the highest total; equal totals share the rank (6.1)."""
    return score_list.winners(state, options)


# --- Observation -----------------------------------------------------------------------------------------------------------

_DEAL_PIECES = [
    *CARD_PIECES,
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
DEAL_OBSERVATION = Layout(_DEAL_PIECES)
MATCH_OBSERVATION = Layout([*_DEAL_PIECES, *view.match_pieces(SEATS)])


def observation_layout(options: Options) -> Layout:
    """The pieces of an observation; matches have some more."""
    return MATCH_OBSERVATION if options.episode == Episode.MATCH else DEAL_OBSERVATION


_at = MATCH_OBSERVATION.start
HAND_AT, PUT_AWAY_AT, PLAYED_AT, TRICK_AT = _at("hand"), _at("put_away"), _at("played"), _at("trick")
PHASE_AT, TURN_AT, POSITION_AT, ASKED_AT = _at("phase"), _at("turn"), _at("position"), _at("may_grand_hand")
DECLARER_AT, ANNOUNCED_AT, MAY_KONTRA_AT = _at("declarer"), _at("announced"), _at("may_kontra")
KONTRA_BY_AT, KONTRA_LEVEL_AT = _at("kontra_by"), _at("kontra_level")
TOOK_AT, PUSHED_AT, NUM_PUT_AWAY_AT, JUNGFRAU_AT = _at("took"), _at("pushed"), _at("num_put_away"), _at("jungfrau")
TRICKS_AT, POINTS_AT, LED_AT, DECISIONS_AT = _at("tricks_won"), _at("card_points"), _at("led_suit"), _at("decisions")
MATCH_AT = DEAL_OBSERVATION.size

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
    view.observe_cards(state, me, out)
    write_cards(out, PHASE_AT, _flags(state, me), FLAG_BYTES)
    for k in range(NUM_ACTIVE):
        position = me + k if me + k < NUM_ACTIVE else me + k - NUM_ACTIVE
        out[TRICKS_AT + k] = state.tricks_won[position]
        out[POINTS_AT + k] = state.card_points[position]
    out[KONTRA_LEVEL_AT] = state.kontra_level
    out[NUM_PUT_AWAY_AT] = num_cards(int(state.skat)) if state.phase == PASS_ON else 0
    out[DECISIONS_AT] = state.log_length
    if options.episode == Episode.MATCH:
        view.observe_match(state, options, player, out, MATCH_AT, NUM_ACTIVE)


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
    me = view.read_own_position(observation, POSITION_AT, NUM_ACTIVE)
    state.dealer = NUM_ACTIVE - 1 - me
    state.declarer = read_position(observation, DECLARER_AT, me)
    state.took = read_bits(observation, TOOK_AT, me)
    view.read_observed_cards(state, me, observation)
    passing = read_position(observation, TURN_AT, me) if observation[PHASE_AT + PASS_ON - ASK_GRAND_HAND] else -1
    skat_size = int(observation[NUM_PUT_AWAY_AT]) if passing >= 0 else SKAT_SIZE
    hidden.draw_hidden(state, options, me, passing, skat_size, streams, i)
    hidden.dealt_deck(state, state.deck)
    for position in range(NUM_ACTIVE):
        memo[position] = state.put_away[position]
    hidden.played_in_order(state, memo[8:])
    if options.episode == Episode.MATCH:
        view.read_match(state, options, observation, MATCH_AT, NUM_ACTIVE)


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
        return int(lowest(int(memo[turn]) & ~int(state.put_away[turn])))
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


# --- For people ------------------------------------------------------------------------------------------------------------

CONTRACTS = ("Grand Hand", "Grand Hand Schneider", "Grand Hand Schwarz", "Grand Ouvert")


def scene(state: Any, options: Options, player: int | None = None) -> Scene:
    """What one seat sees of a table, or everything.

    Args:
        state: any object with the fields of STATE.
        options: of the table.
        player: seat; None shows all cards.
    """
    is_pushed = options.ramsch_style == family.RamschStyle.SCHIEBER
    contract = "Schieberamsch" if is_pushed else "Ramsch"
    headline = people.ramsch_headline(state, options, contract)
    if state.declarer >= 0:
        level = people.KONTRA_WORDS[state.kontra_level]
        contract = CONTRACTS[state.announced]
        headline = f"player_{people.seat_at(state, options, state.declarer)} plays {contract}"
        headline += f", {level}" if level else ""
    said: list[list[str]] = [[] for _ in range(NUM_ACTIVE)]
    return people.table_scene(
        state,
        options,
        player,
        phase=PHASES[state.phase],
        game=GRAND,
        contract=contract,
        headline=headline,
        question=people.QUESTIONS.get(int(state.phase), ""),
        said=said,
    )


def why_illegal(state: Any, options: Options, action: int) -> str:
    """Why the player to move cannot take an action, in a few words."""
    question = people.QUESTIONS[int(state.phase)]
    return people.why_illegal(state, options, action, game=GRAND, question=question, others={})


def heard(state: Any, options: Options, player: int, action: int) -> str:
    """What a seat notices of an action that is taken in this state: its name, or less."""
    return people.heard(state, options, player, ACTIONS[action])
