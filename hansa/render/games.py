"""The games that have a drawing. Compare `hansa/games.py` and `hansa/showing.py`."""

from __future__ import annotations

from collections.abc import Mapping

from hansa.errors import HansaError
from hansa.render.drawing import Drawing, Picture
from hansa.render.hansa2004.drawing import Hansa2004Drawing
from hansa.render.teutonica.drawing import TeutonicaDrawing
from hansa.state import State

DRAWINGS: Mapping[str, Drawing] = {drawing.game: drawing for drawing in (TeutonicaDrawing(), Hansa2004Drawing())}


def drawing(game: str) -> Drawing:
    """How a game is drawn."""
    if game not in DRAWINGS:
        raise HansaError(f"there is no drawing of the game {game}")
    return DRAWINGS[game]


def picture(state: State) -> Picture:
    """A position as a map shows it."""
    return drawing(state.game).picture(state)
