"""A position as a picture, drawn with numpy alone: the map with cities, routes and pieces, and the desks beside it.

>>> picture(State.new(board="hansa-23", players=2, seed=1)).shape
(800, 1367, 3)
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hansa.boards import Board, City, Route, board
from hansa.state import State
from hansa.teutonica.names import TRACK_VALUES

Colour = tuple[int, int, int]
HEIGHT, PANEL, MARGIN = 800, 260, 30
PAPER, INK, ROAD, HOUSE = (238, 228, 205), (40, 35, 30), (170, 150, 120), (252, 248, 238)
SEATS: tuple[Colour, ...] = ((200, 40, 40), (40, 80, 200), (30, 140, 60), (230, 180, 20), (140, 60, 160))
NEUTRAL: Colour = (120, 120, 120)
PRIVILEGES: Mapping[str, Colour] = {
    "white": (250, 250, 250), "orange": (240, 160, 70), "pink": (240, 160, 200), "black": (70, 70, 70),
}
# Five rows of three dots for each letter, an octal digit a row.
LETTERS = {
    "A": "25755", "B": "65656", "C": "34443", "D": "65556", "E": "74647", "F": "74644", "G": "34553", "H": "55755",
    "I": "72227", "J": "11152", "K": "55655", "L": "44447", "M": "57755", "N": "65555", "O": "25552", "P": "65644",
    "Q": "25563", "R": "65655", "S": "34216", "T": "72222", "U": "55557", "V": "55552", "W": "55775", "X": "55255",
    "Y": "55222", "Z": "71247", "0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711", "5": "74717",
    "6": "74757", "7": "71122", "8": "75757", "9": "75717", "-": "00700", ":": "02020", "+": "02720", "*": "05250",
}


@dataclass(frozen=True)
class Canvas:
    """Pixels, and a few ways to colour them; what lies outside is cut."""

    pixels: NDArray[np.uint8]

    def rectangle(self, x: float, y: float, half: float, colour: Colour) -> None:
        """A square by its middle and half its width."""
        left, top = max(0, int(x - half)), max(0, int(y - half))
        self.pixels[top:int(y + half) + 1, left:int(x + half) + 1] = colour

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """A filled circle."""
        left, top = max(0, int(x - radius)), max(0, int(y - radius))
        part = self.pixels[top:int(y + radius) + 2, left:int(x + radius) + 2]
        rows, columns = np.ogrid[top:top + part.shape[0], left:left + part.shape[1]]
        part[(columns - x) ** 2 + (rows - y) ** 2 <= radius * radius] = colour

    def shape(self, x: float, y: float, size: float, kind: str, fill: Colour, edge: Colour = INK) -> None:
        """A square for traders, a circle for merchants, with an edge."""
        draw = self.disc if kind == "m" else self.rectangle
        draw(x, y, size, edge)
        draw(x, y, size - 1.5, fill)

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: Colour) -> None:
        """A road of five pixels."""
        steps = int(max(abs(end[0] - start[0]), abs(end[1] - start[1]))) + 1
        for x, y in zip(np.linspace(start[0], end[0], steps), np.linspace(start[1], end[1], steps), strict=True):
            self.rectangle(x, y, 2, colour)

    def text(self, x: float, y: float, text: str, colour: Colour = INK, scale: int = 2) -> None:
        """Letters of three by five dots, from the upper left."""
        for place, letter in enumerate(text.upper()):
            for row, digit in enumerate(LETTERS.get(letter, "00000")):
                for column in range(3):
                    if int(digit) >> (2 - column) & 1:
                        left, top = int(x) + (place * 4 + column) * scale, int(y) + row * scale
                        self.pixels[top:top + scale, left:left + scale] = colour


RENDER_MODES = ("human", "ansi", "rgb_array")


def check_mode(mode: str | None) -> None:
    """Refuses what is no way of rendering."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"unknown render_mode {mode!r}; known are {', '.join(RENDER_MODES)}")


