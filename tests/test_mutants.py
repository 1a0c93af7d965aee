"""The mutation tester: which faults it makes, which tests it picks, and that it leaves nothing
behind."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.choosing import count, curated, equivalents
from tests.mutants.exchange import exchange
from tests.mutants.operators import mutants_of
from tests.mutants.reach import Reach
from tests.mutants.reporting import interval, score
from tests.mutants.rooms import ROOMS
from tests.mutants.scratch import Scratch
from tests.mutants.sessions import TIMEOUT, Limit, outcome_of
from tests.mutants.statements import lines_around

ROOT = Path(__file__).parents[1]


def texts(source: str) -> set[str]:
    """Every mutant of a source, as the source it makes."""
    return {mutant.applied(source.encode()).decode() for mutant in mutants_of("x.py", source.encode())}


@pytest.mark.parametrize(("source", "expected"), [
    ("x = a < b", {"x = (a <= b)"}),
    ("x = a + 1", {"x = (a - 1)", "x = a + 2"}),
    ("x = a and b", {"x = (a or b)", "x = a", "x = b"}),
    ("x = not a", {"x = a"}),
    ("x = True", {"x = False"}),
    ("x = 'elo'", {"x = 'banana'"}),
    ("x = 0.5", {"x = 0.75"}),
    ("x = min(a, b)", {"x = max(a, b)"}),
    ("x = f(a, b)", {"x = f(b, a)"}),
    ("x = f(key=a)", {"x = f()"}),
    ("x = (a, b, c)", {"x = (b, a, c)"}),
    ("x = {'a': 1, 'b': 1}", {"x = {'banana': 1, 'b': 1}", "x = {'a': 2, 'b': 1}", "x = {'a': 1, 'banana': 1}",
                              "x = {'a': 1, 'b': 2}"}),
    ("x = a[b:c]", {"x = a[:c]", "x = a[b:]"}),
    ("x = [y for y in a if y]", {"x = [y for y in a]"}),
    ("x = a if b else c", {"x = a", "x = c", "x = (a if not b else c)"}),
    ("x = f'{a:.2f}'", {"x = f'{a}'"}),
    ("f(a)", {"pass"}),
    ("x.y = a", {"pass"}),
    ("x += a", {"pass", "x -= a"}),
    ("if a:\n    f()", {"if not a:\n    f()", "if a:\n    pass"}),
    ("def f():\n    return a", {"def f():\n    return"}),
    ("while a:\n    break", {"while not a:\n    break", "while a:\n    pass"}),
    ("raise a", {"pass"}),
])
def test_faults_are_those_that_people_make(source: str, expected: set[str]) -> None:
    assert texts(source) == expected


@pytest.mark.parametrize("source", [
    '"""A docstring."""', "x: list[int]", "def f(a: int) -> str: pass", "LOG.debug('%s', a)", "__all__ = ['a', 'b']",
    "X = dict[A, B]", "import a", "assert a", "x = f(help='all about it')", "x = open(y, encoding=z)",
    "x = maximum(a, b)", "x = zip(strict=True)", "x = switch('all about it')", "try:\n    x\nexcept (A, B):\n    x",
])
def test_what_no_test_can_see_is_left_alone(source: str) -> None:
    assert texts(source) == set()


def test_a_mutant_knows_the_function_it_is_in() -> None:
    source = ("class A:\n    x = 1\n    def f(self, y=2):\n        return [z + 3 for z in y[4] for w in z[5]]\n"
              "b = {v: 6 for v in (7, 8)}\n")
    found = {mutant.before: mutant.function for mutant in mutants_of("x.py", source.encode())}
    assert found["1"] == found["2"] == "" and found["z + 3"] == found["5"] == "A.f.<locals>.<listcomp>"
    # What is gone through first is made outside.
    assert found["4"] == "A.f" and found["7"] == "" and found["6"] == "<dictcomp>"


def test_the_tests_of_a_mutant_are_those_that_run_its_lines() -> None:
    tests = ["t.py::a", "t.py::b[1]", "u.py::c", "u.py::d"]
    ends = [json.dumps(row) for row in (
        ["t.py::a", "passed", 0.5], ["t.py::b[1]", "passed", 0.2], ["u.py::c", "failed", 1], ["u.py::d", "passed", 7])]
    reach = Reach.taken(["0 0 3", "1 0 3", "1 1 4", "2 0 3", "f2 1 9", " 0 5"], ends, ["x.py", "y.py"], tests)
    # `c` fails without any fault.
    assert reach.running("x.py", range(1, 4)) == {"t.py::a", "t.py::b[1]"}
    # Ran before the first test.
    assert reach.running("x.py", [5]) == set()
    # In a fixture that its file shares.
    assert reach.running("y.py", [9]) == {"u.py::d"}
    assert reach.using(["y.py"], {"t.py": "import x", "u.py": "import y"}) == {"t.py::b[1]", "u.py::d"}
    assert reach.using(["y.py", "x.py"], {}) == {"t.py::a", "t.py::b[1]", "u.py::d"}
    assert reach.worth_running(tests[:2] + tests[3:], 0.7) == (["t.py::b[1]", "t.py::a", "u.py::d"], 7.7)
    assert reach.worth_running([*tests[:2], "u.py::d"], 0.1)[0][0] == "t.py::b[1]"


@pytest.mark.parametrize(("line", "around"), [
    (1, range(1, 2)), (2, range(2, 4)), (3, range(2, 4)), (4, range(4, 7)), (5, range(4, 7)), (8, range(8, 9)),
    (9, range(9, 10)),
])
def test_a_statement_is_all_its_lines_but_not_those_below_it(line: int, around: range) -> None:
    source = b"def f(a):\n    if (a and\n            f):\n        g(1,\n          2,\n          3)\n" \
             b"    match a:\n        case 1 if a:\n            pass\n"
    assert lines_around(source, line) == around


def test_a_fault_is_put_into_functions_that_are_loaded(tmp_path: Path) -> None:
    path = tmp_path / "loaded_module.py"
    old = ("from functools import cache\n\n\n"
           "class A:\n    @cache\n    def f(self):\n        return [x + 1 for x in (1, 2)]\n\n\n"
           "def g():\n    return lambda: 7\n\n\nMADE = g()\n")
    loaded: dict[str, Any] = {"__name__": "hansa.loaded_module"}
    exec(compile(old, str(path), "exec", dont_inherit=True), loaded)
    thing = loaded["A"]()
    assert thing.f() == [2, 3]
    changed = old.replace("x + 1", "x - 1").encode()
    assert exchange(str(path), old.encode(), changed, "A.f.<locals>.<listcomp>") and thing.f() == [0, 1]
    again = changed.replace(b"7", b"8")
    assert exchange(str(path), changed, again, "g.<locals>.<lambda>") and loaded["g"]()() == loaded["MADE"]() == 8
    # MADE keeps the old code.
    assert not exchange(str(path), again, again.replace(b"lambda: 8", b"None"), "g")
    assert not exchange(str(tmp_path / "another.py"), old.encode(), changed, "A.f")


def test_time_is_what_the_processor_gives(tmp_path: Path) -> None:
    """A test that waits has not taken too long; one that computes without end has."""
    def endless() -> int:
        while True:
            pass

    def stuck() -> int:
        return signal.sigwait([signal.SIGUSR1])

    def waiting() -> int:
        time.sleep(1.5)
        os.write(1, b"done")
        return 5

    output = tmp_path / "output"
    assert outcome_of(waiting, output, Limit(0, 600)) == 5 and output.read_text() == "done"
    assert outcome_of(endless, output, Limit(0, 600)) == outcome_of(stuck, output, Limit(600, 0.1)) == TIMEOUT
    assert outcome_of(stuck, output, Limit(600, 600, 0.1)) == TIMEOUT
    assert outcome_of(lambda: int("x"), output, Limit(9, 600)) == 3 and "ValueError" in output.read_text()


def test_a_count_is_drawn_from_all_mutants_of_a_room() -> None:
    drawn, more = (count(ROOT, ["training", "studies"], [], number, 3) for number in (20, 30))
    assert Counter(trial.room for trial in drawn) == {"training": 20, "studies": 20} and set(drawn) < set(more)
    assert len({(trial.mutant.file, trial.mutant.line) for trial in more}) == 60
    assert {trial.mutant.file for trial in count(ROOT, ["training"], ["*/fit.py"], 3, 1)} == {"hansa/training/fit.py"}
    assert count(ROOT, ["training"], [], 20, 4) != drawn[:20]


def test_the_score_is_of_what_can_be_noticed() -> None:
    counted = Counter(caught=17, timeout=1, survived=1, unreached=1, equivalent=50, unknown=9)
    assert score(counted) == "90 %" and interval(counted) == "70 to 97" and score(Counter(equivalent=1)) == "-"


def test_every_room_has_sources_and_tests_that_are_there() -> None:
    for name, room in ROOMS.items():
        assert bool(room.source_files(ROOT)) == (name not in ("flags", "engine", "page"))
        assert not [test for test in room.tests if not (ROOT / "tests" / f"test_{test}.py").exists()], name
    held = Counter(file for room in ROOMS.values() for file in room.source_files(ROOT))
    assert set(held.values()) == {1}
    sources = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("hansa/**/*.py")}
    forwarders = {file for file in sources if file.startswith(("hansa/bots/", "hansa/tournaments/"))}
    assert sources - forwarders - set(held) == set()


# They look at sources, style sheets and packages, or need a browser, a compiler or a sanitizer.
WITHOUT_ROOM = {
    "colours", "fuzz", "golden", "house", "limits", "mutants", "notebooks", "packaging", "processors", "prose", "threads",
    "typing", "warm", "wasm", "workflows",
}


def test_no_file_of_tests_is_forgotten() -> None:
    files = {path.stem.removeprefix("test_") for path in (ROOT / "tests").glob("test_*.py")}
    forgotten = files - {name for room in ROOMS.values() for name in room.tests} - WITHOUT_ROOM
    assert {name for name in forgotten if not name.startswith("page")} == set()


def test_curated_faults_can_be_put_into_the_sources_as_they_are() -> None:
    trials = curated(ROOT, ROOMS)
    assert len(trials) > 30 and {trial.room for trial in trials} == {"page", "engine"}
    for trial in trials:
        assert all((ROOT / test.partition("::")[0]).exists() for test in trial.tests)


def test_equivalent_mutants_are_mutants_of_the_sources_as_they_are() -> None:
    for file, function, before, after in equivalents(ROOT):
        found = {(mutant.function, mutant.before, mutant.after) for mutant in mutants_of(file, (ROOT / file).read_bytes())}
        assert (function, before, after) in found, (file, function, before, after)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of one function, with a test of half of it."""
    for folder in ("bots", "tests"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
    shutil.copytree(ROOT / "tests" / "mutants", tmp_path / "tests" / "mutants", ignore=shutil.ignore_patterns("*.toml"))
    (tmp_path / "bots" / "sums.py").write_text(
        "def total(a, b):\n    return a + b\n\n\ndef product(a, b):\n    return a * b\n\n\n"
        "def never(a, b):\n    return a / b\n\n\nFIVE = 5\n")
    (tmp_path / "tests" / "test_bots.py").write_text(
        "import os\nfrom bots.sums import FIVE, product, total\n\n\ndef test_total():\n    assert total(2, 3) == FIVE\n\n\n"
        "def test_product():\n    product(3, 1)\n\n\n"
        "def test_of_nothing():\n    assert 'HANSA_REACH' in os.environ and product(3, 1)\n"
    )
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\nmarkers = ['long: minutes']\n")
    return tmp_path


def mutate(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(project)}
    return subprocess.run([sys.executable, "-m", "tests.mutants", "--rooms", "bots", *words], cwd=project, env=environment,
                          capture_output=True, text=True, check=False)


@pytest.mark.long
def test_survivors_are_told_and_nothing_is_left_behind(project: Path) -> None:
    """A test that fails alone, as `test_of_nothing` does, has noticed nothing."""
    before = {path: path.read_bytes() for path in project.rglob("*.py")}
    done = mutate(project, "--samples", "9", "--json", "found.json")
    assert done.returncode == 1, done.stderr
    found = {entry["line"]: entry["outcome"] for entry in json.loads((project / "found.json").read_text())}
    assert found == {2: "caught", 6: "survived", 10: "unreached", 13: "caught"}
    assert re.search(r"bots/sums.py:6: survived: .* in product\n  - .*\n  \+ .*\n  1 of 1 tests: .*::test_product", done.stdout)
    assert re.search(r"file bots/sums.py +50 % +2 +0 +1 +1 ", done.stdout)
    assert {path: path.read_bytes() for path in project.rglob("*.py")} == before
    assert not [*(project / "build" / "mutants").iterdir()]
    (project / "tests" / "test_bots.py").write_text("from bots.sums import product\n\n\n"
                                                    "def test_product():\n    assert product(3, 2) == 6\n")
    done = mutate(project, "--again", "found.json", "--json", "again.json")
    found = {entry["line"]: entry["outcome"] for entry in json.loads((project / "again.json").read_text())}
    assert found == {6: "caught", 10: "unreached"}, done.stderr


def test_the_copy_has_what_tests_read_and_is_compiled_anew_after_a_fault(project: Path) -> None:
    for name in ("log.jsonl", "tests/endings.jsonl", "bots/fast.pyx"):
        (project / name).write_text("1\n")
    with Scratch(project) as scratch:
        assert (scratch.tree / "tests/endings.jsonl").exists() and not (scratch.tree / "log.jsonl").exists()
        for name, same in (("bots/sums.py", True), ("bots/fast.pyx", False)):
            path = scratch.tree / name
            os.utime(path, ns=(0, 0))
            before = path.read_bytes()
            with scratch.changed(name, b"2\n"):
                assert path.read_bytes() == b"2\n"
            assert path.read_bytes() == before and (path.stat().st_mtime_ns == 0) == same


@pytest.mark.long
def test_a_curated_fault_is_not_caught_by_a_test_that_fails_without_it(project: Path) -> None:
    (project / "tests" / "mutants" / "curated.toml").write_text("".join(
        f'[[mutant]]\nroom = "page"\nfile = "bots/sums.py"\nbefore = "a + b"\nafter = "a - b"\ntests = ["tests/{test}"]\n'
        for test in ("test_bots.py::test_total", "test_bad.py")))
    (project / "tests" / "test_bad.py").write_text("def test_bad():\n    assert False\n")
    done = mutate(project, "--rooms", "page", "--json", "found.json")
    found = [entry["outcome"] for entry in json.loads((project / "found.json").read_text())]
    assert found == ["caught", "unknown"], done.stderr


@pytest.mark.parametrize("how", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.long)])
def test_a_run_that_is_stopped_leaves_no_mess(project: Path, how: signal.Signals) -> None:
    """After Ctrl-C at once; after kill -9 nothing runs on, and the next run removes the copy."""
    (project / "tests" / "test_bots.py").write_text(
        "import os, pathlib, time\nfrom bots.sums import total\n\n\ndef test_total():\n"
        "    if total(2, 3) != 5:\n        pathlib.Path(os.environ['STARTED']).write_text(str(os.getpid()))\n"
        "        time.sleep(600)\n"
    )
    (project / "bots" / "sums.py").write_text("def total(a, b):\n    return a + b\n")
    started = project / "started"
    command = [sys.executable, "-m", "tests.mutants", "--rooms", "bots", "--samples", "1"]
    with subprocess.Popen(command, cwd=project, env={**os.environ, "PYTHONPATH": str(project), "STARTED": str(started)},
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        while not (started.exists() and started.read_text()):
            assert run.poll() is None
            time.sleep(0.05)
        run.send_signal(how)
    assert run.returncode == (130 if how == signal.SIGINT else -how)
    while alive(int(started.read_text())):
        time.sleep(0.05)
    left = list((project / "build" / "mutants").glob("run-*"))
    assert len(left) == (how == signal.SIGKILL)
    mutate(project, "--seconds", "0")
    assert not list((project / "build" / "mutants").glob("run-*"))


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return not Path(f"/proc/{process}/stat").read_text().split(")")[-1].startswith(" Z")
