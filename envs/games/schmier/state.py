"""The record of a Schmier table: phases, actions, fields (rules, 3)."""

from enum import IntEnum

import numpy as np

from envs.core.cards import NO_CARD, num_cards, write_cards
from envs.core.jit import kernel
from envs.core.layout import Actions
from envs.core.state import NOBODY, state_dtype
from envs.games.schmier.cards import (
    CARD_BYTES,
    HAND_SIZE,
    NUM_CARDS,
    NUM_PLAYERS,
    NUM_SUITS,
    NUM_TEAMS,
    NUM_TRICKS,
    PACK,
    STOCK_SIZE,
    SUITS,
)
from envs.games.schmier.options import Options

HIGHEST_BID = 6


class Phase(IntEnum):
    """What is to be decided (3)."""

    OVER = 0
    DEALING = 1
    BID = 2
    TRUMP = 3
    EXCHANGE = 4
    KEEP = 5
    PLAY = 6


class Action(IntEnum):
    """What is said; the first of each run. The numbers before are the cards."""

    BID_1 = NUM_CARDS
    PASS = BID_1 + HIGHEST_BID
    TRUMP_C = PASS + 1
    DONE = TRUMP_C + NUM_SUITS


PHASES = tuple(phase.name.lower() for phase in Phase)
ACTIONS = Actions(
    [*PACK.cards, *(f"bid_{bid}" for bid in range(1, HIGHEST_BID + 1)), "pass", *(f"trump_{suit}" for suit in SUITS), "done"]
)
MAX_DECISIONS = NUM_PLAYERS + 1 + (STOCK_SIZE + NUM_PLAYERS - 1) + HAND_SIZE + NUM_PLAYERS * NUM_TRICKS
"""Bids, trumps, at most the whole stock exchanged and five times `done`, six cards kept, six tricks."""

NOT_ASKED = -1
PASSED = 0
"""In `bids`; a bid is its number."""

FIELDS = [
    ("hands", np.int64, NUM_PLAYERS),  # card set, known to its holder; of the dealer in KEEP what is kept so far
    ("discarded", np.int64, NUM_PLAYERS),  # card set, known to that player; of the dealer in KEEP the rest of the pool
    ("drawn", np.int64, NUM_PLAYERS),  # card set got from the stock, known to that player
    ("played", np.int64, NUM_PLAYERS),  # card set, public
    ("in_trick", np.int64),  # card set of the present trick, public
    ("match_scores", np.int32, NUM_TEAMS),  # public
    ("scores", np.int32, NUM_TEAMS),  # what this hand changed, once it is scored
    ("before", np.int32, NUM_TEAMS + 1),  # the fields of CARRIED, one after the other, as they stood when this deal began
    ("hands_scored", np.int16),  # of the match, public
    ("game_points", np.int16, NUM_TEAMS),  # in the tricks of each team, public
    ("trick_points", np.int16),  # game points in the present trick
    ("order", np.int8, 56),  # by card: 1 + 6 * trick + place in it; 0 not played; public
    ("bids", np.int8, NUM_PLAYERS),  # NOT_ASKED, PASSED or the bid; public
    ("exchanged", np.int8, NUM_PLAYERS),  # cards discarded by all but the dealer, public
    ("tricks_won", np.int8, NUM_PLAYERS),  # public
    ("trick_winners", np.int8, NUM_TRICKS),  # seat by trick, NOBODY before; public
    ("points", np.int8, NUM_TEAMS),  # hand points without Game so far, with it once the hand is scored; public
    ("phase", np.int8),
    ("bid", np.int8),  # highest bid so far, 0 none
    ("bidder", np.int8),  # seat that made it, NOBODY
    ("trump", np.int8),  # suit, -1 not yet named
    ("drawn_from_stock", np.int8),  # cards drawn so far
    ("num_kept", np.int8),  # cards the dealer has chosen to keep; known to the dealer alone
    ("led_suit", np.int8),  # effective suit of the present trick, -1 none
    ("best_card", np.int8),  # that wins the trick so far, NO_CARD
    ("best_player", np.int8),  # seat that played it, NOBODY
    ("trick_size", np.int8),
    ("num_tricks", np.int8),  # finished
    ("match_winners", np.int8),  # bit set of teams that have won the match
]
STATE = state_dtype(FIELDS, NUM_CARDS, MAX_DECISIONS)
CARRIED = ("match_scores", "hands_scored")


@kernel
def num_players(_options: np.record) -> int:
    """Seats at the table."""
    return NUM_PLAYERS


def team_of(seat: int, _options: Options) -> int:
    """Number of the team that a seat always plays for: partners sit opposite each other (1)."""
    return seat % NUM_TEAMS


@kernel
def next_seat(seat: int) -> int:
    """The seat to the left."""
    return seat + 1 if seat < NUM_PLAYERS - 1 else 0


@kernel
def clear_trick(state: np.record) -> None:
    """Begin a new trick."""
    state.in_trick = 0
    state.trick_points = 0
    state.led_suit = -1
    state.best_card = NO_CARD
    state.best_player = NOBODY
    state.trick_size = 0


@kernel
def allow_cards(mask: np.ndarray, cards: int) -> int:
    """Mark a set of cards as legal; returns how many."""
    write_cards(mask, 0, cards, CARD_BYTES)
    return int(num_cards(cards))
