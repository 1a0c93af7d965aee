"""The map of an empty Hansa Teutonica board: land, roads, houses, cities, signs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hansa.boards import City, Route
from hansa.languages import ENGLISH, Language
from hansa.phrases import joined, phrases, say
from hansa.teutonica.terms import COUNTRY_NAMES, SHORT_TRACKS, TRACK_TERMS
from hansa.views.svg.elements import Point, element, group, smooth, text
from hansa.views.svg.teutonica.layout import Layout, RoadPlace, layout
from hansa.views.svg.teutonica.pieces import leader

PERMANENT_WORDS = phrases({
    "move-2-any": "move 2", "develop-privilege": "privilege", "post-in-green-city": "green city",
    "place-2-from-route": "put 2 back", "place-2-abroad": "2 abroad",
})
HOUSE = "M-17 -3L0 -18L17 -3V17H-17Z"
HULL = "M-19 4H19L13 17H-13Z"
SAIL = "M0 -18V4M0 -17C9 -14 12 -5 11 1H-11C-8 -5 -5 -12 0 -17Z"
SHIELD = "M-15 -14H15V3C15 11 6 15 0 17C-6 15 -15 11 -15 3Z"


@cache
def map_of(name: str, language: Language = ENGLISH) -> str:
    """The map as SVG elements; what can be clicked has its place as `data-place`."""
    plan = layout(name)
    routes = [(route, plan.roads[route.name]) for route in plan.board.routes]
    return "".join((
        group(*_ground(plan, language), class_="ground", aria_hidden="true"),
        group(*_roads(plan), class_="roads"),
        group(*(_houses(route, road) for route, road in routes), class_="houses"),
        group(*(_city(city, plan, language) for city in plan.board.cities), class_="cities"),
        group(*_spaces(plan), class_="spaces"),
        group(*(_sign(route, road, language) for route, road in routes), class_="signs"),
    ))


def _ground(plan: Layout, language: Language) -> Iterator[str]:
    (width, height), landscape = plan.size, plan.landscape
    yield element("rect", x=0, y=0, width=width, height=height, class_="sea")
    lands = [smooth(landscape.stretched(shore), closed=True) for shore in landscape.land]
    for land in lands:
        yield element("path", d=land, class_="shallows")
    for land in lands:
        yield element("path", d=land, class_="land")
    for country, shores in landscape.countries.items():
        for shore in shores:
            outline = smooth(landscape.stretched(shore), closed=True)
            yield element("path", d=outline, class_=country)
    for river in landscape.rivers:
        yield element("path", d=smooth(landscape.stretched(river)), class_="river")
    for x, y in landscape.stretched(landscape.waves):
        yield element("path", d=f"M{x - 24:.0f} {y:.0f}q6 -8 12 0t12 0t12 0t12 0", class_="wave")
    for country, at in landscape.words:
        yield text(language.tell(COUNTRY_NAMES[country]), landscape.stretched([at])[0], class_="country-name")


def _roads(plan: Layout) -> Iterator[str]:
    for kind in ("road-edge", "road"):
        for route in plan.board.routes:
            road = plan.roads[route.name]
            if not road.ships:
                yield element("path", d=smooth(road.road), class_=kind)
    for route in plan.board.routes:
        road = plan.roads[route.name]
        if road.ships:
            yield element("path", d=smooth(road.road), class_="lane")
    for route in plan.board.routes:
        if route.tavern or route.permanent_marker:
            yield leader(plan.roads[route.name])
    for route in plan.board.routes:     # broad and invisible, to be clicked
        yield element(
            "path", d=smooth(plan.roads[route.name].road), class_="hit", fill="none",
            stroke="transparent", stroke_width=26, data_place=f"route {route.name}",
        )


def _houses(route: Route, road: RoadPlace) -> str:
    house = element("path", d=HOUSE, class_="house")
    ship = element("path", d=SAIL, class_="sail") + element("path", d=HULL, class_="hull")
    return "".join(
        group(drawn, at=at, data_place=f"house {slot} {number}")
        for drawn, slot, points in (
            (house, route.name, road.houses), (ship, f"{route.name}/ship", road.ships),
        )
        for number, at in enumerate(points)
    )


def _city(city: City, plan: Layout, language: Language) -> str:
    place = plan.cities[city.code]
    (x, y), width, height = place.at, place.width, place.height
    connection = city.code in plan.board.connection
    crowned = any(printed.points for printed in city.offices)
    plate = f"plate{' green' if city.green else ''}{' special' if connection else ''}"
    parts = [
        element(
            "rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=7, class_=plate,
        ),
        text(city.name, place.name_at, class_=f"name{' connection' if connection else ''}{' crowned' if crowned else ''}"),
    ]
    offices = list(zip(city.offices, place.offices, strict=True))
    parts += [office(printed.kind, printed.privilege, at) for printed, at in offices]
    parts += [crown(printed.points, at) for printed, at in offices if printed.points]
    below = y + height / 2 + 9
    if city.develops:
        whole, short = (
            " / ".join(language.tell(words[track]) for track in city.develops) for words in (TRACK_TERMS, SHORT_TRACKS))
        parts.append(tag(whole, (x, below), short=short))
    if city.permits:
        countries = joined(", ", [COUNTRY_NAMES[country] for country in city.permits])
        words = language.tell(say("permit: {countries}", countries=countries))
        parts.append(tag(words, (x, below + (18 if city.develops else 0)), short=language.tell(countries)))
    return group(*parts, data_place=f"city {city.code}")


def crown(points: int, at: Point) -> str:
    """The points for establishing an office (T31), at its upper right."""
    return group(
        element("path", d="M-8 5L-9 -6L-4 -1L0 -8L4 -1L9 -6L8 5Z", class_="crown"),
        text(str(points), (0, 1.5), class_="crown-word"), at=(at[0] + 10, at[1] - 14),
    )


def office(kind: str, privilege: str, at: Point, letter_at: Point = (0.0, 0.0)) -> str:
    """A place for an office: a square for a trader, a circle for a merchant.

    The letter says the colour to those who cannot tell orange from pink; it stands so far beside
    the middle.
    """
    if kind == "m":
        shape = element("circle", cx=at[0], cy=at[1], r=15.5, class_=f"office {privilege}")
    else:
        x, y = at[0] - 15, at[1] - 15
        shape = element("rect", x=x, y=y, width=30, height=30, rx=3, class_=f"office {privilege}")
    letter_middle = (at[0] + letter_at[0], at[1] + letter_at[1])
    beside = "beside" if any(letter_at) else privilege
    return shape + text(privilege[0].upper(), letter_middle, class_=f"office-letter {beside}")


def tag(word: str, at: Point, *, short: str | None = None) -> str:
    """A dark label below a plate, and what it says where there is less room."""
    width = 7.4 * len(word) + 14
    return group(
        element("rect", x=-width / 2, y=-9.0, width=width, height=18, rx=9, class_="tag"),
        text(word, (0, 0), class_="tag-word"), at=at, data_short=short,
    )


def _spaces(plan: Layout) -> Iterator[str]:
    xs, ys = [at[0] for at in plan.spaces], [at[1] for at in plan.spaces]
    left, right, top, bottom = min(xs) - 30, max(xs) + 30, min(ys) - 22, max(ys) + 40
    width, height = right - left, bottom - top
    yield element("rect", x=left, y=top, width=width, height=height, rx=10, class_="space")
    for (points, privilege), at in zip(plan.board.spaces, plan.spaces, strict=True):
        yield group(
            office("m", privilege, (0.0, 0.0), letter_at=(0.0, 27.0)),
            text(str(points), (0, 0), class_=f"space-word {privilege}"),
            at=at, data_place=f"special {points}",
        )


def _sign(route: Route, road: RoadPlace, language: Language) -> str:
    if route.permanent_marker:
        word = language.tell(PERMANENT_WORDS[route.permanent_marker])
        width = 7.2 * len(word) + 14
        return group(
            element("rect", x=-width / 2, y=-12.0, width=width, height=24, rx=5, class_="permanent"),
            text(word, (0, 0), class_="permanent-word"), at=road.marker,
            data_place=f"permanent {route.permanent_marker}",
        )
    if route.tavern:
        return group(
            element("path", d=SHIELD, class_="sign"),
            text(language.tell(say("inn")), (0, -1), class_="sign-word"), at=road.marker, data_place="inn",
        )
    return ""
