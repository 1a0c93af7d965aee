"""Intervals of shares of the win, from blocks: Wilson's, which stay between 0 and 1 and never
shrink to nothing.

Games of one block share a setup, so they say less than as many games of their own, or (since the
seats rotate) a little more. What they say is put as a number of independent games that would vary
as much (Korn and Graubard 1998); Wilson's interval is taken for that many, with Student's t for the
number of blocks. How much blocks vary is itself uncertain with few of them, so it is averaged with
how much independent games would vary.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hansa.tournaments.student import quantile

FEWEST_BLOCKS = 3           # from two blocks an interval of a share would be as good as 0 to 1
ALONE_BLOCKS = 6            # as many blocks more say that games vary as if they were independent
ROUNDING = 1e-12


@dataclass(frozen=True)
class ShareInterval:
    """A 95 % interval of a share between 0 and 1.

    >>> ShareInterval(0.2, 0.3).half
    0.05
    """

    low: float
    high: float

    @property
    def half(self) -> float:
        """Half of its width."""
        return round((self.high - self.low) / 2, 12)


def share_interval(blocks: Sequence[Sequence[Sequence[float]]]) -> ShareInterval | None:
    """The interval of the mean share of all seats, from the shares by block, game and seat; None
    with too few blocks.

    >>> none_of_96 = share_interval([[[0.0]] * 4] * 24)
    >>> none_of_96.low, round(none_of_96.high, 2)
    (0.0, 0.15)
    >>> share_interval([[[0.5], [0.5]]] * 2)
    """
    count = len(blocks)
    if count < FEWEST_BLOCKS:
        return None
    games = [game for block in blocks for game in block]
    seats = sum(map(len, games))
    share = sum(map(sum, games)) / seats

    def variance(groups: Sequence[Sequence[float]]) -> float:
        """Of the share, if these groups of seats are independent of each other."""
        residuals = (sum(group) - share * len(group) for group in groups)
        return len(groups) / (len(groups) - 1) * sum(residual**2 for residual in residuals) / seats**2

    by_block = variance([[seat for game in block for seat in game] for block in blocks])
    by_game = variance(games)
    degrees = count - 1 + ALONE_BLOCKS
    mixed = max(by_game, ((count - 1) * by_block + ALONE_BLOCKS * by_game) / degrees)
    # Blocks that are all alike say as much as one game each, whatever they would say if their games
    # were independent.
    alone = share * (1 - share) / mixed if by_block > ROUNDING else count
    squared = quantile(0.975, degrees) ** 2 / alone
    middle = (share + squared / 2) / (1 + squared)
    half = math.sqrt(squared * share * (1 - share) + squared**2 / 4) / (1 + squared)
    return ShareInterval(max(0.0, middle - half), min(1.0, middle + half))
