"""The tables of a tournament: counted right, in every form."""

from __future__ import annotations

import csv
import itertools
import json
import pickle
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from hansa.cli.results import LINES_OF_A_SHEET, _print
from hansa.cli.screen import Screen
from hansa.errors import RecordError
from hansa.record import Record
from hansa.tournaments.columns import COLUMNS, SHOWN, chosen_columns, plus_minus, short_name
from hansa.tournaments.page import elo_over_games, page, plots
from hansa.tournaments.plots import LABEL, WIDTH, Axis, Interval, intervals, lines, stacks
from hansa.tournaments.results import GameResult, game_result
from hansa.tournaments.schedule import ScheduledGame, TableSetup
from hansa.tournaments.shares import ShareInterval, share_interval
from hansa.tournaments.sheets import (
    as_csv,
    category_sheet,
    fault_lines,
    interval_notes,
    markdown,
    plain,
    rating_sheet,
    seat_sheet,
    sheets,
    summary,
)
from hansa.tournaments.standings import BotLine, blocks_needed, gaps, standings
from hansa.tournaments.worker import finish


def game(number: int, bots: tuple[str, ...], ranks: tuple[int, ...], **others: object) -> GameResult:
    """A game with ten points for the first rank and one less for each further."""
    winners = ranks.count(1)
    values = {
        "digest": "d", "id": f"{number // 2}.{number % 2}", "block": number // 2, "table": f"t/{len(bots)}", "bots": bots,
        "ranks": ranks, "shares": tuple((rank == 1) / winners for rank in ranks),
        "points": tuple((11 - rank, 5, 6 - rank) for rank in ranks), "categories": ("total", "cities", "network"),
        "end": "markers", "by": None,
        "message": "", "moves": 100, "turns": 20, "decisions": (10,) * len(bots), "seconds": (0.5,) * len(bots),
    }
    return GameResult(**{**values, **others})  # type: ignore[arg-type]


GAMES = [
    game(0, ("a", "b"), (1, 2)), game(1, ("b", "a"), (2, 1)), game(2, ("a", "b"), (1, 2)), game(3, ("b", "a"), (1, 2)),
    game(4, ("a", "b"), (1, 1)), game(5, ("b", "c", "a"), (2, 3, 1)),
]


def test_games_from_other_processes_share_their_names() -> None:
    one, other = (pickle.loads(pickle.dumps(game(number, ("a", "b"), (1, 2)))) for number in (0, 1))
    assert (one, other) == (game(0, ("a", "b"), (1, 2)), game(1, ("a", "b"), (1, 2))) and one.bots is other.bots


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
    assert first.wins_interval == share_interval([[[1], [1]], [[1], [0]], [[0.5], [1]]])
    assert [seat.games for seat in found.seats] == [5, 5, 1, 1, 1]


def test_wins_are_counted_by_bot_and_seat() -> None:
    found = standings(GAMES)
    assert found.seat_wins == {
        "a": {"0 of 2": pytest.approx(2.5 / 3), "1 of 2": 0.5, "2 of 3": 1.0},
        "b": {"0 of 2": 0.5, "1 of 2": pytest.approx(0.5 / 3), "0 of 3": 0.0}, "c": {"1 of 3": 0.0},
    }
    sheet = list(sheets(found))[-1]
    assert sheet.columns == ("bot", "1 of 2", "2 of 2", "1 of 3", "2 of 3", "3 of 3"), "people count from 1"
    assert sheet.rows[0] == ("a", "83.3%", "50.0%", "-", "-", "100.0%")
    assert {row[0]: row[1:] for row in sheet.rows}["c"] == ("-", "-", "-", "0.0%", "-")


def test_points_by_category_are_told_of_seats_too() -> None:
    # The first seat won both: 6 - 1 in the network, the second 6 - 2
    found = standings([GAMES[0], GAMES[2]])
    assert [dict(seat.categories) for seat in found.seats] == [{"cities": 5, "network": 5}, {"cities": 5, "network": 4}]
    sheet = next(sheet for sheet in sheets(found) if sheet.title == "Points by category")
    assert sheet.rows[-2:] == (("in seat 1 of 2", "5.0", "5.0"), ("in seat 2 of 2", "5.0", "4.0"))


