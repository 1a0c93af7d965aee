"""`python -m tests.fuzz states logs --seconds 600`: looks for inputs that crash a parser.

Without names all doors take turns; the seconds are for each, of the processor, so that a busy
machine does not shorten a search. `--inputs` and `--seed` repeat a search however fast the machine
is. What is found is written to `build/fuzz`, with its traceback, and makes the exit code 1. Ctrl-C
ends the search with what it has found so far. `--keep` adds small inputs that take new steps to the
corpus.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from zlib import crc32

from tests.fuzz.doors import DOORS
from tests.fuzz.explorer import CORPUS, Explorer

FOUND = Path(__file__).parents[2] / "build" / "fuzz"
MOST_KEPT, LARGEST_KEPT = 12, 1500      # inputs of a door, bytes


def main() -> int:
    """Explores one door after the other."""
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
        began = time.process_time()
        explorer = Explorer(DOORS[name], chosen.seed)
        stopped = False
        try:
            explorer.explore(seconds=chosen.seconds, inputs=chosen.inputs)
        except KeyboardInterrupt:
            stopped = True
        print(f"{name:10} seed {chosen.seed}: {explorer.tried:8,} inputs, {len(explorer.seen):6,} steps, "
              f"{len(explorer.found):5,} inputs with new ones, {len(explorer.findings)} findings, "
              f"{time.process_time() - began:.0f} s", flush=True)
        for where, finding in explorer.findings.items():
            failed = True
            FOUND.mkdir(parents=True, exist_ok=True)
            path = FOUND / f"{name}-{finding.name}"
            path.write_bytes(finding.data)
            path.with_suffix(".txt").write_text(finding.trace, encoding="utf-8", errors="backslashreplace")
            print(f"  {where}: {path}")
        if chosen.keep:
            keep(explorer)
        if stopped:
            return 130
    return 1 if failed else 0


def keep(explorer: Explorer) -> None:
    """Small inputs with new steps, the smallest first."""
    folder = CORPUS / explorer.door.name
    folder.mkdir(parents=True, exist_ok=True)
    room = MOST_KEPT - len([*folder.iterdir()])
    for data in sorted(explorer.found, key=len)[: max(0, room)]:
        if 0 < len(data) <= LARGEST_KEPT:
            (folder / f"{len(data):05}-{crc32(data):08x}").write_bytes(data)


if __name__ == "__main__":
    sys.exit(main())
