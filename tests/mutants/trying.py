"""What becomes of a mutant: the tests that run its line meet it, until one of them fails."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from tests.mutants.choosing import CURATED, Trial, equivalents
from tests.mutants.host import ELSEWHERE, Host
from tests.mutants.importers import importers
from tests.mutants.operators import Mutant
from tests.mutants.reach import Reach
from tests.mutants.scratch import Scratch
from tests.mutants.sessions import FAILED, PASSED, TIMEOUT, Limit
from tests.mutants.statements import lines_around, runs_once

OUTCOMES = ("caught", "timeout", "survived", "unreached", "equivalent", "unknown")
# They notice changed messages and declarations without running them.
READERS = ("tests/test_languages.py::test_a_catalogue_has_every_message_of_the_sources_and_no_other",)
RECORDING = Limit(3600, 4 * 3600)


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant; `unknown` if its tests do not pass without it either."""

    trial: Trial
    what: str
    note: str = ""

    def described(self) -> str:
        mutant = self.trial.mutant
        lines = [f"{mutant.file}:{mutant.line}: {self.what}: {mutant.kind} in {mutant.function or 'the module'}"]
        lines += [f"  - {line}" for line in mutant.before.splitlines()] + [f"  + {line}" for line in mutant.after.splitlines()]
        return "\n".join([*lines, *([f"  {self.note}"] if self.note else [])])

    def to_json(self) -> dict[str, object]:
        return {"room": self.trial.room, **asdict(self.trial.mutant), "outcome": self.what, "note": self.note}


class Named:
    """Tries curated faults and ignored flags, for which the tests that must notice are named."""

    def __init__(self, scratch: Scratch, each: float) -> None:
        self.scratch, self.limit = scratch, Limit.of_tests(each)
        self.clean: dict[tuple[str, ...], int] = {}
        self.built = True

    def outcome(self, trial: Trial) -> Outcome:
        mutant = trial.mutant
        if not trial.tests:
            return Outcome(trial, "unreached")
        if mutant.kind == CURATED and self.without(trial.tests) != PASSED:
            return Outcome(trial, "unknown", f"without the fault these tests do not pass either: {' '.join(trial.tests)}")
        if not trial.builds:
            self.rebuild()
        with self.scratch.changed(mutant.file, mutant.applied((self.scratch.tree / mutant.file).read_bytes())):
            if trial.builds:
                self.built = False
                if not self.scratch.build():
                    return Outcome(trial, "caught", "it does not compile")
            code = self.scratch.pytest(trial.tests, self.limit)
        if code == PASSED:
            return Outcome(trial, "survived", " ".join(trial.tests))
        if code != FAILED and self.without(trial.tests) != PASSED:
            return Outcome(trial, "unknown", f"pytest ends with {code} without the fault too: {self.scratch.said()[-200:]}")
        return Outcome(trial, "timeout" if code == TIMEOUT else "caught", " ".join(self.scratch.failed_tests()))

    def rebuild(self) -> None:
        """Compiles the sources as they are, if there is a fault in what was compiled."""
        if not self.built:
            self.built = self.scratch.build()

    def without(self, tests: tuple[str, ...]) -> int:
        """How the tests end without a fault."""
        if tests not in self.clean:
            self.rebuild()
            self.clean[tests] = self.scratch.pytest(tests, self.limit)
        return self.clean[tests]


