"""The views of Hansa (2004), each imported only on request (`hansa.views`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hansa.views import Views

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hansa.lessons.lesson import Lesson
    from hansa.phrases import Phrase
    from hansa.state import State
    from hansa.views.svg.hansa2004.drawing import Hansa2004Svg
    from hansa.views.terminal import Canvas, Frame
    from hansa.views.words.hansa2004 import Hansa2004Words


class Hansa2004Views(Views):
    """It has no state of its own."""

    title = "Hansa (2004)"

    def text(self, state: State) -> str:
        """Tables to play from."""
        from hansa.views.text.hansa2004 import text

        return text(state)

    @property
    def words(self) -> Hansa2004Words:
        """Moves and decisions in plain language."""
        from hansa.views.words.hansa2004 import Hansa2004Words

        return Hansa2004Words()

    @property
    def lessons(self) -> Sequence[Lesson]:
        """Every kind of action, then what counts at the end."""
        from hansa.lessons.hansa2004 import LESSONS

        return LESSONS

    @property
    def principles(self) -> Mapping[str, Phrase]:
        """For every kind of move."""
        from hansa.lessons.hansa2004 import PRINCIPLES

        return PRINCIPLES

    def terminal(self, state: State, frame: Frame) -> Canvas:
        """The tables within a frame."""
        from hansa.views.terminal.hansa2004 import terminal

        return terminal(state, frame)

    @property
    def svg(self) -> Hansa2004Svg:
        """The map, and what lies on it."""
        from hansa.views.svg.hansa2004.drawing import Hansa2004Svg

        return Hansa2004Svg()

    def pixels(self, state: State) -> NDArray[np.uint8]:
        """Map and desks."""
        from hansa.views.pixels.hansa2004 import pixels

        return pixels(state)
