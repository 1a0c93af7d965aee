"""Boards to play on: the choices a board offers, and a board with a number of players."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import NamedTuple

from hansa.json_lines import Json


@dataclass(frozen=True)
class BoardEntry:
    """A board and what can be played on it; modules are those for its largest number of players."""

    name: str
    game: str
    title: str
    players: tuple[int, ...]
    editions: tuple[str, ...]
    modules: tuple[str, ...]

    def to_json(self) -> Json:
        """The entry as `hello` shows it."""
        return asdict(self)


class BoardSetup(NamedTuple):
    """A board and a number of players: what a net is trained for, and what statistics are counted
    for.

    >>> str(BoardSetup("hansa-45", 4)), BoardSetup("east", 3).folder
    ('hansa-45/4', 'east-3')
    """

    board: str
    players: int

    def __str__(self) -> str:
        return f"{self.board}/{self.players}"

    @property
    def folder(self) -> str:
        """The name of its folder in a training run."""
        return f"{self.board}-{self.players}"
