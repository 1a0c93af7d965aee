"""Where the parts of a Hansa Teutonica board are drawn, in units of the drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from hansa.boards import Board, City, Route, board
from hansa.views.svg.elements import Point
from hansa.views.svg.teutonica.landscape import Landscape, landscape

OFFICE = 34.0           # from one office to the next
PLATE = 42.0            # height of the plate the offices are on
LETTER = 11.0           # of a name, about
MOST_IN_A_ROW = 5       # London has eight offices: two rows


@dataclass(frozen=True)
class CityPlace:
    """A city."""

    at: Point                       # the middle of its plate
    width: float                    # of the plate
    height: float
    offices: tuple[Point, ...]      # the printed ones
    name_at: Point
    flag_at: Point

    def extra(self, number: int) -> Point:
        """Where the extra office with this number is, from 0: left of the plate."""
        y = self.offices[0][1] if self.offices else self.at[1]
        return self.at[0] - self.width / 2 - OFFICE * (number + 0.5), y

    def post(self, number: int, count: int) -> Point:
        """Where a post of a green city with `count` posts is."""
        return self.at[0] + (number - (count - 1) / 2) * OFFICE, self.at[1]


@dataclass(frozen=True)
class RoadPlace:
    """A route."""

    road: tuple[Point, ...]         # from city to city by way of the houses
    houses: tuple[Point, ...]       # by class (D5)
    ships: tuple[Point, ...]
    marker: Point
    middle: Point                   # a house


@dataclass(frozen=True)
class Layout:
    """A whole board."""

    board: Board
    size: tuple[float, float]
    cities: Mapping[str, CityPlace]
    roads: Mapping[str, RoadPlace]
    spaces: tuple[Point, ...]
    landscape: Landscape


@cache
def layout(name: str) -> Layout:
    """The layout of a board, made once; the board's file says where things are printed."""
    the_board, land = board(name), landscape(name)

    def placed(point: Point) -> Point:
        return land.stretched([point])[0]

    def road(route: Route) -> RoadPlace:
        houses = land.stretched(house.at for house in route.houses)
        return RoadPlace(
            road=tuple(land.stretched(the_board.road(route))),
            houses=tuple(placed(house.at) for house in route.houses if not house.ship),
            ships=tuple(placed(house.at) for house in route.houses if house.ship),
            marker=placed(route.marker_at),
            middle=houses[len(houses) // 2],
        )

    return Layout(
        board=the_board,
        size=placed(the_board.size),
        cities={city.code: _city(city, placed(city.at)) for city in the_board.cities},
        roads={route.name: road(route) for route in the_board.routes},
        spaces=tuple(land.stretched(the_board.spaces_at)),
        landscape=land,
    )


def _city(city: City, at: Point) -> CityPlace:
    count = len(city.offices)
    columns = max(min(count, count if count <= MOST_IN_A_ROW else -(-count // 2)), 1 if count else 2)
    rows = max(1, -(-count // columns))
    width, height = columns * OFFICE + 8, (rows - 1) * OFFICE + PLATE
    middle = (at[0], at[1] + 7)
    offices = tuple(
        (middle[0] + (place % columns - (columns - 1) / 2) * OFFICE,
         middle[1] + (place // columns - (rows - 1) / 2) * OFFICE)
        for place in range(count)
    )
    top = middle[1] - height / 2
    beside_name = max(width / 2 - 3, len(city.name) * LETTER / 2 + 2)
    return CityPlace(
        at=middle, width=width, height=height, offices=offices,
        name_at=(middle[0], top - 9), flag_at=(middle[0] + beside_name, top + 4),
    )
