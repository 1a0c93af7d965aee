"""Hansa Teutonica on a terminal: what is going on, the map, the desks."""

from __future__ import annotations

import re
import textwrap

from hansa.boards import board
from hansa.state import State
from hansa.teutonica.game import teutonica
from hansa.views.terminal import Canvas, Frame
from hansa.views.terminal.palette import FAINT
from hansa.views.terminal.teutonica.cell_map import MapDrawer, legend
from hansa.views.terminal.teutonica.desks import compact_desks, desks, heading, heading_lines

NARROWEST = 60      # columns


def terminal(state: State, frame: Frame) -> Canvas:
    """The position within a frame, or 60 columns wide if the frame is narrower."""
    facts, control = state.to_json(), teutonica(state.position).control()
    the_board = board(facts["board"])
    tell = frame.language.tell
    drawer = MapDrawer(the_board, facts, control, max(frame.width, NARROWEST), frame.rows)
    marked = set(re.findall(r"[A-Z]{3}-[A-Z]{3}", " ".join(frame.latest_moves)))
    totals = [score["total"] for score in state.scores]
    if frame.compact:
        lines = heading_lines(facts, the_board, frame, max(frame.width, NARROWEST))
        mine = compact_desks(facts, totals, frame)
        return Canvas([*Canvas.of_text("\n".join(lines)).rows, *drawer.draw(marked).rows, *mine.rows])
    lines = [part for line in heading(facts, the_board, frame) for part in wrapped(tell(line), frame, "  ")]
    above = Canvas.of_text("\n".join(lines))
    drawn = above.over(drawer.draw(marked))
    if frame.legend:
        explained = [part for line in legend(drawer) for part in wrapped(tell(line), frame, "")]
        drawn = drawn.over(Canvas.of_text("\n".join(explained), FAINT))
    return drawn.over(desks(facts, the_board, control, totals, frame))


def wrapped(text: str, frame: Frame, indent: str) -> list[str]:
    """The lines of a text that is wider than the frame; codes of routes stay whole."""
    return textwrap.wrap(text, max(frame.width, NARROWEST), subsequent_indent=indent, break_on_hyphens=False)
