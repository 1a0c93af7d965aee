"""What there is to play on: a board and what may be chosen with it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class BoardEntry:
    """A board and what can be played on it; modules are those for its largest number of players."""

    name: str
    game: str
    title: str
    players: tuple[int, ...]
    editions: tuple[str, ...]
    modules: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The entry as `hello` shows it."""
        return asdict(self)
