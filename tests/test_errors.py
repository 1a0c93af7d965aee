"""Codes of errors, which programs read (MOVES.md, section 7), and where tracebacks are kept."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from hansa import errors
from hansa.errors import HansaError
from hansa.logs import log_file


def test_codes_stay_what_they_are() -> None:
    found = {name: kind.code for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, HansaError)}
    assert found == {
        "HansaError": "refused", "SetupError": "bad-setup", "StateError": "bad-state", "MoveError": "illegal-move",
        "RecordError": "bad-record", "EditError": "bad-request", "NotationError": "bad-notation", "NoAction": "no-action",
    }


def test_tracebacks_are_kept_where_the_system_keeps_such(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HANSA_LOG", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert log_file() == tmp_path / "hansa" / "hansa.log"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert log_file() == tmp_path / ".local" / "state" / "hansa" / "hansa.log"
    monkeypatch.setenv("HANSA_LOG", str(tmp_path / "mine.log"))
    assert log_file() == tmp_path / "mine.log"


def test_a_user_without_a_home_has_a_log_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object, **__: object) -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("HANSA_LOG", raising=False)
    monkeypatch.setattr("platformdirs.user_state_path", nowhere)
    assert log_file() == Path(tempfile.gettempdir()) / "hansa" / "hansa.log"
