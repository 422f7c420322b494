"""What a deal comes to when all cards lie open and both sides play their best, from any point of the play.

    solver = Solver(envs.load_game("skat/isko-v0"))
    solver.reaches(state)            # does the declarer reach 61, or what else the score asks?
    solver.exact(state)              # how many card points do they get?
    solver.values(state)             # what is each card worth that may be played now?
    solver.line(state)               # the value, and how it comes about

Two sides are searched exactly. Where everybody plays for themselves, or three teams do, the search is *paranoid*: one seat (or
team) against all others, who want nothing but to harm it. So it is in Ramsch, leaster, moster and Schmier: fast, and a bound
of what that seat can be sure of. `max_n` lets each of them go after its own card points instead; it cannot cut much, so it is
for endings.

There is no solver with two players, who uncover cards as they play; in Sheepshead before the sides are known; in Schmier with
options that change what may be played; and before the first card.
"""

import functools
import importlib
import importlib.util
import types
from pathlib import Path
from typing import NamedTuple

import numpy as np

from agents.search.solver import loops
from agents.search.solver.board import new_board
from agents.search.solver.max_n import MOST_CARDS, max_n, new_stack
from agents.search.solver.questions import EXACT, NO_VALUE, OWN, answer_many, signs
from agents.search.solver.work import ALL, Uses, new_work
from envs.core.jit import bind, prepare
from envs.core.position import MAX_CARDS, MAX_SEATS, POSITION, Unit, mover, num_on_table, play
from envs.game import Game, State, as_plain_view

__all__ = ["ALL", "MAX_CARDS", "NO_VALUE", "OWN", "NoSolverError", "Solver", "Unit", "Uses", "Value"]

_OWN_UNIT = -1


class NoSolverError(ValueError):
    """A game, or a state of it, that cannot be solved."""


class Value(NamedTuple):
    """What a state is worth, and how that comes about."""

    value: int
    """Card points, tricks, or in Sheep Head 3 more than what the hand is won by; of the side that is counted."""
    card: int
    """The card to play: an action, or -1 where the deal is over."""
    line: tuple[int, ...]
    """Actions of best play to the end, `card` first."""


