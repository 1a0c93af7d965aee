"""Tuning tastes as a command: what it writes can be used again, seeds decide alone, mistakes cost
one line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest

from hansa.bots import tune
from hansa.bots.registry import make_bot
from hansa.bots.tune import worth
from hansa.teutonica.mind import VOCABULARY, taste
from hansa.teutonica.taste import ESTIMATES, TASTE
from hansa.vocabulary import read_file

Tool = Callable[[list[str]], int]
BOARD = Path(str(resources.files("hansa.boards").joinpath("east.json")))     # JSON, and no taste
TUNE = ["OUT", "--rounds", "1", "--games", "1", "--workers", "1"]


def arguments_for(out: Path, template: list[str], **changes: str) -> list[str]:
    """A command line that writes to `out`, with some of its options changed."""
    found = [str(out) if word == "OUT" else word for word in template]
    for name, value in changes.items():
        option = f"--{name}"
        if option in found:
            found[found.index(option) + 1] = value
        else:
            found += [option, value]
    return found


def said(tool: Tool, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that a refused command prints."""
    try:
        code = tool(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    assert code == 2 and out == "" and err.count("\n") == 1 and "error: " in err, (code, out, err)
    return err


def test_tune_as_a_command_writes_a_taste_that_plays(tmp_path: Path) -> None:
    out = tmp_path / "taste.json"
    command = [sys.executable, "-m", "hansa.bots.tune", *arguments_for(out, TUNE), "--keep", "actions", "book"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("round 0: mean ") and done.stderr == ""
    data, found = json.loads(out.read_text(encoding="utf-8")), read_file(out, VOCABULARY.taste_of)
    assert list(data) == [*TASTE, *ESTIMATES]
    kept = {name for name, old, new in zip(data, taste(), found, strict=True) if old == new}
    assert {"actions", "book", "noise", *ESTIMATES} <= kept and len(kept - set(ESTIMATES)) < 10
    assert worth(found, [taste()], range(2)) > 0


def test_tune_begins_where_it_is_told(tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    assert tune.main([*arguments_for(first, TUNE), "--plan", "markers", "--keep", "marker", "end"]) == 0
    again = [*arguments_for(second, TUNE), "--start", str(first), "--pool", str(first), "--keep", *list(TASTE)[1:]]
    assert tune.main(again) == 0
    old, new = read_file(first, VOCABULARY.taste_of), read_file(second, VOCABULARY.taste_of)
    assert old[1:] == new[1:] and old[0] != new[0]
    plan = make_bot("markers").weights  # type: ignore[attr-defined]
    for name in ("marker", "end"):
        assert old[list(TASTE).index(name)] == plan[list(TASTE).index(name)]


def test_tune_changes_estimates_that_it_is_told_to_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "taste.json"
    assert tune.main([*arguments_for(out, TUNE), "--free", "horizon", "book"]) == 0
    found = read_file(out, VOCABULARY.taste_of)
    changed = {name for name, old, new in zip(VOCABULARY.tastes, taste(), found, strict=True) if old != new}
    assert changed == {"horizon", "book"}


def test_tune_is_decided_by_its_seed(tmp_path: Path) -> None:
    outs = [tmp_path / f"{number}.json" for number in range(3)]
    for out, workers, seed in zip(outs, ("1", "2", "1"), ("5", "5", "6"), strict=True):
        assert tune.main(arguments_for(out, TUNE, workers=workers, seed=seed)) == 0
    first, second, third = (out.read_bytes() for out in outs)
    assert first == second != third


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": "0"}, "argument --games: must be a whole number from 1, not '0'"),
        ({"games": "1000000000"}, "argument --games: must be a whole number from 1, not '1000000000'"),
        ({"rounds": "0"}, "argument --rounds: must be a whole number from 1, not '0'"),
        ({"plan": "marker"}, "argument --plan: there is no 'marker'"),
        ({"free": "bok"}, "argument --free: a taste has no 'bok'; did you mean 'book'?"),
        ({"keep": "bok"}, "a taste has no 'bok'; did you mean 'book'?"),
        ({"start": "nowhere.json"}, "nowhere.json: No such file or directory"),
        ({"pool": str(BOARD)}, "east.json: a taste has no "),
    ],
)
def test_tune_refuses(changes: dict[str, str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in said(tune.main, arguments_for(tmp_path / "out.json", TUNE, **changes), capsys)
    assert not (tmp_path / "out.json").exists()


def test_what_leaves_nothing_to_tune(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "leaves no weight" in said(tune.main, [*arguments_for(tmp_path / "out.json", TUNE), "--keep", *TASTE], capsys)


def test_ctrl_c_ends_all_processes_without_a_mess(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hansa.bots.tune", *arguments_for(tmp_path / "out.json", TUNE, rounds="100000")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        assert running.stdout is not None and running.stdout.readline().startswith("round 0: ")
        os.killpg(running.pid, signal.SIGINT)       # as a terminal does
        _, err = running.communicate(timeout=600)
    assert running.returncode == 130 and err == "" and not (tmp_path / "out.json").exists()


def test_where_to_write_is_judged_before_hours_of_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "is a folder" in said(tune.main, arguments_for(tmp_path, TUNE), capsys)
    assert "there is no folder" in said(tune.main, arguments_for(tmp_path / "no" / "out.json", TUNE), capsys)
    assert "required: " in said(tune.main, [], capsys)
