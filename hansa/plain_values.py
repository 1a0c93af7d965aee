"""Values of messages that are in Python what they are in JSON: numbers, texts, lists of texts,
objects of others.

>>> reader = Reader()
>>> Text(5).read(reader, None, "too long", "'name'"), reader.problems
('', ["'name' must be a text of at most 5 characters, not 'too long'"])
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from hansa.json_lines import is_whole
from hansa.members import Codec, Schema
from hansa.reading import Reader
from hansa.suggestions import shown

T = TypeVar("T")
S = TypeVar("S")


class AsItIs(Codec[object, T], Generic[T]):
    """A value that needs no other form inside the library."""

    def write(self, scene: object, value: T) -> object:
        return value


class Integer(AsItIs[int]):
    """Any whole number."""

    def read(self, reader: Reader, scene: object, value: object, where: str) -> int:
        if is_whole(value):
            return value
        reader.problem(f"{where} must be a whole number, not {shown(value)}")
        return 0

    def said(self) -> str:
        return "a whole number"

    def schema(self) -> Schema:
        return {"type": "integer"}


class Count(AsItIs[int]):
    """A whole number from 0."""

    def read(self, reader: Reader, scene: object, value: object, where: str) -> int:
        if is_whole(value) and value >= 0:
            return value
        reader.problem(f"{where} must be {self.said()}, not {shown(value)}")
        return 0

    def said(self) -> str:
        return "a whole number from 0"

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": 0}


@dataclass(frozen=True)
class Real(AsItIs[float]):
    """A number within bounds; never an infinite one."""

    least: float = -math.inf
    most: float = math.inf

    def read(self, reader: Reader, scene: object, value: object, where: str) -> float:
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
        if self.least <= number <= self.most and abs(number) < math.inf:
            return number
        reader.problem(f"{where} must be {self.said()}, not {shown(value)}")
        return max(0.0, self.least)

    def said(self) -> str:
        lowest = f" from {self.least:g}" if self.least > -math.inf else ""
        highest = f" {'to' if lowest else 'up to'} {self.most:g}" if self.most < math.inf else ""
        return f"a number{lowest}{highest}"

    def schema(self) -> Schema:
        bounds = {"minimum": self.least, "maximum": self.most}
        return {"type": "number"} | {name: bound for name, bound in bounds.items() if math.isfinite(bound)}


@dataclass(frozen=True)
class Text(AsItIs[str]):
    """A text, not longer than it may be."""

    most: int | None = None     # characters

    def read(self, reader: Reader, scene: object, value: object, where: str) -> str:
        if isinstance(value, str) and (self.most is None or len(value) <= self.most):
            return value
        limit = f" of at most {self.most:,} characters" if self.most is not None else ""
        reader.problem(f"{where} must be a text{limit}, not {shown(value)}")
        return ""

    def said(self) -> str:
        return "a text"

    def schema(self) -> Schema:
        return {"type": "string"} | ({"maxLength": self.most} if self.most is not None else {})


@dataclass(frozen=True)
class OneOf(AsItIs[str]):
    """One of some words."""

    words: Sequence[str]

    def read(self, reader: Reader, scene: object, value: object, where: str) -> str:
        if isinstance(value, str) and value in self.words:
            return value
        reader.problem(f"{where} must be one of {' '.join(self.words)}, not {shown(value)}")
        return ""

    def said(self) -> str:
        return " ".join(f"`{word}`" for word in self.words)

    def schema(self) -> Schema:
        return {"enum": list(self.words)}


@dataclass(frozen=True)
class Texts(AsItIs[tuple[str, ...]]):
    """A list of texts; `what` they are, for people."""

    what: str = "texts"
    most: int | None = None
    longest: int | None = None      # characters

    def read(self, reader: Reader, scene: object, value: object, where: str) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not all(isinstance(text, str) for text in value):
            reader.problem(f"{where} must be a list of {self.what}, not {shown(value)}")
        elif self.most is not None and len(value) > self.most:
            reader.problem(f"{where} must be a list of at most {self.most:,} {self.what}, not {len(value):,}")
        elif self.longest is not None and any(len(text) > self.longest for text in value):
            reader.problem(f"{where} must be a list of {self.what} of at most {self.longest:,} characters each")
        else:
            return tuple(value)
        return ()

    def write(self, scene: object, value: tuple[str, ...]) -> object:
        return list(value)

    def said(self) -> str:
        return f"a list of {self.what}"

    def schema(self) -> Schema:
        limit = {"maxItems": self.most} if self.most is not None else {}
        return {"type": "array", "items": Text(self.longest).schema(), **limit}


@dataclass(frozen=True)
class Plain(AsItIs[Mapping[str, Any]]):
    """An object that is described elsewhere, and judged by whoever reads it on."""

    what: str = "an object"

    def read(self, reader: Reader, scene: object, value: object, where: str) -> Mapping[str, Any]:
        if isinstance(value, Mapping):
            return value
        reader.problem(f"{where} must be an object, not {shown(value)}")
        return {}

    def said(self) -> str:
        return self.what

    def schema(self) -> Schema:
        return {"type": "object"}


@dataclass(frozen=True)
class Anything(AsItIs[Any]):
    """Any value: it is handed back as it came, or judged by whoever reads it on."""

    what: str = "any value"

    def read(self, reader: Reader, scene: object, value: object, where: str) -> Any:
        return value

    def said(self) -> str:
        return self.what


@dataclass(frozen=True)
class Few(Codec[S, tuple[T, ...]]):
    """A list that is not too long."""

    item: Codec[S, T]
    most: int

    def read(self, reader: Reader, scene: S, value: object, where: str) -> tuple[T, ...]:
        items = reader.items(value, where)
        if len(items) > self.most:
            reader.problem(f"{where} must be a list of at most {self.most:,}, not {len(items):,}")
            return ()
        return tuple(self.item.read(reader, scene, each, f"{where}[{number}]") for number, each in enumerate(items))

    def write(self, scene: S, value: tuple[T, ...]) -> object:
        return [self.item.write(scene, each) for each in value]

    def said(self) -> str:
        return f"list, each {self.item.said()}"

    def schema(self) -> Schema:
        return {"type": "array", "items": self.item.schema(), "maxItems": self.most}
