"""A table as text."""

import re
from collections.abc import Iterable, Sequence

from envs.core.scene import FACE_DOWN, Scene, Seat, Trick

SYMBOL_BY_SUIT = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
_RED, _BOLD, _DIM, _GREEN = "31", "1", "2", "32"


class Style:
    """How cards and words are written.

    >>> Style(symbols=True).card("QC"), Style().card("QC"), Style().cards(["AS", "??", "??"])
    ('Q♣', 'QC', 'AS and 2 cards')
    >>> Style(you=2).words("player_1 plays QC, player_2 takes it. player_2 has won.")
    'player_1 plays QC, you take it. You have won.'
    """

    def __init__(self, *, symbols: bool = False, colours: bool = False, you: int | None = None) -> None:
        """Suits as symbols or as letters; colours as escape codes, for terminals only; the player who is spoken to, if any."""
        self.symbols = symbols
        self.colours = colours
        self.you = you

    def player(self, player: int) -> str:
        """What a player is called."""
        return "you" if player == self.you else f"player_{player}"

    def paint(self, text: str, code: str) -> str:
        """A text in a colour, if there are colours."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colours and text else text

    def bold(self, text: str) -> str:
        """A text that stands out, if there are colours."""
        return self.paint(text, _BOLD)

    def dim(self, text: str) -> str:
        """A text that stands back, if there are colours."""
        return self.paint(text, _DIM)

    def card(self, card: str) -> str:
        """One card."""
        rank, suit = card[:-1], card[-1]
        if suit not in SYMBOL_BY_SUIT:
            return card
        text = rank + SYMBOL_BY_SUIT[suit] if self.symbols else card
        return self.paint(text, _RED) if suit in "HD" else text

    def words(self, text: str) -> str:
        """A text in which cards and players may be named: "play QC", "call_AC", "player_2 wins"."""
        text = _CARD.sub(lambda card: self.card(card[0]), text)
        return text if self.you is None else _addressed(text, self.you)

    def cards(self, cards: Sequence[str]) -> str:
        """Cards in a row; those that lie face down are counted."""
        shown = " ".join(self.card(card) for card in cards if card != FACE_DOWN)
        hidden = sum(card == FACE_DOWN for card in cards)
        if not hidden:
            return shown
        count = self.dim(f"{hidden} card{'s' if hidden > 1 else ''}")
        return f"{shown} and {count}" if shown else count


PLAIN = Style()
_CARD = re.compile(r"(?<![^\W_])[2-9TJQKA][CSHD](?![^\W_])")
_PLAIN_VERBS = {"is": "are", "has": "have", "does": "do", "was": "were"}


def _addressed(text: str, player: int) -> str:
    """A text in which a player is called "you", with the verb that follows."""

    def you(match: re.Match[str]) -> str:
        before = match.string[: match.start()].rstrip(" ")
        name = "Your" if match["whose"] else "You"
        name = name if not before or before[-1] in ".\n" else name.lower()
        return f"{name} {_plain_verb(match['verb'])}" if match["verb"] else name

    return re.sub(rf"(?<!\w)player_{player}(?!\d)(?P<whose>'s)?(?: (?P<verb>[a-z]+s)\b)?", you, text)


def _plain_verb(verb: str) -> str:
    """The verb that goes with "you": "passes" becomes "pass"."""
    if verb in _PLAIN_VERBS:
        return _PLAIN_VERBS[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "goes")) else verb[:-1]


def describe(scene: Scene, style: Style = PLAIN) -> str:
    """A table as text, a line for each player and thing."""
    facts = "".join(f", {name} {value}" for name, value in scene.facts)
    phase = scene.phase.replace("_", " ")
    headline = f": {style.words(scene.headline)}" if scene.headline else ""
    lines = [style.bold(f"{phase}{headline}") + style.dim(facts), *_seats(scene, style)]
    lines += [f"{name}  {style.cards(cards)}" for name, cards in scene.piles]
    if scene.trick:
        lines.append(f"trick  {trick_text(scene.trick, style)}")
    elif scene.last_trick and scene.last_winner >= 0:
        lines.append(
            style.dim(f"last trick, won by {style.player(scene.last_winner)}") + f"  {trick_text(scene.last_trick, style)}"
        )
    scores = [f"{style.player(seat.player)} {number(seat.score)}" for seat in scene.seats if seat.score is not None]
    if scores:
        lines.append(style.bold(f"scores  {', '.join(scores)}"))
    elif scene.to_move >= 0 and scene.question:
        lines.append(style.words(f"player_{scene.to_move} is to {scene.question}"))
    return "\n".join(lines)


def trick_text(trick: Trick, style: Style = PLAIN) -> str:
    """Who played what, in order."""
    return ", ".join(
        f"{style.player(player)} {'face down' if card == FACE_DOWN else style.card(card)}" for player, card in trick
    )


def number(value: float) -> str:
    """A score, without a fraction where it has none.

    >>> number(12.0), number(-0.5), number(-0.0)
    ('12', '-0.5', '0')
    """
    return str(int(value)) if value == int(value) else f"{value:g}"


def _seats(scene: Scene, style: Style) -> list[str]:
    """A line for each player, in columns."""
    names = [f"{'>' if seat.player == scene.to_move else ' '} {style.player(seat.player)}" for seat in scene.seats]
    roles_and_notes = [" ".join([*_partners(scene, seat, style), *_short(seat)]) for seat in scene.seats]
    columns = map(_column, (names, roles_and_notes, map(_won, scene.seats)))
    lines = []
    for seat, name, roles, won in zip(scene.seats, *columns, strict=True):
        is_mover = seat.player == scene.to_move
        line = f"{style.paint(name, _GREEN) if is_mover else name}  {style.dim(roles)}  {won}  {_lying(seat, style)}"
        lines.append(line.rstrip())
    return lines


def _partners(scene: Scene, seat: Seat, style: Style) -> list[str]:
    """With whom a player always plays, where there are such teams."""
    others = [other.player for other in scene.seats if other.team == seat.team and other.player != seat.player]
    if not others or len(others) == len(scene.seats) - 1:
        return []
    return ["your partner"] if style.you in others else [f"with {' and '.join(map(style.player, others))}"]


def _short(seat: Seat) -> list[str]:
    """Roles, and what was said."""
    return [*seat.roles, *([f"({', '.join(seat.notes)})"] if seat.notes else [])]


def _won(seat: Seat) -> str:
    parts = [f"{seat.tricks} trick{'s' if seat.tricks != 1 else ''}"]
    parts += [f"{seat.card_points} card points"] if seat.card_points is not None else []
    parts += [f"total {number(seat.total)}"] if seat.total is not None else []
    return ", ".join(parts)


def _lying(seat: Seat, style: Style) -> str:
    """The cards before a player."""
    parts = [style.cards(seat.hand)]
    parts += [f"on the table {style.cards(seat.open_cards)}"] if seat.open_cards else []
    parts += [f"{style.dim('put away')} {style.cards(seat.put_away)}"] if seat.put_away else []
    return " | ".join(part for part in parts if part)


def _column(texts: Iterable[str]) -> list[str]:
    """Texts filled up to the same width."""
    texts = list(texts)
    width = max(len(text) for text in texts)
    return [text.ljust(width) for text in texts]
