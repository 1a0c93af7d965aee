"""The book: positions that several games reached, in whatever order of moves, and what was played
there.

A position is found by its key. For each move that was played in it the book has how often, what
share of the win came of it, and how many points. Nothing else is kept of a position: the caller
that looks one up has it already.

>>> from hansa import State
>>> start = State.new(board="hansa-23", players=2, seed=1)
>>> builder = BookBuilder()
>>> for share in (1.0, 0.0):
...     builder.add(start.key, start.parse("place t BRE-HAM").code, share, points=20)
>>> book = builder.book(least=2)
>>> [(str(played.move), played.games, played.share, played.points) for played in book.moves_from(start)]
[('place t BRE-HAM', 2, 0.5, 20.0)]
>>> Book.from_bytes(bytes(book)).moves_from(start) == book.moves_from(start)
True
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from hansa.exploring.outcomes import wilson
from hansa.games import GAMES
from hansa.record import Record
from hansa.state import Move, State

__all__ = ["Book", "BookBuilder", "BookMove", "choices", "in_order"]

SHARE_UNITS = 60        # a share is a whole number of these: wins are shared by 1 to 5
TYPES = ("Q", "B", "I", "H", "I", "I")      # keys, moves of each; codes, games, shares, points of each move
LEAST = 2               # games that reached a position which is kept
OPENING = 30            # choices of a game that are also kept without the order of the markers


@dataclass(frozen=True)
class BookMove:
    """A move, how often it was played, and what became of it for the seat that played it.

    `reached` counts the games that came to the position after it in any order of moves.

    >>> played = BookMove(Move("end", 0), games=4, wins=2.0, points=20.0, reached=6)
    >>> played.share, [round(edge, 2) for edge in played.interval]
    (0.5, [0.15, 0.85])
    """

    move: Move
    games: int
    wins: float
    points: float       # of the seat at the end, on the average
    reached: int

    @property
    def share(self) -> float:
        """The share of the win that the seat got, on the average."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Of the share: 95 %."""
        return wilson(self.wins, self.games)


class Book:
    """Positions by their keys; sorted columns, as they are in the file."""

    def __init__(self, columns: Iterable[array[int]]) -> None:
        self.keys, self.widths, self.codes, self.games, self.shares, self.points = columns
        self.starts = array("I", [0, *accumulate(self.widths)])

    def __len__(self) -> int:
        """How many positions there are."""
        return len(self.keys)

    def moves_from(self, state: State) -> list[BookMove]:
        """What was played in a position, the most frequent first; empty for one that is not in the book."""
        found = []
        legal = set(state.legal_moves.codes)
        for row in self._rows(state.key):
            if self.codes[row] not in legal:        # another position has the same key
                return []
            move = state.move(self.codes[row])
            count = self.games[row]
            after = sum(self.games[other] for other in self._rows(state.after(move).key))
            found.append(BookMove(
                move, count, self.shares[row] / SHARE_UNITS, self.points[row] / count, max(count, after)))
        return sorted(found, key=lambda played: (-played.games, str(played.move)))

    def _rows(self, key: int) -> range:
        """Where the moves of a position are."""
        place = bisect_left(self.keys, key)
        if place == len(self.keys) or self.keys[place] != key:
            return range(0)
        return range(self.starts[place], self.starts[place + 1])

    def __bytes__(self) -> bytes:
        """All columns, each after its length, in little endian."""
        parts = []
        for column in (self.keys, self.widths, self.codes, self.games, self.shares, self.points):
            parts += [len(column).to_bytes(8, "little"), _little(column).tobytes()]
        return b"".join(parts)

    @classmethod
    def from_bytes(cls, data: bytes) -> Book:
        """What `bytes` gave; `ValueError` if it cannot have been."""
        book, rest = cls._begins(data)
        if rest:
            raise ValueError(f"{len(rest)} bytes are left over behind the book")
        return book

    @classmethod
    def _begins(cls, data: bytes) -> tuple[Book, bytes]:
        """The book at the beginning of some bytes, and the rest."""
        columns, at = [], 0
        for kind in TYPES:
            column = array(kind)
            size = int.from_bytes(data[at:at + 8], "little") * column.itemsize
            if at + 8 + size > len(data):
                raise ValueError("the book is cut off")
            column.frombytes(data[at + 8:at + 8 + size])
            columns.append(_little(column))
            at += 8 + size
        lengths = [len(column) for column in columns]
        if lengths[0] != lengths[1] or sum(columns[1]) != lengths[2] or len(set(lengths[2:])) > 1:
            raise ValueError("the columns of the book do not belong together")
        return cls(columns), data[at:]


