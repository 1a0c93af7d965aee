"""A position: everything that can change during a game, and the data of the phase it is in."""

from __future__ import annotations

from dataclasses import dataclass, field

from .board import Board, Row
from .desk import Desk
from .pieces import NEUTRAL, Amount, piece_order

CHANCE = "*"


@dataclass
class CityOffices:
    """The offices of one city: printed ones and green posts from the left, extra ones from the
    right."""

    printed: list[str | None]
    extra: list[str] = field(default_factory=list)
    posts: list[str] = field(default_factory=list)


@dataclass
class Displaced:
    """A displaced piece whose owner decides [T13]; `extras` are those that may still be put."""

    owner: str
    kind: str
    put: bool
    extras: int
    route: str


@dataclass
class Moving:
    """Pieces in the hand [T18, T50, T61]; each is held with the country it was lifted from."""

    what: str  # "move", "move-3" or "move-2-any"
    limit: int
    held: list[tuple[str, str]] = field(default_factory=list)
    last_lift: tuple[str, str] | None = None  # the row and the piece
    last_drop: str | None = None  # the row
    dropped: tuple[str, str] | None = None  # the country and the piece of the last drop
    unreplaced: bool = False  # the claim of `move-2-any` could not replace a marker [T22]


@dataclass
class Removing:
    """The marker `remove-3` at work [T50]."""

    left: int
    last: tuple[str, str] | None = None  # the row and the piece


@dataclass
class Bonus:
    """A permanent marker in use [T25]; `pieces` are those sent to the stock [T24, T64]."""

    marker: str
    left: int
    pieces: Amount
    unreplaced: bool


@dataclass
class Position:
    """The game at one moment. `turn` is the seat whose turn it is, `to_move` decides now [D1]."""

    board: Board
    edition: str
    modules: tuple[str, ...]
    desks: list[Desk]
    houses: dict[str, list[str]]  # the pieces of every row
    markers: dict[str, str]  # the bonus markers, by route
    offices: dict[str, CityOffices]
    special: dict[int, int | None]  # the seat on each special space
    supply: dict[str, int]  # the markers nobody has looked at, pending unseen ones among them
    seen: list[list[str]]  # pending markers that were looked at, by seat
    turn: int = 0
    to_move: int | str | None = 0
    phase: str = "turn"
    actions: int = 0
    unseen: int = 0
    completed: int = 0
    connected: list[int] = field(default_factory=list)
    favours_open: list[str] = field(default_factory=list)
    permits_spent: list[str] = field(default_factory=list)
    turns: int = 0
    begun: bool = False
    displaced: Displaced | None = None
    moving: Moving | None = None
    removing: Removing | None = None
    bonus: Bonus | None = None
    reason: str | None = None  # why the game ended

    @property
    def active(self) -> Desk:
        """The desk of the player whose turn it is."""
        return self.desks[self.turn]

    def seats(self) -> range:
        """All seats."""
        return range(len(self.desks))

    def with_neutral(self) -> bool:
        """Whether the neutral owner takes part [T90]."""
        return len(self.desks) == 2

    def holds(self, owner: str, tile: str) -> bool:
        """Whether the owner of some pieces has this favour [T102]."""
        return owner != NEUTRAL and tile in self.desks[int(owner)].favours

    def free(self, row: Row) -> int:
        """How many places of the row are free."""
        return row.size - len(self.houses[row.text])

    def takes(self, row: Row, kind: str) -> bool:
        """Whether a place of the row is free that such a piece fits."""
        return row.size > len(self.houses[row.text]) and row.fits(kind)

    def put_down(self, piece: str, row: str) -> None:
        """Put a piece on a place of the row."""
        self.houses[row].append(piece)
        self.houses[row].sort(key=piece_order)

    def pick_up(self, piece: str, row: str) -> None:
        """Take a piece off the row."""
        self.houses[row].remove(piece)

    def clear(self, route: str) -> list[str]:
        """Take all pieces off a route."""
        pieces = []
        for row in self.board.routes[route].rows:
            pieces += self.houses[row.text]
            self.houses[row.text] = []
        return pieces

    def back_to_turn(self) -> None:
        """The active player continues the turn."""
        self.phase = "turn"
        self.to_move = self.turn
        self.displaced = self.moving = self.removing = self.bonus = None
