"""Puts small faults into a copy, one at a time, and counts those that tests notice.

    python -m tests.mutants --rooms tournaments bots --count 60 --seed 3
    python -m tests.mutants --files 'hansa/cli/*.py' --samples 2 --json build/mutants.json
    python -m tests.mutants --again build/mutants.json
    python -m tests.mutants --rooms flags engine page
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import signal
import sys
import time
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path

from tests.mutants.choosing import Trial, again, count, curated, ignored_flags, sample
from tests.mutants.importers import importers
from tests.mutants.reporting import report
from tests.mutants.rooms import ROOMS
from tests.mutants.scratch import Scratch
from tests.mutants.statements import runs_once
from tests.mutants.trying import Named, Outcome, sampled

ROOT = Path(__file__).parents[2]


def arguments_of(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rooms", nargs="+", choices=ROOMS, default=list(ROOMS), metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--files", nargs="+", default=[], metavar="PATTERN", help="only these, such as 'hansa/cli/*.py'")
    number = parser.add_mutually_exclusive_group()
    number.add_argument("--samples", type=int, default=2, metavar="N", help="mutants of each file (default 2)")
    number.add_argument("--count", type=int, metavar="N", help="mutants of each room, from all its files")
    number.add_argument("--again", type=Path, metavar="FILE", help="what survived in an earlier run's --json file")
    parser.add_argument("--tests", nargs="+", default=[], metavar="NAME",
                        help="of the rooms' test files only these, such as sprt; quicker, but others may notice more")
    parser.add_argument("--seconds", type=float, default=1800, metavar="S", help="for all mutants; 1800 by default")
    parser.add_argument("--each", type=float, default=20, metavar="S", help="of tests that meet one mutant (default 20)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="chooses the mutants (default 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="every outcome, for programs")
    return parser.parse_args(words)


def chosen(root: Path, arguments: argparse.Namespace) -> list[Trial]:
    """What is tried, the curated faults first, then room by room."""
    if arguments.again:
        return again(root, arguments.again)
    draw, number = (count, arguments.count) if arguments.count else (sample, arguments.samples)
    drawn = draw(root, arguments.rooms, arguments.files, number, arguments.seed)
    if arguments.files:
        return drawn
    return [*(ignored_flags(root) if "flags" in arguments.rooms else []), *curated(root, arguments.rooms), *drawn]


def outcomes_of(
    scratch: Scratch, trials: Sequence[Trial], tests: Sequence[str], each: float
) -> Generator[Outcome, None, None]:
    """Tries one after the other; those without tests of their own room by room, with some test
    files or all."""
    named = Named(scratch, each)
    yield from (named.outcome(trial) for trial in trials if trial.room in ("flags", "engine", "page"))
    named.rebuild()
    for room in ROOMS:
        drawn = [trial for trial in trials if trial.room == room and ROOMS[room].sources]
        if drawn:
            print(f"recording which lines the tests of {room} run", file=sys.stderr)
            files = ROOMS[room].files_of_tests(scratch.root, tests)
            with sampled(scratch, files, sorted(recorded(scratch.root, drawn)), each) as tried:
                yield from map(tried.outcome, drawn)


def recorded(root: Path, drawn: Iterable[Trial]) -> set[str]:
    """The sources whose lines must be known: of the mutants, and of those that import a module that
    has one in what runs while it is loaded."""
    mutants = [trial.mutant for trial in drawn]
    loaded = {mutant.file for mutant in mutants if runs_once((root / mutant.file).read_bytes(), mutant.function)}
    return {mutant.file for mutant in mutants} | {user for file in loaded for user in importers(root, file)}


def main(words: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """0 if every mutant was noticed, 1 if not, 130 after Ctrl-C."""
    arguments = arguments_of(words)
    # A shell starts what runs in the background with Ctrl-C ignored.
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, signal.default_int_handler)
    trials = chosen(root, arguments)
    outcomes: list[Outcome] = []
    stopped = False
    try:
        with Scratch(root) as scratch, contextlib.closing(
                outcomes_of(scratch, trials, arguments.tests, arguments.each)) as tried:
            end = time.monotonic() + arguments.seconds
            while time.monotonic() < end and (outcome := next(tried, None)):
                outcomes.append(outcome)
                mutant, number = outcome.trial.mutant, f"{len(outcomes)}/{len(trials)}"
                noticed = outcome.what in ("caught", "timeout", "equivalent")
                said = f"{mutant.file}:{mutant.line} {outcome.what}" if noticed else outcome.described()
                print(number, said, file=sys.stderr)
            if len(outcomes) < len(trials):
                print(f"time is over; {len(trials) - len(outcomes)} mutants were not tried", file=sys.stderr)
    except KeyboardInterrupt:
        stopped = True
    print(report(outcomes))
    if arguments.json:
        arguments.json.write_text(json.dumps([outcome.to_json() for outcome in outcomes], indent=1), encoding="utf-8")
    return 130 if stopped else int(any(outcome.what in ("survived", "unreached") for outcome in outcomes))


if __name__ == "__main__":
    # What tests load is loaded once, before the forks.
    for name in ("numpy", "pytest", "rich.console"):
        importlib.import_module(name)
    raise SystemExit(main())
