"""From a complete setup to the first position [H1 H2 H3]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from .board import Kind, load_board
from .position import City, Desk, Position


def first_position(setup: Mapping[str, Any]) -> Position:
    """The start of the game that the setup describes."""
    board = load_board()
    players: int = setup["players"]
    if players not in board.players or setup["warehouses"].keys() != board.warehouses.keys():
        raise ValueError(f"no such game: {dict(setup)}")
    goods = {city: Counter(map(board.kind, texts)) for city, texts in setup["warehouses"].items()}
    face_up = sum(goods.values(), Counter[Kind]())
    supply = board.markers(players)
    if any(goods[city].total() != spaces for city, spaces in board.warehouses.items()) or not face_up <= supply:
        # [H1 H2]
        raise ValueError(f"these markers cannot lie in the warehouses: {setup['warehouses']}")
    return Position(
        board=board,
        desks=[Desk() for _ in range(players)],
        cities={city: City(goods[city], [0] * players) for city in board.cities},
        supply=supply - face_up,
        ship=board.start,
    )
