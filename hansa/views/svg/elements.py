"""SVG as text: the elements, numbers and smooth curves that make up the drawings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise

Point = tuple[float, float]


def number(value: float) -> str:
    """A coordinate, to a tenth."""
    return "0" if abs(value) < 0.05 else f"{value:.1f}".removesuffix(".0")


def element(tag: str, *children: str, **attributes: object) -> str:
    """One element; `class_` is `class`, other underscores are hyphens, None is left out."""
    parts = [f"<{tag}"]
    for name, value in attributes.items():
        if value is not None:
            text = number(value) if isinstance(value, float) else str(value)
            parts.append(f' {name.rstrip("_").replace("_", "-")}="{escape(text)}"')
    inside = "".join(children)
    return "".join(parts) + (f">{inside}</{tag}>" if inside else "/>")


def text(words: str, at: Point, **attributes: object) -> str:
    """A word, centred at a point."""
    return element("text", escape(words), x=float(at[0]), y=float(at[1]), **attributes)


def group(*children: str, at: Point | None = None, **attributes: object) -> str:
    """A group, moved to a point."""
    moved = None if at is None else f"translate({number(at[0])} {number(at[1])})"
    return element("g", *children, transform=moved, **attributes)


def polyline(points: Iterable[Point]) -> str:
    """The data of a path along straight lines."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def smooth(points: Sequence[Point], *, closed: bool = False) -> str:
    """The data of a path through all points without corners (Catmull-Rom, as cubic Béziers)."""
    count = len(points)
    if count < 3:
        return polyline(points)
    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for place in range(count if closed else count - 1):
        if closed:
            before, start, end, after = (points[(place + step) % count] for step in (-1, 0, 1, 2))
        else:
            before, start = points[max(place - 1, 0)], points[place]
            end, after = points[place + 1], points[min(place + 2, count - 1)]
        parts.append("C" + " ".join(
            number(value) for value in (
                start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6,
                end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6,
                end[0], end[1],
            )))
    return "".join(parts) + ("Z" if closed else "")


def length(points: Sequence[Point]) -> float:
    """The length of the straight lines between points."""
    return sum(math.dist(one, other) for one, other in pairwise(points))


def along(points: Sequence[Point], part: float) -> Point:
    """The point after a part (0 to 1) of the straight lines."""
    left = length(points) * part
    for one, other in pairwise(points):
        step = math.dist(one, other)
        if left <= step and step:
            share = left / step
            return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
        left -= step
    return points[-1]
