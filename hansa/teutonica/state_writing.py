"""The state as people and programs see it: the engine's fields as the JSON object of MOVES.md, section 5."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine_c.teutonica.position import TeutonicaPosition
from hansa.boards import Board
from hansa.teutonica.names import (
    CATEGORIES,
    COUNTRIES,
    EDITIONS,
    KINDS,
    LIFTINGS,
    MARKERS,
    MODULES,
    PERMANENTS,
    PHASES,
    REASONS,
    TILES,
    TRACKS,
    UNKNOWN_MISSION,
    amount,
    piece_text,
)

Json = dict[str, Any]


def state_json(position: TeutonicaPosition, board: Board, seat: int | None = None) -> Json:
    """The whole state; with a seat, as that seat may see it (D3)."""
    fields = position.fields()
    players = fields["players"]
    with_favours = bool(fields["modules"] >> MODULES.index("favours") & 1)
    phase = PHASES[fields["phase"]]
    state: Json = {
        "game": "teutonica",
        "board": board.name,
        "edition": EDITIONS[fields["edition"]],
        "modules": [name for number, name in enumerate(MODULES) if fields["modules"] >> number & 1],
        "players": players,
        "turn": fields["turn"],
        "to_move": fields["to_move"],
        "phase": phase,
        "actions": fields["actions"],
        "desks": [_desk(fields, owner, seat) for owner in range(players)],
        "routes": _routes(fields, board),
        "cities": _cities(fields, board),
        "special": {str(points): fields["spaces"][number] for number, (points, _) in enumerate(board.spaces)},
        "supply": {marker: count for marker, count in zip(MARKERS, fields["supply"], strict=True) if count},
        "pending": {"unseen": fields["unseen"], "seen": [marker_list(desk["seen"]) for desk in fields["desks"]]},
        "completed": fields["completed"],
        "connected": fields["connected"],
        "favours_open": [TILES[tile] for tile in fields["open_tiles"]],
        "permits_spent": [_permit_cities(board)[permit] for permit in fields["permits_spent"]],
        "turns": fields["turns"],
    }
    if with_favours:
        state["begun"] = bool(fields["begun"])
    if phase in PHASE_DATA:
        state[phase] = PHASE_DATA[phase](fields, board)
    if phase == "over":
        state["result"] = result_json(position, REASONS[fields["reason"]])
    return state


def result_json(position: TeutonicaPosition, reason: str) -> Json:
    """What a game that is over, or scored as it stands (T76), has come to."""
    scores = [
        {"total": sum(points), **dict(zip(CATEGORIES, points, strict=True))} for points in position.scores()
    ]
    return {
        "reason": reason,
        "scores": scores,
        "ranks": position.ranks(),
        "shares": position.shares(),
    }


def marker_list(counts: Sequence[int]) -> list[str]:
    """Markers by name, in the order of D8."""
    return [marker for marker, count in zip(MARKERS, counts, strict=True) for _ in range(count)]


def _permit_cities(board: Board) -> list[str]:
    return [city.code for city in board.cities if city.permits]


def _desk(fields: Mapping[str, Any], owner: int, seat: int | None) -> Json:
    desk = fields["desks"][owner]
    mission = desk["mission"]
    if mission is not None and (mission == UNKNOWN_MISSION or seat not in (None, owner)):
        mission = "?"
    return {
        "stock": amount(*desk["stock"]),
        "supply": amount(*desk["supply"]),
        **dict(zip(TRACKS, desk["track"], strict=True)),
        "prestige": desk["prestige"],
        "unused": marker_list(desk["unused"]),
        "used": marker_list(desk["used"]),
        "favours": [TILES[tile] for tile, taker in fields["taken_tiles"] if taker == owner],
        "mission": mission,
    }


def _routes(fields: Mapping[str, Any], board: Board) -> Json:
    players = fields["players"]
    routes: Json = {}
    for slot, codes in zip(board.slots, fields["slots"], strict=True):
        if codes:
            route, _, ship = slot.partition("/")
            routes.setdefault(route, {})[ship or "house"] = [piece_text(piece, players) for piece in codes]
    names = [route.name for route in board.routes]
    for name, marker in zip(names, fields["markers"], strict=True):
        if marker is not None:
            routes.setdefault(name, {})["marker"] = MARKERS[marker]
    return {name: routes[name] for name in names if name in routes}


def _cities(fields: Mapping[str, Any], board: Board) -> Json:
    players = fields["players"]
    cities: Json = {}
    for city, (printed, unprinted) in zip(board.cities, fields["cities"], strict=True):
        if not printed and not unprinted:
            continue
        beside = [piece_text(piece, players) for piece in unprinted]
        if city.green:
            cities[city.code] = {"posts": beside}
            continue
        offices: list[str | None] = [piece_text(piece, players) for piece in printed]
        cities[city.code] = {"offices": offices + [None] * (len(city.offices) - len(offices)), "extra": beside}
    return cities


def _displaced(fields: Mapping[str, Any], board: Board) -> Json:
    owner = fields["owner"]
    return {
        "owner": "n" if owner == fields["players"] else owner,
        "piece": KINDS[fields["displaced_kind"]],
        "put": bool(fields["put"]),
        "extras": fields["left"],
        "route": board.routes[fields["route"]].name,
    }


def _chain(fields: Mapping[str, Any], board: Board) -> Json:
    """The phases `lift` and `drop`."""
    players = fields["players"]
    data: Json = {
        "what": LIFTINGS[fields["lifting"]],
        "limit": fields["limit"],
        "held": [[COUNTRIES[country], piece_text(piece, players)] for country, piece in fields["held"]],
        "after": None,
    }
    if PHASES[fields["phase"]] == "drop":
        slot, country, piece = fields["after"]
        data["after"] = board.slots[slot]
        data["dropped"] = [COUNTRIES[country], piece_text(piece, players)]
    elif fields["after"] is not None:
        slot, _, piece = fields["after"]
        data["after"] = [board.slots[slot], piece_text(piece, players)]
    data["unreplaced"] = bool(fields["unreplaced"])
    return data


def _remove(fields: Mapping[str, Any], board: Board) -> Json:
    after = None
    if fields["after"] is not None:
        slot, _, piece = fields["after"]
        after = [board.slots[slot], piece_text(piece, fields["players"])]
    return {"left": fields["left"], "after": after}


def _bonus(fields: Mapping[str, Any], board: Board) -> Json:
    return {
        "marker": PERMANENTS[fields["bonus"]],
        "left": fields["left"],
        "pieces": amount(*fields["bonus_pieces"]),
        "unreplaced": bool(fields["unreplaced"]),
    }


PHASE_DATA = {"displaced": _displaced, "lift": _chain, "drop": _chain, "remove": _remove, "bonus": _bonus}
