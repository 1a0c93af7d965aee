"""The map in a save of `skid/hansa`, compared with our board: cities, offices, routes, houses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hansa.boards import Board, Office, without_accents
from hansa.members import Truth, Whole, member
from hansa.phrases import Phrase, counted, phrases, say
from hansa.plain_values import OneOf, Plain, Text
from hansa.reading import Reader
from hansa.teutonica.names import COLOURS, TRACKS
from hansa.teutonica.skid.save import OBJECTS, check, part
from hansa.teutonica.terms import VALUE_TERMS

OTHER_NAMES: Mapping[str, str] = {"brunswick": "brunswiek"}
SHAPES = phrases({"t": "{privilege} for a trader", "m": "{privilege} for a merchant"})
MOST_NAMED = 4      # differences in one message


@dataclass(kw_only=True)
class ChartOffice:
    """A printed office."""

    color: int = member(Whole(3), "privilege")
    merch: bool = member(Truth(), "whether it is for a merchant", default=bool)
    point: bool = member(Truth(), "whether it gives a point", default=bool)


@dataclass(kw_only=True)
class ChartCity:
    """A city."""

    offices: tuple[Mapping[str, Any], ...] = member(OBJECTS, "printed offices from the left")
    upgrade: str = member(OneOf(("", *TRACKS)), "the ability that is developed there", default=str)


@dataclass(kw_only=True)
class ChartRoute:
    """A route."""

    start: str = member(Text(40), "a city", name="from")
    end: str = member(Text(40), "another one", name="to")
    posts: int = member(Whole(9), "its houses")
    tavern: bool = member(Truth(), "whether a marker lies there at first", default=bool)


@dataclass(kw_only=True)
class Chart:
    """A map."""

    cities: Mapping[str, Any] = member(Plain(), "cities by name")
    routes: tuple[Mapping[str, Any], ...] = member(OBJECTS, "routes in their order")


@dataclass(frozen=True)
class ChartPlaces:
    """Where the places of a save lie on our board, and what little differs."""

    cities: Mapping[str, str]       # codes by their names there
    routes: tuple[str, ...]         # our names, in the order there
    remarks: tuple[Phrase, ...]


def places_on(board: Board, data: Mapping[str, Any], reader: Reader) -> ChartPlaces:
    """The places of a map on our board.

    `StateError` if pieces could not lie here as they lie there; where only the offices of a city
    differ in colour, shape or points, that is a remark.
    """
    chart = part(Chart, reader, data, "map")
    cities = {name: part(ChartCity, reader, facts, f"map.cities.{name}") for name, facts in chart.cities.items()}
    routes = [part(ChartRoute, reader, facts, f"map.routes[{number}]") for number, facts in enumerate(chart.routes)]
    check(reader)
    codes = codes_of(board, cities)
    differences = [*city_differences(board, cities, codes), *route_differences(board, routes, codes)]
    if differences:
        more = f"; and {len(differences) - MOST_NAMED} more" if len(differences) > MOST_NAMED else ""
        reader.problem(f"the map is not that of {board.name}: {'; '.join(differences[:MOST_NAMED])}{more}")
    remarks = [] if differences else list(office_differences(board, cities, codes, reader))
    check(reader)
    names = tuple("-".join(sorted((codes[route.start], codes[route.end]))) for route in routes)
    return ChartPlaces({name: codes[name] for name in cities}, names, tuple(remarks))


def codes_of(board: Board, names: Mapping[str, object]) -> dict[str, str]:
    """Our codes of cities as they are called there."""
    ours = {without_accents(city.name): city.code for city in board.cities}
    plain = {name: without_accents(name) for name in names}
    found = {name: ours.get(OTHER_NAMES.get(word, word)) for name, word in plain.items()}
    return {name: code for name, code in found.items() if code is not None}


def city_differences(board: Board, cities: Mapping[str, ChartCity], codes: Mapping[str, str]) -> Iterator[str]:
    """Cities that are only on one of the maps, or have other numbers of offices or abilities."""
    yield from (f"{name} is not on it" for name in cities if name not in codes)
    there = {code: cities[name] for name, code in codes.items()}
    for ours in board.cities:
        if ours.code not in there:
            yield f"{ours.name} is missing"
            continue
        theirs = there[ours.code]
        if len(theirs.offices) != len(ours.offices):
            yield f"the number of offices in {ours.name} is {len(theirs.offices)}, not {len(ours.offices)}"
        if tuple(filter(None, [theirs.upgrade])) != ours.develops:
            yield f"{ours.name} develops {theirs.upgrade or 'nothing'}, not {' or '.join(ours.develops) or 'anything'}"


def route_differences(board: Board, routes: list[ChartRoute], codes: Mapping[str, str]) -> Iterator[str]:
    """Routes that are only on one of the maps, or have other numbers of houses."""
    there: dict[str, ChartRoute] = {}
    ours = {route.name: route for route in board.routes}
    for route in routes:
        name = "-".join(sorted((codes.get(route.start, route.start), codes.get(route.end, route.end))))
        if name in there or name not in ours:
            yield f"the route {route.start}-{route.end} is {'there twice' if name in there else 'not on it'}"
        elif route.posts != len(ours[name].houses):
            yield f"{route.start}-{route.end} has {route.posts} houses, not {len(ours[name].houses)}"
        there[name] = route
    yield from (f"the route {name} is missing" for name in ours if name not in there)


def office_differences(
    board: Board, cities: Mapping[str, ChartCity], codes: Mapping[str, str], reader: Reader
) -> Iterator[Phrase]:
    """Offices whose colour, shape or points are not those of our board."""
    for name, city in cities.items():
        ours = board.city(codes[name])
        for number, facts in enumerate(city.offices):
            theirs = part(ChartOffice, reader, facts, f"map.cities.{name}.offices[{number}]")
            there = Office(COLOURS[theirs.color], "m" if theirs.merch else "t", int(theirs.point))
            if there != ours.offices[number]:
                yield say("its map has {theirs} as office {number} of {city}; here it is {ours}", city=name, number=number + 1,
                          theirs=described(there), ours=described(ours.offices[number]))


def described(office: Office) -> Phrase:
    """An office in words.

    >>> described(Office("white", "t", 1)), described(Office("orange", "m", 0))
    ('white for a trader with 1 point', 'orange for a merchant')
    """
    plain = SHAPES[office.kind].filled(privilege=VALUE_TERMS[office.privilege])
    if not office.points:
        return plain
    return counted("{office} with {count} point", "{office} with {count} points", office.points, office=plain)
