"""The contract of a game: what its module provides. The driver, `Game` and every environment call a game by these names only.

The functions that take records are kernels (see `envs.core.jit`). In all of them, and in what they call, the same names mean
the same, so that a game says of an argument only what is its own:

- `state`: a STATE record. `deal`, `step` and `guess` write to it, nothing else does.
- `options`: the game's Options as a record.
- `mask`: int8 [actions], cleared by the caller; ones are written where an action is legal.
- `observation`: int8 [observation_layout(options).size], as `observe` writes it: the observer first, the others clockwise.
- `out`: written whole.
- `memo`: int64 [MEMO_SIZE], scratch that `guess` leaves for `recall` and `fits`.
- `streams`, `i`: uint64 [...] and which of them: `streams[i]` is advanced by what is drawn.

Chance is no part of the rules: `deal` is handed a shuffled pack, and a `step` after which another is needed leaves nobody to
move. `guess` alone draws random numbers.
"""

import functools
import types
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

import numpy as np

from envs.core.cards import Pack
from envs.core.jit import kernel
from envs.core.layout import Actions, Layout
from envs.core.scene import Scene

OVER = 0
"""The phase of an episode that is over, the first in every game's PHASES."""


class GameError(ValueError):
    """A module that does not provide all that a game owes."""


class Rules(Protocol):
    """The module of a game."""

    def __hash__(self) -> int:
        """Modules can be keys."""

    __name__: str
    __file__: str | None

    PACK: Pack
    """The cards, rank then suit, numbered from 0."""
    ACTIONS: Actions
    """Names of all actions, the cards first: one action a card, whatever phase it is used in."""
    PHASES: Sequence[str]
    """Names of the phases by number; the first is "over"."""
    MAX_DECISIONS: int
    """Most decisions in one deal."""
    STATE: np.dtype
    """`state_dtype(...)`: the driver's fields, then the game's own, among them `phase`; without padding."""
    CARRIED: tuple[str, ...]
    """Fields that carry over from one deal of a match to the next."""
    MEMO_SIZE: int
    """Size of `memo`."""
    Options: type[Any]
    """A frozen dataclass of whole numbers, floats, bools, `Choice`s, `Subset`s and fixed tuples of ints, each with a default
    and its meaning on the line below; among them `episode: Episode` and `reward: Reward`. Groups may be inherited."""
    VARIANTS: Mapping[str, Any]
    """Name of a preset to its Options."""

    # --- The table: plain Python ---

    def preset_for(self, preset: Any, changes: Mapping[str, Any]) -> Any:
        """The preset to which changes (as text or values) are applied; differs where a default depends on what is asked for."""

    def validate(self, options: Any) -> None:
        """Raise OptionError for values and combinations that the rules do not know."""

    def team_of(self, seat: int, options: Any) -> int:
        """Number of the team for which a seat always plays; its own seat where everybody plays alone."""

    def for_planning(self, options: Any) -> Any:
        """The Options by which the returns of a single deal tell best how good it was: in a race the lead over the others."""

    def observation_layout(self, options: Any) -> Layout:
        """The pieces of an observation; one, `phase`, says what is to be decided and is zero when nobody is to move."""

    def num_players(self, options: np.record) -> int:
        """Kernel: seats at the table."""

    # --- A deal: kernels ---

    def deal(self, state: np.record, options: np.record, deck: np.ndarray) -> None:
        """Deal a shuffled pack (int8, a permutation) and go to the first decision; clear every field that belongs to one deal.

        First, write the fields of CARRIED one after the other to `state.before`, so that a deal of a match can be written down.
        """

    def legal_actions(self, state: np.record, options: np.record, mask: np.ndarray) -> int:
        """Mark what the player to move may do; how many actions that are."""

    def step(self, state: np.record, options: np.record, action: int) -> None:
        """Take a legal action.

        `player` becomes the seat to move, or NOBODY: when the episode is over, and when the next pack is to be dealt.
        """

    def is_terminal(self, state: np.record) -> bool:
        """Whether the episode is over by the rules."""

    def returns(self, state: np.record, options: np.record, out: np.ndarray) -> None:
        """Write the returns so far by seat, in game points: float64 [num_players]."""

    def winners(self, state: np.record, options: np.record) -> int:
        """The seats that have won an episode that is over, as bits."""

    # --- What a seat knows: kernels ---

    def observe(self, state: np.record, options: np.record, player: int, out: np.ndarray) -> None:
        """Write all that a seat knows."""

    def hidden_cards(self, state: np.record, options: np.record) -> int:
        """The set of cards that lie where nobody sees them."""

    def num_decisions(self, observation: np.ndarray) -> int:
        """Decisions taken in the deal that an observation shows, or more where some are secret."""

    def guess(
        self, state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray, streams: np.ndarray, i: int
    ) -> None:
        """Draw a deal that fits an observation, the observer at seat 0: `dealer`, `deck` and the fields of CARRIED.

        Every pair of a shuffle and hidden choices that fits must be equally likely. The state comes as zeros.
        """

    def recall(self, state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray) -> int:
        """The action that the observed history shows next in the guessed deal; -1 for no more, or one that is impossible."""

    def fits(self, state: np.record, options: np.record, observation: np.ndarray) -> bool:
        """Whether the guessed deal, its history played, shows seat 0 what was observed; if not, `guess` is asked again."""

    # --- For people: plain Python ---

    def scene(self, state: Any, options: Any, player: int | None = None) -> Scene:
        """The table as one seat sees it, or with all cards open."""

    def heard(self, state: Any, options: Any, player: int, action: int) -> str:
        """What a seat notices of an action that is taken in this state: its name, less ("a card"), or nothing ("")."""

    def in_words(self, action: int) -> tuple[str, ...]:
        """What an action is called where its name is a code ("clubs" for "trump_C"), the usual word first; mostly nothing."""

    def why_illegal(self, state: Any, options: Any, action: int) -> str:
        """Why an action is not possible, in a few words ("must follow hearts: QH was led"), or nothing."""


