"""Golden deals: whole deals told in prose, with the hand record that they are told from.

`python tests/support/golden.py` plays them anew with a simple player and writes `tests/golden/<name>.txt`; read the difference
before it is committed. What is played stands in `golden_<game>.py`, which has

- `DEALS`: name of the file (without the ending) to `Deal`,
- `choose(game, state, chance)`: the simple player's action.
"""

import importlib
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import agents
from envs.narration import narrate
from envs.registration import load_game
from envs.registry import list_games

FOLDER = Path(__file__).resolve().parents[1] / "golden"


class Deal(NamedTuple):
    """One deal that is played by the simple player."""

    game_id: str
    seed: int
    options: dict[str, Any]
    why: str
    """What there is to see in it."""


def of_game(game_id: str) -> ModuleType:
    """What is played of a game."""
    return importlib.import_module(f"golden_{game_id.partition('/')[0]}")


def deals() -> dict[str, Deal]:
    """All golden deals by name."""
    games = dict.fromkeys(game_id.partition("/")[0] for game_id in list_games())
    return {name: deal for game in games for name, deal in of_game(game).DEALS.items()}


def table(deal: Deal) -> Any:
    """The game of a golden deal."""
    return load_game(deal.game_id, **deal.options)


def play(deal: Deal) -> Any:
    """The state at the end of the deal."""
    game, chance = table(deal), random.Random(deal.seed)
    state = game.deal(seed=deal.seed)
    while not game.is_terminal(state):
        game.step(state, of_game(deal.game_id).choose(game, state, chance))
    return state


def as_the_heuristic(game: Any, state: Any) -> int:
    """What the heuristic does."""
    agent = agents.make("heuristic", game)
    return int(agent.act(game.observe(state, game.current_player(state)), game.action_mask(state), np.zeros(1, np.uint64)))


def tell(deal: Deal, end: Any) -> str:
    """A deal from the shuffle to the scores, from the state at its end."""
    game = table(deal)
    options = "".join(f", {name}={value}" for name, value in deal.options.items())
    states = [game.deal(deck=end.deck.tolist(), dealer=int(end.dealer))]
    actions = end.log[: end.log_length].tolist()
    for action in actions:
        states.append(states[-1].copy())
        game.step(states[-1], action)
    return f"{deal.game_id}{options}: {deal.why}\n\n{narrate(game, states, actions)}"


def page(deal: Deal, end: Any) -> str:
    """What the file of a golden deal holds: the deal as text and, in the last line, its hand record."""
    return f"{tell(deal, end)}\n\n{table(deal).to_text(end)}\n"


def main() -> None:
    """Play and write them all."""
    FOLDER.mkdir(exist_ok=True)
    for name, deal in deals().items():
        (FOLDER / f"{name}.txt").write_text(page(deal, play(deal)))
        print(f"{FOLDER / name}.txt")


if __name__ == "__main__":
    # Imported under its own name, so that there are not two kinds of Deal.
    importlib.import_module("golden").main()
