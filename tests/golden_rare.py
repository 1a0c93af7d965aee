"""Wrong positions that no single mistake leads to: a position in words, what is changed in its JSON
(`member.member: value`), and all that is said against it.

`python -m tests.golden_rare` writes what is said in `tests/golden/rare.txt` anew; review the diff.
A new case is one more line, without what is behind ` => `.
"""

from __future__ import annotations

import json
from typing import Any

from hansa.errors import NotationError, StateError
from hansa.notation import read_position
from hansa.state import State
from tests.golden import FOLDER

FILE = FOLDER / "rare.txt"


def told(text: str) -> str:
    """The file with what is said now."""
    rows = []
    for row in text.splitlines():
        case = row.partition(" => ")[0]
        position, _, edits = case.partition(" | ")
        rows.append(f"{case} => {outcome(position, json.loads(edits or '{}'))}")
    return "".join(f"{row}\n" for row in rows)


def outcome(position: str, edits: dict[str, Any]) -> str:
    """What is said against a position in words, or against its JSON with other values."""
    try:
        state = read_position(position)
        if edits:
            data = state.to_json()
            for path, value in edits.items():
                put(data, path.split("."), value)
            state = State.from_json(data)
    except (StateError, NotationError) as error:
        return " | ".join(map(str, error.problems))
    return f"{state.phase}, {len(state.legal_moves)} moves"


def put(data: Any, path: list[str], value: Any) -> None:
    """Puts a value into JSON; objects on the way are made, `null` takes a member away."""
    first, *rest = path
    if isinstance(data, list):
        if rest:
            put(data[int(first)], rest, value)
        else:
            data[int(first)] = value
    elif rest:
        put(data.setdefault(first, {}), rest, value)
    elif value is None:
        data.pop(first, None)
    else:
        data[first] = value


if __name__ == "__main__":
    FILE.write_text(told(FILE.read_text(encoding="utf-8")), encoding="utf-8")
