"""The map in cells: cities, houses and markers as on the printed board, from 80 columns on.

It can be read without colours: pieces are `0t`, free houses `[]`, free ships `()`, free houses
abroad `{}`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, pairwise

from hansa.boards import Board, City, Route
from hansa.phrases import Phrase, joined, say, seat
from hansa.teutonica.names import MARKERS
from hansa.teutonica.terms import MARKER_TERMS
from hansa.views import StateJson
from hansa.views.terminal.canvas import Canvas
from hansa.views.terminal.palette import FAINT, GOOD, MARKER, NEUTRAL, NOTE, OFFICES, SEATS
from hansa.views.text.teutonica import printed

USUAL_ROWS = 32     # enough that nothing has to move aside at 80 columns
FEWEST_ROWS = 14    # the fewest in which everything still has room
WIDE = 116          # columns from which cities have their whole names
NEAR, FAR = 2, 9    # columns that something may move aside: preferably, and at most
MARGIN = 4          # columns for what is written around the outermost places
FREE = {"house": "[]", "ship": "()", "abroad": "{}"}
# Markers on the map; the legend explains those that are there.
SHORT_MARKERS = dict(zip(MARKERS, ("xo", "sw", "+3", "+4", "dv", "m3", "r3"), strict=True)) | {
    "move-2-any": "m2", "develop-privilege": "dp", "post-in-green-city": "gc",
    "place-2-from-route": "p2", "place-2-abroad": "pa",
}
SHORT_TRACKS = {"keys": "keys", "actions": "act", "privilege": "priv", "book": "book", "bank": "bank"}
Cell = tuple[int, int]      # column, row
Point = tuple[int, int]     # on the printed map


class MapDrawer:
    """Draws one position of one board."""

    def __init__(
        self, board: Board, state: StateJson, control: Sequence[int | None], width: int,
        rows: int | None = None,
    ) -> None:
        self.board, self.state, self.control = board, state, control
        self.width = width
        self.rows = USUAL_ROWS if rows is None else max(FEWEST_ROWS, min(rows, USUAL_ROWS))
        self.canvas = Canvas()
        points = [city.at for city in board.cities]
        points += [house.at for route in board.routes for house in route.houses]
        self.low = min(x for x, _ in points), min(y for _, y in points)
        self.high = max(x for x, _ in points), max(y for _, y in points)
        self.used_markers: list[str] = []

    def draw(self, marked: Collection[str] = ()) -> Canvas:
        """The map; pieces on `marked` routes stand out. What is drawn first gets its place."""
        for city, controller in zip(self.board.cities, self.control, strict=True):
            self.city(city, controller)
        for route in self.board.routes:
            self.houses(route, route.name in marked)
        for route in self.board.routes:
            self.marker(route)
        for city in self.board.cities:
            self.notes(city)
        for route in self.board.routes:
            self.road(route)
        return self.canvas

    def cell(self, at: Point, length: int) -> Cell:
        """Where a text of this length begins that is centred on a point of the printed map."""
        across = (at[0] - self.low[0]) / max(self.high[0] - self.low[0], 1)
        down = (at[1] - self.low[1]) / max(self.high[1] - self.low[1], 1)
        x = round(MARGIN + across * (self.width - 2 * MARGIN) - length / 2)
        return max(0, min(x, self.width - length)), round(down * (self.rows - 1))

    def write(self, wanted: Cell, text: str, style: str) -> None:
        """Writes a text near a cell: with a space on both sides if it fits, else without, else over
        the current text.
        """
        roomy = (cell for cell in self.around(wanted, NEAR) if self.is_free(cell, text, 1))
        tight = (cell for cell in self.around(wanted, FAR) if self.is_free(cell, text, 0))
        x, y = next(chain(roomy, tight), wanted)
        self.canvas.write(x, y, text, style)

    def around(self, cell: Cell, most: int) -> list[Cell]:
        """Cells around one, the nearest first; a row counts like three columns."""
        steps = [(right, down) for down in (0, 1, -1) for right in range(-most, most + 1)]
        steps.sort(key=lambda step: abs(step[0]) + 3 * abs(step[1]))
        return [(cell[0] + right, cell[1] + down) for right, down in steps]

    def is_free(self, cell: Cell, text: str, space: int) -> bool:
        """Whether a text has room there, `space` columns from everything else."""
        x, y = cell
        inside = 0 <= y < self.rows and 0 <= x <= self.width - len(text)
        return inside and self.canvas.free(x - space, y, len(text) + 2 * space)

    def houses(self, route: Route, marked: bool) -> None:
        """The houses and ships of a route with their pieces."""
        on_route = self.state["routes"].get(route.name, {})
        left = {shape: list(on_route.get(shape, [])) for shape in ("house", "ship")}
        for house in route.houses:
            shape = "ship" if house.ship else "house"
            if left[shape]:
                piece = left[shape].pop(0)
                style = f"bold {piece_style(piece)}{' reverse' if marked else ''}"
                self.write(self.cell(house.at, 2), piece, style)
            else:
                free = FREE["abroad" if route.region and not house.ship else shape]
                self.write(self.cell(house.at, 2), free, FAINT)

    def marker(self, route: Route) -> None:
        """The bonus marker of a route, or its permanent one."""
        marker = self.state["routes"].get(route.name, {}).get("marker") or route.permanent_marker
        if marker:
            self.used_markers.append(marker)
            self.write(self.cell(route.marker_at, 4), f"<{SHORT_MARKERS[marker]}>", MARKER)

    def label(self, city: City) -> str:
        """The code of a city, or its name where there is room."""
        return city.name if self.width >= WIDE else city.code

    def city(self, city: City, controller: int | None) -> None:
        """A city in the colour of its controller, then its offices."""
        offices = list(self.offices(city))
        name = self.label(city)
        length = len(name) + 1 + len(offices)
        wanted = self.cell(city.at, length)
        x, y = next((cell for cell in self.around(wanted, FAR) if self.is_free(cell, " " * length, 1)), wanted)
        style = "bold" if controller is None else f"bold {self.seat_style(controller)}"
        self.canvas.write(x, y, f"{name} ", style)
        for column, (letter, letter_style) in enumerate(offices, x + len(name) + 1):
            self.canvas.write(column, y, letter, letter_style)

    def offices(self, city: City) -> Iterator[tuple[str, str]]:
        """A letter and style for each office: its seat, or its colour (a capital for merchants)."""
        facts = self.state["cities"].get(city.code, {})
        if city.green:
            yield from ((piece[0], piece_style(piece)) for piece in facts.get("posts", []))
            yield "g", GOOD
            return
        for piece in reversed(facts.get("extra", [])):
            yield piece[0], f"bold {piece_style(piece)}"
        if facts.get("extra"):
            yield "|", FAINT
        for office in printed(city, facts.get("offices", [])):
            if office[0].isdigit() or office[0] == "n":
                yield office[0], f"bold {piece_style(office)}"
            else:
                letter = office[0].upper() if office[1] == "m" else office[0]
                yield letter, OFFICES[office[0]]

    def seat_style(self, seat: int) -> str:
        """The colour of a seat; the neutral player's number comes after the seats."""
        return SEATS[seat] if seat < self.state["players"] else NEUTRAL

    def notes(self, city: City) -> None:
        """What a city develops, where there is room beside, below or above it."""
        words = [SHORT_TRACKS[track] for track in city.develops] + ["special"] * city.special
        words += ["end"] * (city.code in self.board.connection)
        if not words:
            return
        text = "/".join(words)
        length = len(self.label(city)) + 1 + len(list(self.offices(city)))
        x, y = self.cell(city.at, length)
        for left, top in ((x + length + 1, y), (x, y + 1), (x, y - 1)):
            fits = left >= 0 and left + len(text) <= self.width and 0 <= top < self.rows
            if fits and self.canvas.free(left - 1, top, len(text) + 2):
                self.canvas.write(left, top, text, NOTE)
                return

    def road(self, route: Route) -> None:
        """Faint dots from house to house, always from the same end, since cells are rounded."""
        road = self.board.road(route)
        begins_there = road[0] == self.board.city(route.cities[0]).at
        for first, second in pairwise(road if begins_there else road[::-1]):
            self.dots(first, second)

    def dots(self, first: Point, second: Point) -> None:
        """Dots between two points, where nothing else is."""
        (x1, y1), (x2, y2) = self.cell(first, 1), self.cell(second, 1)
        steps = max(abs(x2 - x1) // 2, abs(y2 - y1), 1)
        for step in range(1, steps):
            x, y = round(x1 + (x2 - x1) * step / steps), round(y1 + (y2 - y1) * step / steps)
            if self.canvas.free(x - 1, y, 3):
                self.canvas.write(x, y, "·", FAINT)


def piece_style(piece: str) -> str:
    """The colour of a piece's owner."""
    return SEATS[int(piece[0])] if piece[0].isdigit() else NEUTRAL


def legend(drawer: MapDrawer) -> list[Phrase]:
    """What the signs on this map mean."""
    used = dict.fromkeys(drawer.used_markers)
    signs = [say("() free ship")] if any(route.has_ships for route in drawer.board.routes) else []
    signs += [say("{signs} house in Scotland or Wales [T81]", signs="{}")] if drawer.board.has_countries else []
    players = joined(" ", [joined(" ", [str(number), seat(number)]) for number in range(drawer.state["players"])])
    lines = [joined(" · ", signs)] * bool(signs) + [
        joined(" · ", [say("0t 0m trader, merchant of Red"), players, say("[] free house")]),
        say("HAM 0wP: offices from the left: of Red, free white, free pink for merchants"),
    ]
    markers = [joined(" ", [f"<{SHORT_MARKERS[marker]}>", MARKER_TERMS[marker]]) for marker in used]
    return lines + ([joined(", ", markers)] if markers else [])
