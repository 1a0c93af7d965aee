"""What a browser is shown of a position: the state as a seat may see it, where its pieces stand, what may be played.

Nothing else about a position goes over the wire: whoever may not know a mission gets a state in which it is unknown.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from hansa.boards import modules
from hansa.hansa2004.board import NAME, board
from hansa.render import control, hansa2004_map, hansa2004_pieces
from hansa.render.layout import layout
from hansa.render.teutonica_map import map_of
from hansa.render.teutonica_pieces import LETTER_AT, MARKER_WORDS, SHAPES, lead, slots, standing
from hansa.state import State
from hansa.teutonica.names import TRACK_VALUES
from hansa.web.asking import choices, labels, prompt

Json = dict[str, Any]
# A seat, nobody's view (no mission is known), or everything.
Viewer = int | Literal["nobody", "all"]


def seen_by(state: State, viewer: Viewer) -> State:
    """The position as a viewer may see it."""
    if viewer == "all" or not any(desk.get("mission") is not None for desk in state.to_json()["desks"]):
        return state
    if viewer == "nobody":
        data = state.view(0).to_json()
        if state.over:          # the result counts every card; what is written does not show them
            return state.view(0)
        data["desks"][0]["mission"] = "?"
        return State.from_json(data)
    return state.view(viewer)


def position_json(state: State, viewer: Viewer, *, asked: bool) -> Json:
    """A position for the page; legal moves only for whoever is asked."""
    seen = seen_by(state, viewer)
    data = seen.to_json()
    if viewer == "nobody" and state.game == "teutonica":
        for desk in data["desks"]:
            desk["mission"] = None if desk["mission"] is None else "?"
    moves = choices(seen) if asked else []
    return {
        "state": data,
        **(_pieces2004(data) if state.game == "hansa2004" else _pieces(seen, data)),
        "scores": seen.scores,
        "moves": moves,
        "labels": labels(seen, moves),
        "prompt": prompt(seen),
    }


def _pieces(seen: State, data: Json) -> Json:
    """The pieces one by one, so that the page can move them."""
    return {
        "pieces": [[found.slot, found.piece, found.at] for found in standing(data, layout(data["board"]))],
        "control": control(seen),
    }


def _pieces2004(data: Json) -> Json:
    """The pieces as one drawing."""
    return {"drawn": hansa2004_pieces.standing(data)}


@cache
def board_json(name: str) -> Json:
    """What of a board never changes: its map, and where everything is."""
    return _board2004() if name == NAME else _board(name)


def _board2004() -> Json:
    width, height = hansa2004_map.PLATE
    return {
        "game": "hansa2004", "name": NAME, "title": board().title, "size": hansa2004_map.SIZE, "map": hansa2004_map.map_of(),
        "cities": {
            city.code: {"name": city.name, "at": hansa2004_map.place(city), "width": width, "height": height}
            for city in board().cities
        },
    }


def _board(name: str) -> Json:
    plan = layout(name)
    return {
        "game": "teutonica",
        "name": name,
        "title": plan.board.title,
        "size": plan.size,
        "map": map_of(name),
        "slots": slots(plan),
        "cities": {
            city.code: {"name": city.name, "at": plan.cities[city.code].at, "width": plan.cities[city.code].width,
                        "height": plan.cities[city.code].height, "flag": plan.cities[city.code].flag_at}
            for city in plan.board.cities
        },
        "routes": {
            name: {"at": road.middle, "marker": road.marker, "lead": lead(road), "road": road.road}
            for name, road in plan.roads.items()
        },
        "spaces": {str(points): at for (points, _), at in zip(plan.board.spaces, plan.spaces, strict=True)},
        "limit": plan.board.city_limit,
        "shapes": {kind: {"body": SHAPES[kind], "letter": LETTER_AT[kind]} for kind in SHAPES},
        "markers": MARKER_WORDS,
        "tracks": TRACK_VALUES,
        "missions": modules()["missions"],
    }
