"""Tuning tastes as a command: what it writes can be used again, seeds decide alone, mistakes cost
one line."""

from __future__ import annotations

import contextlib
import json
import math
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hansa import State
from hansa.bots import tune
from hansa.bots.registry import make_bot
from hansa.bots.sparring import plans, setup
from hansa.bots.tune import worth
from hansa.teutonica.mind import VOCABULARY, taste
from hansa.teutonica.taste import ESTIMATES, TASTE
from hansa.vocabulary import Taste, read_file
from tests.golden_weights import FILE, text

Tool = Callable[[list[str]], int]
Job = tuple[Taste, list[Taste], range, str]
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


def test_a_worth_is_what_one_seat_gets_of_what_an_even_one_has() -> None:
    candidate, pool, total = make_bot("markers").weights, list(plans().values()), 0.0       # type: ignore[attr-defined]
    for seed in range(4, 8):
        rng = random.Random(seed)
        state = State.from_setup(setup(rng), seed=seed)
        seat = rng.randrange(state.players)
        tastes = [candidate if number == seat else rng.choice(pool) for number in range(state.players)]
        state.position.play_by_tastes(tastes, seed, 4000)
        total += state.players * (state.position.shares()[seat] / 2 + state.position.standing()[seat] / 2)
    assert worth(candidate, pool, range(4, 8)) == pytest.approx(total / 4)


def test_half_of_the_games_have_the_usual_setup() -> None:
    found: list[dict[str, Any]] = [dict(setup(random.Random(seed))) for seed in range(600)]
    assert sum(each == VOCABULARY.usual for each in found) / 600 == pytest.approx(0.5, abs=0.06)
    some = [each for each in found if each != VOCABULARY.usual and each["board"] in ("hansa-23", "hansa-45")]
    with_two, with_more = ([each["modules"] for each in some if (each["players"] == 2) is two] for two in (True, False))
    assert with_two and not any(with_two)           # modules are for three and more
    for module in ("missions", "favours"):
        assert sum(module in modules for modules in with_more) / len(with_more) == pytest.approx(0.3, abs=0.12)


def test_the_mean_follows_the_best_quarter_and_joins_the_pool(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The cross-entropy method step by step, for a worth that is known: how near two weights are to
    3 and to 0.5."""
    asked = list[list[Job]]()

    def near(weights: Taste) -> float:
        return -abs(math.log(weights[0] / 3)) - abs(math.log(weights[4] / 0.5))

    class Here:
        """In place of processes."""

        def map(self, function: object, jobs: list[Job], size: int) -> list[float]:
            assert function is tune.worths and size == 1
            asked.append([(weights, list(pool), seeds, game) for weights, pool, seeds, game in jobs])
            return [near(weights) for weights, *_ in jobs]

    monkeypatch.setattr(tune, "processes", lambda workers: contextlib.nullcontext(Here()))
    names, start, pool = list(VOCABULARY.tastes), [1.0] * len(VOCABULARY.tastes), [taste()]
    found = tune.tune(start, [names[0], names[4]], pool, 7, 10, 3, 2)
    said = capsys.readouterr().out.splitlines()
    rng, mean, spread = np.random.default_rng(3), np.zeros(2), np.full(2, 0.35)
    for number, jobs in enumerate(asked):
        drawn = mean + spread * rng.standard_normal((40, 2))
        weights = [[round(float(value), 3) for value in np.exp(row)] for row in [*drawn, mean]]
        assert [[job[0][0], job[0][4]] for job in jobs] == weights
        assert all({weight for place, weight in enumerate(job[0]) if place not in (0, 4)} == {1.0} for job in jobs)
        assert {(job[2], job[3]) for job in jobs} == {(range(3 + 10 * number, 13 + 10 * number), "teutonica")}
        assert all(len(job[1]) == (2 if number == 6 else 1) for job in jobs)
        values = np.array([near(job[0]) for job in jobs])
        assert said[number] == f"round {number}: mean {values[-1]:.3f}, best {values.max():.3f}, spread {spread.mean():.3f}"
        best = drawn[sorted(range(40), key=lambda place: -values[place])[:10]]
        mean = 0.4 * mean + 0.6 * best.mean(axis=0)
        spread = np.maximum(0.4 * spread + 0.6 * best.std(axis=0), 0.05)
    assert len(asked) == 7 and [found[0], found[4]] == [round(float(value), 3) for value in np.exp(mean)]
    assert pool[1:] == [asked[6][40][0]]


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


def test_weights_are_those_that_were_reviewed() -> None:
    """If a change is meant: `python -m tests.golden_weights`, and read the diff."""
    assert text().splitlines() == FILE.read_text(encoding="utf-8").splitlines()
