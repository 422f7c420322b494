"""What a seat did not hear, it does not see either."""

from collections.abc import Callable
from typing import Any

import numpy as np


def differences(game: Any, seed: int, choose: Callable[[Any], int]) -> tuple[int, list[str]]:
    """Play a deal, and try at each decision the actions that another seat hears alike.

    Returns:
        How many pairs were compared, and those after which that seat's observations or scenes differ.
    """
    compared, found = 0, []
    state = game.deal(seed=seed)
    while not game.is_terminal(state):
        actor, legal = game.current_player(state), game.legal_actions(state)
        for seat in range(game.num_players) if len(legal) > 1 else ():
            alike: dict[str, list[int]] = {}
            for action in legal if seat != actor else ():
                alike.setdefault(game.heard(state, seat, action), []).append(action)
            for actions in alike.values():
                first, *others = [(action, _after(game, state, action, seat)) for action in actions]
                compared += len(others)
                found += [
                    f"seed {seed}, seat {seat}: {game.actions.name(first[0])} and {game.actions.name(action)}"
                    for action, seen in others
                    if seen[0] != first[1][0] or seen[1] != first[1][1]
                ]
        game.step(state, choose(state))
    return compared, found


def _after(game: Any, state: Any, action: int, seat: int) -> tuple[bytes, Any]:
    """What a seat sees after an action, unless the deal is over then: its observation and its scene."""
    later = type(state)(state.array.copy())
    game.step(later, action)
    if game.is_terminal(later):
        return b"", None
    return np.asarray(game.observe(later, seat)).tobytes(), game.scene(later, seat)
