"""What a player of Skat cannot see: drawing a deal that fits, and the history that it has to show again."""

import numpy as np

from envs.core.cards import lowest, read_cards
from envs.core.jit import kernel
from envs.core.options import Episode
from envs.games.skat.actions import ANNOUNCED_BY_CONTRACT, KIND_BY_CONTRACT, NUM_BIDS, NUM_CONTRACTS, NUM_WITH_SKAT, YES, Action
from envs.games.skat.observation import MATCH_AT, NUM_PHASES, NUM_SEATS, At
from envs.games.skat_family.cards import NUM_ACTIVE, SKAT_SIZE, Announcement, Kind
from envs.games.skat_family.hidden import draw_around_declarer, draw_hidden, note_past, recall_answer, recall_card
from envs.games.skat_family.observation import (
    read_bits,
    read_match,
    read_number_of,
    read_observed_cards,
    read_phase,
    read_position,
)
from envs.games.skat_family.state import Phase, position_of


@kernel
def guess(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray, streams: np.ndarray, i: int) -> None:
    """Draw one of the shuffles and hidden choices that fit an observation, each with the same chance."""
    me = read_number_of(observation, At.POSITION, NUM_ACTIVE + 1)
    state.dealer = int(options.players) - 1 - me
    state.declarer = read_position(observation, At.DECLARER, me)
    state.took = read_bits(observation, At.TOOK, me)
    read_observed_cards(state, me, observation)
    is_putting_away = read_phase(observation, At.PHASE, NUM_PHASES) in (Phase.PASS_ON, Phase.DISCARD)
    passing = read_position(observation, At.TURN, me) if is_putting_away else -1
    skat_size = int(observation[At.NUM_PUT_AWAY]) if is_putting_away else SKAT_SIZE
    if observation[At.RAMSCH]:
        draw_hidden(state, options, me, passing, skat_size, streams, i)
    else:
        kind = read_number_of(observation, At.GAME, Kind.NULL + 1)
        draw_around_declarer(state, kind, me, passing, skat_size, streams, i)
    note_past(state, memo)
    if options.episode == Episode.MATCH:
        read_match(state, options, observation, MATCH_AT, NUM_SEATS)


@kernel
def recall(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray) -> int:
    """The action that the observed history shows next."""
    phase = int(state.phase)
    if phase in (Phase.PLAY, Phase.PASS_ON, Phase.DISCARD):
        return recall_card(state, memo)
    if phase == Phase.DECLARE:
        return _recall_contract(observation)
    if phase == Phase.HAND:
        return Action.HAND if observation[At.HAND_GAME] else Action.TAKE
    k = (int(state.turn) - position_of(state, options, 0) + NUM_ACTIVE) % NUM_ACTIVE
    if phase >= Phase.CALL:
        return _recall_bid(state, observation, k)
    is_yes = recall_answer(state, observation, k, At.DECLARER, At.MAY_KONTRA, At.KONTRA_LEVEL)
    return int(YES[phase]) + int(not is_yes)


@kernel
def _recall_bid(state: np.record, observation: np.ndarray, k: int) -> int:
    """What the player k places after the observer called or answered next."""
    if state.phase == Phase.ANSWER:
        return Action.HOLD if observation[At.REACHED + k] >= state.bid else Action.PASS
    later = read_cards(observation, At.CALLS + NUM_BIDS * k, NUM_BIDS) >> int(state.bid)
    return Action.BID + int(state.bid) + int(lowest(later)) if later != 0 else Action.PASS


@kernel
def _recall_contract(observation: np.ndarray) -> int:
    announced = int(Announcement.PLAIN)
    for level in range(Announcement.SCHNEIDER, Announcement.OUVERT + 1):
        if observation[At.ANNOUNCED - Announcement.SCHNEIDER + level]:
            announced = level
    first = NUM_WITH_SKAT if observation[At.HAND_GAME] else 0
    for contract in range(first, NUM_CONTRACTS):
        if observation[At.GAME + int(KIND_BY_CONTRACT[contract])] and ANNOUNCED_BY_CONTRACT[contract] == announced:
            return Action.DECLARE + contract
    return Action.DECLARE
