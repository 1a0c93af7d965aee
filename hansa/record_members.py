"""The members of a record, declared once: for `Record.from_json` and the table in MOVES.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hansa.games import GAMES
from hansa.members import Listed, OrNull, members_of
from hansa.messages import member
from hansa.phrases import phrases
from hansa.plain_values import Count, Integer, OneOf, Plain, Real, Text, Texts
from hansa.reading import Reader

VERSION = 1
BY_RULE = tuple(dict.fromkeys(end for game in GAMES.values() for end in game.ends))
CULPRIT_NEEDED = ("illegal", "crash", "timeout")
ENDS = (*BY_RULE, "moves", "time", *CULPRIT_NEEDED, "interrupted")
END_NAMES = phrases({       # as people are told them
    "prestige": "prestige", "markers": "markers", "cities": "cities", "cut off": "cut off", "moves": "moves", "time": "time",
    "illegal": "illegal", "crash": "crash", "timeout": "timeout", "interrupted": "interrupted",
    "agreed": "agreed", "proven": "proven",     # rulings of tournaments
})


def nothing() -> None:
    """Stands for a member that is left out."""


@dataclass(frozen=True, kw_only=True)
class RecordMembers:
    """A record, one line of a file."""

    version: int = member(Integer(), f"of records: {VERSION}")
    id: str | None = member(OrNull(Text()), "what the game is called", default=nothing)
    setup: Mapping[str, Any] = member(Plain("an object as in MOVES.md, 4"), "what is played")
    state: Mapping[str, Any] | None = member(OrNull(Plain("an object as in MOVES.md, 5")), "what the game begins from, if not "
                                             "from its setup", default=nothing)
    seats: tuple[str, ...] | None = member(OrNull(Texts("texts, one a seat")), "who played", default=nothing)
    seed: int | None = member(OrNull(Integer()), "chooses what the setup leaves open", default=nothing)
    moves: tuple[str, ...] = member(Texts("texts such as '0 place t BRE-HAM'"), "every move with its mover, chance included")
    end: str = member(OneOf(ENDS), "how it ended")
    by: int | None = member(OrNull(Count()), "the seat at fault", default=nothing)
    result: Mapping[str, Any] | None = member(OrNull(Plain("an object as in MOVES.md, 5")), "as in a state", default=nothing)
    engine: str | None = member(OrNull(Text()), "the version of hansa", default=nothing)
    seconds: float | None = member(OrNull(Real(0)), "how long it took", default=nothing)
    notes: list[Mapping[str, Any]] | None = member(
        OrNull(Listed(Plain("an object, below"))), "what was said about moves", default=nothing)


KNOWN = tuple(members_of(RecordMembers))


def record_problem(data: Mapping[str, Any]) -> str | None:
    """What is wrong with a member of a record; None if nothing is."""
    for name, declared in members_of(RecordMembers).items():
        if name not in data:
            if declared.default is None:
                return f"{name!r} is missing; it is {declared.codec.said()}"
            continue
        reader = Reader()
        declared.codec.read(reader, None, data[name], repr(name))
        if reader.problems:
            return reader.problems[0]
    return None
