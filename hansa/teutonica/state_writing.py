"""The state as people and programs see it: its fields as the JSON object of MOVES.md, section 5."""

from __future__ import annotations

from dataclasses import replace

from engine_c.teutonica.position import TeutonicaPosition
from hansa.boards import Board
from hansa.json_lines import Json
from hansa.members import write_object
from hansa.teutonica.codecs import Scene
from hansa.teutonica.engine_numbers import fields_of
from hansa.teutonica.fields import DATA_OF_PHASE, Fields, Over
from hansa.teutonica.names import CATEGORIES, MODULES, REASONS, UNKNOWN_MISSION


def state_json(position: TeutonicaPosition, board: Board, seat: int | None = None) -> Json:
    """The whole state; with a seat, as that seat may see it (D3)."""
    fields = fields_of(position, board)
    if seat is not None:
        fields = seen_by(fields, seat)
    state = fields_json(fields, board)
    if isinstance(fields.data, Over):
        state["result"] = result_json(position, REASONS[fields.data.reason])
    return state


def fields_json(fields: Fields, board: Board) -> Json:
    """A state without the result that follows from it."""
    scene = Scene(board, fields.players)
    state: Json = {"game": "teutonica", "board": board.name, **write_object(scene, fields)}
    if not fields.modules >> MODULES.index("favours") & 1:
        del state["begun"]
    if fields.phase_name in DATA_OF_PHASE:
        state[fields.phase_name] = write_object(scene, fields.data)
    return state


def seen_by(fields: Fields, seat: int) -> Fields:
    """The fields without the mission cards of others."""
    desks = [
        desk if owner == seat or desk.mission is None else replace(desk, mission=UNKNOWN_MISSION)
        for owner, desk in enumerate(fields.desks)
    ]
    return replace(fields, desks=desks)


def result_json(position: TeutonicaPosition, reason: str) -> Json:
    """The result of a game that is over, or that is scored where it was cut off (T76)."""
    scores = [
        {"total": sum(points), **dict(zip(CATEGORIES, points, strict=True))} for points in position.scores()
    ]
    return {
        "reason": reason,
        "scores": scores,
        "ranks": position.ranks(),
        "shares": position.shares(),
    }
