"""`hansa bench`: how fast the engine is, and whether it still does what it did."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass

from hansa.bench import DEFAULT_SECONDS, Bench, measure
from hansa.cli.arguments import PlainArgument, option, positive_seconds, repeated, switch
from hansa.cli.commands import command
from hansa.cli.screen import Screen
from hansa.cli.setups import resolve_board

WIDTH = 60


@dataclass(frozen=True, kw_only=True)
class BenchArguments(PlainArgument):
    """How long, and on which boards."""

    json: bool = switch("--json", "print JSON")
    seconds: float = option("--seconds", f"approximate duration (default {DEFAULT_SECONDS:.0f})", metavar="S",
                            type=positive_seconds, default=DEFAULT_SECONDS)
    board: tuple[str, ...] = repeated("--board", "only this board (may be repeated)", metavar="BOARD")


def run(arguments: BenchArguments) -> int:
    """Measures and prints."""
    boards = [resolve_board(word) for word in arguments.board]
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
        for what, rate in figures.judged_per_second.items():
            screen.line(f"positions/s     {rate:>15,}  judged {what}, 64 at a time")
        screen.line(f"bytes a state   {figures.state_bytes:>15,}")
        screen.line(f"its signature  {figures.signature:>16}")
    screen.line()
    screen.line(f"signature      {bench.signature:>16}", style="bold")


COMMAND = command(
    BenchArguments,
    run,
    name="bench",
    purpose="Measure the speed of the engine on one thread, and print a signature that changes when its behaviour does.",
    examples="""
        hansa bench
        hansa bench --board hansa-45 --seconds 3
        hansa bench --json > before.json
    """,
    read_on="'hansa docs results' for measurements; 'hansa docs contributing' for the signature in commit messages.",
)
