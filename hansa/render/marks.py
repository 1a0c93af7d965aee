"""What is shown on top of a map: rings around places, arrows from one to another."""

from __future__ import annotations

import math

from hansa.render.elements import Point, element, group, number

RING = 25.0         # radius


def ring(at: Point) -> str:
    """A ring around a point."""
    return element("circle", cx=at[0], cy=at[1], r=RING, class_="ring")


def arrow(start: Point, end: Point) -> str:
    """An arrow that bends a little, from the rim of one ring to that of another."""
    bend = ((start[0] + end[0]) / 2 + (end[1] - start[1]) * 0.15, (start[1] + end[1]) / 2 - (end[0] - start[0]) * 0.15)
    away = math.atan2(end[1] - bend[1], end[0] - bend[0])
    tip = (end[0] - RING * math.cos(away), end[1] - RING * math.sin(away))
    head = element("path", d="M0 0L-18 -9L-13 0L-18 9Z", class_="arrow-head",
                   transform=f"translate({number(tip[0])} {number(tip[1])}) rotate({number(math.degrees(away))})")
    numbers = " ".join(map(number, (*bend, *tip)))
    return group(element("path", d=f"M{number(start[0])} {number(start[1])}Q{numbers}", class_="arrow"), head)
