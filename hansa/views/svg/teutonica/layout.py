"""Where everything of a Hansa Teutonica board is drawn: roads, houses, offices, markers, spaces, in units of the drawing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from hansa.boards import Board, City, board
from hansa.views.svg.elements import Point

OFFICE = 34.0           # from one office to the next
PLATE = 42.0            # height of the plate the offices are on
LETTER = 11.0           # of a name, about
MOST_IN_A_ROW = 5       # London has eight offices: two rows


@dataclass(frozen=True)
class CityPlace:
    """A city: the middle of its plate, its size, where each printed office is, where its name and a flag stand."""

    at: Point
    width: float
    height: float
    offices: tuple[Point, ...]
    name_at: Point
    flag_at: Point

    def extra(self, number: int) -> Point:
        """Where the extra office with this number stands, from 0, left of the plate."""
        return self.at[0] - self.width / 2 - OFFICE * (number + 0.5), self.offices[0][1] if self.offices else self.at[1]

    def post(self, number: int, count: int) -> Point:
        """Where one of the posts of a green city stands."""
        return self.at[0] + (number - (count - 1) / 2) * OFFICE, self.at[1]


@dataclass(frozen=True)
class RoadPlace:
    """A route: the points its road passes through, from city to city, its houses by class, its marker."""

    road: tuple[Point, ...]
    houses: tuple[Point, ...]
    ships: tuple[Point, ...]
    marker: Point
    middle: Point


@dataclass(frozen=True)
class Layout:
    """A whole board."""

    board: Board
    size: tuple[float, float]
    cities: Mapping[str, CityPlace]
    roads: Mapping[str, RoadPlace]
    spaces: tuple[Point, ...]
    landscape: Mapping[str, Any]


@cache
def layout(name: str) -> Layout:
    """The layout of a board, made once; the board's file says where things are printed."""
    the_board = board(name)
    landscape = landscapes()[name]
    scale_x, scale_y = landscape["scale"]
    moved: Mapping[str, Any] = landscape.get("moved", {})

    def placed(point: tuple[int, int]) -> Point:
        return point[0] * scale_x, point[1] * scale_y

    def marker(route_name: str, printed: tuple[int, int]) -> Point:
        return placed(tuple(moved[route_name])) if route_name in moved else placed(printed)

    cities = {city.code: _city(city, placed(tuple(moved.get(city.code, city.at)))) for city in the_board.cities}
    roads = {}
    for route in the_board.routes:
        houses = [placed(house.at) for house in route.houses]
        roads[route.name] = RoadPlace(
            road=tuple(map(placed, the_board.road(route))),
            houses=tuple(placed(house.at) for house in route.houses if not house.ship),
            ships=tuple(placed(house.at) for house in route.houses if house.ship),
            marker=marker(route.name, route.marker_at),
            middle=houses[len(houses) // 2],
        )
    return Layout(
        the_board, (the_board.size[0] * scale_x, the_board.size[1] * scale_y), cities, roads,
        tuple(placed(at) for at in the_board.spaces_at), landscape,
    )


@cache
def landscapes() -> dict[str, Any]:
    """Coasts and rivers of every board, drawn by hand in the units of the board's file, and how far to stretch them."""
    data: dict[str, Any] = json.loads(
        resources.files(__package__).joinpath("landscape.json").read_text(encoding="utf-8"))
    return data


def _city(city: City, at: Point) -> CityPlace:
    count = len(city.offices)
    columns = max(min(count, count if count <= MOST_IN_A_ROW else -(-count // 2)), 1 if count else 2)
    rows = max(1, -(-count // columns))
    width, height = columns * OFFICE + 8, (rows - 1) * OFFICE + PLATE
    middle = (at[0], at[1] + 7)
    offices = tuple(
        (middle[0] + (place % columns - (columns - 1) / 2) * OFFICE, middle[1] + (place // columns - (rows - 1) / 2) * OFFICE)
        for place in range(count)
    )
    top = middle[1] - height / 2
    beside_name = max(width / 2 - 3, len(city.name) * LETTER / 2 + 2)
    return CityPlace(middle, width, height, offices, (middle[0], top - 9), (middle[0] + beside_name, top + 4))