def test_meetings_are_counted_for_each_pair_of_seats() -> None:
    pair = standings(GAMES).pairs["a"]["b"]
    assert (pair.ahead, pair.level, pair.behind) == (4, 1, 1) and pair.score == pytest.approx(4.5 / 6)
    twice = standings([game(0, ("a", "b", "b"), (1, 2, 3))]).pairs["b"]["a"]
    assert (twice.ahead, twice.behind) == (0, 2)
    never = standings([game(0, ("a", "b"), (1, 2)), game(2, ("c", "d"), (1, 2))]).pairs["a"]["c"]
    assert never.score is None and never.superiority is None


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
    assert found.lines[0].wins_interval is None and found.lines[0].plus_minus is None
    assert as_csv(found).count("\n") == 3 and summary(found).startswith("1 game in 1 block on t/2")


def test_nothing_has_tables_too() -> None:
    found = standings([])
    assert found.lines == () and [sheet.rows for sheet in sheets(found)] == [(), (), ()]
    assert markdown(found) and as_csv(found)


def test_plots_hold_every_value() -> None:
    axis = Axis.over([-3, 17], 0, 100)
    assert axis.low <= -3 and axis.high >= 17 and all(tick % 5 == 0 for tick in axis.ticks) and axis.at(axis.low) == 0
    assert Axis.over([], 0, 1).low == 0 and Axis.over([2, 2], 0, 1).low < 2 < Axis.over([2, 2], 0, 1).high
    drawn = intervals([Interval("<b>", 12, 5), Interval("c", -3, None)], "t")
    assert drawn.count("<circle") == 2 and "&lt;b&gt;" in drawn and "<b>" not in drawn
    assert lines({"a": [(1, 2), (2, 3)], "b": [(1, 2), (2, 3)], "c": []}, "t", "x").count("<polyline") == 2
    assert stacks({"a": {"x": 1, "y": -1}, "b": {}}, "t").count("<title>") == 4


def test_never_plus_minus_nothing() -> None:
    """Whoever wins everything, or sits exactly in the middle, is not known to the point; the anchor
    needs no interval."""
    order = ("a", "b", "c")
    turned = [order[turn:] + order[:turn] for turn in range(3)]
    games = [
        game(0, bots, tuple(1 + order.index(bot) for bot in bots), id=f"{number}.{turn}", block=number)
        for number in range(12) for turn, bots in enumerate(turned)
    ]
    found = standings(games)
    assert [line.plus_minus for line in found.lines] == [None, None, None] and found.blocks_needed == 24
    cells = [row[3] for row in rating_sheet(found).rows]
    assert cells == ["?", "?", "?"] and "it takes about 24 blocks" in interval_notes(found)[1]
    assert [row[3] for row in rating_sheet(standings(games, anchor="b")).rows] == ["?", "-", "?"]
    assert found.lines[2].wins == 0 and found.lines[2].wins_interval is not None and found.lines[2].wins_interval.high > 0.05


def test_few_blocks_say_how_many_it_takes() -> None:
    found = standings(GAMES)
    # C sat in one of three
    assert found.blocks_needed == 15 and found.lines[0].plus_minus is None
    assert found.pairs["a"]["b"].superiority is None


def test_every_column_prints_its_own_number() -> None:
    """Terminal, Markdown, HTML and CSV, column by column: a swapped, dropped or scaled one
    differs."""
    line = BotLine(
        rank=1, bot="a", elo=123.4, plus_minus=56.7, games=89, wins=0.321, wins_interval=ShareInterval(0.211, 0.431),
        mean_rank=1.25, points=34.5, points_won=67.8, categories={"cities": 9.1}, milliseconds=2.468, faults=3,
    )
    wanted = {
        "bot": "a", "rank": "1", "Elo": "+123", "±": "57", "games": "89", "wins": "32.1%", "95 %": "21.1–43.1",
        "mean rank": "1.25", "points": "34.5", "won with": "67.8", "ms/move": "2.47",
    }
    found = replace(standings(GAMES[:2]), lines=(line,), pairs={"a": {}}, anchor=None)
    sheet = rating_sheet(found)
    assert dict(zip(sheet.columns, sheet.rows[0], strict=True)) == wanted
    assert f"| {' | '.join(wanted.values())} |" in markdown(found)
    assert "".join(f"<td>{value}</td>" for value in wanted.values()) in page(found, GAMES[:2], "t")
    (row,) = csv.DictReader(as_csv(found).splitlines())
    assert row == {
        "rank": "1", "bot": "a", "elo": "123.4", "plus_minus": "56.7", "games": "89", "wins": "0.321", "wins_low": "0.211",
        "wins_high": "0.431", "mean_rank": "1.25", "points": "34.5", "points_won": "67.8", "cities": "9.1",
        "milliseconds": "2.468", "faults": "3",
    }


