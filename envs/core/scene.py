"""What a person sees of a table: one description, from which text, pictures and pages are made.

Cards stand as text, in the order in which a player would sort a hand; a card that lies face down is `FACE_DOWN`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

FACE_DOWN = "??"

Cards = tuple[str, ...]
Trick = tuple[tuple[int, str], ...]
"""Cards of a trick in the order played, each with the player who played it."""


@dataclass(frozen=True)
class Seat:
    """One player, as whoever looks sees them."""

    player: int
    """Number of the player, from 0 clockwise."""
    hand: Cards
    """Cards held, sorted; those that the viewer does not see are face down, and come last."""
    roles: tuple[str, ...] = ()
    """What they are in this deal, as far as it is known: "dealer", "picker", "partner", "declarer", "sits out"."""
    part: str = ""
    """The part in the deal, by which statistics count: "declarer", "defender", "player" where all have the same."""
    notes: tuple[str, ...] = ()
    """What they have said and done, for a line beside the name: "bid 33", "passed", "Kontra"."""
    open_cards: Cards = ()
    """Cards lying before them that are not held in the hand: a battery, stacks; a covered card is face down."""
    put_away: Cards = ()
    """Cards they have discarded, buried or passed on, where the viewer knows them."""
    tricks: int = 0
    """Tricks won."""
    card_points: int | None = None
    """Card points won in tricks; None where they are not counted for one player or not known."""
    team: int = 0
    """Number of the team that is fixed by the seats; every player a team where there are none."""
    total: float | None = None
    """Score of the match so far; None in a single deal."""
    score: float | None = None
    """What the deal has paid; None until it is over."""


@dataclass(frozen=True)
class Scene:
    """A table at one moment, as seen from one seat or with all cards open."""

    phase: str
    """Name of the phase: "bid", "play", "over"."""
    headline: str
    """What is being played, in a few words: "player_2 plays Grand", "trumps spades, bid 4"; may be empty."""
    seats: tuple[Seat, ...]
    """By number of the player."""
    to_move: int
    """Player who has to act, or -1."""
    viewer: int | None = None
    """Whose eyes these are; None: all cards are open."""
    question: str = ""
    """What the player to move decides, in a few words: "take the skat or push it on"."""
    trick: Trick = ()
    """The trick on the table; after its last card, and until the next card is played, it is `last_trick`."""
    last_trick: Trick = ()
    """The trick before it."""
    last_winner: int = -1
    """Who won `last_trick`, or -1."""
    piles: tuple[tuple[str, Cards], ...] = ()
    """What else lies on the table, by name: ("skat", ...), ("blind", ...)."""
    contract: str = ""
    """What is being played, without names and numbers, by which statistics count: "Grand Hand", "leaster"."""
    marks: tuple[str, ...] = ()
    """What was special about the end of the deal: "Schneider", "Durchmarsch"; empty until it is over."""
    facts: tuple[tuple[str, str], ...] = ()
    """Other things that everybody knows, name and value: ("game points", "10 : 4 : 0")."""


def face_down(count: int) -> Cards:
    """That many cards of which one sees the backs.

    >>> face_down(2)
    ('??', '??')
    """
    return (FACE_DOWN,) * count


def split_tricks(plays: Trick, num_in_trick: int, size: int) -> tuple[Trick, Trick]:
    """The present and the last trick, of all cards played in a deal, in order; `size` cards make a trick.

    >>> split_tricks(((0, "7C"), (1, "8C"), (1, "AS")), 1, 2)
    (((1, 'AS'),), ((0, '7C'), (1, '8C')))
    """
    start = len(plays) - num_in_trick
    return plays[start:], plays[max(start - size, 0) : start]


def in_order(order: Sequence[int], players: Sequence[int], cards: Sequence[str]) -> Trick:
    """All cards played, in order.

    Args:
        order: by card: when it was played, from 1; 0: not yet.
        players: by card: who played it; anything where nobody did.
        cards: their texts.
    """
    played = sorted((int(place), card) for card, place in enumerate(order[: len(cards)]) if place > 0)
    return tuple((players[card], cards[card]) for _, card in played)
