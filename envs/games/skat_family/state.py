"""The record of a table of Skat or Ramsch, its phases, seats, and the deal."""

import enum

import numpy as np

from envs.core.cards import NO_CARD
from envs.core.jit import kernel
from envs.games.skat_family.cards import FOREHAND, NUM_ACTIVE, NUM_CARDS, SKAT_SIZE, Announcement


class Phase(enum.IntEnum):
    """What is to be decided; the phases after PLAY are Skat's alone."""

    OVER = 0
    DEALING = 1
    GRAND_HAND = 2
    DECLARE = 3
    KONTRA = 4
    RAISE = 5
    SCHIEBEN = 6
    PASS_ON = 7
    JUNGFRAU = 8
    PLAY = 9
    CALL = 10
    ANSWER = 11
    OPEN = 12
    HAND = 13
    DISCARD = 14


PHASES = tuple(phase.name.lower() for phase in Phase)

FIELDS = [
    ("hands", np.int64, NUM_ACTIVE),  # card set, known to its holder (to all when `is_open`)
    ("taken", np.int64, NUM_ACTIVE),  # card set picked up from the skat, known to that player
    ("put_away", np.int64, NUM_ACTIVE),  # card set passed on, known to that player
    ("played", np.int64, NUM_ACTIVE),  # card set, public
    ("skat", np.int64),  # card set lying on the table, hidden
    ("list_scores", np.int32, 4),  # by seat: score of the match so far, public
    ("scores", np.int32, 4),  # by seat: score of this deal once it is scored, without bonuses
    ("games_won", np.int16, 4),  # by seat: games won as declarer in this match
    ("games_lost", np.int16, 4),  # by seat: games lost as declarer in this match
    ("deals_done", np.int16),  # deals that count towards the list
    ("bock_left", np.int16),  # Bock deals to come, the present one included
    ("ramsch_left", np.int16),  # compulsory Ramsch deals to come, the present one included
    ("before", np.int32, 18),  # the fields of CARRIED, one after the other, as they stood when this deal began
    ("phase", np.int8),  # one of the game's phases
    ("turn", np.int8),  # position to move
    ("grand_hand_used", np.int8),  # bit per seat: has declared a Grand Hand in this round
    ("grand_hand_run", np.int8),  # Grand Hand deals in succession, at most 3
    ("round_deals", np.int8),  # how often the deal has moved on in this round
    ("declarer", np.int8),  # position, or -1: nobody (yet)
    ("announced", np.int8),  # what the declarer announced: PLAIN to OUVERT
    ("is_open", np.int8),  # 1: the declarer's cards lie open
    ("may_grand_hand", np.int8),  # bit per position: is asked for a Grand Hand instead of a Ramsch
    ("may_kontra", np.int8),  # bit per position: may still be asked for Kontra
    ("kontra_by", np.int8),  # position that said Kontra, or -1
    ("kontra_level", np.int8),  # doublings said: 0 none, 1 Kontra, 2 Re, 3 Supra, 4 Hirsch
    ("pushed", np.int8),  # bit per position
    ("took", np.int8),  # bit per position
    ("jungfrau", np.int8),  # bit per position: announced to win no trick
    ("num_tricks", np.int8),  # complete
    ("trick_size", np.int8),  # cards in the present trick
    ("best_card", np.int8),  # of the present trick
    ("winner", np.int8),  # position: of the present trick so far; between tricks, of the last one
    ("trick_cards", np.int8, NUM_ACTIVE),  # card in the present trick, or NO_CARD
    ("tricks_won", np.int8, NUM_ACTIVE),
    ("card_points", np.int8, NUM_ACTIVE),  # in the tricks won, at most 120
    ("last_win", np.int8, NUM_ACTIVE),  # number of the last trick won, from 1; 0: none
    ("order", np.int8, NUM_CARDS),  # when a card was played: 1 to 30; 0: not yet
]
"""Fields of a record in this family."""

CARRIED = (
    "list_scores",
    "games_won",
    "games_lost",
    "deals_done",
    "bock_left",
    "ramsch_left",
    "grand_hand_used",
    "grand_hand_run",
    "round_deals",
)
"""Fields that are carried over from one deal of a match to the next; all others are set anew by the deal."""


# --- The deal and the seats ------------------------------------------------------------------------------------------------


@kernel
def num_players(options: np.record) -> int:
    """Seats at the table."""
    return int(options.players)


@kernel
def seat_of(state: np.record, options: np.record, position: int) -> int:
    """Seat of forehand, middlehand or rearhand (1.1)."""
    seat = int(state.dealer) + 1 + position
    return seat - int(options.players) if seat >= options.players else seat


@kernel
def position_of(state: np.record, options: np.record, seat: int) -> int:
    """Position of a seat; 3 for a dealer who sits out (1.1)."""
    position = seat - int(state.dealer) - 1
    return position + int(options.players) if position < 0 else position


@kernel
def seen_from(bits: int, position: int) -> int:
    """Bits by position, turned so that this position comes first."""
    return (bits >> position | bits << (NUM_ACTIVE - position)) & 0b111


@kernel
def give_turn(state: np.record, options: np.record, phase: int, position: int) -> None:
    """The player at a position is to decide in this phase."""
    state.phase = phase
    state.turn = position
    state.player = seat_of(state, options, position)


@kernel
def begin_deal(state: np.record, deck: np.ndarray) -> None:
    """Note what is carried over, deal 3 - skat 2 - 4 - 3, and clear all that belongs to one deal (3.0)."""
    _remember(state)
    for position in range(NUM_ACTIVE):
        state.hands[position] = (
            _packet(deck, 3 * position, 3) | _packet(deck, 11 + 4 * position, 4) | _packet(deck, 23 + 3 * position, 3)
        )
    state.skat = _packet(deck, 9, SKAT_SIZE)
    _clear(state)


@kernel
def _remember(state: np.record) -> None:
    for seat in range(4):
        state.before[seat] = state.list_scores[seat]
        state.before[4 + seat] = state.games_won[seat]
        state.before[8 + seat] = state.games_lost[seat]
    state.before[12] = state.deals_done
    state.before[13] = state.bock_left
    state.before[14] = state.ramsch_left
    state.before[15] = state.grand_hand_used
    state.before[16] = state.grand_hand_run
    state.before[17] = state.round_deals


@kernel
def _packet(deck: np.ndarray, start: int, size: int) -> int:
    cards = 0
    for i in range(start, start + size):
        cards |= 1 << int(deck[i])
    return cards


@kernel
def _clear(state: np.record) -> None:
    for position in range(NUM_ACTIVE):
        state.taken[position] = 0
        state.put_away[position] = 0
        state.played[position] = 0
        state.trick_cards[position] = NO_CARD
        state.tricks_won[position] = 0
        state.card_points[position] = 0
        state.last_win[position] = 0
    for seat in range(4):
        state.scores[seat] = 0
    for card in range(NUM_CARDS):
        state.order[card] = 0
    state.declarer = -1
    state.announced = Announcement.PLAIN
    state.is_open = 0
    state.may_kontra = 0
    state.kontra_by = -1
    state.kontra_level = 0
    state.pushed = 0
    state.took = 0
    state.jungfrau = 0
    state.num_tricks = 0
    state.trick_size = 0
    state.best_card = NO_CARD
    state.winner = FOREHAND
