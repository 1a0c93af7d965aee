"""What happened in a training run: one line of JSON for each finished step, on disk before the next
begins.

A step with a line is not repeated. A step that was interrupted starts again, which costs some
seconds (a file of positions, a block of a match).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hansa.json_lines import Json, NotJson, append_line, read_json
from hansa.training.recipe import Recipe, TrainingError


class Ledger:
    """The file `ledger.jsonl` of a folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "ledger.jsonl"
        self.entries: list[Json] = list(read_entries(self.path))

    def add(self, step: str, **facts: Any) -> None:
        """A finished step."""
        entry = {"step": step, **facts}
        append_line(self.path, entry)
        self.entries.append(entry)

    def of(self, step: str, **facts: Any) -> list[Json]:
        """The entries of a step with these facts."""
        return [
            entry for entry in self.entries
            if entry["step"] == step and all(entry.get(name) == fact for name, fact in facts.items())
        ]

    def game(self) -> str | None:
        """Which game is trained."""
        begun = self.of("begin")
        return str(self._fact(begun[0], "game")) if begun else None

    def recipe(self) -> Recipe | None:
        """What the run was begun with."""
        begun = self.of("begin")
        return Recipe.of(self._fact(begun[0], "recipe")) if begun else None

    def _fact(self, entry: Json, name: str) -> Any:
        """A member that a step must have."""
        if name not in entry:
            raise TrainingError(f"{self.path}: the step {entry['step'][:40]!r} lacks {name!r}; begin in another folder")
        return entry[name]


def read_entries(path: Path) -> Iterator[Json]:
    """The finished steps. A step that a kill cut off is not one, unless only its newline is
    missing."""
    if not path.exists():
        return
    for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
        try:
            entry = read_json(line)
        except NotJson:
            continue
        if not isinstance(entry, dict) or not isinstance(entry.get("step"), str):
            raise TrainingError(f"{path}, line {number}: this is not a step of a training run")
        yield entry
