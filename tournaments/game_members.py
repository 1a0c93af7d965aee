"""What a game of a tournament has besides the members of a record, each declared once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hansa.members import Listed, Object
from hansa.messages import member
from hansa.plain_values import Anything, Count, OneOf, Plain, Real, Text

__all__ = ["CountedResult", "FaultTold", "GameMembers", "RulingTold"]

BY_SEAT = Listed(Real(0))


def nothing() -> None:
    """Stands for a member that is left out."""


@dataclass(frozen=True, kw_only=True)
class FaultTold:
    """The member `fault`."""

    message: str = member(Text(), "what went wrong")
    position: Mapping[str, Any] = member(Plain("a state"), "where", default=dict)
    trace: str = member(Text(), "the traceback of the bot's own code, if that raised an exception", default=str)


@dataclass(frozen=True, kw_only=True)
class CountedResult:
    """The member `counted`."""

    ranks: list[int] = member(Listed(Count()), "the culprit last, or the winner first, the others as they stood")
    shares: list[float] = member(Listed(Real(0, 1)), "the shares that follow")


@dataclass(frozen=True, kw_only=True)
class RulingTold:
    """The member `ruling`."""

    how: str = member(OneOf(("agreed", "proven")), "how it is known who wins")
    winner: int = member(Count(), "the seat")


@dataclass(frozen=True, kw_only=True)
class GameMembers:
    """A game of a log: the members of a record and more. Only the seconds depend on the machine."""

    block: int = member(Count(), "the block: one setup and line-up; `id` is `\"BLOCK.ROTATION\"`")
    rotation: int = member(Count(), "which of its rotations", default=int)
    table: str = member(Text(), "`\"hansa-45/4\"`")
    turns: float = member(Real(0), "completed turns, of all seats together", default=int)
    decisions: list[float] = member(BY_SEAT, "by seat: how often it was asked, where there was a choice", default=list)
    seat_seconds: list[float] = member(BY_SEAT, "by seat: how long that took in all", default=list)
    thoughts: Any = member(
        Anything("a list of `ply`, `values` (shares by seat), `line` (moves to come), `simulations`"),
        "what bots thought, for each decision of those who say", default=nothing)
    fault: FaultTold | None = member(
        Object(FaultTold, "an object of `message`, `position` (a state), perhaps `trace`"),
        "where a bot failed; `trace` is the traceback of its own code", default=nothing)
    counted: CountedResult | None = member(
        Object(CountedResult, "an object of `ranks` and `shares`"),
        "with a fault or a ruling, what counts: the culprit is last, or the winner first, the others as they stood",
        default=nothing)
    ruling: RulingTold | None = member(
        Object(RulingTold, "an object of `how` (`agreed` or `proven`) and `winner` (a seat)"),
        "of a game that was decided before its end (`end` is `moves`)", default=nothing)
