"""Blocks of deals, played one after the other or side by side in several processes."""

import concurrent.futures
import multiprocessing
import multiprocessing.queues
from collections.abc import Callable, Sequence
from typing import TypeVar

from agents.registry import make
from envs.agent import Agent
from envs.core.rng import make_streams
from envs.game import Game

Found = TypeVar("Found")
Tell = Callable[[int], object]
"""Is called with the number of deals just finished."""

SHARES = 16
"""Blocks that even few deals are shared out into, so that several processes have something to do."""
TOLD_EVERY = 0.2
"""Seconds between two looks at what workers tell."""


def blocks_of(deals: int, smallest: int, largest: int) -> list[range]:
    """Numbers of the deals that are played together.

    They follow from the number of deals alone: a network's sums may differ in the last digit with the rows it is given at once.
    """
    size = max(smallest, min(largest, deals // SHARES))
    return [range(first, min(first + size, deals)) for first in range(0, deals, size)]


def play_blocks(play: Callable[[range, Tell], Found], blocks: Sequence[range], processes: int, tell: Tell) -> list[Found]:
    """What was found in each block, in their order.

    Args:
        play: plays a block and tells how far it is; can be pickled.
        blocks: numbers of deals.
        processes: how many may work at once; 1: all is done in this one.
        tell: is handed what `play` tells.
    """
    if min(processes, len(blocks)) < 2:
        return [play(block, tell) for block in blocks]
    context = multiprocessing.get_context("spawn")
    told = context.SimpleQueue()
    with concurrent.futures.ProcessPoolExecutor(min(processes, len(blocks)), context, _begin_worker, (told,)) as pool:
        played = [pool.submit(_play_in_worker, play, block) for block in blocks]
        running = set(played)
        try:
            while running:
                done, running = concurrent.futures.wait(running, TOLD_EVERY, concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    future.result()
                while not told.empty():
                    tell(told.get())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [future.result() for future in played]


_to_main: list[Tell] = []
"""In a worker: what tells the main process of deals."""


def _begin_worker(told: "multiprocessing.queues.SimpleQueue[int]") -> None:
    _to_main[:] = [told.put]


def _play_in_worker(play: Callable[[range, Tell], Found], block: range) -> Found:
    return play(block, _to_main[0])


_AGENTS: dict[tuple[str, str, object], Agent] = {}


def cached_agent(spec: str, game: Game) -> Agent:
    """An agent made once per process, and asked once, so that its kernels are compiled before the clock runs."""
    key = (spec, game.id, game.options)
    if key not in _AGENTS:
        agent = _AGENTS[key] = make(spec, game)
        state = game.deal(seed=0)
        agent.act(game.observe(state, game.current_player(state)), game.action_mask(state), make_streams(1, seed=0))
    return _AGENTS[key]
