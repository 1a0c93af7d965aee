"""Games in files, each written whole after every move: a crash or a power cut loses nothing.

A file holds one record (MOVES.md, 6), so every command reads it. It is replaced, never changed in place, and not at all
if another program has written to it since.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from pathlib import Path

from hansa.errors import HansaError
from hansa.json_lines import json_line
from hansa.record import Record, read_records

LONGEST_NAME = 80


class GameFileError(HansaError):
    """A file of a game that cannot be used."""

    code = "bad-request"


def games_folder() -> Path:
    """Where games are kept unless somebody says otherwise: `$HANSA_GAMES`, or `hansa/games` where this system keeps data."""
    chosen = os.environ.get("HANSA_GAMES")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "hansa" / "games"


class GameFile:
    """One game's file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._mine = _identity(path)

    @classmethod
    def new(cls, folder: Path, name: str) -> GameFile:
        """A file that does not exist yet, named after the game, with a number if that name is taken."""
        folder.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^\w.-]+", "-", name)[:LONGEST_NAME].strip(".-") or "game"     # it may come from a foreign record
        number = 1
        while True:
            path = folder / f"{name}{'' if number == 1 else f'-{number}'}.jsonl"
            with contextlib.suppress(FileExistsError):
                path.open("x").close()
                return cls(path)
            number += 1

    def read(self) -> Record:
        """The record in it."""
        records, _ = read_records(self.path)
        if len(records) != 1:
            raise GameFileError(f"{self.path} holds {len(records) or 'no'} games; one game can be continued")
        return records[0]

    def write(self, record: Record) -> None:
        """On disk, whole, when this returns."""
        if _identity(self.path) != self._mine:
            raise GameFileError(f"another program has changed {self.path}; this game is not written over it")
        handle, name = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=self.path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(json_line(record.to_json()).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(self.path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)            # the new name, too
        finally:
            os.close(folder)
        self._mine = _identity(self.path)


def unfinished_games(folder: Path) -> list[GameFile]:
    """The files of a folder whose game can go on, the one played last first; others are passed over."""
    found = []
    for path in sorted(folder.glob("*.jsonl"), key=_age) if folder.is_dir() else ():
        file = GameFile(path)
        with contextlib.suppress(HansaError, OSError):
            if file.read().end == "interrupted":
                found.append(file)
    return found


def _identity(path: Path) -> tuple[int, int] | None:
    """What changes whenever a file is replaced or written; None if there is none."""
    try:
        facts = path.stat()
    except FileNotFoundError:
        return None
    return facts.st_ino, facts.st_mtime_ns


def _age(path: Path) -> float:
    return -path.stat().st_mtime_ns
