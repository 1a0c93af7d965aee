"""Hansa (2004) as people see it on a terminal (`hansa.showing.Showing`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hansa.canvas import Canvas
from hansa.hansa2004 import words
from hansa.hansa2004.board import board
from hansa.state import Move, State


class Hansa2004Showing:
    """It has no state of its own."""

    def told(self, before: State, move: Move, after: State) -> str:
        """What a move did, without its mover."""
        return words.told(before, move, after)

    def title(self, stem: str) -> str:
        """What moves that begin with these words do."""
        return words.TITLES.get(stem.partition(" ")[0], "")

    def names(self, state: State) -> Mapping[str, str]:
        """The cities of the board."""
        return {city.code: city.name for city in board().cities}

    def picture(
        self, state: State, width: int, seats: Sequence[str] = (), fresh: Sequence[str] = (), explained: bool = True,
        rows: int = 0,
    ) -> Canvas:
        """The tables of `str(state)`, as wide as they are."""
        return Canvas.of_text(str(state))
