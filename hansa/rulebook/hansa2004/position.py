"""Everything that lies on the table [H1 H2 H3]."""

from __future__ import annotations

from dataclasses import dataclass, field

from .board import Board

BOOTHS = 15
TALERS = 3


@dataclass
class Desk:
    """One player: talers, and the markers in front of them."""

    talers: int = TALERS
    unsold: list[str] = field(default_factory=list)
    sold: list[str] = field(default_factory=list)


@dataclass
class Position:
    """A position. `booths` has a seat once for every booth of theirs in a city."""

    board: Board
    desks: list[Desk]
    goods: dict[str, list[str]]
    booths: dict[str, list[int]]
    supply: list[str]
    piles: list[int]
    ship: str
    turn: int = 0
    phase: str = "found"
    acted: bool = False
    turns: int = 0
    sale: list[str] = field(default_factory=list)   # the markers of the sale that are known: of each colour at least one
    loser: int | None = None
    colour: str = ""            # that the loser has to give
    reason: str = ""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.desks)

    @property
    def to_move(self) -> int | str | None:
        """Who decides [D1]."""
        if self.phase == "over":
            return None
        if self.phase == "reveal":
            return "*"
        return self.loser if self.phase == "lose" else self.turn

    @property
    def desk(self) -> Desk:
        """The desk of the player whose turn it is."""
        return self.desks[self.turn]

    def booths_left(self, seat: int) -> int:
        """Booths that are not on the board [H3]."""
        return BOOTHS - sum(standing.count(seat) for standing in self.booths.values())

    def empty_spaces(self) -> list[str]:
        """A city for every empty warehouse space, in the order of their numbers [H22]."""
        return [
            city
            for city in self.board.by_number
            for _ in range(self.board.warehouses[city] - len(self.goods[city]))
        ]

    def most_booths(self, city: str) -> int | None:
        """The one player with more booths in a city than any other [H33]."""
        counts = {seat: self.booths[city].count(seat) for seat in range(self.players)}
        most = max(counts.values())
        leaders = [seat for seat, count in counts.items() if count == most]
        return leaders[0] if most and len(leaders) == 1 else None
