"""What tables and ratings need of a game: small, so that ten thousand of them fit into memory, and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hansa.errors import RecordError
from hansa.json_lines import is_whole
from hansa.record import Record
from hansa.tournaments.play import FAULTS
from hansa.tournaments.ratings import Result


@dataclass(frozen=True, slots=True)
class Played:
    """A game that has been played; by seat where there is one for each. `digest` is its tournament's."""

    digest: str
    id: str
    block: int
    table: str
    bots: tuple[str, ...]
    ranks: tuple[int, ...]
    shares: tuple[float, ...]
    points: tuple[Mapping[str, int], ...]
    end: str
    by: int | None
    message: str
    moves: int
    turns: float                        # completed, by all seats together
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def block_name(self) -> str:
        """Blocks of different tournaments are different blocks."""
        return f"{self.digest}/{self.block}"

    @property
    def result(self) -> Result:
        """As ratings read it."""
        return Result(self.bots, self.ranks, self.block_name)

    @property
    def faulty(self) -> bool:
        """Whether a bot failed."""
        return self.end in FAULTS

    @property
    def order(self) -> tuple[str, int, int]:
        """The order of the schedule, tournament by tournament."""
        block, _, rotation = self.id.partition(".")
        return self.digest, int(block), int(rotation)


def played(record: Record, digest: str) -> Played:
    """The game of a tournament's record; `RecordError` where it is none."""
    more, result, seats = record.more, record.result or {}, len(record.seats)
    counted = more.get("counted", result)
    try:
        found = Played(
            digest, record.id, more["block"], more["table"], record.seats, tuple(counted["ranks"]), tuple(counted["shares"]),
            tuple(dict(points) for points in result["scores"]), record.end, record.by,
            str(more["fault"]["message"]) if "fault" in more else "", len(record.moves), more.get("turns", 0),
            tuple(more.get("decisions", ())), tuple(more.get("seat_seconds", ())),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"this is no game of a tournament: {type(error).__name__} {error}") from error
    by_seat = {
        "ranks": (found.ranks, lambda rank: is_whole(rank) and 1 <= rank <= seats),
        "shares": (found.shares, lambda share: _is_number(share) and 0 <= share <= 1),
        "scores": (found.points, lambda points: "total" in points and all(map(_is_number, points.values()))),
        "decisions": (found.decisions, _is_number), "seat_seconds": (found.seconds, _is_number),
    }
    if not is_whole(found.block) or not isinstance(found.table, str) or not _is_number(found.turns):
        raise RecordError("this is no game of a tournament: 'block', 'table' or 'turns' is something else")
    if not seats or not re.fullmatch(r"\d{1,12}\.\d{1,6}", found.id) or found.id.split(".")[0] != str(found.block):
        raise RecordError(f"this is no game of a tournament: 'id' is {found.id[:40]!r}, with {seats} seats")
    for name, (values, fits) in by_seat.items():
        if len(values) not in ((0, seats) if name in ("decisions", "seat_seconds") else (seats,)) or not all(map(fits, values)):
            raise RecordError(f"this is no game of a tournament: {name!r} is not one for each seat")
    if 1 not in found.ranks:
        raise RecordError("this is no game of a tournament: nobody has rank 1")
    return found


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
