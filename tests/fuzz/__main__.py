"""`python -m tests.fuzz states logs --seconds 600`: looks for inputs that crash a parser.

Without names all doors take turns; the seconds are for each, of the processor, so that a busy
machine does not shorten a search. With Atheris (`pip install "hansa[fuzz]"`) libFuzzer searches,
and goes on from what it found the last time; without, a loop of our own, ten times as slow.
`--inputs` and `--seed` always take our own and repeat a search exactly. What is found is written to
`build/fuzz`, with its traceback, and makes the exit code 1. Ctrl-C ends the search with what it has
found so far. `--keep` adds small inputs that take new steps to the corpus.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from zlib import crc32

from tests.fuzz import libfuzzer
from tests.fuzz.doors import DOORS
from tests.fuzz.explorer import CORPUS, Explorer

MOST_KEPT, LARGEST_KEPT = 12, 1500      # inputs of a door, bytes


def main() -> int:
    """Searches one door after the other."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("doors", nargs="*", metavar="DOOR", help=f"of {', '.join(DOORS)}; all of them if none is named")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--seconds", type=float, default=60.0, help="of the processor, for each door (default 60)")
    length.add_argument("--inputs", type=int, help="for each door, instead of seconds")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of what is tried (default: the time)")
    parser.add_argument("--keep", action="store_true", help="add to the corpus of the repository")
    chosen = parser.parse_args()
    unknown = [name for name in chosen.doors if name not in DOORS]
    if unknown:
        parser.error(f"there is no door {unknown[0]}; they are {', '.join(DOORS)}")
    failed = False
    for name in chosen.doors or DOORS:
        if chosen.inputs is not None:
            search = Explorer(DOORS[name], chosen.seed).search(inputs=chosen.inputs)
        elif libfuzzer.installed():
            search = libfuzzer.search(name, seconds=chosen.seconds, seed=chosen.seed)
        else:
            search = Explorer(DOORS[name], chosen.seed).search(seconds=chosen.seconds)
        print(f"{name:10} seed {chosen.seed}: {search.inputs:10,} inputs, {search.steps:6,} steps, "
              f"{len(search.fresh):5,} inputs with new ones, {len(search.findings)} findings, {search.seconds:.0f} s",
              flush=True)
        for where, path in search.findings.items():
            failed = True
            print(f"  {where}: {path}")
        if chosen.keep:
            keep(name, search.fresh)
        if search.stopped:
            return 130
    return 1 if failed else 0


def keep(door: str, fresh: Sequence[bytes]) -> None:
    """Small inputs with new steps, the smallest first."""
    folder = CORPUS / door
    folder.mkdir(parents=True, exist_ok=True)
    room = MOST_KEPT - len([*folder.iterdir()])
    for data in sorted(fresh, key=len)[: max(0, room)]:
        if 0 < len(data) <= LARGEST_KEPT:
            (folder / f"{len(data):05}-{crc32(data):08x}").write_bytes(data)


if __name__ == "__main__":
    sys.exit(main())
