"""Notes on the moves of a record: comments, glyphs, clocks, values, variations (MOVES.md, section
6).

>>> note = Note(ply=3, comment="too slow", glyph="?", variations=(Variation(("0 end",)),))
>>> note.to_json()
{'ply': 3, 'comment': 'too slow', 'glyph': '?', 'variations': [{'moves': ['0 end']}]}
>>> Note.from_json(note.to_json(), "notes[0]") == note
True
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hansa.errors import RecordError
from hansa.json_lines import Json, is_whole
from hansa.suggestions import shown

GLYPHS = ("!", "?", "!!", "??", "!?", "?!")
MOST_DEPTH = 20             # of variations in variations; files nest 64 levels at most
WHERE = "(MOVES.md, 6)"


@dataclass(frozen=True)
class Note:
    """What is said about the move at `ply`. `clock` is what its player had left, in seconds."""

    ply: int
    before: str = ""
    comment: str = ""
    glyph: str = ""
    clock: float | None = None
    values: tuple[float, ...] = ()      # shares by seat, as an engine saw them after the move
    simulations: int | None = None      # behind the values
    variations: tuple[Variation, ...] = ()

    def to_json(self) -> Json:
        """The object of MOVES.md, section 6; what is not said is left out."""
        data = {
            "ply": self.ply, "before": self.before, "comment": self.comment, "glyph": self.glyph, "clock": self.clock,
            "values": list(self.values), "simulations": self.simulations,
            "variations": [variation.to_json() for variation in self.variations],
        }
        return {name: value for name, value in data.items() if value is not None and value not in ("", [])}

    @classmethod
    def from_json(cls, data: object, where: str, depth: int = 0) -> Note:
        """A note from its JSON; `RecordError` names the member."""
        known = _members(data, NOTE_MEMBERS, where)
        ply = known.get("ply")
        if not is_whole(ply) or ply < 0:
            raise RecordError(f"'{where}.ply' must be the number of a move, from 0, not {shown(ply)} {WHERE}")
        for name in ("before", "comment", "glyph"):
            if not isinstance(known.get(name, ""), str):
                raise RecordError(f"'{where}.{name}' must be a text, not {shown(known[name])} {WHERE}")
        if known.get("glyph", "") not in ("", *GLYPHS):
            raise RecordError(f"'{where}.glyph' must be one of {' '.join(GLYPHS)}, not {shown(known['glyph'])} {WHERE}")
        values, simulations = known.get("values", []), known.get("simulations")
        if not isinstance(values, list) or not all(map(_is_amount, values)):
            raise RecordError(f"'{where}.values' must be a list of numbers, not {shown(values)} {WHERE}")
        if known.get("clock") is not None and not _is_amount(known["clock"]):
            raise RecordError(f"'{where}.clock' must be a number of seconds, not {shown(known['clock'])} {WHERE}")
        if simulations is not None and (not is_whole(simulations) or simulations < 0):
            raise RecordError(f"'{where}.simulations' must be a whole number, not {shown(simulations)} {WHERE}")
        variations = _objects(known.get("variations", []), f"{where}.variations")
        return cls(
            ply, known.get("before", ""), known.get("comment", ""), known.get("glyph", ""), known.get("clock"),
            tuple(map(float, values)), simulations,
            tuple(Variation.from_json(each, f"{where}.variations[{number}]", depth + 1)
                  for number, each in enumerate(variations)))


@dataclass(frozen=True)
class Variation:
    """Moves that might have been played instead of the one at the note's ply; its notes count
    on."""

    moves: tuple[str, ...]
    notes: tuple[Note, ...] = ()

    def to_json(self) -> Json:
        """The object of MOVES.md, section 6."""
        notes = [note.to_json() for note in self.notes]
        return {"moves": list(self.moves)} | ({"notes": notes} if notes else {})

    @classmethod
    def from_json(cls, data: object, where: str, depth: int = 1) -> Variation:
        """A variation from its JSON; `RecordError` names the member."""
        if depth > MOST_DEPTH:
            raise RecordError(f"'{where}' is nested deeper than {MOST_DEPTH} variations {WHERE}")
        known = _members(data, ("moves", "notes"), where)
        moves = known.get("moves")
        if not isinstance(moves, list) or not moves or not all(isinstance(move, str) for move in moves):
            raise RecordError(f"'{where}.moves' must be a list of moves such as '0 end', not {shown(moves)} {WHERE}")
        return cls(tuple(moves), notes_from_json(known.get("notes", []), f"{where}.notes", depth))


NOTE_MEMBERS = ("ply", "before", "comment", "glyph", "clock", "values", "simulations", "variations")


def notes_from_json(data: object, where: str, depth: int = 0) -> tuple[Note, ...]:
    """Notes in the order of their plies, one a ply."""
    notes = [Note.from_json(each, f"{where}[{number}]", depth) for number, each in enumerate(_objects(data, where))]
    plies = [note.ply for note in notes]
    if plies != sorted(set(plies)):
        raise RecordError(f"'{where}' must be in the order of their plies, one a ply {WHERE}")
    return tuple(notes)


def _objects(data: object, where: str) -> list[object]:
    if not isinstance(data, list):
        raise RecordError(f"'{where}' must be a list of objects, not {shown(data)} {WHERE}")
    return data


def _members(data: object, names: Sequence[str], where: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise RecordError(f"'{where}' must be an object, not {shown(data)} {WHERE}")
    return {name: data[name] for name in names if data.get(name) is not None}


def _is_amount(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value >= 0
