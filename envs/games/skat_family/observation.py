"""What observations of Skat and Ramsch have in common: the cards, which come first, and the state of a match, which comes last.

Players are ordered as the observer sees them: himself, then clockwise. For a dealer who sits out (position 3) the others come
in the order forehand, middlehand, rearhand. The functions work on any record that has the names used.
"""

from collections.abc import Sequence

import numpy as np

from envs.core.cards import copy_words, read_cards, write_cards
from envs.core.jit import kernel
from envs.core.layout import Layout, Piece
from envs.core.state import read_number, write_number
from envs.games.skat_family import CARD_BYTES, NUM_ACTIVE, NUM_CARDS, PACK

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
_at = Layout(CARD_PIECES).start
HAND_AT, TAKEN_AT, PUT_AWAY_AT, OPEN_AT = _at("hand"), _at("taken"), _at("put_away"), _at("open_hand")
PLAYED_AT, TRICK_AT, ORDER_AT = _at("played"), _at("trick"), _at("order")
FLAGS_AT = ORDER_AT + NUM_CARDS
"""Where a game's own pieces begin."""


@kernel
def observe_cards(state: np.record, me: int, out: np.ndarray) -> None:
    """Write the pieces of CARD_PIECES as a position sees them; 3 sits out."""
    is_active = me < NUM_ACTIVE
    write_cards(out, HAND_AT, int(state.hands[me]) if is_active else 0, CARD_BYTES)
    write_cards(out, TAKEN_AT, int(state.taken[me]) if is_active else 0, CARD_BYTES)
    write_cards(out, PUT_AWAY_AT, int(state.put_away[me]) if is_active else 0, CARD_BYTES)
    open_hand = int(state.hands[int(state.declarer)]) if state.is_open != 0 else 0
    write_cards(out, OPEN_AT, open_hand, CARD_BYTES)
    copy_words(out, ORDER_AT, state.order, NUM_CARDS // 8)
    for k in range(NUM_ACTIVE):
        position = me + k if me + k < NUM_ACTIVE else me + k - NUM_ACTIVE
        write_cards(out, PLAYED_AT + NUM_CARDS * k, int(state.played[position]), CARD_BYTES)
        in_trick = int(state.trick_cards[position])
        write_cards(out, TRICK_AT + NUM_CARDS * k, 1 << in_trick if in_trick >= 0 else 0, CARD_BYTES)


@kernel
def read_observed_cards(state: np.record, me: int, observation: np.ndarray) -> None:
    """Write to a blank record what `observe_cards` shows; `declarer` is known."""
    for k in range(NUM_ACTIVE):
        state.played[(me + k) % NUM_ACTIVE] = read_cards(observation, PLAYED_AT + NUM_CARDS * k, NUM_CARDS)
    if state.declarer >= 0:
        state.hands[int(state.declarer)] = read_cards(observation, OPEN_AT, NUM_CARDS)
    if me < NUM_ACTIVE:
        state.hands[me] = read_cards(observation, HAND_AT, NUM_CARDS)
        state.taken[me] = read_cards(observation, TAKEN_AT, NUM_CARDS)
        state.put_away[me] = read_cards(observation, PUT_AWAY_AT, NUM_CARDS)
    for card in range(NUM_CARDS):
        state.order[card] = observation[ORDER_AT + card]


@kernel
def read_own_position(observation: np.ndarray, start: int, count: int) -> int:
    """The observer's position from that many flags; 3 sits out."""
    me = 0
    for position in range(1, count):
        me += position * int(observation[start + position])
    return me


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


@kernel
def observe_match(state: np.record, options: np.record, player: int, out: np.ndarray, start: int, size: int) -> None:
    """Write the pieces of `match_pieces`.

    Args:
        state: record.
        options: of the table.
        player: seat of the observer.
        out: int8; written from `start` to its end.
        start: position of the first piece.
        size: seats for which there is room.
    """
    players = int(options.players)
    out[start:] = 0
    for k in range(players):
        seat = (player + k) % players
        write_number(out, start + 4 * k, 4, int(state.list_scores[seat]))
        write_number(out, start + 4 * size + 2 * k, 2, int(state.games_won[seat]))
        write_number(out, start + 6 * size + 2 * k, 2, int(state.games_lost[seat]))
        out[start + 8 * size + 8 + k] = state.grand_hand_used >> seat & 1
    write_number(out, start + 8 * size, 2, int(state.deals_done))
    write_number(out, start + 8 * size + 2, 2, int(state.deals))
    write_number(out, start + 8 * size + 4, 2, int(state.bock_left))
    write_number(out, start + 8 * size + 6, 2, int(state.ramsch_left))
    out[start + 9 * size + 8] = state.grand_hand_run
    out[start + 9 * size + 9] = state.round_deals


@kernel
def read_match(state: np.record, options: np.record, observation: np.ndarray, start: int, size: int) -> None:
    """Read what stands from deal to deal; it is public. Arguments as for `observe_match`, the observer is seat 0."""
    for seat in range(int(options.players)):
        state.list_scores[seat] = read_number(observation, start + 4 * seat, 4)
        state.games_won[seat] = read_number(observation, start + 4 * size + 2 * seat, 2)
        state.games_lost[seat] = read_number(observation, start + 6 * size + 2 * seat, 2)
        state.grand_hand_used |= int(observation[start + 8 * size + 8 + seat]) << seat
    state.deals_done = read_number(observation, start + 8 * size, 2)
    state.deals = read_number(observation, start + 8 * size + 2, 2)
    state.bock_left = read_number(observation, start + 8 * size + 4, 2)
    state.ramsch_left = read_number(observation, start + 8 * size + 6, 2)
    state.grand_hand_run = observation[start + 9 * size + 8]
    state.round_deals = observation[start + 9 * size + 9]
