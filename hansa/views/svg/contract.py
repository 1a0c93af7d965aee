"""What the drawings and the page ask of a game: maps of its boards, and positions drawn on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Protocol

from hansa.state import State
from hansa.views import StateJson
from hansa.views.svg.elements import Point


@dataclass(frozen=True)
class CityPlate:
    """A city on the map: its name, the middle of its plate, and the size of the plate."""

    name: str
    at: Point
    width: float
    height: float


@dataclass(frozen=True)
class BoardDrawing:
    """What of a board never changes."""

    title: str
    size: tuple[float, float]               # width and height in the units of the drawing
    map: str                                # SVG elements; what can be clicked says so in `data-place`
    cities: Mapping[str, CityPlate]         # by code
    details: Mapping[str, object] = field(default_factory=dict)     # what else the page's script of the game reads

    def to_json(self) -> dict[str, object]:
        """The board for the page, details at the top level."""
        cities = {code: asdict(plate) for code, plate in self.cities.items()}
        return {"title": self.title, "size": self.size, "map": self.map, "cities": cities, **self.details}


@dataclass(frozen=True)
class PlacedPiece:
    """A piece (`2t`) in a slot: a class of houses (D5), where any house will do, or a place of its own."""

    slot: str
    piece: str
    at: Point | None = None


@dataclass(frozen=True)
class MapLayers:
    """What lies on a map, from below: marks, pieces that the page moves one by one, and what covers them."""

    below: str = ""                         # SVG
    pieces: tuple[PlacedPiece, ...] = ()
    above: str = ""                         # SVG

    def to_json(self) -> dict[str, object]:
        """The layers for the page (`hansa/web/static/board.js`)."""
        pieces = [[piece.slot, piece.piece, piece.at] for piece in self.pieces]
        return {"below": self.below, "pieces": pieces, "above": self.above}


class PositionDrawing(Protocol):
    """One position drawn on its board, and its moves in words; made once for all moves of a position.

    A *target* is a place that can be clicked: its kind, then its name, as in `city LUB` or `kind t`.
    """

    @property
    def state_json(self) -> StateJson: ...                  # the position as MOVES.md writes it
    def overlay(self) -> str: ...                           # everything that lies on the map, as SVG
    def layers(self) -> MapLayers: ...                      # the same in layers, for the page
    def targets(self, move: str) -> tuple[str, ...]: ...    # the places of a move, where it comes from first
    def phrase(self, move: str) -> str: ...                 # "places a trader on Bremen-Hamburg"
    def label(self, target: str) -> str: ...                # "city Bremen"
    def prompt(self) -> str: ...                            # what is to be decided, in a sentence or two
    def ring(self, target: str) -> str: ...                 # a ring around a place; empty if it is not on the map
    def move_mark(self, move: str) -> str: ...              # an arrow or a ring; empty if the move is not on the map


class SvgView(Protocol):
    """The SVG of one game; it has no state of its own."""

    def board(self, name: str) -> BoardDrawing:
        """What of a board never changes."""
        ...

    def position(self, state: State) -> PositionDrawing:
        """A position drawn on its board."""
        ...