def books_from(data: bytes) -> tuple[Book, Book]:
    """Two books, one behind the other."""
    first, rest = Book._begins(data)
    return first, Book.from_bytes(rest)


def _little(column: array[int]) -> array[int]:
    """A column as the file has it, or back."""
    if sys.byteorder == "little":
        return column
    swapped = column[:]
    swapped.byteswap()
    return swapped


class BookBuilder:
    """Collects what was played where."""

    def __init__(self) -> None:
        self.positions: dict[int, dict[int, list[Any]]] = {}        # key, code: games, shares, points

    def add(self, key: int, code: int, share: float, points: int) -> None:
        """A move that was played, and what came of it for the seat that played it."""
        entry = self.positions.setdefault(key, {}).setdefault(code, [0, 0.0, 0])
        entry[0] += 1
        entry[1] += share
        entry[2] += points

    def add_game(self, record: Record, *, opening: bool = False) -> None:
        """Every decision of a game, or those of its opening `in_order`; a position that comes again counts once."""
        steps = opening_choices(record) if opening else choices(record)
        last = record.replay()
        shares, scores = last.shares, last.scores
        for key, (seat, code) in dict(steps).items():
            self.add(key, code, shares[seat], scores[seat]["total"])

    def add_book(self, book: Book) -> None:
        """All that another book knows; it has left out the positions that few of its games
        reached."""
        for place, key in enumerate(book.keys):
            moves = self.positions.setdefault(key, {})
            for row in range(book.starts[place], book.starts[place + 1]):
                entry = moves.setdefault(book.codes[row], [0, 0.0, 0])
                entry[0] += book.games[row]
                entry[1] += book.shares[row] / SHARE_UNITS
                entry[2] += book.points[row]

    def book(self, least: int = LEAST) -> Book:
        """The book of the positions that at least `least` games reached."""
        kept = {
            key: moves for key, moves in sorted(self.positions.items())
            if sum(games for games, *_ in moves.values()) >= least}
        entries = [(code, *entry) for moves in kept.values() for code, entry in sorted(moves.items())]
        return Book((
            array("Q", kept), array("B", [len(moves) for moves in kept.values()]),
            array("I", [code for code, *_ in entries]), array("H", [games for _, games, _, _ in entries]),
            array("I", [round(shares * SHARE_UNITS) for _, _, shares, _ in entries]),
            array("I", [points for *_, points in entries])))


def choices(record: Record) -> Iterable[tuple[int, tuple[int, int]]]:
    """Of a game: the keys of the positions in which a seat had a choice, with seat and move.

    >>> from hansa.record import play_random
    >>> record = play_random({"board": "hansa-23", "players": 2}, seed=1, limit=3)
    >>> [seat for key, (seat, code) in choices(record)]
    [0, 0, 1]
    """
    state = record.start()
    game, position = GAMES[state.game], state.position
    for text in record.moves:
        mover, _, words = text.partition(" ")
        code = game.parse(position, words)
        if mover != "*" and position.only_move() is None:
            yield position.key(), (int(mover), code)
        state.play(words)


def opening_choices(record: Record) -> Iterable[tuple[int, tuple[int, int]]]:
    """The first choices of a game, by the keys of positions whose markers are in order."""
    found = 0
    for _, state, move in record.steps():
        if move is not None and isinstance(state.to_move, int) and state.forced is None:
            yield in_order(state).key, (state.to_move, move.code)
            found += 1
            if found == OPENING:
                return


def in_order(state: State) -> State:
    """The position with the markers on its routes in alphabetical order, so that their order tells no openings apart.

    >>> from hansa import State
    >>> first, second = (State.new(board="hansa-23", players=2, seed=seed) for seed in (1, 4))
    >>> first.key == second.key, in_order(first).key == in_order(second).key
    (False, True)
    >>> chance = State.new(game="hansa2004", players=2, seed=1)
    >>> in_order(chance) == chance
    True
    """
    data = state.to_json()
    marked = [name for name, route in data.get("routes", {}).items() if route.get("marker")]
    markers = sorted(data["routes"][name]["marker"] for name in marked)
    if not marked or markers == [data["routes"][name]["marker"] for name in marked]:
        return state
    for name, marker in zip(marked, markers, strict=True):
        data["routes"][name]["marker"] = marker
    return State.from_json(data)
