"""Changing a position of Hansa Teutonica by hand: every change keeps the pieces of T1 in the game,
`possible.py` judges it.

Each change is declared once: its members are what a browser sends, `make` is what it does to the
fields of a position.

>>> from hansa import State
>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> changed = CHANGES["house"](state.position, {"what": "house", "slot": "BRE-HAM", "add": "1t"})
>>> changed["routes"]["BRE-HAM"], changed["desks"][1]["stock"]
({'house': ['1t']}, '4t')
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from engine_c.position import Position
from engine_c.teutonica.position import TeutonicaPosition
from hansa.boards import board, modules
from hansa.errors import EditError
from hansa.json_lines import Json
from hansa.members import Codec, Name, Seat, Truth, Whole
from hansa.messages import member, read_message
from hansa.plain_values import OneOf
from hansa.reading import MOST, Reader
from hansa.teutonica.codecs import Permit, Piece, RouteName, Scene, Slot
from hansa.teutonica.engine_numbers import fields_of
from hansa.teutonica.fields import MOST_TURNS, Fields
from hansa.teutonica.names import KINDS, MARKERS, MODULES, TILES, TRACK_VALUES, TRACKS, piece_text
from hansa.teutonica.state_writing import fields_json

MERCHANT = KINDS.index("m")
MISSIONS, FAVOURS = (1 << MODULES.index(name) for name in ("missions", "favours"))
OPEN, OUT = -1, -2          # where a favour tile may lie, other than with a seat


class CityName(Codec[Scene, int]):
    """A city by its code."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> int:
        return reader.name(value, [city.code for city in scene.board.cities], where)

    def write(self, scene: Scene, value: int) -> object:
        return scene.board.cities[value].code

    def said(self) -> str:
        return "a city"


class Space(Codec[Scene, int]):
    """A special space by its points, as text or as number."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> int:
        return reader.name(str(value) if isinstance(value, int) else value, self._names(scene), where)

    def write(self, scene: Scene, value: int) -> object:
        return self._names(scene)[value]

    def _names(self, scene: Scene) -> list[str]:
        return [str(points) for points, _ in scene.board.spaces]

    def said(self) -> str:
        return "a special space by its points"


class TilePlace(Codec[Scene, int]):
    """Where a favour tile lies."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> int:
        if value in ("open", "out"):
            return OPEN if value == "open" else OUT
        return reader.number(value, where, scene.players - 1)

    def write(self, scene: Scene, value: int) -> object:
        return {OPEN: "open", OUT: "out"}.get(value, value)

    def said(self) -> str:
        return "`open`, `out`, or a seat"


PIECE, SEAT, MARKER = Piece(), Seat(), Name(MARKERS)


def nothing() -> None:
    """Stands for a member that is left out."""


class Edit(ABC):
    """A change."""

    @abstractmethod
    def make(self, fields: Fields, scene: Scene) -> None:
        """Changes the fields; `EditError` if they do not allow it."""


# --- pieces -------------------------------------------------------------------------------------

def take(fields: Fields, piece: int) -> None:
    """A piece leaves its owner's stock, or else the supply."""
    owner, kind = piece >> 1, piece & 1
    if owner == fields.players:         # the neutral one has no desk
        return
    for held in (fields.desks[owner].stock, fields.desks[owner].supply):
        if held[kind]:
            held[kind] -= 1
            return
    raise EditError(f"seat {owner} has no {'merchant' if kind == MERCHANT else 'trader'} left in stock and supply [T1]")


def give(fields: Fields, piece: int) -> None:
    """A piece goes back to its owner's stock."""
    if piece >> 1 != fields.players:
        fields.desks[piece >> 1].stock[piece & 1] += 1


@dataclass(frozen=True, kw_only=True)
class House(Edit):
    """A piece on a class of houses, or away from it."""

    slot: int = member(Slot(), "where")
    add: int | None = member(PIECE, "the piece that comes", default=nothing)
    remove: int | None = member(PIECE, "the piece that goes", default=nothing)

    def make(self, fields: Fields, scene: Scene) -> None:
        standing = list(fields.slots(scene.board))[self.slot]
        if self.add is not None:
            take(fields, self.add)
            standing.append(self.add)
            standing.sort()
        elif self.remove in standing:
            standing.remove(self.remove)
            give(fields, self.remove)
        else:
            which = "such piece" if self.remove is None else f"piece {piece_text(self.remove, scene.players)}"
            raise EditError(f"there is no {which} on {scene.board.slots[self.slot]}")


