"""Games taught by doing: short lessons, each a position, tasks in words, and what is right about a
move and why.

The lessons of a game are data (a module of this package, named by the game's `Views`). The page
and the terminal show them with two calls:

>>> first = lessons("teutonica")[0]
>>> first.title, first.at([]).task.asks[:15]
('Place a piece', 'Place a trader ')
>>> progress = first.at(["place t GOT-QUE"])
>>> progress.said.right, progress.done, len(progress.state.legal_moves) > 10
(True, ('place t GOT-QUE',), True)
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from hansa.errors import HansaError
from hansa.games import GAMES
from hansa.lessons.lesson import Answer, Lesson, LessonProgress, Start, Task
from hansa.phrases import NOTHING, Phrase

__all__ = ["Answer", "Lesson", "LessonProgress", "NoSuchLesson", "Start", "Task", "lessons", "principle"]


class NoSuchLesson(HansaError):
    """A game or a lesson that there is not."""

    code = "bad-request"


def lessons(game: str) -> Sequence[Lesson]:
    """The lessons of a game, in the order in which they are taken.

    >>> len(lessons("hansa2004")) > 5
    True
    """
    found = GAMES[game].views.lessons if game in GAMES else ()
    if not found:
        taught = [name for name in GAMES if GAMES[name].views.lessons]
        raise NoSuchLesson(f"there are no lessons for {game[:40]!r}; there are for {' and '.join(taught)}")
    return found


def principle(game: str, move: str) -> Phrase:
    """What moves of this kind are good for, in a sentence; empty if nothing general can be said.

    >>> principle("teutonica", "claim GOT-QUE develop actions")[:32]
    'Another action each turn pays fr'
    >>> principle("hansa2004", "sail LUB"), principle("hansa2004", "xyzzy")
    ('The ship brings you to where your action is worth most [H31, H32].', '')
    """
    known = GAMES[game].views.principles
    return next((words for pattern, words in known.items() if fnmatchcase(move, pattern)), NOTHING)
