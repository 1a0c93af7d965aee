"""The sequential test: error rates as stated, the first crossing decides, incomplete blocks do not count."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from hansa.tournaments.compare import ROUND_BLOCKS, Comparison, block_scores
from hansa.tournaments.results import Played
from hansa.tournaments.schedule import Game, Table, Tournament, blocks
from hansa.tournaments.sprt import FEWEST_BLOCKS, Question, QuestionError, difference, expected, verdict

TABLE = Table("hansa-45", 4)


def imagined(*description: Any, **more: Any) -> Tournament:
    """A tournament of bots that need not exist."""
    return Tournament(*description, **more, check=False)


def simulated_answer(rng: np.random.Generator, test: Question, elo: float, players: int) -> str | None:
    """A whole comparison of bots whose truth is known; setups suit one or the other, as they do."""
    pairs = players // 2
    suits = 80 * rng.standard_normal(6000)
    chance = 1 / (1 + 10 ** (-(elo + suits) / 400))
    scores = rng.binomial(2 * pairs, chance) / (2 * pairs)
    return verdict(test, scores.tolist()).accepted


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "elo1"), (40.0, "elo0")])
@pytest.mark.parametrize("players", [2, 4])
def test_error_rates_are_as_stated(elo: float, wrong: str, players: int) -> None:
    """Truth at one of the hypotheses: the other is accepted in at most 5 of 100 comparisons, and an answer always comes."""
    rng = np.random.default_rng(11)
    test = Question(0, 40, 0.05, 0.05)
    # The mean over setups of an expectation is a little nearer to a half than the expectation of the mean.
    answers = [simulated_answer(rng, test, elo * 1.06, players) for _ in range(1000)]
    assert None not in answers
    assert answers.count(wrong) / len(answers) <= 0.05 + 2.5 * math.sqrt(0.05 * 0.95 / 1000), answers.count(wrong)


def test_clear_cases_are_short_and_even_blocks_make_nobody_certain() -> None:
    test = Question(0, 100)
    better = verdict(test, [1.0] * 100)
    assert better.accepted == "elo1" and FEWEST_BLOCKS <= better.blocks <= 15 and better.elo > 400
    assert verdict(test, [0.0] * 100).accepted == "elo0"
    assert verdict(test, [0.5 + 0.4 * (-1) ** block for block in range(40)]).accepted is None
    assert verdict(test, []).ratio == 0 and verdict(test, [0.7]).plus_minus == math.inf


def test_the_first_crossing_counts() -> None:
    test = Question(0, 100)
    assert verdict(test, [1.0] * 20 + [0.0] * 200) == verdict(test, [1.0] * 20)


def test_scores_and_elo_are_inverse() -> None:
    for elo in (-200, -10, 0, 35, 300):
        assert difference(expected(elo)) == pytest.approx(elo)


@pytest.mark.parametrize("numbers", [(10, 10, 0.05, 0.05), (0, 10, 0, 0.05), (0, 10, 0.05, 0.7), (-9e9, 0, 0.05, 0.05)])
def test_questions_that_make_no_sense(numbers: tuple[float, float, float, float]) -> None:
    with pytest.raises(QuestionError):
        Question(*numbers)


def finished(game: Game, winner: str) -> Played:
    """A game that one of the bots won with all its seats."""
    ranks = tuple(1 if bot == winner else 3 for bot in game.seats)
    return Played("x", game.id, game.block, "t", game.seats, ranks, (0.0,) * 4, ((0,),) * 4, ("total",), "markers", None, "", 1,
                  1, (), ())


def test_blocks_count_in_order_and_only_when_complete() -> None:
    tournament = imagined(("a", "b"), (TABLE,), blocks=9, format="duel", test=Question())
    made = list(blocks(tournament))
    sizes = [len(block) for block in made]
    assert sizes == [2] * 9
    games = [finished(game, "a" if block % 2 else "b") for block in range(4) for game in made[block]]
    assert block_scores(games, "a", "b", sizes) == [0.0, 1.0, 0.0, 1.0]
    assert block_scores(games[1:], "a", "b", sizes) == []
    assert block_scores(games[:5], "a", "b", sizes) == [0.0, 1.0]


def test_a_comparison_stops_by_itself_and_goes_on_alike() -> None:
    tournament = imagined(("a", "b"), (TABLE,), blocks=None, format="duel", test=Question(0, 100))
    plan, done = Comparison(tournament, Question(0, 100)), list[Played]()
    while (planned := plan.next_round(done)) is not None:
        done += [finished(game, "a") for game in planned]
    assert plan.judge(done).accepted == "elo1" and FEWEST_BLOCKS <= len(done) // 2 <= 3 * ROUND_BLOCKS
    again = Comparison(tournament, Question(0, 100)).next_round(done[:7])
    assert again is not None and [game.id for game in again][:2] == ["3.1", "4.0"]
    assert Comparison(imagined(("a", "b"), (TABLE,), blocks=2, format="duel"), Question()).next_round(done[:4]) is None
