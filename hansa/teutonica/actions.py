"""Action numbers: texts of moves to small dense numbers and back (MOVES.md, section 11), for
learners.

>>> actions = Actions("hansa-45", 4)
>>> actions.count, actions.number("end")
(6202, 7)
>>> actions.number("displace 3t BRE-HAM with t pay t", seat=2) == actions.number("displace 1t BRE-HAM with t pay t", seat=0)
True
>>> actions.text(actions.number("displace 3t BRE-HAM with t pay t", seat=2), seat=2)
'displace 3t BRE-HAM with t pay t'
"""

from __future__ import annotations

from hansa.errors import NoAction, Unreadable
from hansa.suggestions import shown
from hansa.teutonica.move_texts import move_texts
from hansa.teutonica.setup import read_setup
from hansa.teutonica.tables import tables

__all__ = ["Actions", "NoAction"]

VERSION = 1     # of the numbering and of the observations


class Actions:
    """The numbers of a board's moves, for `players` players. A number means the same to every seat.

    >>> actions = Actions("east", 3)
    >>> actions.text(actions.number("place t DAN-MAL")), actions.count > 5000
    ('place t DAN-MAL', True)
    """

    def __init__(self, board: str, players: int) -> None:
        read_setup({"board": board, "players": players})        # refuses what is not played
        self._texts = move_texts(board, players)
        self._tables = tables(board)
        self.board = board
        self.players = players

    @property
    def count(self) -> int:
        """Numbers go from 0 to one less than this; it depends on the board alone."""
        return self._tables.action_count

    def number(self, text: str, seat: int = 0) -> int:
        """The number of a move, legal or not, of this seat; `NoAction` for what cannot be a
        move."""
        try:
            return self._tables.action_of(self._texts.parse(text), self.players, seat)
        except (Unreadable, ValueError) as error:
            raise NoAction(f"{shown(text)} has no action number: {error}") from error

    def text(self, number: int, seat: int = 0) -> str:
        """The move that a number means when this seat decides; `NoAction` where it means none."""
        try:
            return self._texts.text(self._tables.move_of(number, self.players, seat))
        except ValueError as error:
            raise NoAction(str(error)) from error
