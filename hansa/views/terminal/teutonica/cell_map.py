"""The map in characters: cities, houses and markers where the printed board has them, in 80 columns or more.

Everything can be read without colours: pieces are `0t`, free houses `[]`, free ships `()`, houses abroad `{}`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

from hansa.boards import Board, City
from hansa.teutonica.names import MARKERS
from hansa.views.terminal.canvas import Canvas
from hansa.views.text.teutonica import printed

SEAT_STYLES = ("bright_red", "bright_green", "bright_blue", "bright_yellow", "bright_magenta")
NEUTRAL_STYLE, FAINT, MARKER_STYLE = "white", "bright_black", "bright_cyan"
OFFICE_STYLES = {"w": "white", "o": "orange1", "p": "hot_pink", "b": "grey50"}
ROWS, LEAST_ROWS = 32, 22   # nothing has to move aside at 80 columns; everything still finds a place
WIDE = 116                  # columns from which on cities have their whole names
FARTHEST = 5                # columns that something may move aside
MARGIN = 4                  # columns for what is written around the outermost places
FREE = {"house": "[]", "ship": "()", "abroad": "{}"}
# Markers on the map; the legend explains those that are there.
SHORT_MARKERS: Mapping[str, str] = dict(zip(MARKERS, ("xo", "sw", "+3", "+4", "dv", "m3", "r3"), strict=True)) | {
    "move-2-any": "m2", "develop-privilege": "dp", "post-in-green-city": "gc", "place-2-from-route": "p2",
    "place-2-abroad": "pa",
}
SHORT_TRACKS = {"keys": "keys", "actions": "act", "privilege": "priv", "book": "book", "bank": "bank"}
Place = tuple[int, int]


class MapDrawer:
    """Draws one position of one board."""

    def __init__(
        self, board: Board, state: Mapping[str, Any], control: Sequence[int | None], width: int,
        rows: int | None = None,
    ) -> None:
        self.board, self.state, self.control = board, state, control
        self.width = width
        self.rows = ROWS if rows is None else max(LEAST_ROWS, min(rows, ROWS))
        self.canvas = Canvas()
        points = [city.at for city in board.cities] + [house.at for route in board.routes for house in route.houses]
        self.low = min(x for x, _ in points), min(y for _, y in points)
        self.high = max(x for x, _ in points), max(y for _, y in points)
        self.used_markers: list[str] = []

    def draw(self, marked: Collection[str] = ()) -> Canvas:
        """The map; the pieces on `marked` routes stand out."""
        for city, controller in zip(self.board.cities, self.control, strict=True):
            self.city(city, controller)
        for route in self.board.routes:
            facts = self.state["routes"].get(route.name, {})
            left = {shape: list(facts.get(shape, [])) for shape in ("house", "ship")}
            for house in route.houses:
                shape = "ship" if house.ship else "house"
                free = FREE["abroad" if route.region and not house.ship else shape]
                self.house(house.at, left[shape].pop(0) if left[shape] else free, route.name in marked)
        for route in self.board.routes:
            marker = self.state["routes"].get(route.name, {}).get("marker") or route.permanent_marker
            if marker:
                self.used_markers.append(marker)
                self.write(self.cell(route.marker_at, 4), f"<{SHORT_MARKERS[marker]}>", MARKER_STYLE)
        for city in self.board.cities:
            self.notes(city)
        for route in self.board.routes:
            road = self.board.road(route)
            begins_there = road[0] == self.board.city(route.cities[0]).at
            for first, second in pairwise(road if begins_there else road[::-1]):
                self.dots(first, second)
        return self.canvas

    def cell(self, at: Place, length: int) -> Place:
        """Where on the canvas a text is centred on a place of the printed map."""
        across = (at[0] - self.low[0]) / max(self.high[0] - self.low[0], 1)
        down = (at[1] - self.low[1]) / max(self.high[1] - self.low[1], 1)
        x = round(MARGIN + across * (self.width - 2 * MARGIN) - length / 2)
        return max(0, min(x, self.width - length)), round(down * (self.rows - 1))

    def write(self, where: Place, text: str, style: str) -> None:
        """As near to a place as there is room; with a space on both sides, if that is near enough."""
        x, y = where
        roomy = (place for place in self.near(x, y) if self.fits(place, text, 1))
        tight = (place for place in self.near(x, y, FARTHEST) if self.fits(place, text, 0))
        x, y = next(chain(roomy, tight), where)
        self.canvas.write(x, y, text, style)

    def near(self, x: int, y: int, far: int = 2) -> list[Place]:
        """Places around one, the nearest first; a row counts like three columns."""
        steps = [(right, down) for down in (0, 1, -1) for right in range(-far, far + 1)]
        return [(x + right, y + down) for right, down in sorted(steps, key=lambda step: abs(step[0]) + 3 * abs(step[1]))]

    def fits(self, place: Place, text: str, space: int) -> bool:
        """Whether a text can stand there, so many columns from everything else."""
        x, y = place
        inside = 0 <= y < self.rows and 0 <= x <= self.width - len(text)
        return inside and self.canvas.free(x - space, y, len(text) + 2 * space)

    def house(self, at: Place, piece: str, marked: bool) -> None:
        style = FAINT if piece in FREE.values() else f"bold {piece_style(piece)}"
        self.write(self.cell(at, 2), piece, f"{style} reverse" if marked and piece not in FREE.values() else style)

    def label(self, city: City) -> str:
        """The code, or the name where there is room."""
        return city.name if self.width >= WIDE else city.code

    def city(self, city: City, controller: int | None) -> None:
        """Its name in the colour of who controls it, then its offices: a seat, or the colour (capital: for merchants)."""
        offices = list(self.offices(city))
        name = self.label(city)
        x, y = self.cell(city.at, len(name) + 1 + len(offices))
        self.canvas.write(x, y, f"{name} ", "bold" if controller is None else f"bold {self.seat_style(controller)}")
        for number, (letter, style) in enumerate(offices, x + len(name) + 1):
            self.canvas.write(number, y, letter, style)

    def offices(self, city: City) -> Iterator[tuple[str, str]]:
        facts = self.state["cities"].get(city.code, {})
        if city.green:
            yield from ((piece[0], piece_style(piece)) for piece in facts.get("posts", []))
            yield "green"[0], "green"
            return
        for piece in reversed(facts.get("extra", [])):
            yield piece[0], f"bold {piece_style(piece)}"
        if facts.get("extra"):
            yield "|", FAINT
        for text in printed(city, facts.get("offices", [])):
            if text[0].isdigit() or text[0] == "n":
                yield text[0], f"bold {piece_style(text)}"
            else:
                yield (text[0].upper() if text[1] == "m" else text[0]), OFFICE_STYLES[text[0]]

    def seat_style(self, seat: int) -> str:
        return SEAT_STYLES[seat] if seat < self.state["players"] else NEUTRAL_STYLE

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
                self.canvas.write(left, top, text, "italic cyan")
                return

    def dots(self, first: Place, second: Place) -> None:
        """Faint points between two places, where nothing else is."""
        (x1, y1), (x2, y2) = self.cell(first, 1), self.cell(second, 1)
        steps = max(abs(x2 - x1) // 2, abs(y2 - y1), 1)
        for step in range(1, steps):
            x, y = round(x1 + (x2 - x1) * step / steps), round(y1 + (y2 - y1) * step / steps)
            if self.canvas.free(x - 1, y, 3):
                self.canvas.write(x, y, "·", FAINT)


def piece_style(piece: str) -> str:
    """The colour of a piece's owner."""
    return SEAT_STYLES[int(piece[0])] if piece[0].isdigit() else NEUTRAL_STYLE


def legend(drawer: MapDrawer) -> list[str]:
    """What the signs on this map mean."""
    markers = ", ".join(f"<{SHORT_MARKERS[marker]}> {marker}" for marker in dict.fromkeys(drawer.used_markers))
    signs = "() free ship · " if any(route.has_ships for route in drawer.board.routes) else ""
    signs += "{} house in Scotland or Wales [T81] · " if drawer.board.has_countries else ""
    lines = [signs.removesuffix(" · ")] * bool(signs) + [
        "0t 0m trader, merchant of seat 0 · [] free house · HAM 0wP: offices from the",
        "left: of seat 0, free white, free pink for merchants (white orange pink black)",
    ]
    return lines + ([markers] if markers else [])
