"""A position on a terminal beside other lines: in full where there is room, else compact."""

from __future__ import annotations

from dataclasses import replace

from hansa.cli.screen import Screen
from hansa.state import State
from hansa.views import views_of
from hansa.views.terminal import Canvas, Frame

# of a map: at most, in full at least, compact at least
MAP_ROWS, LOW_MAP, LOWEST_MAP = 32, 22, 14
NARROWEST_IN_FULL = 80                          # columns


def fitted(state: State, frame: Frame, height: int) -> Canvas:
    """The richest drawing that takes at most `height` lines, else the poorest there is."""
    draw = views_of(state).terminal
    layouts = [replace(frame, rows=LOWEST_MAP, legend=False, compact=True)]
    if frame.width >= NARROWEST_IN_FULL:
        layouts.insert(0, replace(frame, rows=LOW_MAP, legend=False))
        if frame.legend:
            layouts.insert(0, replace(frame, rows=LOW_MAP))
    for layout in layouts:
        canvas = draw(state, layout)
        spare = height - len(canvas.rows)
        if spare >= 0:
            break
    if spare <= 0:
        return canvas
    return draw(state, replace(layout, rows=min(MAP_ROWS, (layout.rows or 0) + spare)))


def show_position(state: State, screen: Screen, frame: Frame, lines_beside: int) -> None:
    """Prints a position and leaves `lines_beside` lines of the screen free."""
    screen.canvas(fitted(state, frame, screen.height - lines_beside))
