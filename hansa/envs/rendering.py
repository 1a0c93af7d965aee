"""A position as environments render it: as text or as a bitmap.

>>> rendered(State.new(board="hansa-23", players=2, seed=1), "rgb_array").shape
(800, 1367, 3)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hansa.state import State
from hansa.views import views_of

RENDER_MODES = ("human", "ansi", "rgb_array")


def check_mode(mode: str | None) -> None:
    """Refuses an unknown way of rendering."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"unknown render_mode {mode!r}; known are {', '.join(RENDER_MODES)}")


def rendered(state: State, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The position as an environment renders it: as text, as a bitmap, or printed."""
    if mode == "rgb_array":
        return views_of(state).pixels(state)
    if mode == "human":
        print(state)
    return str(state) if mode == "ansi" else None
