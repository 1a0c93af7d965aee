"""How people see a game: a folder for each kind of output, in it a file or folder for each game.

| folder | output | what a game gives |
|---|---|---|
| `words/` | moves and decisions in plain language | `Words` |
| `text/` | `str(state)`: tables in plain text | a string |
| `terminal/` | a drawing in cells with styles | a `Canvas` |
| `svg/` | the map as SVG, and the JSON of the page | an `SvgView` |
| `pixels/` | a bitmap for learners | a numpy array |

Views read states and compute no rules. A game names its views in `hansa/GAME/views.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hansa.errors import HansaError
from hansa.games import GAMES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hansa.lessons.lesson import Lesson
    from hansa.phrases import Phrase
    from hansa.state import State
    from hansa.views.svg.contract import SvgView
    from hansa.views.terminal import Canvas, Frame
    from hansa.views.words import Words

StateJson = Mapping[str, Any]       # a state as MOVES.md, sections 5 and 9, writes it


class Views(ABC):
    """The views of one game. Only the text is required.

    A game imports an output on first use, so that a program that only plays loads neither numpy nor
    the maps.
    """

    title = ""      # what the game is called

    @abstractmethod
    def text(self, state: State) -> str:
        """The position in plain text, complete: what `str(state)` is."""

    @property
    def words(self) -> Words:
        """Moves and decisions in plain language; by default the texts of the moves."""
        from hansa.views.words import Words

        return Words()

    @property
    def lessons(self) -> Sequence[Lesson]:
        """The lessons of the game, in the order in which they are learned; none by default."""
        return ()

    @property
    def principles(self) -> Mapping[str, Phrase]:
        """What kinds of moves are good for: patterns of their texts, the most specific first.

        There are none by default.
        """
        return {}

    def terminal(self, state: State, frame: Frame) -> Canvas:
        """The position drawn in cells, within the frame if possible; by default the text."""
        from hansa.views.terminal import Canvas

        return Canvas.of_text(self.text(state))

    @property
    def svg(self) -> SvgView | None:
        """The map as SVG; None if the game has no map, and then the page does not offer it."""
        return None

    def pixels(self, state: State) -> NDArray[np.uint8]:
        """The position as a bitmap: height x width x 3 bytes."""
        raise HansaError(f"there is no bitmap of the game {state.game}; render it as text")


def views_of(state: State) -> Views:
    """The views of the game that a state belongs to."""
    return GAMES[state.game].views
