"""A bitmap to draw on, with numpy alone: squares, circles, roads, small letters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
PANEL = 260             # pixels beside a map, for the desks
PAPER, INK, ROAD, HOUSE = (238, 228, 205), (40, 35, 30), (170, 150, 120), (252, 248, 238)
SEATS: tuple[Colour, ...] = (
    (200, 40, 40), (40, 80, 200), (30, 140, 60), (230, 180, 20), (140, 60, 160),
)
# Five rows of three dots for each letter; each row is an octal digit.
LETTERS = {
    "A": "25755", "B": "65656", "C": "34443", "D": "65556", "E": "74647", "F": "74644",
    "G": "34553", "H": "55755", "I": "72227", "J": "11152", "K": "55655", "L": "44447",
    "M": "57755", "N": "65555", "O": "25552", "P": "65644", "Q": "25563", "R": "65655",
    "S": "34216", "T": "72222", "U": "55557", "V": "55552", "W": "55775", "X": "55255",
    "Y": "55222", "Z": "71247", "0": "75557", "1": "26227", "2": "71747", "3": "71717",
    "4": "55711", "5": "74717", "6": "74757", "7": "71122", "8": "75757", "9": "75717",
    "-": "00700", ":": "02020", "+": "02720", "*": "05250",
}


@dataclass(frozen=True)
class Bitmap:
    """Pixels, and a few ways to colour them; what is outside is cut off."""

    pixels: NDArray[np.uint8]

    @classmethod
    def of_map(cls, width: int, height: int) -> Bitmap:
        """Paper for a map, and a panel to the right of it."""
        pixels = np.full((height, width + PANEL, 3), PAPER, np.uint8)
        pixels[:, width:] = HOUSE
        return cls(pixels)

    def square(self, x: float, y: float, half: float, colour: Colour) -> None:
        """A filled square around a point; `half` is half its width."""
        left, top = max(0, int(x - half)), max(0, int(y - half))
        self.pixels[top:int(y + half) + 1, left:int(x + half) + 1] = colour

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """A filled circle around a point."""
        left, top = max(0, int(x - radius)), max(0, int(y - radius))
        part = self.pixels[top:int(y + radius) + 2, left:int(x + radius) + 2]
        rows, columns = np.ogrid[top:top + part.shape[0], left:left + part.shape[1]]
        part[(columns - x) ** 2 + (rows - y) ** 2 <= radius * radius] = colour

    def piece(
        self, x: float, y: float, size: float, kind: str, fill: Colour, edge: Colour = INK,
    ) -> None:
        """A square for a trader, a circle for a merchant, with an edge."""
        draw = self.disc if kind == "m" else self.square
        draw(x, y, size, edge)
        draw(x, y, size - 1.5, fill)

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: Colour) -> None:
        """A road, five pixels wide."""
        steps = int(max(abs(end[0] - start[0]), abs(end[1] - start[1]))) + 1
        for x, y in np.linspace(start, end, steps):
            self.square(x, y, 2, colour)

    def text(self, x: float, y: float, text: str, colour: Colour = INK, scale: int = 2) -> None:
        """Letters of three by five dots; the point is the upper left of the first."""
        for place, letter in enumerate(text.upper()):
            for row, digit in enumerate(LETTERS.get(letter, "00000")):
                for column in range(3):
                    if int(digit) >> (2 - column) & 1:
                        left, top = int(x) + (place * 4 + column) * scale, int(y) + row * scale
                        self.pixels[top:top + scale, left:left + scale] = colour
