"""What a player sees of a deal of Skat: the layout and its writer."""

import numpy as np

from envs.core.cards import write_cards
from envs.core.jit import kernel
from envs.core.layout import Layout, Piece
from envs.core.options import Episode
from envs.core.state import read_number, write_number
from envs.games.skat.actions import BIDS, NUM_BIDS
from envs.games.skat.options import Options
from envs.games.skat_family.cards import NUM_ACTIVE
from envs.games.skat_family.observation import (
    CARD_PIECES,
    CARD_WRITES,
    COUNT_PIECES,
    KONTRA_PIECES,
    SEATS,
    kontra_flags,
    match_pieces,
    observe_cards,
    observe_counts,
    observe_match,
    position_after,
    turn_flags,
    turn_pieces,
)
from envs.games.skat_family.state import Phase, position_of, seen_from

NUM_PHASES = Phase.DISCARD + 1 - Phase.GRAND_HAND
TABLE_SEATS = ("own", "left", "second left", "third left")
NUM_SEATS = len(TABLE_SEATS)
PIECES = [
    *CARD_PIECES,
    *turn_pieces(NUM_PHASES, ("forehand", "middlehand", "rearhand", "sitting out")),
    Piece("passed", 3, "who has passed in bidding", entries=SEATS),
    Piece("may_grand_hand", 3, "who is asked for a Grand Hand in this deal, until one is declared", entries=SEATS),
    Piece("ramsch", 1, "a Ramsch, or a deal in which one is played unless somebody declares a Grand Hand"),
    Piece("declarer", 3, "who won the bidding, or declared a Grand Hand", entries=SEATS),
    Piece("hand_game", 1, "the declarer plays without the skat"),
    Piece("game", 6, "what the declarer declared", entries=("clubs", "spades", "hearts", "diamonds", "grand", "null")),
    Piece("announced", 3, "what they announced; ouvert games of Null too", entries=("schneider", "schwarz", "ouvert")),
    *KONTRA_PIECES,
    Piece("calls", 189, "values called by each player", entries=tuple(f"{seat} {bid}" for seat in SEATS for bid in BIDS)),
    Piece("reached", 3, "highest value each player has called or held, by its place in the list", NUM_BIDS, entries=SEATS),
    Piece("bid", 1, "highest value called, by its place in the list: 1 is 18", NUM_BIDS),
    *COUNT_PIECES,
    Piece("decisions", 2, "decisions taken in this deal, two base-100 digits", 99),
]
DEAL_OBSERVATION = Layout(PIECES)
MATCH_OBSERVATION = Layout([*PIECES, *match_pieces(TABLE_SEATS)])
At = DEAL_OBSERVATION.starts()
MATCH_AT = DEAL_OBSERVATION.size
FLAG_BYTES = (At.CALLS - At.PHASE + 7) // 8
DEAL_OBSERVATION.check_writes([*CARD_WRITES, ("phase", 8 * FLAG_BYTES), ("calls", 2 * NUM_BIDS + 64)])


def observation_layout(options: Options) -> Layout:
    """The pieces of an observation; matches have some more."""
    return MATCH_OBSERVATION if options.episode == Episode.MATCH else DEAL_OBSERVATION


@kernel
def observe(state: np.record, options: np.record, player: int, out: np.ndarray) -> None:
    """Write all that a seat knows, itself first."""
    me = position_of(state, options, player)
    observe_cards(state, me, out)
    write_cards(out, At.PHASE, _flags(state, me), FLAG_BYTES)
    for k in range(NUM_ACTIVE):
        write_cards(out, At.CALLS + NUM_BIDS * k, int(state.called[position_after(me, k)]), 8)
    for k in range(NUM_ACTIVE):
        out[At.REACHED + k] = state.reached[position_after(me, k)]
    out[At.BID] = state.bid
    observe_counts(state, me, out, At.KONTRA_LEVEL)
    write_number(out, At.DECISIONS, 2, int(state.log_length))
    if options.episode == Episode.MATCH:
        observe_match(state, options, player, out, MATCH_AT, NUM_SEATS)


@kernel
def _flags(state: np.record, me: int) -> int:
    """All that is 0 or 1 beside the cards and the calls, as bits from At.PHASE on."""
    flags = turn_flags(state, me, NUM_PHASES)
    flags |= seen_from(int(state.passed), me) << (At.PASSED - At.PHASE)
    flags |= seen_from(int(state.may_grand_hand), me) << (At.MAY_GRAND_HAND - At.PHASE)
    if state.declarer >= 0:
        flags |= seen_from(1 << int(state.declarer), me) << (At.DECLARER - At.PHASE)
        flags |= int(state.is_hand) << (At.HAND_GAME - At.PHASE)
        if state.game >= 0:
            flags |= 1 << (At.GAME - At.PHASE + int(state.game))
        if state.announced > 0:
            flags |= 1 << (At.ANNOUNCED - At.PHASE - 1 + int(state.announced))
    elif state.game >= 0:
        flags |= 1 << (At.RAMSCH - At.PHASE)
    return flags | kontra_flags(state, me, int(state.game)) << (At.MAY_KONTRA - At.PHASE)


@kernel
def num_decisions(observation: np.ndarray) -> int:
    """Decisions taken in the deal that an observation shows."""
    return read_number(observation, At.DECISIONS, 2)
