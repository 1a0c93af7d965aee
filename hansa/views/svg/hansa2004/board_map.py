"""The empty board of Hansa (2004): sea, arrows, cities and warehouse spaces."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from hansa.hansa2004.board import City, board
from hansa.hansa2004.terms import city_name
from hansa.languages import ENGLISH, Language
from hansa.views.svg.elements import Point, element, group, number, polyline, smooth, text
from hansa.views.svg.hansa2004.landscape import BENT, LANDS

SIZE = (1220.0, 880.0)          # units of the drawing
PLATE = (188.0, 92.0)           # of a city: width, height
NAME_ROOM = 26.0                # above a plate
GAP = 7.0                       # between the end of an arrow and what it points at
BARREL = "M-12 -16Q-18 0 -12 16H12Q18 0 12 -16Z"


def place(city: City) -> Point:
    """The middle of a city's plate."""
    return (city.at[0] - 170) * 1.4 + 115, (city.at[1] - 190) * 1.25 + 95


@cache
def places() -> dict[str, Point]:
    """The middle of every plate, by code."""
    return {city.code: place(city) for city in board().cities}


def warehouses(city: City) -> list[Point]:
    """Where the barrels of a city lie, each with room for its colour as a word."""
    x, y = place(city)
    middle = (city.warehouses - 1) / 2
    return [(x - 24 + (number - middle) * 92, y - 20) for number in range(city.warehouses)]


def rim(start: Point, end: Point) -> Point:
    """Where the straight line from one city to another leaves the first, its name included."""
    half_width, half_height = PLATE[0] / 2 + GAP, (PLATE[1] + NAME_ROOM) / 2 + GAP
    middle = (start[0], start[1] - NAME_ROOM / 2)
    dx, dy = end[0] - middle[0], end[1] - NAME_ROOM / 2 - middle[1]
    part = min(half_width / abs(dx) if dx else 1.0, half_height / abs(dy) if dy else 1.0)
    return middle[0] + dx * part, middle[1] + dy * part


@cache
def map_of(language: Language = ENGLISH) -> str:
    """The whole board, empty."""
    sea = element("rect", width=SIZE[0], height=SIZE[1], class_="sea")
    ground = group(sea, *_waves(), *_coasts(), class_="ground", aria_hidden="true")
    return "".join((ground, *_arrows(), *(_city(city, language) for city in board().cities)))


def _waves() -> Iterator[str]:
    for row in range(9):
        for column in range(6 - row % 2):
            x, y = 40 + column * 190 + row % 2 * 95, 50 + row * 92
            yield element("path", d=f"M{x} {y}q11 -10 22 0q11 10 22 0", class_="wave")


def _coasts() -> Iterator[str]:
    shores = [smooth(land, closed=True) for land in LANDS]
    for kind in ("shallows", "land"):
        for shore in shores:
            yield element("path", d=shore, class_=kind)


def lane(origin: str, target: str) -> str:
    """The data of the path from one city to another, around the land between them."""
    start, end = places()[origin], places()[target]
    bend = BENT.get((origin, target))
    if bend is None:
        return polyline((rim(start, end), rim(end, start)))
    dx, dy = end[0] - start[0], end[1] - start[1]
    aside = bend / math.hypot(dx, dy)
    control = ((start[0] + end[0]) / 2 - dy * aside, (start[1] + end[1]) / 2 + dx * aside)
    points = rim(start, control), control, rim(end, control)
    first, middle, last = (f"{number(x)} {number(y)}" for x, y in points)
    return f"M{first}Q{middle} {last}"


def _arrows() -> Iterator[str]:
    for origin, target in board().arrows:
        yield group(
            element("path", d=lane(origin, target), class_="sailing", marker_end="url(#sailing)"),
            data_place=f"arrow {origin}-{target}",
        )
    yield element("defs", element(
        "marker", element("path", d="M0 0L10 5L0 10L3 5Z", class_="sailing-head"), id="sailing",
        viewBox="0 0 10 10", refX=9, refY=5, markerWidth=22, markerHeight=22,
        markerUnits="userSpaceOnUse", orient="auto",
    ))


def _city(city: City, language: Language) -> str:
    (x, y), (width, height) = place(city), PLATE
    return group(
        element(
            "rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=7, class_="plate",
        ),
        text(f"{city.number} {language.tell(city_name(city.code))}", (x, y - height / 2 - 13), class_="name"),
        *(group(element("path", d=BARREL, class_="space-empty"), at=at) for at in warehouses(city)),
        data_place=f"city {city.code}",
    )
