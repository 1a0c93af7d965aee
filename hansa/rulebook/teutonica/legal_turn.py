"""The legal moves of the phase `turn`: favours, the five actions, markers, and ending the turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from .board import Route, Row
from .desk import TRACKS
from .offices import leftmost_free, takes_extra_office
from .pieces import KINDS, MARKERS, amount, amount_text
from .position import Position
from .targets import permitted, rows_for_displaced


def turn(position: Position) -> Iterator[str]:
    """All that the active player may do between actions [T6, T8, T101]."""
    yield from favours(position)
    if position.actions:
        yield from income(position)
        yield from place(position)
        yield from displace(position)
        yield from move(position)
        for route in position.board.routes.values():
            yield from claim(position, route)
    yield from use(position)
    yield "end"


def favours(position: Position) -> Iterator[str]:
    """Two unused markers for an open tile, before anything else in the turn [T101]."""
    if position.begun:
        return
    unused = position.active.unused
    for tile in position.favours_open:
        for first, second in combinations_with_replacement(MARKERS, 2):
            if first in unused and unused.count(second) > (first == second):
                yield f"favour {tile} pay {first} {second}"


def income(position: Position) -> Iterator[str]:
    """Between 1 and the bank value of pieces from the stock, of any mix [T10]."""
    stock = position.active.stock
    most = position.active.value("bank")
    for traders in range(min(stock["t"], most) + 1):
        for merchants in range(min(stock["m"], most - traders) + 1):
            if traders + merchants:
                yield f"income {amount_text(amount(traders, merchants))}"


def place(position: Position) -> Iterator[str]:
    """One piece from the supply on a free house [T11]."""
    supply = position.active.supply
    for row in position.board.rows.values():
        if permitted(position, row):
            for kind in KINDS:
                if supply[kind] and position.takes(row, kind):
                    yield f"place {kind} {row.text}"


def displace(position: Position) -> Iterator[str]:
    """Replace a piece of another player who has somewhere to put it [T12, T17]."""
    for row in position.board.rows.values():
        if position.houses[row.text] and permitted(position, row):
            for piece in dict.fromkeys(position.houses[row.text]):
                if piece[0] == str(position.turn):
                    continue
                if rows_for_displaced(position, piece[0], piece[1], row.route):
                    yield from displace_one(position, piece, row)


def displace_one(position: Position, piece: str, row: Row) -> Iterator[str]:
    """Every way to replace a piece and to pay: one more for a trader, two for a merchant [T12]."""
    supply = position.active.supply
    for kind in KINDS:
        if supply[kind] and row.fits(kind):
            left = supply | {kind: supply[kind] - 1}
            for price in combinations_with_replacement(KINDS, 1 if piece[1] == "t" else 2):
                if all(price.count(paid) <= left[paid] for paid in price):
                    yield f"displace {piece} {row.text} with {kind} pay {''.join(price)}"


def move(position: Position) -> Iterator[str]:
    """The first own piece that is lifted [T18]."""
    for row in position.board.rows.values():
        for kind in KINDS:
            if f"{position.turn}{kind}" in position.houses[row.text]:
                yield f"lift {kind} {row.text}"


def claim(position: Position, route: Route) -> Iterator[str]:
    """Every way to claim one route, if every house of it holds an own piece [T20, T23]."""
    pieces = [piece for row in route.rows for piece in position.houses[row.text]]
    own = sum(piece[0] == str(position.turn) for piece in pieces)
    if own < sum(row.size for row in route.rows):
        return
    kinds = [kind for kind in KINDS if f"{position.turn}{kind}" in pieces]
    yield f"claim {route.code}"
    for city in route.cities:
        yield from claim_in_city(position, route, city, kinds)


def claim_in_city(position: Position, route: Route, city: str, kinds: list[str]) -> Iterator[str]:
    """What one end city of a claimed route offers; `kinds` are the kinds of piece on the route."""
    desk = position.active
    printed = position.board.cities[city]
    place = leftmost_free(position, city)
    if place is not None:
        office = printed.offices[place]
        if office.kind in kinds and desk.may_use(office.privilege):
            yield f"claim {route.code} office {city}"  # [T30]
    # from before this claim
    if "extra-office" in desk.unused and takes_extra_office(position, city):
        for kind in kinds:
            yield f"claim {route.code} extra {city} {kind}"  # [T38]
    for track in TRACKS:
        if track in printed.develops and not desk.at_end(track):
            yield f"claim {route.code} develop {track}"  # [T35]
    if printed.special_prestige and "m" in kinds:
        for points, colour in position.board.special.items():
            if position.special[points] is None and desk.may_use(colour):
                yield f"claim {route.code} special {points}"  # [T37]


def use(position: Position) -> Iterator[str]:
    """The unused markers, also after the last action [T8, T45 to T50]."""
    unused = position.active.unused
    standing = {piece for pieces in position.houses.values() for piece in pieces}
    for marker in ("plus-3", "plus-4"):
        if marker in unused:
            yield f"use {marker}"
    if "develop" in unused:
        for track in TRACKS:
            if not position.active.at_end(track):
                yield f"use develop {track}"
    if "swap" in unused:
        yield from swaps(position)
    if "move-3" in unused and any(piece[0] != str(position.turn) for piece in standing):
        yield "use move-3"
    if "remove-3" in unused and standing:
        yield "use remove-3"


def swaps(position: Position) -> Iterator[str]:
    """Neighbouring printed offices of different owners; in `bigbox` the player owns one [T45]."""
    for city, offices in position.offices.items():
        for left, pair in enumerate(zip(offices.printed, offices.printed[1:], strict=False), start=1):
            owners = {piece[0] for piece in pair if piece is not None}
            if len(owners) == 2 and (position.edition != "bigbox" or str(position.turn) in owners):
                yield f"use swap {city} {left}"
