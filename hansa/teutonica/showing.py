"""Hansa Teutonica as people see it on a terminal (`hansa.showing.Showing`)."""

from __future__ import annotations

from collections.abc import Mapping

from hansa.boards import board
from hansa.canvas import Canvas
from hansa.state import Move, State
from hansa.teutonica import words


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

    def picture(self, state: State, width: int) -> Canvas:
        """The map, and beside or below it the desks."""
        return Canvas.of_text(str(state))
