"""A drawing in characters: every cell a character and a style. It knows neither terminals nor colours that they can show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby


@dataclass
class Canvas:
    """Rows of cells; a style is a word of rich's ("bold bright_red"), empty for none. It grows to what is written on it."""

    rows: list[list[tuple[str, str]]] = field(default_factory=list)

    @classmethod
    def of_text(cls, text: str, style: str = "") -> Canvas:
        """Lines in one style."""
        return cls([[(letter, style) for letter in line] for line in text.split("\n")])

    def over(self, other: Canvas) -> Canvas:
        """This one, an empty line, and the other below."""
        return Canvas([*self.rows, [], *other.rows])

    @property
    def width(self) -> int:
        """The longest row."""
        return max(map(len, self.rows), default=0)

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        """Text from a place on; what was there is gone."""
        while len(self.rows) <= y:
            self.rows.append([])
        row = self.rows[y]
        row += [(" ", "")] * (x + len(text) - len(row))
        row[x : x + len(text)] = [(letter, style) for letter in text]

    def free(self, x: int, y: int, length: int) -> bool:
        """Whether nothing is written on these cells."""
        row = self.rows[y] if y < len(self.rows) else []
        return all(letter == " " for letter, _ in row[max(x, 0) : max(x + length, 0)])

    def runs(self) -> Iterator[list[tuple[str, str]]]:
        """Each row as texts with their styles, without the spaces at its end."""
        for row in self.rows:
            last = max((number for number, (letter, _) in enumerate(row, 1) if letter != " "), default=0)
            yield [
                ("".join(letter for letter, _ in cells), style)
                for style, cells in groupby(row[:last], key=lambda cell: cell[1])
            ]

    def __str__(self) -> str:
        return "\n".join("".join(text for text, _ in runs) for runs in self.runs())
