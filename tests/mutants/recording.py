"""Runs all tests once with the tracer: which lines each of them runs, how long it takes, and
whether it passes."""

from __future__ import annotations

import importlib
import json
import os
import resource
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import pytest

# Of a test with many cases no more are run once so many in a row have run no other lines.
CASES = 12
TRACING = Path(__file__).parent / "tracing"


class Recorder:
    """A plugin for one run. `lines` and `ends` are files; see reach.py for what is in them."""

    def __init__(self, lines: str, ends: str, files: Sequence[str]) -> None:
        self.lines, self.ends = Path(lines), Path(ends)
        self.failed = self.skipped = False
        self.label = ""
        environment = {"HANSA_REACH": lines, "HANSA_REACH_FILES": os.pathsep.join(files), "HANSA_REACH_TEST": ""}
        os.environ.update(environment, PYTHONPATH=f"{TRACING}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        sys.path.insert(0, str(TRACING))
        # Debian has one, and this process has not loaded ours.
        sys.modules.pop("sitecustomize", None)
        self.tracer = importlib.import_module("sitecustomize")

    def run(self, items: Sequence[pytest.Item]) -> int:
        reached: defaultdict[str, set[str]] = defaultdict(set)
        # By test: how many cases in a row have reached nothing new.
        idle: Counter[str] = Counter()
        items[0].config.pluginmanager.register(self)
        with self.lines.open(encoding="utf-8") as lines, self.ends.open("a", encoding="utf-8") as ends:
            for number, item in enumerate(items):
                test = item.nodeid.split("[")[0]
                following = items[number + 1] if number + 1 < len(items) else None
                if idle[test] >= CASES:
                    item.session._setupstate.teardown_exact(following)
                    continue
                print(json.dumps([item.nodeid, *self.measured(str(number), item, following)]), file=ends, flush=True)
                new = {line.partition(" ")[2] for line in lines} - reached[test]
                idle[test] = 0 if new else idle[test] + 1
                reached[test] |= new
        sys.settrace(None)
        threading.settrace(None)
        return 0

    def measured(self, label: str, item: pytest.Item, following: pytest.Item | None) -> tuple[str, float]:
        """Runs one test: how it ended, and the processor time it and its children took."""
        self.failed = self.skipped = False
        self.begin(label)
        before = processor_seconds()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        what = "failed" if self.failed else "skipped" if self.skipped else "passed"
        return what, round(processor_seconds() - before, 3)

    def begin(self, label: str) -> None:
        self.label = label
        self.tracer.begin(label)
        sys.settrace(self.tracer.called)        # a test may have taken the tracer away

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        """What a shared fixture runs is run for every test of the file."""
        label = self.label
        if fixturedef.scope != "function":
            self.begin(f"f{label.removeprefix('f')}")
        try:
            return (yield)
        finally:
            self.begin(label)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed
        self.skipped |= report.skipped


def processor_seconds() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)
