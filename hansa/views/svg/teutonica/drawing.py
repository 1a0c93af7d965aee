"""How Hansa Teutonica is drawn (`hansa.views.svg.contract`)."""

from __future__ import annotations

from functools import cache

from hansa.boards import modules
from hansa.languages import ENGLISH, Language
from hansa.phrases import Phrase, declared
from hansa.state import State
from hansa.teutonica.game import teutonica
from hansa.teutonica.names import TILES, TRACK_VALUES
from hansa.views.svg.contract import BoardDrawing, CityPlate, MapLayers
from hansa.views.svg.marks import ring
from hansa.views.svg.teutonica.board_map import map_of
from hansa.views.svg.teutonica.layout import layout
from hansa.views.svg.teutonica.pieces import (
    LETTER_AT,
    MARKER_WORDS,
    SHAPES,
    extra_plates,
    flags,
    markers,
    pieces,
    placed_pieces,
    slots,
)
from hansa.views.svg.teutonica.targets import label, move_mark, point, targets, wishes
from hansa.views.words.meanings import TEUTONICA
from hansa.views.words.teutonica import Phrases, prompt


class TeutonicaPositionDrawing:
    """One position."""

    def __init__(self, state: State) -> None:
        self.state_json = state.to_json()
        self._plan = layout(self.state_json["board"])
        self._phrases = Phrases(self._plan.board)
        # By city; the neutral player's number comes after the seats.
        self._control = teutonica(state.position).control()
        to_move = self.state_json["to_move"]
        self._seat = to_move if isinstance(to_move, int) else self.state_json["turn"]

    def overlay(self) -> str:
        """Markers, pieces, flags of control."""
        layers = self.layers()
        return layers.below + pieces(layers.pieces, self._plan) + layers.above

    def layers(self, language: Language = ENGLISH) -> MapLayers:
        """The pieces one by one, between what lies below and above them."""
        placed = tuple(placed_pieces(self.state_json, self._plan))
        below = markers(self.state_json, self._plan, language) + extra_plates(placed)
        above = flags(self._control, self._plan, self.state_json["players"], language)
        return MapLayers(below, placed, above)

    def targets(self, move: str) -> tuple[str, ...]:
        """The places that belong to a move."""
        return targets(move, self._seat)

    def wishes(self, target: str) -> tuple[str, ...]:
        """What a person who chose a place may have wanted."""
        return wishes(target, self.state_json, self._seat)

    def phrase(self, move: str) -> Phrase:
        """A move as a clause without its subject."""
        return self._phrases.phrase(move.split())

    def wish(self, move: str) -> Phrase:
        """A move as something you may do."""
        return Phrases(self._plan.board, wish=True).phrase(move.split())

    def label(self, target: str) -> Phrase:
        """A target as people call it."""
        return label(target, self._phrases)

    def prompt(self) -> Phrase:
        """What is to be decided."""
        return prompt(self.state_json)

    def ring(self, target: str) -> str:
        """A ring around a target."""
        at = point(target, self.state_json, self._plan)
        return "" if at is None else ring(at)

    def move_mark(self, move: str) -> str:
        """A move on the map."""
        return move_mark(move, self.state_json, self._plan)


class TeutonicaSvg:
    """The drawings of the game; stateless."""

    def position(self, state: State) -> TeutonicaPositionDrawing:
        """A position drawn on its board."""
        return TeutonicaPositionDrawing(state)

    def board(self, name: str, language: Language = ENGLISH) -> BoardDrawing:
        """The parts of a board that never change."""
        return _board(name, language)


@cache
def _board(name: str, language: Language) -> BoardDrawing:
    plan = layout(name)
    cities = {
        city.code: CityPlate(city.name, place.at, place.width, place.height)
        for city in plan.board.cities for place in [plan.cities[city.code]]
    }
    return BoardDrawing(language.tell(declared(plan.board.title)), plan.size, map_of(name, language), cities, {
        "slots": slots(plan),
        "routes": {name: {"at": road.middle, "road": road.road} for name, road in plan.roads.items()},
        "spaces": {
            str(points): at for (points, _), at in zip(plan.board.spaces, plan.spaces, strict=True)
        },
        "limit": plan.board.city_limit,
        "shapes": {kind: {"body": SHAPES[kind], "letter": LETTER_AT[kind]} for kind in SHAPES},
        "markers": {marker: language.tell(word) for marker, word in MARKER_WORDS.items()},
        "tracks": TRACK_VALUES,
        "missions": modules()["missions"],
        "tiles": TILES,
        "meanings": {target: language.tell(words) for target, words in TEUTONICA.items()},
        "permits": [city.code for city in plan.board.cities if city.permits],
    })
