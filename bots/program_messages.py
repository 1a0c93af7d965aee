"""What programs are told and answer (MOVES.md, section 7, the other side): every message declared
once.

>>> told(StopTold())
{'cmd': 'stop'}
>>> from hansa.messages import read_message
>>> read_message(MoveAnswer, "go", {"move": "end", "values": [1, "a"]})
Traceback (most recent call last):
    ...
hansa.messages.BadMessage: 'values' must be a number, not 'a'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hansa.json_lines import Json
from hansa.members import Listed
from hansa.messages import member, message_json
from hansa.plain_values import Anything, Count, Integer, Plain, Real, Text, Texts

__all__ = [
    "ANSWERS", "TOLD", "Done", "GoTold", "HelloAnswer", "HelloTold", "MoveAnswer", "NewTold", "OptionTold", "PositionTold",
    "ProgramOption", "QuitTold", "ResultTold", "StopTold", "told",
]

VERSION = 1


def nothing() -> None:
    """Stands for a member that is left out."""


@dataclass(frozen=True, kw_only=True)
class HelloTold:
    """The first question, within 10 s of the program's start."""

    version: int = member(Integer(), "of this side of the protocol", default=lambda: VERSION)


@dataclass(frozen=True, kw_only=True)
class OptionTold:
    """One of the program's own options."""

    name: str = member(Text(), "its name")
    value: str = member(Text(), "what it shall be")


@dataclass(frozen=True, kw_only=True)
class NewTold:
    """A game begins."""

    setup: Mapping[str, Any] = member(Plain("an object, section 4 or 9"), "the setup as the seat may know it")
    seat: int = member(Count(), "the program's own")
    seed: int = member(Integer(), "for its random numbers")


@dataclass(frozen=True, kw_only=True)
class PositionTold:
    """The position that the next decision is about."""

    state: Mapping[str, Any] = member(Plain("an object, section 5 or 9"), "the view of the program's seat")
    moves: tuple[str, ...] = member(Texts("moves with their movers"), "all since the last position")
    legal: tuple[str, ...] = member(Texts("moves"), "every legal move")


@dataclass(frozen=True, kw_only=True)
class GoTold:
    """Asks for a move; at most one sort of budget."""

    decision: int = member(Count(), "counts the program's decisions in this game")
    seconds: float | None = member(Real(), "a budget", default=nothing, brief=True)
    simulations: int | None = member(Count(), "a budget", default=nothing, brief=True)
    clock: float | None = member(Real(), "what is left for the whole game", default=nothing, brief=True)
    increment: float | None = member(Real(), "what each turn adds to it", default=nothing, brief=True)


@dataclass(frozen=True, kw_only=True)
class StopTold:
    """Asks for the answer of `go` at once."""


@dataclass(frozen=True, kw_only=True)
class ResultTold:
    """The game is over."""

    result: Mapping[str, Any] = member(Plain("an object, section 5 or 9"), "scores, ranks and shares")


@dataclass(frozen=True, kw_only=True)
class QuitTold:
    """Asks the program to end."""


@dataclass(frozen=True, kw_only=True)
class ProgramOption:
    """An option that a program offers."""

    name: str = member(Text(), "its name")
    type: Any = member(Anything("any value"), "what it takes, for people", default=nothing)
    default: Any = member(Anything("any value"), "its value if nobody sets it", default=nothing)


@dataclass(frozen=True, kw_only=True)
class HelloAnswer:
    """To `hello`."""

    version: int = member(Integer(), f"{VERSION}")
    name: str | None = member(Text(), "what the program is called", default=nothing)
    options: list[Mapping[str, Any]] = member(
        Listed(Plain("an object of `name` and perhaps `type`, `default`")), "what `option` may set", default=list)


@dataclass(frozen=True, kw_only=True)
class Done:
    """To `option` and `new`."""


@dataclass(frozen=True, kw_only=True)
class MoveAnswer:
    """To `go`."""

    move: str = member(Text(), "read as D9 says")
    values: list[float] = member(Listed(Real()), "what the game is worth to each seat; the record keeps it", default=list)
    line: tuple[str, ...] = member(Texts("moves"), "how the game may go on; the record keeps it", default=tuple)


TOLD: Mapping[str, type] = {
    "hello": HelloTold, "option": OptionTold, "new": NewTold, "position": PositionTold, "go": GoTold, "stop": StopTold,
    "result": ResultTold, "quit": QuitTold,
}
ANSWERS: Mapping[str, type] = {"hello": HelloAnswer, "option": Done, "new": Done, "go": MoveAnswer}
NAMES: Mapping[type, str] = {kind: name for name, kind in TOLD.items()}


def told(message: object) -> Json:
    """A message as the program gets it, without an id."""
    return {"cmd": NAMES[type(message)], **message_json(message)}
