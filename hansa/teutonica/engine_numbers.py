"""Positions of the engine as `Fields`, and back: the one place that knows the names of the engine's own numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine_c.teutonica.position import TeutonicaPosition
from hansa.boards import Board
from hansa.teutonica.fields import Bonus, City, Desk, Displaced, Drop, Fields, Lift, Over, Pending, PhaseData, Remove, Route
from hansa.teutonica.names import PHASES, TRACKS
from hansa.teutonica.tables import tables

# The engine keeps the data of all phases side by side; these are its numbers where there are none.
NO_DATA: Mapping[str, object] = {
    "owner": 0, "displaced_kind": 0, "route": 0, "put": 0, "left": 0, "lifting": 0, "limit": 0, "held": [],
    "after": None, "bonus": 0, "bonus_pieces": [0, 0], "unreplaced": 0, "reason": 0,
}
SAME = (
    "edition", "modules", "players", "turn", "to_move", "phase", "actions", "supply", "completed", "connected",
    "permits_spent", "turns",
)


def fields_of(position: TeutonicaPosition, board: Board) -> Fields:
    """The fields of a position."""
    numbers = position.fields()
    taken = numbers["taken_tiles"]
    slots = iter(numbers["slots"])
    return Fields(
        **{name: numbers[name] for name in SAME},
        desks=[_desk(desk, [tile for tile, owner in taken if owner == seat]) for seat, desk in enumerate(numbers["desks"])],
        routes=[
            Route(house=next(slots), ship=next(slots) if route.has_ships else [], marker=marker)
            for route, marker in zip(board.routes, numbers["markers"], strict=True)
        ],
        cities=[City(printed, unprinted) for printed, unprinted in numbers["cities"]],
        special=numbers["spaces"],
        pending=Pending(unseen=numbers["unseen"], seen=[desk["seen"] for desk in numbers["desks"]]),
        favours_open=numbers["open_tiles"],
        begun=bool(numbers["begun"]),
        data=_phase_data(numbers),
    )


def _desk(numbers: Mapping[str, Any], favours: list[int]) -> Desk:
    same = {name: numbers[name] for name in ("stock", "supply", "prestige", "unused", "used", "mission")}
    return Desk(**same, **dict(zip(TRACKS, numbers["track"], strict=True)), favours=favours)


def _phase_data(numbers: Mapping[str, Any]) -> PhaseData:
    phase, after, unreplaced = PHASES[numbers["phase"]], numbers["after"], bool(numbers["unreplaced"])
    if phase == "displaced":
        return Displaced(
            owner=numbers["owner"], kind=numbers["displaced_kind"], put=bool(numbers["put"]), extras=numbers["left"],
            route=numbers["route"],
        )
    chain = {"what": numbers["lifting"], "limit": numbers["limit"], "held": numbers["held"], "unreplaced": unreplaced}
    if phase == "lift":
        return Lift(**chain, after=_last(after))
    if phase == "drop":
        return Drop(**chain, after=after[0], dropped=after[1:])
    if phase == "remove":
        return Remove(left=numbers["left"], after=_last(after))
    if phase == "bonus":
        return Bonus(
            marker=numbers["bonus"], left=numbers["left"], pieces=numbers["bonus_pieces"], unreplaced=unreplaced)
    return Over(reason=numbers["reason"]) if phase == "over" else None


def _last(after: tuple[int, int, int] | None) -> tuple[int, int] | None:
    """The slot and the piece of the last lift."""
    return None if after is None else (after[0], after[2])


def position_of(fields: Fields, board: Board) -> TeutonicaPosition:
    """The position with these fields; ValueError where they leave their places in the engine's state."""
    return TeutonicaPosition.from_fields(tables(board.name), {
        **{name: getattr(fields, name) for name in SAME},
        **NO_DATA,
        **dict(_numbers_of_data(fields.data)),
        "begun": fields.begun, "unseen": fields.pending.unseen, "open_tiles": fields.favours_open,
        "taken_tiles": fields.taken_tiles, "spaces": fields.special,
        "desks": [
            {"stock": desk.stock, "supply": desk.supply, "track": list(desk.track), "prestige": desk.prestige,
             "mission": desk.mission, "unused": desk.unused, "used": desk.used, "seen": seen}
            for desk, seen in zip(fields.desks, fields.pending.seen, strict=True)
        ],
        "slots": list(fields.slots(board)),
        "markers": [route.marker for route in fields.routes],
        "cities": [(city.printed, city.unprinted) for city in fields.cities],
    })


def _numbers_of_data(data: PhaseData) -> Iterator[tuple[str, object]]:
    match data:
        case Displaced():
            yield from (("owner", data.owner), ("displaced_kind", data.kind), ("put", data.put), ("left", data.extras))
            yield "route", data.route
        case Lift() | Drop():
            yield from (("lifting", data.what), ("limit", data.limit), ("held", data.held))
            yield "unreplaced", data.unreplaced
            if isinstance(data, Drop):
                yield "after", (data.after, *data.dropped)
            elif data.after is not None:
                yield "after", (data.after[0], 0, data.after[1])
        case Remove():
            yield "left", data.left
            if data.after is not None:
                yield "after", (data.after[0], 0, data.after[1])
        case Bonus():
            yield from (("bonus", data.marker), ("left", data.left), ("bonus_pieces", data.pieces))
            yield "unreplaced", data.unreplaced
        case Over():
            yield "reason", data.reason
