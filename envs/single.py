"""One seat as a gymnasium.Env: the other seats are played by agents."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from envs.agent import Agent
from envs.game import NOTHING_DEALT, Game, State, whole_number
from envs.render.display import MODES, PICTURES_PER_SECOND, Display, check_seat
from envs.vector import ROTATE, Vector

OWN = "own"
"""Rendered is what the learner sees."""


class SingleSeat(gymnasium.Env[np.ndarray, np.int64]):
    """A learner's view of a game, with `action_masks()` for masked learners.

    The reward is what the learner's seat earned since its last decision. Deals in which it decides nothing are skipped.
    """

    metadata = {"render_modes": list(MODES), "render_fps": PICTURES_PER_SECOND}  # noqa: RUF012 (gymnasium's own form)

    def __init__(
        self,
        game: Game,
        opponents: Sequence[Agent],
        *,
        learner: int | str = ROTATE,
        illegal_action: str = "raise",
        render_mode: str | None = None,
        render_seat: int | str | None = OWN,
        render_size: tuple[int, int] = (800, 600),
    ) -> None:
        """Set up one table; `reset` deals.

        Args:
            game: the rules.
            opponents: agents for the other seats, drawn anew for each seat and deal.
            learner: seat that the caller plays, or "rotate" for another one each deal.
            illegal_action: "raise" an IllegalActionError, "lose" the deal with a penalty, or play a "random" legal action.
            render_mode: None, "ansi" (text), "rgb_array" (pictures) or "human" (a window).
            render_seat: seat whose view is rendered, "own" for the learner's, None for all cards open.
            render_size: width and height of pictures and of the window.
        """
        self._display = Display(render_mode, game.id, render_size)
        self._vector = Vector(game, 1, learner=learner, opponents=opponents, illegal_action=illegal_action)
        self._vector.keeps_final_states = render_mode is not None
        self.game = game
        self.observation_space = spaces.Box(game.layout.low, game.layout.high, dtype=np.int8)
        self.action_space = spaces.Discrete(game.num_actions)
        self.render_mode = render_mode
        self.render_seat = OWN if render_seat == OWN else check_seat(render_seat, game.num_players)
        self._is_over = True
        self._next: tuple[np.ndarray, dict[str, Any]] | None = None
        self._mask = np.zeros(game.num_actions, np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal, and play on to the learner's first decision; without a seed the next deal of the stream.

        `options` are `deck`, `dealer` and `carry` of `Game.deal`, to play a given deal; anything else is a ValueError.
        """
        super().reset(seed=seed)
        if seed is None and not options and self._next is not None:
            observations, infos = self._next  # when a deal ends, the next one begins at once
        else:
            observations, infos = self._vector.reset(seed=seed, options=options)
        self._next = None
        self._is_over = False
        self._mask = infos["action_mask"][0]
        self._render_human()
        return observations[0], self._info(infos)

    def step(self, action: int | np.integer) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Take the learner's action and play on to its next decision or the end."""
        if self._is_over:
            raise RuntimeError("the episode is over: call reset()")
        observations, rewards, terminations, truncations, infos = self._vector.step(np.array([whole_number(action)]))
        self._is_over = bool(terminations[0] or truncations[0])
        observation = infos["final_obs"][0] if self._is_over else observations[0]
        self._mask = np.zeros_like(infos["action_mask"][0]) if self._is_over else infos["action_mask"][0]
        info = self._info(infos)
        if self._is_over:
            self._next = observations, infos
            info["returns"] = infos["returns"][0]
            info["seat"] = int(infos["final_seat"][0])
        self._render_human()
        return observation, float(rewards[0]), bool(terminations[0]), bool(truncations[0]), info

    def action_masks(self) -> np.ndarray:
        """Legal actions of the learner: int8 [num_actions]; all zero when the episode is over."""
        return self._mask.copy()

    def render(self) -> str | np.ndarray | None:
        """The table, as `render_mode` says: a text, a picture (uint8 [height, width, 3]), or None when a window shows it.

        Raises:
            RuntimeError: called before `reset`.
        """
        tables = self._vector.tables
        state, seat = State(tables.states), int(tables.paid[0])
        if seat < 0:
            raise RuntimeError(NOTHING_DEALT)
        if self._is_over and 0 in self._vector.final_states:
            state, seat = self._vector.final_states[0]  # the next deal has begun already
        return self._display.show(self.game.scene(state, seat if isinstance(self.render_seat, str) else self.render_seat))

    def close(self) -> None:
        """Close the window, if there is one."""
        self._display.close()

    def _render_human(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _info(self, infos: dict[str, Any]) -> dict[str, Any]:
        return {"action_mask": self._mask.copy(), "seat": int(infos["seat"][0])}
