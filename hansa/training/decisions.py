"""The decisions of a game, for what plays games without a record."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from engine_c.position import Position


def decisions(
    position: Position, rng: random.Random, most_moves: int, forced: Callable[[int], None] = lambda move: None
) -> Iterator[int]:
    """The seat to move, whenever it has a choice; the caller plays its move before asking for the
    next one.

    Moves of chance and forced moves are played here, and `forced` is told them. The game ends by
    its rules, or after `most_moves` moves in all.
    """
    for _ in range(most_moves):
        mover, moves = position.to_move, position.moves()
        if mover is None:
            return
        if mover == "*":
            moves = rng.choices(moves, position.chances())
        if len(moves) == 1:
            position.play(moves[0])
            forced(moves[0])
        else:
            assert isinstance(mover, int)
            yield mover
