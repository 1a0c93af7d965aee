"""What is going on, and the desks: two lines for each seat, what it has and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence

from hansa.boards import Board
from hansa.views import StateJson
from hansa.views.terminal.canvas import Canvas
from hansa.views.terminal.teutonica.cell_map import SEAT_STYLES
from hansa.views.text import mover_name
from hansa.views.text.teutonica import TRACK_HEADINGS, markers_left, mission, track_values

LONGEST_NAME = 18


def heading(state: StateJson, board: Board, seats: Sequence[str]) -> list[str]:
    """What is going on: the game, the turn, how near the end is."""
    modules = "".join(f", {module}" for module in state["modules"])
    to_move = state["to_move"]
    mover = seat_name(to_move, seats) if isinstance(to_move, int) else mover_name(to_move)
    left = f"{state['actions']} action{'s' * (state['actions'] != 1)} left"
    what = state["phase"] if state["phase"] != "turn" else left
    special = " ".join(
        f"{points}{colour[0]}{'' if owner is None else f'={owner}'}"
        for points, colour in board.spaces for owner in [state["special"][str(points)]]
    )
    return [
        f"{board.title}, {state['players']} players, {state['edition']}{modules}",
        f"turn {state['turns'] + 1} of {seat_name(state['turn'], seats)}, {what}"
        + ("" if state["phase"] == "over" else f": {mover} to move"),
        f"completed {state['completed']} of {board.city_limit} cities"
        f" · {markers_left(state)} markers in the supply · special {special}"
        + "".join(
            f" · {name} {' '.join(state[member])}"
            for name, member in (("favours", "favours_open"), ("permits spent", "permits_spent"))
            if state[member]
        ),
    ]


def desks(
    state: StateJson, board: Board, control: Sequence[int | None], totals: Sequence[int],
    seats: Sequence[str],
) -> Canvas:
    """The desks; `totals` are the points if the game ended now [T73]."""
    canvas = Canvas()
    columns = f"{'seat':<{LONGEST_NAME + 3}}now total  stock  supply  {TRACK_HEADINGS}"
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
    """Who sits at a seat, cut to the column."""
    name = seats[seat] if seats else ""
    return name if len(name) <= LONGEST_NAME - 1 else f"{name[: LONGEST_NAME - 3]}.."


def seat_name(seat: int, seats: Sequence[str]) -> str:
    """A seat with its name, if there is one: `seat 0 (you)`."""
    return f"seat {seat} ({seats[seat]})" if seats else f"seat {seat}"
