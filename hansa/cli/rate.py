"""`hansa rate`: the tables of tournaments from their logs, at any time."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hansa.cli.arguments import option, positional, switch
from hansa.cli.commands import UsageError, command
from hansa.cli.results import ResultArguments, announce_faults, check_anchor, print_results, write_results
from hansa.cli.screen import Screen, warn
from hansa.record import Record, read_records
from hansa.tournaments.columns import COLUMNS
from hansa.tournaments.log_merging import merge_files, merged
from hansa.tournaments.log_reading import no_checksums, read_header, read_log
from hansa.tournaments.rulings import rule_trials, ruling_sheet
from hansa.tournaments.schedule import Tournament
from hansa.tournaments.sheets import Sheet
from hansa.tournaments.style import style_sheets, styles


@dataclass(frozen=True, kw_only=True)
class RateArguments(ResultArguments):
    """Which logs."""

    logs: tuple[str, ...] = positional("LOG", "tournament logs; a game that is in several of them counts once", nargs="+")
    style: bool = switch("--style", "also print how the bots play: moves by kind and turn, length and endings of games")
    rulings: bool = switch("--rulings", "also print how often ending games early (--agree, --proven, --limit of tournaments) "
                           "would have named the wrong winner in these games")
    merge: str | None = option("--merge", "also merge the logs, which must be parts of one tournament, into a new log",
                               metavar="FILE")


def run(arguments: RateArguments) -> int:
    """Reads, merges, prints."""
    logs = [read_log(path) for path in arguments.logs]
    for path, log in zip(arguments.logs, logs, strict=True):
        if log.torn and not arguments.quiet:
            warn(f"{path}: its last line is cut off and was left out; --resume would play that game again")
        if log.header.checksums is None and not arguments.quiet:
            warn(no_checksums(path))
    check_names(arguments.logs, [log.header.tournament for log in logs])
    games = merged(logs)
    check_anchor(arguments, list(dict.fromkeys(bot for log in logs for bot in log.header.tournament.bots)))
    if arguments.merge is not None:
        merge_files(arguments.logs, Path(arguments.merge))
    found = write_results(games, arguments, ", ".join(map(str, arguments.logs)))
    print_results(found, arguments)
    if not arguments.json and not arguments.quiet:
        if arguments.style:
            print_sheets(arguments, style_sheets(styles(records(arguments)), [line.bot for line in found.lines]))
        if arguments.rulings:
            print_sheets(arguments, [ruling_sheet(rule_trials(records(arguments)))])
    announce_faults(found, plain=arguments.plain)
    return 0


def check_names(paths: Sequence[str], tournaments: Sequence[Tournament]) -> None:
    """One name for two bots would rate them as one."""
    first: dict[str, tuple[str, str]] = {}
    for path, tournament in zip(paths, tournaments, strict=True):
        for name, spec in tournament.specs.items():
            before, where = first.setdefault(name, (spec, path))
            if before != spec:
                raise UsageError(f"{name!r} is {before} in {where}, but {spec} in {path}; these logs cannot be rated together")


def records(arguments: RateArguments) -> Iterable[Record]:
    """All games with their moves, each once."""
    found: dict[tuple[str, str], Record] = {}
    for path in arguments.logs:
        digest = read_header(path).digest
        found |= {(digest, record.id): record for record in read_records(path)[0]}
    return found.values()


def print_sheets(arguments: RateArguments, sheets: Iterable[Sheet]) -> None:
    """Further tables."""
    screen = Screen(plain=arguments.plain)
    for sheet in sheets:
        screen.line()
        screen.line(sheet.title, style="bold")
        screen.table(sheet.columns, sheet.rows)


def explained_columns() -> str:
    """What each column of the table says."""
    columns = [f"  {column.heading or column.key:<10}  {column.meaning}" for column in COLUMNS]
    names = textwrap.fill(", ".join(column.name for column in COLUMNS), 76, initial_indent="  ", subsequent_indent="  ")
    return "\n".join(["columns of the table (faults, wins_low, wins_high in files and by --columns):", *columns,
                      "", "their names for --columns:", names])


COMMAND = command(
    RateArguments,
    run,
    name="rate",
    purpose="Rate bots from tournament logs: Elo, head-to-head results, seats, points by category.",
    examples="""
        hansa rate tournament-20260101-120000.jsonl
        hansa rate first.jsonl --columns elo,plus_minus,games,faults
        hansa rate first.jsonl --rulings
        hansa rate first.jsonl second.jsonl --anchor random --html ratings.html
        hansa rate part-1.jsonl part-2.jsonl --merge whole.jsonl
    """,
    read_on="'hansa docs first-tournament' for how to read the table; 'hansa docs architecture' for the rating model.",
    explained=explained_columns(),
)
