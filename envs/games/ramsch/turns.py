"""The course of a deal of Ramsch."""

import numpy as np

from envs.core.jit import kernel
from envs.core.state import state_dtype
from envs.games.ramsch.actions import YES, Action
from envs.games.skat_family.cards import NUM_ACTIVE, NUM_CARDS, NUM_TRICKS, Announcement, Kind
from envs.games.skat_family.kontra import after_declaring
from envs.games.skat_family.match import finish
from envs.games.skat_family.play import play, playable
from envs.games.skat_family.pushing import may_pass_on, open_ramsch, pass_on
from envs.games.skat_family.state import FIELDS, Phase, begin_deal
from envs.games.skat_family.state import PHASES as FAMILY_PHASES
from envs.games.skat_family.turns import allow, allow_cards, answer

MAX_DECISIONS = 3 + 1 + 2 + 4 + 3 + 6 + 3 + NUM_ACTIVE * NUM_TRICKS
"""Asked for a Grand Hand, declared, Kontra and raises, pushing and passing on, Jungfrau, thirty cards."""
STATE = state_dtype(FIELDS, NUM_CARDS, MAX_DECISIONS)
PHASES = FAMILY_PHASES[: Phase.PLAY + 1]


@kernel
def deal(state: np.record, options: np.record, deck: np.ndarray) -> None:
    """Deal the cards and go to the first decision (3.0, 3.1)."""
    begin_deal(state, deck)
    open_ramsch(state, options)


@kernel
def legal_actions(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark what the player to move may do; returns how many actions, 0 if nobody is to move."""
    phase = int(state.phase)
    if phase == Phase.PLAY:
        return allow_cards(mask, playable(state, Kind.GRAND))
    if phase == Phase.PASS_ON:
        return allow_cards(mask, may_pass_on(state, options))
    if phase == Phase.DECLARE:
        return allow(mask, Action.DECLARE, Action.DECLARE + Announcement.OUVERT)
    return allow(mask, int(YES[phase]), int(YES[phase]) + 1) if YES[phase] > 0 else 0


@kernel
def step(state: np.record, options: np.record, action: int) -> None:
    """Take a legal action; afterwards somebody is to move, a deck is needed, or the episode is over."""
    phase = int(state.phase)
    if phase == Phase.PLAY:
        if play(state, options, Kind.GRAND, action):
            finish(state, options, Kind.GRAND, True, 0, True)
    elif phase == Phase.PASS_ON:
        pass_on(state, options, action)
    elif phase == Phase.DECLARE:
        state.announced = action - Action.DECLARE
        after_declaring(state, options)
    else:
        answer(state, options, action == YES[phase])
