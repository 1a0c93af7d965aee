"""Messages are declared once: the door, the reference page and the schema follow."""

from __future__ import annotations

from typing import Any

import pytest

from hansa.messages import BadMessage, message_schema, read_message
from hansa.web.answers import answer_kinds
from hansa.web.connection import COMMANDS as PAGE_COMMANDS
from hansa.web.pushes import PUSHES, push_json
from hansa.web.requests import Analyse, NewGame, Play
from tests.golden_limits import FILE, text
from tests.message_tables import PAGES, path_of, with_tables


@pytest.mark.parametrize("name", PAGES)
def test_the_page_has_the_tables_of_the_declarations(name: str) -> None:
    page = path_of(name).read_text(encoding="utf-8")
    assert with_tables(page, PAGES[name]) == page, "run: python -m tests.message_tables"


@pytest.mark.parametrize(("kind", "data", "problem"), [
    (Play, {"move": "end"}, "'play' needs the member 'ply', a whole number"),
    (Play, {"move": "end", "ply": None}, "'ply' must be a whole number, not None"),
    (Play, {"move": "end", "ply": "1"}, "'ply' must be a whole number, not '1'"),
    (Play, {"move": "x" * 201, "ply": 1}, "'move' must be a text of at most 200 characters, not 'xxx"),
    (Play, {"move": "end", "ply": 1, "plyy": 2}, "'play' has no member 'plyy'; did you mean 'ply'?"),
    (NewGame, {"seats": [{"who": "here"}] * 9}, "'seats' must be a list of at most 8, not 9"),
    (NewGame, {"seats": ["here"]}, "'seats'[0] must be an object, not 'here'"),
    (NewGame, {"seats": [{"name": "me"}]}, "'seats'[0] lacks 'who'"),
    (Analyse, {"seconds": 601}, "'seconds' must be a number from 0.01 to 600, not 601"),
    (Analyse, {"lines": 0}, "'lines' must be a whole number from 1 to 20, not 0"),
    (Analyse, {"moves": ["end", 1]}, "'moves' must be a list of moves, not ['end', 1]"),
])
def test_a_message_is_refused_in_one_line(kind: type[object], data: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadMessage) as refused:
        read_message(kind, kind.__name__.lower(), data)
    assert str(refused.value).startswith(problem) and "\n" not in str(refused.value)


def test_what_is_left_out_or_null_has_its_default() -> None:
    assert read_message(Analyse, "analyse", {"game": "a", "lines": None}) == Analyse(game="a", seconds=60.0, lines=5, moves=())


@pytest.mark.parametrize("name", PAGE_COMMANDS)
def test_every_request_says_what_it_is_for(name: str) -> None:
    schema = message_schema(PAGE_COMMANDS[name].request)
    assert schema["description"] and all(member["description"] for member in schema["properties"].values())


@pytest.mark.parametrize("name", PAGE_COMMANDS)
def test_every_answer_says_what_its_members_are(name: str) -> None:
    for kind in answer_kinds(PAGE_COMMANDS[name].answer):
        schema = message_schema(kind)
        assert schema["description"].startswith("To ") and schema["required"]
        assert all(member["description"] for member in schema["properties"].values())


def test_a_push_has_the_members_that_are_declared_and_no_others() -> None:
    for name in PUSHES.keys() - {"table", "people"}:
        assert push_json(name, mark=None, done=True) == {"push": name, "mark": None, "done": True}
    assert push_json("why", mark="a", done=True, error="no") == {"push": "why", "mark": "a", "done": True, "error": "no"}
    with pytest.raises(TypeError, match="thougt"):
        push_json("thought", mark=1, done=True, thougt={})


def test_limits_and_defaults_are_those_that_were_reviewed() -> None:
    """If a change is meant: `python -m tests.golden_limits`, and read the diff."""
    assert text().splitlines() == FILE.read_text(encoding="utf-8").splitlines()
