"""The board of Hansa (2004) as data: cities, arrows and goods, from `hansa2004.json`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine_c.hansa2004.tables import BoardTables
from hansa.boards import read_json

NAME = "hansa2004"


@dataclass(frozen=True)
class City:
    """A city; `number` orders the refill (H22), `at` is its place on a map of 1000 by 1000."""

    code: str
    name: str
    number: int
    warehouses: int
    at: tuple[int, int]


@dataclass(frozen=True)
class Board:
    """The board. Orders are those of its file (D4); `arrows` are pairs of codes, from and to."""

    name: str
    title: str
    players: tuple[int, ...]
    start: str
    colours: tuple[str, ...]
    barrels: tuple[int, ...]  # markers of each colour with one, two, three barrels (H1)
    removed: tuple[tuple[int, int], ...]    # colours left out, by the number of players
    booths: int
    talers: int
    piles: int
    cities: tuple[City, ...]
    arrows: tuple[tuple[str, str], ...]

    @property
    def goods(self) -> tuple[str, ...]:
        """Every kind of goods as it is written, in order: `red1`, `red2`, ..."""
        return tuple(f"{colour}{barrels}" for colour in self.colours for barrels in range(1, len(self.barrels) + 1))

    def city(self, code: str) -> City:
        """A city by its code."""
        return next(city for city in self.cities if city.code == code)

    @property
    def spaces(self) -> int:
        """All warehouse spaces."""
        return sum(city.warehouses for city in self.cities)

    def colours_for(self, players: int) -> tuple[str, ...]:
        """The colours in a game with this number of players (H1)."""
        return self.colours[: len(self.colours) - dict(self.removed)[players]]

    def full_supply(self, players: int) -> list[int]:
        """All markers there are, by kind."""
        used = self.colours_for(players)
        return [count if colour in used else 0 for colour in self.colours for count in self.barrels]

    def full_piles(self, players: int) -> list[int]:
        """H2: the markers in each pile at the start."""
        left = sum(self.full_supply(players)) - self.spaces
        return [left // self.piles + (pile < left % self.piles) for pile in range(self.piles)]

    def piles_of(self, left: int, players: int) -> list[int]:
        """H22: how many markers each pile has; they are taken from the first that is not empty."""
        piles = self.full_piles(players)
        taken = sum(piles) - left
        for number, pile in enumerate(piles):
            piles[number] = max(0, pile - taken)
            taken -= pile - piles[number]
        return piles


@cache
def board() -> Board:
    """The one board.

    >>> board().full_piles(2), board().goods[:3]
    ([8, 8, 8, 7, 7], ('red1', 'red2', 'red3'))
    """
    data = read_json(NAME)
    goods = data["goods"]
    return Board(
        name=data["name"],
        title=data["title"],
        players=tuple(data["players"]),
        start=data["start"],
        colours=tuple(goods["colors"]),
        barrels=tuple(goods["barrels"][str(barrels)] for barrels in range(1, len(goods["barrels"]) + 1)),
        removed=tuple((int(players), count) for players, count in goods["removed_colors"].items()),
        booths=data["booths_per_player"],
        talers=data["talers_start"],
        piles=data["supply_piles"],
        cities=tuple(
            City(city["code"], city["name"], city["number"], city["warehouses"], (city["at"][0], city["at"][1]))
            for city in data["cities"]
        ),
        arrows=tuple((origin, target) for origin, target in data["sailing"]),
    )


@cache
def tables() -> BoardTables:
    """The engine's tables of the board, made once."""
    return BoardTables(read_json(NAME))
