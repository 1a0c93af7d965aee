"""Puts small faults into a copy, one at a time, and counts those that tests notice.

    python -m tests.mutants --rooms tournaments bots --samples 5
    python -m tests.mutants --files 'hansa/cli/*.py' --seed 3 --json build/mutants.json
    python -m tests.mutants --rooms flags engine page
"""

from __future__ import annotations

import argparse
import importlib
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.mutants.choosing import CURATED, ROOMS, Trial, curated, equivalents, ignored_flags, sample
from tests.mutants.reach import Reach
from tests.mutants.scratch import FAILED, PASSED, TIMEOUT, Scratch

ROOT = Path(__file__).parents[2]
# Tests, and modules with examples
RECORDED = ("tests/test_*.py", "hansa/*.py", "hansa/*/*.py", "hansa/views/*/*.py")
# Seconds to start, and how many times slower than when recorded
PATIENCE, SLOWNESS = 45.0, 10.0
OUTCOMES = ("caught", "timeout", "survived", "unreached", "equivalent", "unknown")


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


class Run:
    """Tries mutants in one copy."""

    def __init__(self, scratch: Scratch, reach: Reach, each: float) -> None:
        self.scratch, self.reach, self.each = scratch, reach, each
        self.equivalent = equivalents(scratch.root)
        self.clean: dict[tuple[str, ...], int] = {}
        self.built = True

    def outcome(self, trial: Trial) -> Outcome:
        mutant = trial.mutant
        if reason := self.equivalent.get((mutant.file, mutant.function, mutant.before, mutant.after)):
            return Outcome(trial, "equivalent", reason)
        reaching = self.reach.tests_of(self.scratch.root, mutant.file, mutant.function)
        tests, seconds = (list(trial.tests), self.each) if trial.tests else self.reach.worth_running(reaching, self.each)
        if not tests:
            return Outcome(trial, "unreached")
        source = (self.scratch.tree / mutant.file).read_bytes()
        limit = PATIENCE + SLOWNESS * seconds
        if mutant.kind == CURATED and self.without(tuple(tests), limit) != PASSED:
            return Outcome(trial, "unknown", f"without the fault these tests do not pass either: {' '.join(tests)}")
        if not trial.builds:
            self.rebuild()
        with self.scratch.changed(mutant.file, mutant.applied(source)):
            if trial.builds:
                self.built = False
                if not self.scratch.build():
                    return Outcome(trial, "caught", "it does not compile")
            code = self.scratch.pytest(["-x", "--tb=line", *tests], limit)
        if code == PASSED:
            return Outcome(trial, "survived", f"{len(tests)} of {len(reaching) or len(tests)} tests: {' '.join(tests[:3])}")
        said = self.scratch.output.read_text(encoding="utf-8", errors="replace")
        if code != FAILED and self.without(tuple(tests), limit) != PASSED:
            return Outcome(trial, "unknown", f"pytest ends with {code} without the fault too: {said[-200:]}")
        failed = [line.removeprefix("FAILED ").split(" - ")[0] for line in said.splitlines() if line.startswith("FAILED")]
        return Outcome(trial, "timeout" if code == TIMEOUT else "caught", " ".join(failed))

    def rebuild(self) -> None:
        """Compiles the sources as they are, if there is a fault in what was compiled."""
        if not self.built:
            self.built = self.scratch.build()

    def without(self, tests: tuple[str, ...], limit: float) -> int:
        """How the tests end without a fault."""
        if tests not in self.clean:
            self.rebuild()
            self.clean[tests] = self.scratch.pytest(["-x", "--tb=line", *tests], limit)
        return self.clean[tests]


