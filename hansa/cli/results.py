"""Printing and writing the tables of tournaments: shared by `hansa tournament`, `hansa compare` and
`hansa rate`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hansa.cli.arguments import PlainArgument, option, switch
from hansa.cli.commands import UsageError
from hansa.cli.screen import ENDLESS, Screen, rich_console
from hansa.tournaments.columns import SHOWN, Column, chosen_columns
from hansa.tournaments.page import page
from hansa.tournaments.results import GameResult
from hansa.tournaments.sheets import as_csv, fault_lines, interval_notes, markdown, sheets, summary
from hansa.tournaments.standings import Standings, standings
from hansa.views.terminal.palette import BAD

WHAT_COMES_OUT = "output"
LINES_OF_A_SHEET = 4        # beside its rows: title, heading, rule, an empty line
LINES_BELOW = 10            # the tables: the summary, notes, what can be done next, the prompt


def columns(text: str) -> tuple[Column, ...]:
    """Some columns of the first table."""
    try:
        return chosen_columns(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


@dataclass(frozen=True, kw_only=True)
class ResultArguments(PlainArgument):
    """What is printed, and what is written beside it."""

    anchor: str | None = option("--anchor", "bot whose rating is set to 0 (default: the mean of all "
                                            "ratings is 0)", metavar="BOT",
                                group=WHAT_COMES_OUT)
    model: str = option("--model", "ranks (default): rate by all places; winner: rate by wins only", metavar="MODEL",
                        choices=("ranks", "winner"), default="ranks", group=WHAT_COMES_OUT)
    columns: tuple[Column, ...] = option("--columns", "columns of the first table, such as elo,games,faults "
                                         "('hansa rate --help' lists them)", metavar="LIST", type=columns, default=SHOWN,
                                         group=WHAT_COMES_OUT)
    json: bool = switch("--json", "print JSON", group=WHAT_COMES_OUT)
    csv: str | None = option("--csv", "also write the ratings as CSV", metavar="FILE", group=WHAT_COMES_OUT)
    markdown: str | None = option("--markdown", "also write all tables as Markdown", metavar="FILE", group=WHAT_COMES_OUT)
    html: str | None = option("--html", "also write a self-contained page with plots", metavar="FILE",
                              group=WHAT_COMES_OUT)
    quiet: bool = switch("--quiet", "print neither progress nor tables, only problems", group=WHAT_COMES_OUT)


def check_anchor(arguments: ResultArguments, bots: Sequence[str]) -> None:
    """An anchor that plays no game is a mistake to be told before hours of playing."""
    if arguments.anchor is not None and arguments.anchor not in bots:
        raise UsageError(f"the anchor {arguments.anchor!r} is not one of the bots; they are {', '.join(bots)}")


def write_results(games: Sequence[GameResult], arguments: ResultArguments, title: str) -> Standings:
    """The tables of some games, written into the files that were asked for."""
    found = standings(games, anchor=arguments.anchor if games else None, winner_only=arguments.model == "winner")
    if arguments.csv is not None:
        Path(arguments.csv).write_text(as_csv(found), encoding="utf-8")
    if arguments.markdown is not None:
        Path(arguments.markdown).write_text(markdown(found, arguments.columns), encoding="utf-8")
    if arguments.html is not None:
        Path(arguments.html).write_text(page(found, games, title, arguments.columns), encoding="utf-8")
    return found


def print_results(found: Standings, arguments: ResultArguments, *, fitting: bool = False) -> None:
    """All tables, or one JSON object; where they have to be `fitting`, a terminal shows the ratings
    and what else there is room for."""
    if arguments.json:
        print(json.dumps(found.to_json(), allow_nan=False))
    elif not arguments.quiet:
        screen = Screen(plain=arguments.plain)
        _print(found, screen, arguments.columns, screen.height - LINES_BELOW if fitting else ENDLESS)


def announce_faults(found: Standings, *, plain: bool) -> None:
    """In red, last, on standard error: nobody should overlook them."""
    lines = fault_lines(found)
    if not lines or sys.stderr is None:
        return
    from rich.text import Text

    console = rich_console(stderr=True, no_color=plain, highlight=False, soft_wrap=True)
    for line in lines:
        console.print(Text(line, style=f"bold {BAD}"))


def _print(found: Standings, screen: Screen, columns: Sequence[Column], room: int) -> None:
    if not found.games:
        screen.line("no games")
        return
    for number, sheet in enumerate(sheets(found, columns)):
        room -= len(sheet.rows) + LINES_OF_A_SHEET
        if room < 0 and number:     # the ratings come first, and always
            break
        screen.line(sheet.title, style="bold")
        screen.table(sheet.columns, sheet.rows)
        screen.line()
    screen.message(summary(found))
    for note in interval_notes(found):
        screen.paragraph(note)
