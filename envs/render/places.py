"""Where things lie in a picture of a table: boxes for the players, places for the cards of a trick. Numbers only."""

from dataclasses import dataclass

CARD_RATIO = 1.4
"""Height of a card over its width."""
SIDES = {
    1: (0, 0, 0),
    2: (0, 1, 0),
    3: (0, 2, 0),
    4: (1, 1, 1),
    5: (1, 2, 1),
    6: (1, 3, 1),
    7: (2, 2, 2),
    8: (2, 3, 2),
}
"""How many of the others sit at the left, at the top and at the right, by number of players."""


@dataclass(frozen=True)
class Box:
    """A rectangle in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """Right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """Lower edge."""
        return self.top + self.height

    def overlaps(self, other: "Box") -> bool:
        """Whether the two have a pixel in common."""
        is_beside = self.right <= other.left or other.right <= self.left
        return not is_beside and self.top < other.bottom and other.top < self.bottom


@dataclass(frozen=True)
class Places:
    """Where everything lies."""

    unit: float
    """Pixels that are 1 in a picture of 800 by 600."""
    header: Box
    panels: tuple[Box, ...]
    """By place at the table: 0 the viewer, then clockwise."""
    trick: tuple[Box, ...]
    """Cards of the trick, likewise."""
    board: Box
    """For the scores at the end."""
    piles: Box
    last_trick: Box


def places(num_players: int, width: int, height: int) -> Places:
    """Divide a picture.

    Args:
        num_players: at the table.
        width: of the picture in pixels.
        height: likewise.
    """
    unit = min(width / 800, height / 600)

    def px(value: float) -> int:
        return round(value * unit)

    gap = px(8)
    header = Box(0, 0, width, px(46))
    own = Box(gap, height - px(152) - gap, width - 2 * gap, px(152))
    top, bottom = header.bottom + gap, own.top - gap
    num_left, num_top, num_right = SIDES[num_players]
    top_height = px(116) if num_top else 0
    tops = _row(gap, top, width - 2 * gap, top_height, num_top, gap, px(430))
    middle = top + top_height + (gap if num_top else 0)
    band = Box(gap, bottom - px(66), width - 2 * gap, px(66))
    side_width = px(186)
    inner = side_width + 2 * gap if num_left else gap
    low = bottom if num_left > 1 else band.top - gap  # two at a side need the room beside the piles too
    lefts = _column(gap, middle, side_width, low - middle, num_left, gap, px(132))
    rights = _column(width - gap - side_width, middle, side_width, low - middle, num_right, gap, px(132))
    panels = (own, *reversed(lefts), *tops, *rights)
    board = Box(inner, middle, width - 2 * inner, band.top - middle)
    trick = _trick_places(num_players, board, bottom, px(84), px(12))
    edge = inner if num_left > 1 else gap
    half = width // 2 - trick[0].width // 2 - gap - edge
    piles = Box(edge, band.top, half, band.height)
    last_trick = Box(width - edge - half, band.top, half, band.height)
    return Places(unit, header, panels, trick, board, piles, last_trick)


def _row(left: int, top: int, width: int, height: int, count: int, gap: int, most: int) -> list[Box]:
    """Boxes side by side, in the middle."""
    if not count:
        return []
    each = min((width - (count - 1) * gap) // count, most)
    start = left + (width - count * each - (count - 1) * gap) // 2
    return [Box(start + i * (each + gap), top, each, height) for i in range(count)]


def _column(left: int, top: int, width: int, height: int, count: int, gap: int, most: int) -> list[Box]:
    """Boxes one below the other, in the middle."""
    if not count:
        return []
    each = min((height - (count - 1) * gap) // count, most)
    start = top + (height - count * each - (count - 1) * gap) // 2
    return [Box(left, start + i * (each + gap), width, each) for i in range(count)]


def _trick_places(num_players: int, board: Box, bottom: int, most: int, gap: int) -> tuple[Box, ...]:
    """A card before each player: a row at the top, columns at the sides, one at the bottom.

    Args:
        num_players: at the table.
        board: free space between the players.
        bottom: how far down the viewer's own card may reach.
        most: width of the largest card.
        gap: between cards.
    """
    num_left, num_top, num_right = SIDES[num_players]
    columns = max(num_top, 1) + (2 if num_left else 0)
    heights = [(bottom - board.top - 3 * gap) / 2, *([(board.height - (num_left + 1) * gap) / num_left] if num_left else [])]
    width = min(most, board.width // columns - gap, round(min(heights) / CARD_RATIO))
    height = round(width * CARD_RATIO)
    across = min(board.width // columns, round(2.6 * width))
    side = max(across * (num_top + 1) / 2, 1.7 * width)
    x, y = board.left + board.width / 2, board.top + board.height / 2

    def at(middle: float, upper: float) -> Box:
        return Box(round(middle - width / 2), round(upper), width, height)

    def column(middle: float, count: int) -> list[Box]:
        start = y - (count * (height + gap) - gap) / 2
        return [at(middle, start + i * (height + gap)) for i in range(count)]

    tops = [at(x + across * (i - (num_top - 1) / 2), board.top + gap / 2) for i in range(num_top)]
    own = at(x, bottom - height - gap / 2)
    return (own, *reversed(column(x - side, num_left)), *tops, *column(x + side, num_right))
