"""The fields of a state, declared once: ranges, JSON both ways, the engine's numbers and the
document follow from a line."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine_c.teutonica.position import TeutonicaPosition
from hansa import State, StateError
from hansa.boards import board
from hansa.members import Whole, members_of, read_members, write_object
from hansa.reading import Reader
from hansa.teutonica.codecs import Scene
from hansa.teutonica.engine_numbers import fields_of, position_of
from hansa.teutonica.fields import DATA_OF_PHASE, Desk, Displaced, Fields, Over, Pending, Route
from hansa.teutonica.reference import PAGE, with_tables
from tests.playing import choosers, setup_name, setups
from tests.scramble import abroad, neutral, scrambled

OBJECTS = (Fields, Desk, Route, Pending, *DATA_OF_PHASE.values(), Over)
SCENE = Scene(board("hansa-45"), 4)


def whole_numbers() -> list[tuple[type[object], str, int]]:
    return [
        (kind, each.name, each.codec.most)
        for kind in OBJECTS for each in members_of(kind).values() if isinstance(each.codec, Whole)
    ]


def test_the_document_has_the_tables_of_the_declarations() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_tables(page) == page, "run: python -m hansa.teutonica.reference"
    for kind in OBJECTS:
        for declared in members_of(kind).values():
            assert f"| `{declared.name}` |" in page and declared.meaning


@pytest.mark.parametrize(("kind", "name", "most"), whole_numbers())
def test_a_number_is_held_to_its_declared_range(kind: type[object], name: str, most: int) -> None:
    for value, problems in ((0, 0), (most, 0), (most + 1, 1), (-1, 1), (True, 1), ("0", 1)):
        reader = Reader()
        read = read_members(kind, reader, SCENE, {name: value}, "there")
        assert len(reader.problems) == problems, (name, value)
        if problems:
            assert f"there.{name} must be a whole number from 0 to {most}" in reader.problems[0]
        else:
            assert value in read.values()


def states() -> list[dict[str, Any]]:
    """States of many phases."""
    found = [abroad(seed) for seed in range(4)] + [neutral("bigbox", seed) for seed in range(4)]
    for number, setup in enumerate(setups()):
        rng = random.Random(setup_name(setup))
        state, sorts = State.from_json(scrambled(setup, number)), choosers(rng)
        for ply in range(30):
            if state.over:
                break
            state.play(sorts[ply % 2](list(state.legal_moves), rng, state.to_json()))
            found.append(state.to_json())
    return found


def test_fields_are_the_position_in_every_phase() -> None:
    phases = set()
    for state in map(State.from_json, states()):
        data, position = state.to_json(), state.position
        assert isinstance(position, TeutonicaPosition)
        the_board = board(position.board_name)
        fields = fields_of(position, the_board)
        phases.add(fields.phase_name)
        assert position_of(fields, the_board).same(position)
        assert type(fields.data) is (Over if fields.phase_name == "over" else DATA_OF_PHASE.get(fields.phase_name, type(None)))
        for name, value in write_object(Scene(the_board, fields.players), fields).items():
            # `begun` is written with the module favours only
            assert data.get(name, False) == value, name
    assert phases >= {"turn", "displaced", "lift", "drop", "remove", "bonus", "over"}


def test_what_is_lacking_is_one_problem() -> None:
    reader = Reader()
    state = State.new(board="hansa-45", players=4, seed=1).to_json()
    del state["desks"][2]["prestige"]
    desk = {name: value for name, value in state["desks"][2].items() if name not in ("unused", "mission")}
    values = read_members(Desk, reader, SCENE, desk, "desks[2]")
    assert values["unused"] == [0] * 7 and values["mission"] is None and values["prestige"] == 0
    assert reader.problems == []        # the reader of the object has named what lacks
    with pytest.raises(StateError, match=r"desks\[2\] lacks 'prestige'$"):
        State.from_json(state)


def test_the_data_of_a_phase_are_its_own() -> None:
    fields = Displaced(owner=1, kind=0, put=False, extras=1, route=3)
    assert write_object(SCENE, fields) == {
        "owner": 1, "piece": "t", "put": False, "extras": 1, "route": SCENE.board.routes[3].name,
    }
