"""The sequential test: error rates as stated, the first crossing decides, incomplete blocks do not
count."""

from __future__ import annotations

import math
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from hansa.tournaments.compare import ROUND_BLOCKS, Comparison, block_scores
from hansa.tournaments.results import GameResult
from hansa.tournaments.schedule import ScheduledGame, TableSetup, Tournament, blocks
from hansa.tournaments.sprt import FEWEST_BLOCKS, Hypotheses, HypothesesError, difference, expected, half_interval, status_of

TABLE = TableSetup("hansa-45", 4)


def imagined(*description: Any, **more: Any) -> Tournament:
    """A tournament of bots that need not exist."""
    return Tournament(*description, **more, check=False)


def simulated_answer(rng: np.random.Generator, test: Hypotheses, elo: float, players: int) -> str | None:
    """A whole comparison of bots whose truth is known; setups suit one or the other, as they do."""
    pairs = players // 2
    suits = 80 * rng.standard_normal(6000)
    chance = 1 / (1 + 10 ** (-(elo + suits) / 400))
    scores = rng.binomial(2 * pairs, chance) / (2 * pairs)
    return status_of(test, scores.tolist()).accepted


@pytest.mark.parametrize(("players", "elo", "wrong"), [
    (2, 0.0, "elo1"), (4, 40.0, "elo0"), pytest.param(4, 0.0, "elo1", marks=pytest.mark.long),
    pytest.param(2, 40.0, "elo0", marks=pytest.mark.long)])
def test_error_rates_are_as_stated(elo: float, wrong: str, players: int) -> None:
    """Truth at one of the hypotheses: the other is accepted in at most 5 of 100 comparisons, and an
    answer always comes."""
    rng = np.random.default_rng(11)
    test = Hypotheses(0, 40, 0.05, 0.05)
    # The mean over setups of an expectation is a little nearer to a half than the expectation of
    # the mean.
    answers = [simulated_answer(rng, test, elo * 1.06, players) for _ in range(1000)]
    assert None not in answers
    assert answers.count(wrong) / len(answers) <= 0.05 + 2.5 * math.sqrt(0.05 * 0.95 / 1000), answers.count(wrong)


def test_clear_cases_are_short_and_even_blocks_make_nobody_certain() -> None:
    test = Hypotheses(0, 100)
    better = status_of(test, [1.0] * 100)
    assert better.accepted == "elo1" and FEWEST_BLOCKS <= better.blocks <= 15 and better.elo > 400
    assert status_of(test, [0.0] * 100).accepted == "elo0"
    assert status_of(test, [0.5 + 0.4 * (-1) ** block for block in range(40)]).accepted is None
    assert status_of(test, []).ratio == 0 and status_of(test, [0.7]).plus_minus == math.inf


def test_the_first_crossing_counts() -> None:
    test = Hypotheses(0, 100)
    assert status_of(test, [1.0] * 20 + [0.0] * 200) == status_of(test, [1.0] * 20)


@pytest.mark.parametrize(("numbers", "accepted"), [
    ([0.75, 0.5, 1.0, 0.75], "elo1"), ([0.25, 0.5, 0.0, 0.25], "elo0"), ([1.0, 0.25, 0.5, 0.5], None),
])
def test_a_verdict_is_the_ratio_of_two_likelihoods(numbers: list[float], accepted: str | None) -> None:
    """Block after block, each hypothesis with the spread that suits it best: normal likelihoods,
    worked out here anew."""
    test = Hypotheses(0, 60, 0.04, 0.08)
    scores = (numbers * 12)[:47]
    lower, upper = math.log(0.08 / 0.96), math.log(0.92 / 0.04)

    def likelihood(some: list[float], mean: float) -> float:
        spread = max(sum((one - fmean(some)) ** 2 for one in some) / len(some), 1e-4) + (fmean(some) - mean) ** 2
        return -len(some) / 2 * math.log(spread)

    ratios = {
        count: likelihood(scores[:count], expected(60)) - likelihood(scores[:count], 0.5)
        for count in range(FEWEST_BLOCKS, len(scores) + 1)
    }
    used = next((count for count, ratio in ratios.items() if not lower < ratio < upper), len(scores))
    found = status_of(test, scores)
    assert (found.accepted, found.blocks) == (accepted, used) and (used < len(scores)) == (accepted is not None)
    assert found.ratio == pytest.approx(ratios[used]) and (found.lower, found.upper) == pytest.approx((lower, upper))
    assert found.score == pytest.approx(fmean(scores[:used])) and found.elo == pytest.approx(difference(found.score))


