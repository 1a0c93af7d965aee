"""What commands tell while they work: on standard error, and only if somebody watches."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from hansa.board_entry import BoardSetup
from hansa.cli import bench, drill, explore, review
from hansa.cli import main as hansa
from hansa.cli.train import TrainingProgress
from hansa.record import append_record, play_random
from hansa.review_file import review_path
from hansa.thinking import Budget

SETUP = BoardSetup("east", 3)


class Watched(io.StringIO):
    """A terminal that keeps what is shown: what has been flushed, as lines that do not end must
    be."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = ""

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        self.shown = self.getvalue()


def drill_shows() -> None:
    """Two looks at how far the making of drills is."""
    report = drill.progress(begun=100.0)
    report(3, 12)
    report(4, 15)


def explore_shows() -> None:
    explore.report_game(SETUP, 7, 500)


def gifts_show() -> None:
    explore.report_gifts(12)


def bench_shows() -> None:
    """The whole command, which measures nothing."""
    assert hansa(["bench", "--board", "east"]) == 0


LINES: dict[Callable[[], None], str] = {
    drill_shows: "\r3 games, 12 drills, 7 s   \r4 games, 15 drills, 7 s   ",
    explore_shows: f"\r{SETUP}: 7 of 500 games   ",
    gifts_show: "\rwhat things are worth: 12 games   ",
    bench_shows: f"\r{'measuring moves ...':<{bench.WIDTH}}\r{'':<{bench.WIDTH}}\r",
}


@pytest.mark.parametrize("watched", [True, False, None], ids=["terminal", "file", "nothing"])
@pytest.mark.parametrize("shows", LINES)
def test_a_line_tells_on_a_terminal_how_far_it_is(
    shows: Callable[[], None], watched: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measured(seconds: float, boards: list[str], progress: Callable[[str], None]) -> SimpleNamespace:
        progress("moves")
        return SimpleNamespace()

    monkeypatch.setattr(bench, "measure", measured)
    monkeypatch.setattr(bench, "print_tables", lambda measured, screen: None)
    monkeypatch.setattr("hansa.cli.drill.time.monotonic", lambda: 107.4)
    told = Watched() if watched else io.StringIO() if watched is not None else None
    monkeypatch.setattr(sys, "stderr", told)
    shows()
    if isinstance(told, Watched):
        assert told.shown == LINES[shows]
    assert told is None or told.getvalue() == (LINES[shows] if watched else "")


@pytest.mark.parametrize("watched", [True, False, None], ids=["terminal", "file", "nothing"])
def test_a_bar_on_a_terminal_tells_how_far_a_review_is(watched: bool | None, monkeypatch: pytest.MonkeyPatch) -> None:
    told = Watched() if watched else io.StringIO() if watched is not None else None
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", told)
    with review.progress() as report:
        report(3, 16)
    seen = ["looking at decisions", "3/16", "taken away"] if watched else []
    shown = told.getvalue().replace("\x1b[1A\x1b[2K", "taken away") if told is not None else ""
    assert [text for text in ("looking at decisions", "3/16", "taken away") if text in shown] == seen


@pytest.mark.parametrize("piped", [True, False])
def test_a_review_reports_every_decision(piped: bool, tmp_path: Path) -> None:
    path, record = tmp_path / "games.jsonl", play_random({"board": "hansa-23", "players": 2}, seed=11, limit=4, kind_first=True)
    append_record(path, record)
    told: list[tuple[int, int]] = []
    arguments = review.ReviewArguments(file="-" if piped else str(path), threads=1)
    found = review.judged(record, Budget(2), arguments, lambda done, todo: told.append((done, todo)))
    assert len(found.judgements) == 4 and told == [(done, 4) for done in range(5)] + [(done, 8) for done in range(4, 9)]
    assert review_path(path).exists() is not piped


class Status:
    """Stands for what turns on a terminal."""

    def __init__(self, said: list[str], text: str) -> None:
        self.said = said
        said.append(f"made {text!r}")

    def update(self, text: str) -> None:
        self.said.append(text)

    def start(self) -> None:
        self.said.append("start")

    def stop(self) -> None:
        self.said.append("stop")


def test_training_tells_how_far_a_setup_is_and_keeps_what_is_finished(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []
    monkeypatch.setattr("rich.console.Console.status", lambda console, text: Status(said, text))
    for watched in (True, False):
        monkeypatch.setattr(sys.stderr, "isatty", lambda watched=watched: watched)
        progress = TrainingProgress()
        progress.report(SETUP, "positions", 1200, 50_000)
        progress.report("all", "refused", 20, 40)
        progress.report("all", "accepted", 12.5, 40)
        progress.clear()
        assert capsys.readouterr() == ("", "all: refused after 20 blocks\nall: accepted after 12.5 blocks\n")
    assert said == ["made ''", f"{SETUP}: positions 1,200 of 50,000", "start", "stop", "stop", "stop"]
