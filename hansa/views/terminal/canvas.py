"""A drawing in cells, each a character and a style, independent of terminals and their colours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby


@dataclass
class Canvas:
    """Rows of cells that grow as they are written on.

    A style is one that rich understands ("bold #ff0000"), or empty.
    """

    rows: list[list[tuple[str, str]]] = field(default_factory=list)

    @classmethod
    def of_text(cls, text: str, style: str = "") -> Canvas:
        """A text as it is, in one style."""
        return cls([[(letter, style) for letter in line] for line in text.split("\n")])

    def over(self, other: Canvas) -> Canvas:
        """This canvas, an empty line, and the other one below."""
        return Canvas([*self.rows, [], *other.rows])

    @property
    def width(self) -> int:
        """The columns of the longest row."""
        return max(map(len, self.rows), default=0)

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        """Writes a text from a cell to the right, over what was there."""
        while len(self.rows) <= y:
            self.rows.append([])
        row = self.rows[y]
        row += [(" ", "")] * (x + len(text) - len(row))
        row[x : x + len(text)] = [(letter, style) for letter in text]

    def free(self, x: int, y: int, length: int) -> bool:
        """Whether `length` cells from here to the right are empty."""
        row = self.rows[y] if y < len(self.rows) else []
        return all(letter == " " for letter, _ in row[max(x, 0) : max(x + length, 0)])

    def runs(self) -> Iterator[list[tuple[str, str]]]:
        """Each row as texts with their styles, without the spaces at its end."""
        for row in self.rows:
            length = len("".join(letter for letter, _ in row).rstrip(" "))
            yield [
                ("".join(letter for letter, _ in cells), style)
                for style, cells in groupby(row[:length], key=lambda cell: cell[1])
            ]

    def __str__(self) -> str:
        return "\n".join("".join(text for text, _ in runs) for runs in self.runs())
