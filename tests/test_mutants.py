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
from pathlib import Path

import pytest

from tests.mutants.choosing import ROOMS, curated, equivalents
from tests.mutants.operators import mutants_of
from tests.mutants.reach import Reach
from tests.mutants.scratch import Scratch

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
    "import a", "assert a", "x = f(help='all about it')", "x = open(y, encoding=z)",
    "x = maximum(a, b)", "x = switch('all about it')", "try:\n    x\nexcept (A, B):\n    x",
])
def test_what_no_test_can_see_is_left_alone(source: str) -> None:
    assert texts(source) == set()


def test_a_mutant_knows_the_function_it_is_in() -> None:
    source = "class A:\n    x = 1\n    def f(self, y=2):\n        return [z + 3 for z in y]\n"
    found = {mutant.before: mutant.function for mutant in mutants_of("x.py", source.encode())}
    assert found["1"] == found["2"] == "" and found["z + 3"] == "A.f.<locals>.<listcomp>"


def test_the_tests_of_a_function_are_those_that_call_it() -> None:
    reach = Reach()
    reach.take(
        "t.py::a\tx.py\tf\nt.py::b\tx.py\tg\nt.py::b\tx.py\tf\nt.py\tx.py\th\nt.py::c\tx.py\tf\n",
        "t.py::a\tcases\t1\nt.py::b\tcases\t10\nt.py::c\tcases\t1\n"
        "t.py::a\tpassed\t0.5\nt.py::b\tpassed\t0.2\nt.py::b\tpassed\t0.4\nt.py::c\tfailed\t1\n",
    )
    # `c` fails without any fault
    assert reach.tests_of(ROOT, "x.py", "f") == {"t.py::a", "t.py::b"}
    assert reach.tests_of(ROOT, "x.py", "g.<locals>.<listcomp>") == {"t.py::b"}
    # Called by a fixture of the file
    assert reach.tests_of(ROOT, "x.py", "h") == {"t.py::a", "t.py::b"}
    assert reach.seconds == pytest.approx({"t.py::a": 0.5, "t.py::b": 3})
    assert reach.worth_running({"t.py::a", "t.py::b"}, 100)[0] == ["t.py::a", "t.py::b"]


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
    (tmp_path / "bots" / "sums.py").write_text("def total(a, b):\n    return a + b\n\n\ndef product(a, b):\n    return a * b\n")
    (tmp_path / "tests" / "test_sums.py").write_text(
        "from bots.sums import product, total\n\n\ndef test_total():\n    assert total(2, 3) == 5\n\n\n"
        "def test_product():\n    product(3, 1)\n"
    )
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\nmarkers = ['long: minutes']\n")
    return tmp_path


def mutate(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(project)}
    return subprocess.run([sys.executable, "-m", "tests.mutants", "--rooms", "bots", *words], cwd=project, env=environment,
                          capture_output=True, text=True, check=False)


def test_survivors_are_told_and_nothing_is_left_behind(project: Path) -> None:
    before = {path: path.read_bytes() for path in project.rglob("*.py")}
    done = mutate(project, "--samples", "9", "--json", "found.json")
    assert done.returncode == 1, done.stderr
    found = {entry["line"]: entry["outcome"] for entry in json.loads((project / "found.json").read_text())}
    assert found == {2: "caught", 6: "survived"}
    assert re.search(r"bots/sums.py:6: survived: .* in product\n  - .*\n  \+ ", done.stdout)
    assert re.search(r"file bots/sums.py +50 % +1 +0 +1 ", done.stdout)
    assert {path: path.read_bytes() for path in project.rglob("*.py")} == before
    assert [path.name for path in (project / "build" / "mutants").iterdir()] == ["reach.json"]


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


def test_a_curated_fault_is_not_caught_by_a_test_that_fails_without_it(project: Path) -> None:
    (project / "tests" / "mutants" / "curated.toml").write_text("".join(
        f'[[mutant]]\nroom = "page"\nfile = "bots/sums.py"\nbefore = "a + b"\nafter = "a - b"\ntests = ["tests/{test}"]\n'
        for test in ("test_sums.py", "test_bad.py")))
    (project / "tests" / "test_bad.py").write_text("def test_bad():\n    assert False\n")
    done = mutate(project, "--rooms", "page", "--json", "found.json")
    found = [entry["outcome"] for entry in json.loads((project / "found.json").read_text())]
    assert found == ["caught", "unknown"], done.stderr


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_stopped_leaves_no_mess(project: Path, how: signal.Signals) -> None:
    """After Ctrl-C at once; after kill -9 nothing runs on, and the next run removes the copy."""
    (project / "tests" / "test_sums.py").write_text(
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
