"""`hansa tournament`: bots play each other, on all cores, and end in a table of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hansa.bots.entries import read_entry
from hansa.cli.arguments import one_switch, option, positional, positive_whole, switch
from hansa.cli.commands import UsageError, command
from hansa.cli.results import check_anchor, print_results, write_results
from hansa.cli.tournament_arguments import RunArguments, Shard, shard
from hansa.cli.tournament_run import finish, open_log, play
from hansa.tournaments.adaptive import Adaptive
from hansa.tournaments.formats import FORMATS
from hansa.tournaments.openings import as_text
from hansa.tournaments.rounds import GameSource, WholeSchedule
from hansa.tournaments.schedule import Tournament

DEFAULT_BLOCKS = 50
MOST_STEPS = 30
DEFAULT_FORMAT, LADDER = "round-robin", "ladder"
WHOLE = Shard()
WHO_MEETS_WHOM = f"pairings (default: round robin, {FORMATS[DEFAULT_FORMAT].meaning})"


@dataclass(frozen=True, kw_only=True)
class TournamentArguments(RunArguments):
    """Who meets whom, on what, and what comes out."""

    COMMAND = "tournament"

    bots: tuple[str, ...] = positional(
        "BOT", "a bot such as mcts:level=5, markers or path/file.py:Class; Alice=markers gives it a name in tables", nargs="*",
        default=())
    form: str = one_switch(
        {form.name: form.meaning for form in FORMATS.values() if form.flag and form.name != LADDER}, default=DEFAULT_FORMAT,
        group=WHO_MEETS_WHOM)
    ladder: str | None = option(f"--{LADDER}", FORMATS[LADDER].meaning, metavar="FROM:TO", group=WHO_MEETS_WHOM)
    balanced: bool = switch("--balanced", "change the order of the seats from block to block", group=WHO_MEETS_WHOM)
    blocks: int | None = option(
        "--blocks", f"number of setups, each played with every rotation of the seats (default {DEFAULT_BLOCKS})", metavar="N",
        type=positive_whole, group=WHO_MEETS_WHOM)
    shard: Shard = option("--shard", "play only part I of N, to use several machines; 'hansa rate' "
                                     "reads all their logs together",
                          metavar="I/N", type=shard, default=WHOLE, group=WHO_MEETS_WHOM)


def run(arguments: TournamentArguments) -> int:
    """Plays what the log lacks, and prints the tables."""
    opened = open_log(arguments, lambda: described(arguments))
    outcome = play(arguments, opened, plan_of(opened.tournament, arguments.shard))
    found = write_results(outcome.games, arguments, " ".join(opened.tournament.bots))
    print_results(found, arguments, fitting=True)
    next_steps = {"all games": str(outcome.path), "all tables": f"hansa rate {outcome.path}"}
    return finish(outcome, arguments, found, next_steps)


def plan_of(tournament: Tournament, part: Shard) -> GameSource:
    """Which games come when."""
    return Adaptive(tournament) if FORMATS[tournament.format].depends_on_results else WholeSchedule(tournament, part)


def described(arguments: TournamentArguments) -> Tournament:
    """The tournament of the command line."""
    bots, form = arguments.bots, FORMATS[arguments.form]
    if arguments.ladder is not None:
        if form.name != DEFAULT_FORMAT:
            raise UsageError(f"{form.flag} and --{LADDER} exclude each other")
        bots, form = rungs(bots, arguments.ladder), FORMATS[LADDER]
    if form.depends_on_results and arguments.shard != WHOLE:
        raise UsageError(f"{form.flag} decides by all games, and cannot be divided by --shard")
    if not bots:
        raise UsageError("name the bots that play, such as: hansa tournament mcts:simulations=100 markers random")
    tournament = Tournament(
        bots, arguments.tables(), arguments.blocks or DEFAULT_BLOCKS, arguments.seed, form.name, arguments.balanced,
        arguments.limit, arguments.clock or None, arguments.increment, openings=tuple(map(as_text, arguments.positions())),
        adjudication=arguments.adjudication(),
    )
    check_anchor(arguments, tournament.bots)
    return tournament


def rungs(bots: Sequence[str], ladder: str) -> tuple[str, ...]:
    """`mcts` and `100:1600` are mcts:simulations=100, 200, 400, 800 and 1600; a third number is
    another factor than 2."""
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


COMMAND = command(
    TournamentArguments,
    run,
    name="tournament",
    purpose="Play bots against each other, each setup with all rotations of the seats, and rate them.",
    examples="""
        hansa tournament ./mine.py:MyBot markers prestige --blocks 20       your own bot against two others
        hansa tournament mcts:simulations=100 markers prestige random --blocks 20
        hansa tournament --focus mcts:simulations=1000 markers --board east --players 3
        hansa tournament mcts --ladder 50:800 --blocks 30 --html ladder.html
        hansa tournament --resume tournament-20260101-120000.jsonl
    """,
    read_on="'hansa docs first-tournament'; 'hansa docs records' for the log; 'hansa rate --help' for the columns of the "
            "table. Exit codes: 1 a bot failed, 4 the machine could not play some games (--resume plays them again), "
            "130 Ctrl-C.",
)
