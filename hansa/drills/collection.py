"""Files of drills, a line each; the set that comes with the package is such a file, compressed
(xz).

>>> len({drill.name for drill in shipped_drills()}) == len(shipped_drills()) >= 200
True
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from hansa.drills.drill import Drill, DrillError
from hansa.json_lines import NotJson, json_line, read_json
from hansa.whole_file import write_whole

__all__ = ["SHIPPED", "read_drills", "shipped_drills", "write_drills"]

SHIPPED = Path(__file__).parent / "drills.jsonl.xz"


def read_drills(path: Path) -> list[Drill]:
    """The drills of a file. A line that a crash cut off is skipped; other bad lines raise
    `DrillError`."""
    data = path.read_bytes()
    if path.suffix == ".xz":
        try:
            data = lzma.decompress(data)
        except lzma.LZMAError as error:
            raise DrillError(f"{path}: {error}") from error
    found = []
    for number, line in enumerate(data.split(b"\n"), 1):
        try:
            if line.strip():
                found.append(Drill.from_json(read_json(line)))
        except NotJson as error:
            if not line.lstrip().startswith(b"{"):      # a line that was begun was cut off
                raise DrillError(f"{path}: line {number}: {error}; 'hansa drill --make' writes such files") from error
        except DrillError as error:
            raise DrillError(f"{path}: line {number}: {error}; 'hansa drill --make' writes such files") from error
    return found


def write_drills(path: Path, drills: Iterable[Drill]) -> None:
    """Writes a file, compressed if its name ends in `.xz`."""
    data = b"".join(json_line(drill.to_json()).encode() + b"\n" for drill in drills)
    if path.suffix == ".xz":
        data = lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)
    write_whole(path, lambda file: file.write(data))


@cache
def shipped_drills() -> tuple[Drill, ...]:
    """Those that come with the package."""
    return tuple(read_drills(SHIPPED))
