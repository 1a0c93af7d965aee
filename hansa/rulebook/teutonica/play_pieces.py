"""Pieces on the move: lifted and dropped [T18, T50, T61], displaced [T13 to T17], removed [T50]."""

from __future__ import annotations

from collections.abc import Sequence

from .flow import finish_claim, settle
from .pieces import NEUTRAL
from .position import Displaced, Position
from .targets import heap_of_extras


def first_lift(position: Position, piece: str, row: str) -> None:
    """The first piece of a move is lifted; `position.moving` says of which."""
    position.phase = "lift"
    take_in_hand(position, piece, row)


def take_in_hand(position: Position, piece: str, row: str) -> None:
    """A piece is lifted and takes its place among those held, in the order they will be dropped."""
    moving = position.moving
    assert moving is not None
    position.pick_up(piece, row)
    moving.held.append((position.board.rows[row].country, piece))
    moving.held.sort(key=drop_order)
    moving.last_lift = (row, piece)


def drop_order(held: tuple[str, str]) -> tuple[str, bool, str]:
    """England, Scotland, Wales, then traders before merchants, then by seat [MOVES 3, `drop`]."""
    country, piece = held
    return country, piece[1] == "m", piece[0]


def lift(position: Position, words: Sequence[str]) -> None:
    """`lift K ROUTE` or `lift PIECE ROUTE`, one more."""
    piece, row = words
    take_in_hand(position, own_piece(position, piece), row)


def own_piece(position: Position, piece: str) -> str:
    """The piece of a text that names only the kind of an own one."""
    return f"{position.turn}{piece}" if len(piece) == 1 else piece


def drop(position: Position, words: Sequence[str]) -> None:
    """`drop K ROUTE` or `drop PIECE ROUTE`: the first drop ends the lifting."""
    moving = position.moving
    assert moving is not None
    _, row = words
    country, piece = moving.held.pop(0)
    position.put_down(piece, row)
    position.phase = "drop"
    moving.last_lift = None
    moving.last_drop = row
    moving.dropped = (country, piece)
    if not moving.held:
        if moving.what == "move-2-any":
            finish_claim(position, moving.unreplaced)
        else:
            settle(position)


def displace(position: Position, words: Sequence[str]) -> None:
    """A piece is replaced; its owner decides, for the neutral one the other player [T12, T13,
    T91]."""
    piece, row, kind, price = words
    owner, displaced_kind, route = piece[0], piece[1], position.board.rows[row].route
    desk = position.active
    for paid in price:
        desk.supply[paid] -= 1
        desk.stock[paid] += 1
    desk.supply[kind] -= 1
    position.pick_up(piece, row)
    position.put_down(f"{position.turn}{kind}", row)
    many = displaced_kind == "m" or position.holds(owner, "extra-displaced")  # [T13, T102]
    position.displaced = Displaced(owner, displaced_kind, False, 2 if many else 1, route)
    position.phase = "displaced"
    position.to_move = 1 - position.turn if owner == NEUTRAL else int(owner)


def put_displaced(position: Position, words: Sequence[str]) -> None:
    """`put K ROUTE`: the displaced piece itself [T13]."""
    assert position.displaced is not None
    kind, row = words
    position.put_down(position.displaced.owner + kind, row)
    position.displaced.put = True


def add_extra(position: Position, words: Sequence[str]) -> None:
    """`add K ROUTE`, also `… from ROUTE`: an extra piece [T13, T14]."""
    assert position.displaced is not None
    kind, row, *origin = words
    position.displaced.extras -= 1
    put_own(position, position.displaced.owner, kind, row, origin)


def put_own(position: Position, owner: str, kind: str, row: str, origin: Sequence[str]) -> None:
    """A piece from where T14 says goes to a house; `origin` is `from ROUTE` if it was on the
    board."""
    heap = heap_of_extras(position, owner)
    if origin:
        position.pick_up(owner + kind, origin[1])
    else:
        assert heap is not None
        heap[kind] -= 1
    position.put_down(owner + kind, row)


def displaced_done(position: Position, words: Sequence[str]) -> None:
    """`done`: the displacement is resolved [T13, T92]."""
    settle(position)


def remove(position: Position, words: Sequence[str]) -> None:
    """`remove PIECE ROUTE`: to its owner's supply, a neutral trader out of play [T50, T90]."""
    assert position.removing is not None
    piece, row = words
    position.pick_up(piece, row)
    if piece[0] != NEUTRAL:
        position.desks[int(piece[0])].supply[piece[1]] += 1
    position.removing.left -= 1
    position.removing.last = (row, piece)


def remove_done(position: Position, words: Sequence[str]) -> None:
    """`done`: enough is removed."""
    position.back_to_turn()
