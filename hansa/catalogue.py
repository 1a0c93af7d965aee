"""What there is to play, as values: every game's boards with their numbers of players, editions and modules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any

from hansa.boards import board
from hansa.errors import SetupError
from hansa.games import GAMES
from hansa.teutonica.names import EDITIONS, MODULES
from hansa.teutonica.setup import read_setup


@dataclass(frozen=True)
class BoardEntry:
    """A board and what may be played on it; the modules are those for its largest number of players."""

    name: str
    game: str
    title: str
    players: tuple[int, ...]
    editions: tuple[str, ...]
    modules: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The entry as `hello` shows it."""
        return asdict(self)


@cache
def board_entries() -> tuple[BoardEntry, ...]:
    """Every board, in the order of its game.

    >>> [entry.name for entry in board_entries() if 3 in entry.players]
    ['hansa-23', 'east', 'britannia-3']
    """
    return tuple(
        BoardEntry(name, game.name, board(name).title, board(name).players, EDITIONS, _modules_on(name))
        for game in GAMES.values()
        for name in game.boards
    )


def closest(word: str, known: Sequence[str]) -> str:
    """What to add to a message about an unknown word: `; did you mean 'east'?`, or all that is known."""
    near = get_close_matches(word[:100], known, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(known)}"


def _modules_on(name: str) -> tuple[str, ...]:
    """Asked of the setup itself, so that T100 is written once."""
    return tuple(module for module in MODULES if _fits(name, module))


def _fits(name: str, module: str) -> bool:
    try:
        read_setup({"board": name, "players": max(board(name).players), "modules": [module]})
    except SetupError:
        return False
    return True
