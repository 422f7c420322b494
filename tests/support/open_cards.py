"""What the tests of the solver compare it with: the rules themselves, and the plainest search of a position."""

import copy
import importlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from sizes import sized

import envs
from envs.core.cards import NO_CARD, members, num_cards
from envs.core.position import mover, num_on_table, play, playable, worth_of_rest

from agents import make


def endings(game_id: str, cards: int, count: int, seed: int, **options: Any) -> Iterator[tuple[Any, Any]]:
    """Deals that the heuristic has played until so many cards are in the fullest hand: game and state, again and again."""
    game = envs.load_game(game_id, **options)
    agent = make("heuristic", game)
    rng = np.zeros(1, np.uint64)
    found = 0
    for number in range(100 * count):
        state = game.deal(seed=seed + number)
        while not game.is_terminal(state) and int(state.deals) == 1:
            hands = [num_cards(int(hand)) for hand in state.hands]
            if game.rules.PHASES[int(state.phase)] == "play" and max(hands) <= cards:
                found += 1
                yield game, state
                break
            seat = game.current_player(state)
            game.step(state, agent.act(game.observe(state, seat), game.action_mask(state), rng))
        if found == count:
            return


def minimax(position: Any, unit: int, low: int = -1000, high: int = 1000) -> int:
    """What the count comes to under best play: alpha-beta without a table, on the position itself."""
    seat = mover(position)
    if position.hands[seat] == 0:
        return int(position.tricks if unit else position.points)
    raises = int(position.raisers) >> seat & 1
    for card in members(playable(position)):
        after = position.copy()
        play(after, card)
        value = minimax(after, unit, low, high)
        if raises:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            break
    return low if raises else high
