"""Game: the rules of one table as an object, for single states and for arrays of states."""

import functools
import importlib
import json
import math
import operator
import types
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np

from envs.core import driver
from envs.core.jit import PLAIN, bind, prepare
from envs.core.options import Episode, OptionError, UnknownOptionError, from_plain, options_array, to_plain
from envs.core.rng import MAX_SEED, check_seed, make_streams
from envs.core.rules import Rules, completed
from envs.core.scene import Scene
from envs.core.state import NOBODY
from envs.core.text import read_json
from envs.render.text import describe as describe_scene

DEAL_OPTIONS = ("deck", "dealer", "carry")
NOTHING_DEALT = "nothing has been dealt: call reset()"
RECORD_VERSION = 1
_RECORD_KINDS = {"record": int, "game": str, "dealer": int, "deck": str, "actions": list}


class IllegalActionError(ValueError):
    """An action that the player to move may not take."""


class RecordError(ValueError):
    """A hand record or the bytes of a state that are damaged or belong to another game."""


class State:
    """One table: a record of the game's STATE. Its fields read as attributes.

    Attributes:
        array: STATE [1], the record itself; kernels write to it.
    """

    __slots__ = ("array",)

    def __init__(self, array: np.ndarray) -> None:
        """Hold (not copy) a one-element array."""
        self.array = array

    def __getattr__(self, name: str) -> Any:
        """A field of the record; arrays as views."""
        if name.startswith("__") or name == "array" or name not in (self.array.dtype.names or ()):
            raise AttributeError(f"a state has no field {name!r}")
        return self.array[name][0]

    def __bytes__(self) -> bytes:
        return self.array.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __reduce__(self) -> tuple[type["State"], tuple[np.ndarray]]:
        return State, (self.array,)

    def copy(self) -> "State":
        """An independent copy."""
        return State(self.array.copy())

    __copy__ = copy

    def __deepcopy__(self, _memo: Any) -> "State":
        return self.copy()


