from collections.abc import Collection

from engine_c.mind import Mind
from engine_c.position import Position
from engine_c.search.door import TreeDoor
from engine_c.search.options import SearchOptions

def needed_visits(most: int, lines: int) -> int: ...

class Search(TreeDoor):
    def __init__(self, mind: Mind, options: SearchOptions | None = None, *, seed: int = 0) -> None: ...
    def begin(self, position: Position, seat: int, *, lines: int = 1, moves: Collection[int] = ()) -> None: ...
