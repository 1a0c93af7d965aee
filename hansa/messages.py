"""Messages between programs: JSON objects, each declared once as a dataclass whose fields are
members.

The declaration checks what comes in, writes what goes out, and is written into MOVES.md and into
the JSON schema.

>>> from dataclasses import dataclass
>>> from hansa.plain_values import Texts
>>> @dataclass(frozen=True)
... class Play:
...     "Plays moves."
...     moves: tuple[str, ...] = member(Texts("moves"), "what is played")
>>> read_message(Play, "play", {"moves": ["end"]})
Play(moves=('end',))
>>> read_message(Play, "play", {"move": "end"})
Traceback (most recent call last):
    ...
hansa.messages.BadMessage: 'play' has no member 'move'; did you mean 'moves'?
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from typing import Any, TypeVar, cast

from hansa.errors import HansaError
from hansa.json_lines import Json
from hansa.members import Codec, Member, Schema, members_of, object_schema, reference, write_object
from hansa.reading import Reader
from hansa.suggestions import closest, shown

__all__ = ["BadMessage", "member", "message_json", "message_schema", "message_table", "read_message", "summary"]

T = TypeVar("T")


def member(
    codec: Codec[Any, T], meaning: str, *, name: str = "", default: Callable[[], object] | None = None, brief: bool = False
) -> T:
    """A field that is a member of a message. With a default, it may be missing in both."""
    metadata = {"member": Member(name, codec, meaning, default, brief)}
    return cast(T, field(metadata=metadata) if default is None else field(default_factory=default, metadata=metadata))


class BadMessage(HansaError):
    """A message whose members are not as they are declared; one line that names the member."""

    code = "bad-request"


def read_message(
    kind: type[T], name: str, data: Mapping[str, object], *, beside: Collection[str] = (), strict: bool = True,
    scene: object = None,
) -> T:
    """A message from its members; `null` is as good as leaving out a member that may be left out.

    Members `beside` those declared belong to every message. Others are refused, unless nothing is
    `strict`. `scene` is what names refer to, where there is something.
    """
    declared = members_of(kind)
    if strict:
        _refuse_unknown(name, [each.name for each in declared.values()], [each for each in data if each not in beside])
    values: dict[str, Any] = {}
    for attribute, each in declared.items():
        value = data.get(each.name)
        if value is None and each.default is not None:
            values[attribute] = each.default()
            continue
        if each.name not in data:
            raise BadMessage(f"{name!r} needs the member {each.name!r}, {each.codec.said()}")
        reader = Reader()
        values[attribute] = each.codec.read(reader, scene, value, repr(each.name))
        if reader.problems:
            raise BadMessage(reader.problems[0])
    return kind(**values)


def _refuse_unknown(name: str, known: list[str], given: list[str]) -> None:
    for each in given:
        if each not in known:
            hint = closest(each, known) if known else f"; {name!r} has none"
            raise BadMessage(f"{name!r} has no member {shown(each)}{hint}")


def message_json(message: object) -> Json:
    """A message as JSON; what is at its default is left out where the declaration is brief."""
    return write_object(None, message)


def summary(kind: type) -> str:
    """What a message is for: the first paragraph of its docstring."""
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())


def message_table(kind: type) -> list[str]:
    """The members of a message as a Markdown table; nothing if it has none."""
    rows = reference(kind)
    return ["| member | value | meaning |", "|---|---|---|", *rows] if rows else []


def message_schema(kind: type, beside: Mapping[str, Schema] | None = None) -> Schema:
    """The JSON schema of a message. Members that may be left out may be `null` too."""
    schema = object_schema(kind)
    properties = dict(beside or {})
    for name, said in schema["properties"].items():
        properties[name] = said if name in schema["required"] else _or_null(said)
    return {"description": summary(kind), **schema, "properties": properties}


def _or_null(schema: Schema) -> Schema:
    inner = {name: value for name, value in schema.items() if name != "description"}
    if not inner or {"type": "null"} in inner.get("anyOf", ()):
        return schema
    return {"description": schema["description"], "anyOf": [inner, {"type": "null"}]}
