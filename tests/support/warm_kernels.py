"""Compile the kernels of every game, or load them, once: `python tests/support/warm_kernels.py` before tests run side by side.

Does what an everyday user does with each game, so that every kernel is met with the types of everyday use.
"""

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import agents
import envs

ROWS = 8
TURNS = 200


def warm(game_id: str) -> None:
    """Play a little with one game through every environment, with agents, and draw hidden cards."""
    game = envs.load_game(game_id)
    state = game.from_text(game.to_text(game.deal(seed=0)))
    game.step(state, game.legal_actions(state)[0])
    game.determinize(game.observe(state, game.current_player(state)), 0)
    states = game.deal_many(ROWS, 0)
    game.observe_many(states, np.zeros((ROWS, game.observation_size), np.int8))
    game.returns_many(states, np.zeros((ROWS, game.num_players)))
    for spec in ("random", "heuristic"):
        agent = agents.make(spec, game)
        table = envs.make(game_id)
        table.reset(seed=0)
        rng = envs.make_streams(1, seed=0)
        for _ in range(TURNS):
            observation, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                break
            table.step(agent.act(observation["observation"], observation["action_mask"], rng))
    rows = envs.make_vec(game_id, num_envs=ROWS)
    rows.reset(seed=0)
    for _ in range(TURNS):
        rows.step(rows.action_masks().argmax(axis=1))


def main() -> None:
    """Warm one id of each game: the variants share their kernels."""
    started = time.perf_counter()
    for game_id in {game_id.partition("/")[0]: game_id for game_id in envs.list_games()}.values():
        warm(game_id)
    print(f"The kernels of every game are ready after {time.perf_counter() - started:.0f} s.")


if __name__ == "__main__":
    main()
