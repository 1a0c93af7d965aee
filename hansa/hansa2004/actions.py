"""Action numbers: texts of moves to small dense numbers and back (MOVES.md, section 11), for
learners.

>>> actions = Actions()
>>> actions.count, actions.number("buy red2"), actions.text(0)
(130, 41, 'reveal red1')
"""

from __future__ import annotations

from hansa.errors import NoAction, Unreadable
from hansa.hansa2004.board import tables
from hansa.hansa2004.move_texts import parse, text_of
from hansa.suggestions import shown

__all__ = ["Actions", "NoAction"]

VERSION = 1     # of the numbering and of the observations


class Actions:
    """The numbers of all moves. They mean the same to every seat, with any number of players.

    >>> actions = Actions()
    >>> actions.text(actions.number("sail STO")), actions.count
    ('sail STO', 130)
    """

    def __init__(self) -> None:
        self._tables = tables()

    @property
    def count(self) -> int:
        """Numbers go from 0 to one less than this."""
        return self._tables.action_count

    def number(self, text: str) -> int:
        """The number of a move, legal or not; `NoAction` for a text that is not a move."""
        try:
            return self._tables.action_of(parse(text))
        except (Unreadable, ValueError) as error:
            raise NoAction(f"{shown(text)} has no action number: {error}") from error

    def text(self, number: int) -> str:
        """The move that a number means; `NoAction` where it means none."""
        try:
            return text_of(self._tables.move_of(number))
        except ValueError as error:
            raise NoAction(str(error)) from error
