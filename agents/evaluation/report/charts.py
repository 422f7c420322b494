"""Small charts as SVG text; colours come from the page's style sheet."""

import itertools
import math
from collections.abc import Sequence
from html import escape

Points = Sequence[Sequence[float]]
"""[x, y] pairs, x ascending."""

LARGE, SMALL = (960, 360), (400, 250)
"""Sizes of a chart, in units of its text."""
NOTHING = "<p>Nothing was recorded.</p>"
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 14, 44
UNITS = ((1e6, 1e6, "M"), (1e4, 1e3, "k"))
"""From where on numbers are shortened, by what, and the letter."""


def line_chart(
    points: Points, x_label: str, y_label: str, size: tuple[int, int], low: Points = (), high: Points = (), zero: bool = False
) -> str:
    """A curve with axes, where given with a band from low to high and the line y = 0; a single point is told in words.

    What stands at x = 0, before anything was learned, may lie far off: it does not set the axis where two others do.
    """
    if not points:
        return NOTHING
    if len(points) == 1:
        return f"<p>{number(points[0][1])} {escape(y_label)}, at {number(points[0][0])} {escape(x_label)}.</p>"
    lines = [points, low, high]
    ys = [y for line in lines for x, y in line if math.isfinite(y) and (x > 0 or len(line) < 3)] + ([0.0] if zero else [])
    y_ticks = ticks(min(ys, default=0.0), max(ys, default=1.0))
    points, low, high = (_entering(line, y_ticks[0], y_ticks[-1]) for line in lines)
    x_range = (lines[0][0][0], points[-1][0])
    x_ticks = [tick for tick in ticks(*x_range) if x_range[0] <= tick <= x_range[1]]
    frame = _Frame(size, x_range, (y_ticks[0], y_ticks[-1]))
    parts = [_axes(frame, x_ticks, y_ticks, x_label, y_label)]
    if low and high:
        parts.append(f'<path class="band" d="{_path(frame, [*low, *reversed(high)])} Z"/>')
    if zero:
        parts.append(f'<path class="zero" d="{_path(frame, [(frame.xs[0], 0.0), (frame.xs[1], 0.0)])}"/>')
    parts.append(f'<path class="line" d="{_path(frame, points)}"/>')
    radius = 3 if len(points) <= 40 else 1.5
    parts += [
        f'<circle class="dot" cx="{frame.x(x):.1f}" cy="{frame.y(y):.1f}" r="{radius}">'
        f"<title>{escape(x_label)} {number(x)}: {number(y)}</title></circle>"
        for x, y in points
        if math.isfinite(y) and [x, y] in map(list, lines[0])
    ]
    label = escape(f"{y_label} over {x_label}")
    return f'<svg viewBox="0 0 {size[0]} {size[1]}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def interval_chart(low: float, middle: float, high: float, span: tuple[float, float]) -> str:
    """An interval as a bar with a dot at its middle and a line at zero; the picture's width stands for `span`."""
    if not all(map(math.isfinite, (low, middle, high))):
        return ""
    width = (span[1] - span[0]) or 1.0
    at = [10 + 180 * (value - span[0]) / width for value in (low, middle, high, 0.0)]
    return (
        '<svg class="interval" viewBox="0 0 200 24" role="img" aria-label="interval">'
        f'<path class="zero" d="M{at[3]:.1f} 2 V22"/><path class="bar" d="M{at[0]:.1f} 12 H{at[2]:.1f}"/>'
        f'<circle class="dot" cx="{at[1]:.1f}" cy="12" r="5"/></svg>'
    )


def bar_chart(bars: Points, x_label: str, y_label: str, size: tuple[int, int]) -> str:
    """Bars from zero upwards."""
    if not bars:
        return NOTHING
    gap = min((after[0] - before[0] for before, after in itertools.pairwise(bars)), default=1.0)
    y_ticks = ticks(0.0, max(height for _, height in bars))
    x_range = (bars[0][0] - gap / 2, bars[-1][0] + gap / 2)
    x_ticks = [tick for tick in ticks(*x_range) if x_range[0] <= tick <= x_range[1]]
    frame = _Frame(size, x_range, (y_ticks[0], y_ticks[-1]))
    width = max(0.8 * (frame.x(gap) - frame.x(0.0)), 1.0)
    drawn = "".join(
        f'<rect class="fill" x="{frame.x(x) - width / 2:.1f}" y="{frame.y(height):.1f}" width="{width:.1f}" '
        f'height="{frame.bottom - frame.y(height):.1f}"><title>{number(x)}: {number(height)}</title></rect>'
        for x, height in bars
    )
    axes = _axes(frame, x_ticks, y_ticks, x_label, y_label)
    return f'<svg viewBox="0 0 {size[0]} {size[1]}" role="img" aria-label="{escape(y_label)}">{axes}{drawn}</svg>'


