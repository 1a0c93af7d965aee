"""What lies on a Hansa Teutonica board: pieces, markers, flags of control."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from hansa.languages import Language
from hansa.phrases import phrases, say, seat
from hansa.teutonica.terms import MARKER_TERMS
from hansa.views import StateJson
from hansa.views.svg.contract import PlacedPiece
from hansa.views.svg.elements import Point, along, element, group, polyline, text
from hansa.views.svg.marks import flag
from hansa.views.svg.teutonica.layout import Layout, RoadPlace

MARKER_WORDS = phrases({
    "extra-office": "extra", "swap": "swap 2", "plus-3": "+3", "plus-4": "+4", "develop": "track",
    "move-3": "move 3", "remove-3": "take 3",
})
CUBE_TOP, CUBE_SIDE = "M-11 -7L-6 -13H13L9 -7Z", "M9 -7L13 -13V7L9 12Z"
SHAPES = {
    # A cube seen from the front and above, and a disc: told apart without colour.
    "t": "".join(element("path", d=face, class_="body") + element("path", d=face, class_=shade)
                 for face, shade in ((CUBE_TOP, "top"), (CUBE_SIDE, "side")))
         + element("rect", x=-11, y=-7, width=20, height=19, class_="body"),
    "m": element("circle", r=13, class_="body") + element("circle", r=10, class_="rim"),
}
LETTER_AT: Mapping[str, Point] = {"t": (-1, 3.5), "m": (0, 1)}


def placed_pieces(state: StateJson, plan: Layout) -> Iterator[PlacedPiece]:
    """Every piece on the board, of a state as JSON."""
    for name, facts in state["routes"].items():
        for kind, slot in (("house", name), ("ship", f"{name}/ship")):
            for piece in facts.get(kind, ()):
                yield PlacedPiece(slot, piece)
    for code, facts in state["cities"].items():
        place = plan.cities[code]
        posts = facts.get("posts", ())
        for number, piece in enumerate(posts):
            yield PlacedPiece(f"post {code}", piece, place.post(number, len(posts)))
        for piece, at in zip(facts.get("offices", ()), place.offices, strict=False):
            if piece:
                yield PlacedPiece(f"office {code}", piece, at)
        for number, piece in enumerate(facts.get("extra", ())):
            yield PlacedPiece(f"extra {code}", piece, place.extra(number))
    for points, owner in state["special"].items():
        if owner is not None:
            numbers = [space for space, _ in plan.board.spaces]
            yield PlacedPiece("special", f"{owner}m", plan.spaces[numbers.index(int(points))])


def slots(plan: Layout) -> dict[str, tuple[Point, ...]]:
    """The houses of every class."""
    return {
        slot: houses for name, road in plan.roads.items()
        for slot, houses in ((name, road.houses), (f"{name}/ship", road.ships)) if houses
    }


def piece(name: str, at: Point) -> str:
    """A piece at a point: its owner's colour and letter, its kind's shape."""
    owner, kind = name[0], name[1]
    letter = text(owner, LETTER_AT[kind], class_="owner")
    return group(SHAPES[kind], letter, at=at, class_=f"piece owner-{owner}")


def pieces(placed: Sequence[PlacedPiece], plan: Layout) -> str:
    """All pieces; those of a class of houses in their order."""
    houses = {slot: iter(points) for slot, points in slots(plan).items()}
    return "".join(piece(each.piece, each.at or next(houses[each.slot])) for each in placed)


def extra_plates(placed: Sequence[PlacedPiece]) -> str:
    """The plates under extra offices."""
    return "".join(
        element("rect", x=x - 16, y=y - 16, width=32, height=32, rx=5, class_="plate")
        for each in placed if each.slot.startswith("extra") and each.at
        for x, y in [each.at]
    )


def markers(state: StateJson, plan: Layout, language: Language) -> str:
    """The bonus markers at the routes, tied to them."""
    return "".join(
        leader(plan.roads[name]) + marker(facts["marker"], plan.roads[name].marker, language, place=f"route {name}")
        for name, facts in state["routes"].items() if "marker" in facts
    )


def marker(name: str, at: Point, language: Language, *, place: str) -> str:
    """A bonus marker at a point; a click on it asks about a place."""
    word = language.tell(MARKER_WORDS[name])
    width = max(36.0, 8.6 * len(word) + 14)
    return group(
        element("title", language.tell(say("marker {name}", name=MARKER_TERMS[name]))),
        element("rect", x=-width / 2, y=-13, width=width, height=26, rx=13, class_="token"),
        text(word, (0, 0.5), class_="token-word"), at=at, class_="marker", data_place=place,
    )


def leader(road: RoadPlace) -> str:
    """A thin line from a marker to the nearest point of its road, the ends aside."""
    points = (along(road.road, step / 40) for step in range(6, 35))
    nearest = min(points, key=lambda at: math.dist(at, road.marker))
    return element("path", d=polyline((road.marker, nearest)), class_="leader")


def flags(control: Sequence[int | None], plan: Layout, players: int, language: Language) -> str:
    """A small flag at every city that a player controls."""
    parts = []
    for city, owner in zip_longest(plan.board.cities, control):
        if owner is not None:
            neutral = owner == players
            who = say("the neutral player") if neutral else seat(owner)
            title = language.tell(say("{city} is controlled by {player}", city=city.name, player=who))
            parts.append(flag("n" if neutral else str(owner), plan.cities[city.code].flag_at, title, city.code))
    return "".join(parts)
