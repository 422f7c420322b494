"""What a seat at a Schmier table sees, as numbers (rules, 3.7)."""

import numpy as np

from envs.core.cards import copy_words, write_cards
from envs.core.jit import kernel
from envs.core.layout import Layout, Piece
from envs.core.options import Episode
from envs.core.state import write_number
from envs.games.schmier.cards import (
    ALL_CARDS,
    BURIABLE,
    BURIABLE_RANKS,
    CARD_BYTES,
    NUM_CARDS,
    NUM_PLAYERS,
    NUM_SUITS,
    NUM_TEAMS,
    NUM_TRICKS,
    PACK,
)
from envs.games.schmier.options import Options
from envs.games.schmier.state import HIGHEST_BID, MAX_DECISIONS, PASSED, PHASES, Phase

# --- Observation -----------------------------------------------------------------------------------------------------------

SEATS = ("own", "left", "left 2", "partner", "right 2", "right")
TEAMS = ("own", "left", "right")
_CARDS = PACK.cards
_SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SCORE_DIGITS = 3

_DEAL_PIECES = [
    Piece("hand", NUM_CARDS, "cards in the own hand; of a dealer who is choosing, those that he keeps so far", entries=_CARDS),
    Piece(
        "discarded",
        NUM_CARDS,
        "cards the observer discarded; of a dealer who is choosing, the rest of his pool",
        entries=_CARDS,
    ),
    Piece("drawn", NUM_CARDS, "cards the observer got from the stock", entries=_CARDS),
    Piece(
        "played",
        NUM_PLAYERS * NUM_CARDS,
        "cards played by each player",
        entries=tuple(f"{s} {c}" for s in SEATS for c in _CARDS),
    ),
    Piece("trick", NUM_CARDS, "cards in the present trick", entries=_CARDS),
    Piece("order", NUM_CARDS, "when each card was played: 6 * (trick - 1) + place, from 1; 0: not yet", 36, entries=_CARDS),
    Piece("phase", 5, "what is to be decided; all zero at the end", entries=PHASES[2:]),
    Piece("turn", NUM_PLAYERS, "who is to decide", entries=SEATS),
    Piece("dealer", NUM_PLAYERS, "who dealt", entries=SEATS),
    Piece("passed", NUM_PLAYERS, "who passed instead of bidding", entries=SEATS),
    Piece("bidder", NUM_PLAYERS, "who has made the highest bid", entries=SEATS),
    Piece("trump", NUM_SUITS, "trump suit, once it is named", entries=_SUIT_NAMES),
    Piece("led_suit", NUM_SUITS + 1, "effective suit of the present trick", entries=(*_SUIT_NAMES, "trump")),
    Piece("winning", NUM_PLAYERS, "who wins the present trick so far", entries=SEATS),
    Piece(
        "buried",
        len(BURIABLE_RANKS),
        "trumps that the dealer buried, where the table shows them",
        entries=tuple(BURIABLE_RANKS),
    ),
    Piece("bids", NUM_PLAYERS, "bid of each player, 0 none", HIGHEST_BID, entries=SEATS),
    Piece("exchanged", NUM_PLAYERS, "cards that each player exchanged, the dealer apart", 6, entries=SEATS),
    Piece("tricks_won", NUM_PLAYERS, "tricks of each player", NUM_TRICKS, entries=SEATS),
    Piece("game_points", NUM_TEAMS, "game points in the tricks of each team", 81, entries=TEAMS),
    Piece("points", NUM_TEAMS, "hand points of each team, Game apart until the hand is over", 6, entries=TEAMS),
    Piece("bid", 1, "highest bid so far", HIGHEST_BID),
    Piece("thrown_in", 1, "deals thrown in, one after the other, just before this one", 100),
    Piece("decisions", 1, "decisions taken in this deal, the dealer's choice of what to keep not counted", MAX_DECISIONS),
]
_MATCH_PIECES = [
    Piece("match_scores", SCORE_DIGITS * NUM_TEAMS, "score of each team, three base-100 digits each", 99, -99),
    Piece("hands_scored", 2, "hands of the match that count, two base-100 digits", 99),
    Piece("deals", 2, "decks dealt in the match, two base-100 digits", 99),
]
DEAL_OBSERVATION = Layout(_DEAL_PIECES)
MATCH_OBSERVATION = Layout([*_DEAL_PIECES, *_MATCH_PIECES])


def observation_layout(options: Options) -> Layout:
    """The pieces of an observation; matches have some more."""
    return MATCH_OBSERVATION if options.episode == Episode.MATCH else DEAL_OBSERVATION


