"""`hansa bench`: how fast the engine is, and whether it still does what it did."""

from __future__ import annotations

import argparse
import json
import sys

from hansa.bench import DEFAULT_SECONDS, Bench, measure
from hansa.cli.commands import Command, Parser
from hansa.cli.screen import Screen, add_plain_argument
from hansa.cli.setups import resolve_board

WIDTH = 60


def run(arguments: argparse.Namespace) -> int:
    """Measures and prints."""
    boards = [resolve_board(word) for word in arguments.board or ()]
    on_terminal = sys.stderr is not None and sys.stderr.isatty()
    bench = measure(arguments.seconds, boards, show_progress if on_terminal else lambda text: None)
    if on_terminal:
        show_progress("")
    if arguments.json:
        print(json.dumps(bench.to_json()))
    else:
        print_tables(bench, Screen(plain=arguments.plain))
    return 0


def show_progress(text: str) -> None:
    """One line on standard error that the next one overwrites."""
    line = f"measuring {text} ..." if text else ""
    print(f"\r{line:<{WIDTH}}{'' if text else chr(13)}", end="", file=sys.stderr, flush=True)


def print_tables(bench: Bench, screen: Screen) -> None:
    """The figures for people."""
    screen.table(
        ["board/players", "random moves/s", "games/s"],
        [
            [name, f"{rate:,}", f"{bench.games_per_second[name]:,.0f}"]
            for name, rate in bench.random_moves_per_second.items()
        ],
    )
    for name, figures in bench.games.items():
        screen.line()
        screen.line(f"{name}, {figures.table}", style="bold")
        screen.line(f"legal lists/s   {figures.legal_lists_per_second:>15,}")
        screen.line(f"copies/s        {figures.copies_per_second:>15,}")
        screen.line(f"guided games/s  {figures.guided_games_per_second:>15,.0f}  whole games, as playouts play them")
        screen.line(f"simulations/s   {figures.simulations_per_second['evaluation']:>15,}  positions judged at once")
        screen.line(f"simulations/s   {figures.simulations_per_second['playout']:>15,}  judged after playouts of 60 moves")
        screen.line(f"observations/s  {figures.observations_per_second:>15,}  as numbers, for learners")
        for what, rate in figures.batch_moves_per_second.items():
            screen.line(f"batch moves/s   {rate:>15,}  {what}")
        screen.line(f"bytes a state   {figures.state_bytes:>15,}")
        screen.line(f"its signature  {figures.signature:>16}")
    screen.line()
    screen.line(f"signature      {bench.signature:>16}", style="bold")


def positive(text: str) -> float:
    """A number of seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < 1e6:
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {text!r}")
    return seconds


def add_arguments(parser: Parser) -> None:
    """How long, and on which boards."""
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--seconds", metavar="S", type=positive, default=DEFAULT_SECONDS,
        help=f"how long to measure, about (default {DEFAULT_SECONDS:.0f})",
    )
    parser.add_argument("--board", metavar="BOARD", action="append", help="only this board; may be given several times")
    add_plain_argument(parser)


COMMAND = Command(
    name="bench",
    purpose="Measures the engine on one thread, and prints a signature that changes when its behaviour does.",
    examples="""
        hansa bench
        hansa bench --board hansa-45 --seconds 3
        hansa bench --json > before.json
    """,
    read_on="RESULTS.md for where the time goes; CONTRIBUTING.md for the signature in commits.",
    add_arguments=add_arguments,
    run=run,
)
