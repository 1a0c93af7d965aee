"""`hansa games`, and which game `hansa play --continue` continues."""

from __future__ import annotations

from pathlib import Path

import pytest

from hansa.cli import main
from hansa.record import read_records
from hansa.table.games_folder import GameFile, latest_unfinished
from hansa.table.session import HUMAN, Session

SETUP = {"board": "hansa-23", "players": 3}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two kept games: `real`, with a move, and `untouched`, begun later."""
    monkeypatch.setenv("HANSA_GAMES", str(tmp_path))
    for name, moves in (("real", ["place t ARN-DUI"]), ("untouched", [])):
        session = Session(SETUP, (HUMAN, "greedy", "mcts:strength=club"), seed=5, name=name)
        for move in moves:
            session.play(move)
        GameFile.new(tmp_path, name).write(session.record())
    return tmp_path


def test_an_untouched_game_never_hides_a_real_one(folder: Path) -> None:
    found = latest_unfinished(folder)
    assert found is not None and found.path.stem == "real"
    found.path.unlink()
    alone = latest_unfinished(folder)
    assert alone is not None and alone.path.stem == "untouched"


def test_games_are_listed_with_who_plays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    _head, first, second, hint = capsys.readouterr().out.splitlines()
    assert first.split()[:3] == ["1", "real", "1"] and second.split()[:3] == ["2", "untouched", "0"], "real games first"
    assert first.endswith("unfinished  Red (you), Green (greedy), Blue (AI, club)") and "hansa games continue 1" in hint
    assert "not begun" in second


def test_a_game_is_renamed_and_deleted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "rename", "1", "sunday"]) == 0
    (record,), _ = read_records(folder / "sunday.jsonl")
    assert record.id == "sunday" and record.moves and not (folder / "real.jsonl").exists()
    assert main(["games", "delete", "sunday"]) == 2, "nobody can be asked"
    assert main(["games", "rename", "sunday", "untouched"]) == 2
    assert (folder / "sunday.jsonl").exists()
    assert main(["games", "delete", "sunday", "--yes"]) == 0
    assert [path.stem for path in folder.iterdir()] == ["untouched"]


@pytest.mark.parametrize(("line", "message"), [
    ("delete", "delete which game?"), ("delete 9", "there is no game '9'"), ("rename 1", "what should it be called?"),
    ("fly 1", "unknown action 'fly'"),
])
def test_what_cannot_be_done_is_one_line(
    line: str, message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", *line.split()]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith(f"hansa: error: {message}") and printed.count("\n") == 1


def test_a_listed_game_is_continued(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda question: "quit")
    assert main(["games", "continue", "real"]) == 0
    assert "game real, seed 5" in capsys.readouterr().out