@dataclass(frozen=True, kw_only=True)
class CityOffice(Edit):
    """A piece into the next printed office, or as an extra one; or the last office is removed."""

    city: int = member(CityName(), "where")
    add: int | None = member(PIECE, "the piece that comes; without it one goes", default=nothing)

    def make(self, fields: Fields, scene: Scene) -> None:
        facts, printed = fields.cities[self.city], scene.board.cities[self.city]
        if self.add is not None:
            take(fields, self.add)
            has_room = not printed.green and len(facts.printed) < len(printed.offices)
            (facts.printed if has_room else facts.unprinted).append(self.add)
        elif facts.unprinted or facts.printed:
            give(fields, (facts.unprinted or facts.printed).pop())
        else:
            raise EditError(f"{printed.name} has no office")
        fields.completed = sum(
            bool(here.unprinted) if city.green else len(here.printed) == len(city.offices)
            for here, city in zip(fields.cities, scene.board.cities, strict=True)
        )


@dataclass(frozen=True, kw_only=True)
class SpecialSpace(Edit):
    """A merchant on a special space, or away from it."""

    points: int = member(Space(), "which space")
    add: int | None = member(PIECE, "a piece of the seat that comes, if the space is free", default=nothing)

    def make(self, fields: Fields, scene: Scene) -> None:
        there = fields.special[self.points]
        if there is not None:
            give(fields, 2 * there + MERCHANT)
            fields.special[self.points] = None
        elif self.add is not None:
            seat = self.add >> 1
            if seat == fields.players:
                raise EditError("the neutral owner has no merchants [T90]")
            take(fields, 2 * seat + MERCHANT)
            fields.special[self.points] = seat


@dataclass(frozen=True, kw_only=True)
class Track(Edit):
    """A step of an ability, up or down; its piece goes to the supply or comes from it (T2)."""

    seat: int = member(SEAT, "whose")
    track: int = member(Name(TRACKS), "which")
    by: int = member(Whole(1, -1), "1 or -1")

    def make(self, fields: Fields, scene: Scene) -> None:
        name, desk = TRACKS[self.track], fields.desks[self.seat]
        if not self.by or not 0 <= getattr(desk, name) + self.by < len(TRACK_VALUES[name]):
            raise EditError(f"{name} of seat {self.seat} is at its end, or the step is 0")
        kind = MERCHANT if name == "book" else 0
        if self.by > 0:
            desk.supply[kind] += 1
        else:
            take(fields, 2 * self.seat + kind)
        setattr(desk, name, getattr(desk, name) + self.by)


@dataclass(frozen=True, kw_only=True)
class Hand(Edit):
    """A piece from stock to supply, or back."""

    seat: int = member(SEAT, "whose")
    kind: int = member(Name(KINDS), "trader or merchant")
    to: str = member(OneOf(("supply", "stock")), "where it goes")

    def make(self, fields: Fields, scene: Scene) -> None:
        desk = fields.desks[self.seat]
        source, target = (desk.stock, desk.supply) if self.to == "supply" else (desk.supply, desk.stock)
        if not source[self.kind]:
            raise EditError(f"seat {self.seat} has no such piece there")
        source[self.kind] -= 1
        target[self.kind] += 1


# --- markers ------------------------------------------------------------------------------------

def draw(fields: Fields, marker: int) -> None:
    """A marker leaves the hidden supply."""
    if not fields.supply[marker]:
        raise EditError(f"no marker {MARKERS[marker]!r} is left in the supply [T3]")
    fields.supply[marker] -= 1


@dataclass(frozen=True, kw_only=True)
class RouteMarker(Edit):
    """A marker from the hidden supply at a route, or back."""

    route: int = member(RouteName(), "where")
    add: int | None = member(MARKER, "the marker that comes, instead of the one there", default=nothing)

    def make(self, fields: Fields, scene: Scene) -> None:
        facts = fields.routes[self.route]
        if facts.marker is not None:
            fields.supply[facts.marker] += 1
        if self.add is not None:
            draw(fields, self.add)
        facts.marker = self.add


@dataclass(frozen=True, kw_only=True)
class OwnMarker(Edit):
    """A marker from the hidden supply to a player, unused or used, or back."""

    seat: int = member(SEAT, "whose")
    used: bool = member(Truth(), "whether it is turned over", default=lambda: False)
    add: int | None = member(MARKER, "the marker that comes", default=nothing)
    remove: int | None = member(MARKER, "the marker that goes", default=nothing)

    def make(self, fields: Fields, scene: Scene) -> None:
        own = fields.desks[self.seat].used if self.used else fields.desks[self.seat].unused
        if self.remove is not None:
            if not own[self.remove]:
                raise EditError(f"seat {self.seat} has no marker {MARKERS[self.remove]!r} there")
            own[self.remove] -= 1
            fields.supply[self.remove] += 1
        elif self.add is not None:
            draw(fields, self.add)
            own[self.add] += 1


@dataclass(frozen=True, kw_only=True)
class PendingMarkers(Edit):
    """How many markers are still to be drawn at the end of the turn (T54)."""

    to: int = member(Whole(99), "the new number")

    def make(self, fields: Fields, scene: Scene) -> None:
        fields.pending.unseen = self.to


# --- players and the turn -----------------------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class Prestige(Edit):
    """Points."""

    seat: int = member(SEAT, "whose")
    to: int = member(Whole(MOST), "the new number")

    def make(self, fields: Fields, scene: Scene) -> None:
        fields.desks[self.seat].prestige = self.to


