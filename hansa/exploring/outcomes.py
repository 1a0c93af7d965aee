"""What became of games in which something happened: wins and points, with intervals.

>>> outcome = Outcome()
>>> for share, margin in ((1.0, 6.0), (0.0, -2.0), (0.0, -1.0), (1.0, 3.0)):
...     outcome.add(share, margin)
>>> outcome.games, outcome.share, [round(edge, 2) for edge in outcome.share_interval], outcome.margin
(4, 0.5, [0.15, 0.85], 1.5)
>>> Outcome.from_json(outcome.to_json()) == outcome
True
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

__all__ = ["Mean", "Outcome", "wilson"]

Z = 1.96        # standard errors on each side of a 95 % interval


@dataclass
class Outcome:
    """Of some seats: how many there were, their shares of the win (D20), and by how much they led in points.

    A seat's *margin* is its points less the mean of the other seats at the end of the game.
    """

    games: int = 0
    shares: float = 0.0
    margins: float = 0.0
    squares: float = 0.0        # of the margins

    def add(self, share: float, margin: float) -> None:
        """One more seat."""
        self.games += 1
        self.shares += share
        self.margins += margin
        self.squares += margin * margin

    @property
    def share(self) -> float:
        """The mean share of the win; 0 where nothing is known."""
        return self.shares / self.games if self.games else 0.0

    @property
    def share_interval(self) -> tuple[float, float]:
        """Where the true share lies, 19 times of 20, if seats were independent of one another."""
        return wilson(self.shares, self.games)

    @property
    def margin(self) -> float:
        """The mean margin."""
        return self.margins / self.games if self.games else 0.0

    @property
    def margin_error(self) -> float | None:
        """Half of a 95 % interval of the mean margin; None where one game cannot tell."""
        if self.games < 2:
            return None
        spread = max(0.0, self.squares / self.games - self.margin**2)
        return Z * math.sqrt(spread / (self.games - 1))

    def __iadd__(self, other: Outcome) -> Outcome:
        """Those of both."""
        self.games += other.games
        self.shares += other.shares
        self.margins += other.margins
        self.squares += other.squares
        return self

    def to_json(self) -> list[float]:
        """In short."""
        return [self.games, round(self.shares, 4), round(self.margins, 4), round(self.squares, 4)]

    @classmethod
    def from_json(cls, data: Any) -> Outcome:
        """What `to_json` wrote."""
        games, shares, margins, squares = data
        return cls(int(games), float(shares), float(margins), float(squares))


@dataclass
class Mean:
    """A mean that is still growing.

    >>> mean = Mean()
    >>> for value in (1.0, 2.0, 3.0):
    ...     mean.add(value)
    >>> mean.value, round(mean.error, 2), Mean(*mean.to_json()) == mean
    (2.0, 1.13, True)
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """One more value."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def value(self) -> float:
        """The mean; 0 where nothing is known."""
        return self.total / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """Half of a 95 % interval; infinite where one value cannot tell."""
        if self.count < 2:
            return math.inf
        return Z * math.sqrt(max(0.0, self.squares / self.count - self.value**2) / (self.count - 1))

    def __iadd__(self, other: Mean) -> Mean:
        """The values of both."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        return self

    def to_json(self) -> list[float]:
        """In short."""
        return [self.count, round(self.total, 4), round(self.squares, 6)]


def wilson(count: float, whole: int, z: float = Z) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; of shared wins a part may be counted.

    >>> [round(edge, 3) for edge in wilson(5, 10)], wilson(0, 0)
    ([0.237, 0.763], (0.0, 1.0))
    """
    if not whole:
        return 0.0, 1.0
    middle = (count + z * z / 2) / (whole + z * z)
    half = z / (whole + z * z) * math.sqrt(max(0.0, count * (whole - count) / whole) + z * z / 4)
    return max(0.0, middle - half), min(1.0, middle + half)
