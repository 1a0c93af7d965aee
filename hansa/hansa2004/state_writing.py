"""A position as the JSON object of MOVES.md, section 9."""

from __future__ import annotations

from engine_c.hansa2004.position import Hansa2004Position
from hansa.hansa2004.board import NAME, board
from hansa.hansa2004.engine_numbers import fields_of
from hansa.hansa2004.fields import DATA_OF_PHASE, Fields, Scene
from hansa.hansa2004.names import CATEGORIES
from hansa.json_lines import Json
from hansa.members import write_object


def state_json(position: Hansa2004Position) -> Json:
    """The whole state."""
    fields = fields_of(position)
    state = fields_json(fields)
    if fields.reason:
        state["result"] = result_json(position, fields.reason)
    return state


def fields_json(fields: Fields) -> Json:
    """A state without the result that follows from it."""
    table = Scene(fields.players)
    written = write_object(table, fields)
    turns = written.pop("turns")
    piles = board().piles_of(sum(fields.supply), fields.players)
    state: Json = {"game": "hansa2004", "board": NAME, **written, "piles": piles, "turns": turns}
    if fields.phase_name in DATA_OF_PHASE:
        state[fields.phase_name] = write_object(table, fields.data)
    return state


def result_json(position: Hansa2004Position, reason: str) -> Json:
    """Scores, ranks and shares in this position."""
    return {
        "reason": reason,
        "scores": [
            {"total": sum(points), **dict(zip(CATEGORIES, points, strict=True))} for points in position.scores()
        ],
        "ranks": position.ranks(),
        "shares": position.shares(),
    }
