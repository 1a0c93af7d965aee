"""What is shown of a running tournament, with a clock of the tests' own: every number."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import pytest
from rich.console import Console

from hansa.tournaments import live
from hansa.tournaments.live import Lines, LiveStandings, drawn
from hansa.tournaments.results import GameResult
from hansa.tournaments.schedule import TableSetup, Tournament, games
from hansa.tournaments.sheets import Sheet, rating_sheet
from hansa.tournaments.standings import standings
from hansa.tournaments.worker import finish
from hansa.views.terminal.palette import BAD, FAINT


@cache
def played() -> Sequence[GameResult]:
    """Eight short games."""
    tournament = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=4, limit=20)
    return [finish(game, tournament.digest).result for game in games(tournament)]


class Clock:
    """Stands for `time`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(live, "time", SimpleNamespace(monotonic=lambda: self.now))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of a test."""
    return Clock(monkeypatch)


def test_a_line_says_how_many_how_fast_and_how_long(clock: Clock) -> None:
    notes = ["", "", "", "LLR 1", ""]
    shown = Lines(io.StringIO(), 20, 6, lambda: notes[0], begun=1000.0)
    clock.now = 1007.4
    assert shown.line() == "6 of 20 games; none has ended in the first 7 s"
    for game in played()[:4]:
        shown.tell(game)
    clock.now = 1008.0
    assert shown.line() == "10 of 20 games, 0.50 games/s, 20 s left"
    notes[0] = "LLR 1"
    shown.tell(replace(played()[4], end="crash", by=0))
    clock.now = 1020.0
    assert shown.line() == "11 of 20 games, 0.25 games/s, 36 s left, 1 faults, LLR 1"
    shown.total = None
    assert shown.line() == "11 games, 0.25 games/s, 1 faults, LLR 1"


@pytest.mark.parametrize(("total", "done", "first"), [
    (8, 0, "playing 8 games"), (None, 0, "playing"), (8, 2, "2 of 8 games are there; playing"),
    (None, 2, "2 games are there; playing"),
])
def test_the_first_line_says_what_is_played(total: int | None, done: int, first: str) -> None:
    stream = io.StringIO()
    with Lines(stream, total, done, lambda: ""):
        pass
    assert stream.getvalue() == f"{first}\n"


def test_whoever_closes_the_pipe_ends_nothing() -> None:
    stream, played = io.StringIO(), 0
    stream.close()
    with Lines(stream, 8, 0, lambda: ""):
        played += 1
    assert played == 1


class Table:
    """A live table that is never drawn on a terminal by itself: what it would show."""

    def __init__(self, total: int | None, before: Sequence[GameResult] = (), **more: object) -> None:
        known = {"note": lambda: "so far", "anchor": None, "winner_only": False} | more
        self.console = Console(width=90, file=io.StringIO())
        self.live = LiveStandings(self.console, total, list(before), **known)       # type: ignore[arg-type]

    def rows(self) -> list[str]:
        """The lines below the bar."""
        with self.console.capture() as captured:
            self.console.print(self.live.live.get_renderable())
        return [line.rstrip() for line in captured.get().splitlines()[1:]]

    def bar(self) -> tuple[float, float | None, dict[str, str]]:
        """Games that have ended, of how many, and what is beside them."""
        (task,) = self.live.progress.tasks
        return task.completed, task.total, task.fields


def test_the_bar_counts_games_speed_and_faults(clock: Clock) -> None:
    table = Table(20, [replace(played()[0], end="crash", by=1), played()[1]])
    assert table.bar() == (2, 20, {"speed": "", "faults": f"[{BAD}]1 faults"})
    clock.now = 1004.0
    table.live.tell(played()[2])
    assert table.bar() == (3, 20, {"speed": "0.25/s", "faults": f"[{BAD}]1 faults"})
    table.live.tell(replace(played()[3], end="timeout", by=0, message="too slow"))
    assert table.bar() == (4, 20, {"speed": "0.50/s", "faults": f"[{BAD}]2 faults"})
    said = table.console.file.getvalue()        # type: ignore[attr-defined]
    assert said == f"game {played()[3].id}: {played()[3].bots[0]}: timeout: too slow\n"
    assert Table(None).bar() == (0, None, {"speed": "", "faults": ""})


@pytest.mark.parametrize(("total", "columns"), [(8, 8), (None, 6)])
def test_what_has_no_end_has_no_time_left(total: int | None, columns: int) -> None:
    assert len(Table(total).live.progress.columns) == columns


def test_a_table_is_drawn_at_once_and_then_every_second(clock: Clock) -> None:
    table = Table(20)
    assert table.rows() == ["no game has ended yet"]
    assert Table(20, played()[:1]).rows() == [""]

    def expected(count: int) -> list[str]:
        return ["so far", *map(str.rstrip, drawn(rating_sheet(standings(played()[:count])), 90).plain.splitlines())]

    table.live.tell(played()[0])
    assert table.rows() == expected(1)
    clock.now = 1000.9
    table.live.tell(played()[1])
    assert table.rows() == expected(1)
    clock.now = 1001.0
    table.live.tell(played()[2])
    assert table.rows() == expected(3)
    assert table.live.next_table == 1002.0


def test_a_table_that_takes_long_comes_seldom(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(20)

    def slowly(sheet: Sheet, width: int) -> str:
        clock.now += 0.5
        return f"{width} columns"

    monkeypatch.setattr(live, "drawn", slowly)
    table.live.tell(played()[0])
    assert table.rows() == ["so far", "90 columns"] and table.live.next_table == 1000 + 50 * 0.5


def test_the_anchor_and_the_model_are_those_that_were_asked_for(clock: Clock) -> None:
    table = Table(20, anchor="random", winner_only=True)
    assert table.live._standings().lines == ()
    table.live.tell(played()[0])
    found = table.live._standings()
    assert (found.anchor, found.model) == ("random", "winner")
    absent = Table(20, anchor="nobody")
    absent.live.tell(played()[0])
    assert absent.live._standings() == standings(played()[:1])


def test_a_sheet_is_drawn_with_title_heading_and_rule() -> None:
    sheet = Sheet("Ratings", ("bot", "Elo"), (("markers", "12"), ("random", "0")), ())
    assert drawn(sheet, 40).plain.splitlines() == ["Ratings", "bot      Elo", "────────────", "markers   12", "random     0"]
    assert drawn(sheet, 8).plain.splitlines()[2] == "────────"
    assert [str(span.style) for span in drawn(sheet, 40).spans] == ["bold", FAINT]
