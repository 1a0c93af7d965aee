"""The views of Hansa Teutonica, each imported on first use (`hansa.views`)."""

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
    from hansa.views.svg.teutonica.drawing import TeutonicaSvg
    from hansa.views.terminal import Canvas, Frame
    from hansa.views.words.teutonica import TeutonicaWords


class TeutonicaViews(Views):
    """It has no state of its own."""

    title = "Hansa Teutonica"

    def text(self, state: State) -> str:
        """Tables with everything that a player needs."""
        from hansa.views.text.teutonica import text

        return text(state)

    @property
    def words(self) -> TeutonicaWords:
        """Moves and decisions in plain language."""
        from hansa.views.words.teutonica import TeutonicaWords

        return TeutonicaWords()

    @property
    def lessons(self) -> Sequence[Lesson]:
        """Every kind of action, then what counts at the end."""
        from hansa.lessons.teutonica import LESSONS

        return LESSONS

    @property
    def principles(self) -> Mapping[str, Phrase]:
        """For every kind of move."""
        from hansa.lessons.teutonica import PRINCIPLES

        return PRINCIPLES

    def terminal(self, state: State, frame: Frame) -> Canvas:
        """What is going on, the map, the desks."""
        from hansa.views.terminal.teutonica import terminal

        return terminal(state, frame)

    @property
    def svg(self) -> TeutonicaSvg:
        """The map, and what lies on it."""
        from hansa.views.svg.teutonica.drawing import TeutonicaSvg

        return TeutonicaSvg()

    def pixels(self, state: State) -> NDArray[np.uint8]:
        """Map and desks."""
        from hansa.views.pixels.teutonica import pixels

        return pixels(state)
