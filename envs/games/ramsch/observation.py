"""What a player sees of a deal of Ramsch: the layout and its writer."""

import numpy as np

from envs.core.cards import write_cards
from envs.core.jit import kernel
from envs.core.layout import Layout, Piece
from envs.core.options import Episode
from envs.games.ramsch.actions import CONTRACTS
from envs.games.ramsch.options import Options
from envs.games.ramsch.turns import MAX_DECISIONS
from envs.games.skat_family.cards import NUM_ACTIVE, Kind
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
    turn_flags,
    turn_pieces,
)
from envs.games.skat_family.state import Phase, position_of, seen_from

NUM_PHASES = Phase.PLAY + 1 - Phase.GRAND_HAND
PIECES = [
    *CARD_PIECES,
    *turn_pieces(NUM_PHASES, ("forehand", "middlehand", "rearhand")),
    Piece("may_grand_hand", 3, "who is asked for a Grand Hand in this deal, until one is declared", entries=SEATS),
    Piece("declarer", 3, "who declared a Grand Hand", entries=SEATS),
    Piece("announced", 4, "contract of the declarer", entries=CONTRACTS),
    *KONTRA_PIECES,
    *COUNT_PIECES,
    Piece("decisions", 1, "decisions taken in this deal", MAX_DECISIONS),
]
DEAL_OBSERVATION = Layout(PIECES)
MATCH_OBSERVATION = Layout([*PIECES, *match_pieces(SEATS)])
At = DEAL_OBSERVATION.starts()
MATCH_AT = DEAL_OBSERVATION.size
FLAG_BYTES = (At.KONTRA_LEVEL - At.PHASE + 7) // 8
DEAL_OBSERVATION.check_writes([*CARD_WRITES, ("phase", 8 * FLAG_BYTES)])


def observation_layout(options: Options) -> Layout:
    """The pieces of an observation; matches have some more."""
    return MATCH_OBSERVATION if options.episode == Episode.MATCH else DEAL_OBSERVATION


@kernel
def observe(state: np.record, options: np.record, player: int, out: np.ndarray) -> None:
    """Write all that a seat knows, itself first."""
    me = position_of(state, options, player)
    observe_cards(state, me, out)
    write_cards(out, At.PHASE, _flags(state, me), FLAG_BYTES)
    observe_counts(state, me, out, At.KONTRA_LEVEL)
    out[At.DECISIONS] = state.log_length
    if options.episode == Episode.MATCH:
        observe_match(state, options, player, out, MATCH_AT, NUM_ACTIVE)


@kernel
def _flags(state: np.record, me: int) -> int:
    """All that is 0 or 1 beside the cards, as bits from At.PHASE on."""
    flags = turn_flags(state, me, NUM_PHASES)
    flags |= seen_from(int(state.may_grand_hand), me) << (At.MAY_GRAND_HAND - At.PHASE)
    if state.declarer >= 0:
        flags |= seen_from(1 << int(state.declarer), me) << (At.DECLARER - At.PHASE)
        flags |= 1 << (At.ANNOUNCED - At.PHASE + int(state.announced))
    return flags | kontra_flags(state, me, Kind.GRAND) << (At.MAY_KONTRA - At.PHASE)


@kernel
def num_decisions(observation: np.ndarray) -> int:
    """Decisions taken in the deal that an observation shows."""
    return int(observation[At.DECISIONS])
