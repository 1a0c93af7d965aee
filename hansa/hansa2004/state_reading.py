"""A state from its JSON object. Every problem is named, and only possible positions pass."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine_c.hansa2004.position import Hansa2004Position
from hansa.errors import StateError
from hansa.hansa2004.board import NAME, board
from hansa.hansa2004.engine_numbers import position_of
from hansa.hansa2004.fields import DATA_OF_PHASE, Fields, Over, PhaseData, Scene
from hansa.hansa2004.names import PHASES
from hansa.hansa2004.possible import impossibilities
from hansa.hansa2004.state_writing import result_json
from hansa.members import members_of, read_members, read_object
from hansa.reading import Reader, check_made
from hansa.suggestions import shown

# members of a state that are not fields of every position
BESIDE = ("game", "board", "piles", *DATA_OF_PHASE, "result")
RESULT_MEMBERS = ("reason", "scores", "ranks", "shares")


def read_state(data: object) -> Hansa2004Position:
    """The position that a state describes; `StateError` lists everything that is wrong with it."""
    if not isinstance(data, Mapping):
        raise StateError(["a state is a JSON object (MOVES.md, section 9)"])
    reader = Reader()
    fields = read_fields(reader, data)
    if fields is None or reader.problems:
        raise StateError(reader.problems)
    problems = impossibilities(fields, board())
    if problems:
        raise StateError(problems)
    try:
        position = position_of(fields)
    except ValueError as error:
        raise StateError([str(error)]) from error
    check_made(position, fields.phase_name, data.get("result"), partial(result_json, position), "H52")
    return position


def read_fields(reader: Reader, data: Mapping[str, object]) -> Fields | None:
    """The fields of a state; none where nothing can be read without a number of players."""
    declared = members_of(Fields).values()
    known = [*BESIDE, *(member.name for member in declared)]
    optional = [*BESIDE, *(member.name for member in declared if member.default is not None)]
    found = reader.members(data, known, "the state", optional)
    reader.name(found.get("board", NAME), (NAME,), "board")
    players = found.get("players")
    if not isinstance(players, int) or isinstance(players, bool) or players not in board().players:
        fit = ", ".join(map(str, board().players))
        reader.problem(f"Hansa (2004) is for {fit} players, not {shown(players)}")
        return None
    # Where they are left out: a sale is an action, and in the first round each turn has its number.
    found.setdefault("acted", found.get("phase") in ("sell", "lose"))
    if "turn" in found:
        found.setdefault("turns", found["turn"])
    table = Scene(players)
    values = read_members(Fields, reader, table, found, "")
    fields = Fields(**values, data=_phase_data(reader, table, found, PHASES[values["phase"]]))
    if "piles" in found and not reader.problems:
        _check_piles(reader, found["piles"], sum(fields.supply), players)
    return fields


def _phase_data(reader: Reader, table: Scene, data: Mapping[str, object], phase: str) -> PhaseData:
    """What the phase needs, and no other has."""
    for other, member in (("sell", "sell"), ("lose", "lose"), ("over", "result")):
        if phase == other and member not in data:
            reader.problem(f"the phase {phase!r} needs {member!r}")
        if phase != other and member in data:
            reader.problem(f"{member!r} is there, but the phase is {phase!r}")
    if phase == "over":
        facts = reader.members(data.get("result", {}), RESULT_MEMBERS, "result", RESULT_MEMBERS[1:])
        return Over(**read_members(Over, reader, table, facts, "result"))
    if phase in DATA_OF_PHASE:
        return read_object(DATA_OF_PHASE[phase], reader, table, data.get(phase, {}), phase)
    return None


def _check_piles(reader: Reader, value: object, left: int, players: int) -> None:
    """H22: how many each pile has follows from how many are left."""
    wanted = board().piles_of(left, players)
    if value != wanted:
        reader.problem(f"piles must be {wanted} with {left} markers in the supply, not {shown(value)} [H22]")
