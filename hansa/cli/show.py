"""`hansa show`: draws a position of a record, or of a state or setup file."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass

from hansa.cli.commands import Command, Parser, UsageError, whole
from hansa.cli.screen import Screen, add_plain_argument, warn
from hansa.cli.setups import read_bytes
from hansa.json_lines import NotJson, read_json
from hansa.record import Record, parse_records
from hansa.state import State


@dataclass(frozen=True)
class Shown:
    """A position, and what to write above it."""

    state: State
    heading: str = ""


def run(arguments: argparse.Namespace) -> int:
    """Finds the position and prints it."""
    shown = position_in(arguments.file, arguments.game, arguments.ply)
    if arguments.json:
        print(json.dumps(shown.state.to_json()))
        return 0
    screen = Screen(plain=arguments.plain)
    if shown.heading:
        screen.line(shown.heading, style="bold")
        screen.line()
    screen.drawing(str(shown.state))
    return 0


def position_in(path: str, game: int | None, ply: int | None, *, option: str = "--game") -> Shown:
    """The position of a file with a state or a setup, or of one of the games in a file of records at a ply."""
    name = "standard input" if path == "-" else path
    data = read_bytes(path)
    state = state_in(data)
    if state is None:
        return from_records(data, name, game, ply)
    if game is not None or ply is not None:
        raise UsageError(f"{name} holds one position; {option} and --ply are for records")
    return Shown(state)


def state_in(data: bytes) -> State | None:
    """The position of a file with one state or setup; None if it is something else, records most likely."""
    try:
        value = read_json(data)
    except NotJson:
        return None
    if not isinstance(value, dict) or "moves" in value or "version" in value:
        return None
    return State.from_json(value) if "desks" in value or "phase" in value else State.from_setup(value)


def chosen_record(data: bytes, name: str, game: int | None) -> tuple[Record, int, int]:
    """One of the games in a file of records, its number from 1, and how many there are."""
    records, warnings = parse_records(data, name)
    for warning in warnings:
        warn(warning)
    if not records:
        raise UsageError(f"{name} holds no record, no state and no setup")
    number = 1 if game is None else game
    if not 1 <= number <= len(records):
        raise UsageError(f"there is no game {number}; {name} holds {len(records)}, counted from 1")
    return records[number - 1], number, len(records)


def from_records(data: bytes, name: str, game: int | None, ply: int | None) -> Shown:
    """A position of one of the games in a file of records."""
    record, number, games = chosen_record(data, name, game)
    count = len(record.moves)
    ply = count if ply is None else ply
    if ply > count:
        raise UsageError(f"there is no ply {ply}; game {number} has {count} moves")
    state = record.replay(ply)
    last = f"; last move: {record.moves[ply - 1]}" if ply else ""
    following = f"; next: {record.moves[ply]}" if ply < count else f"; end: {record.end}"
    return Shown(state, f"{record_name(record, number)} of {games}, ply {ply} of {count}{last}{following}")


def record_name(record: Record, number: int) -> str:
    """How a game is called in what is printed."""
    return f"game {number}{f' ({record.id})' if record.id else ''}"


def add_arguments(parser: Parser) -> None:
    """Which file, game and ply."""
    parser.add_argument("file", metavar="RECORD", help="a file of records, a state or a setup; - for standard input")
    parser.add_argument("--game", metavar="N", type=whole, help="which game of the file, from 1 (default 1)")
    parser.add_argument("--ply", metavar="N", type=whole, help="the position after so many moves (default: the last)")
    parser.add_argument("--json", action="store_true", help="print the state as JSON")
    add_plain_argument(parser)


COMMAND = Command(
    name="show",
    purpose="Draws a position of a recorded game, or of a file with one state.",
    examples="""
        hansa show games.jsonl --game 3 --ply 40
        hansa show state.json
        hansa new --board east | hansa show -
    """,
    read_on="MOVES.md, section 2 for the words, section 6 for records.",
    add_arguments=add_arguments,
    run=run,
)
