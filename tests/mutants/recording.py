"""A plugin of pytest that tells the tracer which test runs, and writes how each test ended and how long it took.

Of a test with many cases three are recorded: they call the same functions.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

CASES = 3
if not hasattr(sys.modules.get("sitecustomize"), "begin"):
    sys.modules.pop("sitecustomize", None)          # Debian has one; and a forked process has not loaded ours
tracer = importlib.import_module("sitecustomize")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    cases: Counter[str] = Counter()
    for item in items:
        cases[item.nodeid.split("[")[0]] += 1
    with Path(os.environ["HANSA_ENDS"]).open("a", encoding="utf-8") as file:
        file.writelines(f"{test}\tcases\t{count}\n" for test, count in cases.items())
    seen: Counter[str] = Counter()
    kept = []
    for item in items:
        seen[item.nodeid.split("[")[0]] += 1
        if seen[item.nodeid.split("[")[0]] <= CASES:
            kept.append(item)
    items[:] = kept


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    tracer.begin(item.nodeid.split("[")[0])
    return (yield)


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
