"""Positions in plain text: what `str(state)` is. Here is what the games share; each has a file."""

from __future__ import annotations

from collections.abc import Iterator

from hansa.views import StateJson


def mover_name(to_move: int | str | None) -> str:
    """Who is to move: `seat 2`, `chance`, or `nobody` once the game is over."""
    if to_move is None:
        return "nobody"
    return "chance" if to_move == "*" else f"seat {to_move}"


def result_table(result: StateJson) -> Iterator[str]:
    """The final table: why the game ended, then rank, total and categories of each seat."""
    yield f"game over: {result['reason']}"
    categories = [name for name in result["scores"][0] if name != "total"]
    yield "seat rank total  " + " ".join(categories)
    for seat, (score, rank) in enumerate(zip(result["scores"], result["ranks"], strict=True)):
        points = " ".join(str(score[name]).rjust(len(name)) for name in categories)
        yield f"{seat:>4} {rank:>4} {score['total']:>5}  {points}"
