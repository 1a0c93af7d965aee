"""`hansa tournament`: bots play each other, on all cores, and end in a table of ratings."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from hansa.cli.commands import Command, Parser, UsageError
from hansa.cli.holding import (
    add_playing_arguments,
    add_table_arguments,
    finish,
    open_log,
    play,
    positive_whole,
    shard,
    tables_of,
)
from hansa.cli.results import add_result_arguments, check_anchor, print_results, write_results
from hansa.tournaments.adaptive import Adaptive
from hansa.tournaments.hold import Plan, WholeSchedule
from hansa.tournaments.schedule import Tournament

DEFAULT_BLOCKS = 50
MOST_STEPS = 30


def run(arguments: argparse.Namespace) -> int:
    """Plays, shows, rates."""
    begun = open_log(arguments, lambda: described(arguments))
    tournament = begun.tournament
    check_anchor(arguments, tournament.bots)
    plan: Plan = Adaptive(tournament) if tournament.format == "adaptive" else WholeSchedule(tournament, arguments.shard)
    held = play(arguments, begun, plan, lambda: "", lambda game: None)
    found = write_results(held.games, arguments, " ".join(tournament.bots))
    print_results(found, arguments)
    return finish(held, arguments, found, {"all games": str(held.path), "these tables again": f"hansa rate {held.path}"})


def described(arguments: argparse.Namespace) -> Tournament:
    """The tournament of the command line."""
    bots, form = tuple(arguments.bots), "round-robin"
    chosen = [name for name in ("focus", "gauntlet", "self_play", "ladder", "adaptive") if getattr(arguments, name)]
    if len(chosen) > 1:
        raise UsageError(f"--{chosen[0]} and --{chosen[1]} exclude each other".replace("_", "-"))
    if chosen:
        form = chosen[0].replace("_", "-")
    if form == "ladder":
        bots = rungs(bots, arguments.ladder)
    if form == "adaptive" and arguments.shard != (1, 1):
        raise UsageError("--adaptive decides by all games, and cannot be divided by --shard")
    if not bots:
        raise UsageError("name the bots that play, such as: hansa tournament mcts:simulations=100 markers random")
    tournament = Tournament(
        bots, tables_of(arguments), arguments.blocks or DEFAULT_BLOCKS, arguments.seed, form, arguments.balanced,
        arguments.limit, arguments.clock or None, arguments.increment,
    )
    check_anchor(arguments, bots)
    return tournament


def rungs(bots: Sequence[str], ladder: str) -> tuple[str, ...]:
    """`mcts` and `100:1600` are mcts:simulations=100, 200, 400, 800 and 1600; a third number is another factor than 2."""
    words = ladder.split(":")
    if len(bots) != 1 or len(words) not in (2, 3) or not all(word.isdigit() and len(word) < 12 for word in words):
        raise UsageError("--ladder takes one bot and its budgets, FROM:TO or FROM:TO:FACTOR, such as: mcts --ladder 100:1600")
    low, high, factor = map(int, (*words, "2")[:3])
    if not 0 < low < high or factor < 2:
        raise UsageError(f"--ladder {ladder}: FROM must be below TO, and FACTOR 2 or more")
    budgets = [low * factor**step for step in range(MOST_STEPS) if low * factor**step <= high]
    joint = "," if ":" in bots[0] else ":"
    return tuple(f"{bots[0]}{joint}simulations={budget}" for budget in budgets)


def add_arguments(parser: Parser) -> None:
    """Who meets whom, on what, and what comes out."""
    parser.add_argument("bots", nargs="*", metavar="BOT", help="such as mcts:simulations=500, markers, path/file.py:Class")
    group = parser.add_argument_group("who meets whom (default: everybody everybody else)")
    group.add_argument("--gauntlet", action="store_true", help="the first bot against the others")
    group.add_argument("--focus", action="store_true", help="one seat of the first bot against copies of the second")
    group.add_argument("--self-play", action="store_true", help="every bot against copies of itself")
    group.add_argument("--ladder", metavar="FROM:TO", help="one bot at doubling simulations; neighbours meet")
    group.add_argument("--adaptive", action="store_true", help="most games where the order is least certain; stops when it is")
    group.add_argument("--balanced", action="store_true", help="from block to block somebody else sits before whom")
    group.add_argument("--blocks", metavar="N", type=positive_whole,
                       help=f"setups, each played with every rotation of the seats (default {DEFAULT_BLOCKS})")
    group.add_argument("--shard", metavar="I/N", type=shard, default=(1, 1),
                       help="only the I-th of N parts, for several machines; 'hansa rate' takes all their logs")
    add_table_arguments(parser)
    add_playing_arguments(parser)
    add_result_arguments(parser)
    parser.set_defaults(command="tournament")


COMMAND = Command(
    name="tournament",
    purpose="Plays bots against each other, in blocks of one setup and all rotations of the seats, and rates them.",
    examples="""
        hansa tournament mcts:simulations=100 markers prestige random --blocks 20
        hansa tournament --focus mcts:simulations=1000 markers --board east --players 3
        hansa tournament mcts --ladder 50:800 --blocks 30 --html ladder.html
        hansa tournament --resume tournament-20260101-120000.jsonl
    """,
    read_on="MOVES.md, section 6, for the log; 'hansa rate --help' for tables of logs; README.md for how to read them.",
    add_arguments=add_arguments,
    run=run,
)
