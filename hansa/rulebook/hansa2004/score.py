"""Points, ranks and shares [H52 H53 D20]."""

from __future__ import annotations

from typing import Any

from .position import BOOTHS, Position


def points(position: Position, seat: int) -> dict[str, int]:
    """The points of a seat as the position stands [H52]."""
    desk = position.desks[seat]
    cities = 0
    for standing in position.booths.values():
        if seat in standing:
            cities += 4 if set(standing) == {seat} else 2
    parts = {"unsold": len(desk.unsold), "sold": sum(1 + int(goods[-1]) for goods in desk.sold), "cities": cities}
    return {"total": sum(parts.values()), **parts}


def result(position: Position) -> dict[str, Any]:
    """The final table; ties go to the most booths on the board [H53]."""
    scores = [points(position, seat) for seat in range(position.players)]
    strength = [(score["total"], BOOTHS - position.booths_left(seat)) for seat, score in enumerate(scores)]
    ranks = [1 + sum(1 for other in strength if other > own) for own in strength]
    winners = ranks.count(1)
    return {
        "reason": position.reason,
        "scores": scores,
        "ranks": ranks,
        "shares": [1 / winners if rank == 1 else 0.0 for rank in ranks],
    }
