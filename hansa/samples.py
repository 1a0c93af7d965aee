"""Samples of a move's value: how sure a search is of what it says.

>>> Sample(4, (2.0,), (1.5,)).means, round(Sample(4, (2.0,), (1.5,)).errors[0], 3)
((0.5,), 0.204)
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine_c.search.search import Search

NOTHING_KNOWN = 0.5         # the standard error of a share that was seen once


@dataclass(frozen=True)
class Sample:
    """The values of the simulations through a move: count, and by seat their sums and squares."""

    count: int
    sums: tuple[float, ...]
    squares: tuple[float, ...]

    @property
    def means(self) -> tuple[float, ...]:
        """Of each seat; empty without any simulation."""
        return tuple(total / self.count for total in self.sums) if self.count else ()

    @property
    def errors(self) -> tuple[float, ...]:
        """The standard error of each mean, as if simulations were independent of one another."""
        if self.count < 2:
            return (NOTHING_KNOWN,) * len(self.sums)
        return tuple(
            math.sqrt(max(0.0, square / self.count - mean * mean) / (self.count - 1))
            for square, mean in zip(self.squares, self.means, strict=True)
        )


def samples_of(search: Search) -> dict[int, Sample]:
    """Of each move, by its code: what a search has sampled since the position was set."""
    return {
        move: Sample(count, tuple(sums), tuple(squares))
        for (move, *_), (count, sums, squares) in zip(search.edges(), search.samples(), strict=True)
    }
