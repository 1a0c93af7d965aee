"""Processor time of every test, its fixtures and the collection of its module: `make test-times`.

A plugin of pytest (`-p tests.times`). Wall time says little on a machine that does other work too,
so that this counts what a test, its children and theirs have computed, browsers and servers
included. Each worker of xdist writes a file of lines to `build/times`; `python -m tests.times`
prints the most expensive tests, fixtures, files and modules.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

import pytest

FOLDER = Path(os.environ.get("SUITE_TIMES") or Path(__file__).parents[1] / "build" / "times")
TICKS = os.sysconf("SC_CLK_TCK")
TESTS, FIXTURES, MODULES = "test", "fixture", "collect"


class Spent:
    """Seconds that this process, its children that have ended and those that still run have
    computed.

    Nobody waits for the renderers of a browser: what they have computed is in no sum once they
    have ended, as in that of `time`. Here it stays, as far as it was seen before.
    """

    def __init__(self) -> None:
        self.last = 0.0
        self.lost = 0.0

    def __call__(self) -> float:
        used = [getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)]
        now = sum(each.ru_utime + each.ru_stime for each in used) + sum(map(_of_running, _children(os.getpid())))
        self.lost += max(0.0, self.last - now)
        self.last = now
        return now + self.lost


def _children(process: int) -> list[int]:
    """Processes that a process has started and that still run (Linux)."""
    try:
        lists = [path.read_text() for path in Path(f"/proc/{process}/task").glob("*/children")]
    except OSError:
        return []
    return [int(number) for text in lists for number in text.split()]


def _of_running(process: int) -> float:
    """Seconds that a process and its descendants have computed."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="latin-1").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS + sum(map(_of_running, _children(process)))


class Times:
    """Writes down what each step has cost, as soon as it has ended."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._path.write_text("")
        self._spent = Spent()

    @contextmanager
    def _measured(self, sort: str, name: str) -> Iterator[None]:
        """Writes down what the block costs, whether it succeeds or fails."""
        began = self._spent()
        try:
            yield
        finally:
            with self._path.open("a", encoding="utf-8") as file:
                print(json.dumps([sort, name, round(self._spent() - began, 4)]), file=file)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, object, object]:
        """Modules are imported when they are collected."""
        if not isinstance(collector, pytest.Module):
            return (yield)
        with self._measured(MODULES, collector.nodeid):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """A test with the fixtures that begin and end with it."""
        with self._measured(TESTS, item.nodeid):
            return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self) -> None:
        """What a test has computed is seen before the fixtures end that have computed for it."""
        self._spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        """What a fixture costs until the test can begin, those that it needs not included."""
        where = request.node.nodeid.partition("::")[0]
        with self._measured(FIXTURES, f"{where}: {fixturedef.argname}"):
            return (yield)


def pytest_configure(config: pytest.Config) -> None:
    """The process that only hands out tests to the workers of xdist has none itself."""
    name = os.environ.get("PYTEST_XDIST_WORKER", "")
    if name or not getattr(config.option, "numprocesses", None):
        config.pluginmanager.register(Times(FOLDER / f"{name or 'main'}.jsonl"))


def main() -> int:
    """Prints the tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.times", description="Prints what tests have cost.")
    parser.add_argument("--rows", type=int, default=60, metavar="N", help="of each table (default 60)")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="what to read (default build/times)")
    chosen = parser.parse_args()
    costs: dict[str, Counter[str]] = {TESTS: Counter(), "file": Counter(), FIXTURES: Counter(), MODULES: Counter()}
    for path in sorted(chosen.folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            sort, name, seconds = json.loads(line)
            costs[sort][name] += seconds
            if sort == TESTS:
                costs["file"][name.partition("::")[0]] += seconds
    if not costs[TESTS]:
        print(f"no times in {chosen.folder}; run: make test-times", file=sys.stderr)
        return 2
    for sort, found in costs.items():
        print(f"\n{sort}: {sum(found.values()):.0f} s")
        for name, seconds in found.most_common(chosen.rows):
            print(f"{seconds:8.2f}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
