"""The tables of a tournament: counted right, in every form."""

from __future__ import annotations

import math

import pytest

from hansa.tournaments.plots import Axis, Interval, intervals, lines, stacks
from hansa.tournaments.results import Played
from hansa.tournaments.sheets import as_csv, fault_lines, markdown, plain, rating_sheet, sheets, summary
from hansa.tournaments.standings import half_interval, standings


def game(number: int, bots: tuple[str, ...], ranks: tuple[int, ...], **others: object) -> Played:
    """A game with ten points for the first rank and one less for each further."""
    winners = ranks.count(1)
    values = {
        "digest": "d", "id": f"{number // 2}.{number % 2}", "block": number // 2, "table": f"t/{len(bots)}", "bots": bots,
        "ranks": ranks, "shares": tuple((rank == 1) / winners for rank in ranks),
        "points": tuple((11 - rank, 5, 6 - rank) for rank in ranks), "categories": ("total", "cities", "network"),
        "end": "markers", "by": None,
        "message": "", "moves": 100, "turns": 20, "decisions": (10,) * len(bots), "seconds": (0.5,) * len(bots),
    }
    return Played(**{**values, **others})  # type: ignore[arg-type]


GAMES = [
    game(0, ("a", "b"), (1, 2)), game(1, ("b", "a"), (2, 1)), game(2, ("a", "b"), (1, 2)), game(3, ("b", "a"), (1, 2)),
    game(4, ("a", "b"), (1, 1)), game(5, ("b", "c", "a"), (2, 3, 1)),
]


def test_a_line_counts_what_it_says() -> None:
    found = standings(GAMES)
    assert found.games == 6 and found.blocks == 3 and found.moves == 100
    assert found.turns == pytest.approx((5 * 10 + 20 / 3) / 6)
    first = found.lines[0]
    assert (first.bot, first.rank, first.games) == ("a", 1, 6)
    assert first.wins == pytest.approx(4.5 / 6) and first.mean_rank == pytest.approx(7 / 6)
    assert first.points == pytest.approx(59 / 6) and first.points_won == 10
    assert first.categories == {"cities": 5, "network": pytest.approx(29 / 6)}
    assert first.milliseconds == pytest.approx(50)
    assert first.wins_plus_minus == pytest.approx(half_interval([1.0, 0.5, 0.75]))
    assert [seat.games for seat in found.seats] == [5, 5, 1, 1, 1]


def test_meetings_are_counted_for_each_pair_of_seats() -> None:
    pair = standings(GAMES).pairs["a"]["b"]
    assert (pair.ahead, pair.level, pair.behind) == (4, 1, 1) and pair.score == pytest.approx(4.5 / 6)
    twice = standings([game(0, ("a", "b", "b"), (1, 2, 3))]).pairs["b"]["a"]
    assert (twice.ahead, twice.behind) == (0, 2)
    never = standings([game(0, ("a", "b"), (1, 2)), game(2, ("c", "d"), (1, 2))]).pairs["a"]["c"]
    assert never.score is None and 0 < never.superiority < 1


def test_faults_are_listed_with_their_culprit() -> None:
    found = standings([*GAMES, game(6, ("a", "b"), (1, 2), end="crash", by=1, message="oh")])
    assert fault_lines(found) == ["1 of 7 games ended by the fault of a bot:", "  game 3.0: b: crash: oh"]
    assert next(line for line in found.lines if line.bot == "b").faults == 1
    assert "- game 3.0: b: crash: oh" in markdown(found)
    assert found.to_json()["faults"] == [{"game": "3.0", "end": "crash", "by": 1, "bot": "b", "message": "oh"}]


def test_games_without_times_and_single_blocks_have_tables_too() -> None:
    found = standings([game(0, ("a", "b"), (1, 2), decisions=(), seconds=())])
    text = plain(rating_sheet(found))
    assert text.splitlines()[1].split()[-1] == "-" and "?" in text
    assert math.isinf(found.lines[0].wins_plus_minus)
    assert as_csv(found).count("\n") == 3 and summary(found).startswith("1 games in 1 blocks on t/2")


def test_nothing_has_tables_too() -> None:
    found = standings([])
    assert found.lines == () and [sheet.rows for sheet in sheets(found)] == [(), (), ()]
    assert markdown(found) and as_csv(found)


def test_plots_hold_every_value() -> None:
    axis = Axis.over([-3, 17], 0, 100)
    assert axis.low <= -3 and axis.high >= 17 and all(tick % 5 == 0 for tick in axis.ticks) and axis.at(axis.low) == 0
    assert Axis.over([], 0, 1).low == 0 and Axis.over([2, 2], 0, 1).low < 2 < Axis.over([2, 2], 0, 1).high
    drawn = intervals([Interval("<b>", 12, 5), Interval("c", -3, math.inf)], "t")
    assert drawn.count("<circle") == 2 and "&lt;b&gt;" in drawn and "<b>" not in drawn
    assert lines({"a": [(1, 2), (2, 3)], "b": [(1, 2), (2, 3)], "c": []}, "t", "x").count("<polyline") == 2
    assert stacks({"a": {"x": 1, "y": -1}, "b": {}}, "t").count("<title>") == 4
