"""`hansa convert`: records and states as texts for people, and back; saves of other programs."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hansa.cli.arguments import NumberArgument, option, positional
from hansa.cli.commands import UsageError, command
from hansa.cli.positions import PASTED, chosen_record, is_pasted, pasted_position, records_of, state_in
from hansa.cli.readable import readable_json
from hansa.cli.screen import warn
from hansa.cli.setups import read_bytes
from hansa.json_lines import json_line
from hansa.notation import is_game, is_position, write_game, write_position
from hansa.notation.headers import FREE
from hansa.record import Record
from hansa.state import State

GAME_FORMS = ("record", "notation")
POSITION_FORMS = ("json", "block", "line")


@dataclass(frozen=True, kw_only=True)
class ConvertArguments(NumberArgument):
    """What is read, and the form in which it is written."""

    file: str = positional("FILE", "a file with records, a state, games or a position in notation, or the save of another "
                           "program; - for standard input",
                           nargs="?", default="-")
    to: str | None = option(
        "--to", "record or notation for games; json, block or line for positions (default: notation if the input is JSON, "
        "else JSON)", metavar="FORM", choices=(*GAME_FORMS, *POSITION_FORMS))
    out: str | None = option("--out", "write to this new file", metavar="FILE")


def run(arguments: ConvertArguments) -> int:
    """Reads, writes, and says what is lost on the way."""
    pasted = is_pasted(arguments.file)
    name = PASTED if pasted else "standard input" if arguments.file == "-" else arguments.file
    data = arguments.file.encode() if pasted else read_bytes(arguments.file)
    text = data.decode("utf-8-sig", errors="replace")
    state = pasted_position(arguments.file) if pasted else state_in(data, name)
    if state is not None:
        form = chosen_form(arguments.to, POSITION_FORMS, "json" if is_position(text) else "block", "a position")
        if arguments.number is not None:
            raise UsageError(f"{name} holds one position; --number is for games")
        write([position_as(form, state)], arguments.out)
        return 0
    form = chosen_form(arguments.to, GAME_FORMS, "record" if is_game(text) else "notation", "games")
    one = arguments.number
    records = records_of(data, name) if one is None else [chosen_record(data, name, one)[0]]
    write([game_as(form, record) for record in records], arguments.out, between="" if form == "record" else "\n")
    members = {member for record in records for member in record.more if member.title() not in FREE}
    lost = sorted(members) if form == "notation" else []
    if lost:
        warn(f"{name}: the notation has no place for {', '.join(lost)}; keep the records")
    return 0


def chosen_form(wanted: str | None, forms: Sequence[str], usual: str, what: str) -> str:
    """The form to write; a form that does not fit the input is refused."""
    if wanted is not None and wanted not in forms:
        raise UsageError(f"the input is {what}; --to is {' or '.join(forms)} for that")
    return wanted or usual


def position_as(form: str, state: State) -> str:
    """A position in a form."""
    return readable_json(state.to_json()) if form == "json" else write_position(state, block=form == "block")


def game_as(form: str, record: Record) -> str:
    """A game in a form."""
    return json_line(record.to_json()) if form == "record" else write_game(record)


def write(texts: Sequence[str], path: str | None, between: str = "") -> None:
    """Prints texts, or writes them into a new file, whole or not at all."""
    whole = f"\n{between}".join(texts) + "\n"
    if path is None:
        sys.stdout.write(whole)
        return
    if Path(path).exists():
        raise UsageError(f"{path} exists already; choose another name for --out")
    begun = Path(f"{path}.{os.getpid()}.part")
    try:
        begun.write_text(whole, encoding="utf-8")
        begun.replace(path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            begun.unlink()


COMMAND = command(
    ConvertArguments,
    run,
    name="convert",
    purpose="Convert games between JSON records and readable notation, and positions between JSON and readable notation. "
            "Read saves of the program skid/hansa, written from its source and not tried with real ones.",
    examples="""
        hansa convert games.jsonl > games.txt
        hansa convert games.txt --out games.jsonl
        hansa convert state.json --to line
        hansa convert "hansa-45, 4 players; turn: red; Hamburg-Bremen: rr"
    """,
    read_on="'hansa docs notation'; 'hansa docs records'; 'hansa docs saves'.",
)