def report(outcomes: Sequence[Outcome]) -> str:
    """Survivors, then the score by file and by room: caught, of those that can be."""
    lines = [outcome.described() for outcome in outcomes if outcome.what in ("survived", "unreached", "unknown")]
    names = [("", "all"), *(("room", room) for room in dict.fromkeys(outcome.trial.room for outcome in outcomes)),
             *(("file", file) for file in sorted({outcome.trial.mutant.file for outcome in outcomes}))]
    lines.append(f"\n{'':<40}{'score':>7}" + "".join(f"{what:>12}" for what in OUTCOMES))
    for kind, name in reversed(names):
        counted = Counter(
            outcome.what for outcome in outcomes
            if not kind or name == (outcome.trial.room if kind == "room" else outcome.trial.mutant.file)
        )
        numbers = "".join(f"{counted[what]:>12}" for what in OUTCOMES)
        lines.append(f"{f'{kind} {name}'.strip():<40}{score(counted):>7}{numbers}")
    return "\n".join(lines)


def score(counted: Counter[str]) -> str:
    noticed = counted["caught"] + counted["timeout"]
    able = noticed + counted["survived"] + counted["unreached"]
    return f"{100 * noticed / able:.0f} %" if able else "-"


def arguments_of(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rooms", nargs="+", choices=ROOMS, default=list(ROOMS), metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--files", nargs="+", default=[], metavar="PATTERN", help="only these, such as 'hansa/cli/*.py'")
    parser.add_argument("--samples", type=int, default=2, metavar="N", help="mutants of each file (default 2)")
    parser.add_argument("--seconds", type=float, default=1800, metavar="S", help="for all mutants; 1800 by default")
    parser.add_argument("--each", type=float, default=10, metavar="S", help="of tests that run against one mutant (default 10)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="chooses the mutants (default 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="every outcome, for programs")
    parser.add_argument("--reach", type=Path, metavar="FILE", help="the recording (default build/mutants/reach.json)")
    parser.add_argument("--record", action="store_true",
                        help="first record again the test files that have changed; done by itself if there is no recording")
    return parser.parse_args(words)


def chosen(root: Path, arguments: argparse.Namespace) -> list[Trial]:
    """What is tried, the curated faults first."""
    drawn = sample(root, arguments.rooms, arguments.files, arguments.samples, arguments.seed)
    if arguments.files:
        return drawn
    return [*(ignored_flags(root) if "flags" in arguments.rooms else []), *curated(root, arguments.rooms), *drawn]


def main(words: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """0 if every mutant was noticed, 1 if not, 130 after Ctrl-C."""
    arguments = arguments_of(words)
    # A shell starts what runs in the background with Ctrl-C ignored
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, signal.default_int_handler)
    place = arguments.reach or root / "build" / "mutants" / "reach.json"
    reach = Reach.load(place)
    outcomes: list[Outcome] = []
    stopped = False
    trials = chosen(root, arguments)
    try:
        with Scratch(root) as scratch:
            stale = reach.stale(root, RECORDED)
            if arguments.record or not reach.files:
                print(f"recording which functions {len(stale)} test files reach", file=sys.stderr)
                reach.record(scratch, stale)
                reach.save(place)
            run, end = Run(scratch, reach, arguments.each), time.monotonic() + arguments.seconds
            for number, trial in enumerate(trials, 1):
                if time.monotonic() > end:
                    print(f"time is over; {len(trials) - number + 1} mutants were not tried", file=sys.stderr)
                    break
                outcomes.append(run.outcome(trial))
                print(f"{number}/{len(trials)} {outcomes[-1].described()}" if outcomes[-1].what == "survived" else
                      f"{number}/{len(trials)} {trial.mutant.file}:{trial.mutant.line} {outcomes[-1].what}", file=sys.stderr)
    except KeyboardInterrupt:
        stopped = True
    print(report(outcomes))
    if arguments.json:
        arguments.json.write_text(json.dumps([outcome.to_json() for outcome in outcomes], indent=1), encoding="utf-8")
    return 130 if stopped else int(any(outcome.what in ("survived", "unreached") for outcome in outcomes))


if __name__ == "__main__":
    # What tests load is loaded once, before the forks
    for name in ("numpy", "pytest", "rich.console"):
        importlib.import_module(name)
    raise SystemExit(main())
