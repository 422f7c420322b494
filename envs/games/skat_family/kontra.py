"""Kontra, Re and what follows (rules, 3.4), and the hand of an ouvert game, which is laid open before the first lead (3.5)."""

import numpy as np

from envs.core.jit import kernel
from envs.games.skat_family.cards import FOREHAND, NUM_ACTIVE, Announcement
from envs.games.skat_family.options import KontraTiming
from envs.games.skat_family.state import Phase, give_turn


@kernel
def after_declaring(state: np.record, options: np.record) -> None:
    """The contract stands: ask for Kontra, or let forehand lead."""
    asked = _next_kontra(state)
    if asked >= 0 and not _is_asked_late(state, options):
        give_turn(state, options, Phase.KONTRA, asked)
    else:
        _lead_first(state, options)


@kernel
def _next_kontra(state: np.record) -> int:
    """Position to be asked for Kontra next, the declarer's left neighbour first; -1: nobody."""
    for step in range(1, NUM_ACTIVE):
        position = (int(state.declarer) + step) % NUM_ACTIVE
        if state.kontra_level == 0 and state.may_kontra >> position & 1:
            return position
    return -1


@kernel
def _is_asked_late(state: np.record, options: np.record) -> bool:
    return options.kontra_timing == KontraTiming.BEFORE_OWN_FIRST_CARD and state.announced != Announcement.OUVERT


@kernel
def _lead_first(state: np.record, options: np.record) -> None:
    state.is_open = int(state.announced == Announcement.OUVERT)
    to_play(state, options, FOREHAND)


@kernel
def to_play(state: np.record, options: np.record, position: int) -> None:
    """Let a player play a card; before their first one a defender may still be asked for Kontra (3.4)."""
    is_asked = state.kontra_level == 0 and state.may_kontra >> position & 1
    give_turn(state, options, Phase.KONTRA if is_asked else Phase.PLAY, position)


@kernel
def answer_kontra(state: np.record, options: np.record, is_said: bool) -> None:
    """The defender to move says Kontra, or not."""
    position = int(state.turn)
    state.may_kontra = int(state.may_kontra) & ~(1 << position)
    if is_said:
        state.kontra_by = position
        state.kontra_level = 1
        _ask_raise(state, options)
    elif _is_asked_late(state, options):
        to_play(state, options, position)
    elif _next_kontra(state) >= 0:
        give_turn(state, options, Phase.KONTRA, _next_kontra(state))
    else:
        _lead_first(state, options)


@kernel
def answer_raise(state: np.record, options: np.record, is_said: bool) -> None:
    """The player to move says Re, Supra or Hirsch, or not."""
    if is_said:
        state.kontra_level += 1
        _ask_raise(state, options)
    else:
        _after_kontra(state, options)


@kernel
def _ask_raise(state: np.record, options: np.record) -> None:
    """Ask the side that did not double last to double once more, while there is a level to reach."""
    level = int(state.kontra_level)
    if level < options.kontra_levels:
        give_turn(state, options, Phase.RAISE, int(state.declarer) if level % 2 == 1 else int(state.kontra_by))
    else:
        _after_kontra(state, options)


@kernel
def _after_kontra(state: np.record, options: np.record) -> None:
    if _is_asked_late(state, options):
        to_play(state, options, int(state.kontra_by))
    else:
        _lead_first(state, options)
