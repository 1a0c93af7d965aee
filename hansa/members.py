"""Members of JSON objects, declared with the field they stand for: reading, writing and the
reference page follow.

A dataclass whose fields are made by `member` is such an object. A *codec* says how a kind of value
is written in JSON.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Generic, Protocol, TypeVar, cast

from hansa.json_lines import Json
from hansa.reading import Reader

S = TypeVar("S")        # what reading and writing know of the game: its board, its players
T = TypeVar("T")
C = TypeVar("C", contravariant=True)
Schema = Json         # JSON Schema, draft 2020-12


class Codec(ABC, Generic[C, T]):
    """How one kind of value is written in JSON."""

    @abstractmethod
    def read(self, reader: Reader, scene: C, value: object, where: str) -> T:
        """The value; what is wrong with it is a problem of the reader."""

    @abstractmethod
    def write(self, scene: C, value: T) -> object:
        """The value as JSON."""

    @abstractmethod
    def said(self) -> str:
        """What it looks like, for the reference page."""

    def schema(self) -> Schema:
        """Its JSON schema, as far as that can be said without a board."""
        return {}


@dataclass(frozen=True)
class Member:
    """A member of a JSON object."""

    name: str
    codec: Codec[Any, Any]
    meaning: str
    # makes its value where it is left out; None: it must be there
    default: Callable[[], object] | None
    brief: bool                             # left out in writing where it is the default


def member(
    codec: Codec[Any, T], meaning: str, *, name: str = "", default: Callable[[], object] | None = None, brief: bool = False
) -> T:
    """A field that is a member of the same name, or of another."""
    return cast(T, field(metadata={"member": Member(name, codec, meaning, default, brief)}))


def members_of(kind: type[object]) -> Mapping[str, Member]:
    """The members of an object by field name, in the order in which they are written."""
    return _members_of(cast(Hashable, kind))


@cache
def _members_of(kind: Hashable) -> Mapping[str, Member]:
    found = {}
    for each in fields(cast(Any, kind)):
        if "member" in each.metadata:
            declared: Member = each.metadata["member"]
            found[each.name] = Member(
                declared.name or each.name, declared.codec, declared.meaning, declared.default, declared.brief)
    return found


def read_members(kind: type, reader: Reader, scene: object, data: Mapping[str, object], where: str) -> dict[str, Any]:
    """The values of an object's fields, from members that are known to be its own."""
    values = {}
    for name, declared in members_of(kind).items():
        place = f"{where}.{declared.name}" if where else declared.name
        if declared.name in data:
            values[name] = declared.codec.read(reader, scene, data[declared.name], place)
        else:
            # What is lacking is a problem already: nobody reads those of a reader of its own.
            default = declared.default() if declared.default is not None else None
            values[name] = declared.codec.read(Reader(), scene, default, place)
    return values


def read_object(kind: type[T], reader: Reader, scene: object, value: object, where: str) -> T:
    """An object from JSON."""
    known, optional = _names_of(cast(Hashable, kind))
    return kind(**read_members(kind, reader, scene, reader.members(value, known, where, optional), where))


def write_object(scene: object, value: object) -> dict[str, object]:
    """An object as JSON."""
    written = {}
    for attribute, name, write, left_out in _writers_of(cast(Hashable, type(value))):
        found = write(scene, getattr(value, attribute))
        if left_out is None or found != left_out():
            written[name] = found
    return written


