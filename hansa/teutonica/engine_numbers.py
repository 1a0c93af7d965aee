"""The engine's positions as `Fields`, and back. Only this module knows the engine's names."""

from __future__ import annotations

from engine_c.teutonica.numbers import DeskNumbers, PhaseNumbers, PositionNumbers
from engine_c.teutonica.position import TeutonicaPosition
from hansa.boards import Board
from hansa.teutonica.fields import Bonus, City, Desk, Displaced, Drop, Fields, Lift, Over, Pending, PhaseData, Remove, Route
from hansa.teutonica.names import PHASES, TRACKS
from hansa.teutonica.tables import tables


def fields_of(position: TeutonicaPosition, board: Board) -> Fields:
    """The fields of a position."""
    numbers = position.fields()
    taken = numbers["taken_tiles"]
    slots = iter(numbers["slots"])
    return Fields(
        edition=numbers["edition"], modules=numbers["modules"], players=numbers["players"], turn=numbers["turn"],
        to_move=numbers["to_move"], phase=numbers["phase"], actions=numbers["actions"], supply=numbers["supply"],
        completed=numbers["completed"], connected=numbers["connected"], permits_spent=numbers["permits_spent"],
        turns=numbers["turns"],
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


def _desk(numbers: DeskNumbers, favours: list[int]) -> Desk:
    return Desk(
        stock=numbers["stock"], supply=numbers["supply"], prestige=numbers["prestige"], unused=numbers["unused"],
        used=numbers["used"], mission=numbers["mission"], **dict(zip(TRACKS, numbers["track"], strict=True)), favours=favours,
    )


def _phase_data(numbers: PositionNumbers) -> PhaseData:
    phase, after, unreplaced = PHASES[numbers["phase"]], numbers["after"], bool(numbers["unreplaced"])
    if phase == "displaced":
        return Displaced(
            owner=numbers["owner"], kind=numbers["displaced_kind"], put=bool(numbers["put"]), extras=numbers["left"],
            route=numbers["route"],
        )
    if phase == "lift":
        return Lift(
            what=numbers["lifting"], limit=numbers["limit"], held=numbers["held"], unreplaced=unreplaced, after=_last(after))
    if phase == "drop":
        assert after is not None        # a drop follows another, or the last lift
        return Drop(
            what=numbers["lifting"], limit=numbers["limit"], held=numbers["held"], unreplaced=unreplaced, after=after[0],
            dropped=after[1:],
        )
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
    """The position with these fields; ValueError for numbers that the engine cannot hold."""
    numbers: PositionNumbers = {
        **_numbers_of_data(fields.data),
        "edition": fields.edition, "modules": fields.modules, "players": fields.players, "turn": fields.turn,
        "to_move": fields.to_move, "phase": fields.phase, "actions": fields.actions, "supply": fields.supply,
        "completed": fields.completed, "connected": fields.connected, "permits_spent": fields.permits_spent,
        "turns": fields.turns,
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
    }
    return TeutonicaPosition.from_fields(tables(board.name), numbers)


def _numbers_of_data(data: PhaseData) -> PhaseNumbers:
    """The data of the present phase; those of all other phases, which the engine also has, are
    empty."""
    numbers: PhaseNumbers = {
        "owner": 0, "displaced_kind": 0, "route": 0, "put": 0, "left": 0, "lifting": 0, "limit": 0, "held": [],
        "after": None, "bonus": 0, "bonus_pieces": [0, 0], "unreplaced": 0, "reason": 0,
    }
    match data:
        case Displaced():
            numbers |= {
                "owner": data.owner, "displaced_kind": data.kind, "put": data.put, "left": data.extras, "route": data.route}
        case Lift() | Drop():
            numbers |= {"lifting": data.what, "limit": data.limit, "held": data.held, "unreplaced": data.unreplaced}
            if isinstance(data, Drop):
                numbers["after"] = (data.after, *data.dropped)
            elif data.after is not None:
                numbers["after"] = (data.after[0], 0, data.after[1])
        case Remove():
            numbers["left"] = data.left
            if data.after is not None:
                numbers["after"] = (data.after[0], 0, data.after[1])
        case Bonus():
            numbers |= {
                "bonus": data.marker, "left": data.left, "bonus_pieces": data.pieces, "unreplaced": data.unreplaced}
        case Over():
            numbers["reason"] = data.reason
    return numbers
