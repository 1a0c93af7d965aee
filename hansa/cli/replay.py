"""`hansa replay`: verifies records, every move, end and result."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hansa.cli.arguments import PlainArgument, positional, switch
from hansa.cli.commands import UsageError, command
from hansa.cli.positions import record_name
from hansa.cli.screen import Screen, warn
from hansa.errors import RecordError
from hansa.record import Record, read_records
from hansa.tournaments.log_reading import no_checksums, read_log
from hansa.views.terminal.palette import BAD


@dataclass(frozen=True)
class Verification:
    """What came of verifying one game; no error means that it is as its record says."""

    record: Record
    number: int
    error: str
    totals: tuple[int, ...]

    def to_json(self) -> Mapping[str, Any]:
        """The line that `--json` prints."""
        facts = {
            "game": self.number, "id": self.record.id, "ok": not self.error, "moves": len(self.record.moves),
            "end": self.record.end, "totals": list(self.totals),
        }
        return facts | ({"error": self.error} if self.error else {})

    def __str__(self) -> str:
        if self.error:
            return f"{record_name(self.record, self.number)}: FAILED: {self.error}"
        points = " ".join(map(str, self.totals))
        return (
            f"{record_name(self.record, self.number)}: ok, {len(self.record.moves)} moves, "
            f"end {self.record.end}, points {points}"
        )


def verification(record: Record, number: int) -> Verification:
    """Verifies one game."""
    try:
        final = record.verify()
    except RecordError as error:
        return Verification(record, number, str(error), ())
    return Verification(record, number, "", tuple(score["total"] for score in final.scores))


def check_tournament(file: str) -> None:
    """Of the log of a tournament also checksums, ids, seats, setups and ranks; `LogError` names the
    line that is wrong."""
    if not Path(file).is_file():
        return
    with Path(file).open("rb") as lines:
        if b'"tournament"' not in lines.readline():
            return
    if read_log(file).header.checksums is None:
        warn(no_checksums(file))


@dataclass(frozen=True, kw_only=True)
class ReplayArguments(PlainArgument):
    """Which file."""

    file: str = positional("RECORD", "a file of records; - for standard input")
    json: bool = switch("--json", "print one JSON object per game")


def run(arguments: ReplayArguments) -> int:
    """Verifies every game of a file, one line a game; 1 if one fails."""
    screen = Screen(plain=arguments.plain)
    check_tournament(arguments.file)
    records, warnings = read_records(arguments.file)
    for warning in warnings:
        warn(warning)
    if not records:
        raise UsageError(f"{'standard input' if arguments.file == '-' else arguments.file} holds no records")
    failed = 0
    for number, record in enumerate(records, 1):
        found = verification(record, number)
        failed += bool(found.error)
        if arguments.json:
            print(json.dumps(found.to_json()))
        else:
            screen.line(str(found), style=BAD if found.error else "")
    if not arguments.json:
        count = f"{len(records)} game{'s' * (len(records) != 1)}"
        screen.line(f"{count} verified" if not failed else f"{failed} of {count} failed", style="bold")
    return 1 if failed else 0


COMMAND = command(
    ReplayArguments,
    run,
    name="replay",
    purpose="Verify recorded games: every move must be legal, and the end and the result must follow from the rules.",
    examples="""
        hansa replay games.jsonl
        hansa replay games.jsonl --json | grep '"ok": false'
        hansa random --json | hansa replay -
    """,
    read_on="'hansa docs records' for records and logs; 'hansa docs rules', T70 to T76, for end and result.",
)
