"""Hansa (2004) on a terminal: the tables of its text with player names, cut to the screen."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from hansa.hansa2004.board import Board, board
from hansa.hansa2004.terms import GOODS_COLOURS, city_name
from hansa.judgement import CATEGORY_NAMES
from hansa.phrases import Phrase, declared, say, seat
from hansa.record_members import END_NAMES
from hansa.state import State
from hansa.views import StateJson
from hansa.views.terminal import Canvas, Frame
from hansa.views.terminal.palette import SEATS
from hansa.views.text.hansa2004 import cities, desks
from hansa.views.words.hansa2004 import prompt
from hansa.views.words.naming import player_phrase

LONGEST_NAME = 18       # columns
SEAT_COLUMNS = 5        # of the table in the text
LEGEND = (
    say("goods: colour and barrels, .. an empty warehouse space · booths: 0b3, three of Red; =0: Red has the most"),
    say(">: the ship, * after it: the action of this stop is used"),
)


def terminal(state: State, frame: Frame) -> Canvas:
    """The tables, in a compact frame without title and empty lines."""
    facts, the_board, tell = state.to_json(), board(), frame.language.tell
    first = [part for line in heading(facts, the_board, frame)
             for part in textwrap.wrap(tell(line), frame.width, subsequent_indent="  ")]
    parts = [
        first[1:] if frame.compact else first,
        list(named_desks(facts, [score["total"] for score in state.scores], frame)),
        list(cities(facts, the_board)),
        [part for line in named_supply(facts, the_board, frame)
         for part in textwrap.wrap(line, frame.width, subsequent_indent=" " * 8)],
    ]
    if facts["phase"] == "over":
        parts.append(list(named_result(facts["result"], frame)))
    if frame.legend:
        parts.append(list(map(tell, LEGEND)))
    between = "\n" if frame.compact else "\n\n"
    canvas = Canvas.of_text(between.join("\n".join(part) for part in parts))
    colour_seats(canvas)
    return canvas


def colour_seats(canvas: Canvas) -> None:
    """The desks begin with the number of a seat; booths and majorities in cities have it, too."""
    for y, row in enumerate(canvas.rows):
        line = "".join(letter for letter, _ in row)
        for found in re.finditer(rf"^[> ]([0-4]) .{{{LONGEST_NAME}}}|\b([0-4])b\d+\b|=([0-4])\b", line):
            number = next(int(group) for group in found.groups() if group is not None)
            canvas.write(found.start(), y, found[0], f"bold {SEATS[number]}")


def heading(state: StateJson, the_board: Board, frame: Frame) -> Iterator[Phrase]:
    """What is going on."""
    yield say("{board}, {players} players", board=declared(the_board.title), players=state["players"])
    mover = state["to_move"] if isinstance(state["to_move"], int) else state["turn"]
    name = frame.seat_names[mover] if frame.seat_names else ""
    asked = frame.language.tell(prompt(state))
    yield say("turn {number}, {player}: {prompt}", number=state["turns"] + 1, player=player_phrase(mover, name), prompt=asked)
    last = sum(state["supply"].values()) < the_board.full_piles(state["players"])[-1]
    city = city_name(state["ship"])
    yield say("ship in {city}; this is the last round", city=city) if last else say("ship in {city}", city=city)


def named_desks(state: StateJson, totals: Sequence[int], frame: Frame) -> Iterator[str]:
    """The desks of the text, each with its player."""
    tell = frame.language.tell
    _, *rows = desks(state, totals)
    columns = f"{tell(say('points')):>6}  {tell(say('talers')):>6} {tell(say('booths')):>6}  {tell(say('unsold / sold'))}"
    yield f"{tell(say('player')):<{LONGEST_NAME + 3}}{columns}"
    for number, row in enumerate(rows):
        colour = tell(seat(number))
        label = f"{colour} {frame.seat_names[number]}" if frame.seat_names else colour
        yield f"{row[:2]} {label[: LONGEST_NAME - 1]:<{LONGEST_NAME}} {row[SEAT_COLUMNS:]}"


def named_supply(state: StateJson, the_board: Board, frame: Frame) -> Iterator[str]:
    """What may still turn up, with the colours as people call them."""
    tell, left = frame.language.tell, state["supply"]
    colours = "  ".join(
        f"{tell(GOODS_COLOURS[colour])} " + "+".join(str(left.get(f"{colour}{barrels}", 0)) for barrels in (1, 2, 3))
        for colour in the_board.colours_for(state["players"]))
    yield f"{tell(say('supply')):<7} {colours}"
    yield f"{tell(say('piles')):<7} {' '.join(map(str, state['piles']))}"


def named_result(result: StateJson, frame: Frame) -> Iterator[str]:
    """The final table."""
    tell = frame.language.tell
    yield tell(say("the game is over ({reason})", reason=END_NAMES[result["reason"]]))
    names = [name for name in result["scores"][0] if name != "total"]
    heads = [tell(word) for word in (say("rank"), say("total"), *(CATEGORY_NAMES[name] for name in names))]
    yield f"{tell(say('player')):<{LONGEST_NAME}} {'  '.join(heads)}"
    for number, (score, rank) in enumerate(zip(result["scores"], result["ranks"], strict=True)):
        cells = [rank, score["total"], *(score[name] for name in names)]
        row = "  ".join(str(cell).rjust(len(head)) for cell, head in zip(cells, heads, strict=True))
        yield f"{tell(seat(number)):<{LONGEST_NAME}} {row}"
