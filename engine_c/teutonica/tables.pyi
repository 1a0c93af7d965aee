from typing import Any

COLOURS: tuple[str, ...]
COUNTRY_NAMES: tuple[str, ...]
KIND_NAMES: tuple[str, ...]
PERMANENT_NAMES: tuple[str, ...]
TRACK_NAMES: tuple[str, ...]

class BoardTables:
    name: str
    def __init__(self, data: dict[str, Any], missions: list[list[str]]) -> None: ...
    @property
    def action_count(self) -> int: ...
    def action_of(self, move: int, players: int, mover: int) -> int: ...
    def move_of(self, action: int, players: int, mover: int) -> int: ...
