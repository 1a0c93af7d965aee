"""How Hansa (2004) is drawn (`hansa.views.svg.contract`)."""

from __future__ import annotations

from functools import cache

from hansa.hansa2004.board import board
from hansa.hansa2004.game import hansa2004
from hansa.hansa2004.terms import city_name
from hansa.languages import ENGLISH, Language
from hansa.phrases import Phrase
from hansa.state import State
from hansa.views.svg.contract import BoardDrawing, CityPlate, MapLayers
from hansa.views.svg.hansa2004.board_map import PLATE, SIZE, map_of, place, places
from hansa.views.svg.hansa2004.pieces import pieces
from hansa.views.svg.hansa2004.targets import label, move_mark, ring_at, targets, wishes
from hansa.views.words.hansa2004 import phrase, prompt
from hansa.views.words.meanings import HANSA2004


class Hansa2004PositionDrawing:
    """One position."""

    def __init__(self, state: State) -> None:
        self.state_json = state.to_json()
        self._control = hansa2004(state.position).control()     # by city

    def overlay(self, language: Language = ENGLISH) -> str:
        """Goods, booths, flags and the ship."""
        return pieces(self.state_json, self._control, language)

    def layers(self, language: Language = ENGLISH) -> MapLayers:
        """The same in one layer: nothing of it moves by itself."""
        return MapLayers(below=self.overlay(language))

    def targets(self, move: str) -> tuple[str, ...]:
        """The places that belong to a move."""
        return targets(move, self.state_json["ship"])

    def wishes(self, target: str) -> tuple[str, ...]:
        """What a person who chose a place may have wanted."""
        return wishes(target, self.state_json)

    def phrase(self, move: str) -> Phrase:
        """A move as a clause without its subject."""
        return phrase(move, self.state_json["ship"])

    def wish(self, move: str) -> Phrase:
        """A move as something you may do."""
        return phrase(move, self.state_json["ship"], wish=True)

    def label(self, target: str) -> Phrase:
        """A target as people call it."""
        return label(target)

    def prompt(self) -> Phrase:
        """What is to be decided."""
        return prompt(self.state_json)

    def ring(self, target: str) -> str:
        """A ring around a city."""
        return ring_at(target)

    def move_mark(self, move: str) -> str:
        """A move on the map."""
        return move_mark(move, self.state_json)


class Hansa2004Svg:
    """The drawings of the game; stateless."""

    def position(self, state: State) -> Hansa2004PositionDrawing:
        """A position drawn on its board."""
        return Hansa2004PositionDrawing(state)

    def board(self, name: str, language: Language = ENGLISH) -> BoardDrawing:
        """The parts of the only board that never change."""
        return _board(language)


@cache
def _board(language: Language) -> BoardDrawing:
    cities = {city.code: CityPlate(language.tell(city_name(city.code)), place(city), *PLATE) for city in board().cities}
    return BoardDrawing(board().title, SIZE, map_of(language), cities, {
        "goods": board().goods, "lanes": [[places()[code] for code in arrow] for arrow in board().arrows],
        "meanings": {target: language.tell(words) for target, words in HANSA2004.items()},
    })
