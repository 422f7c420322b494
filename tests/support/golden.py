"""Golden deals: whole deals as text that a player can read aloud, with the hand record that they are told from.

`python tests/support/golden.py` plays them anew with a simple player and writes `tests/golden/<name>.txt`; read the difference
before it is committed. What is played and how it is told in a game's own words stands in `golden_<game>.py`, which has

- `DEALS`: name of the file (without the ending) to `Deal`,
- `choose(game, state, chance)`: the simple player's action,
- `tell_decision(game, before, after)`: lines for the decision between two states,
- `tell_end(game, state)`: lines that say why the scores are what they are.
"""

import importlib
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

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


def teller(game_id: str) -> ModuleType:
    """What knows the words of a game."""
    return importlib.import_module(f"golden_{game_id.partition('/')[0]}")


def deals() -> dict[str, Deal]:
    """All golden deals by name."""
    games = dict.fromkeys(game_id.partition("/")[0] for game_id in list_games())
    return {name: deal for game in games for name, deal in teller(game).DEALS.items()}


def table(deal: Deal) -> Any:
    """The game of a golden deal."""
    return load_game(deal.game_id, **deal.options)


def play(deal: Deal) -> Any:
    """The state at the end of the deal."""
    game, chance = table(deal), random.Random(deal.seed)
    state = game.deal(seed=deal.seed)
    while not game.is_terminal(state):
        game.step(state, teller(deal.game_id).choose(game, state, chance))
    return state


def cards_seen(game: Any, state: Any, player: int) -> str:
    """The hand that a player sees."""
    piece = "hand" if "hand" in game.layout else "own_hand"
    held = np.flatnonzero(game.observe(state, player)[game.layout[piece]])
    return " ".join(game.actions[card] for card in held)


def tell(deal: Deal, end: Any) -> str:
    """A deal from the shuffle to the scores.

    Args:
        deal: says which table it is.
        end: the state at its end.
    """
    game, words = table(deal), teller(deal.game_id)
    options = "".join(f", {name}={value}" for name, value in deal.options.items())
    lines = [f"{deal.game_id}{options}: {deal.why}", ""]
    state = game.deal(deck=end.deck.tolist(), dealer=int(end.dealer))
    lines.append(f"player_{state.dealer} deals.")
    for step in range(1, game.num_players + 1):
        player = (int(state.dealer) + step) % game.num_players
        lines.append(f"player_{player} holds {cards_seen(game, state, player) or 'no cards'}.")
    hidden = " ".join(game.actions[card] for card in np.flatnonzero(game.hidden(state)))
    lines += [f"Nobody sees {hidden}." if hidden else "Nothing is hidden.", ""]
    for action in end.log[: end.log_length]:
        before = state.copy()
        game.step(state, int(action))
        lines += words.tell_decision(game, before, state)
    lines += ["", *words.tell_end(game, state), ""]
    scores = (f"player_{player} {score:g}" for player, score in enumerate(game.returns(state)))
    return "\n".join([*lines, f"Scores: {', '.join(scores)}."])


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
