"""Members of requests, read strictly, and what the form for a new game offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from hansa.bots.registry import BOTS, bot_class, parameters
from hansa.views.svg import is_drawn
from hansa.web.seating import ServerError

Json = dict[str, Any]
MOST_MOVES = 2000           # of a variation


def bot_list(invited: Sequence[str]) -> list[Json]:
    """The invited bots, and the registered ones that play what the page shows, with what they take."""
    found: list[Json] = [
        {"name": spec, "about": "invited by --bot", "game": bot_class(spec).game, "parameters": []} for spec in invited]
    for name in BOTS:
        made = bot_class(name)
        if made.game is None or is_drawn(made.game):
            about = (made.__doc__ or "").strip().split("\n")[0]
            settings = [asdict(entry) for entry in parameters(name)]
            found.append({"name": name, "about": about, "game": made.game, "parameters": settings})
    return found


def text_of(request: Mapping[str, Any], name: str, most: int, default: str | None = None) -> str:
    """A text that a request must have, unless there is a default."""
    value = request.get(name, default)
    if not isinstance(value, str) or len(value) > most:
        raise ServerError(f"{name!r} is a text of at most {most} characters")
    return value


def object_of(request: Mapping[str, Any], name: str) -> Json:
    """An object that a request must have."""
    value = request.get(name)
    if not isinstance(value, dict):
        raise ServerError(f"{name!r} is an object")
    return value


def moves_of(request: Json) -> list[str]:
    """The moves after a position; none if it names none."""
    moves = request.get("moves", [])
    if not isinstance(moves, list) or len(moves) > MOST_MOVES or not all(isinstance(move, str) for move in moves):
        raise ServerError(f"'moves' is a list of at most {MOST_MOVES} texts")
    return moves
