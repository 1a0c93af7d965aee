"""What a game looks like to people: moves in words, names of places, a map. `SHOWINGS` lists the games that have their own.

A game without one is shown in the texts of its moves and the drawing of its `Game`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from hansa.canvas import Canvas
from hansa.hansa2004.showing import Hansa2004Showing
from hansa.state import Move, State
from hansa.teutonica.map import ROWS
from hansa.teutonica.showing import TeutonicaShowing


class Showing(Protocol):
    """How a game is shown; it reads states and knows no rules."""

    def told(self, before: State, move: Move, after: State) -> str:
        """What a move did, without its mover: "places a trader on Bremen-Hamburg"."""
        ...

    def title(self, stem: str) -> str:
        """What moves that begin with these words do; empty if the words say it."""
        ...

    def names(self, state: State) -> Mapping[str, str]:
        """The names of places by their codes, to be typed instead of them."""
        ...

    def picture(
        self, state: State, width: int, seats: Sequence[str] = (), fresh: Sequence[str] = (), explained: bool = True,
        rows: int = ROWS,
    ) -> Canvas:
        """The position as a drawing for a terminal, at most so many columns wide if that is possible at all.

        `seats` are names of who sits there; what the moves `fresh` have touched stands out; signs may be explained. `rows` are
        the lines that the map should not exceed.
        """
        ...


class PlainShowing:
    """For games that have nothing of their own."""

    def told(self, before: State, move: Move, after: State) -> str:
        """The text itself."""
        return str(move)

    def title(self, stem: str) -> str:
        """The words say it."""
        return ""

    def names(self, state: State) -> Mapping[str, str]:
        """None."""
        return {}

    def picture(
        self, state: State, width: int, seats: Sequence[str] = (), fresh: Sequence[str] = (), explained: bool = True,
        rows: int = ROWS,
    ) -> Canvas:
        """The drawing of `str(state)`, as wide as it is."""
        return Canvas.of_text(str(state))


SHOWINGS: Mapping[str, Showing] = {"teutonica": TeutonicaShowing(), "hansa2004": Hansa2004Showing()}
PLAIN = PlainShowing()


def showing(state: State) -> Showing:
    """How this game is shown."""
    return SHOWINGS.get(state.game, PLAIN)
