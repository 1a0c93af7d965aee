"""Ratings: those of `choix` where the models agree, and intervals that hold as often as they
say."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from hansa.tournaments.ratings import ELO, RatedGame, Rating, Ratings, rate
from hansa.tournaments.student import cumulative
from tests.interval_coverage import BLOCKS, FIELDS, Coverage, League, coverage

TRUTH = FIELDS["six even bots"]
SEATS = (0.15, 0.05, -0.05, -0.15)
LEAGUE = League("six even bots", 4, 0.0)


def test_agrees_with_choix() -> None:
    choix = pytest.importorskip("choix")
    results = LEAGUE.results(np.random.default_rng(1), 80)
    names = sorted(TRUTH)
    rankings = [
        [names.index(result.bots[seat]) for seat in sorted(range(4), key=lambda seat: result.ranks[seat])]
        for result in results
    ]
    wanted = choix.opt_rankings(len(names), rankings, alpha=1e-6)
    # In every block each bot sits everywhere, so seats cancel but for their spread; prior aside the
    # models agree.
    found = {rating.bot: rating.elo / ELO for rating in rate(results).table}
    for name, value in zip(names, wanted - np.mean(wanted), strict=True):
        assert found[name] == pytest.approx(value, abs=0.03)


def test_the_likelihood_is_that_of_the_results() -> None:
    """Of bots and seats that are all alike: every order of three is as likely as any other; the
    winner alone, a third."""
    results = [RatedGame(tuple("abc"), ranks, str(block)) for block, ranks in enumerate(itertools.permutations((1, 2, 3)))]
    for winner_only, chance in ((False, 1 / 6), (True, 1 / 3)):
        found = rate(results, winner_only=winner_only)
        assert found.likelihood == pytest.approx(6 * math.log(chance))
        assert [rating.elo for rating in found.table] == pytest.approx([0, 0, 0], abs=1e-6)
    assert rate([RatedGame(tuple("ab"), (1, 1), "0")]).likelihood == pytest.approx(math.log(0.5))


# Without interaction it is the easier case.
@pytest.mark.parametrize("interaction", [pytest.param(0.0, marks=pytest.mark.long), 0.7])
# Others, and other fields: the long test below
@pytest.mark.parametrize(("blocks", "repeats"), [(10, 200)])
def test_intervals_hold_as_often_as_they_say(blocks: int, repeats: int, interaction: float) -> None:
    """Four players, six bots: 95 % intervals contain the truth 93 to 97 times in 100, give or take
    `slack`."""
    found, shares = coverage(League("six even bots", 4, interaction), blocks, repeats)
    assert found.known >= 0.7 and shares.known >= 0.7
    assert 0.93 - slack(found) <= found.rate <= 0.97 + slack(found), found
    # Few games leave gaps in what a share can be: wider is allowed
    assert 0.93 - slack(shares) <= shares.rate, shares


def slack(found: Coverage) -> float:
    """Two standard errors of a rate; the six ratings of a tournament share its luck, so a third of
    them count."""
    return 2 * math.sqrt(0.05 * 0.95 / (found.total / 3))


@pytest.mark.long
@pytest.mark.parametrize("interaction", [0.0, 0.7])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("field", FIELDS)
def test_intervals_hold_with_any_number_of_blocks(field: str, players: int, interaction: float) -> None:
    """Never too narrow.

    Wider than they should be only where two at a table leave a handful of possible results.
    """
    for blocks in BLOCKS:
        found, shares = coverage(League(field, players, interaction), blocks, 300)
        if found.total >= 300:
            assert 0.93 - slack(found) <= found.rate <= (0.97 if players > 2 else 1.0) + slack(found), (blocks, found)
        assert 0.93 - slack(shares) <= shares.rate, (blocks, shares)


def test_what_cannot_be_known_has_no_interval() -> None:
    """Too few blocks, or a bot that has won everything."""
    assert all(math.isinf(rating.plus_minus) for rating in rate(LEAGUE.results(np.random.default_rng(1), 1)).table)
    wins = [result for block in range(20) for result in (
        RatedGame(("a", "b"), (1, 2), str(block)), RatedGame(("b", "a"), (2, 1), str(block)))]
    assert all(math.isinf(rating.plus_minus) for rating in rate(wins).table)
    once = [*wins, RatedGame(("a", "b"), (2, 1), "20"), RatedGame(("b", "a"), (1, 2), "20")]
    assert all(100 < rating.plus_minus < 1000 for rating in rate(once).table)


def test_a_mean_that_is_the_priors_gives_nobody_an_interval() -> None:
    """`a` always wins, so only the prior says how far above the mean; b and c are known against
    each other, not against it."""
    rng, results = np.random.default_rng(1), []
    for block in range(12):
        for turn in range(3):
            order = ["a", *(("b", "c") if rng.random() < 0.6 else ("c", "b"))]
            bots = tuple("abc"[turn:] + "abc"[:turn])
            results.append(RatedGame(bots, tuple(1 + order.index(bot) for bot in bots), str(block)))
    assert all(math.isinf(rating.plus_minus) for rating in rate(results).table)
    against_b = {rating.bot: rating.plus_minus for rating in rate(results, anchor="b").table}
    assert math.isinf(against_b["a"]) and 50 < against_b["c"] < 200


def test_seats_are_told_from_bots() -> None:
    ratings = rate(LEAGUE.results(np.random.default_rng(5), 2000))
    assert [rating.bot for rating in ratings.table] == list(TRUTH)
    for found, wanted in zip(ratings.seats[4], SEATS, strict=True):
        assert found / ELO == pytest.approx(wanted, abs=0.05)


def test_a_bot_that_always_wins_stays_finite() -> None:
    results = [RatedGame(("a", "b"), (1, 2), str(number)) for number in range(50)]
    best, worst = rate(results, anchor="b").table
    assert best.bot == "a" and 200 < best.elo < 4000 and worst.elo == 0 and math.isfinite(best.error)


def test_ties_are_half_a_win_each() -> None:
    results = [RatedGame(("a", "b"), (1, 1), "0"), RatedGame(("b", "a"), (1, 1), "1")]
    assert [rating.elo for rating in rate(results).table] == pytest.approx([0, 0], abs=1e-6)


def test_superiority_follows_the_difference() -> None:
    ratings = rate(LEAGUE.results(np.random.default_rng(2), 300))
    assert ratings.superiority("a", "f") > 0.999
    assert ratings.superiority("f", "a") < 0.001
    assert ratings.superiority("a", "a") == 0.5


def test_only_the_winner_may_count() -> None:
    """`b` never wins but is always second: that counts among ranks, and not among winners."""
    results = [RatedGame(("a", "b", "c"), (1, 2, 3), str(number)) for number in range(20)]
    results += [RatedGame(("a", "b", "c"), (3, 2, 1), str(number)) for number in range(20, 30)]
    by_rank = {rating.bot: rating.elo for rating in rate(results).table}
    by_winner = {rating.bot: rating.elo for rating in rate(results, winner_only=True).table}
    assert by_rank["b"] > by_rank["c"] and by_winner["b"] < by_winner["c"] - 100


def test_an_anchor_must_have_played() -> None:
    with pytest.raises(ValueError, match="the anchor 'x' played no game; those who did are a, b"):
        rate([RatedGame(("a", "b"), (1, 2), "0")], anchor="x")
    assert rate([]).table == ()


def test_an_order_is_as_sure_as_the_bot_of_which_less_is_known() -> None:
    known, hardly = Rating("a", 0.0, 20.0, 90, 60.0), Rating("b", -50.0, 22.0, 9, 3.0)
    found = Ratings((known, hardly), {}, np.array([[400.0, 100.0], [100.0, 500.0]]), 0.0)
    wanted = cumulative(50 / math.sqrt(400 + 500 - 200), 3.0)
    assert (found.superiority("a", "b"), found.superiority("b", "a")) == pytest.approx((wanted, 1 - wanted))


def test_a_game_counts_once_for_a_bot_with_two_seats() -> None:
    found = rate([RatedGame(("a", "a", "b"), (1, 2, 3), "0"), RatedGame(("a", "b", "b"), (3, 2, 1), "1")])
    assert {rating.bot: rating.games for rating in found.table} == {"a": 2, "b": 2}
