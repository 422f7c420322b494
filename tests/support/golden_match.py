"""Golden matches: every deal in a line, then the decisions of each deal, played by the rules of thumb.

`python tests/support/golden_match.py` plays them anew and writes `tests/golden/matches/<game>.txt`; read the difference before
it is committed.
"""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from envs.games.skat.actions import VALUE_OF_LEVEL
from envs.games.skat.scene import contract_of
from envs.registration import load_game
from golden import as_the_heuristic

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "matches"


class Match(NamedTuple):
    """What is played, and how it is told."""

    game_id: str
    seed: int
    tell_deal: Callable[[Any, Any, Any], str]
    """The line of a deal, from the game and the states before its last decision and after it."""
    tell_end: Callable[[Any, Any], list[str]]
    """The lines at the end."""

    @property
    def file(self) -> Path:
        """Where it stands."""
        return FOLDER / f"{self.game_id.partition('/')[0]}.txt"

    @property
    def game(self) -> Any:
        """The rules."""
        return load_game(self.game_id, episode="match")


def decide(match: Match) -> list[list[str]]:
    """The decisions of each deal, as the heuristic takes them."""
    game = match.game
    state, deals = game.deal(seed=match.seed), []
    while not game.is_terminal(state):
        if state.log_length == 0:
            deals.append([])
        action = as_the_heuristic(game, state)
        deals[-1].append(game.actions.name(action))
        game.step(state, action)
    return deals


def page(match: Match, deals: list[list[str]]) -> str:
    """What the file holds, from the decisions of each deal."""
    game = match.game
    state = game.deal(seed=match.seed)
    lines = [f"{match.game_id}, episode=match, seed {match.seed}", ""]
    for number, (*others, last) in enumerate(deals, 1):
        game.play(state, others)
        before = state.copy()
        game.play(state, [last])
        lines.append(f"{number}. player_{before.dealer} deals: {match.tell_deal(game, before, state)}")
    return "\n".join([*lines, "", *match.tell_end(game, state), "", *map(", ".join, deals)]) + "\n"


def recorded(match: Match) -> list[list[str]]:
    """The decisions of each deal, as they stand in the file."""
    return [line.split(", ") for line in match.file.read_text().strip().rpartition("\n\n")[2].splitlines()]


def _winners(game: Any, state: Any) -> str:
    return " and ".join(f"player_{seat}" for seat in game.winners(state))


def _deal_of_schmier(_game: Any, before: Any, after: Any) -> str:
    if before.bidder < 0:
        return "nobody bids."
    changes = " ".join(f"{score:+d}" for score in after.match_scores - before.match_scores)
    scores = " : ".join(f"{score}" for score in after.match_scores)
    return f"player_{before.bidder} bids {before.bid} and names {'CDHS'[before.trump]}. {changes}, {scores}."


def _deal_of_skat(game: Any, before: Any, after: Any) -> str:
    contract = contract_of(before)
    if not contract:
        return "passed in."
    seat, bid = (int(before.dealer) + 1 + int(before.declarer)) % 3, VALUE_OF_LEVEL[before.bid]
    return f"player_{seat} plays {contract} for {bid}. {int((after.list_scores - before.list_scores).sum()):+d}"


def _end_of_skat(game: Any, state: Any) -> list[str]:
    columns = zip(state.list_scores, state.games_won, state.games_lost, game.returns(state), strict=False)
    rows = [
        f"player_{seat} {points:7d} {won:5d} {lost:5d} {total:6.0f}" for seat, (points, won, lost, total) in enumerate(columns)
    ]
    return ["player    points   won  lost  total", *rows, "", f"{_winners(game, state)} wins."]


SCHMIER = Match("schmier/standard-v0", 3, _deal_of_schmier, lambda game, state: [f"{_winners(game, state)} win."])
SKAT = Match("skat/isko-v0", 1, _deal_of_skat, _end_of_skat)
"""A list of 36 deals with the tournament's sums."""


def main() -> None:
    """Play and write them all."""
    FOLDER.mkdir(exist_ok=True)
    for match in (SCHMIER, SKAT):
        match.file.write_text(page(match, decide(match)))
        print(match.file)


if __name__ == "__main__":
    importlib.import_module("golden_match").main()
