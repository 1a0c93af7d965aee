"""Ratings: those of `choix` where the models agree, and intervals that hold as often as they say."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from hansa.tournaments.ratings import ELO, Result, rate

TRUTH = {"a": 0.9, "b": 0.5, "c": 0.1, "d": -0.2, "e": -0.5, "f": -0.8}
SEATS = (0.15, 0.05, -0.05, -0.15)


def league(rng: np.random.Generator, blocks: int, interaction: float = 0.0) -> list[Result]:
    """Blocks of four games, four players, drawn from the truth; `interaction` is how much setups suit one bot or another."""
    results = []
    line_ups = list(combinations(TRUTH, 4))
    for block in range(blocks):
        chosen = line_ups[rng.integers(len(line_ups))]
        suits = {bot: interaction * rng.standard_normal() for bot in TRUTH}
        for turn in range(4):
            bots = chosen[turn:] + chosen[:turn]
            luck = [
                TRUTH[bot] + SEATS[seat] + suits[bot] - math.log(-math.log(rng.random())) for seat, bot in enumerate(bots)
            ]
            order = sorted(range(4), key=lambda seat: -luck[seat])
            results.append(Result(bots, tuple(order.index(seat) + 1 for seat in range(4)), str(block)))
    return results


def test_agrees_with_choix() -> None:
    choix = pytest.importorskip("choix")
    results = league(np.random.default_rng(1), 200)
    names = sorted(TRUTH)
    rankings = [
        [names.index(result.bots[seat]) for seat in sorted(range(4), key=lambda seat: result.ranks[seat])]
        for result in results
    ]
    wanted = choix.opt_rankings(len(names), rankings, alpha=1e-6)
    # In every block each bot sits everywhere, so seats cancel but for their spread; prior aside the models agree.
    found = {rating.bot: rating.elo / ELO for rating in rate(results).table}
    for name, value in zip(names, wanted - np.mean(wanted), strict=True):
        assert found[name] == pytest.approx(value, abs=0.03)


@pytest.mark.parametrize("interaction", [0.0, 0.7])
def test_intervals_hold_as_often_as_they_say(interaction: float) -> None:
    """240 games, four players, six bots: 95 % intervals of differences contain the difference 93 to 97 times in 100."""
    held, total = 0, 0
    rng = np.random.default_rng(7)
    # With an interaction what is rated is a mean over setups; its own truth comes from very many games.
    truth = {rating.bot: rating.elo for rating in rate(league(np.random.default_rng(3), 20_000, interaction)).table}
    for _ in range(250):
        for rating in rate(league(rng, 60, interaction)).table:
            held += abs(rating.elo - truth[rating.bot]) <= rating.plus_minus
            total += 1
    assert 0.93 <= held / total <= 0.97, held / total


def test_seats_are_told_from_bots() -> None:
    ratings = rate(league(np.random.default_rng(5), 2000))
    assert [rating.bot for rating in ratings.table] == list(TRUTH)
    for found, wanted in zip(ratings.seats[4], SEATS, strict=True):
        assert found / ELO == pytest.approx(wanted, abs=0.05)


def test_a_bot_that_always_wins_stays_finite() -> None:
    results = [Result(("a", "b"), (1, 2), str(number)) for number in range(50)]
    best, worst = rate(results, anchor="b").table
    assert best.bot == "a" and 200 < best.elo < 4000 and worst.elo == 0 and math.isfinite(best.error)


def test_ties_are_half_a_win_each() -> None:
    results = [Result(("a", "b"), (1, 1), "0"), Result(("b", "a"), (1, 1), "1")]
    assert [rating.elo for rating in rate(results).table] == pytest.approx([0, 0], abs=1e-6)


def test_superiority_follows_the_difference() -> None:
    ratings = rate(league(np.random.default_rng(2), 300))
    assert ratings.superiority("a", "f") > 0.999
    assert ratings.superiority("f", "a") < 0.001
    assert ratings.superiority("a", "a") == 0.5


def test_only_the_winner_may_count() -> None:
    results = [Result(("a", "b", "c"), ranks, str(number)) for number, ranks in enumerate([(1, 2, 3), (1, 3, 2)] * 20)]
    by_winner = {rating.bot: rating.elo for rating in rate(results, winner_only=True).table}
    assert by_winner["b"] == pytest.approx(by_winner["c"], abs=40) and by_winner["a"] > by_winner["b"]


def test_an_anchor_must_have_played() -> None:
    with pytest.raises(ValueError, match="the anchor 'x' played no game; those who did are a, b"):
        rate([Result(("a", "b"), (1, 2), "0")], anchor="x")
    assert rate([]).table == ()
