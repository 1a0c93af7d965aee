"""What is in a file that a user chose, in a terminal or on the page: a position or games, by its
content."""

from __future__ import annotations

from hansa.json_lines import NotJson, read_json
from hansa.notation.positions import is_position, read_position
from hansa.notation.saves import SavedPosition, read_save
from hansa.state import State


def position_in_file(data: bytes | str) -> SavedPosition | None:
    """The position of a file with a state, a setup, the notation for people or the save of another
    program, and remarks on that.

    None if it holds something else, games most likely. `NotationError`, `StateError`, `SetupError`
    and `NotJson` say what is wrong with it.

    >>> found = position_in_file('{"board": "hansa-23", "players": 3, "seed": 7}')
    >>> found.state.board, found.remarks
    ('hansa-23', ())
    >>> position_in_file('[Board "east, 3 players"]') is None
    True
    """
    text = data.decode("utf-8-sig", errors="replace") if isinstance(data, bytes) else data
    if is_position(text):
        return SavedPosition(read_position(text), ())
    try:
        value = read_json(data)
    except NotJson:
        if fills_several_lines(text):
            raise
        return None
    saved = read_save(value)
    if saved is not None:
        return saved
    if not isinstance(value, dict) or not value or "moves" in value or "version" in value:
        return None
    return SavedPosition(State.from_json(value) if "desks" in value or "phase" in value else State.from_setup(value), ())


def fills_several_lines(text: str) -> bool:
    """Whether a file looks like one object, written for people: records have one line each, which
    begins with `{`.

    >>> fills_several_lines('{\\n "board": "east",'), fills_several_lines('{"moves": []}\\n{"moves": []}')
    (True, False)
    """
    lines = text.lstrip().split("\n", 2)
    return lines[0].lstrip().startswith("{") and len(lines) > 1 and lines[1].strip()[:1] not in ("", "{")