At = MATCH_OBSERVATION.starts()
FLAG_BYTES = (At.BIDS - At.PHASE + 7) // 8
ORDER_WORDS = 7
_WRITTEN_IN_EIGHTS = [
    *((name, 8 * CARD_BYTES) for name in ("hand", "discarded", "drawn")),
    ("played", (NUM_PLAYERS - 1) * NUM_CARDS + 8 * CARD_BYTES),
    ("trick", 8 * CARD_BYTES),
    ("order", 8 * ORDER_WORDS),
    ("phase", 8 * FLAG_BYTES),
]
DEAL_OBSERVATION.check_writes(_WRITTEN_IN_EIGHTS)
MATCH_OBSERVATION.check_writes(_WRITTEN_IN_EIGHTS)


@kernel
def observe(state: np.record, options: np.record, player: int, out: np.ndarray) -> None:
    """Write all that a seat knows, itself first.

    Args:
        state: STATE record.
        options: of the table.
        player: seat.
        out: int8 [observation_layout(options).size]; written. What is written in eights reaches into the piece that follows,
            so the pieces are written in their order.
    """
    write_cards(out, At.HAND, int(state.hands[player]), CARD_BYTES)
    write_cards(out, At.DISCARDED, int(state.discarded[player]), CARD_BYTES)
    write_cards(out, At.DRAWN, int(state.drawn[player]), CARD_BYTES)
    for k in range(NUM_PLAYERS):
        write_cards(out, At.PLAYED + NUM_CARDS * k, int(state.played[_seat_of(player, k)]), CARD_BYTES)
    write_cards(out, At.TRICK, int(state.in_trick), CARD_BYTES)
    copy_words(out, At.ORDER, state.order, ORDER_WORDS)
    write_cards(out, At.PHASE, _flags(state, options, player), FLAG_BYTES)
    for k in range(NUM_PLAYERS):
        seat = _seat_of(player, k)
        out[At.BIDS + k] = max(int(state.bids[seat]), PASSED)
        out[At.EXCHANGED + k] = state.exchanged[seat]
        out[At.TRICKS_WON + k] = state.tricks_won[seat]
    for k in range(NUM_TEAMS):
        team = (player + k) % NUM_TEAMS
        out[At.GAME_POINTS + k] = state.game_points[team]
        out[At.POINTS + k] = state.points[team]
    out[At.BID] = state.bid
    out[At.THROWN_IN] = state.thrown_in
    out[At.DECISIONS] = int(state.log_length) - int(state.num_kept)
    if options.episode == Episode.MATCH:
        for k in range(NUM_TEAMS):
            write_number(
                out, At.MATCH_SCORES + SCORE_DIGITS * k, SCORE_DIGITS, int(state.match_scores[(player + k) % NUM_TEAMS])
            )
        write_number(out, At.HANDS_SCORED, 2, int(state.hands_scored))
        write_number(out, At.DEALS, 2, int(state.deals))


@kernel
def _seat_of(player: int, k: int) -> int:
    """Seat of the k-th player from this one on."""
    return player + k if player + k < NUM_PLAYERS else player + k - NUM_PLAYERS


@kernel
def _flag_of(seat: int, player: int) -> int:
    """A seat as one of six bits, seen from a player; nobody is none."""
    return 1 << (seat - player if seat >= player else seat - player + NUM_PLAYERS) if seat >= 0 else 0


@kernel
def _flags(state: np.record, options: np.record, player: int) -> int:
    """All that is 0 or 1 beside the cards, as bits from At.PHASE on."""
    flags = 0
    if state.player >= 0:
        flags |= 1 << (int(state.phase) - Phase.BID)
        flags |= _flag_of(int(state.player), player) << (At.TURN - At.PHASE)
    flags |= _flag_of(int(state.dealer), player) << (At.DEALER - At.PHASE)
    for k in range(NUM_PLAYERS):
        if state.bids[_seat_of(player, k)] == PASSED:
            flags |= 1 << (At.PASSED - At.PHASE + k)
    flags |= _flag_of(int(state.bidder), player) << (At.BIDDER - At.PHASE)
    if state.trump >= 0:
        flags |= 1 << (At.TRUMP - At.PHASE + int(state.trump))
    if state.trick_size > 0:
        flags |= 1 << (At.LED_SUIT - At.PHASE + int(state.led_suit))
        flags |= _flag_of(int(state.best_player), player) << (At.WINNING - At.PHASE)
    if options.show_buried_trumps != 0 and state.trump >= 0 and state.phase != Phase.KEEP:
        for i in range(len(BURIABLE_RANKS)):
            buried = int(state.discarded[int(state.dealer)]) >> int(BURIABLE[int(state.trump), i]) & 1
            flags |= buried << (At.BURIED - At.PHASE + i)
    return flags


@kernel
def hidden_cards(state: np.record, options: np.record) -> int:
    """Card set lying where nobody sees it: the stock, until the dealer takes what is left of it."""
    if options.exchange != 0 and (state.phase == Phase.KEEP or state.num_tricks > 0 or state.phase == Phase.PLAY):
        return 0
    seen = 0
    for seat in range(NUM_PLAYERS):
        seen |= int(state.hands[seat]) | int(state.discarded[seat]) | int(state.played[seat])
    return ALL_CARDS & ~seen
