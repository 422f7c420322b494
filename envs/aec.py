"""A game as a PettingZoo AEC environment."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env import AECEnv

from envs.core.rng import check_seed, make_streams, next_below
from envs.core.state import NOBODY
from envs.game import NOTHING_DEALT, Game, IllegalActionError, State, check_deal_options, whole_number
from envs.illegal import check_policy, penalties
from envs.render.display import MODES, PICTURES_PER_SECOND, Display, check_seat

Observation = dict[str, np.ndarray]


class RawEnv(AECEnv[str, Observation, int]):
    """One table with all seats as agents `player_0`, `player_1`, ...; nothing is checked.

    Observations are `{"observation": int8 [size], "action_mask": int8 [num_actions]}`. The mask is the mover's: all zero for
    everybody else and after the end. Rewards are what each seat earned by the last action; over an episode they add up to the
    game's returns. At the end `infos[agent]` holds "score" and "won", whether the agent has won the episode (ties share it).

    Attributes:
        game: the rules.
        id: full id of the game.
        options: its options.
    """

    def __init__(
        self,
        game: Game,
        *,
        illegal_action: str = "raise",
        render_mode: str | None = None,
        render_seat: int | None = None,
        render_size: tuple[int, int] = (800, 600),
    ) -> None:
        """Set up a table; `reset` deals.

        Args:
            game: the rules.
            illegal_action: "raise" an IllegalActionError, "lose" the episode with a penalty, or play a "random" legal action.
            render_mode: None, "ansi" (text), "rgb_array" (pictures) or "human" (a window).
            render_seat: seat whose view is rendered; None shows all cards.
            render_size: width and height of pictures and of the window.
        """
        super().__init__()
        self._display = Display(render_mode, game.id, render_size)
        self.render_seat = check_seat(render_seat, game.num_players)
        self.game = game
        self.id = game.id
        self.options = game.options
        self.render_mode = render_mode
        self.illegal_action = check_policy(illegal_action)
        self.metadata = {
            "name": game.id.replace("/", "_"),
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": PICTURES_PER_SECOND,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.num_players)]
        self.agents: list[str] = []
        self._seat_by_agent = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(game.layout.low, game.layout.high, dtype=np.int8),
                    "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents}
        bounds = [np.tile(limit, game.num_players) for limit in (game.layout.low, game.layout.high)]
        hidden = np.ones(game.num_cards, np.int8)
        self.state_space = spaces.Box(
            np.concatenate([bounds[0], 0 * hidden]), np.concatenate([bounds[1], hidden]), dtype=np.int8
        )
        self.agent_selection = self.possible_agents[0]
        self._states = game.empty(1)
        self._mask = np.zeros(game.num_actions, np.int8)
        self._observation = np.zeros(game.observation_size, np.int8)
        self._earned = np.zeros((2, game.num_players))
        self._player = NOBODY
        self._seed: int | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal: the first deal of a seed's stream, or without a seed the next one of the present stream.

        `options` are `deck`, `dealer` and `carry` of `Game.deal`, to play a given deal; anything else is a ValueError, but for
        the {"options": 1} of PettingZoo's own API test.
        """
        given = check_deal_options({} if options == {"options": 1} else options)
        if seed is not None or self._seed is None:
            seed, number = check_seed(seed), 0
        else:
            seed, number = self._seed, int(self._states["number"][0]) + 1
        self._states = self.game.deal(seed, number=number, **given).array
        self._seed = seed
        self._streams = make_streams(1, seed, number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._earned[:] = 0.0
        self._look()
        self._render_human()

    def step(self, action: int | None) -> None:
        """Take the selected agent's action; None for an agent whose episode is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        game = self.game
        number = whole_number(action)
        self._player = game.kernels.act_once(
            self._states, game.options_array, number, self._mask, self._observation, self._earned
        )
        self._pay(self._earned[0])
        if self._player >= 0:
            self.agent_selection = self.possible_agents[self._player]
        else:
            self._end(truncated=bool(self._states["truncated"][0]))
        self._render_human()

    def observe(self, agent: str) -> Observation:
        """What an agent sees, in fresh arrays."""
        self._check_dealt()
        if agent not in self._seat_by_agent:
            raise ValueError(f"{agent!r} is no agent of this table; possible: {', '.join(self.possible_agents)}")
        seat = self._seat_by_agent[agent]
        if seat == self._player:
            return {"observation": self._observation.copy(), "action_mask": self._mask.copy()}
        return {
            "observation": self.game.observe(State(self._states), seat),
            "action_mask": np.zeros(self.game.num_actions, np.int8),
        }

    def state(self) -> np.ndarray:
        """Everything: int8, every seat's observation one after the other, then the cards nobody has seen."""
        state = self.game_state
        views = [self.game.observe(state, seat) for seat in range(self.game.num_players)]
        return np.concatenate([*views, self.game.hidden(state)])

    def render(self) -> str | np.ndarray | None:
        """The table, as `render_mode` says: a text, a picture (uint8 [height, width, 3]), or None when a window shows it.

        Raises:
            RuntimeError: called before `reset`.
        """
        self._check_dealt()
        return self._display.show(self.game.scene(State(self._states), self.render_seat))

    def close(self) -> None:
        """Close the window, if there is one."""
        self._display.close()

    @property
    def game_state(self) -> State:
        """A copy of the engine's state, for search, records and tests."""
        self._check_dealt()
        return State(self._states.copy())

    def __str__(self) -> str:
        """A name that can be a file's, as PettingZoo's tools take it."""
        return str(self.metadata["name"])

    def __getattr__(self, name: str) -> Any:
        """What `reset` makes is asked for too early."""
        if name in {"rewards", "terminations", "truncations", "infos", "_cumulative_rewards"}:
            raise AttributeError(f"there are no {name.lstrip('_')} yet: {NOTHING_DEALT}")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def _check_dealt(self) -> None:
        if self._seed is None:
            raise RuntimeError(NOTHING_DEALT)

    def _look(self) -> None:
        """Refresh what the player to move sees and may do."""
        game = self.game
        self._player = int(self._states["player"][0])
        players, rows = np.array([self._player], np.int8), np.zeros(1, np.int64)
        game.kernels.write_turns(self._states, game.options_array, rows, players, self._mask[None], self._observation[None])
        self.agent_selection = self.possible_agents[max(self._player, 0)]

    def _pay(self, earned: np.ndarray) -> None:
        rewards, totals = self.rewards, self._cumulative_rewards
        for agent, value in zip(self.agents, earned.tolist(), strict=True):
            rewards[agent] = value
            totals[agent] += value

    def _end(self, truncated: bool) -> None:
        """The episode is over for everybody at once."""
        self._player = NOBODY
        self._mask[:] = 0
        winners = self.game.winners(State(self._states))
        for seat, (agent, score) in enumerate(zip(self.possible_agents, self._earned[1].tolist(), strict=True)):
            self.terminations[agent] = not truncated
            self.truncations[agent] = truncated
            self.infos[agent] = {"score": score, "won": seat in winners}
        self._deads_step_first()

    def _render_human(self) -> None:
        if self.render_mode == "human":
            self.render()


class Env(RawEnv):
    """RawEnv that checks order and legality itself; see `RawEnv` for what it shows."""

    def step(self, action: int | None) -> None:
        """Take the selected agent's action.

        Raises:
            IllegalActionError: illegal, with `illegal_action="raise"`; nothing has changed.
            TypeError: not a whole number; nothing has changed.
            RuntimeError: called before `reset`, or after the last agent has left.
        """
        if not self.agents:
            raise RuntimeError("no episode is running: call reset()")
        if self._player >= 0:
            action = whole_number(action)
            if not 0 <= action < len(self._mask) or not self._mask[action]:
                if self.illegal_action == "raise":
                    raise IllegalActionError(self.game.explain_illegal(State(self._states), action))
                if self.illegal_action == "lose":
                    self._lose()
                    return
                legal = np.flatnonzero(self._mask)
                action = int(legal[next_below(self._streams, 0, len(legal))])
        super().step(action)

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, rewards since its last turn, termination, truncation and info of the selected agent."""
        if not self.agents:
            raise RuntimeError("no episode is running: call reset()")
        observation, reward, terminated, truncated, info = super().last(observe)
        return observation, reward, terminated, truncated, info

    def _lose(self) -> None:
        """End the episode: the selected agent pays the penalty to the others."""
        seat = self._player
        self._cumulative_rewards[self.agent_selection] = 0.0
        earned = penalties(self.game.num_players, seat)
        self._earned[1] += earned
        self._pay(earned)
        self._end(truncated=False)
