"""`hansa rate`: the tables of tournaments from their logs, at any time."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hansa.cli.commands import Command, Parser, UsageError
from hansa.cli.results import ResultArguments, add_result_arguments, announce_faults, check_anchor, print_results, write_results
from hansa.cli.screen import warn
from hansa.tournaments.columns import COLUMNS
from hansa.tournaments.log import merge_files, merged, no_checksums, read_log
from hansa.tournaments.schedule import Tournament


@dataclass(frozen=True)
class RateArguments:
    """What was typed."""

    logs: tuple[str, ...]
    merge: str | None
    results: ResultArguments


def run(arguments: argparse.Namespace) -> int:
    """Reads, merges, prints."""
    return rate(RateArguments(tuple(arguments.logs), arguments.merge, ResultArguments.of(arguments)))


def rate(arguments: RateArguments) -> int:
    """The tables of some logs."""
    results = arguments.results
    logs = [read_log(path) for path in arguments.logs]
    for path, log in zip(arguments.logs, logs, strict=True):
        if log.torn and not results.quiet:
            warn(f"{path}: its last line is cut off and was left out; --resume would play that game again")
        if log.header.checksums is None and not results.quiet:
            warn(no_checksums(path))
    check_names(arguments.logs, [log.header.tournament for log in logs])
    games = merged(logs)
    check_anchor(results, list(dict.fromkeys(bot for log in logs for bot in log.header.tournament.bots)))
    if arguments.merge is not None:
        merge_files(arguments.logs, Path(arguments.merge))
    found = write_results(games, results, ", ".join(map(str, arguments.logs)))
    print_results(found, results)
    announce_faults(found, plain=results.plain)
    return 0


def check_names(paths: Sequence[str], tournaments: Sequence[Tournament]) -> None:
    """One name for two bots would rate them as one."""
    first: dict[str, tuple[str, str]] = {}
    for path, tournament in zip(paths, tournaments, strict=True):
        for name, spec in tournament.specs.items():
            before, where = first.setdefault(name, (spec, path))
            if before != spec:
                raise UsageError(f"{name!r} is {before} in {where}, but {spec} in {path}; these logs cannot be rated together")


def add_arguments(parser: Parser) -> None:
    """Which logs."""
    parser.add_argument("logs", nargs="+", metavar="LOG", help="logs of tournaments; games in several of them count once")
    parser.add_argument("--merge", metavar="FILE", help="write the games of all logs, parts of one tournament, into a new log")
    add_result_arguments(parser)
    columns = [f"{column.heading or column.key:<10}  {column.meaning}" for column in COLUMNS]
    parser.add_argument_group("columns of the table (faults, wins_low and wins_high in files alone)", "\n".join(columns))


COMMAND = Command(
    name="rate",
    purpose="Rates the bots of tournaments from their logs: Elo, meetings, seats, points by category.",
    examples="""
        hansa rate tournament-20260101-120000.jsonl
        hansa rate first.jsonl second.jsonl --anchor random --html ratings.html
        hansa rate part-1.jsonl part-2.jsonl --merge whole.jsonl
    """,
    read_on="README.md for how to read the table; ARCHITECTURE.md for the model behind the ratings.",
    add_arguments=add_arguments,
    run=run,
)
