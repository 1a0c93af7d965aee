"""Hansa (2004) on a terminal: the tables of its text, with players by name and no more lines than there is room for."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from hansa.hansa2004.board import board
from hansa.state import State
from hansa.views import StateJson
from hansa.views.terminal import Canvas, Frame
from hansa.views.text import result_table
from hansa.views.text.hansa2004 import LEGEND, cities, desks, heading, supply
from hansa.views.words.naming import COLOURS, spoken

LONGEST_NAME = 18       # columns
SEAT_COLUMNS = 5        # of the table in the text


def terminal(state: State, frame: Frame) -> Canvas:
    """The tables, in a compact frame without title and empty lines."""
    facts, the_board = state.to_json(), board()
    first = list(heading(facts, the_board))
    parts = [
        first[1:] if frame.compact else first,
        list(named_desks(facts, [score["total"] for score in state.scores], frame.seat_names)),
        list(cities(facts, the_board)),
        [part for line in supply(facts, the_board)
         for part in textwrap.wrap(line, frame.width, subsequent_indent=" " * 8)],
    ]
    if facts["phase"] == "over":
        parts.append(list(result_table(facts["result"])))
    if frame.legend:
        parts.append(LEGEND.split("\n"))
    between = "\n" if frame.compact else "\n\n"
    return Canvas.of_text(spoken(between.join("\n".join(part) for part in parts)))


def named_desks(state: StateJson, totals: Sequence[int], names: Sequence[str]) -> Iterator[str]:
    """The desks of the text, each with its player."""
    head, *rows = desks(state, totals)
    yield f"{'player':<{LONGEST_NAME + 3}}{head[SEAT_COLUMNS:]}"
    for seat, row in enumerate(rows):
        label = f"{COLOURS[seat]} {names[seat]}" if names else COLOURS[seat]
        yield f"{row[:2]} {label[: LONGEST_NAME - 1]:<{LONGEST_NAME}}{row[SEAT_COLUMNS:]}"
