"""A pytest that has collected the tests of a room, and forks for every mutant.

Importing and collecting takes longer than most tests do, so it is done once. The fork puts the
fault into the loaded functions (exchange.py) and runs tests; the process it comes from never runs
any, so all forks begin alike.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, NoReturn

import pytest

from tests.mutants.exchange import exchange
from tests.mutants.recording import Recorder
from tests.mutants.sessions import BROKEN, FAILED, PASSED, Limit, outcome_of

ELSEWHERE = 7           # the fault cannot be put into what is loaded


@dataclass(frozen=True)
class Fault:
    """A function of a file, and the file without and with a fault in it."""

    path: str
    function: str
    old: str
    new: str


class Served:
    """The plugin: instead of running the tests it does what it is asked, until nobody asks any
    more."""

    def __init__(self, requests: IO[str], answers: IO[str], output: Path) -> None:
        self.requests, self.answers, self.output = requests, answers, output
        self.failed: list[str] = []
        self.items: dict[str, pytest.Item] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        gc.unfreeze()           # tests/conftest.py: what is frozen is not found by `exchange`
        warm()
        sys.dont_write_bytecode = True      # what is loaded from here on may have a fault
        self.answer({"tests": list(self.items), "failed": session.testsfailed})
        for line in self.requests:
            self.answer(self.done(**json.loads(line)))
        return True

    def answer(self, what: dict[str, Any]) -> None:
        print(json.dumps(what), file=self.answers, flush=True)

    def done(self, limit: dict[str, float], tests: Sequence[str] = (), fault: dict[str, str] | None = None,
             record: dict[str, Any] | None = None) -> dict[str, Any]:
        """Runs some tests with a fault, without one, or all of them with the tracer."""
        def work() -> int:
            if record:
                return Recorder(**record).run(list(self.items.values()))
            return self.run(tests, Fault(**fault) if fault else None)

        return {"code": outcome_of(work, self.output, Limit(**limit))}

    def run(self, tests: Iterable[str], fault: Fault | None) -> int:
        """In the fork: the tests in turn, until one fails; the last line of the output file names
        it. (What is printed goes where pytest's capturing puts it.)
        """
        if fault and not exchange(fault.path, fault.old.encode(), fault.new.encode(), fault.function):
            return ELSEWHERE
        chosen = [self.items[test] for test in tests]
        for item, following in zip(chosen, [*chosen[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                self.tell(f"FAILED {item.nodeid}")
                return FAILED
        return PASSED

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)
            self.tell(report.longreprtext)

    def tell(self, text: str) -> None:
        with self.output.open("a", encoding="utf-8") as file:
            print(text, file=file)


def warm() -> None:
    """Every log begins with the engine's signature: half a second that each fork need not spend."""
    if bench := sys.modules.get("hansa.bench"):
        bench.signature()


class Host:
    """The other side: starts such a pytest in a copy and asks it."""

    def __init__(self, requests: IO[str], answers: IO[str], output: Path) -> None:
        self.requests, self.answers, self.output = requests, answers, output
        collected = self._next_answer()
        self.tests: list[str] = collected["tests"]
        if collected["failed"]:
            self._give_up()

    def _next_answer(self) -> dict[str, Any]:
        line = self.answers.readline()
        if not line:
            self._give_up()
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _give_up(self) -> NoReturn:
        said = self.output.read_text(encoding="utf-8", errors="replace")
        raise SystemExit(f"pytest cannot collect the tests; {self.output} says:\n{said[-2000:]}")

    def ask(self, limit: Limit, **what: Any) -> int:
        print(json.dumps({"limit": asdict(limit), **what}), file=self.requests, flush=True)
        code: int = self._next_answer()["code"]
        return code


def serve(requests: int, answers: int, output: Path, arguments: Sequence[str]) -> int:
    """In the process that hosts: collects, then serves until the other side has gone."""
    with os.fdopen(requests) as asked, os.fdopen(answers, "w") as told:
        code = pytest.main([*arguments], plugins=[Served(asked, told, output)])
    return int(code) if isinstance(code, int) else BROKEN
