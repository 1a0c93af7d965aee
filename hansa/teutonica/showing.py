"""Hansa Teutonica as people see it on a terminal (`hansa.showing.Showing`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from hansa.boards import board
from hansa.canvas import Canvas
from hansa.state import Move, State
from hansa.teutonica import words
from hansa.teutonica.desks import desks, heading
from hansa.teutonica.game import teutonica
from hansa.teutonica.map import FAINT, ROWS, MapDrawer, legend

NARROWEST = 72      # columns


class TeutonicaShowing:
    """It has no state of its own."""

    def told(self, before: State, move: Move, after: State) -> str:
        """What a move did, without its mover."""
        return words.told(before, move, after)

    def title(self, stem: str) -> str:
        """What moves that begin with these words do."""
        return words.TITLES.get(stem.partition(" ")[0], "")

    def names(self, state: State) -> Mapping[str, str]:
        """The cities of the board."""
        return {city.code: city.name for city in board(state.to_json()["board"]).cities}

    def picture(
        self, state: State, width: int, seats: Sequence[str] = (), fresh: Sequence[str] = (), explained: bool = True,
        rows: int = ROWS,
    ) -> Canvas:
        """What is going on, the map, the desks."""
        facts, position = state.to_json(), teutonica(state.position)
        where, control = board(facts["board"]), position.control()
        drawer = MapDrawer(where, facts, control, max(width, NARROWEST), rows)
        marked = {route for move in fresh for route in re.findall(r"[A-Z]{3}-[A-Z]{3}", move)}
        above = Canvas.of_text("\n".join(heading(facts, where, seats)))
        totals = [score["total"] for score in state.scores]
        drawn = above.over(drawer.draw(marked))
        if explained:
            drawn = drawn.over(Canvas.of_text("\n".join(legend(drawer)), FAINT))
        return drawn.over(desks(facts, where, control, totals, seats))
