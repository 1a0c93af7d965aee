"""Games taught by doing: short lessons, each a position, tasks in words, and what is right about a move and why.

The lessons of a game are data (`teutonica.py`, `hansa2004.py`); whoever shows them, page or terminal,
needs three calls:

>>> first = lessons("teutonica")[0]
>>> first.title, first.at([]).task.asks[:15]
('Place a piece', 'Place a trader ')
>>> progress = first.at(["place t GOT-QUE"])
>>> progress.said.right, progress.done, len(progress.state.legal_moves) > 10
(True, ('place t GOT-QUE',), True)
"""

from __future__ import annotations

from hansa.errors import HansaError
from hansa.lessons.hansa2004 import HANSA2004
from hansa.lessons.lesson import Answer, Lesson, Progress, Start, Task
from hansa.lessons.teutonica import TEUTONICA

__all__ = ["Answer", "Lesson", "NoSuchLesson", "Progress", "Start", "Task", "lessons"]

LESSONS = {"teutonica": TEUTONICA, "hansa2004": HANSA2004}


class NoSuchLesson(HansaError):
    """A game or a lesson that there is not."""

    code = "bad-request"


def lessons(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order in which they are taken.

    >>> len(lessons("hansa2004")) > 5
    True
    """
    if game not in LESSONS:
        raise NoSuchLesson(f"there are no lessons for {game[:40]!r}; there are for {' and '.join(LESSONS)}")
    return LESSONS[game]
