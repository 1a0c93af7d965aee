"""The engine's tables of each board, made once."""

from __future__ import annotations

from functools import cache

from engine_c.teutonica.tables import BoardTables
from hansa.boards import modules, read_json


@cache
def tables(name: str) -> BoardTables:
    """The tables of a board by its name."""
    return BoardTables(read_json(name), modules()["missions"])
