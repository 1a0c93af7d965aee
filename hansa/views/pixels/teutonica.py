"""Hansa Teutonica as a bitmap: the map with its pieces, and the desks beside it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hansa.boards import Board, City, Route, board
from hansa.state import State
from hansa.teutonica.names import TRACK_VALUES
from hansa.views import StateJson
from hansa.views.pixels.bitmap import HOUSE, INK, PAPER, ROAD, SEATS, Bitmap, Colour

HEIGHT, MARGIN = 800, 30
NEUTRAL: Colour = (120, 120, 120)
PRIVILEGES: Mapping[str, Colour] = {
    "white": (250, 250, 250), "orange": (240, 160, 70), "pink": (240, 160, 200),
    "black": (70, 70, 70),
}


def pixels(state: State) -> NDArray[np.uint8]:
    """The position: height x width x 3 bytes."""
    facts = state.to_json()
    the_board = board(facts["board"])
    scale = (HEIGHT - 2 * MARGIN) / the_board.size[1]
    width = int(the_board.size[0] * scale) + 2 * MARGIN
    drawn = Bitmap.of_map(width, HEIGHT)
    for route in the_board.routes:
        _roads(drawn, the_board, route, scale)
    for route in the_board.routes:
        _route(drawn, route, facts, scale)
    for city in the_board.cities:
        _city(drawn, city, facts["cities"].get(city.code, {}), scale)
    for (points, colour), at in zip(the_board.spaces, the_board.spaces_at, strict=True):
        x, y = _at(at, scale)
        owner = facts["special"][str(points)]
        drawn.piece(x, y, 10, "m", PRIVILEGES[colour] if owner is None else SEATS[owner])
        drawn.text(x - 6, y + 12, str(points))
    _desks(drawn, facts, width + 15)
    return drawn.pixels


def _at(place: tuple[int, int], scale: float) -> tuple[float, float]:
    return MARGIN + place[0] * scale, MARGIN + place[1] * scale


def _colour(piece: str) -> Colour:
    return NEUTRAL if piece[0] == "n" else SEATS[int(piece[0])]


def _initials(marker: str) -> str:
    """How a marker is written: `eo` for `extra-office`."""
    return "".join(word[0] for word in marker.split("-"))


def _roads(drawn: Bitmap, the_board: Board, route: Route, scale: float) -> None:
    """From city to city by way of the houses."""
    for start, end in pairwise(the_board.road(route)):
        drawn.line(_at(start, scale), _at(end, scale), ROAD)


def _route(drawn: Bitmap, route: Route, facts: StateJson, scale: float) -> None:
    there = facts["routes"].get(route.name, {})
    waiting = {"house": list(there.get("house", ())), "ship": list(there.get("ship", ()))}
    for house in route.houses:
        x, y = _at(house.at, scale)
        pieces = waiting["ship" if house.ship else "house"]
        drawn.piece(x, y, 8, "m" if house.ship else "t", HOUSE, ROAD)
        if pieces:
            piece = pieces.pop(0)
            drawn.piece(x, y, 7, piece[1], _colour(piece))
    if "marker" in there:
        x, y = _at(route.marker_at, scale)
        drawn.disc(x, y, 11, (215, 175, 55))
        drawn.text(x - 7, y - 5, _initials(there["marker"]))


def _city(drawn: Bitmap, city: City, facts: StateJson, scale: float) -> None:
    x, y = _at(city.at, scale)
    offices: list[str | None] = [*facts.get("offices", [None] * len(city.offices))]
    beside = facts.get("extra", [])[::-1] or facts.get("posts", [])
    left = x - 9 * (len(offices) + len(beside) - 1)
    for place, piece in enumerate(beside):
        drawn.piece(left + 18 * place, y, 8, piece[1], _colour(piece), PAPER)
    for place, (piece, office) in enumerate(zip(offices, city.offices, strict=True), len(beside)):
        fill = _colour(piece) if piece else PRIVILEGES[office.privilege]
        drawn.piece(left + 18 * place, y, 8, office.kind, fill)
    if not offices and not beside:
        drawn.piece(x, y, 8, "t", (120, 170, 90))
    drawn.text(x - 11, y + 12, city.code)


def _desks(drawn: Bitmap, facts: StateJson, x: int) -> None:
    mover = facts["to_move"]
    drawn.text(x, 15, f"TURN {facts['turns'] + 1} {facts['phase']}", scale=3)
    drawn.text(x, 40, f"ACTIONS {facts['actions']} CITIES {facts['completed']}")
    for seat, desk in enumerate(facts["desks"]):
        y = 75 + 140 * seat
        drawn.square(x + 8, y + 8, 9, INK if mover == seat else PAPER)
        drawn.square(x + 8, y + 8, 7, SEATS[seat])
        drawn.text(x + 28, y, f"SEAT {seat}  {desk['prestige']}", scale=3)
        drawn.text(x, y + 26, f"STOCK {desk['stock'] or 0}  SUPPLY {desk['supply'] or 0}")
        values = {track: TRACK_VALUES[track][desk[track]] for track in TRACK_VALUES}
        drawn.text(x, y + 42, f"KEYS {values['keys']} ACTIONS {values['actions']}")
        drawn.text(x, y + 58, f"BOOK {values['book']} BANK {values['bank']}")
        drawn.text(x, y + 74, f"PRIVILEGE {values['privilege']}")
        for place, marker in enumerate(desk["unused"][:12]):
            drawn.text(x + 20 * place, y + 90, _initials(marker))
