"""What the board's file says: cities, arrows, markers [H1 H2 H22 H31]."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).parents[2] / "boards" / "hansa2004.json"


@dataclass(frozen=True)
class Board:
    """The facts of the board; cities by their codes."""

    start: str
    warehouses: dict[str, int]
    by_number: list[str]
    arrows: dict[str, list[str]]
    colours: list[str]
    markers: dict[int, int]
    removed: dict[int, int]
    piles: int

    @property
    def cities(self) -> list[str]:
        """All cities in the order of the file."""
        return list(self.warehouses)

    @property
    def spaces(self) -> int:
        """The warehouse spaces of all cities."""
        return sum(self.warehouses.values())

    def all_markers(self, players: int) -> list[str]:
        """Every marker in the game with so many players, one by one [H1]."""
        colours = self.colours[: len(self.colours) - self.removed[players]]
        return [
            f"{colour}{barrels}"
            for colour in colours
            for barrels, number in self.markers.items()
            for _ in range(number)
        ]

    def piles_at_start(self, players: int) -> list[int]:
        """The sizes of the face-down piles, dealt round by round until nothing is left [H2]."""
        sizes = [0] * self.piles
        for number in range(len(self.all_markers(players)) - self.spaces):
            sizes[number % self.piles] += 1
        return sizes

    def sort_key(self, goods: str) -> tuple[int, int]:
        """Markers are ordered by colour, then barrels."""
        return self.colours.index(goods[:-1]), int(goods[-1])


@cache
def load_board() -> Board:
    """The board, read once."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    codes = [city["code"] for city in data["cities"]]
    return Board(
        start=data["start"],
        warehouses={city["code"]: city["warehouses"] for city in data["cities"]},
        by_number=[city["code"] for city in sorted(data["cities"], key=lambda city: city["number"])],
        arrows={code: [to for origin, to in data["sailing"] if origin == code] for code in codes},
        colours=data["goods"]["colors"],
        markers={int(barrels): number for barrels, number in data["goods"]["barrels"].items()},
        removed={int(players): number for players, number in data["goods"]["removed_colors"].items()},
        piles=data["supply_piles"],
    )