def rendered(state: State, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The position as an environment renders it: as text, as a picture, or printed."""
    if mode == "rgb_array":
        return picture(state)
    if mode == "human":
        print(state)
    return str(state) if mode == "ansi" else None


def picture(state: State) -> NDArray[np.uint8]:
    """The position of a game of Hansa Teutonica: height x width x 3 bytes."""
    facts = state.to_json()
    the_board = board(facts["board"])
    scale = (HEIGHT - 2 * MARGIN) / the_board.size[1]
    width = int(the_board.size[0] * scale) + 2 * MARGIN
    canvas = Canvas(np.full((HEIGHT, width + PANEL, 3), PAPER, np.uint8))
    canvas.pixels[:, width:] = HOUSE
    for route in the_board.routes:
        _roads(canvas, the_board, route, scale)
    for route in the_board.routes:
        _route(canvas, route, facts, scale)
    for city in the_board.cities:
        _city(canvas, city, facts["cities"].get(city.code, {}), scale)
    for (points, colour), at in zip(the_board.spaces, the_board.spaces_at, strict=True):
        x, y = _at(at, scale)
        owner = facts["special"][str(points)]
        canvas.shape(x, y, 10, "m", PRIVILEGES[colour] if owner is None else SEATS[owner])
        canvas.text(x - 6, y + 12, str(points))
    _desks(canvas, facts, width + 15)
    return canvas.pixels


def _at(place: tuple[int, int], scale: float) -> tuple[float, float]:
    return MARGIN + place[0] * scale, MARGIN + place[1] * scale


def _colour(piece: str) -> Colour:
    return NEUTRAL if piece[0] == "n" else SEATS[int(piece[0])]


def _roads(canvas: Canvas, the_board: Board, route: Route, scale: float) -> None:
    """From the first city over the houses to the second, in whichever direction is shorter."""
    ends = [the_board.city(code).at for code in route.cities]
    houses = [house.at for house in route.houses]
    ways = ([ends[0], *houses, ends[1]], [ends[1], *houses, ends[0]])
    way = min(ways, key=lambda way: sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in itertools.pairwise(way)))
    for start, end in itertools.pairwise(way):
        canvas.line(_at(start, scale), _at(end, scale), ROAD)


def _route(canvas: Canvas, route: Route, facts: Mapping[str, Any], scale: float) -> None:
    there = facts["routes"].get(route.name, {})
    waiting = {"house": list(there.get("house", ())), "ship": list(there.get("ship", ()))}
    for house in route.houses:
        x, y = _at(house.at, scale)
        pieces = waiting["ship" if house.ship else "house"]
        canvas.shape(x, y, 8, "m" if house.ship else "t", HOUSE, ROAD)
        if pieces:
            piece = pieces.pop(0)
            canvas.shape(x, y, 7, piece[1], _colour(piece))
    if "marker" in there:
        x, y = _at(route.marker_at, scale)
        canvas.disc(x, y, 11, (215, 175, 55))
        canvas.text(x - 7, y - 5, "".join(word[0] for word in there["marker"].split("-")))


def _city(canvas: Canvas, city: City, facts: Mapping[str, Any], scale: float) -> None:
    x, y = _at(city.at, scale)
    offices: list[str | None] = [*facts.get("offices", [None] * len(city.offices))]
    beside = facts.get("extra", [])[::-1] or facts.get("posts", [])
    left = x - 9 * (len(offices) + len(beside) - 1)
    for place, piece in enumerate(beside):
        canvas.shape(left + 18 * place, y, 8, piece[1], _colour(piece), PAPER)
    for place, (piece, office) in enumerate(zip(offices, city.offices, strict=True), len(beside)):
        canvas.shape(left + 18 * place, y, 8, office.kind, _colour(piece) if piece else PRIVILEGES[office.privilege])
    if not offices and not beside:
        canvas.shape(x, y, 8, "t", (120, 170, 90))
    canvas.text(x - 11, y + 12, city.code)


def _desks(canvas: Canvas, facts: Mapping[str, Any], x: int) -> None:
    mover = facts["to_move"]
    canvas.text(x, 15, f"TURN {facts['turns'] + 1} {facts['phase']}", scale=3)
    canvas.text(x, 40, f"ACTIONS {facts['actions']} CITIES {facts['completed']}")
    for seat, desk in enumerate(facts["desks"]):
        y = 75 + 140 * seat
        canvas.rectangle(x + 8, y + 8, 9, INK if mover == seat else PAPER)
        canvas.rectangle(x + 8, y + 8, 7, SEATS[seat])
        canvas.text(x + 28, y, f"SEAT {seat}  {desk['prestige']}", scale=3)
        canvas.text(x, y + 26, f"STOCK {desk['stock'] or 0}  SUPPLY {desk['supply'] or 0}")
        values = {track: TRACK_VALUES[track][desk[track]] for track in TRACK_VALUES}
        canvas.text(x, y + 42, f"KEYS {values['keys']} ACTIONS {values['actions']}")
        canvas.text(x, y + 58, f"BOOK {values['book']} BANK {values['bank']}")
        canvas.text(x, y + 74, f"PRIVILEGE {values['privilege']}")
        for place, marker in enumerate(desk["unused"][:12]):
            canvas.text(x + 20 * place, y + 90, "".join(word[0] for word in marker.split("-")))
