"""A golden match of Schmier: every hand in a line, then the decisions of each deal, played by the rules of thumb.

`python tests/support/golden_match_schmier.py` plays it anew and writes `tests/golden/matches/schmier.txt`; read the difference
before it is committed.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import agents
from envs.registration import load_game

FILE = Path(__file__).resolve().parents[1] / "golden" / "matches" / "schmier.txt"
GAME_ID = "schmier/standard-v0"
SEED = 3


def table() -> Any:
    """The game as a match."""
    return load_game(GAME_ID, episode="match")


def decide(game: Any) -> list[list[str]]:
    """The decisions of each deal, as the heuristic takes them."""
    agent = agents.make("heuristic", game)
    state = game.deal(seed=SEED)
    deals: list[list[str]] = []
    while not game.is_terminal(state):
        if state.log_length == 0:
            deals.append([])
        action = agent.act(game.observe(state, state.player), game.legal_mask(state), np.zeros(1, np.uint64))
        deals[-1].append(game.actions.name(action))
        game.step(state, action)
    return deals


def tell(game: Any, deals: list[list[str]]) -> list[str]:
    """A line for each deal, and who wins."""
    lines = [f"{GAME_ID}, episode=match, seed {SEED}", ""]
    state = game.deal(seed=SEED)
    for number, decisions in enumerate(deals, 1):
        *others, last = decisions
        game.play(state, others)
        dealer, bidder, bid = int(state.dealer), int(state.bidder), int(state.bid)
        before = state.match_scores.copy()
        trump = "CDHS"[state.trump] if bidder >= 0 else ""
        game.play(state, [last])
        change = state.match_scores - before
        scores = " : ".join(f"{score}" for score in state.match_scores)
        if bidder < 0:
            lines.append(f"{number}. player_{dealer} deals: nobody bids.")
        else:
            changes = " ".join(f"{score:+d}" for score in change)
            lines.append(f"{number}. player_{dealer} deals: player_{bidder} bids {bid} and names {trump}. {changes}, {scores}.")
    winners = " and ".join(f"player_{seat}" for seat in game.winners(state))
    return [*lines, "", f"{winners} win."]


def page(game: Any, deals: list[list[str]]) -> str:
    """What the file holds."""
    return "\n".join([*tell(game, deals), "", *(", ".join(decisions) for decisions in deals)]) + "\n"


if __name__ == "__main__":
    rules = table()
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(page(rules, decide(rules)))
    print(FILE)