class Solver:
    """The solver of one game. It keeps its table in memory (2 MB), so one solver is for one thread."""

    def __init__(self, game: Game, uses: int = ALL) -> None:
        """Find how a game looks to the solver.

        Args:
            game: the table.
            uses: bits of `Uses`; to leave one out makes it slower and changes no value.

        Raises:
            NoSolverError: there is none for this game.
        """
        if game.num_players < 3:
            raise NoSolverError(f"{game.id} has no open-card solver: two players uncover cards as they play")
        self.game = game
        self._loops = _loops_of(game.rules.__name__, game.name)
        self._options = game.options_array
        self._uses = int(uses)
        self._work, self._board = new_work(), new_board()
        prepare("the solver", self._warm_up, Path(__file__).parent)
        prepare(f"the solver of {game.name}", self._warm_up_loops, Path(__file__).parent)

    # --- positions ---

    def position(self, state: State, seat: int = -1) -> np.ndarray:
        """What the solver sees of a state: POSITION [1].

        Args:
            state: in the play of the cards.
            seat: who is looked at where there are more than two sides, counted from forehand (in Schmier from seat 0); -1: who
                is to move.

        Raises:
            NoSolverError: the state is not in the play of the cards, or has no two sides (yet).
        """
        position, placed = self.find_positions(state.array, seat)
        if not placed[0]:
            phase = self.game.rules.PHASES[int(state.phase)]
            raise NoSolverError(
                f"{self.game.id} has no open-card solver for this state (phase {phase}): cards must be being played, by two"
                " sides that are known, or by everybody for themselves"
            )
        return position

    def positions(self, states: np.ndarray, seat: int = -1) -> np.ndarray:
        """What the solver sees of many states, such as `Game.determinize_many` draws: POSITION [states].

        Raises:
            NoSolverError: names the first state that has none.
        """
        positions, placed = self.find_positions(states, seat)
        if not placed.all():
            raise NoSolverError(
                f"{self.game.id}: state {placed.argmin()} of {len(states)} has no open-card solver; see `position`"
            )
        return positions

    def find_positions(self, states: np.ndarray, seat: int = -1) -> tuple[np.ndarray, np.ndarray]:
        """What the solver sees of many states, POSITION [states], and which of them have a position: bool [states]."""
        positions, placed = as_plain_view(np.zeros(len(states), POSITION)), np.zeros(len(states), np.bool_)
        self._loops.place_many(as_plain_view(states), self._options, seat, placed, positions)
        return positions, placed

    # --- one state ---

    def reaches(self, state: State, target: int | None = None, unit: Unit | None = None, seat: int = -1) -> bool:
        """Whether the side that is counted comes to so much.

        Args:
            state: in the play of the cards.
            target: card points or tricks; None: what the score asks first (61, 90 or all tricks in Skat; 61 in Sheepshead;
                in a Null and after a billy whether the one against all takes a trick).
            unit: what is counted; None: what the score asks.
            seat: see `position`.

        Raises:
            NoSolverError: see `position`; or there is nothing that the score asks, so that the target must be given.
        """
        position = self.position(state, seat)
        if target is None and position["target"][0] == 0:
            raise NoSolverError(f"{self.game.id}: the score asks for no target here; give one, or ask for the exact value")
        return bool(self.solve_many(position, OWN if target is None else target, unit)[0])

    def exact(self, state: State, unit: Unit | None = None, seat: int = -1) -> int:
        """How many card points (or tricks) the counted side comes to; arguments as in `reaches`."""
        return int(self.solve_many(self.position(state, seat), None, unit)[0])

    def values(self, state: State, target: int | None = None, unit: Unit | None = None, seat: int = -1) -> dict[int, int]:
        """What each card that may be played now is worth: action to value, 1 or 0 with a target; arguments as in `reaches`."""
        position = self.position(state, seat)
        values = self.value_many(position, target, unit)[0]
        return {_action_of(position, int(card)): int(values[card]) for card in np.flatnonzero(values != NO_VALUE)}

    def line(self, state: State, unit: Unit | None = None, seat: int = -1) -> Value:
        """The exact value with a principal line: one way in which best play by both sides comes to it."""
        position = self.position(state, seat)
        value = int(self.solve_many(position, None, unit)[0])
        actions = []
        while position["hands"][0].any():
            raises = int(position["raisers"][0]) >> mover(position[0]) & 1
            reached = self.value_many(position, value if raises else value + 1, unit)[0]
            card = int(np.flatnonzero(reached == raises)[0])
            actions.append(_action_of(position, card))
            play(position[0], card)
        return Value(value, actions[0] if actions else -1, tuple(actions))

    def max_n(self, state: State) -> tuple[int, np.ndarray]:
        """The ending of a deal without two sides, if everybody goes after their own card points.

        Of equally good cards a seat plays the first; other choices among them may be worth something else to others.

        Returns:
            The action, and what each team still wins: int64 [MAX_SEATS]. In Schmier teams are numbered as in `Game.team_of`;
            elsewhere each seat is one, counted from forehand.

        Raises:
            NoSolverError: see `position`; or too many cards are left.
        """
        position = self.position(state)
        cards = sum(int(hand).bit_count() for hand in position["hands"][0]) + num_on_table(position[0])
        if cards > MOST_CARDS:
            raise NoSolverError(f"{self.game.id}: max-n is for endings of up to {MOST_CARDS} cards; there are {cards}")
        stack, won = new_stack(), np.zeros(MAX_SEATS, np.int64)
        stack[0] = position[0]
        return _action_of(position, max_n(stack, won)), won

    # --- many positions ---

    def outlook(self, states: np.ndarray, target: int | None = OWN) -> np.ndarray:
        """What each card that may be played now is worth to whoever plays it: float64 [states, num_actions], else NaN.

        Args:
            states: STATE [states].
            target: as in `solve_many`. For those who want the count to be small, values are negative.

        Raises:
            NoSolverError: names the first state that has no position.
        """
        return self._outlook(self.positions(states), target)

    def regret(self, states: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """How many card points each action gives away if all go on with open cards: float64 [states].

        In Sheep Head it is what the hand is won by instead. NaN where there is no position, and in a Null, where card points
        do not count.

        Args:
            states: STATE [states].
            actions: int64 [states], what was chosen there.
        """
        positions, placed = self.find_positions(states)
        rows = np.flatnonzero(placed & (positions["unit"] == Unit.CARD_POINTS))
        lost = np.full(len(states), np.nan)
        values = self._outlook(positions[rows], None)
        lost[rows] = np.nanmax(values, axis=1) - values[np.arange(len(rows)), actions[rows]]
        return lost

    def _outlook(self, positions: np.ndarray, target: int | None) -> np.ndarray:
        values = self.value_many(positions, target).astype(float)
        values[values == NO_VALUE] = np.nan
        values *= signs(as_plain_view(positions))[:, None]
        out = np.full((len(positions), self.game.num_actions), np.nan)
        out[:, : self.game.num_cards] = values[:, : self.game.num_cards]
        rows = np.flatnonzero(positions["under"] >= 0)
        out[rows, positions["under_action"][rows]] = values[rows, positions["under"][rows]]
        return out

    def solve_many(self, positions: np.ndarray, target: int | None = None, unit: Unit | None = None) -> np.ndarray:
        """Solve many positions, compiled: int64 [positions].

        Args:
            positions: POSITION [count], from `positions`.
            target: None: exact values; else 1 where the count reaches it, 0 where not; OWN: the target of each position (exact
                where it has none).
            unit: what is counted; None: what each position asks.
        """
        return self._answers(positions, target, unit, 1)[:, 0]

    def value_many(self, positions: np.ndarray, target: int | None = None, unit: Unit | None = None) -> np.ndarray:
        """Value each card that may be played next in many positions: int64 [positions, MAX_CARDS], else NO_VALUE.

        Arguments as in `solve_many`; cards by the game's numbers, a face-down one by its own.
        """
        return self._answers(positions, target, unit, MAX_CARDS)

    def _answers(self, positions: np.ndarray, target: int | None, unit: Unit | None, size: int) -> np.ndarray:
        out = np.empty((len(positions), size), np.int64)
        asked = (_OWN_UNIT if unit is None else int(unit), EXACT if target is None else target)
        answer_many(as_plain_view(positions), *asked, self._uses, self._work, self._board, out)
        return out

    # --- compiling ---

    def _warm_up(self) -> None:
        positions = as_plain_view(np.zeros(1, POSITION))
        positions["seats"], positions["table"], positions["hands"][0, :3] = 3, -1, (1, 2, 4)
        self._outlook(positions, None)
        self.solve_many(positions)
        num_on_table(positions[0])
        play(positions[0].copy(), 0)

    def _warm_up_loops(self) -> None:
        self.find_positions(self.game.empty(1))


def _action_of(position: np.ndarray, card: int) -> int:
    return int(position["under_action"][0]) if card == position["under"][0] else card


@functools.cache
def _loops_of(module: str, name: str) -> types.SimpleNamespace:
    path = f"{module}.positions"
    if importlib.util.find_spec(path) is None:
        raise NoSolverError(f"{name} has no open-card solver: there is no module {path}")
    return bind(loops.GENERIC, {"positions": importlib.import_module(path)})
