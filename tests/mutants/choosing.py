"""Which mutants are tried: a sample of every file, the curated faults, and flags that are
ignored."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from tests.mutants.operators import Mutant, compiles, mutants_of
from tests.mutants.rooms import ROOMS

HERE = Path("tests/mutants")
CURATED = "curated"
PARSED = "        return parsed\n"
COMMANDS = "hansa/cli/commands.py"
IGNORED = """\
        if getattr(parsed, "parser", self).prog == "hansa {command}":
            parsed.{name} = parsed.parser.get_default({name!r})
        return parsed
"""
TELL_FLAGS = """
import json
from hansa.cli import parsers
print(json.dumps([
    [command.name, max(action.option_strings, key=len), action.dest]
    for command, parser in parsers().items() for action in parser._actions
    if action.option_strings and action.dest not in ("help", "version")
]))
"""


@dataclass(frozen=True)
class Trial:
    """A mutant, and the tests that must notice it; none means those that reach it."""

    room: str
    mutant: Mutant
    tests: tuple[str, ...] = ()

    @property
    def builds(self) -> bool:
        """Whether the fault must be compiled first."""
        return self.mutant.file.endswith((".pyx", ".pxd"))


def sample(root: Path, rooms: Iterable[str], patterns: Sequence[str], number: int, seed: int) -> list[Trial]:
    """Mutants of every file of some rooms, none of them in the same line, in turn."""
    drawn = []
    for room in rooms:
        for file in sources(root, room, patterns):
            taken = of_different_lines(root, mutants_in(root, [file], f"{seed} {file}"), number)
            drawn += [(place, Trial(room, mutant)) for place, mutant in enumerate(taken)]
    return [trial for _, trial in sorted(drawn, key=lambda entry: entry[0])]


def count(root: Path, rooms: Iterable[str], patterns: Sequence[str], number: int, seed: int) -> list[Trial]:
    """So many mutants of every room, each as likely as any other: what a score can be estimated
    from."""
    return [
        Trial(room, mutant) for room in rooms
        for mutant in of_different_lines(root, mutants_in(root, sources(root, room, patterns), f"{seed} {room}"), number)
    ]


def sources(root: Path, room: str, patterns: Sequence[str]) -> list[str]:
    """The sources of a room that have one of the patterns, if there are any."""
    files = ROOMS[room].source_files(root)
    return [file for file in files if not patterns or any(fnmatch(file, pattern) for pattern in patterns)]


def mutants_in(root: Path, files: Iterable[str], seed: str) -> list[Mutant]:
    """All mutants of some files, shuffled."""
    found = [mutant for file in files for mutant in mutants_of(file, (root / file).read_bytes())]
    random.Random(seed).shuffle(found)
    return found


def of_different_lines(root: Path, mutants: Iterable[Mutant], number: int) -> list[Mutant]:
    """The first so many that compile, at most one of a line."""
    taken: dict[tuple[str, int], Mutant] = {}
    for mutant in mutants:
        if len(taken) == number:
            break
        place = (mutant.file, mutant.line)
        if place not in taken and compiles(mutant.applied((root / mutant.file).read_bytes())):
            taken[place] = mutant
    return list(taken.values())


def again(root: Path, path: Path) -> list[Trial]:
    """What no test noticed in an earlier run, as far as the sources still have it."""
    trials = []
    for entry in json.loads(path.read_text(encoding="utf-8")):
        if entry["outcome"] not in ("survived", "unreached", "unknown") or not ROOMS[entry["room"]].sources:
            continue
        known = (entry["function"], entry["before"], entry["after"])
        found = [mutant for mutant in mutants_of(entry["file"], (root / entry["file"]).read_bytes())
                 if (mutant.function, mutant.before, mutant.after) == known]
        trials += [Trial(entry["room"], min(found, key=lambda mutant: abs(mutant.line - entry["line"])))] if found else []
    return trials


def curated(root: Path, rooms: Iterable[str]) -> list[Trial]:
    """The faults of `curated.toml`; each text must stand in its file exactly once."""
    path = root / HERE / "curated.toml"
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"] if path.exists() else []
    return [
        Trial(entry["room"], replaced(root, entry["file"], entry["before"], entry["after"]), tuple(entry["tests"]))
        for entry in entries if entry["room"] in rooms
    ]


def replaced(root: Path, file: str, before: str, after: str, kind: str = CURATED) -> Mutant:
    source = (root / file).read_bytes()
    if source.count(before.encode()) != 1:
        raise SystemExit(f"{file}: {before!r} must be there once, not {source.count(before.encode())} times")
    start = source.index(before.encode())
    return Mutant(file, source[:start].count(b"\n") + 1, "", kind, start, start + len(before.encode()), before, after)


def flags(root: Path) -> list[tuple[str, str, str]]:
    """Every flag of every command: the command, the flag, and the name of its value."""
    environment = {**os.environ, "PYTHONPATH": str(root)}
    told = subprocess.run([sys.executable, "-c", TELL_FLAGS], check=True, capture_output=True, cwd=root, env=environment)
    return [(command, flag, name) for command, flag, name in json.loads(told.stdout)]


def ignored_flags(root: Path) -> list[Trial]:
    """For each flag a command line that ignores it, and the test of `flags.toml` that must
    notice."""
    named = tomllib.loads((root / HERE / "flags.toml").read_text(encoding="utf-8"))
    trials = []
    for command, flag, name in flags(root):
        mutant = replaced(root, COMMANDS, PARSED, IGNORED.format(command=command, name=name), f"{command} {flag} ignored")
        trials.append(Trial("flags", mutant, tuple(filter(None, [flag_test(named, command, flag)]))))
    return trials


def flag_test(named: Mapping[str, Mapping[str, str]], command: str, flag: str) -> str:
    """The test that `flags.toml` names for a flag of a command, or for that of every command; empty
    if there is none."""
    return named.get(command, {}).get(flag) or named.get("every", {}).get(flag, "")


def equivalents(root: Path) -> dict[tuple[str, str, str, str], str]:
    """What no test can see, and why."""
    path = root / HERE / "equivalent.toml"
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", []) if path.exists() else []
    return {(entry["file"], entry["function"], entry["before"], entry["after"]): entry["reason"] for entry in entries}
