"""The decisions of a game, for what plays games without a record."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine_c.position import Position


def decisions(position: Position, rng: random.Random, most_moves: int) -> Iterator[int]:
    """The seat to move, whenever it has a choice; the caller plays its move before asking for the
    next one.

    Moves of chance and forced moves are played here. The game ends by its rules, or after
    `most_moves` moves in all.
    """
    for _ in range(most_moves):
        mover, moves = position.to_move, position.moves()
        if mover is None:
            return
        if mover == "*":
            position.play(rng.choices(moves, position.chances())[0])
        elif len(moves) == 1:
            position.play(moves[0])
        else:
            assert isinstance(mover, int)
            yield mover
