"""Codecs of messages, states and records: what each takes, writes, says and tells programs, and
what it says of a value that it does not take."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from hansa.members import (
    BySeat,
    Either,
    Listed,
    Mover,
    Name,
    Object,
    OrNull,
    Players,
    Seat,
    Truth,
    Whole,
    object_schema,
    reference,
)
from hansa.messages import member
from hansa.plain_values import Anything, Count, Few, Integer, OneOf, Plain, Real, Text, Texts
from hansa.reading import Reader


@dataclass(frozen=True)
class Point:
    """A place."""

    x: int = member(Whole(9), "columns from the left")
    name: str = member(Text(5), "what it is called", default=str)


@dataclass(frozen=True)
class Colour:
    """A colour."""

    red: float = member(Real(0, 1), "how red it is")


SCENE = SimpleNamespace(players=2)
NUMBERS = {"type": "integer", "minimum": 2, "maximum": 9}
POINT = {
    "type": "object", "required": ["x"], "additionalProperties": False,
    "properties": {"x": {"description": "columns from the left", "type": "integer", "minimum": 0, "maximum": 9},
                   "name": {"description": "what it is called", "type": "string", "maxLength": 5}},
}
COLOUR = {"type": "object", "required": ["red"], "additionalProperties": False,
          "properties": {"red": {"description": "how red it is", "type": "number", "minimum": 0, "maximum": 1}}}
CODECS: list[tuple[Any, str, dict[str, Any]]] = [
    (Whole(9, 2), "2 to 9", NUMBERS),
    (Whole(12_000), "0 to 12,000", {"type": "integer", "minimum": 0, "maximum": 12_000}),
    (Truth(), "`true` or `false`", {"type": "boolean"}),
    (Name(("a", "b", "c"), 1), "`b` `c`", {"enum": ["b", "c"]}),
    (Listed(Whole(9, 2)), "list, each 2 to 9", {"type": "array", "items": NUMBERS}),
    (OrNull(Whole(9, 2)), "2 to 9, or `null`", {"anyOf": [NUMBERS, {"type": "null"}]}),
    (Object(Point), "an object", POINT),
    (Either((Point, Colour), "a point or a colour"), "a point or a colour", {"anyOf": [POINT, COLOUR]}),
    (BySeat(Whole(9, 2)), "list by seat, each 2 to 9", {"type": "array", "items": NUMBERS}),
    (Players(), "as many as the board takes", {"type": "integer", "minimum": 1}),
    (Seat(), "a seat", {"type": "integer", "minimum": 0}),
    (Mover(), 'a seat, `"*"` for chance, `null` at the end',
     {"anyOf": [{"type": "integer", "minimum": 0}, {"const": "*"}, {"type": "null"}]}),
    (Integer(), "a whole number", {"type": "integer"}),
    (Count(), "a whole number from 0", {"type": "integer", "minimum": 0}),
    (Real(), "a number", {"type": "number"}),
    (Real(0.5), "a number from 0.5", {"type": "number", "minimum": 0.5}),
    (Real(most=2), "a number up to 2", {"type": "number", "maximum": 2}),
    (Real(0.5, 2), "a number from 0.5 to 2", {"type": "number", "minimum": 0.5, "maximum": 2}),
    (Text(), "a text", {"type": "string"}),
    (Text(3), "a text", {"type": "string", "maxLength": 3}),
    (OneOf(("a", "b")), "`a` `b`", {"enum": ["a", "b"]}),
    (Texts(), "a list of texts", {"type": "array", "items": {"type": "string"}}),
    (Texts("moves", 2, 3), "a list of moves", {"type": "array", "items": {"type": "string", "maxLength": 3}, "maxItems": 2}),
    (Plain(), "an object", {"type": "object"}),
    (Anything(), "any value", {}),
    (Few(Whole(9, 2), 3), "list, each 2 to 9", {"type": "array", "items": NUMBERS, "maxItems": 3}),
]


@pytest.mark.parametrize(("codec", "said", "schema"), CODECS, ids=lambda each: type(each).__name__)
def test_a_codec_says_what_it_takes(codec: Any, said: str, schema: dict[str, Any]) -> None:
    assert codec.said() == said and codec.schema() == schema


@pytest.mark.parametrize(("codec", "given", "inside"), [
    (Whole(9, 2), 2, 2), (Whole(9, 2), 9, 9), (Whole(9), 0, 0), (Truth(), True, True), (Truth(), False, False),
    (Name(("a", "b", "c"), 1), "c", 2), (Listed(Whole(9)), [3, 1, 2], [3, 1, 2]), (OrNull(Whole(9)), None, None),
    (OrNull(Whole(9)), 4, 4), (Object(Point), {"x": 3, "name": "a"}, Point(3, "a")),
    (Either((Point, Colour), ""), {"x": 3, "name": "a"}, Point(3, "a")),
    (Either((Point, Colour), ""), {"red": 0.5}, Colour(0.5)),
    (BySeat(Whole(9)), [3, 1], [3, 1]), (Seat(), 1, 1), (Mover(), 0, 0), (Mover(), "*", "*"), (Mover(), None, None),
    (Integer(), -5, -5), (Count(), 0, 0), (Real(0, 1), 0, 0), (Real(0, 1), 1.0, 1.0), (Text(3), "abc", "abc"),
    (OneOf(("a", "b")), "b", "b"), (Texts("moves", 2, 3), ["abc", ""], ("abc", "")), (Plain(), {"a": [1]}, {"a": [1]}),
    (Anything(), [None], [None]), (Few(Whole(9), 2), [1, 2], (1, 2)),
])
def test_what_a_codec_takes_it_writes_again(codec: Any, given: object, inside: object) -> None:
    reader = Reader()
    assert codec.read(reader, SCENE, given, "it") == inside and not reader.problems
    assert codec.write(SCENE, inside) == given


@pytest.mark.parametrize(("codec", "given", "inside", "problem"), [
    (Whole(9, 2), 1, 2, "it must be a whole number from 2 to 9, not 1"),
    (Whole(9, 2), 10, 2, "it must be a whole number from 2 to 9, not 10"),
    (Integer(), 1.5, 0, "it must be a whole number, not 1.5"), (Integer(), True, 0, "it must be a whole number, not True"),
    (Count(), -1, 0, "it must be a whole number from 0, not -1"),
    (Real(0.5, 2), 0.4, 0.5, "it must be a number from 0.5 to 2, not 0.4"),
    (Real(-3, 2), 2.1, 0.0, "it must be a number from -3 to 2, not 2.1"),
    (Real(), float("inf"), 0.0, "it must be a number, not inf"), (Real(), False, 0.0, "it must be a number, not False"),
    (Text(), 1, "", "it must be a text, not 1"),
    (Text(1200), None, "", "it must be a text of at most 1,200 characters, not None"),
    (OneOf(("a", "b")), "c", "", "it must be one of a b, not 'c'"),
    (OneOf(("a", "b")), ["a"], "", "it must be one of a b, not ['a']"),
    (Texts("moves", 2, 3), "abc", (), "it must be a list of moves, not 'abc'"),
    (Texts("moves", 2, 3), ["a", "b", "c"], (), "it must be a list of at most 2 moves, not 3"),
    (Texts("moves", 2, 3), ["abcd"], (), "it must be a list of moves of at most 3 characters each"),
    (Plain(), [], {}, "it must be an object, not []"),
    (Few(Whole(9), 2), [1, 2, 3], (), "it must be a list of at most 2, not 3"),
    (BySeat(Whole(9)), [1], [1], "it must have an entry for each of the 2 players, not 1"),
    (Either((Point, Colour), "a point or a colour"), {"x": 1, "red": 1.0}, None, "it must be a point or a colour"),
    (Either((Point, Colour), "a point or a colour"), 5, None, "it must be a point or a colour"),
])
def test_what_a_codec_does_not_take_is_a_problem(codec: Any, given: object, inside: object, problem: str) -> None:
    """What is read instead does not matter to people, but lets the reader go on."""
    reader = Reader()
    assert codec.read(reader, SCENE, given, "it") == inside
    assert reader.problems == [problem]


@pytest.mark.parametrize(("codec", "given", "place"), [
    (Listed(Whole(9)), [1, 10], "it"), (BySeat(Whole(9)), [1, 10], "it[1]"), (Few(Whole(9), 3), [1, 2, 10], "it[2]"),
    (Object(Point), {"x": 10}, "it.x"), (OrNull(Whole(9)), 10, "it"),
])
def test_a_problem_says_where_it_is(codec: Any, given: object, place: str) -> None:
    reader = Reader()
    codec.read(reader, SCENE, given, place.split("[")[0].split(".")[0])
    assert [problem.split(" ")[0] for problem in reader.problems] == [place]


def test_an_object_is_described_member_by_member() -> None:
    assert reference(Point) == ["| `x` | 0 to 9 | columns from the left |",
                                "| `name` | a text; may be left out | what it is called |"]
    assert object_schema(Point) == POINT