class Game:
    """The rules of one table.

    Attributes:
        id: full id, `<game>/<variant>-v<version>`.
        rules: the game's module.
        options: the game's Options.
        options_array: the same as kernels take them: record [1].
        blank: STATE [1] of zeros, as kernels take it.
        num_players: seats at the table.
        teams: seats that always score the same, a tuple each; in most games every seat is a team of its own.
        num_actions: size of the action space.
        num_cards: size of the pack; the first actions are the cards.
        max_deal_length: most decisions one deal can take, redeals not counted.
        observation_size: size of an observation.
        layout: named pieces of an observation.
        actions: action number to name and back.
    """

    def __init__(self, game_id: str, rules: Rules, preset: Any, changes: Mapping[str, Any]) -> None:
        """Set up a table by a variant's Options and changes to them, as text, numbers and lists; raises OptionError."""
        self.rules = rules
        try:
            preset = self.rules.preset_for(preset, changes)
            self.options = from_plain(preset, changes)
            self.rules.validate(self.options)
        except UnknownOptionError as error:
            raise UnknownOptionError(error.name, error.known, f"{game_id}: ") from None
        except OptionError as error:
            raise OptionError(f"{game_id}: {error}") from None
        self.id = game_id
        self.name = game_id.partition("/")[0]
        self.changes = dict(changes)
        self._preset = preset
        self.layout = self.rules.observation_layout(self.options)
        self.actions = self.rules.ACTIONS
        self.dtype = self.rules.STATE
        self.num_cards = len(self.rules.PACK)
        self.num_actions = len(self.actions)
        self.observation_size = self.layout.size
        self.max_deal_length = self.rules.MAX_DECISIONS
        self.options_array = as_plain_view(options_array(self.options))
        self.num_players = int(self.rules.num_players(self.options_array[0]))
        self.teams = _teams([self.rules.team_of(seat, self.options) for seat in range(self.num_players)])
        self.blank = self.empty(1)
        self._memo = np.zeros(self.rules.MEMO_SIZE, np.int64)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by what it was made from; kernels are found again."""
        return _rebuild, (self.id, self.rules.__name__, self._preset, self.changes)

    @property
    def is_match(self) -> bool:
        """Whether an episode is a match of many deals."""
        return bool(self.options.episode == Episode.MATCH)

    @functools.cached_property
    def kernels(self) -> types.SimpleNamespace:
        """The compiled loops of `envs.core.driver`; the first arguments of all are the states and the options' record."""
        kernels = _kernels_of(self.rules)
        prepare(f"the rules of {self.name}", lambda: self._warm_up(kernels), Path(str(self.rules.__file__)).resolve().parent)
        return kernels

    def _warm_up(self, kernels: types.SimpleNamespace) -> None:
        """Call every kernel once, with the types of everyday use."""
        states, options, blank, rows = self.empty(1), self.options_array, self.blank, np.arange(1)
        players, ended = np.zeros(1, np.int8), np.zeros(1, np.int8)
        actions, rewards, running = np.zeros(1, np.int64), np.zeros(1), np.zeros((1, self.num_players))
        masks, seen = np.zeros((1, self.num_actions), np.int8), np.zeros((1, self.observation_size), np.int8)
        kernels.renew_rows(states, options, blank, rows)
        kernels.begin_as_recorded(states, 0, options)
        kernels.action_mask_many(states, options, masks)
        kernels.observe_many(states, options, states["player"].copy(), seen)
        kernels.determinize_many(states.copy(), options, blank, seen, self._memo.copy(), np.zeros(1, np.uint64))
        kernels.returns_many(states, options, running)
        kernels.write_turns(states, options, rows, players, masks, seen)
        actions[0] = masks[0].argmax()
        kernels.act_once(
            states.copy(), options, int(actions[0]), masks[0].copy(), seen[0].copy(), np.zeros((2, self.num_players))
        )
        kernels.step_many(states.copy(), options, actions)
        kernels.advance_rows(
            states, options, blank, rows, actions, players, False, players, masks, seen, seen.copy(), rewards, running, ended
        )
        kernels.hidden_of(states, options, np.zeros(self.num_cards, np.int8))
        kernels.winners_of(states, options)

    # --- single states ---

    def deal(
        self,
        seed: int | None = None,
        *,
        row: int = 0,
        number: int = 0,
        deck: Sequence[int | str] | None = None,
        dealer: int | None = None,
        carry: Mapping[str, Any] | None = None,
    ) -> State:
        """Start an episode.

        Args:
            seed: of the stream of deals, of which it is the deal of this row and number; None takes a fresh one.
            deck: the shuffled pack instead, as card texts or numbers; the same deck gives the same deal.
            dealer: seat; None leaves it to chance.
            carry: what carries over from the deal before in a match, field to value.

        Returns:
            The state at its first decision.
        """
        states = self.deal_many(1, seed, first_row=row, number=number)
        if deck is None and dealer is None and carry is None:
            return State(states)
        if dealer is not None and not 0 <= dealer < self.num_players:
            raise ValueError(f"dealer {dealer} is no seat; possible: 0 to {self.num_players - 1}")
        script = self.empty(1)
        for name in ("seed", "row", "number", "deck", "dealer"):
            script[name] = states[name]
        if deck is not None:
            script["deck"][0] = self.rules.PACK.deck(deck)
        if dealer is not None:
            script["dealer"] = dealer
        for name, value in (carry or {}).items():
            if name not in self.carried:
                raise ValueError(f"{name!r} does not carry over from deal to deal; these do: {', '.join(self.carried)}")
            field = script[name][0] if script[name].ndim > 1 else script[name]
            _set_field(field, name, value)
        self.kernels.begin_as_recorded(script, 0, self.options_array)
        return State(script)

    @property
    def carried(self) -> tuple[str, ...]:
        """Fields of a state that carry over from one deal of a match to the next."""
        return ("deals", "thrown_in", *self.rules.CARRIED)

    def current_player(self, state: State) -> int:
        """Seat to move, or -1 when the episode is over."""
        return int(state.player)

    def action_mask(self, state: State) -> np.ndarray:
        """Legal actions: int8 [num_actions], all zero when the episode is over."""
        masks = np.zeros((1, self.num_actions), np.int8)
        self.kernels.action_mask_many(state.array, self.options_array, masks)
        return cast(np.ndarray, masks[0])

    def legal_actions(self, state: State) -> list[int]:
        """Legal actions as numbers, ascending."""
        return [int(action) for action in np.flatnonzero(self.action_mask(state))]

    def step(self, state: State, action: int) -> None:
        """Take an action; where that fails, the state is as before.

        Raises:
            IllegalActionError: it is not legal.
            TypeError: it is no whole number.
        """
        action = whole_number(action)
        if action not in self.legal_actions(state):
            raise IllegalActionError(self.explain_illegal(state, action))
        self.kernels.step_many(state.array, self.options_array, np.array([action], np.int64))

    def play(self, state: State, names: Sequence[str]) -> None:
        """Take actions by name, one after the other; raises as `step` does."""
        for name in names:
            self.step(state, self.actions.number(name))

    def is_terminal(self, state: State) -> bool:
        """Whether the episode is over."""
        return bool(state.player == NOBODY)

    def returns(self, state: State) -> np.ndarray:
        """Returns so far: float64 [num_players]."""
        out = np.zeros((1, self.num_players))
        self.kernels.returns_many(state.array, self.options_array, out)
        return cast(np.ndarray, out[0])

    def winners(self, state: State) -> tuple[int, ...]:
        """Seats that have won an episode that is over; ties share it."""
        winners = self.kernels.winners_of(state.array, self.options_array)
        return tuple(seat for seat in range(self.num_players) if winners >> seat & 1)

    def observe(self, state: State, player: int) -> np.ndarray:
        """All that a seat knows: int8 [observation_size]."""
        out = np.zeros((1, self.observation_size), np.int8)
        self.kernels.observe_many(state.array, self.options_array, np.array([player], np.int8), out)
        return cast(np.ndarray, out[0])

    def determinize(self, observation: np.ndarray, rng: np.ndarray | int) -> State:
        """Draw a state that fits an observation, with the observer at seat 0; see `determinize_many`."""
        return State(self.determinize_many(np.asarray(observation, np.int8)[None], rng))

    def scene(self, state: State, player: int | None = None) -> Scene:
        """The table as people see it: what one seat sees, or everything."""
        return self.rules.scene(state, self.options, player)

    def describe(self, state: State, player: int | None = None) -> str:
        """The table as text: what one seat sees, or everything."""
        return describe_scene(self.scene(state, player))

    def heard(self, state: State, player: int, action: int) -> str:
        """What a seat notices of an action that is taken in this state: its name, less of a hidden one, or nothing."""
        return self.rules.heard(state, self.options, player, action)

    def hidden(self, state: State) -> np.ndarray:
        """Cards that nobody has seen: int8 [num_cards]."""
        out = np.zeros(self.num_cards, np.int8)
        self.kernels.hidden_of(state.array, self.options_array, out)
        return out

    # --- bytes and text ---

    def from_bytes(self, data: bytes) -> State:
        """The state that gave these bytes; raises RecordError for another size."""
        if len(data) != self.dtype.itemsize:
            raise RecordError(f"a state of {self.id} has {self.dtype.itemsize} bytes; these are {len(data)}")
        states = self.empty(1)
        states[:] = np.frombuffer(data, self.dtype)
        return State(states)

    def to_text(self, state: State) -> str:
        """The hand record: one line of JSON with the deck, the dealer and the decisions by name."""
        record: dict[str, Any] = {
            "record": RECORD_VERSION,
            "game": self.id,
            "options": {k: v for k, v in to_plain(self.options).items() if k in self.changes},
            "seed": [int(state.seed), int(state.row), int(state.number)],
            "dealer": int(state.dealer),
            "deck": " ".join(self.rules.PACK.format(card) for card in state.deck),
            "actions": [self.actions.name(action) for action in state.log[: state.log_length]],
        }
        if self.is_match or state.deals > 1:
            record["match"] = self._script_before(state)
        if self.is_terminal(state):
            record["scores"] = [float(score) for score in self.returns(state)]
        return json.dumps(record)

    def from_text(self, text: str) -> State:
        """The state of a hand record.

        Raises:
            RecordError: damaged, or of another game or table.
            IllegalActionError: an action that was not legal.
        """
        record = self._checked_record(text)
        try:
            state = self.deal(seed=0, deck=record["deck"].split(), dealer=record["dealer"], carry=record.get("match"))
            actions = [self.actions.number(name) for name in record["actions"]]
        except ValueError as error:
            raise RecordError(f"damaged hand record: {error}") from None
        state.array["seed"], state.array["row"], state.array["number"] = record.get("seed", [0, 0, 0])
        for action in actions:
            self.step(state, action)
        scores = record.get("scores")
        if scores is not None and scores != list(self.returns(state)):
            raise RecordError(f"the record's scores {scores} are not those of its actions: {list(self.returns(state))}")
        return state

    def _script_before(self, state: State) -> dict[str, Any]:
        """What stood at the beginning of the present deal of a match, field to value."""
        is_thrown_in = state.truncated and state.thrown_in > 0  # the last deal of an episode that was cut off
        script: dict[str, Any] = {"deals": int(state.deals) - 1, "thrown_in": int(state.thrown_in) - int(is_thrown_in)}
        start = 0
        for name in self.rules.CARRIED:
            shape = self.dtype[name].shape
            values = state.before[start : start + (shape[0] if shape else 1)]
            script[name] = values.tolist() if shape else int(values[0])
            start += len(values)
        return script

    def _checked_record(self, text: str) -> dict[str, Any]:
        """The fields of a hand record of this table, each of the right kind."""
        try:
            record = read_json(text)
        except ValueError as error:
            raise RecordError(f"not a hand record: {error}") from None
        if not isinstance(record, dict):
            raise RecordError("not a hand record: a line of JSON with an object is needed")
        for key, kind in _RECORD_KINDS.items():
            if not isinstance(record.get(key), kind):
                raise RecordError(f"not a hand record: {key!r} is missing or is no {kind.__name__}")
        if record["record"] != RECORD_VERSION:
            raise RecordError(f"hand record of version {record['record']}; this program reads version {RECORD_VERSION}")
        if not all(isinstance(action, str) for action in record["actions"]):
            raise RecordError("damaged hand record: 'actions' are names, as text")
        seed = record.get("seed", [0, 0, 0])
        if not (isinstance(seed, list) and len(seed) == 3 and all(type(n) is int and 0 <= n <= MAX_SEED for n in seed)):
            raise RecordError("damaged hand record: 'seed' is seed, row and number, each from 0 to 2**63 - 1")
        if not isinstance(record.get("match", {}), dict) or not isinstance(record.get("scores", []), list):
            raise RecordError("damaged hand record: 'match' is an object and 'scores' is a list")
        self._check_same_table(record["game"], record.get("options", {}))
        return record

    def _check_same_table(self, game_id: str, changes: Any) -> None:
        """Raise RecordError unless these are the id and the options of this table."""
        try:
            is_same = game_id == self.id and from_plain(self._preset, changes) == self.options
        except (OptionError, AttributeError):
            is_same = False
        if not is_same:
            raise RecordError(f"the record is of {game_id} with options {changes}; this table is {self.id} with {self.changes}")

    def why_illegal(self, state: State, action: int) -> str:
        """Why an action is not possible, in a few words; empty if it is possible, or if the rules do not say."""
        legal = self.legal_actions(state)
        if not legal or action in legal or not 0 <= action < self.num_actions:
            return ""
        return self.rules.why_illegal(state, self.options, int(action))

    def explain_illegal(self, state: State, action: int) -> str:
        """Why an action cannot be taken and which can."""
        legal = self.legal_actions(state)
        name = self.actions.name(action) if 0 <= action < self.num_actions else "no action"
        if not legal:
            return f"action {action} ({name}): the episode is over"
        phase = self.rules.PHASES[int(state.phase)]
        reason = self.why_illegal(state, action)
        reason = f": {reason}" if reason else ""
        names = " ".join(self.actions.name(a) for a in legal)
        return f"player_{state.player} cannot take action {action} ({name}) in phase {phase}{reason}. Legal: {names}"

    # --- arrays of states ---

    def empty(self, count: int) -> np.ndarray:
        """STATE [count] of zeros."""
        return as_plain_view(np.zeros(count, self.dtype))

    def deal_many(self, count: int, seed: int | None = None, *, first_row: int = 0, number: int = 0) -> np.ndarray:
        """Start an episode at each of many tables; table i has row first_row + i of the seed's stream: STATE [count]."""
        states = self.empty(count)
        self.begin_many(states, check_seed(seed), first_row, number)
        return states

    def begin_many(self, states: np.ndarray, seed: int, first_row: int = 0, number: int = 0) -> None:
        """Start an episode at each of many tables, as `deal_many` does, on states that are there: STATE [count], written."""
        rows = np.arange(len(states))
        states["seed"], states["row"], states["number"] = seed, first_row + rows, number - 1
        self.kernels.renew_rows(states, self.options_array, self.blank, rows)

    def step_many(self, states: np.ndarray, actions: np.ndarray) -> None:
        """Take a legal action (int64 [tables]; not checked) at each table where somebody is to move."""
        self.kernels.step_many(states, self.options_array, actions)

    def action_mask_many(self, states: np.ndarray, masks: np.ndarray) -> None:
        """Write the legal actions of every table: int8 [tables, num_actions]."""
        self.kernels.action_mask_many(states, self.options_array, masks)

    def observe_many(self, states: np.ndarray, observations: np.ndarray, players: np.ndarray | None = None) -> None:
        """Write what one seat of every table sees: int8 [tables, observation_size].

        `players` (int8 [tables]) are the seats; None: those to move, or seat 0 where nobody is.
        """
        seats = np.maximum(states["player"], 0) if players is None else players
        self.kernels.observe_many(states, self.options_array, np.ascontiguousarray(seats, np.int8), observations)

    def returns_many(self, states: np.ndarray, out: np.ndarray) -> None:
        """Write the returns so far: float64 [tables, num_players]."""
        self.kernels.returns_many(states, self.options_array, out)

    def determinize_many(self, observations: np.ndarray, rng: np.ndarray | int) -> np.ndarray:
        """Draw for each observation a state that fits it: every shuffle and hidden choice that fits is equally likely.

        Args:
            observations: int8 [count, observation_size], of deals in which somebody is to move.
            rng: streams, uint64 [count], advanced; or a seed.

        Returns:
            STATE [count], the observers at seat 0: `observe(state, 0)` equals the observation.

        Raises:
            ValueError: nobody is to move in an observation, or no deal was found that fits it.
        """
        streams = make_streams(len(observations), check_seed(rng)) if isinstance(rng, (int, np.integer)) else rng
        if not observations[:, self.layout["phase"]].any(axis=1).all():
            raise ValueError("nobody is to move in this observation: the deal is over, and there is nothing to draw")
        states = self.empty(len(observations))
        impossible = self.kernels.determinize_many(
            states, self.options_array, self.blank, np.ascontiguousarray(observations), self._memo.copy(), streams
        )
        if impossible >= 0:
            raise ValueError(f"no deal of {self.id} fits observation {impossible}: a seat at this table cannot see this")
        return states


