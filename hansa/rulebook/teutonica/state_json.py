"""Positions written as the JSON of MOVES section 5, and read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .board import load_board
from .desk import TRACKS, Desk
from .pieces import MARKERS, amount_text, read_amount
from .position import Bonus, CityOffices, Displaced, Moving, Position, Removing
from .score import result

State = dict[str, Any]


def write_state(position: Position) -> State:
    """The whole position."""
    state: State = {
        "game": "teutonica",
        "board": position.board.name,
        "edition": position.edition,
        "modules": list(position.modules),
        "players": len(position.desks),
        "turn": position.turn,
        "to_move": position.to_move,
        "phase": position.phase,
        "actions": position.actions,
        "desks": [write_desk(desk) for desk in position.desks],
        "routes": write_routes(position),
        "cities": write_cities(position),
        "special": {str(points): seat for points, seat in position.special.items()},
        "supply": {marker: position.supply[marker] for marker in MARKERS if position.supply.get(marker)},
        "pending": {"unseen": position.unseen, "seen": [list(markers) for markers in position.seen]},
        "completed": position.completed,
        "connected": list(position.connected),
        "favours_open": list(position.favours_open),
        "permits_spent": list(position.permits_spent),
        "turns": position.turns,
    }
    if "favours" in position.modules:
        state["begun"] = position.begun
    return state | write_phase(position)


def write_desk(desk: Desk) -> State:
    """One player's desk."""
    return {
        "stock": amount_text(desk.stock),
        "supply": amount_text(desk.supply),
        **desk.steps,
        "prestige": desk.prestige,
        "unused": list(desk.unused),
        "used": list(desk.used),
        "favours": list(desk.favours),
        "mission": desk.mission,
    }


def write_routes(position: Position) -> State:
    """The routes with pieces or a marker."""
    written: State = {}
    for route in position.board.routes.values():
        entry: State = {}
        for row in route.rows:
            if position.houses[row.text]:
                entry["ship" if row.ship else "house"] = list(position.houses[row.text])
        if route.code in position.markers:
            entry["marker"] = position.markers[route.code]
        if entry:
            written[route.code] = entry
    return written


def write_cities(position: Position) -> State:
    """The cities with offices."""
    written: State = {}
    for code, offices in position.offices.items():
        if offices.posts:
            written[code] = {"posts": list(offices.posts)}
        elif offices.extra or any(offices.printed):
            written[code] = {"offices": list(offices.printed), "extra": list(offices.extra)}
    return written


def write_phase(position: Position) -> State:
    """The data of the phase, under its name, or the result."""
    if position.phase == "over":
        return {"result": result(position)}
    if position.displaced is not None:
        data = position.displaced
        owner = int(data.owner) if data.owner.isdigit() else data.owner
        return {
            "displaced": {
                "owner": owner,
                "piece": data.kind,
                "put": data.put,
                "extras": data.extras,
                "route": data.route,
            }
        }
    if position.moving is not None:
        return {position.phase: write_moving(position.moving)}
    if position.removing is not None:
        return {"remove": {"left": position.removing.left, "after": listed(position.removing.last)}}
    if position.bonus is not None:
        bonus = position.bonus
        return {
            "bonus": {
                "marker": bonus.marker,
                "left": bonus.left,
                "pieces": amount_text(bonus.pieces),
                "unreplaced": bonus.unreplaced,
            }
        }
    return {}


def write_moving(moving: Moving) -> State:
    """The data of the phases `lift` and `drop`."""
    written: State = {
        "what": moving.what,
        "limit": moving.limit,
        "held": [list(held) for held in moving.held],
        "after": listed(moving.last_lift),
        "unreplaced": moving.unreplaced,
    }
    if moving.dropped is not None:
        written["after"] = moving.last_drop
        written["dropped"] = list(moving.dropped)
    return written


def listed(pair: tuple[str, str] | None) -> list[str] | None:
    """JSON knows lists only."""
    return None if pair is None else list(pair)


def paired(pair: list[str] | None) -> tuple[str, str] | None:
    """What `listed` wrote."""
    return None if pair is None else (pair[0], pair[1])


def read_state(state: Mapping[str, Any]) -> Position:
    """The position of a valid state."""
    board = load_board(state["board"])
    position = Position(
        board=board,
        edition=state["edition"],
        modules=tuple(state["modules"]),
        desks=[read_desk(desk) for desk in state["desks"]],
        houses={
            row.text: list(state["routes"].get(row.route, {}).get("ship" if row.ship else "house", ()))
            for row in board.rows.values()
        },
        markers={route: entry["marker"] for route, entry in state["routes"].items() if "marker" in entry},
        offices={
            city.code: read_offices(state["cities"].get(city.code, {}), len(city.offices))
            for city in board.cities.values()
        },
        special={points: state["special"].get(str(points)) for points in board.special},
        supply=dict(state["supply"]),
        seen=[list(markers) for markers in state["pending"]["seen"]],
        turn=state["turn"],
        to_move=state["to_move"],
        phase=state["phase"],
        actions=state["actions"],
        unseen=state["pending"]["unseen"],
        completed=state["completed"],
        connected=list(state["connected"]),
        favours_open=list(state["favours_open"]),
        permits_spent=list(state["permits_spent"]),
        turns=state["turns"],
        begun=state.get("begun", False),
    )
    read_phase(position, state)
    return position


def read_desk(desk: Mapping[str, Any]) -> Desk:
    """One player's desk."""
    return Desk(
        stock=read_amount(desk["stock"]),
        supply=read_amount(desk["supply"]),
        steps={track: desk[track] for track in TRACKS},
        prestige=desk["prestige"],
        unused=list(desk["unused"]),
        used=list(desk["used"]),
        favours=list(desk["favours"]),
        mission=desk["mission"],
    )


def read_offices(city: Mapping[str, Any], printed: int) -> CityOffices:
    """The offices of one city; a city that is not listed has none."""
    return CityOffices(
        printed=list(city.get("offices", [None] * printed)),
        extra=list(city.get("extra", ())),
        posts=list(city.get("posts", ())),
    )


def read_phase(position: Position, state: Mapping[str, Any]) -> None:
    """The data of the phase."""
    phase = position.phase
    data = state.get("result" if phase == "over" else phase, {})
    if phase == "over":
        position.reason = data["reason"]
    elif phase == "displaced":
        position.displaced = Displaced(
            str(data["owner"]), data["piece"], data["put"], data["extras"], data["route"]
        )
    elif phase in ("lift", "drop"):
        position.moving = read_moving(data)
    elif phase == "remove":
        position.removing = Removing(data["left"], paired(data["after"]))
    elif phase == "bonus":
        position.bonus = Bonus(data["marker"], data["left"], read_amount(data["pieces"]), data["unreplaced"])


def read_moving(data: Mapping[str, Any]) -> Moving:
    """The data of the phases `lift` and `drop`."""
    moving = Moving(data["what"], data["limit"], unreplaced=data["unreplaced"])
    moving.held = [(country, piece) for country, piece in data["held"]]
    moving.dropped = paired(data.get("dropped"))
    if moving.dropped is None:
        moving.last_lift = paired(data["after"])
    else:
        moving.last_drop = data["after"]
    return moving
