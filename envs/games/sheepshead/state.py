"""The record of one table of Sheepshead, and the small words that all its rules use.

A *position* counts clockwise from forehand, 0; the dealer is the last one. A *seat* is fixed for a match. Hands, sides and
tricks are kept by position, scores by seat.
"""

import numpy as np

from envs.core.cards import num_cards, write_cards
from envs.core.jit import kernel
from envs.core.state import NOBODY, state_dtype
from envs.games.sheepshead.actions import MAX_DECISIONS, Phase
from envs.games.sheepshead.cards import CARD_BYTES, NUM_CARDS, Order
from envs.games.sheepshead.options import PartnerMethod
from envs.games.sheepshead.variants import MAX_PLAYERS, PLAYERS, SIDES, TRUMPS_OF, Sides

ORDER_SIZE = 40
"""Cards, rounded up to eights."""
MAX_DOUBLERS = 15
"""Outstanding doublers beyond these do not count: in the longest match of such hands, all scores then stay within 32 bits."""
MAX_SHARES = 1_000_000
"""Shares beyond these are not added to the pot, for the same reason."""
SHARE_PARTS = 840
"""A pot that is divided is kept in parts of a unit that every number of players up to 8 divides."""

CARRIED = ("totals", "settled", "shares", "hands_done", "doublers", "showdown")
"""Fields that stand from one deal of an episode to the next; all others are set anew by the deal."""

STATE = state_dtype(
    [
        ("hands", np.int64, MAX_PLAYERS),  # card set by position, known to its holder
        ("taken", np.int64, MAX_PLAYERS),  # card set taken from the blind, known to the taker
        ("buried", np.int64, MAX_PLAYERS),  # card set, known to who buried it
        ("played", np.int64, MAX_PLAYERS),  # card set, public, but for an under card
        ("won", np.int64, MAX_PLAYERS),  # card set in the tricks won
        ("table", np.int64, 2),  # two players: card set lying face up, public
        ("settled", np.int64, MAX_PLAYERS),  # by seat: share of the pot at the end of a sitting, in 1/840 unit
        ("before", np.int64, 2 * MAX_PLAYERS + 4),  # the fields of CARRIED, one after the other, when this deal began
        ("blind", np.int64),  # card set lying on the table, hidden
        ("auto_bury", np.int64),  # card set buried for the O-side, hidden (a nuclear dealer knows it)
        ("shown", np.int64),  # card set that its holders have shown to all
        ("revealing", np.int64),  # card set: playing one of them shows that one is on the P-side
        ("trick", np.int64),  # card set of the present trick
        ("extra_called", np.int64),  # `p8_2`: cards called, public
        ("extra_joined", np.int64),  # those of them whose holder joined
        ("totals", np.int32, MAX_PLAYERS),  # by seat: score of the episode so far, in units
        ("scores", np.int32, MAX_PLAYERS),  # by seat: score of this deal, in units
        ("shares", np.int32),  # of the pot
        ("card_points", np.int16, MAX_PLAYERS),  # in the tricks won
        ("trick_points", np.int16),  # in the present trick
        ("hands_done", np.int16),  # of the sitting
        ("deck_blind", np.int8, 4),  # the blind in order, or NO_CARD
        ("deck_down", np.int8, 16),  # two players: what lay face down at first, by pile; from 8 on the dealer's
        ("below", np.int8, ORDER_SIZE),  # two players: the card under a face-up card, or NO_CARD
        ("pile", np.int8, ORDER_SIZE),  # two players: pile of a table card, from 1, or 0; 8 more for the dealer's
        ("order", np.int8, ORDER_SIZE),  # when a card was played, from 1; 0: not yet
        ("gave", np.int8, MAX_PLAYERS),  # `p6_4`: card given to the left neighbour, or NO_CARD
        ("returned", np.int8, MAX_PLAYERS),  # `p6_4`: card that came back for it, or NO_CARD
        ("tricks_won", np.int8, MAX_PLAYERS),
        ("doublers", np.int8),  # outstanding
        ("showdown", np.int8),  # 1: the next deck decides about the pot
        ("phase", np.int8),
        ("turn", np.int8),  # position to move
        ("trumps", np.int8),  # trump order in force
        ("kind", np.int8),  # UNDECIDED, NORMAL, LEASTER, ...
        ("passed", np.int16),  # bit per position: said pass
        ("picker", np.int8),  # position that picked or bid, or -1
        ("pick_action", np.int8),  # how they picked, or 0
        ("other", np.int8),  # position that shares the blind or is partner by position, or -1
        ("die", np.int8),  # 1 to 6, or 0
        ("to_bury", np.int8),  # cards the player in phase BURY has still to bury
        ("call", np.int8),  # what was called
        ("called_suit", np.int8),  # or -1
        ("called_card", np.int8),  # or NO_CARD
        ("under", np.int8),  # the face-down card, or NO_CARD; known to the picker, and to who won it
        ("under_order", np.int8),  # when it was played, from 1; 0: not yet
        ("under_winner", np.int8),  # position that won it, or -1
        ("is_opened", np.int8),  # 1: a trick led in the called suit is complete
        ("side", np.int16),  # bit per position: the P-side
        ("revealed", np.int16),  # bit per position: has played a card that shows them on the P-side
        ("first", np.int8),  # position that played the first designated card, or -1
        ("second", np.int8),  # and the second
        ("top", np.int8),  # position of the top player where nobody picked, or -1
        ("cracked", np.int8),  # position, or -1
        ("recracked", np.int8),  # 1: yes
        ("blitz_black", np.int16),  # bit per position
        ("blitz_red", np.int16),  # bit per position
        ("claimed", np.int16),  # bit per position: has claimed the rest
        ("claim_at", np.int8, MAX_PLAYERS),  # cards that had been played then, from 1
        ("named_trick", np.int8),  # whose winner gets the blind, from 1; 0: none named
        ("blind_to", np.int8),  # position that gets the blind's card points, or -1
        ("extra_caller", np.int8),  # `p8_2`: position, or -1
        ("extra_index", np.int8),  # `p8_2`: next place in CHAINS
        ("offender", np.int8),  # position that played an illegal card, or -1
        ("num_tricks", np.int8),  # complete
        ("trick_size", np.int8),  # cards in the present trick
        ("leader", np.int8),  # position that led the present trick
        ("led", np.int8),  # its suit, or -1
        ("best", np.int8),  # its best card so far, or NO_CARD
        ("winner", np.int8),  # position that holds it; between tricks, of the last one
        ("place", np.int8),  # `p2_1`: 0: the hand is to play, 1: the battery
        ("lead_place", np.int8),  # `p2_1`: which of the two led
        ("best_place", np.int8),  # `p2_1`: which of the two played the best card
    ],
    NUM_CARDS,
    MAX_DECISIONS,
)


