"""Positions drawn in cells of a terminal; a game without a drawing shows its text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hansa.languages import ENGLISH, Language
from hansa.views.terminal.canvas import Canvas

__all__ = ["Canvas", "Frame"]


@dataclass(frozen=True)
class Frame:
    """What a drawing must fit into, and what it shows besides the position."""

    width: int                              # columns; a map that needs more takes them
    rows: int | None = None                 # lines for the map; None leaves them to the game
    seat_names: Sequence[str] = ()          # who sits at each seat
    latest_moves: Sequence[str] = ()        # what they touched stands out
    legend: bool = True                     # whether the signs are explained
    compact: bool = False                   # one line for what is going on, one for each seat
    language: Language = ENGLISH            # of its words
    looking: int | None = None              # whose belongings a compact drawing shows
