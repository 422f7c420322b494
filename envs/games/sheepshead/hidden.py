"""stub"""
import numpy as np
from envs.core.jit import kernel
from envs.games.sheepshead.tables import NUM_CARDS
MEMO_SIZE = 200
@kernel
def num_decisions(observation: np.ndarray) -> int:
    return 0
@kernel
def guess(state, options, observation, memo, streams, i) -> None:
    state.dealer = 0
    for c in range(NUM_CARDS): state.deck[c] = c
@kernel
def recall(state, options, observation, memo) -> int:
    return 0
