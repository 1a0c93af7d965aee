"""What is going on, and the desks: two lines for each seat, what it has and what that is worth."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from hansa.boards import Board
from hansa.phrases import Phrase, declared, joined, phrases, say
from hansa.phrases import seat as seat_phrase
from hansa.teutonica.names import TRACK_VALUES, TRACKS
from hansa.teutonica.terms import MARKER_TERMS, TILE_TERMS, TRACK_TERMS, VALUE_TERMS
from hansa.views import StateJson
from hansa.views.terminal import Frame
from hansa.views.terminal.canvas import Canvas
from hansa.views.terminal.palette import SEATS
from hansa.views.text.teutonica import TRACK_WIDTHS, markers_left, mission
from hansa.views.words.naming import player_phrase
from hansa.views.words.teutonica import prompt

LONGEST_NAME = 18
NOW, TOTAL, STOCK, SUPPLY = say("now"), say("total"), say("stock"), say("supply")
COMPACT_TRACKS = {      # what a track is called, and how many columns it has
    "keys": (say("key"), 3), "actions": (say("act"), 3), "privilege": (say("priv"), 6), "book": (say("bk"), 2),
    "bank": (say("bank"), 4),
}
COMPACT_REST = 50       # columns of a compact desk without the name
POSSESSIONS = phrases({
    "controls": "controls {names}", "markers": "markers {names}", "used": "used {names}", "pending": "pending {names}",
    "favours": "favours {names}", "mission": "mission {names}",
})


def heading(state: StateJson, board: Board, frame: Frame) -> list[Phrase]:
    """What is going on: the game, the turn, how near the end is."""
    to_move, seats = state["to_move"], frame.seat_names
    played = say("{board}, {players} players, {edition}",
                 board=declared(board.title), players=state["players"], edition=state["edition"])
    going = [say("turn {number}, {player}: {prompt}", number=state["turns"] + 1, player=player(state["turn"], seats),
                 prompt=asked(state, frame))]
    if to_move not in (state["turn"], None):
        going.append(say("{player} to move", player=player(to_move, seats) if isinstance(to_move, int) else say("chance")))
    spaces = joined(" ", [
        joined("", [f"{points}{colour[0]}", *holder(state["special"][str(points)])]) for points, colour in board.spaces])
    near = [
        say("completed {completed} of {limit} cities", completed=state["completed"], limit=board.city_limit),
        say("{count} markers in the supply", count=markers_left(state)), say("special {spaces}", spaces=spaces),
    ]
    if state["favours_open"]:
        near.append(say("favours {names}", names=named(TILE_TERMS, state["favours_open"])))
    if state["permits_spent"]:
        near.append(say("permits spent {names}", names=" ".join(state["permits_spent"])))
    return [joined(", ", [played, *state["modules"]]), joined(" · ", going), joined(" · ", near)]


def holder(owner: int | str | None) -> list[str]:
    """Who has a special space."""
    return [] if owner is None else ["=", seat_phrase(owner) if isinstance(owner, int) else owner]


def heading_lines(state: StateJson, board: Board, frame: Frame, width: int) -> list[str]:
    """The most important of it in a line: whose turn, what is to do, how near the end is, if there
    is room; without names, and in two lines, if there is little."""
    tell = frame.language.tell
    facts = [
        joined(": ", [whose_turn(state, frame.seat_names), asked(state, frame)]),
        say("cities {completed}/{limit}", completed=state["completed"], limit=board.city_limit),
        say("markers {count}", count=markers_left(state)),
    ]
    while facts:
        line = tell(joined(" · ", facts))
        if len(line) <= width:
            return [line]
        facts.pop()
    return textwrap.wrap(tell(joined(": ", [whose_turn(state, ()), asked(state, frame)])), width, break_on_hyphens=False)


def whose_turn(state: StateJson, seats: Sequence[str]) -> Phrase:
    """Whose turn it is, and who else decides in it."""
    whose = say("turn {number} of {player}", number=state["turns"] + 1, player=player(state["turn"], seats))
    if isinstance(state["to_move"], int) and state["to_move"] != state["turn"]:
        return say("{player} in {turn}", player=player(state["to_move"], seats), turn=whose)
    return whose


def asked(state: StateJson, frame: Frame) -> str:
    """What is to be decided, in the middle of a line."""
    return frame.language.tell(prompt(state)).rstrip(".")


def compact_desks(state: StateJson, totals: Sequence[int], frame: Frame) -> Canvas:
    """A line for each seat, and what the one has that looks."""
    tell = frame.language.tell
    canvas, width = Canvas(), max(min(LONGEST_NAME, frame.width - COMPACT_REST), 8)
    tracks = " ".join(f"{tell(name)[:wide]:<{wide}}" for name, wide in COMPACT_TRACKS.values())
    now = f"{tell(NOW)}/{tell(TOTAL)}"[:9]
    canvas.write(0, 0, f"{tell(say('player')):<{width + 3}}{now:<9}{tell(STOCK)[:7]:>7} {tell(SUPPLY)[:6]:<6} {tracks}", "bold")
    for seat, desk in enumerate(state["desks"]):
        arrow = ">" if state["to_move"] == seat else " "
        name = cut_name(seat_label(seat, frame), width).ljust(width)
        canvas.write(0, seat + 1, f"{arrow}{seat} {name}", f"bold {SEATS[seat]}")
        values = " ".join(
            f"{track_value(track, desk, frame)[:wide]:<{wide}}" for track, (_, wide) in COMPACT_TRACKS.items()
        )
        points = f"{desk['prestige']:>3}/{totals[seat]:<3}"
        canvas.write(width + 3, seat + 1,
                     f"{points:<9}{desk['stock'] or '-':>7} {desk['supply'] or '-':<6} {values}")
    more = "" if frame.looking is None else tell(possessions(state, frame.looking, []))
    if more:
        canvas.write(3, len(state["desks"]) + 1, more[: frame.width - 3])
    return canvas


def desks(state: StateJson, board: Board, control: Sequence[int | None], totals: Sequence[int], frame: Frame) -> Canvas:
    """The desks; `totals` are the points if the game ended now [T73]."""
    canvas, tell = Canvas(), frame.language.tell
    heads = {track: tell(TRACK_TERMS[track]) for track in TRACKS}
    widths = {track: max(len(heads[track]), TRACK_WIDTHS[track]) for track in TRACKS}
    now, total, stock, supply = (
        max(least, len(tell(word))) for word, least in ((NOW, 3), (TOTAL, 5), (STOCK, 6), (SUPPLY, 7)))
    if LONGEST_NAME + 7 + now + total + stock + supply + sum(widths.values()) + len(widths) > frame.width:
        now, total, stock, supply = 3, 5, 6, 7
        heads = {track: heads[track] if len(heads[track]) <= wide else tell(COMPACT_TRACKS[track][0])[:wide]
                 for track, wide in TRACK_WIDTHS.items()}
        widths = TRACK_WIDTHS
    tracks = " ".join(heads[track].ljust(widths[track]) for track in TRACKS)
    columns = (f"{tell(NOW)[:now]:>{now}} {tell(TOTAL)[:total]:>{total}} {tell(STOCK)[:stock]:>{stock}}  "
               f"{tell(SUPPLY)[:supply]:<{supply}} ")
    canvas.write(0, 0, f"{tell(say('player')):<{LONGEST_NAME + 3}}{columns}{tracks}", "bold")
    y = 1
    for seat, desk in enumerate(state["desks"]):
        arrow = ">" if state["to_move"] == seat else " "
        canvas.write(0, y, f"{arrow}{seat} ", f"bold {SEATS[seat]}")
        canvas.write(3, y, seat_label(seat, frame), SEATS[seat])
        values = " ".join(track_value(track, desk, frame).ljust(widths[track]) for track in TRACKS)
        canvas.write(
            LONGEST_NAME + 3, y,
            f"{desk['prestige']:>{now}} {totals[seat]:>{total}} {desk['stock'] or '-':>{stock}}  "
            f"{desk['supply'] or '-':<{supply}} {values}",
        )
        more = tell(possessions(state, seat, [
            city.code for city, owner in zip(board.cities, control, strict=True) if owner == seat
        ]))
        for part in textwrap.wrap(more, frame.width - 3, break_on_hyphens=False):
            y += 1
            canvas.write(3, y, part)
        y += 1
    return canvas


def track_value(track: str, desk: StateJson, frame: Frame) -> str:
    """The current value of a track of a desk."""
    value = TRACK_VALUES[track][desk[track]]
    return frame.language.tell(VALUE_TERMS.get(value, value))


def possessions(state: StateJson, seat: int, cities: Sequence[str]) -> Phrase:
    """What a seat has besides: cities that it controls, markers, tiles, its mission."""
    desk = state["desks"][seat]
    lists: dict[str, Sequence[str]] = {
        "controls": cities,
        "markers": [MARKER_TERMS[name] for name in desk["unused"]],
        "used": [MARKER_TERMS[name] for name in desk["used"]],
        "pending": [MARKER_TERMS[name] for name in state["pending"]["seen"][seat]],
        "favours": [TILE_TERMS[name] for name in desk["favours"]],
        "mission": [] if desk["mission"] is None else [mission(desk["mission"])],
    }
    return joined(" · ", [
        POSSESSIONS[name].filled(names=joined(" " if name == "controls" else ", ", words))
        for name, words in lists.items() if words])


def named(terms: Mapping[str, Phrase], codes: Sequence[str]) -> Phrase:
    """Things by what they are called."""
    return joined(", ", [terms[code] for code in codes])


def seat_label(seat: int, frame: Frame) -> str:
    """Who sits at a seat, cut to the column: `Green AI, club`."""
    colour = frame.language.tell(seat_phrase(seat))
    name = f"{colour} {frame.seat_names[seat]}" if frame.seat_names else colour
    return name if len(name) <= LONGEST_NAME - 1 else f"{name[: LONGEST_NAME - 3]}.."


def cut_name(name: str, width: int) -> str:
    """A name within `width` columns: without the part after a comma, if that is enough.

    >>> cut_name("Blue AI, club", 13), cut_name("Blue AI, club", 10), cut_name("Blue prestige", 10)
    ('Blue AI, club', 'Blue AI', 'Blue pre..')
    """
    short = name if len(name) <= width else name.partition(",")[0]
    return short if len(short) <= width else f"{name[: width - 2]}.."


def player(seat: int, seats: Sequence[str]) -> Phrase:
    """A player with the name, if there is one: `Red (you)`."""
    return player_phrase(seat, seats[seat] if seats else "")
