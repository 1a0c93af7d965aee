"""What the drawings and the page ask of a game: maps of its boards, and positions drawn on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Protocol

from hansa.languages import ENGLISH, Language
from hansa.phrases import Phrase
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
    """The parts of a board that never change."""

    title: str
    size: tuple[float, float]               # width and height in the units of the drawing
    map: str                                # SVG; what can be clicked says so in `data-place`
    cities: Mapping[str, CityPlate]         # by code
    details: Mapping[str, object]           # what else the page's script of the game reads

    def to_json(self) -> dict[str, object]:
        """The board for the page, details at the top level."""
        cities = {code: asdict(plate) for code, plate in self.cities.items()}
        return {
            "title": self.title, "size": self.size, "map": self.map, "cities": cities, **self.details,
        }


@dataclass(frozen=True)
class PlacedPiece:
    """A piece in a slot, which is a class of houses (D5) or has one place."""

    slot: str                   # `BRE-HAM`, `office BRE`
    piece: str                  # `2t`
    at: Point | None = None     # None in a class of houses, where any house will do


@dataclass(frozen=True)
class MapLayers:
    """What lies on a map: pieces that the page moves one by one, and what is below and above."""

    below: str = ""                         # SVG
    pieces: tuple[PlacedPiece, ...] = ()
    above: str = ""                         # SVG

    def to_json(self) -> dict[str, object]:
        """The layers for the page (`hansa/web/static/board.js`)."""
        pieces = [[piece.slot, piece.piece, piece.at] for piece in self.pieces]
        return {"below": self.below, "pieces": pieces, "above": self.above}


class PositionDrawing(Protocol):
    """One position drawn on its board, and its moves in words; made once for all its moves.

    A *target* is a place that can be clicked: its kind, then its name, as in `city LUB`.
    """

    @property
    def state_json(self) -> StateJson:
        """The position as MOVES.md writes it."""
        ...

    def overlay(self) -> str:
        """Everything that lies on the map, as SVG."""
        ...

    def layers(self, language: Language = ENGLISH) -> MapLayers:
        """The same in layers, for the page."""
        ...

    def targets(self, move: str) -> tuple[str, ...]:
        """The places that belong to a move; where a piece comes from is first."""
        ...

    def wishes(self, target: str) -> tuple[str, ...]:
        """Moves that a person who chose a place may have wanted, as text, legal or not."""
        ...

    def phrase(self, move: str) -> Phrase:
        """A move as a clause without its subject: "places a trader on Bremen-Hamburg"."""
        ...

    def wish(self, move: str) -> Phrase:
        """A move as something you may do: "place a trader on Bremen-Hamburg"."""
        ...

    def label(self, target: str) -> Phrase:
        """A target as people call it: "city Bremen"."""
        ...

    def prompt(self) -> Phrase:
        """What is to be decided, in a sentence or two."""
        ...

    def ring(self, target: str) -> str:
        """A ring around a target; empty if it is not on the map."""
        ...

    def move_mark(self, move: str) -> str:
        """An arrow or a ring that shows a move; empty if the move is not on the map."""
        ...


class SvgView(Protocol):
    """The SVG of one game; it has no state of its own."""

    def board(self, name: str, language: Language = ENGLISH) -> BoardDrawing:
        """The parts of a board that never change."""
        ...

    def position(self, state: State) -> PositionDrawing:
        """A position drawn on its board."""
        ...
