"""Faults of hansa: one line for the user, and a traceback in a file for developers."""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from hansa import State, logs
from hansa.cli import main
from hansa.cli import show as show_command
from hansa.cli.exit_codes import FAULT
from hansa.logs import KeptLog, StderrLog, keep, log_file, stop_keeping, where_kept
from hansa.protocol import Engine
from hansa.tournaments.runner import Runner, RunnerError
from hansa.tournaments.schedule import ScheduledGame, TableSetup, Tournament

NEW = {"cmd": "new", "setup": {"board": "east", "players": 3}, "seed": 7}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where faults are kept, in a folder that is not there yet."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    yield tmp_path / "state" / "hansa" / "hansa.log"
    stop_keeping()


def test_an_internal_error_of_the_protocol_names_where_its_traceback_is(file: Path) -> None:
    keep()
    engine = Engine()
    engine.answer(NEW)
    assert not file.exists()            # as long as nothing is wrong
    with patch.object(State, "view", side_effect=ZeroDivisionError("no views")):
        message = engine.answer({"cmd": "state", "view": 0})["error"]["message"]
    assert message == (
        f"a fault of hansa, please report it: ZeroDivisionError('no views'); its traceback is in {file}")
    text = file.read_text()
    assert "ERROR" in text and "hansa.protocol: answering {'cmd': 'state', 'view': 0}" in text
    assert "Traceback (most recent call last)" in text and text.endswith("ZeroDivisionError: no views\n")


def test_who_uses_the_library_finds_the_traceback_in_logging(caplog: pytest.LogCaptureFixture) -> None:
    engine = Engine()
    engine.answer(NEW)
    with patch.object(State, "view", side_effect=ZeroDivisionError("no views")):
        message = engine.answer({"cmd": "state", "view": 0})["error"]["message"]
    assert message.endswith("in the log 'hansa' of Python's logging") and where_kept() in message
    (record,) = caplog.records
    assert record.name == "hansa.protocol" and record.exc_info is not None


def test_a_fault_of_a_command_is_one_line_and_kept(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with patch.object(show_command, "position_in", side_effect=RuntimeError("two\nlines")):
        assert main(["show", "x"]) == FAULT == 70
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1
    assert printed.err.startswith("hansa: error: a fault of hansa, please report it: RuntimeError(")
    assert printed.err.endswith(f"; its traceback is in {file}\n")
    assert "Traceback" in file.read_text() and "hansa show x" in file.read_text()


def test_who_logs_nothing_sees_nothing() -> None:
    """Python prints what a library without a handler says."""
    assert any(isinstance(handler, logging.NullHandler) for handler in logging.getLogger("hansa").handlers)


def test_what_is_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, own = logging.getLogger(), logging.getLogger("hansa")

    def kept(*, verbose: bool = False) -> tuple[list[type], int]:
        keep(verbose=verbose)
        return [type(handler) for handler in root.handlers if isinstance(handler, KeptLog | StderrLog)], own.level

    assert kept() == kept() == ([KeptLog], logging.WARNING)
    (log,) = (handler for handler in root.handlers if isinstance(handler, KeptLog))
    assert (log.baseFilename, log.encoding, log.errors) == (str(file), "utf-8", "backslashreplace")
    assert where_kept() == f"in {file}"
    # The details of other libraries are for nobody.
    assert [logging.getLogger(name).level for name in ("asyncio", "websockets", "uvicorn", "numpy")] == [logging.WARNING] * 4
    own.warning("a record of ø")
    assert re.fullmatch(rf"[0-9-]+ [0-9:,]+ WARNING {os.getpid()} hansa: a record of ø\n", file.read_text(encoding="utf-8"))
    assert kept(verbose=True) == ([KeptLog, StderrLog], logging.DEBUG)
    monkeypatch.setenv("HANSA_LOG", str(file.with_name("said.log")))
    assert kept() == ([KeptLog], logging.DEBUG) and where_kept() == f"in {file.with_name('said.log')}"
    stop_keeping()
    assert own.level == logging.NOTSET and where_kept() == "in the log 'hansa' of Python's logging"
    monkeypatch.setattr(sys, "stderr", None)        # as for a program without a console
    assert kept(verbose=True) == ([KeptLog], logging.DEBUG)


def test_a_log_that_cannot_be_written_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HANSA_LOG", str(tmp_path / "file" / "hansa.log"))
    with patch.object(show_command, "position_in", side_effect=RuntimeError("boom")):
        assert main(["show", "x"]) == FAULT
    stop_keeping()
    assert capsys.readouterr().err.count("\n") == 1
    monkeypatch.setenv("HANSA_LOG", "/dev/full")
    keep()
    logging.getLogger("hansa").error("this cannot be written")
    stop_keeping()
    assert capsys.readouterr().err == ""


def test_verbose_prints_what_is_done(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "--board", "east", "--verbose"]) == 0
    assert "INFO" in (said := capsys.readouterr().err) and "'new', '--board', 'east', '--verbose'" in said
    assert main(["new", "--board", "east"]) == 0
    assert capsys.readouterr().err == ""


def test_hansa_log_has_what_was_said(tmp_path: Path) -> None:
    path = tmp_path / "said.log"
    requests = "".join(json.dumps(request) + "\n" for request in (NEW, {"id": 5, "cmd": "undo"}))
    ran = subprocess.run([sys.executable, "-m", "hansa", "engine"], input=requests, capture_output=True, text=True, timeout=600,
                         env={**os.environ, "HANSA_LOG": str(path)})
    assert ran.returncode == 0 and ran.stderr == ""
    said = path.read_text()
    assert '> b\'{"id": 5, "cmd": "undo"}' in said and '< {"id": 5, "error": {"code": "nothing-to-undo"' in said


def test_hansa_log_has_what_was_said_to_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANSA_LOG", str(tmp_path / "said.log"))
    program = Path(__file__).parents[1] / "examples" / "programs" / "claimer.py"
    monkeypatch.chdir(tmp_path)
    assert main(["tournament", f"exec:{sys.executable} {program}", "random", "--players", "2", "--blocks", "1", "--limit", "30",
                 "--workers", "1", "--quiet"]) == 0
    stop_keeping()
    said = (tmp_path / "said.log").read_text()
    assert '"cmd": "hello"' in said and '"cmd": "position"' in said and '"move"' in said


def test_a_long_log_is_put_aside(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LONGEST_FILE", 10)
    for text in ("the first fault", "the second fault", "the third fault"):
        keep()
        logging.getLogger("hansa").error(text)
    stop_keeping()
    assert "third" in file.read_text() and "second" in file.with_name("hansa.log.old").read_text()
    assert log_file() == file


def test_a_fault_of_ours_in_a_worker_is_one_line_and_kept(file: Path) -> None:
    keep()
    plan = Tournament(("random", "random:seed=2"), (TableSetup("hansa-23", 2),), blocks=1, limit=20)
    # Five sit where two play
    impossible = ScheduledGame(0, 0, ("random",) * 5, TableSetup("hansa-23", 2), 1)
    with Runner(1, plan.digest) as runner, pytest.raises(RunnerError) as caught:
        list(runner.run([impossible]))
    assert "\n" not in str(caught.value) and str(caught.value).endswith(f"; its traceback is in {file}")
    assert "game 0.0:\nTraceback (most recent call last)" in file.read_text()
