"""`python -m tests.faults full_disk killed_cluster`: faults made for real; without names all of
them, in some minutes.

Each ends in a row of the table in RESULTS.md: what was done, what was lost, what somebody saw. An
assertion that fails says what should not have been.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.faults import crowds, machine
from tests.faults.machine import Outcome

FAULTS: Mapping[str, Callable[[Path], Outcome]] = {fault.__name__: fault for fault in (
    machine.full_disk, machine.full_disk_in_a_game, machine.read_only_folder, machine.slow_disk, machine.jumping_clock,
    machine.killed_workers, machine.killed_cluster, crowds.vanished_browsers, crowds.two_hundred_browsers,
    crowds.ten_thousand_games, crowds.endless_line, crowds.endless_game, crowds.two_gigabytes,
)}


def main(names: list[str]) -> int:
    """Prints rows of a Markdown table as they come."""
    unknown = [name for name in names if name not in FAULTS]
    if unknown:
        print(f"there is no fault {unknown[0]}; they are {', '.join(FAULTS)}", file=sys.stderr)
        return 2
    print("| fault | what was done | what was lost | what was seen |\n|---|---|---|---|", flush=True)
    for name in names or FAULTS:
        with tempfile.TemporaryDirectory(prefix="hansa-faults-") as folder:
            found = FAULTS[name](Path(folder))
        print(f"| {name.replace('_', ' ')} | {found.done} | {found.lost} | {found.seen} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
