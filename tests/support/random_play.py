"""Random play of any game: the same in every process, and a digest of all that it shows.

Run as a script it prints the digests of the ids given, as JSON; the contract tests do so in a process of the other mode
(plain Python instead of machine code, or the reverse).
"""

import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

from envs.registration import load_game
from sizes import share_of

EPISODES = ("deal", "match")


def chooser(game: Any, seed: int) -> Callable[[Any], int]:
    """A random player: a function from a state to a legal action.

    Each has its own taste for some actions, so that decisions early in a deal do not always lead to the same phases.
    """
    chance = random.Random(f"{game.id} {seed}")
    taste = [10 ** chance.uniform(-2, 2) for _ in range(game.num_actions)]

    def choose(state: Any) -> int:
        legal = game.legal_actions(state)
        return int(chance.choices(legal, [taste[action] for action in legal])[0])

    return choose


def walk(game: Any, seed: int, plies: int = 100_000, **deal: Any) -> Iterator[Any]:
    """Play one episode at random and yield its state at every ply, the last one included.

    Args:
        game: a Game.
        seed: of the deal and of the choices.
        plies: stop after so many decisions.
        deal: further arguments of `game.deal`, which may replace the seed.

    Yields:
        The one state that is played on; copy what is to be kept.
    """
    choose = chooser(game, seed)
    state = game.deal(**{"seed": seed, **deal})
    for _ in range(plies):
        yield state
        if game.is_terminal(state):
            return
        game.step(state, choose(state))
    yield state


def decisions(game: Any, state: Any) -> list[tuple[int, str]]:
    """Seat and action of every decision of a deal episode, in order."""
    again = game.deal(deck=state.deck.tolist(), dealer=int(state.dealer))
    taken = []
    for action in state.log[: state.log_length]:
        taken.append((game.current_player(again), game.actions[action]))
        game.step(again, int(action))
    return taken


def digest(game: Any, seed: int, plies: int) -> str:
    """Digest of records, masks, returns, observations of every seat and some drawn worlds of one random episode."""
    result = hashlib.sha256()
    for ply, state in enumerate(walk(game, seed, plies)):
        result.update(bytes(state))
        result.update(game.action_mask(state).tobytes())
        result.update(game.returns(state).tobytes())
        for player in range(game.num_players):
            observation = game.observe(state, player)
            result.update(observation.tobytes())
            if ply % 10 == player and not game.is_terminal(state):
                result.update(bytes(game.determinize(observation, seed)))
    return result.hexdigest()[:16]


def digests(game_id: str, episode: str) -> dict[str, str]:
    """Digests of some episodes of one id, by name; of matches only the first deals."""
    game = load_game(game_id, episode=episode)
    plies = {"deal": 100_000, "match": 80}[episode]
    return {f"{game_id} {episode} seed {seed}": digest(game, seed, plies) for seed in range(share_of(game_id, 80))}


if __name__ == "__main__":
    print(json.dumps({k: v for i in sys.argv[1:] for e in EPISODES for k, v in digests(i, e).items()}))
