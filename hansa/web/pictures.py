"""Small pictures for the list of games: the roads and cities of a board once, and for each game
whose pieces stand where.

>>> sketch("east")["size"], len(sketch("east")["cities"])
((1417, 1000), 28)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hansa.json_lines import Json
from hansa.state import State
from hansa.views.svg import drawing_of
from hansa.web.shown_position import board_json

Mark = tuple[float, float, int]
APART = 34.0        # units of a map between two owners in one city


@cache
def sketch(board: str) -> Json:
    """What of a board's picture never changes."""
    drawn = board_json(board)
    routes = drawn.get("routes", {})
    return {
        "size": drawn["size"], "cities": [city["at"] for city in drawn["cities"].values()],
        "roads": [*(route["road"] for route in routes.values()), *drawn.get("lanes", [])],
    }


def marks(state: State) -> list[Mark]:
    """Where the pieces of which seat stand: on roads, and in cities each owner once."""
    seen = state.view(None)
    drawn = board_json(seen.to_json()["board"])
    return [*_on_roads(seen, drawn), *_in_cities(seen, drawn)]


def _on_roads(state: State, drawn: Json) -> Iterator[Mark]:
    taken: dict[str, int] = {}
    for standing in drawing_of(state).layers().pieces:
        slot, owner = standing.slot, standing.piece[0]
        number = taken[slot] = taken.get(slot, -1) + 1
        x, y = standing.at or drawn["slots"][slot][number]
        if owner.isdigit():
            yield x, y, int(owner)


def _in_cities(state: State, drawn: Json) -> Iterator[Mark]:
    for code, city in state.to_json()["cities"].items():
        pieces = [piece for piece in (*city.get("offices", ()), *city.get("extra", ())) if piece and piece[0].isdigit()]
        booths = [seat for seat, count in enumerate(city.get("booths", ())) if count]
        owners = list(dict.fromkeys([*(int(piece[0]) for piece in pieces), *booths]))
        x, y = drawn["cities"][code]["at"]
        for place, owner in enumerate(owners):
            yield x + APART * (place - (len(owners) - 1) / 2), y, owner
