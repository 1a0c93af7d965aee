"""How Hansa (2004) is drawn (`hansa.render.drawing`)."""

from __future__ import annotations

from functools import cache
from typing import Any

from hansa.hansa2004.board import board
from hansa.hansa2004.editing import CHANGES
from hansa.hansa2004.game import hansa2004
from hansa.hansa2004.words import phrase, prompt
from hansa.render.hansa2004.map import PLATE, SIZE, map_of, place
from hansa.render.hansa2004.pieces import label, ring_at, shown_move, standing, targets
from hansa.state import State

Json = dict[str, Any]


class Hansa2004Picture:
    """One position."""

    def __init__(self, state: State) -> None:
        self.data = state.to_json()
        self._control = hansa2004(state.position).control()     # by city

    def standing(self) -> str:
        """Goods, booths, flags and the ship."""
        return standing(self.data, self._control)

    def parts(self) -> Json:
        """The same as one drawing: nothing of it moves by itself."""
        return {"below": self.standing(), "pieces": [], "above": ""}

    def targets(self, move: str) -> tuple[str, ...]:
        """The places that belong to a move."""
        return targets(move, self.data["ship"])

    def phrase(self, move: str) -> str:
        """A move as a clause without its subject."""
        return phrase(move, self.data["ship"])

    def label(self, target: str) -> str:
        """A target as people call it."""
        return label(target)

    def prompt(self) -> str:
        """What is to be decided."""
        return prompt(self.data)

    def ring(self, target: str) -> str:
        """A ring around a city."""
        return ring_at(target)

    def arrow(self, move: str) -> str:
        """A move on the map."""
        return shown_move(move, self.data)


class Hansa2004Drawing:
    """It has no state of its own."""

    game = "hansa2004"
    changes = CHANGES

    def picture(self, state: State) -> Hansa2004Picture:
        """A position."""
        return Hansa2004Picture(state)

    def board(self, name: str) -> Json:
        """What of the one board never changes."""
        return _board()


@cache
def _board() -> Json:
    width, height = PLATE
    return {
        "title": board().title, "size": SIZE, "map": map_of(),
        "cities": {
            city.code: {"name": city.name, "at": place(city), "width": width, "height": height} for city in board().cities
        },
        "goods": board().goods,
    }
