"""A deal told in prose: what everybody holds and does, who wins which trick, and why the scores are what they are.

A game has its own words in `narration.py` of its folder, which is looked up when a deal is told:

- `tell_decision(before, action, after, options)`: sentences about one decision, perhaps none,
- `tell_end(state, options)`: sentences that say why the scores are what they are.

Without that file decisions are told by the names of their actions.
"""

import importlib
import importlib.util
from collections.abc import Sequence
from typing import Any, Protocol, cast

import numpy as np

from envs.game import Game, State


class Words(Protocol):
    """What `narration.py` of a game has; states are as they were before and after the decision."""

    def tell_decision(self, before: State, action: int, after: State, options: Any) -> list[str]:
        """Sentences about a decision."""

    def tell_end(self, state: State, options: Any) -> list[str]:
        """Why the scores are what they are."""


class _Names:
    """For games without words of their own."""

    def __init__(self, game: Game) -> None:
        self.actions = game.actions

    def tell_decision(self, before: State, action: int, _after: State, _options: Any) -> list[str]:
        return [f"player_{before.player}: {self.actions.name(action)}."]

    def tell_end(self, _state: State, _options: Any) -> list[str]:
        return []


def _words(game: Game) -> Words:
    name = f"{game.rules.__name__}.narration"
    if hasattr(game.rules, "__path__") and importlib.util.find_spec(name):
        return cast(Words, importlib.import_module(name))
    return _Names(game)


def narrate(game: Game, states: Sequence[State], actions: Sequence[int]) -> str:
    """Tell a deal from the shuffle to the scores, or as far as it was played.

    Args:
        game: the rules, for a single deal.
        states: before each action and after the last one, which is left out where the cards were thrown in.
        actions: by number.
    """
    words, start, end = _words(game), states[0], states[-1]
    lines = [f"player_{start.dealer} deals."]
    seats = game.scene(start).seats
    for step in range(1, game.num_players + 1):
        seat = seats[(int(start.dealer) + step) % game.num_players]
        lines.append(f"player_{seat.player} holds {' '.join(sorted(seat.hand, key=game.actions.number)) or 'no cards'}.")
    hidden = " ".join(game.actions[card] for card in np.flatnonzero(game.hidden(start)))
    lines += [f"Nobody sees {hidden}." if hidden else "Nothing is hidden.", ""]
    for before, action, after in zip(states, actions, [*states[1:], end], strict=False):
        lines += words.tell_decision(before, action, after, game.options)
    if len(states) == len(actions):
        lines += ["", "The cards are thrown in and dealt again."]
    if game.is_terminal(end):
        lines += ["", *reckon(game, end), "", f"Scores: {_listed(game, end)}."]
    return "\n".join(lines)


def reckon(game: Game, end: State) -> list[str]:
    """Why the scores of a deal that is over are what they are, and who has won it; `game` is of a single deal."""
    winners = [f"player_{seat}" for seat in deal_winners(game, end)]
    won = f"Won by {_together(winners)}." if winners else "Nobody wins."
    return [*_words(game).tell_end(end, game.options), won]


def deal_winners(game: Game, end: State) -> list[int]:
    """The seats that a deal has paid: teams as the rules say, else who scores; where nobody does, who does not lose."""
    scores = [seat.score or 0 for seat in game.scene(end).seats]
    if len(game.teams) < game.num_players:
        return list(game.winners(end)) if len(set(scores)) > 1 else []
    if max(scores) == min(scores):
        return []
    return [seat for seat, score in enumerate(scores) if score > 0 or score == max(scores) == 0]


def _listed(game: Game, end: State) -> str:
    return ", ".join(f"player_{seat.player} {seat.score:g}" for seat in game.scene(end).seats)


def _together(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
