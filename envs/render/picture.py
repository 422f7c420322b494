"""A table as a picture: uint8 [height, width, 3], drawn from vector shapes; needs Pillow, no display and no font files."""

import io
import itertools
from collections import Counter
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from envs.core.scene import FACE_DOWN, Cards, Scene, Seat, Trick
from envs.render import sprites
from envs.render.places import CARD_RATIO, SIDES, Box, Places, places
from envs.render.sprites import GOLD, Colour
from envs.render.text import number

SIZE = (800, 600)
"""Width and height of a picture, unless others are asked for."""
SMALLEST = (160, 120)
WORDS_FROM = (480, 360)
"""A smaller picture, for a learner rather than a person, has no words: cards, whose turn it is, teams and plates for roles."""

_WHITE: Colour = (245, 245, 238, 255)
_SOFT: Colour = (188, 208, 194, 255)
_PANEL: Colour = (0, 0, 0, 76)
_STRONG: Colour = (6, 30, 21, 225)
_TEAMS: tuple[Colour, ...] = ((90, 170, 255, 255), (255, 140, 90, 255), (200, 130, 255, 255), (120, 220, 120, 255))
_CHIP: Colour = (255, 255, 255, 42)
_WIDE_PANEL = 340
"""From this width on, in a picture of 800 by 600, a player's cards lie side by side and all words on one line."""
_WIDE, _CLOSE, _HIDDEN = 1.06, 0.62, 0.3
"""Where a card of a row begins after the one before, in widths of a card: the viewer's, others', those face down."""
_PNG_COLOURS = 128
_GRAIN = 5
"""Differences of brightness that are smoothed."""
_MOST_SPREAD = 3
"""Face-down cards of a pile up to which they are laid side by side; more lie on one another, with their number."""


def draw(scene: Scene, width: int = SIZE[0], height: int = SIZE[1]) -> np.ndarray:
    """Draw a table.

    Args:
        scene: what there is to see; the viewer sits at the bottom, player 0 where all cards are open.
        width: of the picture in pixels, at least 160.
        height: likewise, at least 120.

    Returns:
        uint8 [height, width, 3].

    Raises:
        ValueError: a picture that would be too small to read, or a table with more seats than are drawn.
    """
    check_size(width, height)
    if len(scene.seats) not in SIDES:
        raise ValueError(f"a table of {len(scene.seats)} players cannot be drawn; possible: 1 to {max(SIDES)}")
    return _Painter(scene, width, height).paint()


def check_size(width: int, height: int) -> None:
    """Raise ValueError for a picture that would be too small to read."""
    if width < SMALLEST[0] or height < SMALLEST[1]:
        raise ValueError(
            f"a picture of {width} by {height} is too small to read; possible: from {SMALLEST[0]} by {SMALLEST[1]} on"
        )