@kernel
def num_players(options: np.record) -> int:
    """Seats at the table."""
    return int(PLAYERS[options.variant])


@kernel
def seat_of(state: np.record, options: np.record, position: int) -> int:
    """Seat of a position."""
    seat = int(state.dealer) + 1 + position
    players = num_players(options)
    return seat - players if seat >= players else seat


@kernel
def position_of(state: np.record, options: np.record, seat: int) -> int:
    """Position of a seat."""
    position = seat - int(state.dealer) - 1
    return position + num_players(options) if position < 0 else position


@kernel
def give_turn(state: np.record, options: np.record, phase: int, position: int) -> None:
    """The player at a position is to decide in this phase."""
    state.phase = phase
    state.turn = position
    state.player = seat_of(state, options, position)


@kernel
def allow(mask: np.ndarray, action: int, is_allowed: bool) -> int:
    """Mark an action if it is legal; returns how many that are."""
    mask[action] = int(is_allowed)
    return int(is_allowed)


@kernel
def allow_cards(mask: np.ndarray, cards: int) -> int:
    """Mark cards as legal; returns how many."""
    write_cards(mask, 0, cards, CARD_BYTES)
    return int(num_cards(cards))


@kernel
def trumps_at_first(options: np.record) -> int:
    """Trump order of a deal until a bid changes it."""
    order = int(TRUMPS_OF[options.variant])
    return int(options.trump_order) if order <= Order.SPITZ_SECOND else order


@kernel
def calls_a_card(options: np.record) -> bool:
    """Whether a picker calls an ace or ten here (3.6)."""
    sides = SIDES[options.variant]
    return bool(
        sides == Sides.BOTH_PARTNERS or (sides == Sides.ONE_PARTNER and options.partner_method == PartnerMethod.CALLED_ACE)
    )


@kernel
def has_jack_partner(options: np.record) -> bool:
    """Whether the holder of JD, and nobody else, is the partner here (3.7)."""
    sides = SIDES[options.variant]
    return bool(
        sides == Sides.JACK_PARTNER or (sides == Sides.ONE_PARTNER and options.partner_method == PartnerMethod.JACK_OF_DIAMONDS)
    )


@kernel
def end_hand(state: np.record) -> None:
    """Nobody has anything left to decide in this hand: it is to be scored."""
    state.player = NOBODY
    state.phase = Phase.SCORING


@kernel
def throw_in(state: np.record) -> None:
    """End a deal without a score: the next deck is asked for."""
    state.thrown_in += 1
    state.player = NOBODY
    state.phase = Phase.DEALING


@kernel
def remember(state: np.record) -> None:
    """Note what stood when the deal began, in the order of CARRIED, so that it can be written down and replayed."""
    for seat in range(MAX_PLAYERS):
        state.before[seat] = state.totals[seat]
        state.before[MAX_PLAYERS + seat] = state.settled[seat]
    state.before[2 * MAX_PLAYERS] = state.shares
    state.before[2 * MAX_PLAYERS + 1] = state.hands_done
    state.before[2 * MAX_PLAYERS + 2] = state.doublers
    state.before[2 * MAX_PLAYERS + 3] = state.showdown


@kernel
def pay(state: np.record, options: np.record, position: int, units: int) -> None:
    """A position gets units, or pays them."""
    state.scores[seat_of(state, options, position)] += units
