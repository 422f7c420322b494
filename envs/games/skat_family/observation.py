"""What observations of Skat and Ramsch have in common.

Players are ordered as the observer sees them: themselves, then clockwise. For a dealer who sits out (position 3) the others
come in the order forehand, middlehand, rearhand. The cards come first, the state of a match last, and each game puts the other
groups of pieces between its own; kernels are told where a group begins.
"""

import enum
from collections.abc import Sequence

import numpy as np

from envs.core.cards import copy_words, num_cards, read_cards, write_cards
from envs.core.jit import kernel
from envs.core.layout import Layout, Piece
from envs.core.state import read_number, write_number
from envs.games.skat_family.cards import CARD_BYTES, NUM_ACTIVE, NUM_CARDS, PACK
from envs.games.skat_family.play import led_suit
from envs.games.skat_family.state import PHASES, Phase, seen_from

SEATS = ("own", "left", "right")
_CARDS = PACK.cards
_BY_SEAT = tuple(f"{seat} {card}" for seat in SEATS for card in _CARDS)

CARD_PIECES = (
    Piece("hand", 32, "cards in the own hand", entries=_CARDS),
    Piece("taken", 32, "cards the observer took from the skat", entries=_CARDS),
    Piece("put_away", 32, "cards the observer passed on", entries=_CARDS),
    Piece("open_hand", 32, "cards still held in a hand laid open", entries=_CARDS),
    Piece("played", 96, "cards played by each player", entries=_BY_SEAT),
    Piece("trick", 96, "card of each player in the present trick", entries=_BY_SEAT),
    Piece("order", 32, "when each card was played: 3 * (trick - 1) + place, from 1; 0: not yet", 30, entries=_CARDS),
)
"""The first pieces of every observation."""
CardsAt = Layout(CARD_PIECES).starts()
CARD_WRITES = [(piece.name, piece.size) for piece in CARD_PIECES]
"""What is written in eights; see `Layout.check_writes`."""


def turn_pieces(num_phases: int, positions: Sequence[str]) -> list[Piece]:
    """The next pieces: whose turn it is, in the phases from GRAND_HAND on."""
    return [
        Piece(
            "phase", num_phases, "what is to be decided; all zero at the end", entries=PHASES[Phase.GRAND_HAND :][:num_phases]
        ),
        Piece("turn", 3, "who is to decide", entries=SEATS),
        Piece("position", len(positions), "the observer is", entries=tuple(positions)),
    ]


KONTRA_PIECES = (
    Piece("may_kontra", 3, "who may still be asked for Kontra", entries=SEATS),
    Piece("kontra_by", 3, "who said Kontra", entries=SEATS),
    Piece("took", 3, "who took the skat", entries=SEATS),
    Piece("pushed", 3, "who pushed the skat on", entries=SEATS),
    Piece("jungfrau", 3, "who announced to win no trick", entries=SEATS),
    Piece("led_suit", 5, "suit of the present trick", entries=("clubs", "spades", "hearts", "diamonds", "trump")),
)
KontraAt = Layout(KONTRA_PIECES).starts()
"""From the first of them."""

COUNT_PIECES = (
    Piece("kontra_level", 1, "doublings said", 4),
    Piece("num_put_away", 1, "cards the player to move has put away so far", 1),
    Piece("tricks_won", 3, "tricks of each player", 10, entries=SEATS),
    Piece("card_points", 3, "card points in the tricks of each player", 120, entries=SEATS),
)
CountsAt = Layout(COUNT_PIECES).starts()
"""From the first of them."""


# --- Writing ---------------------------------------------------------------------------------------------------------------


