"""`hansa compare`: is one bot stronger than another? Plays until that is clear, with stated rates of error."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass

from hansa.cli.commands import Command, Parser, UsageError
from hansa.cli.exit_codes import UNDECIDED
from hansa.cli.results import ResultArguments, add_result_arguments, check_anchor, print_results, write_results
from hansa.cli.screen import Screen
from hansa.cli.tournament_arguments import (
    PlayingArguments,
    TableArguments,
    add_playing_arguments,
    add_table_arguments,
    finite,
    positive_whole,
)
from hansa.cli.tournament_run import finish, open_log, play
from hansa.tournaments.compare import Comparison
from hansa.tournaments.schedule import Tournament
from hansa.tournaments.sprt import FEWEST_FOR_INTERVAL, Question, Verdict
from hansa.tournaments.standings import Standings

MOST_BLOCKS = 5000


@dataclass(frozen=True)
class CompareArguments:
    """What was typed."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    tables: TableArguments
    playing: PlayingArguments
    results: ResultArguments


def run(arguments: argparse.Namespace) -> int:
    """Plays until the test ends."""
    return compare(CompareArguments(
        arguments.elo0, arguments.elo1, arguments.alpha, arguments.beta, TableArguments.of(arguments),
        PlayingArguments.of(arguments), ResultArguments.of(arguments),
    ))


def compare(arguments: CompareArguments) -> int:
    """Plays until the test ends; 0 for either answer, 3 if the blocks were used up first."""
    playing, results = arguments.playing, arguments.results
    opened = open_log(playing, results, lambda: described(arguments))
    tournament, path = opened.tournament, opened.log.path
    if tournament.test is None:
        opened.log.close()
        raise UsageError(f"{path} is not the log of a comparison; continue it with: hansa tournament --resume {path}")
    plan = Comparison(tournament, tournament.test)
    heard = list(opened.done)
    outcome = play(playing, results, opened, plan, note=lambda: one_line(plan.judge(heard)), heard=heard.append)
    verdict = plan.judge(outcome.games)
    show_verdict(verdict, tournament, results, interrupted=bool(outcome.code))
    found = write_results(outcome.games, results, " against ".join(tournament.bots))
    if not results.json:      # there the verdict is the object
        print_results(found, results)
        if len(found.lines) == len(tournament.bots) and not results.quiet:
            Screen(plain=results.plain).paragraph(difference_line(verdict, found, tournament))
    code = finish(outcome, results, found, {"all games": str(path), "tables": f"hansa rate {path}"})
    return code or (0 if verdict.accepted else UNDECIDED)


def one_line(verdict: Verdict) -> str:
    """Where the test stands."""
    return (f"LLR {verdict.ratio:+.2f} ({verdict.lower:.2f} to {verdict.upper:.2f}) after {verdict.blocks} blocks, "
            f"Elo {verdict.elo:+z.0f} ± {plus_minus(verdict.plus_minus)}, score {verdict.score:.1%}")


def plus_minus(value: float) -> str:
    """Half of an interval, or how many blocks there must be for one."""
    if value == float("inf"):
        return f"? (known from {FEWEST_FOR_INTERVAL} blocks that are not all alike)"
    return f"{value:.0f}" if value >= 1 else "<1"


def difference_line(verdict: Verdict, found: Standings, tournament: Tournament) -> str:
    """Why the table below the verdict may show another difference than the verdict."""
    elo = {line.bot: line.elo for line in found.lines}
    first, second = tournament.bots
    return (f"The table's difference of {elo[first] - elo[second]:+z.0f} Elo and the test's {verdict.elo:+z.0f} are two "
            f"measures: ratings fit all places, seats and a weak prior; the test counts how often {first} came before {second}")


def show_verdict(verdict: Verdict, tournament: Tournament, results: ResultArguments, *, interrupted: bool) -> None:
    """The answer."""
    test = tournament.test or Question()
    if results.json:
        print(json.dumps(verdict.to_json() | {"bots": list(tournament.bots), "elo0": test.elo0, "elo1": test.elo1}))
        return
    if results.quiet:
        return
    first, second = tournament.bots
    answers = {
        "elo1": f"{first} is stronger than {second}: by {test.elo1:g} Elo rather than by {test.elo0:g} or less",
        "elo0": f"{first} is not stronger than {second} by {test.elo1:g} Elo: by {test.elo0:g} or less rather",
        None: "not decided yet: it was stopped before the test could end" if interrupted else
              f"not decided: all {tournament.blocks} blocks are played; a larger --blocks with --resume goes on",
    }
    screen = Screen(plain=results.plain)
    screen.line(answers[verdict.accepted], style="bold")
    screen.line(one_line(verdict))
    screen.line()


def described(arguments: CompareArguments) -> Tournament:
    """The comparison of the command line."""
    bots, tables = arguments.playing.bots, arguments.tables
    if len(bots) != 2:
        raise UsageError("name the two bots, such as: hansa compare mcts:simulations=200 mcts:simulations=100")
    check_anchor(arguments.results, bots)
    return Tournament(
        bots, tables.tables(), arguments.playing.blocks or MOST_BLOCKS, tables.seed, "duel", limit=tables.limit,
        clock=tables.clock, increment=tables.increment,
        test=Question(arguments.elo0, arguments.elo1, arguments.alpha, arguments.beta),
    )


def add_arguments(parser: Parser) -> None:
    """Who, and how sure."""
    parser.add_argument("bots", nargs="*", metavar="BOT", help="two: is the first one stronger?")
    group = parser.add_argument_group("the question")
    group.add_argument("--elo0", metavar="E", type=finite, default=0.0, help="not stronger means at most this (default 0)")
    group.add_argument("--elo1", metavar="E", type=finite, default=10.0, help="stronger means at least this (default 10)")
    group.add_argument("--alpha", metavar="P", type=finite, default=0.05, help="rate of saying stronger wrongly (0.05)")
    group.add_argument("--beta", metavar="P", type=finite, default=0.05, help="rate of saying not stronger wrongly (0.05)")
    group.add_argument("--blocks", metavar="N", type=positive_whole,
                       help=f"give up after so many (default {MOST_BLOCKS})")
    add_table_arguments(parser, players=2)
    add_playing_arguments(parser)
    add_result_arguments(parser)
    parser.set_defaults(command="compare")


COMMAND = Command(
    name="compare",
    purpose="Tests whether the first of two bots is the stronger one, and stops by itself as soon as that is clear.",
    examples="""
        hansa compare mcts:simulations=200 mcts:simulations=100
        hansa compare ./new.py:MyBot markers --elo0 0 --elo1 20 --players 4
        hansa compare --resume tournament-20260101-120000.jsonl
    """,
    read_on="ARCHITECTURE.md for the test behind it; exit code 3 says that the blocks were used up first.",
    add_arguments=add_arguments,
    run=run,
)
