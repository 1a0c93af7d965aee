"""`hansa perft`: counts sequences of moves, to compare rules with other programs and to measure."""

from __future__ import annotations

import argparse
import json
import time

from hansa.cli.commands import Command, Parser, UsageError, whole
from hansa.cli.screen import Screen, add_plain_argument
from hansa.cli.setups import add_setup_arguments, chosen_start
from hansa.protocol import DEEPEST_PERFT, divide


def run(arguments: argparse.Namespace) -> int:
    """Counts, and prints the count or a table."""
    depth: int = arguments.depth
    if depth > DEEPEST_PERFT:
        raise UsageError(f"--depth {depth} would never end; {DEEPEST_PERFT} is the most")
    start = chosen_start(arguments, default_seed=1)
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


def add_arguments(parser: Parser) -> None:
    """The depth, and from where."""
    parser.add_argument("--depth", metavar="D", type=whole, default=3, help="how many moves (default 3)")
    parser.add_argument("--divide", action="store_true", help="count by first move too")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_plain_argument(parser)
    add_setup_arguments(parser, with_state=True)


COMMAND = Command(
    name="perft",
    purpose="Counts the sequences of exactly D moves from a position; without --seed from the start of seed 1.",
    examples="""
        hansa perft --board hansa-45 --players 4 --depth 4
        hansa perft --board east --players 3 --depth 2 --divide
        hansa show games.jsonl --ply 40 --json | hansa perft --state - --depth 3
    """,
    read_on="MOVES.md, D30, for what is counted.",
    add_arguments=add_arguments,
    run=run,
)
