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
    NUM_TEAMS,
    NUM_TRICKS,
    PACK,
    SUIT_NAMES,
)
from envs.games.schmier.options import Options
from envs.games.schmier.state import HIGHEST_BID, MAX_DECISIONS, PASSED, PHASES, Phase

SEATS = ("own", "left", "left 2", "partner", "right 2", "right")
TEAMS = ("own", "left", "right")
SCORE_DIGITS = 3


def _cards(name: str, meaning: str, high: int = 1) -> Piece:
    return Piece(name, NUM_CARDS, meaning, high, entries=PACK.cards)


def _each(name: str, meaning: str, high: int = 1, entries: tuple[str, ...] = SEATS) -> Piece:
    return Piece(name, len(entries), meaning, high, entries=entries)


_DEAL_PIECES = [
    _cards("hand", "cards in the own hand; of a dealer who is choosing, those kept so far"),
    _cards("discarded", "cards the observer discarded; of a dealer who is choosing, the rest of the pool"),
    _cards("drawn", "cards the observer got from the stock"),
    _each("played", "cards played by each player", entries=tuple(f"{seat} {card}" for seat in SEATS for card in PACK.cards)),
    _cards("trick", "cards in the present trick"),
    _cards("order", "when each card was played: 6 * (trick - 1) + place, from 1; 0: not yet", 36),
    _each("phase", "what is to be decided; all zero at the end", entries=PHASES[Phase.BID :]),
    _each("turn", "who is to decide"),
    _each("dealer", "who dealt"),
    _each("passed", "who passed instead of bidding"),
    _each("bidder", "who has made the highest bid"),
    _each("trump", "trump suit, once it is named", entries=SUIT_NAMES),
    _each("led_suit", "effective suit of the present trick", entries=(*SUIT_NAMES, "trump")),
    _each("winning", "who wins the present trick so far"),
    _each("buried", "trumps that the dealer buried, where the table shows them", entries=tuple(BURIABLE_RANKS)),
    _each("bids", "bid of each player, 0 none", HIGHEST_BID),
    _each("exchanged", "cards that each player exchanged, the dealer apart", 6),
    _each("tricks_won", "tricks of each player", NUM_TRICKS),
    _each("game_points", "game points in the tricks of each team", 81, TEAMS),
    _each("points", "hand points of each team, Game apart until the hand is over", 6, TEAMS),
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
    """Write all that a seat knows, itself first; pieces in their order, for eights reach into the piece that follows."""
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
def read_buried(observation: np.ndarray, trump: int) -> int:
    """Card set of the trumps that the dealer has shown to have buried."""
    cards = 0
    for i in range(len(BURIABLE_RANKS)):
        if observation[At.BURIED + i] != 0:
            cards |= 1 << int(BURIABLE[trump, i])
    return cards


@kernel
def hidden_cards(state: np.record, options: np.record) -> int:
    """Card set lying where nobody sees it: the stock, until the dealer takes what is left of it."""
    if options.exchange != 0 and (state.phase == Phase.KEEP or state.num_tricks > 0 or state.phase == Phase.PLAY):
        return 0
    seen = 0
    for seat in range(NUM_PLAYERS):
        seen |= int(state.hands[seat]) | int(state.discarded[seat]) | int(state.played[seat])
    return ALL_CARDS & ~seen
