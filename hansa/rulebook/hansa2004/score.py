"""The end: points, ranks and shares [H52 H53 D20]."""

from __future__ import annotations

from typing import Any

from .position import BOOTHS, Position


def scores(position: Position, seat: int) -> dict[str, int]:
    """The points of a seat [H52]."""
    desk = position.desks[seat]
    points = {"unsold": desk.unsold.total(), "sold": 0, "cities": 0}
    for kind, number in desk.sold.items():
        points["sold"] += number * (1 + kind.barrels)
    for city in position.cities.values():
        if city.booths[seat]:
            points["cities"] += 4 if city.booths[seat] == sum(city.booths) else 2
    return {"total": sum(points.values()), **points}


def result(position: Position) -> dict[str, Any]:
    """What a finished game was worth to each: most points, then most booths on the board [H53]."""
    points = [scores(position, seat) for seat in range(len(position.desks))]
    strengths = [
        (score["total"], BOOTHS - desk.booths) for score, desk in zip(points, position.desks, strict=True)
    ]
    ranks = [1 + sum(other > own for other in strengths) for own in strengths]
    return {
        "reason": position.reason,
        "scores": points,
        "ranks": ranks,
        "shares": [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks],
    }
