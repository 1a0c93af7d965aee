"""The boards as data: cities, offices, routes and houses, read from the files in `hansa/boards`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

BOARDS = Path(__file__).parents[2] / "boards"
# the country of a route without `region`, and the only country of every other board [T80]
ENGLAND = ""


@dataclass(frozen=True)
class Office:
    """A printed office: its colour, the kind of piece of its shape, its printed points."""

    privilege: str
    kind: str
    points: int


@dataclass(frozen=True)
class City:
    """A city with its printed offices from the left; a green city has none [T65]."""

    code: str
    offices: tuple[Office, ...]
    develops: tuple[str, ...]
    green: bool
    special_prestige: bool
    scores_for: tuple[str, ...]
    permits: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """The houses of a route, or its ships: places that cannot be told apart, a class of [D5]."""

    text: str
    route: str
    country: str
    ship: bool
    size: int
    order: int

    def fits(self, kind: str) -> bool:
        """Ships take merchants only [T11]."""
        return kind == "m" or not self.ship


@dataclass(frozen=True)
class Route:
    """A route between two cities; its rows are `house` before `ship` [D4]."""

    code: str
    cities: tuple[str, str]
    country: str
    rows: tuple[Row, ...]
    tavern: bool
    permanent_marker: str | None


@dataclass(frozen=True, eq=False)
class Board:
    """A whole board. Every collection is in the order of the file, as [D4] asks."""

    name: str
    players: tuple[int, ...]
    cities: dict[str, City]
    routes: dict[str, Route]
    rows: dict[str, Row]
    special: dict[int, str]
    connection: tuple[str, str]
    connection_points: tuple[int, ...]
    completed_limit: int
    neighbours: dict[str, tuple[str, ...]]
    rings: dict[str, tuple[tuple[Row, ...], ...]]


def read_city(data: dict[str, Any]) -> City:
    """One city of the file."""
    return City(
        code=data["code"],
        offices=tuple(
            Office(office["privilege"], office["shape"][0], office.get("points", 0))
            for office in data["offices"]
        ),
        develops=tuple(data.get("develops", ())),
        green=data.get("green", False),
        special_prestige=data.get("special_prestige", False),
        scores_for=tuple(data.get("scores_for", ())),
        permits=tuple(data.get("permits", ())),
    )


def read_route(data: dict[str, Any], order: int) -> Route:
    """One route of the file; `order` is the place of its first row among all rows of the board."""
    first, second = sorted(data["between"])
    code = f"{first}-{second}"
    country = data.get("region", ENGLAND)
    ships = sum(house.get("ship", False) for house in data["houses"])
    rows = [Row(code, code, country, False, len(data["houses"]) - ships, order)]
    if ships:
        rows.append(Row(f"{code}/ship", code, country, True, ships, order + 1))
    permanent = data.get("permanent_marker")
    return Route(code, (first, second), country, tuple(rows), data.get("tavern", False), permanent)


def rings_around(start: Route, routes: dict[str, Route]) -> tuple[tuple[Row, ...], ...]:
    """The rows one step away from a route, then those two steps away, and so on [T15, T16]."""
    reached = {start.code}
    cities = set(start.cities)
    rings: list[tuple[Row, ...]] = []
    while True:
        ring = [route for code, route in routes.items() if code not in reached and cities & set(route.cities)]
        if not ring:
            return tuple(rings)
        rings.append(tuple(row for route in ring for row in route.rows))
        reached.update(route.code for route in ring)
        cities.update(city for route in ring for city in route.cities)


@cache
def load_board(name: str) -> Board:
    """The board of this name."""
    file = BOARDS / f"{name}.json"
    if not file.is_file():
        raise ValueError(f"no board is called {name!r}")
    data = json.loads(file.read_text(encoding="utf-8"))
    cities = {city.code: city for city in map(read_city, data["cities"])}
    routes: dict[str, Route] = {}
    rows: dict[str, Row] = {}
    for entry in data["routes"]:
        route = read_route(entry, len(rows))
        routes[route.code] = route
        rows.update((row.text, row) for row in route.rows)
    neighbours: dict[str, list[str]] = {code: [] for code in cities}
    for route in routes.values():
        first, second = route.cities
        neighbours[first].append(second)
        neighbours[second].append(first)
    start, goal = data["connection"]["between"]
    return Board(
        name=data["name"],
        players=tuple(data["players"]),
        cities=cities,
        routes=routes,
        rows=rows,
        special={space["points"]: space["privilege"] for space in data["special_prestige"]},
        connection=(start, goal),
        connection_points=tuple(data["connection"]["points"]),
        completed_limit=data["end_at_completed_cities"],
        neighbours={code: tuple(found) for code, found in neighbours.items()},
        rings={code: rings_around(route, routes) for code, route in routes.items()},
    )


@dataclass(frozen=True)
class Modules:
    """Mission cards, favour tiles, and the markers of each edition [T3, T100, T101]."""

    missions: tuple[tuple[str, ...], ...]
    favours: tuple[str, ...]
    tavern_markers: dict[str, tuple[str, ...]]
    supply_markers: dict[str, dict[str, int]]


@cache
def load_modules() -> Modules:
    """The file of the modules."""
    data = json.loads((BOARDS / "modules.json").read_text(encoding="utf-8"))
    return Modules(
        missions=tuple(tuple(card) for card in data["missions"]),
        favours=tuple(data["favours"]),
        tavern_markers={edition: tuple(sets["tavern"]) for edition, sets in data["markers"].items()},
        supply_markers={edition: dict(sets["supply"]) for edition, sets in data["markers"].items()},
    )