@kernel
def observe_cards(state: np.record, me: int, out: np.ndarray) -> None:
    """Write the pieces of CARD_PIECES as a position sees them; 3 sits out."""
    is_active = me < NUM_ACTIVE
    write_cards(out, CardsAt.HAND, int(state.hands[me]) if is_active else 0, CARD_BYTES)
    write_cards(out, CardsAt.TAKEN, int(state.taken[me]) if is_active else 0, CARD_BYTES)
    write_cards(out, CardsAt.PUT_AWAY, int(state.put_away[me]) if is_active else 0, CARD_BYTES)
    open_hand = int(state.hands[int(state.declarer)]) if state.is_open != 0 else 0
    write_cards(out, CardsAt.OPEN_HAND, open_hand, CARD_BYTES)
    copy_words(out, CardsAt.ORDER, state.order, NUM_CARDS // 8)
    for k in range(NUM_ACTIVE):
        position = position_after(me, k)
        write_cards(out, CardsAt.PLAYED + NUM_CARDS * k, int(state.played[position]), CARD_BYTES)
        in_trick = int(state.trick_cards[position])
        write_cards(out, CardsAt.TRICK + NUM_CARDS * k, 1 << in_trick if in_trick >= 0 else 0, CARD_BYTES)


@kernel
def position_after(me: int, k: int) -> int:
    """The position k places after the observer's, as observations order them."""
    return me + k if me + k < NUM_ACTIVE else me + k - NUM_ACTIVE


@kernel
def turn_flags(state: np.record, me: int, num_phases: int) -> int:
    """The pieces of `turn_pieces` as bits."""
    flags = 1 << (num_phases + NUM_ACTIVE + me)
    if state.player >= 0:
        flags |= 1 << (int(state.phase) - Phase.GRAND_HAND)
        flags |= seen_from(1 << int(state.turn), me) << num_phases
    return flags


@kernel
def kontra_flags(state: np.record, me: int, kind: int) -> int:
    """The pieces of KONTRA_PIECES as bits."""
    flags = seen_from(int(state.may_kontra), me)
    if state.kontra_by >= 0:
        flags |= seen_from(1 << int(state.kontra_by), me) << KontraAt.KONTRA_BY
    flags |= seen_from(int(state.took), me) << KontraAt.TOOK
    flags |= seen_from(int(state.pushed), me) << KontraAt.PUSHED
    flags |= seen_from(int(state.jungfrau), me) << KontraAt.JUNGFRAU
    if state.phase == Phase.PLAY and state.trick_size > 0:
        flags |= 1 << (KontraAt.LED_SUIT + led_suit(state, kind))
    return flags


@kernel
def observe_counts(state: np.record, me: int, out: np.ndarray, start: int) -> None:
    """Write the pieces of COUNT_PIECES."""
    out[start] = state.kontra_level
    is_putting_away = state.phase in (Phase.PASS_ON, Phase.DISCARD)
    out[start + CountsAt.NUM_PUT_AWAY] = num_cards(int(state.skat)) if is_putting_away else 0
    for k in range(NUM_ACTIVE):
        position = position_after(me, k)
        out[start + CountsAt.TRICKS_WON + k] = state.tricks_won[position]
        out[start + CountsAt.CARD_POINTS + k] = state.card_points[position]


@kernel
def hidden_cards(state: np.record, _options: np.record) -> int:
    """Card set lying where nobody sees it: the skat."""
    return int(state.skat)


# --- Reading ---------------------------------------------------------------------------------------------------------------


@kernel
def read_observed_cards(state: np.record, me: int, observation: np.ndarray) -> None:
    """Write to a blank record what `observe_cards` shows; `declarer` is known."""
    for k in range(NUM_ACTIVE):
        state.played[(me + k) % NUM_ACTIVE] = read_cards(observation, CardsAt.PLAYED + NUM_CARDS * k, NUM_CARDS)
    if state.declarer >= 0:
        state.hands[int(state.declarer)] = read_cards(observation, CardsAt.OPEN_HAND, NUM_CARDS)
    if me < NUM_ACTIVE:
        state.hands[me] = read_cards(observation, CardsAt.HAND, NUM_CARDS)
        state.taken[me] = read_cards(observation, CardsAt.TAKEN, NUM_CARDS)
        state.put_away[me] = read_cards(observation, CardsAt.PUT_AWAY, NUM_CARDS)
    for card in range(NUM_CARDS):
        state.order[card] = observation[CardsAt.ORDER + card]


@kernel
def read_phase(observation: np.ndarray, phase_at: int, num_phases: int) -> int:
    """The phase, from the piece that begins at `phase_at`; OVER when nobody is to move."""
    for k in range(num_phases):
        if observation[phase_at + k]:
            return Phase.GRAND_HAND + k
    return Phase.OVER


@kernel
def read_number_of(observation: np.ndarray, start: int, count: int) -> int:
    """Which of so many flags is set; 0 if none is."""
    for k in range(count):
        if observation[start + k]:
            return k
    return 0


@kernel
def read_bits(observation: np.ndarray, start: int, me: int) -> int:
    """Bits by position from three flags in the observer's order."""
    bits = 0
    for k in range(NUM_ACTIVE):
        bits |= int(observation[start + k]) << ((me + k) % NUM_ACTIVE)
    return bits


@kernel
def read_position(observation: np.ndarray, start: int, me: int) -> int:
    """The position flagged in the observer's order, or -1."""
    for k in range(NUM_ACTIVE):
        if observation[start + k]:
            return (me + k) % NUM_ACTIVE
    return -1


# --- The match -------------------------------------------------------------------------------------------------------------


class _Match(enum.IntEnum):
    """The pieces that only matches have."""

    LIST_SCORES = 0
    GAMES_WON = 1
    GAMES_LOST = 2
    DEALS_DONE = 3
    DEALS = 4
    BOCK_LEFT = 5
    RAMSCH_LEFT = 6
    GRAND_HAND_USED = 7
    GRAND_HAND_RUN = 8
    ROUND_DEALS = 9


def match_pieces(seats: Sequence[str]) -> list[Piece]:
    """The pieces that only matches have, for these seats."""
    size = len(seats)
    return [
        Piece("list_scores", 4 * size, "list points of each player, four base-100 digits each", 99, -99),
        Piece("games_won", 2 * size, "games each player won as declarer, two base-100 digits each", 99),
        Piece("games_lost", 2 * size, "games each player lost as declarer, two base-100 digits each", 99),
        Piece("deals_done", 2, "deals of the match that count, two base-100 digits", 99),
        Piece("deals", 2, "decks dealt in the match, two base-100 digits", 99),
        Piece("bock_left", 2, "Bock deals to come with this one, two base-100 digits", 99),
        Piece("ramsch_left", 2, "compulsory Ramsch deals to come with this one, two base-100 digits", 99),
        Piece("grand_hand_used", size, "who declared a Grand Hand in this round", entries=tuple(seats)),
        Piece("grand_hand_run", 1, "Grand Hand deals in succession", 3),
        Piece("round_deals", 1, "deals of this round", size),
    ]


_LAYOUTS = [Layout(match_pieces(("",) * size)) for size in (3, 4)]
_STARTS = np.array([[layout.start(piece.name.lower()) for piece in _Match] for layout in _LAYOUTS])
"""int64 [seats - 3, pieces]: where a piece begins, from the first one."""


@kernel
def observe_match(state: np.record, options: np.record, player: int, out: np.ndarray, start: int, size: int) -> None:
    """Write the pieces of `match_pieces` from `start` on, for a seat; there is room for `size` seats."""
    at = _STARTS[size - NUM_ACTIVE]
    players = int(options.players)
    out[start:] = 0
    for k in range(players):
        seat = (player + k) % players
        write_number(out, start + at[_Match.LIST_SCORES] + 4 * k, 4, int(state.list_scores[seat]))
        write_number(out, start + at[_Match.GAMES_WON] + 2 * k, 2, int(state.games_won[seat]))
        write_number(out, start + at[_Match.GAMES_LOST] + 2 * k, 2, int(state.games_lost[seat]))
        out[start + at[_Match.GRAND_HAND_USED] + k] = state.grand_hand_used >> seat & 1
    write_number(out, start + at[_Match.DEALS_DONE], 2, int(state.deals_done))
    write_number(out, start + at[_Match.DEALS], 2, int(state.deals))
    write_number(out, start + at[_Match.BOCK_LEFT], 2, int(state.bock_left))
    write_number(out, start + at[_Match.RAMSCH_LEFT], 2, int(state.ramsch_left))
    out[start + at[_Match.GRAND_HAND_RUN]] = state.grand_hand_run
    out[start + at[_Match.ROUND_DEALS]] = state.round_deals


@kernel
def read_match(state: np.record, options: np.record, observation: np.ndarray, start: int, size: int) -> None:
    """Read what `observe_match` shows of what is carried over; the observer is seat 0."""
    at = _STARTS[size - NUM_ACTIVE]
    for seat in range(int(options.players)):
        state.list_scores[seat] = read_number(observation, start + at[_Match.LIST_SCORES] + 4 * seat, 4)
        state.games_won[seat] = read_number(observation, start + at[_Match.GAMES_WON] + 2 * seat, 2)
        state.games_lost[seat] = read_number(observation, start + at[_Match.GAMES_LOST] + 2 * seat, 2)
        state.grand_hand_used |= int(observation[start + at[_Match.GRAND_HAND_USED] + seat]) << seat
    state.deals_done = read_number(observation, start + at[_Match.DEALS_DONE], 2)
    state.deals = read_number(observation, start + at[_Match.DEALS], 2)
    state.bock_left = read_number(observation, start + at[_Match.BOCK_LEFT], 2)
    state.ramsch_left = read_number(observation, start + at[_Match.RAMSCH_LEFT], 2)
    state.grand_hand_run = observation[start + at[_Match.GRAND_HAND_RUN]]
    state.round_deals = observation[start + at[_Match.ROUND_DEALS]]
