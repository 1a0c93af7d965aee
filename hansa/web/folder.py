"""Renames, deletes and restores games: a record each, and perhaps files beside it."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from hansa.phrases import say
from hansa.table.games_folder import GameFile
from hansa.web.chairs import chairs_path
from hansa.web.seat_checks import ServerError

BIN = ".deleted"        # what was deleted last, until something else is, or the server starts anew


def files_of(folder: Path, game: str) -> tuple[Path, ...]:
    """Everything that belongs to a game, whether it is there or not; the record comes first."""
    record = folder / f"{game}.jsonl"
    return record, chairs_path(folder, game), Path(f"{record}.review")


def empty_bin(folder: Path) -> None:
    """What was deleted is gone for good."""
    shutil.rmtree(folder / BIN, ignore_errors=True)


def throw_away(folder: Path, game: str) -> None:
    """Deletes a game; `fetch_back` undoes it, until the next one is deleted."""
    empty_bin(folder)
    (folder / BIN).mkdir()
    for path in files_of(folder, game):
        if path.exists():
            path.replace(folder / BIN / path.name)


def fetch_back(folder: Path, game: str) -> None:
    """The game that was deleted last is there again."""
    kept = files_of(folder / BIN, game)
    if not kept[0].is_file():
        raise ServerError(say("the game {game} cannot be brought back; only the one deleted last can", game=repr(game)))
    if (folder / kept[0].name).exists():
        raise ServerError(say("there is another game {game} meanwhile", game=repr(game)))
    for path in reversed(kept):         # the record last: with it the game is whole
        if path.exists():
            path.replace(folder / path.name)


def rename(folder: Path, game: str, name: str) -> None:
    """The same game under a name that nobody has yet."""
    old, new = files_of(folder, game), files_of(folder, name)
    if new[0].exists():
        raise ServerError(say("there is a game {game} already; choose another name", game=repr(name)))
    record = replace(GameFile(old[0]).read(), id=name)
    for path, target in zip(old[1:], new[1:], strict=True):
        if path.exists():
            path.replace(target)
    GameFile.new(folder, name).write(record)
    old[0].unlink()
