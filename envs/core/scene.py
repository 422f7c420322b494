"""What a person sees of a table: one description, from which text, pictures and pages are made.

Cards stand as text, in the order in which a player would sort his hand; a card that lies face down is `FACE_DOWN`.
"""

from dataclasses import dataclass

FACE_DOWN = "??"

Cards = tuple[str, ...]
Trick = tuple[tuple[int, str], ...]
"""Cards of a trick in the order played, each with the player who played it."""


@dataclass(frozen=True)
class Seat:
    """One player as others, or he himself, see him."""

    player: int
    """Number of the player, from 0 clockwise."""
    hand: Cards
    """Cards held, sorted."""
    roles: tuple[str, ...] = ()
    """What he is in this deal, as far as it is known: "dealer", "picker", "partner", "declarer"."""
    notes: tuple[str, ...] = ()
    """What he has said and done, for a line beside his name: "bid 33", "passed", "Kontra"."""
    open_cards: Cards = ()
    """Cards lying before him that are not held in the hand: a battery, a layer of stacks."""
    put_away: Cards = ()
    """Cards he has discarded, buried or passed on."""
    tricks: int = 0
    """Tricks won."""
    card_points: int | None = None
    """Card points won in tricks; None where they are not counted or not known."""
    team: int = 0
    """Number of the team that is fixed by the seats; every player his own where there are none."""
    total: float | None = None
    """Score of the match so far; None in a single deal."""
    score: float | None = None
    """What the deal has paid him; None until it is over."""


@dataclass(frozen=True)
class Scene:
    """A table at one moment, as seen from one seat or with all cards open."""

    phase: str
    """Name of the phase: "bid", "play", "over"."""
    headline: str
    """What is being played, in a few words: "player_2 plays a Grand", "trumps spades, bid 4"; may be empty."""
    seats: tuple[Seat, ...]
    """By number of the player."""
    to_move: int
    """Player who has to act, or -1."""
    trick: Trick = ()
    """The trick on the table; after its last card, and until the next card is played, it is `last_trick`."""
    last_trick: Trick = ()
    """The trick before it."""
    last_winner: int = -1
    """Who won `last_trick`, or -1."""
    piles: tuple[tuple[str, Cards], ...] = ()
    """What else lies on the table, by name: ("skat", ...), ("blind", ...)."""
