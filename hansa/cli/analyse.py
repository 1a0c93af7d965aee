"""`hansa analyse`: the best lines of a position, live while it thinks."""

from __future__ import annotations

import json
import shlex
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from hansa.cli.arguments import (
    CORES,
    PlyArguments,
    ReaderArguments,
    ThinkingArguments,
    option,
    positional,
    positive_seconds,
    positive_whole,
    switch,
    thread_count,
    whole,
    words_for,
)
from hansa.cli.commands import UsageError, command
from hansa.cli.map_view import show_position
from hansa.cli.positions import position_in
from hansa.cli.screen import Screen
from hansa.cli.thoughts import proof_line, thought_lines
from hansa.json_lines import Json
from hansa.phrases import say
from hansa.solving import Solution, solve
from hansa.state import State
from hansa.thinking import Budget, Thinker, Thought, fitted_thinker
from hansa.views.terminal import Frame

DEFAULT_SECONDS = 10.0
JSON_VERSION = 1    # of what --json prints; it changes when a member changes its meaning or goes
EVERY = 0.25        # seconds between two looks
MEMORY = 512        # megabytes
LONGEST_SHOWN = 200     # characters, of what is repeated in the last line
# of the map and the lines of moves: headings, points, the next command, the prompt
LINES_BESIDE = 7


@dataclass(frozen=True, kw_only=True)
class AnalyseArguments(PlyArguments, ThinkingArguments, ReaderArguments):
    """Which position, how long, how much of it."""

    file: str = positional("RECORD", "a file with a record, a state, a setup or notation, or a position itself; "
                           "- for standard input", nargs="?", default="-")
    lines: int = option("--lines", "number of lines (default 5)", metavar="N", type=positive_whole, default=5)
    threads: int | None = option(
        "--threads", "number of threads (default: all cores, but 1 with --simulations alone, which then gives the same "
        "result on every machine)", metavar="N", type=thread_count)
    seconds: float | None = option("--seconds", f"how long to think (default {DEFAULT_SECONDS:.0f})", metavar="S",
                                   type=positive_seconds)
    seed: int = option("--seed", "seed of the search (default 0)", metavar="N", type=whole, default=0)
    moves: tuple[str, ...] = option("--moves", "consider only these moves; a prefix such as 'place' "
                                               "means all moves that start with it",
                                    metavar="MOVE", nargs="+", default=())
    without: tuple[str, ...] = option("--without", "do not consider these moves", metavar="MOVE", nargs="+", default=())
    brief: bool = switch("--brief", "do not draw the position first")
    json: bool = switch("--json", "print the result as one JSON object ('hansa docs analysis')")


def run(arguments: AnalyseArguments) -> int:
    """Finds the position, thinks, and prints."""
    state = chosen_position(arguments)
    seconds = arguments.seconds or (None if arguments.simulations else DEFAULT_SECONDS)
    budget = Budget(arguments.simulations, seconds)
    screen = Screen(plain=arguments.plain, language=arguments.language)
    seat = state.to_move
    if not isinstance(seat, int):
        raise UsageError("the game is over" if seat is None else "chance is to move here; try another --ply")
    threads = arguments.threads or (1 if seconds is None else CORES)
    thinker = fitted_thinker(threads=threads, memory=MEMORY, seed=arguments.seed)
    solution = None if arguments.moves or arguments.without else solve(state)
    if arguments.json:
        thought = think(thinker, state, budget, arguments, None)
        proven = None if solution is None else proof_json(solution)
        print(json.dumps({"version": JSON_VERSION, "to_move": seat} | thought.to_json() | {"proven": proven}))
        return 0
    if not arguments.brief:
        beside = 2 * arguments.lines + state.players + LINES_BESIDE
        show_position(state.view(seat), screen, Frame(screen.width, language=screen.language, looking=seat), beside)
        screen.line()
    if solution is not None:
        screen.line(proof_line(solution), style="bold")
    if screen.console is None:
        for line in thought_lines(think(thinker, state, budget, arguments, None), seat, screen.width, screen.language):
            screen.line(line)
        teach(arguments, screen)
        return 0
    from rich.live import Live
    from rich.text import Text

    def drawn(thought: Thought) -> Text:
        return Text("\n".join(thought_lines(thought, seat, screen.width, screen.language)), no_wrap=True)

    with Live(console=screen.console, auto_refresh=False) as live:
        live.update(drawn(think(
            thinker, state, budget, arguments, lambda thought: live.update(drawn(thought), refresh=True)
        )), refresh=True)
    teach(arguments, screen)
    return 0


def teach(arguments: AnalyseArguments, screen: Screen) -> None:
    """The next command, where this one can be typed again."""
    if arguments.file != "-" and not arguments.brief and len(arguments.file) <= LONGEST_SHOWN:
        where = shlex.join([arguments.file, *words_for(arguments, ["number", "ply"])])
        screen.line(say("play on from here: {command}", command=f"hansa play --from {where}"))


def proof_json(solution: Solution) -> Json:
    """As MOVES.md, section 10, says."""
    best = solution.best
    return {"move": str(best.move), "low": list(best.low), "high": list(best.high), "positions": solution.positions}


def think(
    thinker: Thinker, state: State, budget: Budget, arguments: AnalyseArguments,
    report: Callable[[Thought], None] | None,
) -> Thought:
    """In a thread of its own, so that Ctrl-C ends the thinking and what was found until then is
    shown."""
    stop = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        thought = pool.submit(
            thinker.think, state, budget, lines=arguments.lines, moves=arguments.moves, without=arguments.without,
            stop=stop, every=EVERY, report=report)
        try:
            return thought.result()
        except KeyboardInterrupt:
            stop.set()
            return thought.result()


def chosen_position(arguments: AnalyseArguments) -> State:
    """The position of a state file, or of a record at a ply."""
    if arguments.file == "-" and sys.stdin is not None and sys.stdin.isatty():
        raise UsageError("which position? give a record or a state file, or pipe one in: hansa new | hansa analyse")
    return position_in(arguments.file, arguments.number, arguments.ply).state


COMMAND = command(
    AnalyseArguments,
    run,
    name="analyse",
    purpose="Analyse a position: the best lines, their value for each seat, and the expected points.",
    examples="""
        hansa analyse games.jsonl --ply 40
        hansa analyse state.json --seconds 30 --lines 3
        hansa analyse state.json --moves "place t BRE-HAM" "income"
        hansa new --board east --seed 1 | hansa analyse --seconds 2 --json
        hansa analyse games.jsonl --lang de
    """,
    read_on="'hansa docs analysis' for what the figures mean.",
)