@pytest.mark.parametrize(("milliseconds", "told"), [
    (0.004, "0.00"), (2.468, "2.47"), (9.75, "9.75"), (10.0, "10"), (10.75, "11"), (1234.5, "1234"),
])
def test_time_has_two_decimals_below_ten_milliseconds(milliseconds: float, told: str) -> None:
    line = replace(standings(GAMES[:2]).lines[0], milliseconds=milliseconds)
    (column,) = (column for column in COLUMNS if column.key == "milliseconds")
    assert column.text(line) == told


@pytest.mark.parametrize(("value", "told"), [(0.2, "<1"), (0.99, "<1"), (1.0, "1"), (56.7, "57")])
def test_an_interval_is_never_nought(value: float, told: str) -> None:
    assert plus_minus(value) == told


def test_long_names_are_cut_after_forty_characters() -> None:
    assert short_name("x" * 40) == "x" * 40 and short_name("x" * 40 + "y") == "x" * 39 + "…"


def test_the_page_says_whose_rating_is_nought() -> None:
    assert "Elo by ranks and seats, b is 0." in page(standings(GAMES, anchor="b"), GAMES, "t")
    assert "Elo by winner and seats, the mean is 0" in page(standings(GAMES, winner_only=True), GAMES, "t")


def test_a_fault_is_charged_to_its_culprit_alone() -> None:
    found = standings([*GAMES, game(6, ("a", "b"), (1, 2), end="crash", by=1, message="oh")])
    assert {line.bot: line.faults for line in found.lines} == {"a": 0, "b": 1, "c": 0}


def test_groups_that_never_mixed_are_named() -> None:
    """a and b beat each other, and neither ever lost to c or d, who beat each other."""
    ranks = [(1, 2, 3, 4), (2, 1, 4, 3), (1, 2, 3, 4)] * 4
    games = [game(0, tuple("abcd"), rank, id=f"{number}.0", block=number) for number, rank in enumerate(ranks)]
    found = standings(games)
    assert gaps(found) == [("b", "c")]
    assert any("no bot from c down ever came before one from b up" in note for note in interval_notes(found))
    mixed = standings([*games, game(0, tuple("abcd"), (4, 2, 3, 1), id="12.0", block=12)])
    assert gaps(mixed) == []
    level = standings([*games, game(0, tuple("abcd"), (1, 2, 2, 4), id="12.0", block=12)])
    assert gaps(level) == []
    alone = [
        game(0, tuple("abc"), (1, 2 + number % 2, 3 - number % 2), id=f"{number}.0", block=number) for number in range(12)
    ]
    # Above b and c there is only a, who has nobody to be compared with
    assert gaps(standings(alone)) == []


def test_seats_are_listed_by_the_size_of_the_table() -> None:
    found = standings([game(0, ("b", "c", "a"), (2, 3, 1)), game(2, ("a", "b"), (1, 2))])
    assert [(line.players, line.seat) for line in found.seats] == [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)]
    assert [row[0] for row in seat_sheet(found).rows[:3]] == ["2 players, seat 1", "2 players, seat 2", "3 players, seat 1"]


def test_columns_are_asked_for_by_name_and_the_bot_comes_first() -> None:
    assert [column.heading for column in chosen_columns(" Interval,faults, bot,")] == ["bot", "95 %", ""]
    assert [column.name for column in chosen_columns(",".join(column.name for column in COLUMNS))] == [
        column.name for column in COLUMNS]