def test_no_verdict_falls_before_eight_blocks() -> None:
    test = Hypotheses(0, 400)
    assert status_of(test, [1.0] * 7).accepted is None and status_of(test, [1.0] * 7).ratio == 0
    assert status_of(test, [1.0] * 20).blocks == 8 and status_of(test, [1.0] * 8).accepted == "elo1"


def test_an_interval_in_elo_follows_the_mean_and_its_error() -> None:
    """By Student's t: 2.776 for five numbers; Elo grows by 400 / ln 10 / (p (1 - p)) for each point
    of the share."""
    scores = [0.5, 0.75, 0.5, 1.0, 0.5]
    slope = (difference(fmean(scores) + 1e-6) - difference(fmean(scores) - 1e-6)) / 2e-6
    wanted = 2.7764451 * stdev(scores) / math.sqrt(5) * slope
    assert half_interval(np.array(scores)) == pytest.approx(wanted, rel=1e-5)
    assert status_of(Hypotheses(), scores).plus_minus == pytest.approx(wanted, rel=1e-5)
    assert half_interval(np.array(scores[:4])) == half_interval(np.array([0.5] * 9)) == math.inf
    assert status_of(Hypotheses(), scores[:4]).to_json()["plus_minus"] is None


def test_expectations_are_those_of_elo() -> None:
    assert [round(expected(elo), 4) for elo in (-400, 0, 100, 200)] == [0.0909, 0.5, 0.6401, 0.7597]
    assert difference(0) == pytest.approx(-difference(1)) and difference(1) == pytest.approx(400 * math.log10(999))


def test_scores_and_elo_are_inverse() -> None:
    for elo in (-200, -10, 0, 35, 300):
        assert difference(expected(elo)) == pytest.approx(elo)


@pytest.mark.parametrize("numbers", [(10, 10, 0.05, 0.05), (0, 10, 0, 0.05), (0, 10, 0.05, 0.7), (-9e9, 0, 0.05, 0.05)])
def test_questions_that_make_no_sense(numbers: tuple[float, float, float, float]) -> None:
    with pytest.raises(HypothesesError):
        Hypotheses(*numbers)


def finished(game: ScheduledGame, winner: str) -> GameResult:
    """A game that one of the bots won with all its seats."""
    ranks = tuple(1 if bot == winner else 3 for bot in game.seats)
    return GameResult(
        "x", game.id, game.block, "t", game.seats, ranks, (0.0,) * 4, ((0,),) * 4, ("total",),
        "markers", None, "", 1, 1, (), ())


def test_blocks_count_in_order_and_only_when_complete() -> None:
    tournament = imagined(("a", "b"), (TABLE,), blocks=9, format="duel", test=Hypotheses())
    made = list(blocks(tournament))
    sizes = [len(block) for block in made]
    assert sizes == [2] * 9
    games = [finished(game, "a" if block % 2 else "b") for block in range(4) for game in made[block]]
    assert block_scores(games, "a", "b", sizes) == [0.0, 1.0, 0.0, 1.0]
    assert block_scores(games[1:], "a", "b", sizes) == []
    assert block_scores(games[:5], "a", "b", sizes) == [0.0, 1.0]


def test_a_comparison_stops_by_itself_and_goes_on_alike() -> None:
    tournament = imagined(("a", "b"), (TABLE,), blocks=None, format="duel", test=Hypotheses(0, 100))
    plan, done = Comparison(tournament, Hypotheses(0, 100)), list[GameResult]()
    while (planned := plan.next_round(done)) is not None:
        done += [finished(game, "a") for game in planned]
    assert plan.judge(done).accepted == "elo1" and FEWEST_BLOCKS <= len(done) // 2 <= 3 * ROUND_BLOCKS
    # As whoever resumes a log asks
    assert Comparison(tournament, Hypotheses(0, 100)).judge(done) == plan.judge(done)
    again = Comparison(tournament, Hypotheses(0, 100)).next_round(done[:7])
    assert again is not None and [game.id for game in again][:2] == ["3.1", "4.0"]
    assert Comparison(imagined(("a", "b"), (TABLE,), blocks=2, format="duel"), Hypotheses()).next_round(done[:4]) is None
