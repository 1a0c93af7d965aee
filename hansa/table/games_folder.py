"""Games in files, each written whole after every move: a crash or a power cut loses nothing.

A file holds one record (MOVES.md, 6), so every command reads it. It is replaced, never changed in
place, and not at all if another program has written to it since.
"""

from __future__ import annotations

import contextlib
import glob
import os
import re
import stat
from pathlib import Path

from platformdirs import user_data_path

from hansa.errors import HansaError
from hansa.json_lines import json_line
from hansa.record import Record, read_records
from hansa.whole_file import FOR_OWNER, remove_unfinished, write_whole

LONGEST_NAME = 80
MOST_BYTES = 8 << 20        # of a file with one game; the longest has some 100,000


class GameFileError(HansaError):
    """A file of a game that cannot be used."""

    code = "bad-request"


def games_folder() -> Path:
    """The default folder for games: `$HANSA_GAMES`, or else the folder for a user's data on this
    system."""
    chosen = os.environ.get("HANSA_GAMES")
    if chosen:
        return Path(chosen)
    return user_data_path("hansa", appauthor=False) / "games"


class GameFile:
    """One game's file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._mine = _identity(path)
        self._swept = False

    @classmethod
    def new(cls, folder: Path, name: str) -> GameFile:
        """A file that does not exist yet, named after the game, with a number if that name is
        taken."""
        folder.mkdir(parents=True, exist_ok=True)
        # it may come from a foreign record
        name = re.sub(r"[^\w.-]+", "-", name)[:LONGEST_NAME].strip(".-") or "game"
        number = 1
        while True:
            path = folder / f"{name}{'' if number == 1 else f'-{number}'}.jsonl"
            with contextlib.suppress(FileExistsError):
                path.open("x").close()
                return cls(path)
            number += 1

    def read(self) -> Record:
        """The record in it."""
        if self.path.stat().st_size > MOST_BYTES:
            raise GameFileError(f"{self.path} has more than {MOST_BYTES >> 20} megabytes; it is not a file of one game")
        records, _ = read_records(self.path)
        if len(records) != 1:
            raise GameFileError(f"{self.path} holds {len(records) or 'no'} games; one game can be continued")
        return records[0]

    def write(self, record: Record) -> None:
        """On disk, whole, when this returns."""
        if _identity(self.path) != self._mine:
            raise GameFileError(f"another program has changed {self.path}; this game is not written over it")
        if not self._swept:
            remove_unfinished(self.path.parent, glob.escape(self.path.name))
            self._swept = True
        line = json_line(record.to_json()).encode() + b"\n"
        try:
            write_whole(self.path, lambda file: file.write(line), FOR_OWNER)
        finally:
            # also if it may not outlive a power cut: it is still ours
            self._mine = _identity(self.path)


def games_by_number(folder: Path) -> list[Path]:
    """The files as `hansa games` numbers them: the game played last first, and after all others
    those in which nobody has moved."""
    return sorted(game_paths(folder), key=_is_untouched)        # sorting keeps the order of equals


def _is_untouched(path: Path) -> bool:
    try:
        return not GameFile(path).read().moves
    except (HansaError, OSError):
        return False


def unfinished_games(folder: Path) -> list[GameFile]:
    """The files of a folder whose game can be continued, the one played last first; others are
    skipped.
    """
    found = []
    for path in game_paths(folder):
        file = GameFile(path)
        with contextlib.suppress(HansaError, OSError):
            if file.read().end == "interrupted":
                found.append(file)
    return found


def latest_unfinished(folder: Path) -> GameFile | None:
    """The game to continue: the one played last, unless nobody has moved in it and there is
    another."""
    found = unfinished_games(folder)
    touched = (file for file in found if file.read().moves)
    return next(touched, found[0] if found else None)


def game_named(folder: Path, text: str) -> GameFile:
    """The game that the user names: by its number in `games_by_number`, from 1, or by its name."""
    paths = games_by_number(folder)
    for path in paths:
        if text in (path.stem, path.name):
            return GameFile(path)
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(paths):
        return GameFile(paths[int(text) - 1])
    raise GameFileError(f"there is no game {text[:60]!r} in {folder}; 'hansa games' lists them")


def game_paths(folder: Path) -> list[Path]:
    """The files of a folder that may be games, the one played last first."""
    found = []
    for path in folder.glob("*.jsonl") if folder.is_dir() else ():
        with contextlib.suppress(OSError):          # deleted meanwhile, or a link to nothing
            facts = path.stat()
            if stat.S_ISREG(facts.st_mode):         # a pipe would be read for ever
                found.append((facts.st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def _identity(path: Path) -> tuple[int, int] | None:
    """What changes whenever a file is replaced or written; None if there is none."""
    try:
        facts = path.stat()
    except FileNotFoundError:
        return None
    return facts.st_ino, facts.st_mtime_ns
