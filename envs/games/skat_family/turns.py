"""What the games' turns have in common: actions, and the questions that are answered with yes or no."""

import enum
from collections.abc import Mapping, Sequence

import numpy as np

from envs.core.cards import num_cards, write_cards
from envs.core.jit import kernel
from envs.core.layout import Actions
from envs.games.skat_family.cards import CARD_BYTES, PACK
from envs.games.skat_family.kontra import answer_kontra, answer_raise
from envs.games.skat_family.pushing import answer_grand_hand, answer_jungfrau, answer_schieben
from envs.games.skat_family.state import Phase


def name_actions(actions: type[enum.IntEnum], groups: Mapping[int, Sequence[str]]) -> Actions:
    """Names of all actions: the cards, then what the members are called; some stand for the first of a group."""
    return Actions([*PACK.cards, *(name for action in actions for name in groups.get(action, [action.name.lower()]))])


def by_phase(action_by_phase: Mapping[Phase, int]) -> np.ndarray:
    """The action that says yes, by phase; the one after it says no. 0 in a phase of another kind."""
    return np.array([action_by_phase.get(phase, 0) for phase in Phase], np.int64)


@kernel
def allow_cards(mask: np.ndarray, cards: int) -> int:
    """Mark the actions that are these cards; returns how many."""
    write_cards(mask, 0, cards, CARD_BYTES)
    return int(num_cards(cards))


@kernel
def allow(mask: np.ndarray, first: int, last: int) -> int:
    """Mark the actions from the first to the last; returns how many."""
    for action in range(first, last + 1):
        mask[action] = 1
    return last + 1 - first


@kernel
def answer(state: np.record, options: np.record, is_yes: bool) -> None:
    """The player to move answers a question that both games ask."""
    phase = state.phase
    if phase == Phase.SCHIEBEN:
        answer_schieben(state, options, is_yes)
    elif phase == Phase.JUNGFRAU:
        answer_jungfrau(state, options, is_yes)
    elif phase == Phase.GRAND_HAND:
        answer_grand_hand(state, options, is_yes)
    elif phase == Phase.KONTRA:
        answer_kontra(state, options, is_yes)
    else:
        answer_raise(state, options, is_yes)
