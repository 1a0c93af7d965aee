"""`--debug FILE`: all that hansa and a program say to each other, also where the program crashes,
hangs or is not there."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

from hansa.bots.transcript import VARIABLE, transcribed
from hansa.cli import main
from hansa.tournaments.play import play
from hansa.tournaments.schedule import ScheduledGame, TableSetup

PLAYER = Path(__file__).parent / "programs" / "player.py"
TWO = TableSetup("hansa-23", 2)


def lines_of(path: Path) -> list[tuple[str, str]]:
    """Sign and text of every line that is not the program's error output."""
    found = re.findall(r"^\d\d:\d\d:\d\d\.\d{3} \d+ (.) (.*)$", path.read_text(), re.MULTILINE)
    return [(sign, text) for sign, text in found]


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_tournament_writes_what_was_said(workers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    talk, log = tmp_path / "talk.txt", tmp_path / "log.jsonl"
    program = f"exec:{sys.executable} {PLAYER}"
    assert main(["tournament", f"Mine={program}", "random", "--players", "2", "--blocks", "1", "--limit", "30", "--quiet",
                 "--workers", workers, "--debug", str(talk), "--log", str(log)]) == 0
    lines = lines_of(talk)
    assert VARIABLE not in os.environ
    assert [text for sign, text in lines if sign == "*"] == [f"{sys.executable} {PLAYER}"] * 2
    assert [text for sign, text in lines if sign == "="] == ["exit code 0"] * 2
    said = [json.loads(text)["cmd"] for sign, text in lines if sign == ">"]
    assert said[:2] == ["hello", "new"] and {"position", "go", "result", "quit"} <= set(said)
    moves = [move for game in map(json.loads, log.read_text().splitlines()[1:]) for move in game["moves"]]
    answered = [json.loads(text)["move"] for sign, text in lines if sign == "<" and "move" in text]
    assert answered and len(answered) == said.count("go")
    assert set(answered) <= {move.partition(" ")[2] for move in moves}


@pytest.mark.parametrize("command", ["tournament", "compare"])
def test_tournaments_and_comparisons_write_too(command: str, tmp_path: Path) -> None:
    talk = tmp_path / "talk.txt"
    main([command, f"Mine=exec:{sys.executable} {PLAYER}", "random", "--players", "2", "--blocks", "1", "--limit", "10",
          "--quiet", "--workers", "0", "--debug", str(talk), "--log", str(tmp_path / "log.jsonl")])
    assert [text for sign, text in lines_of(talk) if sign == "*"] == [f"{sys.executable} {PLAYER}"] * 2


@pytest.mark.parametrize(("command", "last"), [
    (f"{sys.executable} {PLAYER} die", [("=", "exit code 3")]),
    (f"{sys.executable} {PLAYER} realtime", [("=", "by signal 35")]),
    (f"{sys.executable} {PLAYER} nonsense", [("=", "exit code")]),
    ("./nowhere", [("=", "cannot start './nowhere'")]),
])
def test_how_a_program_ended_stands_last(command: str, last: list[tuple[str, str]], tmp_path: Path) -> None:
    with transcribed(str(tmp_path / "talk.txt")):
        record = play(ScheduledGame(0, 0, ("random", f"exec:seconds=0.1:{command}"), TWO, 1, 80))
    assert record.by == 1
    sign, text = lines_of(tmp_path / "talk.txt")[-1]
    assert sign == last[0][0] and text.startswith(last[0][1])


def test_what_a_program_prints_on_standard_error_is_there(tmp_path: Path) -> None:
    talk, program = tmp_path / "talk.txt", tmp_path / "bot.py"
    program.write_text("import sys\nprint('I wonder', file=sys.stderr)\nraise RuntimeError('lost my way')\n")
    with transcribed(str(talk)):
        play(ScheduledGame(0, 0, (f"exec:{sys.executable} {program}", "random"), TWO, 1, 20))
    text = talk.read_text()
    assert "\nI wonder\n" in text and 'bot.py", line 3' in text and "RuntimeError: lost my way" in text


def test_half_a_line_is_shown(tmp_path: Path) -> None:
    talk, program = tmp_path / "talk.txt", tmp_path / "bot.py"
    program.write_text("print('{\"id\": 1, \"ver', end='', flush=True)\n")
    with transcribed(str(talk)):
        play(ScheduledGame(0, 0, (f"exec:{sys.executable} {program}", "random"), TWO, 1, 20))
    assert ("<", '{"id": 1, "ver') in lines_of(talk)


def test_check_writes_too_and_nothing_is_written_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = f"{sys.executable} {Path(__file__).parents[1] / 'examples' / 'programs' / 'claimer.py'}"
    assert main(["check", command, "--positions", "1", "--json"]) == 0
    assert list(tmp_path.iterdir()) == []
    assert main(["check", command, "--positions", "1", "--json", "--debug", "talk.txt"]) == 0
    assert any("no-such-command" in text for sign, text in lines_of(tmp_path / "talk.txt") if sign == ">")


def test_a_file_that_cannot_be_written_is_said_before_anything_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    bots = ("tournament", "markers", "random", "--players", "2", "--blocks", "1")
    assert main([*bots, "--debug", "nowhere/talk.txt"]) == 2
    assert "nowhere/talk.txt: No such file or directory" in capsys.readouterr().err
    assert main([*bots, "--debug", "talk.txt", "--cluster", "127.0.0.1:1"]) == 2
    assert "leave one of them out" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
