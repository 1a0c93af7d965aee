"""What the page keeps about seats beside the record: names, places, who plays for them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hansa.table.session import HUMAN
from hansa.web.pushes import ShownSeat
from hansa.whole_file import write_whole


@dataclass(frozen=True)
class Chair:
    """A seat: its player's name, whether they sit at the host's browser, and their clock."""

    name: str = ""
    here: bool = True
    stand_in: str = ""              # the bot that plays for the person, until they come back
    clock: float | None = None      # seconds that the person has for the game; None: no clock ...
    increment: float = 0.0          # ... and those that each of their turns adds

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Chair:
        """As it was kept; older files have only the name and the place."""
        kept = {name: data[name] for name in ("stand_in", "clock", "increment") if data.get(name) is not None}
        return cls(str(data["name"]), bool(data["here"]), **kept)


def chairs_path(folder: Path, game: str) -> Path:
    """The file beside the record of a game."""
    return folder / f"{game}.chairs.json"


def read_chairs(path: Path, players: int) -> tuple[Chair, ...]:
    """The chairs of a file; plain ones if it is not there, damaged, or of another game."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        found = tuple(map(Chair.from_json, data))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        found = ()
    return found if len(found) == players else (Chair(),) * players


def write_chairs(path: Path, chairs: Sequence[Chair]) -> None:
    """On disk, whole, when this returns."""
    line = json.dumps([asdict(chair) for chair in chairs]).encode()
    write_whole(path, lambda file: file.write(line))


def shown_seat(spec: str, chair: Chair) -> ShownSeat:
    """A seat as the page shows it; a person's stays one while a bot plays for them."""
    return ShownSeat(
        spec=spec, person=spec == HUMAN or bool(chair.stand_in), name=chair.name, here=chair.here, stand_in=chair.stand_in)
