"""What never changes on a board, in the engine's numbers: routes, cities, who neighbours whom."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from hansa.boards import board, modules
from hansa.teutonica.names import COLOURS, KINDS, PERMANENTS, TRACKS

# How often people claim beside a city that develops a track, against any other city: controlling it earns (T21).
BUSY = {"actions": 5.0, "privilege": 3.0, "book": 3.0, "keys": 2.5, "bank": 2.0}


@dataclass(frozen=True)
class Way:
    """A route: its end cities, its slots of houses and ships (-1 for none), what is special about it."""

    cities: tuple[int, int]
    house: int
    ship: int
    houses: int
    ships: int
    abroad: bool
    develops: tuple[int, ...]
    special: bool
    permanent: str


@dataclass(frozen=True)
class Town:
    """A city: printed offices (colour, kind, points), neighbours, routes; `busy` as in BUSY, 0 to about 1."""

    offices: tuple[tuple[int, int, int], ...]
    green: bool
    neighbours: tuple[int, ...]
    ways: tuple[int, ...]
    busy: float
    countries: int


@dataclass(frozen=True)
class Ground:
    """A board."""

    ways: tuple[Way, ...]
    towns: tuple[Town, ...]
    slot_way: tuple[int, ...]
    connection: tuple[int, int]
    connection_points: tuple[int, ...]
    city_limit: int
    spaces: tuple[tuple[int, int], ...]
    missions: tuple[frozenset[int], ...]


@cache
def ground(name: str) -> Ground:
    """The facts of a board, made once."""
    facts = board(name)
    codes = [city.code for city in facts.cities]
    slots = facts.slots
    ends = [(codes.index(route.cities[0]), codes.index(route.cities[1])) for route in facts.routes]
    ways = []
    for route, pair in zip(facts.routes, ends, strict=True):
        cities = [facts.cities[end] for end in pair]
        ships = sum(house.ship for house in route.houses)
        ways.append(Way(
            pair, slots.index(route.name), slots.index(f"{route.name}/ship") if ships else -1,
            len(route.houses) - ships, ships, bool(route.region),
            tuple(sorted({TRACKS.index(track) for city in cities for track in city.develops})),
            any(city.special for city in cities), route.permanent_marker if route.permanent_marker in PERMANENTS else "",
        ))
    towns = []
    for number, city in enumerate(facts.cities):
        mine = tuple(way for way, pair in enumerate(ends) if number in pair)
        busy = len(mine) * 0.5 + sum(BUSY[track] for track in city.develops)
        towns.append(Town(
            tuple((COLOURS.index(o.privilege), KINDS.index(o.kind), o.points) for o in city.offices), city.green,
            tuple(sum(ends[way]) - number for way in mine), mine, min(1.0, busy / 7), len(city.scores_for),
        ))
    names = [route.name for route in facts.routes]
    return Ground(
        tuple(ways), tuple(towns), tuple(names.index(slot.partition("/")[0]) for slot in slots),
        (codes.index(facts.connection[0]), codes.index(facts.connection[1])), facts.connection_points, facts.city_limit,
        tuple((points, COLOURS.index(colour)) for points, colour in facts.spaces),
        tuple(frozenset(codes.index(code) for code in card) for card in modules()["missions"])
        if name.startswith("hansa-") else (),
    )
