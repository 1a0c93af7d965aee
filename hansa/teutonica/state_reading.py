"""A state from its JSON object: every problem is found and named; only a possible position gets
through.

Two steps: what `fields.py` declares turns names into the engine's numbers, noting what cannot be
read; `impossibilities` then judges the position as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine_c.teutonica.position import TeutonicaPosition
from hansa.boards import BOARD_NAMES, Board, board
from hansa.errors import StateError
from hansa.members import members_of, read_members, read_object
from hansa.reading import Reader, check_made
from hansa.suggestions import shown
from hansa.teutonica.codecs import Scene
from hansa.teutonica.engine_numbers import position_of
from hansa.teutonica.fields import DATA_OF_PHASE, Fields, Over, PhaseData
from hansa.teutonica.names import PHASES, UNKNOWN_MISSION
from hansa.teutonica.possible import impossibilities
from hansa.teutonica.state_writing import result_json

# members of a state that are not fields of every position
BESIDE = ("game", *DATA_OF_PHASE, "result")
RESULT_MEMBERS = ("reason", "scores", "ranks", "shares")


def read_state(data: object) -> TeutonicaPosition:
    """The position that a state describes; `StateError` lists everything that is wrong with it."""
    if not isinstance(data, Mapping):
        raise StateError(["a state is a JSON object (MOVES.md, section 5)"])
    reader = Reader()
    scene, fields = read_fields(reader, data)
    if scene is None or fields is None or reader.problems:
        raise StateError(reader.problems)
    problems = impossibilities(fields, scene.board)
    if problems:
        raise StateError(problems)
    try:
        position = position_of(fields, scene.board)
    except ValueError as error:
        raise StateError([str(error)]) from error
    # The result of a view counts cards that the view does not show.
    hidden = any(desk.mission == UNKNOWN_MISSION for desk in fields.desks)
    given = None if hidden else data.get("result")
    check_made(position, fields.phase_name, given, partial(result_json, position), "T73")
    return position


def read_fields(reader: Reader, data: Mapping[str, object]) -> tuple[Scene, Fields] | tuple[None, None]:
    """The fields of a state; None if board or number of players cannot be read."""
    declared = members_of(Fields).values()
    known = ["board", *BESIDE, *(member.name for member in declared)]
    optional = [*BESIDE, *(member.name for member in declared if member.default is not None)]
    found = reader.members(data, known, "the state", optional)
    scene = _scene(reader, found)
    if scene is None:
        return None, None
    values = read_members(Fields, reader, scene, found, "")
    return scene, Fields(**values, data=_phase_data(reader, scene, found, PHASES[values["phase"]]))


def _scene(reader: Reader, data: Mapping[str, object]) -> Scene | None:
    name = BOARD_NAMES[reader.name(data.get("board"), BOARD_NAMES, "board")]
    if reader.problems:
        return None
    the_board: Board = board(name)
    players = data.get("players")
    if not isinstance(players, int) or isinstance(players, bool) or players not in the_board.players:
        fit = " or ".join(map(str, the_board.players))
        reader.problem(f"board {name} is for {fit} players, not {shown(players)} [T4]")
        return None
    return Scene(the_board, players)


def _phase_data(reader: Reader, scene: Scene, data: Mapping[str, object], phase: str) -> PhaseData:
    """What the phase needs, and no other has."""
    own = "result" if phase == "over" else phase
    for other in (*DATA_OF_PHASE, "result"):
        if other != own and data.get(other) is not None:
            reader.problem(f"{other!r} does not belong to the phase {phase!r}")
    if phase == "over":
        facts = reader.members(data.get("result"), RESULT_MEMBERS, "result", RESULT_MEMBERS[1:])
        return Over(**read_members(Over, reader, scene, facts, "result"))
    if phase in DATA_OF_PHASE:
        return read_object(DATA_OF_PHASE[phase], reader, scene, data.get(phase), phase)
    return None
