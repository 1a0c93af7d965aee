"""A sequential test: which of two hypotheses explains the numbers of a growing list of blocks, as
soon as that is clear.

Each number is how often A finished before B in one block. The generalised likelihood ratio compares
how well the two hypotheses explain them, each with the spread that suits it best; when its
logarithm leaves the interval between `lower` and `upper` the test ends, wrong with at most the
stated rates (Wald's bounds).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hansa.errors import HansaError
from hansa.json_lines import Json
from hansa.tournaments.ratings import ELO
from hansa.tournaments.student import quantile

__all__ = ["Hypotheses", "HypothesesError", "SprtStatus", "difference", "expected", "status_of"]

FEWEST_BLOCKS = 8           # before the spread of the numbers is known well enough
FEWEST_FOR_INTERVAL = 5
SPREAD_FLOOR = 1e-4  # of a block's number: blocks that are all alike must not make anybody certain


class HypothesesError(HansaError):
    """Raised for hypotheses that contradict each other.

    >>> Hypotheses(elo0=10, elo1=0)
    Traceback (most recent call last):
        ...
    hansa.tournaments.sprt.HypothesesError: elo0 must be below elo1, and both within 2000; they are 10 and 0
    """

    code = "bad-tournament"


@dataclass(frozen=True)
class Hypotheses:
    """Two hypotheses, as differences in Elo, and the accepted error rates.

    >>> question = Hypotheses(elo0=0, elo1=20)
    >>> round(question.lower, 3), round(question.upper, 3)
    (-2.944, 2.944)
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05     # says "A is stronger by elo1" though it is elo0
    beta: float = 0.05      # says "only elo0" though it is elo1

    def __post_init__(self) -> None:
        if not -2000 <= self.elo0 < self.elo1 <= 2000:
            raise HypothesesError(f"elo0 must be below elo1, and both within 2000; they are {self.elo0:g} and {self.elo1:g}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise HypothesesError(f"{name} must be between 0 and 0.5, not {getattr(self, name):g}")

    @property
    def lower(self) -> float:
        """Below it `elo0` is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Above it `elo1` is accepted."""
        return math.log((1 - self.beta) / self.alpha)


def expected(elo: float) -> float:
    """The expected score of a player who is stronger by this many Elo.

    >>> round(expected(0), 3), round(expected(400), 3)
    (0.5, 0.909)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def difference(score: float) -> float:
    """The inverse of `expected`, finite.

    >>> round(difference(expected(120)))
    120
    """
    score = min(max(score, 1e-3), 1 - 1e-3)
    return 400 * math.log10(score / (1 - score))


@dataclass(frozen=True)
class SprtStatus:
    """The status of a test after some blocks. `accepted` is "elo0", "elo1", or None while the test
    is undecided.

    >>> found = status_of(Hypotheses(), [0.5] * 4)
    >>> found.accepted, found.blocks, found.to_json()["elo"]
    (None, 4, 0.0)
    """

    blocks: int
    ratio: float
    lower: float
    upper: float
    score: float
    elo: float
    plus_minus: float
    accepted: str | None

    def to_json(self) -> Json:
        """The status as JSON; an unknown interval is null."""
        return {name: None if isinstance(value, float) and not math.isfinite(value) else value
                for name, value in vars(self).items()}


def status_of(test: Hypotheses, scores: Sequence[float]) -> SprtStatus:
    """Runs the test over the scores of blocks. The first crossing of a bound decides it.

    >>> status_of(Hypotheses(elo0=0, elo1=50), [0.75, 0.5, 1.0, 0.75] * 10).accepted
    'elo1'
    """
    numbers = np.asarray(scores, dtype=float)
    counts = np.arange(1, len(numbers) + 1)
    means = np.cumsum(numbers) / counts
    spreads = np.maximum(np.cumsum(numbers**2) / counts - means**2, SPREAD_FLOOR)
    distances = [(means - expected(elo)) ** 2 for elo in (test.elo0, test.elo1)]
    ratios = counts / 2 * (np.log(spreads + distances[0]) - np.log(spreads + distances[1]))
    ratios[: FEWEST_BLOCKS - 1] = 0.0
    crossed = np.flatnonzero((ratios <= test.lower) | (ratios >= test.upper))
    used = int(crossed[0]) + 1 if len(crossed) else len(numbers)
    if not used:
        return SprtStatus(0, 0.0, test.lower, test.upper, 0.5, 0.0, math.inf, None)
    ratio, score = float(ratios[used - 1]), float(means[used - 1])
    accepted = ("elo1" if ratio > 0 else "elo0") if len(crossed) else None
    return SprtStatus(
        used, ratio, test.lower, test.upper, score, difference(score), half_interval(numbers[:used]), accepted)


def half_interval(scores: NDArray[np.float64]) -> float:
    """Half of the 95 % interval of the difference in Elo; infinite with few blocks, or where they
    are all alike.

    >>> half_interval(np.array([0.5, 0.75, 0.5, 0.25])), round(half_interval(np.array([0.5, 0.75, 0.5, 0.25] * 4)))
    (inf, 68)
    """
    count, score = len(scores), float(scores.mean())
    if count < FEWEST_FOR_INTERVAL or scores.min() == scores.max():
        return math.inf
    error = float(scores.std(ddof=1)) / math.sqrt(count)
    return quantile(0.975, count - 1) * error * ELO / (score * (1 - score))
