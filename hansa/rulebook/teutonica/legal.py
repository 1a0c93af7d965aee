"""The legal moves of every phase but `turn`, as texts, one function a phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from . import legal_turn
from .board import ENGLAND
from .offices import leftmost_free
from .pieces import KINDS, MARKERS, piece_order
from .position import Position
from .targets import (
    countries_for_move,
    heap_of_extras,
    routes_for_markers,
    routes_full_of_neutrals,
    rows_for_displaced,
    rows_for_extra,
    rows_with,
)


def lift(position: Position) -> Iterator[str]:
    """Further pieces to lift, and the first drop as soon as one is held [T18, T50, T61]."""
    moving = position.moving
    assert moving is not None
    if len(moving.held) < moving.limit:
        own = str(position.turn)
        for row, piece in pieces_from(position, moving.last_lift):
            if moving.what == "move-2-any" or (piece[0] == own) == (moving.what == "move"):
                yield f"lift {piece[1] if moving.what == 'move' else piece} {row}"
    if moving.held:
        yield from drop(position)


def pieces_from(position: Position, last: tuple[str, str] | None) -> Iterator[tuple[str, str]]:
    """Rows and pieces on them, from the last one on in the order of lifts, equal ones once."""
    for row in position.board.rows.values():
        for piece in dict.fromkeys(position.houses[row.text]):
            if last is None or (row.order, piece_order(piece)) >= (
                position.board.rows[last[0]].order,
                piece_order(last[1]),
            ):
                yield row.text, piece


def drop(position: Position) -> Iterator[str]:
    """Where the first held piece may go, so that equal ones still find room [MOVES 3, `drop`]."""
    moving = position.moving
    assert moving is not None
    country, piece = moving.held[0]
    first = 0
    if moving.dropped == (country, piece):
        assert moving.last_drop is not None
        first = position.board.rows[moving.last_drop].order
    countries = countries_for_move(moving.what, country)
    rows = [
        row
        for row in position.board.rows.values()
        if row.order >= first and row.country in countries and position.takes(row, piece[1])
    ]
    room = sum(map(position.free, rows))
    for row in rows:
        if room >= moving.held.count((country, piece)):
            yield f"drop {piece[1] if moving.what == 'move' else piece} {row.text}"
        room -= position.free(row)


def displaced(position: Position) -> Iterator[str]:
    """The displaced piece and the extra ones, in any order [T13]."""
    data = position.displaced
    assert data is not None
    if not data.put:
        for row in rows_for_displaced(position, data.owner, data.kind, data.route):
            yield f"put {data.kind} {row.text}"
    if data.extras:
        yield from extras(position)
    if data.put:
        yield "done"


def extras(position: Position) -> Iterator[str]:
    """The next extra piece from where T14 says."""
    data = position.displaced
    assert data is not None
    heap = heap_of_extras(position, data.owner)
    if heap is not None:
        for kind in KINDS:
            if heap[kind]:
                for row in rows_for_extra(position, data, kind, None):
                    yield f"add {kind} {row.text}"
        return
    for kind in KINDS:
        for origin in rows_with(position, data.owner + kind):
            position.pick_up(data.owner + kind, origin.text)
            for row in rows_for_extra(position, data, kind, origin.country):
                yield f"add {kind} {row.text} from {origin.text}"
            position.put_down(data.owner + kind, origin.text)


def remove(position: Position) -> Iterator[str]:
    """Pieces of anybody, in the order of lifts [T50]."""
    removing = position.removing
    assert removing is not None
    if removing.left:
        for row, piece in pieces_from(position, removing.last):
            yield f"remove {piece} {row}"
    if removing.last is not None:
        yield "done"


def bonus(position: Position) -> Iterator[str]:
    """What a permanent marker offers at the end of a claim [T60 to T64, T87]."""
    data = position.bonus
    assert data is not None
    if data.left:
        yield from BONUS[data.marker](position)
    yield "done"


def bonus_move(position: Position) -> Iterator[str]:
    """The marker `move-2-any`: the first piece to lift [T61]."""
    for row, piece in pieces_from(position, None):
        yield f"lift {piece} {row}"


def bonus_privilege(position: Position) -> Iterator[str]:
    """The marker `develop-privilege` [T62]."""
    if not position.active.at_end("privilege"):
        yield "develop privilege"


def bonus_post(position: Position) -> Iterator[str]:
    """The marker `post-in-green-city` [T63]."""
    for city in position.board.cities.values():
        if city.green:
            for kind in KINDS:
                if position.active.supply[kind]:
                    yield f"green {city.code} {kind}"


def bonus_place(position: Position) -> Iterator[str]:
    """The marker `place-2-from-route`: pieces that the claim has just sent to the stock [T64]."""
    assert position.bonus is not None
    for kind in KINDS:
        if position.bonus.pieces[kind]:
            for row in position.board.rows.values():
                if position.takes(row, kind):
                    yield f"put {kind} {row.text}"


def bonus_abroad(position: Position) -> Iterator[str]:
    """The marker `place-2-abroad`: own pieces to Wales or Scotland [T87]."""
    own = str(position.turn)
    abroad = [row for row in position.board.rows.values() if row.country != ENGLAND]
    heap = heap_of_extras(position, own)
    for kind in KINDS:
        if heap is not None:
            for row in abroad:
                if heap[kind] and position.takes(row, kind):
                    yield f"put {kind} {row.text}"
            continue
        for origin in rows_with(position, own + kind):
            position.pick_up(own + kind, origin.text)
            for row in abroad:
                if position.takes(row, kind):
                    yield f"put {kind} {row.text} from {origin.text}"
            position.put_down(own + kind, origin.text)


def toll(position: Position) -> Iterator[str]:
    """The owner of the tile `income` after the income of another [T102]."""
    assert isinstance(position.to_move, int)
    if position.desks[position.to_move].stock["t"]:
        yield "take"
    yield "done"


def neutral(position: Position) -> Iterator[str]:
    """Where the neutral owner gets an office for a route full of its traders [T92]."""
    for route in routes_full_of_neutrals(position):
        cities = [
            city for city in position.board.routes[route].cities if leftmost_free(position, city) is not None
        ]
        for city in cities:
            yield f"neutral {route} office {city}"
        if not cities:
            yield f"neutral {route}"


def draw(position: Position) -> Iterator[str]:
    """The markers that chance may turn up [T54]."""
    for marker in MARKERS:
        if position.supply.get(marker):
            yield f"draw {marker}"


def plates(position: Position) -> Iterator[str]:
    """The pending markers of the active player and the routes for them [T54, T55]."""
    routes = routes_for_markers(position)
    for marker in dict.fromkeys(position.seen[position.turn]):
        for route in routes:
            yield f"marker {marker} {route}"


def over(position: Position) -> Iterator[str]:
    """Nothing is legal after the end."""
    return iter(())


BONUS: dict[str, Callable[[Position], Iterator[str]]] = {
    "move-2-any": bonus_move,
    "develop-privilege": bonus_privilege,
    "post-in-green-city": bonus_post,
    "place-2-from-route": bonus_place,
    "place-2-abroad": bonus_abroad,
}

PHASES: dict[str, Callable[[Position], Iterator[str]]] = {
    "turn": legal_turn.turn,
    "lift": lift,
    "drop": drop,
    "displaced": displaced,
    "remove": remove,
    "bonus": bonus,
    "toll": toll,
    "neutral": neutral,
    "draw": draw,
    "plates": plates,
    "over": over,
}


def legal_moves(position: Position) -> list[str]:
    """Every legal move, in an order that depends on the position alone [D4]."""
    return list(PHASES[position.phase](position))
