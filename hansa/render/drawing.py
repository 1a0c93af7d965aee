"""What the drawings and the page ask of a game: its maps, its pictures of positions, its changes by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from hansa.state import State

Json = dict[str, Any]
# A change by hand: of a state as JSON, by an object whose `what` has chosen it. It raises EditError, or KeyError and the like
# for what is not there.
Change = Callable[[Json, Mapping[str, Any]], None]


class Picture(Protocol):
    """One position as a map shows it and as people speak of it; made once a position, however many moves it has.

    A *target* is a place that can be clicked: a word for its sort, then its name, `city LUB`, `kind t`.
    """

    @property
    def data(self) -> Json: ...                             # the state's JSON
    def standing(self) -> str: ...                          # everything that stands on the map, as SVG
    def parts(self) -> Json: ...                            # the same for the page, whose pieces move (static/board.js)
    def targets(self, move: str) -> tuple[str, ...]: ...    # the places that belong to a move, where it comes from first
    def phrase(self, move: str) -> str: ...                 # "places a trader on Bremen-Hamburg"
    def label(self, target: str) -> str: ...                # "city Bremen"
    def prompt(self) -> str: ...                            # what is to be decided, in a sentence or two
    def ring(self, target: str) -> str: ...                 # a mark around a place; nothing if it is not on the map
    def arrow(self, move: str) -> str: ...                  # marks of a move; nothing if it is not on the map


class Drawing(Protocol):
    """How one game is drawn; it has no state of its own."""

    @property
    def game(self) -> str: ...
    @property
    def changes(self) -> Mapping[str, Change]: ...          # by their `what`

    def board(self, name: str) -> Json:
        """What of a board never changes: `title`, `size`, `map` as SVG, `cities`, and what its pages need besides."""
        ...

    def picture(self, state: State) -> Picture:
        """A position."""
        ...
