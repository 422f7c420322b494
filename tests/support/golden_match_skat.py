"""A golden list of Skat: twelve rounds of tournament play, every deal in a line, then the decisions of each deal.

`python tests/support/golden_match_skat.py` plays it anew by the rules of thumb and writes `tests/golden/matches/skat.txt`; read
the difference before it is committed.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import agents
from envs.registration import load_game

FILE = Path(__file__).resolve().parents[1] / "golden" / "matches" / "skat.txt"
GAME_ID = "skat/isko-v0"
SEED = 1


def table() -> Any:
    """The game as a list of 36 deals."""
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
    """A line for each deal, the list with the tournament's sums, and who wins."""
    lines = [f"{GAME_ID}, episode=match, seed {SEED}", ""]
    state = game.deal(seed=SEED)
    for number, decisions in enumerate(deals, 1):
        *others, last = decisions
        game.play(state, others)
        dealer, bid = int(state.dealer), int(game.rules.VALUE_OF_LEVEL[state.bid])
        seat = (dealer + 1 + int(state.declarer)) % 3
        before = state.list_scores.copy()
        contract = game.rules.contract_of(state)
        game.play(state, [last])
        change = int((state.list_scores - before).sum())
        if contract:
            lines.append(f"{number}. player_{dealer} deals: player_{seat} plays {contract} for {bid}. {change:+d}")
        else:
            lines.append(f"{number}. player_{dealer} deals: passed in.")
    lines += ["", "player    points   won  lost  total"]
    for seat, total in enumerate(game.returns(state)):
        lines.append(
            f"player_{seat} {state.list_scores[seat]:7d} {state.games_won[seat]:5d} {state.games_lost[seat]:5d} {total:6.0f}"
        )
    winners = " and ".join(f"player_{seat}" for seat in game.winners(state))
    return [*lines, "", f"{winners} wins."]


def page(game: Any, deals: list[list[str]]) -> str:
    """What the file holds."""
    return "\n".join([*tell(game, deals), "", *(", ".join(decisions) for decisions in deals)]) + "\n"


if __name__ == "__main__":
    rules = table()
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(page(rules, decide(rules)))
    print(FILE)
