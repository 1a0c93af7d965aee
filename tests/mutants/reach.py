"""Which tests call which function, from a recorded run, and which of them are worth running against
a mutant."""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.mutants.scratch import Scratch

HOURS = 3600.0
FEWEST = 3              # tests that run against a mutant however long they take


@dataclass
class Reach:
    """The recording; `files` are the test files it has, with what they then contained."""

    files: dict[str, str] = field(default_factory=dict)
    # Of a test with all its cases
    seconds: dict[str, float] = field(default_factory=dict)
    # "file qualified.name" -> tests
    functions: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> Reach:
        return cls(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else cls()

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(vars(self), sort_keys=True), encoding="utf-8")

    def stale(self, root: Path, patterns: Iterable[str]) -> list[str]:
        """Test files that were never recorded or have changed since."""
        files = sorted({path for pattern in patterns for path in root.glob(pattern)})
        names = {path.relative_to(root).as_posix(): path for path in files}
        return [name for name, path in names.items() if self.files.get(name) != digest(path)]

    def record(self, scratch: Scratch, files: list[str]) -> None:
        """Runs test files with the tracer, and takes in what they reached."""
        reached, ends = scratch.home / "reach.tsv", scratch.home / "ends.tsv"
        for path in (reached, ends):
            path.write_text("", encoding="utf-8")
        tracing = scratch.tree / "tests" / "mutants" / "tracing"
        environment = {"HANSA_REACH": str(reached), "HANSA_ENDS": str(ends), "PYTHONPATH": f"{scratch.tree}:{tracing}"}
        scratch.pytest(["-p", "tests.mutants.recording", *files], HOURS, environment)
        self.take(reached.read_text(encoding="utf-8"), ends.read_text(encoding="utf-8"))
        self.files.update({name: digest(scratch.root / name) for name in files})

    def take(self, reached: str, ends: str) -> None:
        """The lines of the tracer and of the plugin; tests that failed by themselves are left
        out."""
        cases: dict[str, int] = {}
        took: defaultdict[str, list[float]] = defaultdict(list)
        failed: set[str] = set()
        for line in ends.splitlines():
            test, what, number = line.split("\t")
            if what == "cases":
                cases[test] = int(number)
            elif what == "failed":
                failed.add(test)
            elif what == "passed":
                took[test].append(float(number))
        passed = {test: sum(times) / len(times) * cases[test] for test, times in took.items() if test not in failed}
        old = {test.split("::")[0] for test in cases}
        self.seconds = {test: time for test, time in self.seconds.items() if test.split("::")[0] not in old} | passed
        functions = {name: {test for test in tests if test.split("::")[0] not in old} for name, tests in self.functions.items()}
        of_file: defaultdict[str, list[str]] = defaultdict(list)
        for test in passed:
            of_file[test.split("::")[0]].append(test)
        for line in set(reached.splitlines()):
            test, file, function = line.split("\t")
            tests = [test] if test in passed else of_file[test] if "::" not in test else []
            functions.setdefault(f"{file} {function}", set()).update(tests)
        self.functions = {name: sorted(tests) for name, tests in functions.items() if tests}

    def tests_of(self, root: Path, file: str, function: str) -> set[str]:
        """Tests that call a function; or, of what runs when a module is loaded, those that use the
        module."""
        while function:
            if calling := self.functions.get(f"{file} {function}"):
                return set(calling)
            function = function.rpartition(".")[0]
        found = {test for name, tests in self.functions.items() if name.startswith(f"{file} ") for test in tests}
        word = re.compile(rf"\b{Path(file).stem}\b")
        naming = {name for name in self.files if (root / name).exists() and word.search((root / name).read_text("utf-8"))}
        return found | {test for test in self.seconds if test.split("::")[0] in naming}

    def worth_running(self, tests: set[str], seconds: float) -> tuple[list[str], float]:
        """The quickest and most special tests that fit into a time, and how long they take."""
        breadth: defaultdict[str, int] = defaultdict(int)
        for reaching in self.functions.values():
            for test in reaching:
                breadth[test] += 1
        chosen: list[str] = []
        total = 0.0
        for test in sorted(tests, key=lambda test: (self.seconds[test] + breadth[test] / 500, test)):
            if total + self.seconds[test] <= seconds or len(chosen) < FEWEST:
                chosen.append(test)
                total += self.seconds[test]
        return chosen, total


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
