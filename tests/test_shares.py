"""Intervals of shares, worked out here once more by another way: with whole lists, and Student's t
from its integral."""

from __future__ import annotations

import math
import random
from statistics import NormalDist

import pytest

from hansa.tournaments.shares import ShareInterval, share_interval
from hansa.tournaments.student import cumulative, quantile

Blocks = list[list[list[float]]]


def sample(seed: int, count: int, *, players: int = 4) -> Blocks:
    """Blocks of games in which this bot had one seat, better in some blocks than in others."""
    rng = random.Random(seed)
    chances = [rng.choice((0.1, 0.3, 0.8)) for _ in range(count)]
    return [[[float(rng.random() < chance)] for _ in range(players)] for chance in chances]


def clustered(groups: list[list[float]], mean: float) -> float:
    """The variance of a mean of all values, if groups are independent of each other, with Bessel's
    correction."""
    total = sum(len(group) for group in groups)
    squares = 0.0
    for group in groups:
        squares += sum(value - mean for value in group) ** 2
    return squares * len(groups) / (len(groups) - 1) / total / total


def wilson(blocks: Blocks) -> tuple[float, float]:
    """Wilson's interval for as many independent games as vary as much as these do."""
    by_game = [game for block in blocks for game in block]
    by_block = [[seat for game in block for seat in game] for block in blocks]
    seats = [seat for game in by_game for seat in game]
    share = sum(seats) / len(seats)
    alone, together = clustered(by_game, share), clustered(by_block, share)
    degrees = len(blocks) + 5
    mixed = (together * (len(blocks) - 1) + alone * 6) / degrees
    variance = mixed if mixed > alone else alone
    number = share * (1 - share) / variance
    t = t_quantile(0.975, degrees)
    # The ends are the two chances p for which (share - p)^2 = t^2 p (1 - p) / number.
    a, b, c = 1 + t * t / number, -(2 * share + t * t / number), share * share
    root = math.sqrt(b * b - 4 * a * c)
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def t_density(x: float, degrees: float) -> float:
    scale = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)) / math.sqrt(degrees * math.pi)
    return scale * math.pow(1 + x * x / degrees, -(degrees + 1) / 2)


def t_cumulative(x: float, degrees: float) -> float:
    """Half, and Simpson's rule from 0."""
    steps = 400
    width = x / steps
    weights = [1 if step in (0, steps) else 4 if step % 2 else 2 for step in range(steps + 1)]
    return 0.5 + width / 3 * sum(weight * t_density(step * width, degrees) for step, weight in enumerate(weights))


def t_quantile(chance: float, degrees: float) -> float:
    low, high = 0.0, 50.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if t_cumulative(middle, degrees) < chance else (low, middle)
    return low


@pytest.mark.parametrize("count", [3, 5, 12, 40])
@pytest.mark.parametrize("seed", [1, 2])
def test_an_interval_is_wilsons_for_as_many_games_as_vary_as_much(seed: int, count: int) -> None:
    blocks = sample(seed, count)
    found = share_interval(blocks)
    assert found is not None and (found.low, found.high) == pytest.approx(wilson(blocks), abs=1e-6)
    assert found.half == pytest.approx((found.high - found.low) / 2, abs=1e-11)


def test_blocks_of_several_seats_and_sizes_count_by_seat() -> None:
    blocks = [[[1.0, 0.0], [0.5]], [[0.0, 0.0]], [[1.0], [1.0, 0.0], [0.0]], [[0.5, 0.5]]]
    found = share_interval(blocks)
    assert found is not None and (found.low, found.high) == pytest.approx(wilson(blocks), abs=1e-6)


def test_blocks_that_are_all_alike_count_as_one_game_each() -> None:
    """Wilson's interval of none, or all, of as many games as there are blocks."""
    t = t_quantile(0.975, 15)
    far = t * t / 10 / (1 + t * t / 10)
    for value, ends in ((0.0, (0.0, far)), (1.0, (1 - far, 1.0))):
        found = share_interval([[[value]] * 4] * 10)
        assert found is not None and (found.low, found.high) == pytest.approx(ends)


def test_there_is_none_from_two_blocks_and_one_from_three() -> None:
    assert share_interval(sample(1, 2)) is None and share_interval(sample(1, 3)) is not None
    assert ShareInterval(0.25, 0.75).half == 0.25


@pytest.mark.parametrize("degrees", [1.0, 2.0, 2.5, 7.0, 30.0, 200.0])
@pytest.mark.parametrize("chance", [0.6, 0.9, 0.975, 0.995])
def test_students_t_is_its_integral(chance: float, degrees: float) -> None:
    value = quantile(chance, degrees)
    assert cumulative(value, degrees) == pytest.approx(chance, abs=1e-6)
    assert t_cumulative(value, degrees) == pytest.approx(chance, abs=1e-4 if degrees == 1 else 1e-6)
    assert cumulative(-value, degrees) == pytest.approx(1 - chance, abs=1e-6)


def test_students_t_with_endless_degrees_is_the_normal_distribution() -> None:
    assert quantile(0.975, math.inf) == pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-6)
    assert cumulative(1.0, math.inf) == pytest.approx(NormalDist().cdf(1.0), abs=1e-6)
