"""What a seat sees: named pieces of a vector, the observer first (rules, section 3.13).

There is one layout for two players and one for each larger table; `p6_4` and `p8_2` add what only they have, and matches and
tables with a pot add what is carried over from hand to hand.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from envs.core.cards import read_cards
from envs.core.jit import kernel, plain
from envs.core.layout import Layout, Piece
from envs.core.options import Episode
from envs.games.sheepshead.actions import MAX_DECISIONS, PHASES, Call, Phase
from envs.games.sheepshead.cards import CARD_BYTES, CARDS, NONE, NUM_CARDS
from envs.games.sheepshead.options import Options
from envs.games.sheepshead.state import MAX_DOUBLERS
from envs.games.sheepshead.variants import PLAYERS, ROWS, Variant

# --- Pieces ----------------------------------------------------------------------------------------------------------------

SEAT_NAMES = ("own", "left", "2nd", "3rd", "4th", "5th", "6th", "7th")
SHOWN_PHASES = PHASES[Phase.REDEAL_CLAIM :]
SHOWN_CALLS = ("ace", "ten", "unknown", "alone", "jack", "silent", "best", "side", "billy")
CALL_OF_SHOWN = np.array([call for call in Call if call not in (Call.NONE, Call.SELF)], np.int64)
SHOWN_CALL_OF = np.array(
    [NONE, *(CALL_OF_SHOWN.tolist().index(Call.ACE if c == Call.SELF else c) for c in Call if c)], np.int64
)
"""By `Call`: an own ace is announced like any ace."""

_FIRST = [
    Piece("decisions", 1, "decisions taken in this deal", MAX_DECISIONS),
    Piece("variant", 1, "number of the variant, in the order of the table of variants, from 0", len(ROWS) - 1),
    Piece("trumps", 1, "trump order: 0 standard, 1 and 2 with 7D first and second, 3 of 24 cards, 4 to 7 indiana C S H D", 7),
]
_SUITS = ("clubs", "spades", "hearts", "diamonds")
_PHASE = Piece("phase", len(SHOWN_PHASES), "what is to be decided; all zero at the end", entries=SHOWN_PHASES)
_LED_SUIT = Piece("led_suit", 5, "suit of the present trick", entries=(*_SUITS, "trump"))
_FLAGS = [
    _PHASE,
    Piece("own_side", 1, "the observer is on the P-side, or on forehand's team", entries=("P-side",)),
    Piece("kind", 3, "how the hand is played", entries=("with sides", "leaster", "moster")),
    Piece("picked", 5, "how the picker picked", entries=("pick 0", "pick 1", "pick 2", "pick 4", "nuclear")),
    Piece("die", 6, "the die", entries=tuple("123456")),
    Piece("call", len(SHOWN_CALLS), "what the picker announced or bid", entries=SHOWN_CALLS),
    Piece("called_suit", 4, "the called suit, or the suit of a side solo", entries=_SUITS),
    Piece("called_jack", 3, "the jack called up", entries=("JH", "JS", "JC")),
    Piece("opened", 1, "the called suit has been led", entries=("opened",)),
    _LED_SUIT,
    Piece("recracked", 1, "the picker doubled again", entries=("recracked",)),
]
"""Written as bits, at tables of three players and more."""
_FLAGS_OF_TWO = [
    Piece(
        "face_down",
        16,
        "piles with a card face down",
        entries=tuple(f"{seat} pile {n}" for seat in SEAT_NAMES[:2] for n in range(1, 9)),
    ),
    Piece("turn", 2, "who is to decide", entries=SEAT_NAMES[:2]),
    Piece("position", 2, "the observer acts so many players after forehand", entries=("after 0", "after 1")),
    _PHASE,
    _LED_SUIT,
    Piece("place", 2, "what the player to move plays from", entries=("hand", "table")),
]
"""Written as bits, at tables of two players."""


def _cards(name: str, meaning: str, high: int = 1) -> Piece:
    return Piece(name, NUM_CARDS, meaning, high, entries=CARDS)


def _each_card(name: str, players: int, meaning: str) -> Piece:
    entries = tuple(f"{seat} {card}" for seat in SEAT_NAMES[:players] for card in CARDS)
    return Piece(name, players * NUM_CARDS, meaning, entries=entries)


def _played(players: int) -> Piece:
    return _each_card("played", players, "cards played by each player, but for an under card nobody else saw")


def _table_pieces(players: int) -> list[Piece]:
    """Pieces of three players and more."""
    seats = SEAT_NAMES[:players]
    at_positions = tuple(f"after {n}" for n in range(players))

    def each(name: str, meaning: str, high: int = 1) -> Piece:
        return Piece(name, players, meaning, high, entries=seats)

    return [
        *_FIRST,
        _cards("hand", "cards in the own hand, an under card apart"),
        _cards("taken", "cards the observer took from the blind"),
        _cards("buried", "cards the observer buried"),
        _cards("under", "the face-down card, if the observer knows it"),
        _cards("trick", "cards of the present trick"),
        _cards("order", "when each card was played: players * (trick - 1) + place, from 1; 0: not yet", 32),
        _cards(
            "shown", "who has shown a card to all and may still hold it: 1 the observer, 2 the left neighbour, ...; 0 nobody", 8
        ),
        _played(players),
        each("turn", "who is to decide"),
        Piece("position", players, "the observer acts so many players after forehand", entries=at_positions),
        each("picker", "who picked or bid"),
        each("passed", "who passed"),
        each("revealed", "who has shown to be on the picker's side, or to be designated"),
        each("other", "who shares the blind or is partner by position"),
        each("cracked", "who cracked"),
        *_FLAGS,
        each("blitz_black", "who showed the black queens"),
        each("blitz_red", "who showed the red queens"),
        each("claimed", "who claimed the rest"),
        each("gave", "who gave a card to the left neighbour and got one back"),
        each("extra_caller", "who called extra partners"),
        each("tricks_won", "tricks of each player", 10),
        each("card_points", "card points in the tricks of each player, as far as the observer saw them", 120),
        each("claim_at", "which card was to be led when a player claimed the rest, from 1", 32),
        Piece("under_order", 1, "when the under card was played, as in `order`", 32),
        Piece("named_trick", 1, "number of the trick whose winner gets the blind", 10),
        Piece("doublers", 1, "doublers that count for this hand", MAX_DOUBLERS),
        Piece("to_bury", 1, "cards the player to move has still to bury", 4),
    ]


_EXCHANGE_PIECES = [
    _cards("given", "the card the observer gave to the left neighbour"),
    _cards("got_back", "the card that came back for it"),
    _cards("received", "the card the observer got from the right neighbour"),
    _cards("sent_back", "the card that went back for it"),
]
_EXTRA_PIECES = [_cards("extra", "extra cards called: 1 somebody joined, 2 it was a partner's already", 2)]


def _match_pieces(players: int) -> list[Piece]:
    return [
        Piece("totals", 5 * players, "units won so far by each player, five base-100 digits each", 99, -99),
        Piece("shares", 4, "shares of the pot, four base-100 digits", 99),
        Piece("hands_done", 2, "hands of the match, two base-100 digits", 99),
        Piece("deals", 2, "decks dealt in the match, two base-100 digits", 99),
    ]


def _two_player_pieces() -> list[Piece]:
    both = SEAT_NAMES[:2]
    return [
        *_FIRST,
        _cards("own_hand", "cards in the own hand, the battery apart"),
        _each_card("up", 2, "cards of each player that lie face up"),
        _cards("pile", "pile of a card that lay on the table: 1 to 8 own, 9 to 16 the other player's", 16),
        _cards("trick", "cards of the present trick"),
        _cards("order", "when each card was played, from 1; 0: not yet", 32),
        _played(2),
        *_FLAGS_OF_TWO,
        Piece("tricks_won", 2, "tricks of each player", 16, entries=both),
        Piece("card_points", 2, "card points in the tricks of each player", 120, entries=both),
    ]


def _deal_pieces(variant: int) -> list[Piece]:
    """The pieces of a single deal."""
    pieces = _table_pieces(int(PLAYERS[variant])) if PLAYERS[variant] > 2 else _two_player_pieces()
    return pieces + {Variant.P6_4: _EXCHANGE_PIECES, Variant.P8_2: _EXTRA_PIECES}.get(Variant(variant), [])


LAYOUTS = [Layout(_deal_pieces(variant) + _match_pieces(int(PLAYERS[variant]))) for variant in Variant]
"""By variant, with what is carried over from hand to hand."""


@kernel
def has_match_pieces(options: np.record) -> bool:
    """Whether something is carried over from hand to hand."""
    return bool(options.episode == Episode.MATCH or options.pot != 0)


def observation_layout(options: Options) -> Layout:
    """The pieces of an observation at this table."""
    return LAYOUTS[options.variant] if plain(has_match_pieces)(options) else Layout(_deal_pieces(options.variant))


# --- Where they stand ------------------------------------------------------------------------------------------------------

_NAMES = list(dict.fromkeys(name for layout in LAYOUTS for name in layout if name != "own_hand"))


def _numbered(names: list[str]) -> Any:
    return IntEnum("Seen", [name.upper() for name in names], start=0)


Seen = _numbered(_NAMES)
"""The pieces of all layouts."""


def _slice(layout: Layout, name: str) -> slice:
    """Where a piece stands, nowhere if it is missing; the hand of two players has a name of its own."""
    name = "own_hand" if name == "hand" and name not in layout else name
    return layout[name] if name in layout else slice(NONE, NONE)


AT = np.array([[_slice(layout, name).start for name in _NAMES] for layout in LAYOUTS], np.int64)
"""Where a piece stands, by variant and `Seen`; NONE if it is missing."""
_END = np.array([[_slice(layout, name).stop for name in _NAMES] for layout in LAYOUTS], np.int64)
First: Any = Layout(_FIRST).starts()
Flag: Any = Layout(_FLAGS).starts()
FlagOfTwo: Any = Layout(_FLAGS_OF_TWO).starts()
FLAG_BYTES = (Layout(_FLAGS).size + 7) // 8
NUM_FLAGS_OF_TWO = Layout(_FLAGS_OF_TWO).size


def _written_in_eights(layout: Layout, players: int) -> list[tuple[str, int]]:
    """What `observe` writes in eights, in order; see `Layout.check_writes`."""
    cards, many = 8 * CARD_BYTES, (players - 1) * NUM_CARDS + 8 * CARD_BYTES
    if players == 2:
        pieces = [("own_hand", cards), ("up", NUM_CARDS + cards), ("pile", cards), ("trick", cards), ("order", cards)]
        return [*pieces, ("played", many), ("face_down", NUM_FLAGS_OF_TWO & ~7)]
    pieces = [(name, cards) for name in ("hand", "taken", "buried", "under", "trick", "order", "shown")]
    bits = [("turn", "phase"), ("phase", "blitz_black"), ("blitz_black", "tricks_won")]
    return [*pieces, ("played", many), *((a, layout.start(b) - layout.start(a) + 7 & ~7) for a, b in bits)]


for _row, _layout in zip(ROWS.values(), LAYOUTS, strict=True):
    _layout.check_writes(_written_in_eights(_layout, _row.players))

# --- Reading ---------------------------------------------------------------------------------------------------------------


@kernel
def at(observation: np.ndarray, piece: int) -> int:
    """Where a piece stands in an observation."""
    return int(AT[observation[First.VARIANT], piece])


@kernel
def bits_of(observation: np.ndarray, piece: int) -> int:
    """The entries of a piece that are not zero, as bits: a card set, or who."""
    start = at(observation, piece)
    return read_cards(observation, start, int(_END[observation[First.VARIANT], piece]) - start)


@kernel
def cards_of(observation: np.ndarray, piece: int, k: int) -> int:
    """The card set of the k-th player in a piece that has one for each."""
    return read_cards(observation, at(observation, piece) + NUM_CARDS * k, NUM_CARDS)
