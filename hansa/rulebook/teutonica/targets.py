"""Where pieces may go and where they come from: adjacency, overflow, countries and permissions."""

from __future__ import annotations

from collections.abc import Iterator

from .board import ENGLAND, Row
from .pieces import NEUTRAL, Amount, amount, size
from .position import Displaced, Position

LONDON = "LON"


def permission(position: Position, country: str) -> str | None:
    """The city whose permission the active player would use in Wales or Scotland, London last
    [T81]."""
    holding = []
    for city in position.board.cities.values():
        if country in city.permits and city.code not in position.permits_spent:
            occupied = [piece for piece in position.offices[city.code].printed if piece is not None]
            if occupied and occupied[-1][0] == str(position.turn):
                holding.append(city.code)
    return min(holding, key=lambda code: code == LONDON, default=None)


def permitted(position: Position, row: Row) -> bool:
    """Whether the active player may place or displace here as far as the country goes [T81]."""
    return row.country == ENGLAND or permission(position, row.country) is not None


def spend_permission(position: Position, row: Row) -> None:
    """A place or a displacement in Wales or Scotland uses up a permission [T81]."""
    if row.country != ENGLAND:
        city = permission(position, row.country)
        assert city is not None
        position.permits_spent.append(city)


def countries_for_move(what: str, origin: str) -> set[str]:
    """Where a lifted piece may go: also to England in a move [T83], not with a marker [T86]."""
    return {origin, ENGLAND} if what == "move" else {origin}


def rows_for_displaced(
    position: Position, owner: str, kind: str, route: str, origin: str | None = None
) -> list[Row]:
    """Where a displaced or extra piece may be put [T15, T16]; `origin` is its country if lifted."""
    board = position.board
    if position.holds(owner, "displace-anywhere"):
        return [row for row in board.rows.values() if position.takes(row, kind)]  # [T102]
    countries = {board.routes[route].country, ENGLAND}  # [T82]
    if origin is not None:
        countries &= {origin, ENGLAND}  # [T83]
    for ring in board.rings[route]:
        found = [row for row in ring if row.country in countries and position.takes(row, kind)]
        if found:
            return found
    return []


def heap_of_extras(position: Position, owner: str) -> Amount | None:
    """The heap the next extra piece comes from; None if it must be lifted from the board [T14]."""
    if owner == NEUTRAL:
        return amount(1, 0)  # its traders have no limit [T90]; this heap is never written back
    desk = position.desks[int(owner)]
    return next((heap for heap in (desk.stock, desk.supply) if size(heap)), None)


def rows_with(position: Position, piece: str) -> list[Row]:
    """The rows with such a piece."""
    return [row for row in position.board.rows.values() if piece in position.houses[row.text]]


def rows_for_extra(position: Position, displaced: Displaced, kind: str, origin: str | None) -> Iterator[Row]:
    """Where an extra piece may be put so that the displaced one keeps a place [T13]."""
    owner = displaced.owner
    for row in rows_for_displaced(position, owner, kind, displaced.route, origin):
        if displaced.put:
            yield row
            continue
        position.put_down(owner + kind, row.text)
        room = bool(rows_for_displaced(position, owner, displaced.kind, displaced.route))
        position.pick_up(owner + kind, row.text)
        if room:
            yield row


def routes_for_markers(position: Position) -> list[str]:
    """The routes where a pending marker may be placed [T55, T85]."""
    return [
        route.code
        for route in position.board.routes.values()
        if route.country == ENGLAND
        and route.permanent_marker is None
        and route.code not in position.markers
        and not any(position.houses[row.text] for row in route.rows)
        and any(None in position.offices[city].printed for city in route.cities)
    ]


def routes_full_of_neutrals(position: Position) -> list[str]:
    """The routes that the neutral owner claims at once [T92]."""
    if not position.with_neutral():
        return []
    return [
        route.code
        for route in position.board.routes.values()
        if all(position.houses[row.text] == [NEUTRAL + "t"] * row.size for row in route.rows)
    ]
