"""What a player of Ramsch cannot see: drawing a deal that fits, and the history that it has to show again."""

import numpy as np

from envs.core.jit import kernel
from envs.core.options import Episode
from envs.games.ramsch.actions import YES, Action
from envs.games.ramsch.observation import MATCH_AT, At
from envs.games.skat_family.cards import NUM_ACTIVE, SKAT_SIZE, Announcement
from envs.games.skat_family.hidden import draw_hidden, note_past, recall_answer, recall_card
from envs.games.skat_family.observation import read_bits, read_match, read_number_of, read_observed_cards, read_position
from envs.games.skat_family.state import Phase, position_of


@kernel
def guess(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray, streams: np.ndarray, i: int) -> None:
    """Draw one of the shuffles and hidden choices that fit an observation, each with the same chance."""
    me = read_number_of(observation, At.POSITION, NUM_ACTIVE)
    state.dealer = NUM_ACTIVE - 1 - me
    state.declarer = read_position(observation, At.DECLARER, me)
    state.took = read_bits(observation, At.TOOK, me)
    read_observed_cards(state, me, observation)
    is_passing_on = observation[At.PHASE + Phase.PASS_ON - Phase.GRAND_HAND] != 0
    passing = read_position(observation, At.TURN, me) if is_passing_on else -1
    skat_size = int(observation[At.NUM_PUT_AWAY]) if is_passing_on else SKAT_SIZE
    draw_hidden(state, options, me, passing, skat_size, streams, i)
    note_past(state, memo)
    if options.episode == Episode.MATCH:
        read_match(state, options, observation, MATCH_AT, NUM_ACTIVE)


@kernel
def recall(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray) -> int:
    """The action that the observed history shows next."""
    phase = int(state.phase)
    if phase in (Phase.PLAY, Phase.PASS_ON):
        return recall_card(state, memo)
    if phase == Phase.DECLARE:
        return Action.DECLARE + read_number_of(observation, At.ANNOUNCED, Announcement.OUVERT + 1)
    k = (int(state.turn) - position_of(state, options, 0) + NUM_ACTIVE) % NUM_ACTIVE
    is_yes = recall_answer(state, observation, k, At.DECLARER, At.MAY_KONTRA, At.KONTRA_LEVEL)
    return int(YES[phase]) + int(not is_yes)