_FUNCTIONS = [name for name, value in vars(Rules).items() if isinstance(value, types.FunctionType)]
OWED = tuple(name for name in (*Rules.__annotations__, *_FUNCTIONS) if not name.startswith("_"))
"""Names that every game provides."""


@functools.cache
def completed(module: types.ModuleType) -> Rules:
    """A game's module, in which what it leaves out is filled in with what most games write alike.

    Raises:
        GameError: names all that is missing.
    """

    def heard(_state: Any, _options: Any, _player: int, action: int) -> str:
        return module.ACTIONS.name(action)  # type: ignore[no-any-return]

    for default in (preset_for, team_of, for_planning, is_terminal, fits, heard, in_words, why_illegal):
        if not hasattr(module, default.__name__):
            setattr(module, default.__name__, default)
    missing = [name for name in OWED if not hasattr(module, name)]
    if missing:
        raise GameError(f"{module.__name__} lacks {', '.join(missing)}; envs.core.rules says what they are")
    return cast(Rules, module)


def preset_for(preset: Any, _changes: Mapping[str, Any]) -> Any:
    """The preset itself: no default depends on what is asked for."""
    return preset


def team_of(seat: int, _options: Any) -> int:
    """Everybody plays alone."""
    return seat


def for_planning(options: Any) -> Any:
    """The Options themselves: a deal is worth what it pays."""
    return options


@kernel
def is_terminal(state: np.record) -> bool:
    """The phase says it."""
    return bool(state.phase == OVER)


@kernel
def fits(_state: np.record, _options: np.record, _observation: np.ndarray) -> bool:
    """Every guess does."""
    return True


def in_words(_action: int) -> tuple[str, ...]:
    """Names speak for themselves."""
    return ()


def why_illegal(_state: Any, _options: Any, _action: int) -> str:
    """The rules do not say."""
    return ""