# Every state that is read or written comes through here for each route and city.
@cache
def _names_of(kind: Hashable) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of all members, and of those that may be left out."""
    declared = _members_of(kind).values()
    return tuple(each.name for each in declared), tuple(each.name for each in declared if each.default is not None)


@cache
def _writers_of(kind: Hashable) -> tuple[tuple[str, str, Callable[[Any, Any], object], Callable[[], object] | None], ...]:
    """Of each member: field, name, what writes it, and what makes the value that is left out."""
    return tuple(
        (name, declared.name, declared.codec.write, declared.default if declared.brief else None)
        for name, declared in _members_of(kind).items())


def reference(kind: type) -> list[str]:
    """The members of an object as rows of a Markdown table."""
    rows = []
    for declared in members_of(kind).values():
        may = "" if declared.default is None else "; may be left out"
        rows.append(f"| `{declared.name}` | {declared.codec.said()}{may} | {declared.meaning} |")
    return rows


def object_schema(kind: type) -> Schema:
    """The JSON schema of an object."""
    declared = members_of(kind).values()
    return {
        "type": "object", "properties": {each.name: {"description": each.meaning, **each.codec.schema()} for each in declared},
        "required": [each.name for each in declared if each.default is None], "additionalProperties": False,
    }


class Seated(Protocol):
    """What knows how many play."""

    @property
    def players(self) -> int: ...


# --- codecs of any game -------------------------------------------------------------------------

@dataclass(frozen=True)
class Whole(Codec[object, int]):
    """A whole number, from 0 if nothing else is said."""

    most: int
    least: int = 0

    def read(self, reader: Reader, scene: object, value: object, where: str) -> int:
        return reader.number(value, where, self.most, self.least)

    def write(self, scene: object, value: int) -> object:
        return value

    def said(self) -> str:
        return f"{self.least:,} to {self.most:,}"

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Truth(Codec[object, bool]):
    """`true` or `false`."""

    def read(self, reader: Reader, scene: object, value: object, where: str) -> bool:
        return reader.truth(value, where)

    def write(self, scene: object, value: bool) -> object:
        return bool(value)

    def said(self) -> str:
        return "`true` or `false`"

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Name(Codec[object, int]):
    """A name of a list; inside, its place there."""

    names: Sequence[str]
    first: int = 0          # of these from here on

    def read(self, reader: Reader, scene: object, value: object, where: str) -> int:
        return reader.name(value, self.names[self.first :], where) + self.first

    def write(self, scene: object, value: int) -> object:
        return self.names[value]

    def said(self) -> str:
        return " ".join(f"`{name}`" for name in self.names[self.first :])

    def schema(self) -> Schema:
        return {"enum": list(self.names[self.first :])}


@dataclass(frozen=True)
class Listed(Codec[S, list[T]]):
    """A list of values of one kind."""

    item: Codec[S, T]

    def read(self, reader: Reader, scene: S, value: object, where: str) -> list[T]:
        return [self.item.read(reader, scene, each, where) for each in reader.items(value, where)]

    def write(self, scene: S, value: list[T]) -> object:
        return [self.item.write(scene, each) for each in value]

    def said(self) -> str:
        return f"list, each {self.item.said()}"

    def schema(self) -> Schema:
        return {"type": "array", "items": self.item.schema()}


@dataclass(frozen=True)
class OrNull(Codec[S, T | None]):
    """A value, or `null`."""

    item: Codec[S, T]

    def read(self, reader: Reader, scene: S, value: object, where: str) -> T | None:
        return None if value is None else self.item.read(reader, scene, value, where)

    def write(self, scene: S, value: T | None) -> object:
        return None if value is None else self.item.write(scene, value)

    def said(self) -> str:
        return f"{self.item.said()}, or `null`"

    def schema(self) -> Schema:
        return {"anyOf": [self.item.schema(), {"type": "null"}]}


@dataclass(frozen=True)
class Object(Codec[object, T]):
    """An object with members of its own."""

    kind: type[T]
    what: str = "an object"

    def read(self, reader: Reader, scene: object, value: object, where: str) -> T:
        return read_object(self.kind, reader, scene, value, where)

    def write(self, scene: object, value: T) -> object:
        return write_object(scene, value)

    def said(self) -> str:
        return self.what

    def schema(self) -> Schema:
        return object_schema(self.kind)


@dataclass(frozen=True)
class Either(Codec[object, Any]):
    """An object of one of several kinds, which their members tell apart.

    >>> from hansa.messages import member
    >>> from hansa.plain_values import Text
    >>> @dataclass(frozen=True)
    ... class Cat:
    ...     name: str = member(Text(), "its name")
    >>> @dataclass(frozen=True)
    ... class Car:
    ...     maker: str = member(Text(), "who built it")
    >>> codec, reader = Either((Cat, Car), "a cat or a car"), Reader()
    >>> codec.write(None, Car("me")), codec.read(reader, None, {"maker": "me"}, "it")
    ({'maker': 'me'}, Car(maker='me'))
    >>> codec.read(reader, None, {"colour": "red"}, "it"), reader.problems
    (None, ['it must be a cat or a car'])
    """

    kinds: tuple[type, ...]
    what: str

    def read(self, reader: Reader, scene: object, value: object, where: str) -> Any:
        given = set(value) if isinstance(value, Mapping) else set()
        for kind in self.kinds:
            schema = object_schema(kind)
            if given.issuperset(schema["required"]) and given.issubset(schema["properties"]):
                return read_object(kind, reader, scene, value, where)
        reader.problem(f"{where} must be {self.what}")
        return None

    def write(self, scene: object, value: Any) -> object:
        return write_object(scene, value)

    def said(self) -> str:
        return self.what

    def schema(self) -> Schema:
        return {"anyOf": [object_schema(kind) for kind in self.kinds]}


@dataclass(frozen=True)
class BySeat(Codec[Seated, list[T]]):
    """A list with an entry for each player."""

    item: Codec[Any, T]

    def read(self, reader: Reader, scene: Seated, value: object, where: str) -> list[T]:
        found = reader.items(value, where)
        if len(found) != scene.players:
            reader.problem(f"{where} must have an entry for each of the {scene.players} players, not {len(found)}")
        return [self.item.read(reader, scene, each, f"{where}[{seat}]") for seat, each in enumerate(found)]

    def write(self, scene: Seated, value: list[T]) -> object:
        return [self.item.write(scene, each) for each in value]

    def said(self) -> str:
        return f"list by seat, each {self.item.said()}"

    def schema(self) -> Schema:
        return {"type": "array", "items": self.item.schema()}


class Players(Codec[Seated, int]):
    """The number of players, which is read before everything else."""

    def read(self, reader: Reader, scene: Seated, value: object, where: str) -> int:
        return scene.players

    def write(self, scene: Seated, value: int) -> object:
        return value

    def said(self) -> str:
        return "as many as the board takes"

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": 1}


class Seat(Codec[Seated, int]):
    """A seat."""

    def read(self, reader: Reader, scene: Seated, value: object, where: str) -> int:
        return reader.number(value, where, scene.players - 1)

    def write(self, scene: Seated, value: int) -> object:
        return value

    def said(self) -> str:
        return "a seat"

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": 0}


class Mover(Codec[Seated, int | str | None]):
    """Whose decision it is (D1)."""

    def read(self, reader: Reader, scene: Seated, value: object, where: str) -> int | str | None:
        return reader.mover(value, scene.players)

    def write(self, scene: Seated, value: int | str | None) -> object:
        return value

    def said(self) -> str:
        return 'a seat, `"*"` for chance, `null` at the end'

    def schema(self) -> Schema:
        return {"anyOf": [{"type": "integer", "minimum": 0}, {"const": "*"}, {"type": "null"}]}
