"""Compile the kernels of every game, or load them, once: `python tests/support/warm_kernels.py` before tests run side by side.

Games are compiled side by side, as many as its argument says. Does what an everyday user does with each game, so that every
kernel is met with the types of everyday use. One that was compiled for a second set of types took time for nothing: an error.
"""

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import agents
import envs
from signatures import compiled_twice

ROWS = 8
TURNS = 200


def warm(game_id: str) -> list[str]:
    """Play a little with one game through every environment, with agents, and draw hidden cards.

    Returns:
        The kernels of the rules that were compiled for more than one set of types.
    """
    game = envs.load_game(game_id)
    state = game.from_text(game.to_text(game.deal(seed=0)))
    game.step(state, game.legal_actions(state)[0])
    game.determinize(game.observe(state, game.current_player(state)), 0)
    states = game.deal_many(ROWS, 0)
    game.observe_many(states, np.zeros((ROWS, game.observation_size), np.int8))
    game.returns_many(states, np.zeros((ROWS, game.num_players)))
    several = compiled_twice(game)  # before the heuristics come, which use the core with tables of their own
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
    return several


def main(side_by_side: int) -> None:
    """Warm one id of each game: the variants share their kernels."""
    started = time.perf_counter()
    ids = sorted({game_id.partition("/")[0]: game_id for game_id in envs.list_games()}.values(), key=_size, reverse=True)
    with ProcessPoolExecutor(side_by_side, max_tasks_per_child=1) as pool:
        several = sorted({name for names in pool.map(warm, ids) for name in names})
    if several:
        sys.exit(f"Compiled for more than one set of types: {', '.join(several)}")
    print(f"The kernels of every game are ready after {time.perf_counter() - started:.0f} s.")


def _size(game_id: str) -> int:
    """Bytes of the rules: the largest game takes longest, and comes first."""
    return sum(path.stat().st_size for path in (Path(envs.__file__).parent / "games" / game_id.partition("/")[0]).glob("*.py"))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