@dataclass(frozen=True, kw_only=True)
class Turn(Edit):
    """Whose turn it is, with how many actions."""

    seat: int = member(SEAT, "whose")
    actions: int = member(Whole(MOST), "how many are left")

    def make(self, fields: Fields, scene: Scene) -> None:
        fields.turn = fields.to_move = self.seat
        fields.actions = self.actions
        fields.permits_spent = []


@dataclass(frozen=True, kw_only=True)
class Turns(Edit):
    """How many turns have been completed."""

    to: int = member(Whole(MOST_TURNS), "the new number")

    def make(self, fields: Fields, scene: Scene) -> None:
        fields.turns = self.to


@dataclass(frozen=True, kw_only=True)
class Connected(Edit):
    """A seat has the connection, after those that have it (T33), or has it not."""

    seat: int = member(SEAT, "whose")

    def make(self, fields: Fields, scene: Scene) -> None:
        toggle(fields.connected, self.seat)


@dataclass(frozen=True, kw_only=True)
class PermitSpent(Edit):
    """A permit of this turn is spent, or is not (T81)."""

    city: int = member(Permit(), "which")

    def make(self, fields: Fields, scene: Scene) -> None:
        toggle(fields.permits_spent, self.city)


def toggle(numbers: list[int], number: int) -> None:
    """Adds a number to a list, or takes it away."""
    if number in numbers:
        numbers.remove(number)
    else:
        numbers.append(number)


# --- modules ------------------------------------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class Module(Edit):
    """Adds a module, with cards and tiles for everybody (T100, T101), or removes it."""

    name: int = member(Name(MODULES), "which")

    def make(self, fields: Fields, scene: Scene) -> None:
        fields.modules ^= 1 << self.name
        chosen = bool(fields.modules >> self.name & 1)
        if 1 << self.name == MISSIONS:
            for seat, desk in enumerate(fields.desks):
                desk.mission = seat if chosen else None
            return
        fields.favours_open = list(range(fields.players)) if chosen else []
        fields.begun = fields.begun and chosen
        for desk in fields.desks:
            desk.favours = []


@dataclass(frozen=True, kw_only=True)
class MissionCard(Edit):
    """A mission card for a seat; the seat that had it gets the other card in exchange."""

    seat: int = member(SEAT, "whose")
    to: int = member(Whole(len(modules()["missions"]) - 1), "the number of the card")

    def make(self, fields: Fields, scene: Scene) -> None:
        needs(fields, MISSIONS)
        desk = fields.desks[self.seat]
        for other in fields.desks:
            if other.mission == self.to:
                other.mission = desk.mission
        desk.mission = self.to


@dataclass(frozen=True, kw_only=True)
class FavourTile(Edit):
    """A favour tile lies open, is a seat's, or out of the game."""

    tile: int = member(Name(TILES), "which")
    to: int = member(TilePlace(), "where")

    def make(self, fields: Fields, scene: Scene) -> None:
        needs(fields, FAVOURS)
        for tiles in (fields.favours_open, *(desk.favours for desk in fields.desks)):
            if self.tile in tiles:
                tiles.remove(self.tile)
        if self.to == OPEN:
            fields.favours_open.append(self.tile)
        elif self.to != OUT:
            fields.desks[self.to].favours.append(self.tile)


@dataclass(frozen=True, kw_only=True)
class Begun(Edit):
    """Whether the turn has begun: then it is too late for a favour (T101)."""

    to: bool = member(Truth(), "whether it has")

    def make(self, fields: Fields, scene: Scene) -> None:
        needs(fields, FAVOURS)
        fields.begun = self.to


def needs(fields: Fields, module: int) -> None:
    """A change of what belongs to a module."""
    if not fields.modules & module:
        name = MODULES[module.bit_length() - 1]
        raise EditError(f"the module {name!r} is not chosen; add it first [T100]")


# --- the table ----------------------------------------------------------------------------------

EDITS: Mapping[str, type[Edit]] = {
    "house": House, "city": CityOffice, "special": SpecialSpace, "marker": RouteMarker, "track": Track, "hand": Hand,
    "own-marker": OwnMarker, "prestige": Prestige, "turn": Turn, "module": Module, "mission": MissionCard, "favour": FavourTile,
    "begun": Begun, "connected": Connected, "permit": PermitSpent, "pending": PendingMarkers, "turns": Turns,
}


def changed(what: str, position: Position, wish: Mapping[str, object]) -> Json:
    """The position after a change, as JSON; it is checked when it is read."""
    assert isinstance(position, TeutonicaPosition)
    the_board = board(position.board_name)
    fields = fields_of(position, the_board)
    scene = Scene(the_board, fields.players)
    read_message(EDITS[what], what, wish, beside=("what",), scene=scene).make(fields, scene)
    return fields_json(fields, the_board)


CHANGES = {what: partial(changed, what) for what in EDITS}