def whole_number(action: Any) -> int:
    """The number of an action: a whole number, or an array or tensor of a single one.

    Raises:
        TypeError: anything else; shows what it is.
    """
    try:
        return operator.index(action)
    except TypeError:
        is_single = math.prod(getattr(action, "shape", (0,))) == 1
        item = action.item() if is_single and hasattr(action, "item") else None
        if isinstance(item, (int, np.integer)):
            return int(item)
    raise TypeError(f"an action is a whole number, not {action!r}")


def check_deal_options(options: Mapping[str, Any] | None) -> dict[str, Any]:
    """What `reset` of an environment was given as `options`, ready for `Game.deal`; raises ValueError for anything else."""
    for name in options or {}:
        if name not in DEAL_OPTIONS:
            raise ValueError(f"options of reset are {', '.join(DEAL_OPTIONS)}, to play a given deal; not {name!r}")
    return dict(options or {})


def as_plain_view(array: np.ndarray) -> np.ndarray:
    """What kernels take: the array itself compiled, a view whose elements have attributes in plain Python."""
    return array.view(np.recarray) if PLAIN else array


def _set_field(field: np.ndarray, name: str, value: Any) -> None:
    """Write whole numbers into the first entries of a field; raises ValueError for anything else."""
    values = list(value) if isinstance(value, (list, tuple, np.ndarray)) else [value]
    limits = np.iinfo(field.dtype)
    is_fine = all(isinstance(v, (int, np.integer)) and limits.min <= v <= limits.max for v in values)
    if not is_fine or len(values) > len(field):
        raise ValueError(f"{name}={value!r} is impossible; possible: up to {len(field)} whole numbers of {field.dtype}")
    field[: len(values)] = values


def _teams(team_by_seat: list[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(seat for seat, other in enumerate(team_by_seat) if other == team) for team in sorted(set(team_by_seat)))


def _rebuild(game_id: str, rules_name: str, preset: Any, changes: Mapping[str, Any]) -> Game:
    return Game(game_id, completed(importlib.import_module(rules_name)), preset, changes)


@functools.cache
def _kernels_of(rules: Rules) -> types.SimpleNamespace:
    return bind(driver.GENERIC, {"rules": rules}, driver.HELPERS)
