"""`hansa perft`: counts sequences of moves, to compare rules with other programs and to measure."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

from hansa.cli.arguments import PlainArgument, option, switch, whole
from hansa.cli.commands import UsageError, command
from hansa.cli.screen import Screen
from hansa.cli.setups import WHICH_GAME, SetupArguments, chosen_start
from hansa.protocol.commands import divide
from hansa.protocol.requests import DEEPEST_PERFT


@dataclass(frozen=True, kw_only=True)
class PerftArguments(PlainArgument, SetupArguments):
    """The depth, and from where."""

    depth: int = option("--depth", "number of moves (default 3)", metavar="D", type=whole, default=3)
    divide: bool = switch("--divide", "also print the count of each first move")
    json: bool = switch("--json", "print JSON")
    state: str | None = option("--state", "read the position from this JSON file instead; - for standard input", metavar="FILE",
                               group=WHICH_GAME)


def run(arguments: PerftArguments) -> int:
    """Counts, and prints the count or a table."""
    depth = arguments.depth
    if depth > DEEPEST_PERFT:
        raise UsageError(f"--depth {depth} would never end; {DEEPEST_PERFT} is the most")
    start = chosen_start(arguments, default_seed=1, state_file=arguments.state)
    began = time.perf_counter()
    by_move = divide(start, depth) if arguments.divide else {}
    nodes = sum(by_move.values()) if by_move else start.perft(depth)
    seconds = time.perf_counter() - began
    speed = round(nodes / max(seconds, 1e-9))
    if arguments.json:
        facts = {"depth": depth, "nodes": nodes, "seconds": round(seconds, 6), "nodes_per_second": speed}
        print(json.dumps(facts | ({"divide": by_move} if arguments.divide else {})))
        return 0
    screen = Screen(plain=arguments.plain)
    if by_move:
        screen.table(["first move", "nodes"], [[move, str(count)] for move, count in by_move.items()])
    screen.line(f"perft({depth}) = {nodes}   {seconds:.3f} s   {speed / 1e6:.1f} million nodes/s")
    return 0


COMMAND = command(
    PerftArguments,
    run,
    name="perft",
    purpose="Count the sequences of exactly D moves from a position (default: the start of the game with seed 1).",
    examples="""
        hansa perft --board hansa-45 --players 4 --depth 4
        hansa perft --board east --players 3 --depth 2 --divide
        hansa show games.jsonl --ply 40 --json | hansa perft --state - --depth 3
    """,
    read_on="D30 in 'hansa docs protocol' for what is counted.",
)
