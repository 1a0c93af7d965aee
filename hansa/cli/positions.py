"""Positions and records in files: which one the user means, and the message if there is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from hansa.cli.commands import UsageError
from hansa.cli.screen import warn
from hansa.cli.setups import read_bytes
from hansa.errors import NotationError
from hansa.json_lines import NotJson, read_json
from hansa.notation import is_game, is_position, position_in_file, read_games, read_position
from hansa.phrases import NOTHING, Phrase, joined, say
from hansa.record import Record, parse_records
from hansa.record_members import END_NAMES
from hansa.state import State

PASTED = "the position"        # what messages call an argument that is one

T = TypeVar("T")
Text = TypeVar("Text", str, bytes)


@dataclass(frozen=True)
class Shown:
    """A position, and what to write above it."""

    state: State
    heading: Phrase = NOTHING


def position_in(path: str, number: int | None, ply: int | None) -> Shown:
    """The position of a file with a state, a setup, the notation for people or the save of another
    program; or of one of the games in a file of records at a ply; or the one that the argument
    itself is."""
    if is_pasted(path):
        if number is not None or ply is not None:
            raise UsageError("--number and --ply are for files of records, not for a pasted position")
        return Shown(pasted_position(path))
    name, data = "standard input" if path == "-" else path, read_bytes(path)
    state = state_in(data, name)
    if state is None:
        return from_records(data, name, number, ply)
    if number is not None or ply is not None:
        raise UsageError(f"{name} holds one position; --number and --ply are for records")
    return Shown(state)


def is_pasted(argument: str) -> bool:
    """Whether an argument is not a file but a position, pasted between quotes: JSON, or in the
    notation for people.

    >>> [is_pasted(text) for text in ("hansa-45, 4 players; turn: red", "hansa-45 4 players", "4 players; red to move")]
    [True, True, True]
    >>> is_pasted('{"board": "east", "players": 3}'), is_pasted("hansa-45.json"), is_pasted("my games.jsonl")
    (True, False, False)
    """
    several = is_json(argument) or any(mark in argument for mark in ";\n")
    return (several or (" " in argument and is_position(argument))) and not Path(argument[:200]).exists()


def is_json(argument: str) -> bool:
    """Whether an argument looks like a JSON object."""
    return argument.lstrip().startswith("{")


def pasted_position(argument: str) -> State:
    """The position that an argument is."""
    if is_json(argument):
        try:
            read_json(argument)
        except NotJson as error:
            raise UsageError(f"{PASTED}: {error}") from error
        state = state_in(argument.encode(), PASTED)
        if state is None:
            raise UsageError(f"{PASTED}: neither a state nor a setup; games are read from files")
        return state
    try:
        return read_position(argument)
    except NotationError as error:
        raise UsageError(f"{PASTED}: {error}") from error


def state_in(data: bytes, name: str) -> State | None:
    """The position of a file with one state or setup, or the save of another program; None if it is
    something else, records most likely."""
    try:
        found = _read(position_in_file, data, name)
    except NotJson as error:
        raise UsageError(f"{name}: {error}") from error
    if found is None:
        return None
    for remark in found.remarks:
        warn(f"{name}: {remark}")
    return found.state


def _read(reader: Callable[[Text], T], text: Text, name: str) -> T:
    """A file in the notation for people; its errors name the file."""
    try:
        return reader(text)
    except NotationError as error:
        raise UsageError(f"{name}: {error}") from error


def chosen_record(data: bytes, name: str, wanted: int | None) -> tuple[Record, int, int]:
    """One of the games in a file of records, its number from 1, and how many there are."""
    records = records_of(data, name)
    number = 1 if wanted is None else wanted
    if not 1 <= number <= len(records):
        raise UsageError(f"there is no game {number}; {name} holds {len(records)}, counted from 1")
    return records[number - 1], number, len(records)


def records_of(data: bytes, name: str) -> list[Record]:
    """All games of a file: records, or games in the notation for people."""
    text = data.decode("utf-8-sig", errors="replace")
    if is_game(text):
        return _read(read_games, text, name)
    records, warnings = parse_records(data, name)
    for warning in warnings:
        warn(warning)
    if not records:
        raise UsageError(f"{name} holds no game, no state and no setup")
    return records


def from_records(data: bytes, name: str, wanted: int | None, ply: int | None) -> Shown:
    """A position of one of the games in a file of records."""
    record, number, games = chosen_record(data, name, wanted)
    count = len(record.moves)
    ply = count if ply is None else ply
    if ply > count:
        raise UsageError(f"there is no ply {ply}; game {number} has {count} moves")
    state = record.replay(ply)
    parts = [say("{game} of {games}, ply {ply} of {count}",
                 game=record_name(record, number), games=games, ply=ply, count=count)]
    if ply:
        parts.append(say("last move: {move}", move=record.moves[ply - 1]))
    parts.append(say("next: {move}", move=record.moves[ply]) if ply < count else say("end: {end}", end=END_NAMES[record.end]))
    return Shown(state, joined("; ", parts))


def record_name(record: Record, number: int) -> Phrase:
    """How a game is called in what is printed."""
    return say("game {number} ({name})", number=number, name=record.id) if record.id else say("game {number}", number=number)
