"""What the library asks of a game, and the games there are.

`State`, records, the protocol and the commands are written against `Game`; what a board or a move is only the game
knows. Compare `engine_c/game.pxd`, the same line drawn in C.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from engine_c.position import Position
from hansa.catalogue import BoardEntry, closest, shown
from hansa.errors import SetupError, StateError
from hansa.teutonica.game import Teutonica


class Game(Protocol):
    """One game's adapter between positions (numbers) and people (texts, JSON, drawings)."""

    @property
    def name(self) -> str: ...
    def entries(self) -> tuple[BoardEntry, ...]: ...
    def start(self, setup: object, seed: int | None) -> tuple[Position, dict[str, Any]]: ...
    def read(self, state: object) -> Position: ...
    def write(self, position: Position, seat: int | None = None) -> dict[str, Any]: ...
    def view(self, position: Position, seat: int) -> Position: ...
    def text(self, position: Position, move: int) -> str: ...
    def parse(self, position: Position, text: str) -> int: ...
    def reason(self, position: Position, text: str) -> str: ...
    def kind(self, move: int) -> str: ...
    def draw(self, position: Position) -> str: ...
    def seats(self, position: Position) -> int: ...
    def turn(self, position: Position) -> int: ...
    def phase(self, position: Position) -> str: ...
    def result(self, position: Position) -> dict[str, Any]: ...
    def cut_off(self, position: Position) -> None: ...


GAMES: Mapping[str, Game] = {"teutonica": Teutonica()}


def board_entries() -> tuple[BoardEntry, ...]:
    """Every board of every game.

    >>> [entry.name for entry in board_entries() if 3 in entry.players]
    ['hansa-23', 'east', 'britannia-3']
    """
    return tuple(entry for game in GAMES.values() for entry in game.entries())


def game_of_setup(setup: object) -> Game:
    """The game a setup names; Hansa Teutonica where it names none."""
    name = _name_of(setup)
    if name not in GAMES:
        raise SetupError(f"unknown game {shown(name)}{closest(name, list(GAMES))}")
    return GAMES[name]


def game_of_state(state: object) -> Game:
    """The game a state names; Hansa Teutonica where it names none."""
    name = _name_of(state)
    if name not in GAMES:
        raise StateError([f"unknown game {shown(name)}{closest(name, list(GAMES))}"])
    return GAMES[name]


def _name_of(data: object) -> str:
    name = data.get("game", "teutonica") if isinstance(data, Mapping) else "teutonica"
    return name if isinstance(name, str) else repr(name)
