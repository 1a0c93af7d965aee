"""`hansa analyse`: the best lines of a position, live while it thinks."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from hansa.cli.bench import positive
from hansa.cli.commands import Command, Parser, UsageError, whole
from hansa.cli.screen import Screen, add_plain_argument
from hansa.cli.show import position_in
from hansa.cli.thoughts import thought_lines
from hansa.state import State
from hansa.thinking import Budget, Thinker, Thought, fitted_thinker
from hansa.views import views_of
from hansa.views.terminal import Frame

DEFAULT_SECONDS = 10.0
EVERY = 0.25        # seconds between two looks
MEMORY = 512        # megabytes


def run(arguments: argparse.Namespace) -> int:
    """Finds the position, thinks, and prints."""
    state = chosen_position(arguments)
    seconds = arguments.seconds or (None if arguments.simulations else DEFAULT_SECONDS)
    budget = Budget(arguments.simulations, seconds)
    screen = Screen(plain=arguments.plain)
    seat = state.to_move
    if not isinstance(seat, int):
        raise UsageError("the game is over" if seat is None else "chance is to move here; try another --ply")
    thinker = fitted_thinker(threads=arguments.threads, memory=MEMORY, seed=arguments.seed)
    if arguments.json:
        thought = think(thinker, state, budget, arguments.lines, None)
        print(json.dumps({"to_move": seat} | thought.to_json()))
        return 0
    if not arguments.brief:
        screen.canvas(views_of(state).terminal(state.view(seat), Frame(screen.width, screen.rows)))
        screen.line()
    if screen.console is None:
        for line in thought_lines(think(thinker, state, budget, arguments.lines, None), seat, screen.width):
            screen.line(line)
        return 0
    from rich.live import Live
    from rich.text import Text

    def drawn(thought: Thought) -> Text:
        return Text("\n".join(thought_lines(thought, seat, screen.width)), no_wrap=True)

    with Live(console=screen.console, auto_refresh=False) as live:
        live.update(drawn(think(
            thinker, state, budget, arguments.lines, lambda thought: live.update(drawn(thought), refresh=True)
        )), refresh=True)
    return 0


def think(
    thinker: Thinker, state: State, budget: Budget, lines: int, report: Callable[[Thought], None] | None
) -> Thought:
    """In a thread of its own, so that Ctrl-C ends the thinking and what was found until then is shown."""
    stop = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        thought = pool.submit(thinker.think, state, budget, lines=lines, stop=stop, every=EVERY, report=report)
        try:
            return thought.result()
        except KeyboardInterrupt:
            stop.set()
            return thought.result()


def chosen_position(arguments: argparse.Namespace) -> State:
    """The position of a state file, or of a record at a ply."""
    if arguments.file == "-" and sys.stdin is not None and sys.stdin.isatty():
        raise UsageError("which position? give a record or a state file, or pipe one in: hansa new | hansa analyse")
    return position_in(arguments.file, arguments.game, arguments.ply).state


def at_least_one(text: str) -> int:
    """A whole number, 1 or more."""
    number = whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def add_arguments(parser: Parser) -> None:
    """Which position, how long, how much of it."""
    parser.add_argument(
        "file", metavar="RECORD", nargs="?", default="-", help="a file of records, a state or a setup; - for standard input"
    )
    parser.add_argument("--game", metavar="N", type=whole, help="which game of the file, from 1 (default 1)")
    parser.add_argument("--ply", metavar="N", type=whole, help="the position after so many moves (default: the last)")
    parser.add_argument("--lines", metavar="N", type=at_least_one, default=5, help="how many of the best (default 5)")
    add_thinking_arguments(parser, f"how long to think (default {DEFAULT_SECONDS:.0f})")
    parser.add_argument("--seed", metavar="N", type=whole, default=0, help="of the search's own random numbers (default 0)")
    parser.add_argument("--brief", action="store_true", help="do not draw the position first")
    parser.add_argument("--json", action="store_true", help="print one JSON object when it is done (MOVES.md, section 10)")
    add_plain_argument(parser)


def add_thinking_arguments(parser: Parser, seconds_help: str) -> None:
    """`--seconds`, `--simulations`, `--threads`."""
    parser.add_argument("--seconds", metavar="S", type=positive, help=seconds_help)
    parser.add_argument("--simulations", metavar="N", type=at_least_one, help="simulations; what is spent first ends it")
    cores = os.cpu_count() or 1
    parser.add_argument(
        "--threads", metavar="N", type=threads, default=cores, help=f"how many at once (default {cores}, all cores)"
    )


def threads(text: str) -> int:
    """From 1 to 64."""
    number = whole(text)
    if not 1 <= number <= 64:
        raise argparse.ArgumentTypeError(f"must be from 1 to 64, not {number}")
    return number


COMMAND = Command(
    name="analyse",
    purpose="Thinks about a position: the best lines, what each is worth to each seat, and the points to be expected.",
    examples="""
        hansa analyse games.jsonl --ply 40
        hansa analyse state.json --seconds 30 --lines 3
        hansa new --board east --seed 1 | hansa analyse --seconds 2 --json
    """,
    read_on="MOVES.md, section 10, for what the figures mean.",
    add_arguments=add_arguments,
    run=run,
)
