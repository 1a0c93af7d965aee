"""Student's t distribution, for intervals from few blocks: its distribution function and quantiles,
without scipy.

>>> round(quantile(0.975, 4), 3), round(quantile(0.975, 1e6), 3)     # 1.96 only holds for very many blocks
(2.776, 1.96)
"""

from __future__ import annotations

import math
from functools import lru_cache

# of the continued fraction; it converges in about the root of the degrees of freedom
FRACTION_STEPS = 400
TINY = 1e-300
NEARLY_NORMAL = 1e5  # degrees of freedom from which the normal distribution is exact to six digits


def cumulative(t: float, degrees: float) -> float:
    """The probability of a value below `t`.

    >>> cumulative(0.0, 3), round(cumulative(2.776445, 4), 4), round(cumulative(-1.96, 1e9), 3)
    (0.5, 0.975, 0.025)
    """
    if degrees > NEARLY_NORMAL:
        return 0.5 * (1 + math.erf(t / math.sqrt(2)))
    tail = 0.5 * _incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t))
    return tail if t < 0 else 1 - tail


@lru_cache(maxsize=4096)
def quantile(probability: float, degrees: float) -> float:
    """The value below which a `t` lies with this probability, from 0.5 on.

    >>> round(quantile(0.975, 2.5), 3), round(cumulative(quantile(0.9, 7), 7), 9)
    (3.575, 0.9)
    """
    low, high = 0.0, 1.0
    while cumulative(high, degrees) < probability:
        low, high = high, 2 * high
    while high - low > 1e-10 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if cumulative(middle, degrees) < probability else (low, middle)
    return high


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularized incomplete beta function I_x(a, b)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):       # the fraction converges fast below the mean only
        return 1 - _incomplete_beta(b, a, 1 - x)
    factor = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    return factor * _fraction(a, b, x) / a


def _fraction(a: float, b: float, x: float) -> float:
    """Lentz's method for the continued fraction of the incomplete beta function."""
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for step in range(1, FRACTION_STEPS):
        for numerator in (
            step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step)),
            -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1)),
        ):
            d = 1 / ((1 + numerator * d) or TINY)
            c = (1 + numerator / c) or TINY
            value *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return value
