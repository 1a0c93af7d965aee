"""Everything that lies on the table, and what is asked of whom [H1 H2 H3]."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .board import Board, Goods, Kind

BOOTHS = 15     # of each player [H3]


@dataclass
class Desk:
    """What a player has; `booths` are those that are not on the board."""

    talers: int = 3     # [H3]
    booths: int = BOOTHS
    unsold: Goods = field(default_factory=Counter)
    sold: Goods = field(default_factory=Counter)


@dataclass
class City:
    """What lies in the warehouses of a city, and how many booths each seat has in it."""

    goods: Goods
    booths: list[int]

    def majority(self) -> int | None:
        """The seat with the most booths; None if nobody has one, or on a tie for the most [H33]."""
        most = max(self.booths)
        return self.booths.index(most) if most and self.booths.count(most) == 1 else None


@dataclass
class Sale:
    """A sale that is going on [H37]."""

    colours: list[str]
    last: Kind
    single: bool    # the last colour has only one marker so far


@dataclass
class Loss:
    """A marker that a seat has to lose after a sale of these colours [H39]."""

    loser: int
    colour: str
    sold: list[str]


@dataclass
class Position:
    """A position. The piles are nothing but what is left of the supply [H2]."""

    board: Board
    desks: list[Desk]
    cities: dict[str, City]
    supply: Goods
    ship: str
    turn: int = 0
    turns: int = 0      # completed before this one
    phase: str = "found"
    acted: bool = False     # the action of this stop is spent [H32]
    sale: Sale | None = None
    loss: Loss | None = None
    reason: str = ""

    @property
    def to_move(self) -> int | str | None:
        """Who decides: a seat, "*" for chance, None after the end [D1]."""
        if self.phase == "over":
            return None
        if self.phase == "reveal":
            return "*"
        return self.turn if self.loss is None else self.loss.loser

    @property
    def active(self) -> Desk:
        """The desk of the player whose turn it is."""
        return self.desks[self.turn]

    @property
    def stop(self) -> City:
        """The city in which the ship is."""
        return self.cities[self.ship]

    def seats_from(self, seat: int) -> list[int]:
        """All seats in the order of play, this one first."""
        players = len(self.desks)
        return [(seat + number) % players for number in range(players)]

    def with_space(self) -> list[str]:
        """The cities with an empty warehouse space, by number [H22]."""
        return [
            city for city in self.board.numbered if self.cities[city].goods.total() < self.board.warehouses[city]
        ]

    def piles(self) -> list[int]:
        """What is left of each pile: the first ones are used up first [H22]."""
        left = []
        piles = self.board.piles(len(self.desks))
        taken = sum(piles) - self.supply.total()
        for pile in piles:
            from_this = min(pile, taken)
            taken -= from_this
            left.append(pile - from_this)
        return left

    def move_booths(self, seat: int, city: str, number: int) -> None:
        """Put booths of a seat into a city, or take them back if the number is negative."""
        self.desks[seat].booths -= number
        self.cities[city].booths[seat] += number
