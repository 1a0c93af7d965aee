"""A plugin of pytest that tells the tracer which test runs, and writes how each test ended and how
long it took.

Of a test with many cases no more are recorded once three in a row have called no other functions.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Generator
from pathlib import Path
from types import CodeType

import pytest

CASES = 3
if not hasattr(sys.modules.get("sitecustomize"), "begin"):
    # Debian has one; and a forked process has not loaded ours
    sys.modules.pop("sitecustomize", None)
tracer = importlib.import_module("sitecustomize")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    with Path(os.environ["HANSA_ENDS"]).open("a", encoding="utf-8") as file:
        for test, count in Counter(map(name_of, items)).items():
            file.write(f"{test}\tcases\t{count}\n")


def name_of(item: pytest.Item) -> str:
    """A test with all its cases."""
    return item.nodeid.split("[")[0]


reached: defaultdict[str, set[CodeType]] = defaultdict(set)
idle: Counter[str] = Counter()      # by test: how many cases in a row have reached nothing new


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, object]:
    test = name_of(item)
    tracer.begin(test)
    done = yield
    idle[test] = 0 if tracer.seen - reached[test] else idle[test] + 1
    reached[test] |= tracer.seen
    return done


@pytest.hookimpl(tryfirst=True, specname="pytest_runtest_protocol")
def skip_what_reaches_nothing_new(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    if idle[name_of(item)] < CASES:
        return None
    item.session._setupstate.teardown_exact(nextitem)
    return True


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
    """What a shared fixture calls is called for every test of the file."""
    test = os.environ["HANSA_REACH_TEST"]
    if fixturedef.scope != "function":
        tracer.begin(test.split("::")[0])
    try:
        return (yield)
    finally:
        tracer.begin(test)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" or report.failed:
        with Path(os.environ["HANSA_ENDS"]).open("a", encoding="utf-8") as file:
            file.write(f"{report.nodeid.split('[')[0]}\t{report.outcome}\t{report.duration:.3f}\n")
