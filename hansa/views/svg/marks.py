"""Marks on a map: rings around places, arrows from one to another, flags of owners."""

from __future__ import annotations

import math

from hansa.views.svg.elements import Point, element, group, number, text

RING = 25.0         # radius


def ring(at: Point) -> str:
    """A ring around a point."""
    return element("circle", cx=at[0], cy=at[1], r=RING, class_="ring")


def arrow(start: Point, end: Point) -> str:
    """An arrow that bends a little, from the rim of one ring to that of another."""
    bend = (
        (start[0] + end[0]) / 2 + (end[1] - start[1]) * 0.15,
        (start[1] + end[1]) / 2 - (end[0] - start[0]) * 0.15,
    )
    away = math.atan2(end[1] - bend[1], end[0] - bend[0])
    tip = (end[0] - RING * math.cos(away), end[1] - RING * math.sin(away))
    turned = f"translate({number(tip[0])} {number(tip[1])}) rotate({number(math.degrees(away))})"
    head = element("path", d="M0 0L-18 -9L-13 0L-18 9Z", class_="arrow-head", transform=turned)
    numbers = " ".join(map(number, (*bend, *tip)))
    curve = f"M{number(start[0])} {number(start[1])}Q{numbers}"
    return group(element("path", d=curve, class_="arrow"), head)


def flag(word: str, at: Point, title: str, city: str) -> str:
    """A small flag of an owner at a city: its colour, its letter; the title is read aloud."""
    return group(
        element("title", title),
        element("path", d="M0 0V-26", class_="mast"),
        element("path", d="M0 -26H17L13 -19.5L17 -13H0Z", class_="flag"),
        text(word, (6.5, -19), class_="flag-word"),
        at=at, class_=f"owner-{word}", data_city=city,
    )
