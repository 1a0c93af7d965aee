"""What stands on the board of Hansa (2004): goods in the warehouses, booths, the ship; and how moves are shown on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hansa.hansa2004.board import board
from hansa.hansa2004.words import goods_words
from hansa.render.elements import Point, element, group, text
from hansa.render.hansa2004.map import BARREL, PLATE, place, places, warehouses
from hansa.render.marks import arrow, flag, ring

TENT = "M-11 10V-2L0 -12L11 -2V10Z"
HULL, SAILS = "M-26 6H26Q22 22 12 22H-14Q-23 20 -26 6Z", "M-2 2V-30Q22 -22 20 2ZM-6 2V-22Q-22 -16 -20 2Z"


def standing(state: Mapping[str, Any], control: Sequence[int | None]) -> str:
    """Goods, booths, the ship of a state as JSON, and by city a flag of whoever has the most booths there."""
    return "".join((*_goods(state), *_booths(state), *_flags(control), ship(state)))


def _goods(state: Mapping[str, Any]) -> Iterator[str]:
    for city in board().cities:
        for kind, at in zip(state["cities"].get(city.code, {}).get("goods", ()), warehouses(city), strict=False):
            yield barrel(kind, at)


def barrel(kind: str, at: Point) -> str:
    """A marker of goods: its colour, its barrels as a number, its colour as a word."""
    colour, barrels = kind[:-1], kind[-1]
    return group(
        element("path", d=BARREL, class_="barrel"), element("path", d="M-14.5 -8H14.5M-14.5 8H14.5", class_="hoop"),
        text(barrels, (0, 0), class_="barrel-count"), text(colour, (40, 0), class_="barrel-word"),
        at=at, class_=f"goods good-{colour}",
    )


def _booths(state: Mapping[str, Any]) -> Iterator[str]:
    for city in board().cities:
        x, y = place(city)
        for seat, count in enumerate(state["cities"].get(city.code, {}).get("booths", ())):
            if count:
                at = (x + (seat - (state["players"] - 1) / 2) * 46, y + 27)
                yield group(
                    group(element("path", d=TENT, class_="body"), text(str(seat), (0, 2), class_="owner"), at=(-10, 0)),
                    text(f"×{count}", (12, 2), class_="booth-count"), at=at, class_=f"booth owner-{seat}",
                )


def _flags(control: Sequence[int | None]) -> Iterator[str]:
    for city, seat in zip(board().cities, control, strict=True):
        if seat is not None:
            x, y = place(city)
            at = (x - PLATE[0] / 2 - 4, y - PLATE[1] / 2 + 3)
            yield flag(str(seat), at, f"seat {seat} has the most booths in {city.name}")


def ship(state: Mapping[str, Any]) -> str:
    """The ship, at the corner of its city."""
    x, y = places()[state["ship"]]
    return group(
        element("title", "the ship"), element("path", d=SAILS, class_="sail"), element("path", d=HULL, class_="hull"),
        at=(x + PLATE[0] / 2 - 2, y - PLATE[1] / 2 - 18), class_="vessel",
    )


def targets(move: str, at_ship: str) -> tuple[str, ...]:
    """The places that belong to a move while the ship is in a city: `city LUB`, and on the desk `goods red2`.

    >>> targets("sail LUB", "COP"), targets("sell red2", "LUB"), targets("end", "LUB")
    (('city LUB',), ('goods red2', 'city LUB'), ())
    """
    verb, _, what = move.partition(" ")
    if verb in ("found", "sail"):
        return (f"city {what}",)
    if verb == "buy":
        return (f"city {at_ship}",)
    if verb in ("build", "sell"):
        return f"goods {what}", f"city {at_ship}"
    return (f"goods {what}",) if verb in ("lose", "drop") else ()


def label(target: str) -> str:
    """A target as people call it."""
    what, name = target.split()
    return goods_words(name) if what == "goods" else f"city {board().city(name).name}"


def ring_at(target: str) -> str:
    """A ring around a city; nothing if it is not on the map."""
    what, _, code = target.partition(" ")
    return ring(places()[code]) if what == "city" and code in places() else ""


def shown_move(move: str, state: Mapping[str, Any]) -> str:
    """A move on the map: an arrow from the ship, or a ring around a city."""
    found = [target for target in targets(move, state["ship"]) if target.startswith("city")]
    if not found:
        return ""
    if move.startswith("sail"):
        return arrow(places()[state["ship"]], places()[found[0].split()[1]])
    return ring_at(found[0])
