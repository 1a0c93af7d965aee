"""Three rounds before the first turn: two booths in a city [H11]."""

from __future__ import annotations

from .position import BOOTHS, Position
from .turns import begin_turn

ROUNDS = 3
BOOTHS_A_ROUND = 2


def found_moves(position: Position) -> list[str]:
    """Any city but the ship's first one and those of one's own rounds before [H11]."""
    return [
        f"found {code}"
        for code, city in position.cities.items()
        if code != position.board.start and not city.booths[position.turn]
    ]


def found(position: Position, city: str) -> None:
    """`found CITY`: then the next seat; after the last round the first turn begins [H11]."""
    position.move_booths(position.turn, city, BOOTHS_A_ROUND)
    position.turn = position.seats_from(position.turn)[1]
    if all(desk.booths == BOOTHS - ROUNDS * BOOTHS_A_ROUND for desk in position.desks):
        begin_turn(position)