class _Painter:
    """One picture while it is painted."""

    def __init__(self, scene: Scene, width: int, height: int) -> None:
        self.scene = scene
        self.size = (width, height)
        self.places: Places = places(len(scene.seats), width, height)
        self.image = sprites.felt(width, height).copy()
        self.pen = ImageDraw.Draw(self.image)
        teams = [seat.team for seat in scene.seats]
        self.has_words = width >= WORDS_FROM[0] and height >= WORDS_FROM[1]
        self.has_teams = len(set(teams)) < len(teams)

    def paint(self) -> np.ndarray:
        """Everything, from the back to the front."""
        self._header()
        bottom = self.scene.viewer or 0
        count = len(self.scene.seats)
        place_of = {(bottom + place) % count: place for place in range(count)}
        for seat in self.scene.seats:
            self._panel(seat, self.places.panels[place_of[seat.player]], is_own=place_of[seat.player] == 0)
        is_over = any(seat.score is not None for seat in self.scene.seats)
        is_between = not self.scene.trick and not is_over
        if is_over and self.has_words:
            self._board()
        else:
            shown = self.scene.last_trick if is_between else self.scene.trick
            self._trick(shown, place_of, winner=self.scene.last_winner if is_between else -1)
        if not is_between:
            self._last_trick()
        self._piles()
        return np.asarray(self.image.convert("RGB")).copy()

    # --- pieces ---

    def _header(self) -> None:
        """What is played, what is to be decided, and what else there is to know."""
        scene, box = self.scene, self.places.header
        self._plate(Box(box.left, box.top, box.width, box.height), _STRONG, radius=0)
        pad = self._px(12)
        title = scene.headline or scene.phase.replace("_", " ")
        title = title if title.startswith("player_") else title[:1].upper() + title[1:]
        facts = "   ".join(f"{name} {value}" for name, value in scene.facts)
        self._text(title, pad, self._px(15), 17, _WHITE, anchor="lm", most=box.width - 2 * pad)
        question = f"player_{scene.to_move} is to {scene.question}" if scene.to_move >= 0 and scene.question else ""
        width = self._text(
            question or scene.phase.replace("_", " "), pad, self._px(34), 12.5, GOLD if question else _SOFT, anchor="lm"
        )
        self._text(facts, box.width - pad, self._px(34), 12.5, _SOFT, anchor="rm", most=box.width - width - 4 * pad)

    def _panel(self, seat: Seat, box: Box, *, is_own: bool) -> None:
        """A player: name, what they have won, roles, notes, cards."""
        is_mover = seat.player == self.scene.to_move
        self._plate(box, _PANEL, outline=GOLD if is_mover else None, radius=10)
        pad, top = self._px(9), box.top + self._px(13)
        left = box.left + pad
        if self.has_teams:
            self._plate(Box(left, top - self._px(8), self._px(5), self._px(16)), _TEAMS[seat.team % len(_TEAMS)], radius=2)
            left += self._px(10)
        is_wide = box.width - 2 * pad > self._px(_WIDE_PANEL)
        total = [f"total {number(seat.total)}"] if seat.total is not None else []
        won, notes = self._won(seat), "  ".join([*total, *seat.notes])
        name = f"player_{seat.player}"
        left += self._text(name, left, top, 15, GOLD if is_mover else _WHITE, anchor="lm") + self._px(10)
        right = box.right - pad
        lines = 1
        if is_wide:
            left += self._text(won, left, top, 12, _SOFT, anchor="lm") + self._px(10)
            left = self._chips(seat.roles, notes, left, top, right)
        else:
            right -= self._text(won, right, top, 12, _SOFT, anchor="rm") + self._px(8)
            if self._chips_width(seat.roles, notes) <= right - left:
                self._chips(seat.roles, notes, left, top, right)
            else:
                lines = self._lines_below(seat, notes, box, pad, top)
        start = box.top + self._px(13 + 15 * lines)
        inside = Box(box.left + pad, start, box.width - 2 * pad, box.bottom - start - self._px(7))
        self._holdings(seat, inside, is_own=is_own, free_from=left + self._px(10))

    def _lines_below(self, seat: Seat, notes: str, box: Box, pad: int, top: int) -> int:
        """Roles and notes under the name, on one line if they fit; returns how many lines there are with the name."""
        left, right = box.left + pad, box.right - pad
        second = top + self._px(17)
        if self._chips_width(seat.roles, notes) <= right - left or not seat.roles:
            self._chips(seat.roles, notes, left, second, right)
            return 2
        self._chips(seat.roles, "", left, second, right)
        if not notes:
            return 2
        self._text(notes, left, top + self._px(33), 12, _SOFT, anchor="lm", most=right - left)
        return 3

    def _won(self, seat: Seat) -> str:
        parts = []
        if "sits out" not in seat.roles:
            parts.append(f"{seat.tricks} trick{'s' if seat.tricks != 1 else ''}")
            parts += [f"{seat.card_points} pts"] if seat.card_points is not None else []
        return "  ".join(parts)

    def _chips_width(self, roles: Sequence[str], notes: str) -> int:
        return sum(self._text_width(role, 11) + self._px(15) for role in roles) + (self._text_width(notes, 12) if notes else 0)

    def _chips(self, roles: Sequence[str], notes: str, left: int, middle: int, right: int) -> int:
        """Roles on small plates, then notes; returns where they end."""
        for role in roles:
            width = self._text_width(role, 11) + self._px(10)
            if left + width > right:
                return left
            is_strong = role not in ("dealer", "sits out", "forehand", "middlehand", "rearhand")
            self._plate(Box(left, middle - self._px(8), width, self._px(16)), GOLD if is_strong else _CHIP, radius=8)
            ink: Colour = (40, 32, 8, 255) if is_strong else _WHITE
            self._text(role, left + self._px(5), middle, 11, ink, anchor="lm")
            left += width + self._px(5)
        return left + self._text(notes, left, middle, 12, _SOFT, anchor="lm", most=right - left)

    def _holdings(self, seat: Seat, box: Box, *, is_own: bool, free_from: int) -> None:
        """The cards of a player: side by side where there is room, else below one another."""
        held = (("", seat.hand, False), ("on the table", seat.open_cards, False), ("put away", seat.put_away, True))
        groups = [(caption, cards, is_faded) for caption, cards, is_faded in held if cards]
        if not groups:
            return
        if box.width > self._px(_WIDE_PANEL):
            self._side_by_side(groups, box, is_own=is_own, free_from=free_from)
            return
        rows = [(row, is_faded) for _, cards, is_faded in groups for row in self._rows(cards, box.width)]
        width = round(min(box.height / (1 + 0.44 * (len(rows) - 1)) / CARD_RATIO, self._px(50)))
        for i, (cards, is_faded) in enumerate(rows):
            top = box.top + round(0.44 * i * sprites.card_height(width))
            self._strip(cards, Box(box.left, top, box.width, 0), width, is_faded=is_faded)

    def _rows(self, cards: Cards, width: int) -> list[Cards]:
        """Cards in rows in which each can be read."""
        readable = self._px(13) if FACE_DOWN not in cards else self._px(5)
        most = max((width - self._px(36)) // readable + 1, 1)
        count = -(-len(cards) // most)
        each = -(-len(cards) // count)
        return [cards[i : i + each] for i in range(0, len(cards), each)]

    def _side_by_side(self, groups: Sequence[tuple[str, Cards, bool]], box: Box, *, is_own: bool, free_from: int) -> None:
        """Hand, cards on the table and cards put away beside one another, each named where the line above is free."""
        gap = self._px(20)
        width = round(min(box.height / CARD_RATIO, self._px(78)))
        room = box.width - gap * (len(groups) - 1)
        wanted = [round(width * (1 + (len(cards) - 1) * (_WIDE if is_own else _CLOSE))) for _, cards, _ in groups]
        if sum(wanted) > room:
            fewer = max(sum(len(cards) - 1 for _, cards, _ in groups), 1)
            step = (room - width * len(groups)) / fewer
            wanted = [round(width + (len(cards) - 1) * step) for _, cards, _ in groups]
        left = box.left + (max(room - sum(wanted), 0) // 2 if is_own else 0)
        for (caption, cards, is_faded), size in zip(groups, wanted, strict=True):
            self._strip(cards, Box(left, box.top, size, 0), width, is_faded=is_faded, most=_WIDE if is_own else _CLOSE)
            if left >= free_from:
                self._text(caption, left, box.top - self._px(15), 11.5, _SOFT, anchor="lm", most=box.right - left)
            left += size + gap

    def _strip(self, cards: Cards, box: Box, width: int, *, is_faded: bool = False, most: float = _CLOSE) -> None:
        """Cards in a row from the left edge of a box to at most its right edge; each begins at most so many widths further."""
        step = 0.0
        if len(cards) > 1:
            most = _HIDDEN if all(card == FACE_DOWN for card in cards) else most
            step = min((box.width - width) / (len(cards) - 1), width * most)
        for i, card in enumerate(cards):
            self._card(card, round(box.left + i * step), box.top, width, is_faded=is_faded)

    def _trick(self, trick: Trick, place_of: dict[int, int], winner: int) -> None:
        """The cards before those who played them; the first one is marked, and the winner's of a finished trick."""
        counts = Counter(player for player, _ in trick)
        seen: Counter[int] = Counter()
        for i, (player, card) in enumerate(trick):
            box = self.places.trick[place_of[player]]
            # Where a trick goes round more than once, a player's cards lie beside one another.
            left = box.left + round((seen[player] - (counts[player] - 1) / 2) * _CLOSE * box.width)
            seen[player] += 1
            if player == winner:
                ring = self._px(4)
                self._plate(Box(left - ring, box.top - ring, box.width + 2 * ring, box.height + 2 * ring), GOLD, radius=8)
            self._card(card, left, box.top, box.width)
            if i == 0 and winner < 0:
                radius = self._px(5)
                self._plate(Box(left + round(0.42 * box.width), box.top - radius, 2 * radius, 2 * radius), GOLD, radius=5)

    def _last_trick(self) -> None:
        """The trick before, small, from the right edge; the card that won lies a little higher."""
        trick, box = self.scene.last_trick, self.places.last_trick
        if not trick:
            return
        width = self._px(33)
        step = min(width + self._px(4), (box.width - width) / max(len(trick) - 1, 1))
        left = box.right - width - step * (len(trick) - 1)
        top = box.bottom - sprites.card_height(width) - self._px(1)
        winner = f", player_{self.scene.last_winner} won" if self.scene.last_winner >= 0 else ""
        self._text(f"last trick{winner}", box.right, top - self._px(13), 11.5, _SOFT, anchor="rm", most=box.width)
        for i, (player, card) in enumerate(trick):
            is_winner = player == self.scene.last_winner
            self._card(card, round(left + i * step), top - (self._px(5) if is_winner else 0), width)

    def _piles(self) -> None:
        """What else lies on the table, small, from the left edge."""
        box = self.places.piles
        width, gap = self._px(33), self._px(16)
        top = box.bottom - sprites.card_height(width) - self._px(3)
        left = box.left + self._px(4)
        for name, cards in self.scene.piles:
            is_stack = len(cards) > _MOST_SPREAD and all(card == FACE_DOWN for card in cards)
            shown: Cards = cards[:2] if is_stack else cards
            label = f"{name} ({len(cards)})" if is_stack else name
            step = self._px(3) if is_stack else min(width * _CLOSE, (box.right - left - width) / max(len(shown) - 1, 1))
            self._text(label, left, top - self._px(9), 11.5, _SOFT, anchor="lm", most=box.right - left)
            for i, card in enumerate(shown):
                self._card(card, round(left + i * step), top, width)
            words = self._text_width(label, 11.5)
            left += max(round(step * (len(shown) - 1)) + width, words) + gap
            if left + width > box.right:
                return

    def _board(self) -> None:
        """The scores, once the deal is over."""
        seats, board = self.scene.seats, self.places.board
        columns = [
            ("", [f"player_{seat.player}" for seat in seats]),
            ("tricks", [self._won(seat).partition(" ")[0] for seat in seats]),
        ]
        if any(seat.card_points is not None for seat in seats):
            columns.append(("card points", ["" if s.card_points is None else str(s.card_points) for s in seats]))
        columns.append(("score", ["" if s.score is None else number(s.score) for s in seats]))
        if any(seat.total is not None for seat in seats):
            columns.append(("total", ["" if s.total is None else number(s.total) for s in seats]))
        pad = self._px(14)
        height = min(self._px(24), (board.height - 2 * pad) // (len(seats) + 1))
        points = min(14.5, 0.68 * height / self.places.unit)
        widths = [
            max(round(sprites.text_width(text, self._points(points))) for text in (title, *texts)) + self._px(10)
            for title, texts in columns
        ]
        box = Box(0, 0, sum(widths) + 2 * pad + self._px(12) * (len(columns) - 1), height * (len(seats) + 1) + pad)
        left, top = board.left + (board.width - box.width) // 2, board.top + (board.height - box.height) // 2
        self._plate(Box(left, top, box.width, box.height), _STRONG, radius=12)
        best = max((seat.score for seat in seats if seat.score is not None), default=None)
        right = left + pad - self._px(12)
        for (title, texts), width in zip(columns, widths, strict=True):
            right += width + self._px(12)
            for row, text in enumerate(itertools.chain([title], texts)):
                is_best = row > 0 and seats[row - 1].score == best
                ink = _SOFT if row == 0 else GOLD if is_best else _WHITE
                middle = top + pad // 2 + row * height + height // 2
                anchor = "rm" if title else "lm"
                self._text(text, right if title else left + pad, middle, points if row else points - 2, ink, anchor=anchor)

    # --- marks ---

    def _px(self, value: float) -> int:
        """Pixels of a length that is given for a picture of 800 by 600."""
        return max(round(value * self.places.unit), 1)

    def _points(self, value: float) -> int:
        return max(round(value * self.places.unit), 8)

    def _card(self, text: str, left: int, top: int, width: int, *, is_faded: bool = False) -> None:
        margin = sprites.shadow_margin(width)
        self.image.alpha_composite(sprites.card(text, width, is_faded), (max(left - margin, 0), max(top - margin, 0)))

    def _plate(self, box: Box, fill: Colour, *, radius: int, outline: Colour | None = None) -> None:
        shape = sprites.plate(box.width, box.height, self._px(radius) if radius else 0, fill, outline, self._px(2))
        self.image.alpha_composite(shape, (box.left, box.top))

    def _text_width(self, text: str, size: float) -> int:
        """Width of a text as it would be written."""
        return round(sprites.text_width(text, self._points(size))) if self.has_words else 0

    def _text(self, text: str, x: int, y: int, size: float, ink: Colour, *, anchor: str, most: int | None = None) -> int:
        """Write a text, cut off where there is no room for it; returns its width."""
        points = self._points(size)
        if most is not None:
            text = _fitted(text, points, most)
        if not text or not self.has_words:
            return 0
        self.pen.text((x, y), text, ink, sprites.font(points), anchor=anchor)
        return round(sprites.text_width(text, points))


def _fitted(text: str, points: int, most: int) -> str:
    """A text that is at most so wide: the rest is cut off."""
    if sprites.text_width(text, points) <= most:
        return text
    while text and sprites.text_width(f"{text}...", points) > most:
        text = text[:-1]
    return f"{text.rstrip()}..." if text.strip() else ""


def small_png(pixels: np.ndarray) -> bytes:
    """A picture as a small PNG file: few colours, and no grain of the cloth."""
    blurred = np.asarray(Image.fromarray(pixels).filter(ImageFilter.GaussianBlur(2)), np.int16)
    is_grain = np.abs(pixels - blurred).max(axis=2, keepdims=True) <= _GRAIN
    smooth = Image.fromarray(np.where(is_grain, blurred, pixels).astype(np.uint8))
    stream = io.BytesIO()
    smooth.quantize(_PNG_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(stream, "PNG", optimize=True)
    return stream.getvalue()