def test_a_category_is_shown_if_anybody_has_points_of_it() -> None:
    points = {"categories": ("total", "cities", "network"), "points": ((5, 5, 0), (7, 4, 3))}
    sheet = category_sheet(standings([game(0, ("a", "b"), (2, 1), **points)]))
    assert sheet.columns == ("bot", "cities", "network")
    assert sheet.rows[:2] == (("b", "4.0", "3.0"), ("a", "5.0", "0.0"))         # seats follow
    points["points"] = ((5, 5, 0), (4, 4, 0))
    assert category_sheet(standings([game(0, ("a", "b"), (2, 1), **points)])).columns == ("bot", "cities")


def test_ratings_over_games_are_drawn_at_checkpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hansa.tournaments.page.FEWEST_GAMES", 2)
    monkeypatch.setattr("hansa.tournaments.page.CHECKPOINTS", 4)
    games = [game(number, ("a", "b"), (1 + number % 3 % 2, 2 - number % 3 % 2)) for number in range(12)]
    drawn = elo_over_games(games, standings(games))
    assert [[count for count, _ in places] for places in drawn.values()] == [[3, 6, 9, 12]] * 2
    count, elo = drawn["a"][-1]
    assert count == 12 and elo == pytest.approx(standings(games).lines[0].elo)


@pytest.mark.parametrize(("change", "said"), [
    ({"decisions": [], "seat_seconds": []}, ""), ({"decisions": [3]}, "'decisions' is not one for each seat"),
    ({"seat_seconds": [1.0, 2.0, 3.0]}, "'seat_seconds' is not one for each seat"),
])
def test_a_log_may_lack_what_machines_took_but_not_for_some_seats(change: dict[str, object], said: str) -> None:
    game = ScheduledGame(0, 0, ("random", "markers"), TableSetup("hansa-23", 2), 1, limit=20)
    record = json.loads(finish(game, "x").line) | change
    if said:
        with pytest.raises(RecordError, match=said):
            game_result(Record.from_json(record), "x")
    else:
        assert game_result(Record.from_json(record), "x").decisions == ()


def test_a_game_that_was_ruled_counts_as_it_was_ruled() -> None:
    game = ScheduledGame(0, 0, ("random", "markers"), TableSetup("hansa-23", 2), 1, limit=20)
    record = json.loads(finish(game, "x").line)
    played = game_result(Record.from_json(record), "x")
    ruled = {"ruling": {"how": "agreed", "winner": 1}, "counted": {"ranks": [2, 1], "shares": [0.0, 1.0]}}
    found = game_result(Record.from_json(record | ruled), "x")
    assert (found.end, found.ranks, found.shares) == ("agreed", (2, 1), (0.0, 1.0)) and played.end == "moves"
    assert found == replace(played, end="agreed", ranks=(2, 1), shares=(0.0, 1.0))


def test_half_of_an_interval_is_never_nought() -> None:
    assert [plus_minus(value) for value in (0.2, 0.99, 1.0, 12.4)] == ["<1", "<1", "1", "12"]


def test_labels_of_many_bots_stay_on_the_page_and_no_two_lines_look_alike() -> None:
    """24 bots: labels that do not touch, all inside the picture, in the order of the ratings; 24
    ways to draw a line."""
    drawn = lines({f"bot-{number}": [(1, 0), (2, -number)] for number in range(24)}, "t", "x")
    height = float(re.search(r'viewBox="0 0 \d+ (\d+)"', drawn)[1])       # type: ignore[index]
    places = [float(place) for place in re.findall(r'class="label" x="\d+" y="([\d.]+)"', drawn)]
    assert len(places) == 24 and places == sorted(places) and places[0] > 0 and places[-1] < height
    assert min(lower - upper for upper, lower in itertools.pairwise(places)) >= 13.9
    looks = re.findall(r'<g class="(c\d)">.*?<polyline points="[^"]*"([^/]*)/>', drawn)
    assert len(set(looks)) == 24