def ticks(low: float, high: float) -> list[float]:
    """Round numbers that cover a range.

    >>> ticks(0, 9.5)
    [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
    """
    if not high > low:
        low, high = low - 1.0, high + 1.0
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(n * step, 12) for n in range(first, last + 1)]


def tick_labels(values: Sequence[float]) -> list[str]:
    """Labels of ascending ticks: all in one unit, with as many places as tell them apart.

    >>> tick_labels([1.023, 1.024]), tick_labels([-50.0, 0.0]), tick_labels([0, 20_000]), tick_labels([0, 5e5, 1e6])
    (['1.023', '1.024'], ['-50', '0'], ['0', '20k'], ['0', '0.5M', '1M'])
    """
    largest = max(map(abs, values), default=0.0)
    size, letter = next(((size, letter) for start, size, letter in UNITS if largest >= start), (1.0, ""))
    step = min((after - before for before, after in itertools.pairwise(values)), default=1.0) / size
    places = max(0, math.ceil(-math.log10(step) - 1e-9))
    return [f"{round(value / size, places):.12g}{letter}" if value else "0" for value in values]


def number(value: float) -> str:
    """A number for people.

    >>> number(1_500_000), number(20_000), number(0.0312), number(-12.3456)
    ('1.5M', '20k', '0.0312', '-12.3')
    """
    for start, size, letter in UNITS:
        if abs(value) >= start:
            return f"{value / size:.4g}{letter}"
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


class _Frame:
    """Where numbers lie in the picture."""

    def __init__(self, size: tuple[int, int], xs: tuple[float, float], ys: tuple[float, float]) -> None:
        self.xs, self.ys = xs, ys
        self.right, self.bottom, self.height = size[0] - RIGHT, size[1] - BOTTOM, size[1]

    def x(self, value: float) -> float:
        return LEFT + (self.right - LEFT) * (value - self.xs[0]) / ((self.xs[1] - self.xs[0]) or 1.0)

    def y(self, value: float) -> float:
        return self.bottom - (self.bottom - TOP) * (value - self.ys[0]) / ((self.ys[1] - self.ys[0]) or 1.0)


def _axes(frame: _Frame, x_ticks: Sequence[float], y_ticks: Sequence[float], x_label: str, y_label: str) -> str:
    bottom, right = frame.bottom, frame.right
    parts = [
        f'<path class="grid" d="M{LEFT} {frame.y(tick):.1f} H{right}"/>'
        f'<text x="{LEFT - 8}" y="{frame.y(tick) + 4:.1f}" text-anchor="end">{label}</text>'
        for tick, label in zip(y_ticks, tick_labels(y_ticks), strict=True)
    ]
    parts += [
        f'<text x="{frame.x(tick):.1f}" y="{bottom + 18}" text-anchor="middle">{label}</text>'
        for tick, label in zip(x_ticks, tick_labels(x_ticks), strict=True)
    ]
    middle = (TOP + bottom) / 2
    parts.append(f'<text x="{(LEFT + right) / 2}" y="{frame.height - 6}" text-anchor="middle">{escape(x_label)}</text>')
    parts.append(f'<text transform="translate(14 {middle}) rotate(-90)" text-anchor="middle">{escape(y_label)}</text>')
    return "".join(parts)


def _entering(points: Points, low: float, high: float) -> Points:
    """A curve from where it comes into view: a first point outside is replaced by the place where its line crosses the edge."""
    if len(points) < 2 or not math.isfinite(points[0][1]) or low <= points[0][1] <= high:
        return points
    (x, y), (next_x, next_y) = points[:2]
    edge = min(max(y, low), high)
    share = (edge - y) / (next_y - y)
    return [[x + share * (next_x - x), edge], *points[1:]]


def _path(frame: _Frame, points: Points) -> str:
    places = [f"{frame.x(x):.1f} {frame.y(y):.1f}" for x, y in points if math.isfinite(y)]
    return "M" + " L".join(places) if places else "M0 0"
