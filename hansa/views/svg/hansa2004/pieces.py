"""What lies on the board of Hansa (2004): goods in the warehouses, booths, flags, the ship."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hansa.hansa2004.board import board
from hansa.hansa2004.terms import GOODS_COLOURS, city_name
from hansa.languages import ENGLISH, Language
from hansa.phrases import say, seat
from hansa.views import StateJson
from hansa.views.svg.elements import Point, element, group, text
from hansa.views.svg.hansa2004.board_map import BARREL, PLATE, place, places, warehouses
from hansa.views.svg.marks import flag

TENT = "M-11 10V-2L0 -12L11 -2V10Z"
HULL = "M-26 6H26Q22 22 12 22H-14Q-23 20 -26 6Z"
SAILS = "M-2 2V-30Q22 -22 20 2ZM-6 2V-22Q-22 -16 -20 2Z"


def pieces(state: StateJson, control: Sequence[int | None], language: Language = ENGLISH) -> str:
    """Goods, booths, the ship, and in each city a flag of the player with the most booths."""
    return "".join((*_goods(state, language), *_booths(state), *_flags(control, language), ship(state, language)))


def _goods(state: StateJson, language: Language) -> Iterator[str]:
    for city in board().cities:
        goods = state["cities"].get(city.code, {}).get("goods", ())
        for kind, at in zip(goods, warehouses(city), strict=False):
            yield barrel(kind, at, language)


def barrel(kind: str, at: Point, language: Language) -> str:
    """A marker of goods: its colour, its barrels as a number, its colour as a word."""
    colour, barrels = kind[:-1], kind[-1]
    return group(
        element("path", d=BARREL, class_="barrel"),
        element("path", d="M-14.5 -8H14.5M-14.5 8H14.5", class_="hoop"),
        text(barrels, (0, 0), class_="barrel-count"),
        text(language.tell(GOODS_COLOURS[colour]), (40, 0), class_="barrel-word"),
        at=at, class_=f"goods good-{colour}",
    )


def _booths(state: StateJson) -> Iterator[str]:
    for city in board().cities:
        x, y = place(city)
        for number, count in enumerate(state["cities"].get(city.code, {}).get("booths", ())):
            if count:
                at = (x + (number - (state["players"] - 1) / 2) * 46, y + 27)
                owner = text(str(number), (0, 2), class_="owner")
                yield group(
                    group(element("path", d=TENT, class_="body"), owner, at=(-10, 0)),
                    text(f"×{count}", (12, 2), class_="booth-count"),
                    at=at, class_=f"booth owner-{number}",
                )


def _flags(control: Sequence[int | None], language: Language) -> Iterator[str]:
    for city, owner in zip(board().cities, control, strict=True):
        if owner is not None:
            x, y = place(city)
            at = (x - PLATE[0] / 2 - 4, y - PLATE[1] / 2 + 3)
            title = say("{player} has the most booths in {city}", player=seat(owner), city=city_name(city.code))
            yield flag(str(owner), at, language.tell(title), city.code)


def ship(state: StateJson, language: Language) -> str:
    """The ship, in its harbour: beside the plate, so that it covers no name."""
    x, y = places()[state["ship"]]
    return group(
        element("title", language.tell(say("the ship"))),
        element("path", d=SAILS, class_="sail"),
        element("path", d=HULL, class_="hull"),
        at=(x + PLATE[0] / 2 + 25, y + 4), class_="vessel",
    )
