"""What is going on, and the desks: two lines for each seat, what it has and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence

from hansa.boards import Board
from hansa.teutonica.names import TRACK_VALUES, TRACKS
from hansa.views import StateJson
from hansa.views.terminal import Frame
from hansa.views.terminal.canvas import Canvas
from hansa.views.terminal.teutonica.cell_map import SEAT_STYLES
from hansa.views.text import mover_name
from hansa.views.text.teutonica import TRACK_HEADINGS, markers_left, mission, track_values
from hansa.views.words.naming import COLOURS, player_name, spoken
from hansa.views.words.teutonica import prompt

LONGEST_NAME = 18
COMPACT_TRACKS = dict(zip(TRACKS, (("key", 3), ("act", 3), ("priv", 6), ("bk", 2), ("bank", 4)), strict=True))
COMPACT_REST = 50       # columns of a compact desk without the name


def heading(state: StateJson, board: Board, seats: Sequence[str]) -> list[str]:
    """What is going on: the game, the turn, how near the end is."""
    modules = "".join(f", {module}" for module in state["modules"])
    to_move = state["to_move"]
    mover = seat_name(to_move, seats) if isinstance(to_move, int) else mover_name(to_move)
    what = spoken(prompt(state)).rstrip(".")
    special = " ".join(
        f"{points}{colour[0]}{'' if owner is None else f'={COLOURS[owner] if isinstance(owner, int) else owner}'}"
        for points, colour in board.spaces for owner in [state["special"][str(points)]]
    )
    return [
        f"{board.title}, {state['players']} players, {state['edition']}{modules}",
        f"turn {state['turns'] + 1}, {seat_name(state['turn'], seats)}: {what}"
        + ("" if to_move in (state["turn"], None) else f" · {mover} to move"),
        f"completed {state['completed']} of {board.city_limit} cities"
        f" · {markers_left(state)} markers in the supply · special {special}"
        + "".join(
            f" · {name} {' '.join(state[member])}"
            for name, member in (("favours", "favours_open"), ("permits spent", "permits_spent"))
            if state[member]
        ),
    ]


def heading_line(state: StateJson, board: Board, seats: Sequence[str]) -> str:
    """The most important of it in a line: whose turn, what is to do, how near the end is."""
    to_move, turn = state["to_move"], state["turn"]
    mover = f"{seat_name(to_move, seats)} in " if isinstance(to_move, int) and to_move != turn else ""
    whose = f"{mover}turn {state['turns'] + 1} of {seat_name(turn, seats)}"
    return (
        f"{whose}: {spoken(prompt(state)).rstrip('.')} · cities {state['completed']}/{board.city_limit}"
        f" · markers {markers_left(state)}"
    )


def compact_desks(state: StateJson, totals: Sequence[int], frame: Frame) -> Canvas:
    """A line for each seat, and what the one has that looks."""
    canvas, width = Canvas(), max(min(LONGEST_NAME, frame.width - COMPACT_REST), 8)
    tracks = " ".join(f"{name:<{wide}}" for name, wide in COMPACT_TRACKS.values())
    canvas.write(0, 0, f"{'player':<{width + 3}}now/total  stock supply {tracks}", "bold")
    for seat, desk in enumerate(state["desks"]):
        arrow = ">" if state["to_move"] == seat else " "
        name = seat_label(seat, frame.seat_names)[:width].ljust(width)
        canvas.write(0, seat + 1, f"{arrow}{seat} {name}", f"bold {SEAT_STYLES[seat]}")
        values = " ".join(
            f"{TRACK_VALUES[track][desk[track]]!s:<{wide}}" for track, (_, wide) in COMPACT_TRACKS.items()
        )
        points = f"{desk['prestige']:>3}/{totals[seat]:<3}"
        canvas.write(width + 3, seat + 1,
                     f"{points:<9}{desk['stock'] or '-':>7} {desk['supply'] or '-':<6} {values}")
    more = "" if frame.looking is None else possessions(state, frame.looking, [])
    if more:
        canvas.write(3, len(state["desks"]) + 1, more[: frame.width - 3])
    return canvas


def desks(
    state: StateJson, board: Board, control: Sequence[int | None], totals: Sequence[int],
    seats: Sequence[str],
) -> Canvas:
    """The desks; `totals` are the points if the game ended now [T73]."""
    canvas = Canvas()
    columns = f"{'player':<{LONGEST_NAME + 3}}now total  stock  supply  {TRACK_HEADINGS}"
    canvas.write(0, 0, columns, "bold")
    y = 1
    for seat, desk in enumerate(state["desks"]):
        arrow = ">" if state["to_move"] == seat else " "
        canvas.write(0, y, f"{arrow}{seat} ", f"bold {SEAT_STYLES[seat]}")
        canvas.write(3, y, seat_label(seat, seats), SEAT_STYLES[seat])
        canvas.write(
            LONGEST_NAME + 3, y,
            f"{desk['prestige']:>3} {totals[seat]:>5} {desk['stock'] or '-':>6}  "
            f"{desk['supply'] or '-':<7} {track_values(desk)}",
        )
        more = possessions(state, seat, [
            city.code for city, owner in zip(board.cities, control, strict=True) if owner == seat
        ])
        if more:
            y += 1
            canvas.write(3, y, more)
        y += 1
    return canvas


def possessions(state: StateJson, seat: int, cities: Sequence[str]) -> str:
    """What a seat has besides: cities that it controls, markers, tiles, its mission."""
    desk = state["desks"][seat]
    lists = {
        "controls": cities,
        "markers": desk["unused"],
        "used": desk["used"],
        "pending": state["pending"]["seen"][seat],
        "favours": desk["favours"],
        "mission": [] if desk["mission"] is None else [mission(desk["mission"])],
    }
    return " · ".join(f"{name} {' '.join(words)}" for name, words in lists.items() if words)


def seat_label(seat: int, seats: Sequence[str]) -> str:
    """Who sits at a seat, cut to the column: `Green AI, club`."""
    name = f"{COLOURS[seat]} {seats[seat]}" if seats else COLOURS[seat]
    return name if len(name) <= LONGEST_NAME - 1 else f"{name[: LONGEST_NAME - 3]}.."


def seat_name(seat: int, seats: Sequence[str]) -> str:
    """A player with the name, if there is one: `Red (you)`."""
    return player_name(seat, seats[seat] if seats else "")
