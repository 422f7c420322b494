"""Drawn pieces of a table: cards, panels, words. Each is drawn large from vector shapes, scaled down once, and kept.

Suits are polygons and letters come from the font inside Pillow, so that a picture is the same on every machine.
"""

import functools
import math
from collections.abc import Callable, Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from envs.core.scene import FACE_DOWN
from envs.render.places import CARD_RATIO

Colour = tuple[int, int, int, int]
Point = tuple[float, float]

OVERSIZE = 4
"""Shapes are drawn this much larger, so that their edges are smooth."""

PAPER: Colour = (252, 250, 244, 255)
RED: Colour = (200, 29, 37, 255)
BLACK: Colour = (27, 30, 36, 255)
VIOLET: Colour = (112, 60, 160, 255)
GOLD: Colour = (236, 187, 78, 255)
_EDGE: Colour = (150, 145, 132, 255)
_BACK: Colour = (33, 64, 122, 255)
_BACK_LINE: Colour = (96, 132, 196, 255)
_COURT_TINT: Colour = (246, 233, 200, 255)
_INK_BY_SUIT = {"C": BLACK, "S": BLACK, "H": RED, "D": RED}

_TOP, _HIGH, _MIDDLE, _LOW, _BOTTOM = 0.2, 0.4, 0.5, 0.6, 0.8
_PIPS: dict[str, list[Point]] = {
    "A": [(0.5, 0.5)],
    "2": [(0.5, _TOP), (0.5, _BOTTOM)],
    "3": [(0.5, _TOP), (0.5, _MIDDLE), (0.5, _BOTTOM)],
}
for _rank, _rows, _centres in (
    ("4", (_TOP, _BOTTOM), ()),
    ("5", (_TOP, _BOTTOM), (_MIDDLE,)),
    ("6", (_TOP, _MIDDLE, _BOTTOM), ()),
    ("7", (_TOP, _MIDDLE, _BOTTOM), (0.35,)),
    ("8", (_TOP, _MIDDLE, _BOTTOM), (0.35, 0.65)),
    ("9", (_TOP, _HIGH, _LOW, _BOTTOM), (_MIDDLE,)),
    ("T", (_TOP, _HIGH, _LOW, _BOTTOM), (0.3, 0.7)),
):
    _PIPS[_rank] = [(x, y) for y in _rows for x in (0.36, 0.64)] + [(0.5, y) for y in _centres]


@functools.cache
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font inside Pillow, in a size."""
    return ImageFont.load_default(size)


def text_width(text: str, size: int) -> float:
    """Width of a text."""
    return float(font(size).getlength(text))


# --- Shapes ----------------------------------------------------------------------------------------------------------------


def _heart() -> list[Point]:
    turns = [2 * math.pi * i / 60 for i in range(60)]
    raw = [
        (math.sin(t) ** 3, -(13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)) / 16)
        for t in turns
    ]
    return [(0.95 * x, 0.95 * y) for x, y in raw]


_HEART = _heart()
_DIAMOND = [
    (x * 0.78 * (1 - 0.16 * math.sin(math.pi * i / 8)), y * (1 - 0.16 * math.sin(math.pi * i / 8)))
    for (x0, y0), (x1, y1) in zip(
        [(0, -1), (1, 0), (0, 1), (-1, 0)], [(1, 0), (0, 1), (-1, 0), (0, -1)], strict=True
    )
    for i in range(8)
    for x, y in [(x0 + (x1 - x0) * i / 8, y0 + (y1 - y0) * i / 8)]
]  # fmt: skip
_STEM = [(-0.08, 0.1), (0.08, 0.1), (0.12, 0.6), (0.42, 0.95), (-0.42, 0.95), (-0.12, 0.6)]
_STAR = [
    (math.sin(math.pi * i / 5) * (1 if i % 2 == 0 else 0.42), -math.cos(math.pi * i / 5) * (1 if i % 2 == 0 else 0.42))
    for i in range(10)
]
_KING = [(-1, -0.5), (-0.5, 0.1), (0, -0.8), (0.5, 0.1), (1, -0.5), (0.8, 0.75), (-0.8, 0.75)]
_QUEEN_TOP = [(-0.95, -0.2), (-0.62, 0.2), (-0.35, -0.45), (0, 0.15), (0.35, -0.45), (0.62, 0.2), (0.95, -0.2)]
_QUEEN = [*_QUEEN_TOP, (0.7, 0.75), (-0.7, 0.75)]
_JACK = [(-0.7, 0.35), (-0.55, -0.35), (0.1, -0.6), (0.7, -0.1), (0.7, 0.35)]
_FEATHER = [(0.05, 0.2), (0.35, -0.55), (0.95, -0.95), (0.85, -0.35), (0.45, 0.2)]


def _polygon(draw: ImageDraw.ImageDraw, shape: Sequence[Point], x: float, y: float, size: float, fill: Colour) -> None:
    draw.polygon([(x + size * px, y + size * py) for px, py in shape], fill=fill)


def _disc(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, fill: Colour) -> None:
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)


def _draw_suit(draw: ImageDraw.ImageDraw, suit: str, x: float, y: float, size: float) -> None:
    """A suit, or the joker's star, around a point; `size` is half its height."""
    ink = _INK_BY_SUIT.get(suit, VIOLET)
    if suit == "H":
        _polygon(draw, _HEART, x, y, size, ink)
    elif suit == "D":
        _polygon(draw, _DIAMOND, x, y, size, ink)
    elif suit == "S":
        _polygon(draw, [(px, -py - 0.16) for px, py in _HEART], x, y, size * 0.88, ink)
        _polygon(draw, _STEM, x, y, size, ink)
    elif suit == "C":
        for dx, dy in ((0, -0.5), (-0.5, 0.2), (0.5, 0.2)):
            _disc(draw, x + dx * size, y + dy * size, 0.45 * size, ink)
        _disc(draw, x, y, 0.25 * size, ink)
        _polygon(draw, _STEM, x, y, size, ink)
    else:
        _polygon(draw, _STAR, x, y, size, ink)


