"""What a browser's requests are answered at a table and in a study, declared as the requests are.

`lobby_answers.py` and `school_answers.py` have the others; `COMMANDS` of `connection.py` names the
answer of each request.

>>> answer_schema(Done)["required"], [each["required"] for each in answer_schema(Done | VersionFound)["anyOf"]]
(['id', 'ok'], [['id', 'ok'], ['id', 'version']])
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import UnionType
from typing import Any, get_args

from hansa.members import Listed, Object, OrNull, Schema, Truth
from hansa.messages import member, message_schema
from hansa.plain_values import Integer, Plain, Text, Texts
from hansa.web.pushes import LOG_ENTRIES, MOVER, LogEntry, ShownTable, nothing

AnyAnswer = type | UnionType        # a kind of answer, or several of which each request gets one
LONGEST_MESSAGE = 2000              # characters of an error
POSITION = Plain("an object")
STATE = Plain("a state, section 5 or 9")


@dataclass(frozen=True, kw_only=True)
class Done:
    """To what needs no other answer."""

    ok: bool = member(Truth(), "always true")


DONE = Done(ok=True)


@dataclass(frozen=True, kw_only=True)
class Failure:
    """The member `error` of an answer that is one."""

    code: str = member(Text(), "what sort of error, for programs")
    message: str = member(Text(LONGEST_MESSAGE), "one line for people")
    problems: tuple[str, ...] | None = member(OrNull(Texts("problems")), "all that is wrong with a state or a text",
                                            default=nothing, brief=True)


# --- at a table ---------------------------------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class Link:
    """A key for another person, which the host hands out."""

    seat: int | None = member(OrNull(Integer()), "the seat that it opens; `null` only lets people watch")
    key: str = member(Text(), "the key")


LINKS = Listed(Object(Link, "an object of `seat`, `null` for those who look on, and `key`"))


@dataclass(frozen=True, kw_only=True)
class TableOpened:
    """To `open`."""

    table: ShownTable = member(Object(ShownTable, "an object, below"), "the game, as this browser may see it")
    links: list[Link] = member(LINKS, "keys for others; none if this browser is not the host's")
    reach: str = member(Text(), "the address at which others on the network find this server; empty if they do not")


@dataclass(frozen=True, kw_only=True)
class TableFound:
    """To `show`."""

    table: ShownTable = member(Object(ShownTable, "an object, below"), "the game, as this seat may see it")


@dataclass(frozen=True, kw_only=True)
class MoveCorrected:
    """To `correct`."""

    lost: list[LogEntry] = member(LOG_ENTRIES, "moves after the corrected one that no longer fit, to be noted again")


@dataclass(frozen=True, kw_only=True)
class RecordFound:
    """To `record`."""

    record: Mapping[str, Any] = member(Plain("an object, section 6"), "the record")


# --- studying -----------------------------------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class PlayedMove:
    """A move of a variation."""

    mover: int | str | None = member(MOVER, "who plays it")
    move: str = member(Text(), "the move")
    words: str = member(Text(), "what it does")
    targets: tuple[str, ...] = member(Texts("places"), "the places on the board by which it can be clicked")


@dataclass(frozen=True, kw_only=True)
class PositionShown:
    """To `look`."""

    position: Mapping[str, Any] = member(POSITION, "the position drawn, with the moves that may be played")
    played: list[PlayedMove] = member(Listed(Object(PlayedMove, "an object of `mover`, `move`, `words`, `targets`")),
                                      "the moves of the request, in words")
    over: bool = member(Truth(), "whether the game ends there")


@dataclass(frozen=True, kw_only=True)
class PositionEdited:
    """To `edit`."""

    position: Mapping[str, Any] = member(POSITION, "the position drawn, with the moves that may be played")


@dataclass(frozen=True, kw_only=True)
class OutcomesFound:
    """To `outcomes`."""

    outcomes: tuple[str, ...] = member(Texts("texts"), "of each move, in order; empty where nobody gets anything at once")


@dataclass(frozen=True, kw_only=True)
class ReasonsFound:
    """To `refuse`."""

    reasons: tuple[str, ...] = member(Texts("texts"), "why nothing can be done there, with rules")


@dataclass(frozen=True, kw_only=True)
class StateFound:
    """To what makes a position."""

    state: Mapping[str, Any] = member(STATE, "the position")
    remarks: tuple[str, ...] = member(Texts("texts"), "what should be known of the save it was read from", default=tuple)


@dataclass(frozen=True, kw_only=True)
class PositionWritten:
    """To `write`."""

    line: str = member(Text(), "the position in one line")
    block: str = member(Text(), "the same, line by line")


@dataclass(frozen=True, kw_only=True)
class SearchBegun:
    """To what is found by a search, and pushed."""

    thinking: bool = member(Truth(), "whether something will be pushed")
    reason: str | None = member(Text(), "why not, if nothing will", default=nothing, brief=True)


@dataclass(frozen=True, kw_only=True)
class NotesFound:
    """To `notes`."""

    notes: list[Mapping[str, Any]] = member(
        Listed(Plain("a note of a record, the moves of its variations as `look` tells those it played")), "what was said")
    version: str = member(Text(), "tells whether they have been changed; empty if this browser may not read them")
    kept: bool = member(Truth(), "whether this browser may change them")


@dataclass(frozen=True, kw_only=True)
class VersionFound:
    """To `annotate`."""

    version: str = member(Text(), "of the notes as they are now")


# --- the schema ---------------------------------------------------------------------------------

def answer_kinds(answer: AnyAnswer) -> tuple[type, ...]:
    """The one kind of answer, or each of several.

    >>> [kind.__name__ for kind in answer_kinds(Done | StateFound)], answer_kinds(Done) == (Done,)
    (['Done', 'StateFound'], True)
    """
    return get_args(answer) or (answer,)


def answer_schema(answer: AnyAnswer) -> Schema:
    """The JSON schema of what a request is answered with, unless it is refused."""
    found = [_beside_id(message_schema(kind)) for kind in answer_kinds(answer)]
    return found[0] if len(found) == 1 else {"anyOf": found}


def failure_schema() -> Schema:
    """The JSON schema of the answer to a request that is refused."""
    return _beside_id({"properties": {"error": message_schema(Failure)}, "required": ["error"],
                       "type": "object", "additionalProperties": False})


def _beside_id(schema: Schema) -> Schema:
    mark = {"description": "that of the request"}
    return schema | {"properties": {"id": mark, **schema["properties"]}, "required": ["id", *schema["required"]]}
