"""Changing a position of Hansa (2004) by hand: goods come from the supply and go back to it, booths
likewise to their owner.

Each change is declared once: its members are what a browser sends, `make` is what it does to the
fields of a position.

>>> from hansa import State
>>> state = State.new(game="hansa2004", players=2, seed=7)
>>> CHANGES["ship"](state.position, {"what": "ship", "city": "LUB"})["ship"]
'LUB'
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from engine_c.hansa2004.position import Hansa2004Position
from engine_c.position import Position
from hansa.errors import EditError
from hansa.hansa2004.board import board
from hansa.hansa2004.engine_numbers import fields_of
from hansa.hansa2004.fields import BOOTHS, CODES, Counted, Fields, GoodsList, Scene
from hansa.hansa2004.state_writing import fields_json
from hansa.json_lines import Json
from hansa.members import Name, Seat, Truth, Whole
from hansa.messages import member, read_message
from hansa.plain_values import OneOf
from hansa.reading import MOST

CITY, SEAT = Name(CODES), Seat()


class Edit(ABC):
    """A change."""

    @abstractmethod
    def make(self, fields: Fields) -> None:
        """Changes the fields; `EditError` if they do not allow it."""


@dataclass(frozen=True, kw_only=True)
class Ship(Edit):
    """The ship in a city."""

    city: int = member(CITY, "where")

    def make(self, fields: Fields) -> None:
        fields.ship = self.city


@dataclass(frozen=True, kw_only=True)
class CityGoods(Edit):
    """What lies in the warehouses of a city."""

    city: int = member(CITY, "where")
    goods: list[int] = member(GoodsList(), "all that lies there then")

    def make(self, fields: Fields) -> None:
        facts = fields.cities[self.city]
        for kind in facts.goods:
            fields.supply[kind] += 1
        for kind in self.goods:
            draw(fields, kind)
        facts.goods = self.goods


@dataclass(frozen=True, kw_only=True)
class CityBooths(Edit):
    """How many booths a seat has in a city; the others are with the seat."""

    city: int = member(CITY, "where")
    seat: int = member(SEAT, "whose")
    count: int = member(Whole(BOOTHS), "how many there are then")

    def make(self, fields: Fields) -> None:
        desk, booths = fields.desks[self.seat], fields.cities[self.city].booths
        left = desk.booths + booths[self.seat] - self.count
        if left < 0:
            raise EditError(f"seat {self.seat} has {self.count + left} booths for this city, not {self.count} [H3]")
        desk.booths, booths[self.seat] = left, self.count


@dataclass(frozen=True, kw_only=True)
class Hand(Edit):
    """What a seat has not sold, or sold."""

    seat: int = member(SEAT, "whose")
    where: str = member(OneOf(("unsold", "sold")), "which of them")
    goods: list[int] = member(Counted(), "all that is there then")

    def make(self, fields: Fields) -> None:
        desk = fields.desks[self.seat]
        before = desk.unsold if self.where == "unsold" else desk.sold
        for kind, count in enumerate(before):
            fields.supply[kind] += count
        for kind, count in enumerate(self.goods):
            for _ in range(count):
                draw(fields, kind)
        setattr(desk, self.where, self.goods)


@dataclass(frozen=True, kw_only=True)
class Talers(Edit):
    """The talers of a seat."""

    seat: int = member(SEAT, "whose")
    to: int = member(Whole(MOST), "the new number")

    def make(self, fields: Fields) -> None:
        fields.desks[self.seat].talers = self.to


@dataclass(frozen=True, kw_only=True)
class Turn(Edit):
    """Whose turn it is, in the same round, and whether the action of this stop is used."""

    seat: int = member(SEAT, "whose")
    acted: bool = member(Truth(), "whether it is")

    def make(self, fields: Fields) -> None:
        fields.turns += self.seat - fields.turns % fields.players       # H20
        fields.turn = fields.to_move = self.seat
        fields.acted = self.acted


def draw(fields: Fields, kind: int) -> None:
    """A marker leaves the supply (H1)."""
    if not fields.supply[kind]:
        raise EditError(f"no marker {board().goods[kind]} is left in the supply [H1]")
    fields.supply[kind] -= 1


EDITS: Mapping[str, type[Edit]] = {
    "ship": Ship, "goods": CityGoods, "booths": CityBooths, "hand": Hand, "talers": Talers, "turn": Turn,
}


def changed(what: str, position: Position, wish: Mapping[str, object]) -> Json:
    """The position after a change, as JSON; it is checked when it is read."""
    assert isinstance(position, Hansa2004Position)
    fields = fields_of(position)
    read_message(EDITS[what], what, wish, beside=("what",), scene=Scene(fields.players)).make(fields)
    return fields_json(fields)


CHANGES = {what: partial(changed, what) for what in EDITS}
