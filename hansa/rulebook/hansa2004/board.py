"""The board's file: cities and arrows, and the markers, counted by kind [H1 H2 H22 H31]."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).parents[2] / "boards" / "hansa2004.json"


@dataclass(frozen=True)
class Kind:
    """What is printed on a marker. Markers of one kind cannot be told apart."""

    colour: str
    barrels: int

    def __str__(self) -> str:
        return f"{self.colour}{self.barrels}"


Goods = Counter[Kind]


@dataclass(frozen=True)
class Board:
    """The facts of the board; cities by their codes."""

    start: str                          # where the ship is at first [H3]
    cities: tuple[str, ...]             # in the order of the file
    numbered: tuple[str, ...]           # in the order of their numbers [H22]
    warehouses: dict[str, int]          # spaces for markers
    arrows: frozenset[tuple[str, str]]
    kinds: tuple[Kind, ...]             # by colour, then barrels
    copies: dict[int, int]              # by barrels: how many markers of each kind
    removed: dict[int, int]             # by players: how many colours are left out
    pile_count: int
    players: tuple[int, ...]

    def markers(self, players: int) -> Goods:
        """All markers of a game: the last colours are left out with few players [H1]."""
        colours = list(dict.fromkeys(kind.colour for kind in self.kinds))
        played = colours[: len(colours) - self.removed[players]]
        return Counter({kind: self.copies[kind.barrels] for kind in self.kinds if kind.colour in played})

    def piles(self, players: int) -> list[int]:
        """The piles at the start, as equal as possible, earlier ones the larger [H2]."""
        face_down = self.markers(players).total() - sum(self.warehouses.values())
        each, odd = divmod(face_down, self.pile_count)
        return [each + (pile < odd) for pile in range(self.pile_count)]

    def kind(self, text: str) -> Kind:
        """The kind that is written like `red2`."""
        return self.kinds[[str(kind) for kind in self.kinds].index(text)]

    def in_order(self, goods: Goods) -> list[Kind]:
        """The kinds that are there, each once."""
        return [kind for kind in self.kinds if goods[kind]]


@cache
def load_board() -> Board:
    """The board, read once."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    cities, goods = data["cities"], data["goods"]
    copies = {int(barrels): number for barrels, number in goods["barrels"].items()}
    return Board(
        start=data["start"],
        cities=tuple(city["code"] for city in cities),
        numbered=tuple(city["code"] for city in sorted(cities, key=lambda city: int(city["number"]))),
        warehouses={city["code"]: city["warehouses"] for city in cities},
        arrows=frozenset((origin, target) for origin, target in data["sailing"]),
        kinds=tuple(Kind(colour, barrels) for colour in goods["colors"] for barrels in sorted(copies)),
        copies=copies,
        removed={int(players): number for players, number in goods["removed_colors"].items()},
        pile_count=data["supply_piles"],
        players=tuple(data["players"]),
    )
