"""`hansa compare`: is one bot stronger than another? Plays until that is clear, with stated rates of error."""

from __future__ import annotations

import argparse
import json

from hansa.cli.commands import Command, Parser, UsageError
from hansa.cli.holding import (
    add_playing_arguments,
    add_table_arguments,
    finish,
    finite,
    open_log,
    play,
    positive_whole,
    tables_of,
)
from hansa.cli.results import add_result_arguments, check_anchor, print_results, write_results
from hansa.cli.screen import Screen
from hansa.tournaments.compare import Comparison
from hansa.tournaments.schedule import Tournament
from hansa.tournaments.sprt import FEWEST_FOR_INTERVAL, Question, Verdict
from hansa.tournaments.standings import Standings

MOST_BLOCKS = 5000
UNDECIDED = 3           # the exit code when the blocks were used up first


def run(arguments: argparse.Namespace) -> int:
    """Plays until the test ends; 0 for either answer, 3 if the blocks were used up first."""
    begun = open_log(arguments, lambda: described(arguments))
    tournament = begun.tournament
    if tournament.test is None:
        begun.log.close()
        path = begun.log.path
        raise UsageError(f"{path} is the log of no comparison; go on with it by: hansa tournament --resume {path}")
    plan = Comparison(tournament, tournament.test)
    heard = list(begun.done)
    held = play(arguments, begun, plan, lambda: one_line(plan.judge(heard)), heard.append)
    verdict = plan.judge(held.games)
    show_verdict(verdict, tournament, arguments)
    found = write_results(held.games, arguments, " against ".join(tournament.bots))
    if not arguments.json:      # there the verdict is the object
        print_results(found, arguments)
        if len(found.lines) == len(tournament.bots) and not arguments.quiet:
            Screen(plain=arguments.plain).paragraph(difference_line(verdict, found, tournament))
    code = finish(held, arguments, found, {"all games": str(held.path), "tables": f"hansa rate {held.path}"})
    return code or (0 if verdict.accepted else UNDECIDED)


def one_line(verdict: Verdict) -> str:
    """Where the test stands."""
    return (f"LLR {verdict.ratio:+.2f} ({verdict.lower:.2f} to {verdict.upper:.2f}) after {verdict.blocks} blocks, "
            f"Elo {verdict.elo:+.0f} ± {plus_minus(verdict.plus_minus)}, score {verdict.score:.1%}")


def plus_minus(value: float) -> str:
    """Half of an interval, or how many blocks there must be for one."""
    if value == float("inf"):
        return f"? (known from {FEWEST_FOR_INTERVAL} blocks that are not all alike)"
    return f"{value:.0f}" if value >= 1 else "<1"


def difference_line(verdict: Verdict, found: Standings, tournament: Tournament) -> str:
    """Why the table below the verdict may show another difference than the verdict."""
    elo = {line.bot: line.elo for line in found.lines}
    first, second = tournament.bots
    return (f"The table's difference of {elo[first] - elo[second]:+.0f} Elo and the test's {verdict.elo:+.0f} are two "
            f"measures: ratings fit all places, seats and a weak prior; the test counts how often {first} came before {second}")


def show_verdict(verdict: Verdict, tournament: Tournament, arguments: argparse.Namespace) -> None:
    """The answer."""
    test = tournament.test or Question()
    if arguments.json:
        print(json.dumps(verdict.to_json() | {"bots": list(tournament.bots), "elo0": test.elo0, "elo1": test.elo1}))
        return
    if arguments.quiet:
        return
    first, second = tournament.bots
    answers = {
        "elo1": f"{first} is stronger than {second}: by {test.elo1:g} Elo rather than by {test.elo0:g} or less",
        "elo0": f"{first} is not stronger than {second} by {test.elo1:g} Elo: by {test.elo0:g} or less rather",
        None: "not decided yet: the blocks are used up, or it was interrupted",
    }
    screen = Screen(plain=arguments.plain)
    screen.line(answers[verdict.accepted], style="bold")
    screen.line(one_line(verdict))
    screen.line()


def described(arguments: argparse.Namespace) -> Tournament:
    """The comparison of the command line."""
    if len(arguments.bots) != 2:
        raise UsageError("name the two bots, such as: hansa compare mcts:simulations=200 mcts:simulations=100")
    check_anchor(arguments, arguments.bots)
    return Tournament(
        tuple(arguments.bots), tables_of(arguments), arguments.blocks or MOST_BLOCKS, arguments.seed, "duel", False,
        arguments.limit, arguments.clock or None, arguments.increment,
        Question(arguments.elo0, arguments.elo1, arguments.alpha, arguments.beta),
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
