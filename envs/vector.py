"""A batch of deals as a gymnasium vector environment: arrays in, arrays out, finished deals restart by themselves."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from envs.agent import Agent
from envs.core.rng import check_seed
from envs.core.state import NOBODY
from envs.game import NOTHING_DEALT, Game, IllegalActionError, State, check_deal_options
from envs.illegal import check_policy, penalties
from envs.tables import Tables

ROTATE = "rotate"
"""The learner sits at another seat in each deal."""


class Vector(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Many tables stepped together.

    Without a learner every decision is the caller's, and the reward is what the seat that just acted earned with this action.
    With a learner, agents fill the other seats, a row returns only when the learner is to move, and the reward is what the
    learner's seat earned since its last decision; deals in which it decides nothing are skipped.

    Where an episode ends, the next one has begun when `step` returns (same-step autoreset). `infos` then holds:

    - `seat`: int8 [num_envs], the seat to move;
    - `action_mask`: int8 [num_envs, num_actions], its legal actions, as `action_masks()` gives them;
    - where an episode ended, `final_obs` (object [num_envs]: what the paid seat last saw), `returns`
      (float64 [num_envs, num_players]) and `final_seat` (int8 [num_envs]: the learner's seat in that episode, or -1), each with
      a bool array of the same name behind an underscore that says where.

    Table i plays row i of the seed's stream of deals, so trajectories do not depend on the number of tables or threads.

    Where `max_episode_steps` is set, an episode that is not over after so many actions of the caller is cut off.

    With a learner and `keeps_final_states`, `final_states` holds, by row, how the tables stood whose episodes ended in the last
    step that ended any, and the learner's seat there: what a picture of the end is drawn from.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 (gymnasium's own form)

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        *,
        learner: int | str | None = None,
        opponents: Sequence[Agent] = (),
        opponent_weights: Sequence[float] | None = None,
        illegal_action: str = "raise",
        threads: int = 1,
    ) -> None:
        """Set up the tables; `reset` deals.

        Args:
            game: rules of all tables.
            num_envs: number of tables.
            learner: seat that the caller plays, "rotate" for another one each deal, or None: the caller plays all.
            opponents: agents for the other seats, drawn anew for each seat and deal.
            opponent_weights: their shares; equal by default.
            illegal_action: "raise" an IllegalActionError (the state is kept), "lose" the deal with a penalty, or play a
                "random" legal action instead.
            threads: to step large batches with.
        """
        if num_envs < 1:
            raise ValueError(f"num_envs={num_envs}: at least one table is needed")
        if not (learner is None or learner == ROTATE or learner in range(game.num_players)):
            raise ValueError(f"learner={learner!r}; possible: None, {ROTATE!r}, or a seat from 0 to {game.num_players - 1}")
        if learner is not None and not opponents:
            raise ValueError("with a learner the other seats need opponents")
        self.game = game
        self.num_envs = num_envs
        self.learner = learner
        self.illegal_action = check_policy(illegal_action)
        self.single_observation_space = spaces.Box(game.layout.low, game.layout.high, dtype=np.int8)
        self.single_action_space = spaces.Discrete(game.num_actions)
        self.observation_space = spaces.Box(
            np.tile(game.layout.low, (num_envs, 1)), np.tile(game.layout.high, (num_envs, 1)), dtype=np.int8
        )
        self.action_space = spaces.MultiDiscrete(np.full(num_envs, game.num_actions))
        self.tables = Tables(game, num_envs, threads)
        self.max_episode_steps: int | None = None
        self._steps = np.zeros(num_envs, np.int64)
        self.set_opponents(opponents, opponent_weights)
        self.keeps_final_states = False
        self.final_states: dict[int, tuple[State, int]] = {}
        self._seed: int | None = None

    def set_opponents(self, opponents: Sequence[Agent], weights: Sequence[float] | None = None) -> None:
        """Fill the other seats with these agents from the next deals on; running deals keep the numbers of theirs."""
        shares = np.ones(len(opponents)) if weights is None else np.asarray(weights, float)
        if len(shares) != len(opponents) or (len(shares) and (shares.min() < 0 or shares.sum() <= 0)):
            raise ValueError(f"{len(opponents)} opponents need as many weights, none negative, not all zero: got {weights}")
        self.opponents = list(opponents)
        self.opponent_weights = shares / shares.sum() if len(shares) else shares

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal at every table: observations int8 [num_envs, size], infos; without a seed the next deals of the stream.

        `options` are `deck`, `dealer` and `carry` of `Game.deal`, to play one deal everywhere; anything else is a ValueError.
        """
        given = check_deal_options(options)
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise ValueError("one seed for the whole batch is needed: table i plays row i of its stream")
        self._let_go()
        if seed is not None or self._seed is None:
            self._seed = check_seed(seed)
            self.tables.begin(self._seed)
        else:
            self.tables.renew(self.tables.all_rows)
            self.tables.ended[:] = 1
        if given:
            self.tables.deal_again(given)
        self.tables.rewards[:] = 0.0
        self._steps[:] = 0
        self._seat_and_play(self.tables.all_rows)
        return self.tables.observations.copy(), self._infos()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take one action at every table (int [num_envs]); raises IllegalActionError if `illegal_action` says so.

        Returns:
            Observations int8 [num_envs, size], rewards float64 [num_envs], terminations and truncations bool [num_envs], infos.
        """
        tables = self.tables
        self._check_dealt()
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers (int [num_envs]), not {actions.dtype}: {actions!r}")
        actions = np.array(actions, np.int64)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"actions of shape ({self.num_envs},) are needed, not {actions.shape}")
        lost = self._handle_illegal(actions)
        self._let_go()
        tables.rewards[:] = 0.0
        if self.learner is None and self.max_episode_steps is None and not len(lost):
            return self._step_all(actions)
        playing = np.setdiff1d(tables.all_rows, lost) if len(lost) else tables.all_rows
        tables.advance(playing, actions)
        over = (
            tables.let_agents_act(playing, self.opponents) if self.learner is not None else playing[tables.players[playing] < 0]
        )
        self._lose(lost)
        over = np.union1d(over, lost)
        return self._finish_step(over if self.max_episode_steps is None else self._cut_off(over))

    def action_masks(self) -> np.ndarray:
        """Legal actions of the seats to move: int8 [num_envs, num_actions]."""
        return self.tables.masks.copy()

    def get_state(self) -> dict[str, np.ndarray]:
        """All that a run needs to go on from here exactly, opponents aside: name to array."""
        self._check_dealt()
        tables = self.tables
        state = {name: getattr(tables, name).copy() for name in ("paid", "seats", "streams", "running", "ended")}
        return state | {
            "states": np.frombuffer(tables.states.tobytes(), np.uint8).copy(),
            "seed": np.array([self._seed], np.int64),
        }

    def set_state(self, state: dict[str, np.ndarray]) -> None:
        """Go on where `get_state` was called, on an environment set up the same."""
        tables = self.tables
        for name in ("paid", "seats", "streams", "running", "ended"):
            getattr(tables, name)[:] = state[name]
        tables.states[:] = np.frombuffer(state["states"].tobytes(), self.game.dtype)
        self._let_go()
        self._seed = int(state["seed"][0])
        tables.write_turns(tables.all_rows)

    def _check_dealt(self) -> None:
        if self._seed is None:
            raise RuntimeError(NOTHING_DEALT)

    def _let_go(self) -> None:
        """Without a learner the caller may hold the present observations: what comes next, every row, is written elsewhere."""
        if self.learner is None:
            self.tables.observations = np.empty_like(self.tables.observations)

    def _step_all(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Every row acts, so that what is written is handed out as it is; see `_let_go`."""
        tables = self.tables
        tables.advance(tables.all_rows, actions, renews=True)
        over = np.flatnonzero(tables.ended)
        infos = self._infos()
        if len(over):
            self._add_finals(infos, over, tables.ended != 0, tables.running)
        return tables.observations, tables.rewards.copy(), tables.ended == 1, tables.ended == 2, infos

    def _finish_step(self, over: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        tables = self.tables
        rewards = tables.rewards.copy()
        terminations, truncations = np.zeros(self.num_envs, bool), np.zeros(self.num_envs, bool)
        finals: dict[str, Any] = {}
        if len(over):
            terminations[over] = tables.ended[over] == 1
            truncations[over] = tables.ended[over] == 2
            self._add_finals(finals, over, terminations | truncations, tables.running)
            if self.keeps_final_states:
                self.final_states = {
                    row: (State(tables.states[row : row + 1].copy()), int(tables.paid[row])) for row in over.tolist()
                }
            tables.renew(over)
            self._seat_and_play(over)
        return tables.observations.copy(), rewards, terminations, truncations, self._infos() | finals

    def _seat_and_play(self, rows: np.ndarray) -> None:
        """Seat the agents for freshly dealt rows and play on to the learner's first turn."""
        if self.learner is None:
            return
        tables = self.tables
        while len(rows):
            callers = self._learner_seats(rows)
            tables.draw_seats(rows, self.opponent_weights, callers)
            tables.paid[rows] = callers
            rows = tables.let_agents_act(rows, self.opponents)
            if len(rows):
                tables.renew(rows)

    def _learner_seats(self, rows: np.ndarray) -> np.ndarray:
        if self.learner != ROTATE:
            return np.full(len(rows), self.learner, np.int8)
        states = self.tables.states
        turns = states["row"][rows] + states["number"][rows]
        return np.asarray(turns % self.game.num_players, np.int8)

    def _handle_illegal(self, actions: np.ndarray) -> np.ndarray:
        """Deal with illegal actions; returns the rows that lose by them."""
        tables = self.tables
        row = tables.first_illegal(tables.all_rows, actions)
        if row < 0:
            return tables.all_rows[:0]
        if self.illegal_action == "raise":
            raise IllegalActionError(
                f"table {row}: {self.game.explain_illegal(State(tables.states[row : row + 1]), int(actions[row]))}"
            )
        if self.illegal_action == "random":
            tables.random_actions(tables.all_rows, actions)
            return tables.all_rows[:0]
        inside = np.clip(actions, 0, self.game.num_actions - 1)
        return np.flatnonzero((inside != actions) | (tables.masks[tables.all_rows, inside] == 0))

    def _lose(self, rows: np.ndarray) -> None:
        """End these rows' episodes with the penalty for an illegal action."""
        tables = self.tables
        for row in rows:
            seat = int(tables.players[row])
            tables.running[row] += penalties(self.game.num_players, seat)
            tables.rewards[row] = penalties(self.game.num_players, seat)[seat]
            tables.ended[row] = 1
            tables.last_observations[row] = self.game.observe(State(tables.states[row : row + 1]), seat)

    def _cut_off(self, over: np.ndarray) -> np.ndarray:
        """Cut off the episodes that have lasted too long; returns the rows whose episode is over, these included."""
        tables = self.tables
        self._steps += 1
        late = np.setdiff1d(np.flatnonzero(self._steps == self.max_episode_steps), over)
        for row in late:
            seat = int(tables.paid[row]) if self.learner is not None else int(tables.players[row])
            tables.ended[row] = 2
            tables.last_observations[row] = self.game.observe(State(tables.states[row : row + 1]), seat)
        over = np.union1d(over, late)
        self._steps[over] = 0
        return over

    def _infos(self) -> dict[str, Any]:
        return {"seat": self.tables.players.copy(), "action_mask": self.tables.masks.copy()}

    def _add_finals(self, infos: dict[str, Any], over: np.ndarray, where: np.ndarray, running: np.ndarray) -> None:
        finals = np.full(self.num_envs, None, object)
        for row in over:
            finals[row] = self.tables.last_observations[row].copy()
        infos |= {"final_obs": finals, "_final_obs": where, "returns": running * where[:, None], "_returns": where}
        infos |= {"final_seat": self.tables.paid.copy(), "_final_seat": where}
        infos |= {"final_info": {"returns": infos["returns"]}, "_final_info": where}

    def close_extras(self, **_kwargs: Any) -> None:
        """Nothing to release."""


__all__ = ["NOBODY", "ROTATE", "Vector"]
