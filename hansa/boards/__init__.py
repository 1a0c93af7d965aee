"""The boards as data: cities, offices, routes and houses, read from the JSON files of this
folder."""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from itertools import pairwise
from typing import Any

from hansa.json_lines import Json

__all__ = ["BOARD_NAMES", "Board", "City", "House", "Office", "Route", "board", "modules"]

BOARD_NAMES = ("hansa-23", "hansa-45", "east", "britannia-3", "britannia-45")


@dataclass(frozen=True)
class Office:
    """A printed office: its privilege colour, its shape (`"t"` or `"m"`), the points for
    establishing it (T31).

    >>> board("hansa-45").city("LUB").offices
    (Office(privilege='white', kind='t', points=1), Office(privilege='pink', kind='t', points=0))
    """

    privilege: str
    kind: str
    points: int


@dataclass(frozen=True)
class City:
    """A city; `at` is its place on the printed map, in the units of `Board.size`.

    >>> city = board("hansa-45").city("GOT")
    >>> city.name, city.develops, len(city.offices)
    ('Göttingen', ('actions',), 3)
    """

    code: str
    name: str
    at: tuple[int, int]
    offices: tuple[Office, ...]
    develops: tuple[str, ...]
    green: bool
    special: bool
    scores_for: tuple[str, ...]
    permits: tuple[str, ...]


@dataclass(frozen=True)
class House:
    """One place on a route; a ship takes merchants only.

    >>> sum(house.ship for route in board("east").routes for house in route.houses)
    6
    """

    at: tuple[int, int]
    ship: bool


@dataclass(frozen=True)
class Route:
    """A route between two cities, `name` being their codes in alphabetical order.

    >>> route = board("east").route("MAL-STR")
    >>> route.cities, len(route.houses), route.has_ships
    (('MAL', 'STR'), 3, True)
    """

    name: str
    cities: tuple[str, str]
    houses: tuple[House, ...]
    tavern: bool
    region: str
    permanent_marker: str
    marker_at: tuple[int, int]

    @cached_property
    def has_ships(self) -> bool:
        """Whether some of its places are ships."""
        return any(house.ship for house in self.houses)


@dataclass(frozen=True)
class Board:
    """One side of a board. Orders are those of its file (D4).

    >>> east = board("east")
    >>> east.city("DAN").name, east.route("MAL-STR").tavern
    ('Danzig', False)
    >>> east.title, east.players, east.has_countries, east.slots[:3]
    ('The Eastern Hanseatic League', (3, 4, 5), False, ('ALL-BRN', 'ALL-THO', 'ANK-BEL'))
    """

    name: str
    title: str
    players: tuple[int, ...]
    size: tuple[int, int]
    city_limit: int
    connection: tuple[str, str]
    connection_points: tuple[int, ...]
    spaces: tuple[tuple[int, str], ...]
    spaces_at: tuple[tuple[int, int], ...]
    cities: tuple[City, ...]
    routes: tuple[Route, ...]

    def city(self, code: str) -> City:
        """The city with this code; KeyError if there is none."""
        return _by_code(self.name)[code]

    def route(self, name: str) -> Route:
        """The route with this name; KeyError if there is none."""
        return _by_name(self.name)[name]

    def road(self, route: Route) -> tuple[tuple[int, int], ...]:
        """The points of a route on the map: one city, the houses in their order, the other city.

        The houses may be listed from either end: the city to begin with is that of the shorter
        road.

        >>> east = board("east")
        >>> east.road(east.route("ALL-BRN"))[0] == east.city("BRN").at
        True
        """
        houses = [house.at for house in route.houses]
        one, other = (self.city(code).at for code in route.cities)
        return min((one, *houses, other), (other, *houses, one), key=_length)

    @property
    def slots(self) -> tuple[str, ...]:
        """Every class of places (D5) as it is written: `BRE-HAM`, `MAL-STR`, `MAL-STR/ship`."""
        return _slots(self.name)

    @property
    def has_countries(self) -> bool:
        """Whether Wales and Scotland are on it."""
        return any(route.region for route in self.routes)


def read_json(name: str) -> Any:
    """The raw content of one of the data files, by its name without `.json`."""
    return json.loads(resources.files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8"))


@cache
def modules() -> Json:
    """Missions, favours and the markers of each edition.

    >>> sorted(modules())
    ['favours', 'markers', 'missions']
    """
    data: Json = read_json("modules")
    return data


@cache
def board(name: str) -> Board:
    """A board by its name, one of `BOARD_NAMES`.

    >>> board("hansa-45").city("LUB").name
    'Lübeck'
    """
    if name not in BOARD_NAMES:
        raise KeyError(name)
    data = read_json(name)
    return Board(
        name=name,
        title=data["title"],
        players=tuple(data["players"]),
        size=_pair(data["size"]),
        city_limit=data["end_at_completed_cities"],
        connection=(data["connection"]["between"][0], data["connection"]["between"][1]),
        connection_points=tuple(data["connection"]["points"]),
        spaces=tuple((space["points"], space["privilege"]) for space in data["special_prestige"]),
        spaces_at=tuple(_pair(space["at"]) for space in data["special_prestige"]),
        cities=tuple(_city(city) for city in data["cities"]),
        routes=tuple(_route(route) for route in data["routes"]),
    )


def _length(points: Sequence[tuple[int, int]]) -> float:
    return sum(math.dist(start, end) for start, end in pairwise(points))


def without_accents(text: str) -> str:
    """A name as it is compared (D9): lower case, no accents.

    >>> without_accents("Lübeck"), without_accents("TØNSBERG"), without_accents("Großenhain")
    ('lubeck', 'tonsberg', 'grossenhain')
    """
    plain = unicodedata.normalize("NFKD", text)
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()
    return letters.replace("ø", "o")        # Unicode calls it a letter of its own


@cache
def _by_code(name: str) -> dict[str, City]:
    return {city.code: city for city in board(name).cities}


@cache
def _by_name(name: str) -> dict[str, Route]:
    return {route.name: route for route in board(name).routes}


@cache
def _slots(name: str) -> tuple[str, ...]:
    return tuple(
        text
        for route in board(name).routes
        for text in ((route.name, f"{route.name}/ship") if route.has_ships else (route.name,))
    )


def _pair(values: list[int]) -> tuple[int, int]:
    return (values[0], values[1])


def _city(data: Json) -> City:
    return City(
        code=data["code"],
        name=data["name"],
        at=_pair(data["at"]),
        offices=tuple(
            Office(office["privilege"], office["shape"][0], office.get("points", 0)) for office in data["offices"]
        ),
        develops=tuple(data.get("develops", ())),
        green=bool(data.get("green")),
        special=bool(data.get("special_prestige")),
        scores_for=tuple(data.get("scores_for", ())),
        permits=tuple(data.get("permits", ())),
    )


def _route(data: Json) -> Route:
    first, second = sorted(data["between"])
    return Route(
        name=f"{first}-{second}",
        cities=(first, second),
        houses=tuple(House(_pair(house["at"]), bool(house.get("ship"))) for house in data["houses"]),
        tavern=bool(data.get("tavern")),
        region=data.get("region", ""),
        permanent_marker=data.get("permanent_marker", ""),
        marker_at=_pair(data["marker_at"]),
    )
