"""Hansa (2004) as a bitmap: arrows, cities with goods and booths, the ship; and the desks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from hansa.hansa2004.board import City, board
from hansa.state import State
from hansa.views import StateJson
from hansa.views.pixels.bitmap import HOUSE, INK, PAPER, ROAD, SEATS, Bitmap, Colour

WIDTH, HEIGHT = 880, 800
GOODS: Mapping[str, Colour] = {
    "red": (205, 60, 50), "orange": (235, 145, 50), "yellow": (235, 205, 70), "green": (85, 155, 85),
    "blue": (90, 130, 205), "brown": (150, 105, 70),
}
SHIP: Colour = (95, 65, 40)


def pixels(state: State) -> NDArray[np.uint8]:
    """The position: height x width x 3 bytes."""
    facts = state.to_json()
    drawn = Bitmap.of_map(WIDTH, HEIGHT)
    for origin, target in board().arrows:
        _arrow(drawn, _at(board().city(origin)), _at(board().city(target)))
    for city in board().cities:
        _city(drawn, city, facts["cities"].get(city.code, {}), facts["ship"] == city.code)
    _desks(drawn, facts)
    return drawn.pixels


def _at(city: City) -> tuple[float, float]:
    return 80 + (city.at[0] - 170) * 1.05, 80 + (city.at[1] - 190) * 1.1


def _arrow(drawn: Bitmap, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A line with a head behind its middle."""
    drawn.line(start, end, ROAD)
    dx, dy = end[0] - start[0], end[1] - start[1]
    for part in range(10):
        way = 0.62 + 3 * part / math.hypot(dx, dy)
        drawn.disc(start[0] + dx * way, start[1] + dy * way, 11 - part, ROAD)


def _city(drawn: Bitmap, city: City, facts: StateJson, has_ship: bool) -> None:
    """Its code, the ship; goods, empty spaces included; and booths as squares with their number."""
    x, y = _at(city)
    drawn.square(x, y, 42, INK)
    drawn.square(x, y, 40, PAPER)
    drawn.text(x - 36, y - 36, city.code, scale=3)
    if has_ship:
        drawn.disc(x + 24, y - 27, 13, SHIP)
        drawn.text(x + 13, y - 30, "SHIP", HOUSE, scale=1)
    goods = facts.get("goods", [])
    for space in range(city.warehouses):
        _marker(drawn, x - 22 + 34 * space, y - 2, goods[space] if space < len(goods) else None)
    for seat, count in enumerate(facts.get("booths", ())):
        if count:
            drawn.square(x - 29 + 19 * seat, y + 27, 8, SEATS[seat])
            drawn.text(x - 33 + 19 * seat, y + 23, str(count), HOUSE)


def _marker(drawn: Bitmap, x: float, y: float, kind: str | None) -> None:
    """A marker with its barrels, or an empty space."""
    if kind is None:
        drawn.piece(x, y, 13, "t", HOUSE, ROAD)
    else:
        drawn.piece(x, y, 13, "t", GOODS[kind[:-1]])
        drawn.text(x - 3, y - 5, kind[-1])


def _desks(drawn: Bitmap, facts: StateJson) -> None:
    x = WIDTH + 15
    drawn.text(x, 15, f"TURN {facts['turns'] + 1} {facts['phase']}", scale=3)
    piles = "-".join(map(str, facts["piles"]))
    drawn.text(x, 40, f"SUPPLY {sum(facts['supply'].values())}  PILES {piles}")
    for seat, desk in enumerate(facts["desks"]):
        y = 75 + 175 * seat
        drawn.square(x + 8, y + 8, 9, INK if facts["to_move"] == seat else HOUSE)
        drawn.square(x + 8, y + 8, 7, SEATS[seat])
        drawn.text(x + 28, y, f"SEAT {seat}", scale=3)
        drawn.text(x, y + 26, f"TALERS {desk['talers']}  BOOTHS {desk['booths']}")
        for row, what in enumerate(("unsold", "sold")):
            drawn.text(x, y + 44 + 62 * row, what)
            for place, (kind, count) in enumerate(sorted(Counter(desk[what]).items())):
                left, top = x + 10 + 34 * (place % 7), y + 66 + 62 * row + 22 * (place // 7)
                drawn.piece(left, top, 9, "t", GOODS[kind[:-1]])
                drawn.text(left - 3, top - 5, kind[-1])
                if count > 1:
                    drawn.text(left + 11, top - 5, str(count))
