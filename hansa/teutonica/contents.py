"""What lies on the table of Hansa Teutonica, as typed values (`hansa.contents`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine_c.teutonica.position import TeutonicaPosition
from hansa import boards, contents
from hansa.contents import Amount, Piece, frozen
from hansa.teutonica import fields as inner
from hansa.teutonica.engine_numbers import fields_of
from hansa.teutonica.names import EDITIONS, KINDS, MARKERS, MODULES, TILES, UNKNOWN_MISSION
from hansa.teutonica.state_writing import seen_by


@dataclass(frozen=True)
class Desk(contents.Desk):
    """What a player has."""

    stock: Amount
    supply: Amount
    keys: int
    actions: int
    privilege: int
    book: int
    bank: int
    prestige: int
    unused: tuple[str, ...]
    used: tuple[str, ...]
    favours: tuple[str, ...]
    mission: int | str | None


@dataclass(frozen=True)
class City(contents.City):
    """The offices of a city; a green city has posts alone."""

    code: str
    name: str
    offices: tuple[Piece | None, ...]
    extra: tuple[Piece, ...]
    posts: tuple[Piece, ...]


@dataclass(frozen=True)
class Route(contents.Route):
    """What lies on a route."""

    name: str
    cities: tuple[str, str]
    houses: int
    ships: int
    house: tuple[Piece, ...]
    ship: tuple[Piece, ...]
    marker: str | None


@dataclass(frozen=True)
class Contents(contents.Contents):
    """Everything on the table."""

    desks: tuple[contents.Desk, ...]
    cities: Mapping[str, contents.City]
    routes: Mapping[str, contents.Route]
    supply: Mapping[str, int]
    edition: str
    modules: tuple[str, ...]
    actions: int
    special: Mapping[int, int | None]
    unseen: int
    seen: tuple[tuple[str, ...], ...]
    completed: int
    connected: tuple[int, ...]
    favours_open: tuple[str, ...]
    permits_spent: tuple[str, ...]


def contents_of(position: TeutonicaPosition, board: boards.Board, seat: int | None) -> Contents:
    """The contents of a position; with a seat, as that seat may see them (D3)."""
    fields = fields_of(position, board)
    if seat is not None:
        fields = seen_by(fields, seat)
    pieces = _Pieces(fields.players)
    permitted = [city.code for city in board.cities]
    return Contents(
        desks=tuple(map(_desk, fields.desks)),
        cities=frozen({
            city.code: _city(city, facts, pieces) for city, facts in zip(board.cities, fields.cities, strict=True)
        }),
        routes=frozen({
            route.name: _route(route, facts, pieces) for route, facts in zip(board.routes, fields.routes, strict=True)
        }),
        supply=frozen(dict(zip(MARKERS, fields.supply, strict=True))),
        edition=EDITIONS[fields.edition],
        modules=tuple(name for number, name in enumerate(MODULES) if fields.modules >> number & 1),
        actions=fields.actions,
        special=frozen({points: owner for (points, _), owner in zip(board.spaces, fields.special, strict=True)}),
        unseen=fields.pending.unseen, seen=tuple(map(_markers, fields.pending.seen)),
        completed=fields.completed, connected=tuple(fields.connected),
        favours_open=_tiles(fields.favours_open), permits_spent=tuple(permitted[city] for city in fields.permits_spent),
    )


@dataclass(frozen=True)
class _Pieces:
    """Pieces by their numbers; the neutral owner comes after the last seat."""

    players: int

    def of(self, numbers: Sequence[int]) -> tuple[Piece, ...]:
        return tuple(
            Piece(None if number >> 1 == self.players else number >> 1, KINDS[number & 1]) for number in numbers)


def _desk(desk: inner.Desk) -> Desk:
    return Desk(
        stock=Amount(*desk.stock), supply=Amount(*desk.supply), keys=desk.keys, actions=desk.actions,
        privilege=desk.privilege, book=desk.book, bank=desk.bank, prestige=desk.prestige,
        unused=_markers(desk.unused), used=_markers(desk.used), favours=_tiles(desk.favours),
        mission="?" if desk.mission == UNKNOWN_MISSION else desk.mission,
    )


def _city(city: boards.City, facts: inner.City, pieces: _Pieces) -> City:
    printed: tuple[Piece | None, ...] = pieces.of(facts.printed)
    beside = pieces.of(facts.unprinted)
    return City(
        code=city.code, name=city.name, offices=printed + (None,) * (len(city.offices) - len(printed)),
        extra=() if city.green else beside, posts=beside if city.green else (),
    )


def _route(route: boards.Route, facts: inner.Route, pieces: _Pieces) -> Route:
    ships = sum(house.ship for house in route.houses)
    return Route(
        name=route.name, cities=route.cities, houses=len(route.houses) - ships, ships=ships,
        house=pieces.of(facts.house), ship=pieces.of(facts.ship),
        marker=None if facts.marker is None else MARKERS[facts.marker],
    )


def _markers(counts: Sequence[int]) -> tuple[str, ...]:
    return tuple(name for name, count in zip(MARKERS, counts, strict=True) for _ in range(count))


def _tiles(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(TILES[number] for number in numbers)