def test_plots_show_the_values_they_are_of() -> None:
    """Every mark's place is its value's: swapped, inverted or scaled ones are elsewhere."""
    drawn = intervals([Interval("a", 100, 50), Interval("b", -100, None)], "t")
    axis = Axis.over([150, 50, -100, -100], LABEL, WIDTH - 20)
    assert [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', drawn)] == [round(axis.at(x), 1) for x in (100, -100)]
    whisker = re.search(r'class="whisker" x1="([\d.]+)" x2="([\d.]+)"', drawn)
    assert whisker and [float(end) for end in whisker.groups()] == [round(axis.at(x), 1) for x in (50, 150)]
    assert axis.at(100) > axis.at(-100) and "a: +100 ± 50" in drawn and "b: -100 ± ?" in drawn
    bars = stacks({"a": {"x": 1.0, "y": 3.0}}, "t")
    widths = [float(width) for width in re.findall(r'<rect x="[\d.]+" y="\d+" width="([\d.]+)"', bars)][-2:]
    assert widths[1] == pytest.approx(3 * widths[0], abs=0.2) and "a, y: 3.0" in bars and ">4.0</text>" in bars
    rising = re.search(r'points="([^"]*)"', lines({"a": [(1, 10), (2, 20)]}, "t", "x"))
    assert rising
    (left, low), (right, high) = (map(float, point.split(",")) for point in rising[1].split())
    assert left < right and high < low      # y grows downwards in a picture


def test_the_page_plots_what_the_tables_say() -> None:
    found = standings(GAMES)
    drawn = plots(found, GAMES)
    assert all(f"{line.bot}: {line.elo:+.0f} ± ?" in drawn[0] for line in found.lines)
    assert all(f"{line.bot}, network: {line.categories['network']:.1f}" in drawn[1] for line in found.lines)
    for seat in found.seats:
        assert f"{seat.players} players, seat {seat.seat + 1}, wins in %: {100 * seat.wins:.1f}" in drawn[2]


def test_a_terminal_shows_the_tables_that_have_room(capsys: pytest.CaptureFixture[str]) -> None:
    found, screen = standings(GAMES), Screen(plain=True)
    first, second, *_ = sheets(found, SHOWN)
    room = len(first.rows) + len(second.rows) + 2 * LINES_OF_A_SHEET
    for less, titles in ((0, [first.title, second.title]), (1, [first.title]), (99, [first.title])):
        _print(found, screen, SHOWN, room - less)
        shown = capsys.readouterr().out.splitlines()
        assert [sheet.title for sheet in sheets(found, SHOWN) if sheet.title in shown] == titles


@pytest.mark.parametrize(("rare", "blocks", "unknown", "expected"), [
    (4, 4, ("rare",), 5), (4, 12, ("rare",), 15), (1, 3, ("rare",), 15), (5, 12, ("rare",), 24), (6, 12, ("rare", "often"), 24),
    (4, 9, ("rare", "often"), 12), (2, 9, ("often",), 18), (2, 9, (), None), (2, 9, ("anchor",), None),
])
def test_blocks_are_needed_for_the_bot_that_sat_least(
    rare: int, blocks: int, unknown: tuple[str, ...], expected: int | None
) -> None:
    """Two games a block; `rare` sits in the first blocks only, the others in all."""
    played = [game(number, ("anchor", "often", "rare") if number // 2 < rare else ("anchor", "often"), (1, 2, 3))
              for number in range(2 * blocks)]
    rows: Any = [SimpleNamespace(bot=bot, plus_minus=None if bot in unknown else 9.0) for bot in ("anchor", "often", "rare")]
    assert blocks_needed(played, rows, "anchor") == expected
    assert blocks_needed(played, rows[:1], None) is None


@pytest.mark.parametrize(("blocks", "known"), [(4, False), (5, True)])
def test_who_is_better_is_said_from_five_blocks_on(blocks: int, known: bool) -> None:
    found = standings([game(number, ("a", "b"), (1, 2) if number % 3 else (2, 1)) for number in range(2 * blocks)])
    pair = found.pairs["a"]["b"]
    assert (pair.superiority is not None) is known
    assert (pair.ahead, pair.level, pair.behind) == (2 * blocks - (2 * blocks + 2) // 3, 0, (2 * blocks + 2) // 3)