def _draw_emblem(draw: ImageDraw.ImageDraw, rank: str, x: float, y: float, size: float, ink: Colour) -> None:
    """A crown, a coronet, or a cap with a feather."""
    if rank == "J":
        _polygon(draw, _FEATHER, x, y, size, GOLD)
        _polygon(draw, _JACK, x, y, size, ink)
        draw.rounded_rectangle((x - 0.95 * size, y + 0.3 * size, x + 0.95 * size, y + 0.65 * size), 0.15 * size, fill=ink)
        return
    shape, tips = (_KING, (0, 2, 4)) if rank == "K" else (_QUEEN, (0, 2, 4, 6))
    _polygon(draw, shape, x, y, size, ink)
    for tip in tips:
        _disc(draw, x + size * shape[tip][0], y + size * (shape[tip][1] - 0.05), 0.16 * size, GOLD)
    draw.rectangle((x - 0.72 * size, y + 0.4 * size, x + 0.72 * size, y + 0.55 * size), fill=GOLD)


# --- Cards -----------------------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=1024)
def card(text: str, width: int, is_faded: bool = False) -> Image.Image:
    """A card with its shadow.

    Args:
        text: of the card, or FACE_DOWN.
        width: of the card in pixels; the picture has `shadow_margin(width)` more on every side.
        is_faded: darker, for cards that are out of play.
    """
    size = width * OVERSIZE
    height = round(size * CARD_RATIO)
    face = Image.new("RGBA", (size, height), (0, 0, 0, 0))
    draw = ImageDraw.Draw(face)
    radius, line = size * 0.09, max(size // 70, OVERSIZE)
    draw.rounded_rectangle((0, 0, size - 1, height - 1), radius, fill=PAPER, outline=_EDGE, width=line)
    if text == FACE_DOWN:
        _draw_back(face, size, height)
    else:
        _draw_face(face, text, size, height)
    small = face.resize((width, round(width * CARD_RATIO)), Image.Resampling.LANCZOS)
    if is_faded:
        shade = Image.new("RGBA", small.size, (20, 40, 30, 120))
        small = Image.composite(Image.alpha_composite(small, shade), small, small.getchannel("A"))
    return _with_shadow(small)


def shadow_margin(width: int) -> int:
    """How far a card's shadow reaches beyond it."""
    return max(width // 12, 2)


def card_height(width: int) -> int:
    """Height of a card."""
    return round(width * CARD_RATIO)


def _with_shadow(face: Image.Image) -> Image.Image:
    margin = shadow_margin(face.width)
    size = (face.width + 2 * margin, face.height + 2 * margin)
    shadow = Image.new("RGBA", size, (0, 0, 0, 0))
    alpha = face.getchannel("A").point(lambda value: value * 110 // 255)
    shadow.paste((0, 0, 0, 255), (margin, margin + margin // 3), alpha)
    shadow = shadow.filter(ImageFilter.GaussianBlur(margin / 2))
    shadow.alpha_composite(face, (margin, margin))
    return shadow


def _draw_back(face: Image.Image, size: int, height: int) -> None:
    """A blue back with a lattice."""
    inset = round(size * 0.07)
    panel = Image.new("RGBA", (size - 2 * inset, height - 2 * inset), _BACK)
    draw = ImageDraw.Draw(panel)
    step, line = size // 7, max(size // 60, 1)
    for start in range(-panel.height, panel.width + panel.height, step):
        draw.line((start, 0, start + panel.height, panel.height), fill=_BACK_LINE, width=line)
        draw.line((start, panel.height, start + panel.height, 0), fill=_BACK_LINE, width=line)
    draw.rectangle((0, 0, panel.width - 1, panel.height - 1), outline=_BACK_LINE, width=2 * line)
    mask = Image.new("L", panel.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, panel.width - 1, panel.height - 1), size * 0.05, fill=255)
    face.paste(panel, (inset, inset), mask)


def _draw_face(face: Image.Image, text: str, size: int, height: int) -> None:
    rank, suit = text[:-1], text[-1]
    is_joker = suit not in _INK_BY_SUIT
    is_small = size < 50 * OVERSIZE
    _mirrored(face, lambda draw: _draw_index(draw, "" if is_joker else rank, suit, size, is_small))
    draw = ImageDraw.Draw(face)
    if is_joker:
        _draw_suit(draw, suit, size * 0.5, height * 0.5, size * 0.3)
    elif is_small:
        _draw_suit(draw, suit, size * 0.62, height * 0.64, size * 0.26)
    elif rank in "KQJ":
        _draw_court(face, rank, suit, size, height)
    else:
        _draw_pips(face, rank, suit, size, height)


def _draw_index(draw: ImageDraw.ImageDraw, rank: str, suit: str, size: int, is_small: bool) -> None:
    """Rank and suit in the upper left corner."""
    rank = "10" if rank == "T" else rank
    scale = 0.38 if is_small else 0.26
    ink = _INK_BY_SUIT.get(suit, VIOLET)
    middle = size * (0.06 + scale * 0.36)
    if rank:
        points = round(size * scale * (0.86 if len(rank) > 1 else 1.0))
        draw.text((middle, size * (0.05 + scale * 0.42)), rank, ink, font(points), anchor="mm", stroke_width=size // 110)
        _draw_suit(draw, suit, middle, size * (0.06 + scale * 1.22), size * scale * 0.32)
    else:
        _draw_suit(draw, suit, middle, size * (0.05 + scale * 0.5), size * scale * 0.42)


def _mirrored(face: Image.Image, paint: Callable[[ImageDraw.ImageDraw], None]) -> None:
    """Paint once upright and once turned by half."""
    layer = Image.new("RGBA", face.size, (0, 0, 0, 0))
    paint(ImageDraw.Draw(layer))
    face.alpha_composite(layer)
    face.alpha_composite(layer.transpose(Image.Transpose.ROTATE_180))


def _draw_pips(face: Image.Image, rank: str, suit: str, size: int, height: int) -> None:
    places = _PIPS.get(rank, [])
    radius = size * (0.26 if rank == "A" else 0.088)

    def paint(draw: ImageDraw.ImageDraw, is_upper: bool) -> None:
        for x, y in places:
            if (y <= 0.5) == is_upper:
                _draw_suit(draw, suit, size * x, height * (y if is_upper else 1 - y), radius)

    paint(ImageDraw.Draw(face), True)
    layer = Image.new("RGBA", face.size, (0, 0, 0, 0))
    paint(ImageDraw.Draw(layer), False)
    face.alpha_composite(layer.transpose(Image.Transpose.ROTATE_180))


def _draw_court(face: Image.Image, rank: str, suit: str, size: int, height: int) -> None:
    """A framed field with an emblem at either end and the suit between."""
    ink = _INK_BY_SUIT[suit]
    draw = ImageDraw.Draw(face)
    box = (size * 0.27, height * 0.1, size * 0.73, height * 0.9)
    draw.rounded_rectangle(box, size * 0.04, fill=_COURT_TINT, outline=ink, width=max(size // 80, 2))
    _mirrored(face, lambda layer: _draw_emblem(layer, rank, size * 0.5, height * 0.255, size * 0.16, ink))
    _draw_suit(draw, suit, size * 0.5, height * 0.5, size * 0.13)


# --- Table and panels ------------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=16)
def felt(width: int, height: int) -> Image.Image:
    """The empty table: green cloth, lighter in the middle."""
    small = Image.radial_gradient("L").resize((width, height), Image.Resampling.BICUBIC)
    centre, edge = Image.new("RGB", (width, height), (38, 112, 78)), Image.new("RGB", (width, height), (10, 48, 34))
    cloth = Image.composite(edge, centre, small.point(lambda value: min(value * 5 // 4, 255)))
    grain = np.random.default_rng(0).integers(-3, 4, (height, width, 1))
    return Image.fromarray(np.clip(np.asarray(cloth) + grain, 0, 255).astype(np.uint8)).convert("RGBA")


@functools.lru_cache(maxsize=512)
def plate(width: int, height: int, radius: int, fill: Colour, outline: Colour | None = None, line: int = 1) -> Image.Image:
    """A rounded rectangle with smooth edges."""
    large = Image.new("RGBA", (width * OVERSIZE, height * OVERSIZE), (*(outline or fill)[:3], 0))
    box = (0, 0, large.width - 1, large.height - 1)
    ImageDraw.Draw(large).rounded_rectangle(
        box, radius * OVERSIZE, fill=fill, outline=outline, width=line * OVERSIZE if outline else 0
    )
    return large.resize((width, height), Image.Resampling.BOX)
