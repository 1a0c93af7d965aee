"""All that `hansa check` says to a program that does everything right: each question with its
limit, each position with its checksum.

`python -m tests.golden_examination` writes `tests/golden/examination.txt` anew; review the diff.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hansa.bots.examination import examine
from hansa.bots.exec_bot import NEW_SECONDS, Program, Reported
from hansa.json_lines import Json

FILE = Path(__file__).parent / "golden" / "examination.txt"
OPTIONS: list[Json] = [{"name": "level", "default": 3}, {"name": "book", "default": "big"}, {"name": "none"}]


class Talk:
    """What was said to all programs."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.programs = 0

    def begin(self, command: str) -> Perfect:
        """Another one of them."""
        self.programs += 1
        self.lines.append(f"{self.programs} starts: {command}")
        return Perfect(self, self.programs)


class Perfect(Program):
    """Plays the last legal move; knows its options, and nothing else."""

    def __init__(self, talk: Talk, number: int) -> None:
        self.talk, self.number = talk, number
        self.legal: list[str] = []
        self.pipes: Any = self

    def note_down(self, what: str) -> None:
        """One line of the file."""
        self.talk.lines.append(f"{self.number} {what}")

    def ask_json(self, request: Json, limit: float, stop_after: float | None = None) -> Json:
        """Answers as MOVES.md says."""
        self.note_down(f"{brief(request)}  {limit:g} s{'' if stop_after is None else f', stopped after {stop_after:g} s'}")
        if request["cmd"] not in ("hello", "option", "new", "go") or request.get("name") == "no-such-option":
            raise Reported("I do not know that")
        return {"id": 1, "version": 1, "options": OPTIONS} | ({"move": self.legal[-1]} if request["cmd"] == "go" else {})

    def say(self, line: bytes, limit: float = NEW_SECONDS) -> None:
        """Hears what needs no answer."""
        try:
            message = json.loads(line)
            self.legal = message["legal"]
        except (ValueError, TypeError, KeyError):
            pass
        self.note_down(f"{brief(json.loads(line)) if line.startswith(b'{') else repr(line)}  {limit:g} s")

    def close_input(self) -> None:
        """Hears that nothing more will come."""
        self.note_down("its input ends")

    def ended(self, within: float) -> bool:
        """It has."""
        self.note_down(f"must end within {within:g} s")
        return True

    def end(self) -> None:
        """Is made to go."""
        self.note_down("is ended")


def brief(message: Json) -> str:
    """A message without what is long."""
    shown = dict(message)
    for name in ("state", "legal", "result"):
        if name in shown:
            shown[name] = f"{zlib.crc32(json.dumps(shown[name]).encode()):08x}"
    if len(shown.get("moves", ())) > 3:
        shown["moves"] = f"{len(shown['moves'])} moves {zlib.crc32(json.dumps(shown['moves']).encode()):08x}"
    if "setup" in shown:
        shown["setup"] = {name: value for name, value in shown["setup"].items()
                          if name in ("board", "players", "edition", "modules", "seed")}
    return json.dumps(shown)


def text() -> str:
    """The whole examination."""
    talk = Talk()
    with patch("hansa.bots.examination.Program", talk.begin):
        for finding in examine("mine", positions=60):
            talk.lines.append(f"{finding.what}: {finding.problem or 'ok'}")
    return "".join(f"{line}\n" for line in talk.lines)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
