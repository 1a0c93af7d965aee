"""How Hansa Teutonica is drawn (`hansa.render.drawing`)."""

from __future__ import annotations

from functools import cache
from typing import Any

from hansa.boards import modules
from hansa.render.marks import ring
from hansa.render.teutonica.layout import layout
from hansa.render.teutonica.map import map_of
from hansa.render.teutonica.pieces import LETTER_AT, MARKER_WORDS, SHAPES, extra_plates, flags, markers, pieces, slots, standing
from hansa.render.teutonica.pointing import label, point, shown_move, targets
from hansa.state import State
from hansa.teutonica.editing import CHANGES
from hansa.teutonica.game import teutonica
from hansa.teutonica.names import TILES, TRACK_VALUES
from hansa.teutonica.words import Phrases, prompt

Json = dict[str, Any]


class TeutonicaPicture:
    """One position."""

    def __init__(self, state: State) -> None:
        self.data = state.to_json()
        self._plan = layout(self.data["board"])
        self._phrases = Phrases(self._plan.board)
        self._control = teutonica(state.position).control()     # by city; the neutral player's number comes after the seats
        self._seat = self.data["to_move"] if isinstance(self.data["to_move"], int) else self.data["turn"]

    def standing(self) -> str:
        """Markers, pieces, flags of control."""
        return self._below() + pieces(self.data, self._plan) + self._flags()

    def parts(self) -> Json:
        """The pieces one by one, between what lies below and above them."""
        found = [[piece.slot, piece.piece, piece.at] for piece in standing(self.data, self._plan)]
        return {"below": self._below(), "pieces": found, "above": self._flags()}

    def _below(self) -> str:
        return markers(self.data, self._plan) + extra_plates(self.data, self._plan)

    def _flags(self) -> str:
        return flags(self._control, self._plan, self.data["players"])

    def targets(self, move: str) -> tuple[str, ...]:
        """The places that belong to a move."""
        return targets(move, self._seat)

    def phrase(self, move: str) -> str:
        """A move as a clause without its subject."""
        return self._phrases.phrase(move.split())

    def label(self, target: str) -> str:
        """A target as people call it."""
        return label(target, self._phrases)

    def prompt(self) -> str:
        """What is to be decided."""
        return prompt(self.data)

    def ring(self, target: str) -> str:
        """A ring around a target."""
        at = point(target, self.data, self._plan)
        return "" if at is None else ring(at)

    def arrow(self, move: str) -> str:
        """A move on the map."""
        return shown_move(move, self.data, self._plan)


class TeutonicaDrawing:
    """It has no state of its own."""

    game = "teutonica"
    changes = CHANGES

    def picture(self, state: State) -> TeutonicaPicture:
        """A position."""
        return TeutonicaPicture(state)

    def board(self, name: str) -> Json:
        """What of a board never changes."""
        return _board(name)


@cache
def _board(name: str) -> Json:
    plan = layout(name)
    return {
        "title": plan.board.title,
        "size": plan.size,
        "map": map_of(name),
        "slots": slots(plan),
        "cities": {
            city.code: {"name": city.name, "at": plan.cities[city.code].at, "width": plan.cities[city.code].width,
                        "height": plan.cities[city.code].height}
            for city in plan.board.cities
        },
        "routes": {name: {"at": road.middle, "road": road.road} for name, road in plan.roads.items()},
        "spaces": {str(points): at for (points, _), at in zip(plan.board.spaces, plan.spaces, strict=True)},
        "limit": plan.board.city_limit,
        "shapes": {kind: {"body": SHAPES[kind], "letter": LETTER_AT[kind]} for kind in SHAPES},
        "markers": MARKER_WORDS,
        "tracks": TRACK_VALUES,
        "missions": modules()["missions"],
        "tiles": TILES,
        "permits": [city.code for city in plan.board.cities if city.permits],
    }