class Sampled:
    """Tries mutants of one room. Nothing counts as caught by a test that fails alone and without
    the fault, and nothing as survived before a fresh process has loaded it and run all cases of the
    tests.
    """

    def __init__(self, scratch: Scratch, host: Host, reach: Reach, each: float) -> None:
        self.scratch, self.host, self.reach, self.each = scratch, host, reach, each
        self.equivalent = equivalents(scratch.root)
        self.passes: dict[str, bool] = {}
        self.texts = {name: (scratch.tree / name).read_text(encoding="utf-8") for name in
                      {test.split("::")[0] for test in reach.seconds}}

    def outcome(self, trial: Trial) -> Outcome:
        """What becomes of it, by the tests of its room, then by those that read the sources."""
        found = self.outcome_in_room(trial)
        readers = [test for test in READERS if (self.scratch.tree / test.split("::")[0]).exists()]
        if readers and found.what in ("survived", "unreached"):
            file, source = trial.mutant.file, (self.scratch.tree / trial.mutant.file).read_bytes()
            with self.scratch.changed(file, trial.mutant.applied(source)):
                code = self.scratch.pytest(readers, Limit.of_tests(self.each))
                failed = [test for test in self.failed() if self.passes_alone(test, file, source)] if code == FAILED else []
            if failed:
                return Outcome(trial, "caught", " ".join(failed))
        return found

    def outcome_in_room(self, trial: Trial) -> Outcome:
        """What becomes of it by the tests of its room."""
        mutant = trial.mutant
        if reason := self.equivalent.get((mutant.file, mutant.function, mutant.before, mutant.after)):
            return Outcome(trial, "equivalent", reason)
        source = (self.scratch.tree / mutant.file).read_bytes()
        reaching = self.tests_of(mutant, source)
        # What a module makes when it is loaded may show wherever its room is used.
        others = self.reach.seconds.keys() - reaching if runs_once(source, mutant.function) else set()
        if not reaching | others:
            return Outcome(trial, "unreached")
        fault = {"path": str((self.scratch.tree / mutant.file).resolve()), "function": mutant.function,
                 "old": source.decode(), "new": mutant.applied(source).decode()}
        with self.scratch.changed(mutant.file, mutant.applied(source)):
            while True:
                tests, seconds = self.reach.worth_running(reaching, self.each)
                if others:
                    more, longer = self.reach.worth_running(others, self.each)
                    tests, seconds = tests + more, seconds + longer
                code = self.met(tests, seconds, fault if mutant.function else None)
                failed = self.failed() if code not in (PASSED, TIMEOUT) else []
                blamed = tuple(test for test in failed if not self.passes_alone(test, mutant.file, source))
                if not blamed:
                    break
                reaching, others = ({test for test in some if not test.startswith(blamed)} for some in (reaching, others))
        if not tests:
            return Outcome(trial, "unknown", "every test that runs it fails alone without the fault")
        if code == PASSED:
            return Outcome(trial, "survived", f"{len(tests)} of {len(reaching | others)} tests: {' '.join(tests[:3])}")
        # Whoever waits or fails without the name of a test may do so on this machine without the
        # fault too.
        if not failed and self.scratch.pytest(every_case(tests), Limit.of_tests(3 * seconds)) != PASSED:
            return Outcome(trial, "unknown", f"the tests do not pass without the fault: {self.scratch.said()[-200:]}")
        return Outcome(trial, "timeout" if code == TIMEOUT else "caught", " ".join(failed))

    def failed(self) -> list[str]:
        """The tests that have failed just now, not files that could not be loaded; with all their
        cases if they ran in a fresh process.
        """
        names = (test if test in self.host.tests else test.split("[")[0].split(" - ")[0]
                 for test in self.scratch.failed_tests())
        return [name for name in names if "::" in name]

    def tests_of(self, mutant: Mutant, source: bytes) -> set[str]:
        """The tests that run the mutated lines; of what runs while a module is loaded, those that
        use the module."""
        if runs_once(source, mutant.function):
            return self.reach.using([mutant.file, *importers(self.scratch.tree, mutant.file)], self.texts)
        around = lines_around(source, mutant.line)
        within = range(mutant.line, mutant.line + mutant.before.count("\n") + 1)
        return (self.reach.running(mutant.file, set(around) & set(within))
                or self.reach.running(mutant.file, around))

    def met(self, tests: Sequence[str], seconds: float, fault: dict[str, str] | None) -> int:
        """How the tests end with the fault: in a fork if its function can be exchanged, then in a
        fresh process."""
        if not tests:
            return PASSED
        code = self.host.ask(Limit.of_tests(seconds), tests=tests, fault=fault) if fault else ELSEWHERE
        if code in (PASSED, ELSEWHERE):
            code = self.scratch.pytest(every_case(tests), Limit.of_tests(3 * seconds))
        return code

    def passes_alone(self, test: str, file: str, source: bytes) -> bool:
        """Whether a test passes without the fault."""
        if test not in self.passes:
            limit = Limit.of_tests(self.reach.seconds.get(test, self.each))
            with self.scratch.changed(file, source):
                code = self.host.ask(limit, tests=[test]) if test in self.host.tests else self.scratch.pytest([test], limit)
            self.passes[test] = code == PASSED
        return self.passes[test]


def every_case(tests: Sequence[str]) -> list[str]:
    """The functions of some tests."""
    return [*dict.fromkeys(test.split("[")[0] for test in tests)]


@contextlib.contextmanager
def sampled(scratch: Scratch, tests: Sequence[str], files: Sequence[str], each: float) -> Iterator[Sampled]:
    """Collects the tests in some files and records which lines of other files they run."""
    reached, ends = scratch.home / "reach.txt", scratch.home / "ends.jsonl"
    for path in (reached, ends):
        path.write_text("", encoding="utf-8")
    with scratch.host(tests) as host:
        paths = [str((scratch.tree / file).resolve()) for file in files]
        host.ask(RECORDING, record={"lines": str(reached), "ends": str(ends), "files": paths})
        with reached.open(encoding="utf-8") as rows, ends.open(encoding="utf-8") as endings:
            reach = Reach.taken(rows, endings, files, host.tests)
        yield Sampled(scratch, host, reach, each)
