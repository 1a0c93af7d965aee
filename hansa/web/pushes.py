"""What the server tells a browser unasked, each message declared once: MOVES.md, 15, lists them.

>>> push_json("hint", mark=3, done=False, waiting=True)
{'push': 'hint', 'mark': 3, 'done': False, 'waiting': True}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hansa.json_lines import Json
from hansa.members import Codec, Listed, Mover, Object, OrNull, Schema, Truth
from hansa.messages import member, message_json, message_schema
from hansa.plain_values import Anything, Count, Integer, OneOf, Plain, Real, Text, Texts
from hansa.table.session import HUMAN

SEATS = Listed(Integer())
MOVER: Codec[Any, int | str | None] = Mover()


def nothing() -> None:
    """Stands for a member that is left out."""


@dataclass(frozen=True, kw_only=True)
class ShownSeat:
    """Who sits somewhere."""

    spec: str = member(Text(), "`human`, or the spec of the bot that plays")
    person: bool = member(Truth(), "whether a person plays, even if a bot does for now")
    name: str = member(Text(), "what the player is called; empty if nobody said")
    here: bool = member(Truth(), "whether the person sits at the host's browser")
    stand_in: str = member(Text(), "the bot that plays for the person; empty if none does")


@dataclass(frozen=True, kw_only=True)
class ShownPeople:
    """Who is at a table now."""

    present: list[int] = member(SEATS, "the seats of people who are present")
    watching: int = member(Count(), "how many others look on")


@dataclass(frozen=True, kw_only=True)
class ShownClocks:
    """The clocks of people."""

    seconds: float | None = member(OrNull(Real()), "what a person had at the start")
    increment: float = member(Real(), "seconds that each of their turns adds")
    running: int | None = member(OrNull(Integer()), "the seat whose clock runs, if one does")
    left: list[float | None] = member(Listed(OrNull(Real())), "seconds left by seat; `null` for who has no clock")


@dataclass(frozen=True, kw_only=True)
class LogEntry:
    """A move that was played."""

    ply: int = member(Count(), "how many were played before it")
    mover: int | str | None = member(MOVER, "who played it")
    move: str = member(Text(), "the move")
    words: str = member(Text(), "what it did")


LOG_ENTRIES = Listed(Object(LogEntry, "an object of `ply`, `mover`, `move`, `words`"))


@dataclass(frozen=True, kw_only=True)
class ShownLog:
    """The moves that this browser does not know yet."""

    start: int = member(Count(), "how many it knows")
    entries: list[LogEntry] = member(LOG_ENTRIES, "those after them")


PEOPLE = Object(ShownPeople, "an object of `present`, seats, and `watching`, a number")
SEAT_SHOWN = Object(ShownSeat, "an object of `spec`, `person`, `name`, `here`, `stand_in`")


@dataclass(frozen=True, kw_only=True)
class ShownTable:
    """A game, as this browser may see it."""

    game: str = member(Text(), "the game")
    board: str | None = member(OrNull(Text()), "its board; `null` in a game from a position without a setup")
    modules: tuple[str, ...] = member(Texts("modules"), "what is played with")
    edition: str | None = member(OrNull(Text()), "the edition, if the setup names one")
    seats: list[ShownSeat] = member(Listed(SEAT_SHOWN), "who sits where")
    viewer: Any = member(Anything("a seat, `all` or `nobody`"), "who sees the position so")
    yours: list[int] = member(SEATS, "the seats that this browser may play")
    asks: int | None = member(OrNull(Integer()), "the seat whose player must say first that they sit here (`show`)")
    ply: int = member(Count(), "how many moves were played")
    waits_for: str | None = member(OrNull(OneOf((HUMAN, "bot", "*"))), "who is to move, `*` is chance; `null` at the end")
    log: ShownLog = member(Object(ShownLog, "an object of `start` and `entries`"), "the moves from ply `start` on, in words")
    people: ShownPeople = member(PEOPLE, "who is here")
    clock: ShownClocks | None = member(
        OrNull(Object(ShownClocks, "an object of `seconds`, `increment`, `running`, `left`")),
        "the clocks of people, if they have any")
    can_undo: bool = member(Truth(), "whether `undo` would take something back")
    recorded: bool = member(
        Truth(), "whether it is played at a real table: the host makes all moves, those of chance too")
    watched: bool = member(Truth(), "whether bots play alone, and `pace` counts")
    pace: float | None = member(OrNull(Real()), "seconds between two moves of bots; `null` is a pause")
    thinking: bool = member(Truth(), "whether a bot is at work")
    fault: str = member(Text(), "what is wrong with the game, in words; empty if nothing is")
    position: Mapping[str, Any] = member(Plain("an object"), "the position drawn, with the moves that may be played")


@dataclass(frozen=True, kw_only=True)
class TablePush:
    """The game that this browser sits at has changed."""

    table: ShownTable = member(Object(ShownTable, "an object, below"), "the game, as this browser may see it")


@dataclass(frozen=True, kw_only=True)
class PeoplePush:
    """Somebody has come to the table, or gone."""

    game: str = member(Text(), "the game")
    people: ShownPeople = member(PEOPLE, "who is here")


@dataclass(frozen=True, kw_only=True)
class SearchPush:
    """How far a search is."""

    mark: Any = member(Anything("any value"), "that of the request; `null` if it had none")
    done: bool = member(Truth(), "whether nothing more comes")
    waiting: bool = member(Truth(), "others are searching; this search goes on when they make room", default=bool, brief=True)
    error: str | None = member(Text(), "why nothing was found", default=nothing, brief=True)


@dataclass(frozen=True, kw_only=True)
class ThoughtPush(SearchPush):
    """The best moves of a position, so far."""

    thought: Mapping[str, Any] | None = member(Plain("an object, section 10, and words"), "what was found", default=nothing,
                                               brief=True)


@dataclass(frozen=True, kw_only=True)
class WhyPush(SearchPush):
    """A move beside the best one."""

    judgement: Mapping[str, Any] | None = member(Plain("an object, section 10, and words"), "how good it is", default=nothing,
                                                 brief=True)


@dataclass(frozen=True, kw_only=True)
class HintPush(SearchPush):
    """What to play and why."""

    hint: Mapping[str, Any] | None = member(Plain("an object"), "the three steps", default=nothing, brief=True)


@dataclass(frozen=True, kw_only=True)
class ReviewPush(SearchPush):
    """A review, while it is made and as a whole."""

    progress: list[int] | None = member(OrNull(Listed(Count())), "how many decisions are judged, of how many",
                                        default=nothing, brief=True)
    review: Mapping[str, Any] | None = member(Plain("an object, section 10, and words"), "the whole", default=nothing,
                                              brief=True)


PUSHES: Mapping[str, type] = {
    "table": TablePush, "people": PeoplePush, "thought": ThoughtPush, "why": WhyPush, "hint": HintPush, "review": ReviewPush,
}


def push_json(name: str, **members: Any) -> Json:
    """A message as it is sent; TypeError if a member is not declared."""
    return {"push": name, **message_json(PUSHES[name](**members))}


def push_schema(name: str) -> Schema:
    """The JSON schema of a message."""
    schema = message_schema(PUSHES[name], {"push": {"const": name}})
    return schema | {"required": ["push", *schema["required"]]}
