"""`hansa tournament`: bots play each other, on all cores, and end in a table of ratings."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from hansa.bots.entries import read_entry
from hansa.cli.commands import Command, Parser, UsageError
from hansa.cli.results import ResultArguments, add_result_arguments, check_anchor, print_results, write_results
from hansa.cli.tournament_arguments import (
    PlayingArguments,
    TableArguments,
    add_playing_arguments,
    add_table_arguments,
    positive_whole,
    shard,
)
from hansa.cli.tournament_run import finish, open_log, play
from hansa.tournaments.adaptive import Adaptive
from hansa.tournaments.formats import FORMATS, Format
from hansa.tournaments.rounds import Plan, WholeSchedule
from hansa.tournaments.schedule import Tournament

DEFAULT_BLOCKS = 50
MOST_STEPS = 30
DEFAULT_FORMAT = FORMATS["round-robin"]


@dataclass(frozen=True)
class TournamentArguments:
    """What was typed."""

    form: Format
    ladder: str | None
    balanced: bool
    tables: TableArguments
    playing: PlayingArguments
    results: ResultArguments

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> TournamentArguments:
        """From the parsed command line."""
        chosen = [form for form in FORMATS.values() if form.flag and getattr(arguments, _name(form))]
        if len(chosen) > 1:
            raise UsageError(f"{chosen[0].flag} and {chosen[1].flag} exclude each other")
        return cls(
            chosen[0] if chosen else DEFAULT_FORMAT, arguments.ladder, arguments.balanced, TableArguments.of(arguments),
            PlayingArguments.of(arguments), ResultArguments.of(arguments),
        )


def run(arguments: argparse.Namespace) -> int:
    """Plays, shows, rates."""
    return hold_tournament(TournamentArguments.of(arguments))


def hold_tournament(arguments: TournamentArguments) -> int:
    """Plays what the log lacks, and prints the tables."""
    playing, results = arguments.playing, arguments.results
    opened = open_log(playing, results, lambda: described(arguments))
    outcome = play(playing, results, opened, plan_of(opened.tournament, playing.shard))
    found = write_results(outcome.games, results, " ".join(opened.tournament.bots))
    print_results(found, results)
    next_steps = {"all games": str(outcome.path), "these tables again": f"hansa rate {outcome.path}"}
    return finish(outcome, results, found, next_steps)


def plan_of(tournament: Tournament, part: tuple[int, int]) -> Plan:
    """Which games come when."""
    return Adaptive(tournament) if FORMATS[tournament.format].depends_on_results else WholeSchedule(tournament, part)


def described(arguments: TournamentArguments) -> Tournament:
    """The tournament of the command line."""
    bots, form, tables = arguments.playing.bots, arguments.form, arguments.tables
    if arguments.ladder is not None:
        bots = rungs(bots, arguments.ladder)
    if form.depends_on_results and arguments.playing.shard != (1, 1):
        raise UsageError(f"{form.flag} decides by all games, and cannot be divided by --shard")
    if not bots:
        raise UsageError("name the bots that play, such as: hansa tournament mcts:simulations=100 markers random")
    tournament = Tournament(
        bots, tables.tables(), arguments.playing.blocks or DEFAULT_BLOCKS, tables.seed, form.name, arguments.balanced,
        tables.limit, tables.clock, tables.increment,
    )
    check_anchor(arguments.results, tournament.bots)
    return tournament


def _name(form: Format) -> str:
    """As argparse calls the flag."""
    return form.name.replace("-", "_")


def rungs(bots: Sequence[str], ladder: str) -> tuple[str, ...]:
    """`mcts` and `100:1600` are mcts:simulations=100, 200, 400, 800 and 1600; a third number is another factor than 2."""
    words = ladder.split(":")
    if len(bots) == 1 and read_entry(bots[0]).is_named:
        raise UsageError(f"--ladder names its bots by their budgets; write {read_entry(bots[0]).spec} without a name")
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
    parser.add_argument("bots", nargs="*", metavar="BOT",
                        help="such as mcts:level=5, markers, path/file.py:Class; Alice=markers gives it a name for tables")
    group = parser.add_argument_group("who meets whom", f"by default {DEFAULT_FORMAT.meaning}")
    for form in FORMATS.values():
        if form.name == "ladder":
            group.add_argument("--ladder", metavar="FROM:TO", help=form.meaning)
        elif form.flag:
            group.add_argument(form.flag, action="store_true", help=form.meaning)
    group.add_argument("--balanced", action="store_true", help="change the order of the seats from block to block")
    group.add_argument("--blocks", metavar="N", type=positive_whole,
                       help=f"setups, each played once with every rotation of the seats (default {DEFAULT_BLOCKS})")
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
        hansa tournament ./mine.py:MyBot markers prestige --blocks 20       a bot of yours against two others
        hansa tournament mcts:simulations=100 markers prestige random --blocks 20
        hansa tournament --focus mcts:simulations=1000 markers --board east --players 3
        hansa tournament mcts --ladder 50:800 --blocks 30 --html ladder.html
        hansa tournament --resume tournament-20260101-120000.jsonl
    """,
    read_on="MOVES.md, section 6, for the log; 'hansa rate --help' for the columns of the table. Exit codes: 1 a bot failed, "
            "4 the machine could not play some games (--resume plays them again), 130 Ctrl-C.",
    add_arguments=add_arguments,
    run=run,
)
