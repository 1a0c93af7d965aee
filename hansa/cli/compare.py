"""`hansa compare`: is one bot stronger than another? Plays until that is clear, with stated rates
of error."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass

from hansa.cli.arguments import option, positional, positive_whole
from hansa.cli.commands import UsageError, command
from hansa.cli.exit_codes import UNDECIDED
from hansa.cli.results import ResultArguments, check_anchor, print_results, write_results
from hansa.cli.screen import Screen
from hansa.cli.tournament_arguments import WHAT_IS_PLAYED, RunArguments, finite
from hansa.cli.tournament_run import finish, open_log, play
from hansa.tournaments.compare import Comparison
from hansa.tournaments.openings import as_text
from hansa.tournaments.schedule import Tournament
from hansa.tournaments.sprt import FEWEST_FOR_INTERVAL, Hypotheses, SprtStatus
from hansa.tournaments.standings import Standings

MOST_BLOCKS = 5000
THE_QUESTION = "the test"


@dataclass(frozen=True, kw_only=True)
class CompareArguments(RunArguments):
    """Who, and how sure."""

    COMMAND = "compare"
    DEFAULT_PLAYERS = 2

    bots: tuple[str, ...] = positional("BOT", "the two bots to compare", nargs="*", default=())
    elo0: float = option(
        "--elo0", "Elo difference that counts as not stronger (default 0)", metavar="E", type=finite, default=0.0,
        group=THE_QUESTION)
    elo1: float = option(
        "--elo1", "Elo difference that counts as stronger (default 10)", metavar="E", type=finite, default=10.0,
        group=THE_QUESTION)
    alpha: float = option("--alpha", "rate of false positives (default 0.05)", metavar="P", type=finite, default=0.05,
                          group=THE_QUESTION)
    beta: float = option("--beta", "rate of false negatives (default 0.05)", metavar="P", type=finite, default=0.05,
                         group=THE_QUESTION)
    blocks: int | None = option("--blocks", f"give up after N blocks (default {MOST_BLOCKS})", metavar="N",
                                type=positive_whole, group=THE_QUESTION)
    players: str | None = option(
        "--players", f"number of players, such as 4 or 2,3,4 (default {DEFAULT_PLAYERS})", metavar="LIST",
        group=WHAT_IS_PLAYED)


def run(arguments: CompareArguments) -> int:
    """Plays until the test ends; 0 for either answer, 3 if the blocks were used up first."""
    opened = open_log(arguments, lambda: described(arguments))
    tournament, path = opened.tournament, opened.log.path
    if tournament.test is None:
        opened.log.close()
        raise UsageError(f"{path} is not the log of a comparison; continue it with: hansa tournament --resume {path}")
    plan = Comparison(tournament, tournament.test)
    heard = list(opened.done)
    outcome = play(arguments, opened, plan, note=lambda: one_line(plan.judge(heard)), heard=heard.append)
    status = plan.judge(outcome.games)
    show_status(status, tournament, arguments, interrupted=bool(outcome.code))
    found = write_results(outcome.games, arguments, " against ".join(tournament.bots))
    if not arguments.json:      # there the status is the object
        print_results(found, arguments, fitting=True)
        if len(found.lines) == len(tournament.bots) and not arguments.quiet:
            Screen(plain=arguments.plain).paragraph(difference_line(status, found, tournament))
    next_steps = {"all games": str(path), "all tables": f"hansa rate {path}"}
    if status.accepted is None and not outcome.code:
        next_steps["continue"] = shlex.join(["hansa", "compare", "--resume", str(path), "--blocks", str(2 * status.blocks)])
    code = finish(outcome, arguments, found, next_steps)
    return code or (0 if status.accepted else UNDECIDED)


def one_line(status: SprtStatus) -> str:
    """The state of the test in one line."""
    return (f"LLR {status.ratio:+.2f} ({status.lower:.2f} to {status.upper:.2f}) after {status.blocks} blocks, "
            f"Elo {status.elo:+z.0f} ± {plus_minus(status.plus_minus)}, score {status.score:.1%}")


def plus_minus(value: float) -> str:
    """Half of an interval, or how many blocks there must be for one."""
    if value == float("inf"):
        return f"? (known from {FEWEST_FOR_INTERVAL} blocks that are not all alike)"
    return f"{value:.0f}" if value >= 1 else "<1"


def difference_line(status: SprtStatus, found: Standings, tournament: Tournament) -> str:
    """Why the table below the status may show another difference than the test."""
    elo = {line.bot: line.elo for line in found.lines}
    first, second = tournament.bots
    return (f"The table's difference of {elo[first] - elo[second]:+z.0f} Elo and the test's {status.elo:+z.0f} are two "
            f"measures: ratings fit all places, seats and a weak prior; the test counts how often {first} came before {second}")


def show_status(status: SprtStatus, tournament: Tournament, results: ResultArguments, *, interrupted: bool) -> None:
    """The answer."""
    test = tournament.test or Hypotheses()
    if results.json:
        print(json.dumps(status.to_json() | {"bots": list(tournament.bots), "elo0": test.elo0, "elo1": test.elo1}))
        return
    if results.quiet:
        return
    first, second = tournament.bots
    answers = {
        "elo1": f"{first} is stronger than {second}: by {test.elo1:g} Elo rather than by {test.elo0:g} or less",
        "elo0": f"{first} is not stronger than {second} by {test.elo1:g} Elo: by {test.elo0:g} or less rather",
        None: "not decided yet: it was stopped before the test could end" if interrupted else
              f"not decided: all {tournament.blocks} blocks are played",
    }
    screen = Screen(plain=results.plain)
    screen.line(answers[status.accepted], style="bold")
    screen.line(one_line(status))
    screen.line()


def described(arguments: CompareArguments) -> Tournament:
    """The comparison of the command line."""
    bots = arguments.bots
    if len(bots) != 2:
        raise UsageError("name the two bots, such as: hansa compare mcts:simulations=200 mcts:simulations=100")
    tournament = Tournament(
        bots, arguments.tables(), arguments.blocks or MOST_BLOCKS, arguments.seed, "duel", limit=arguments.limit,
        clock=arguments.clock or None, increment=arguments.increment,
        openings=tuple(map(as_text, arguments.positions())),
        adjudication=arguments.adjudication(),
        test=Hypotheses(arguments.elo0, arguments.elo1, arguments.alpha, arguments.beta),
    )
    check_anchor(arguments, tournament.bots)
    return tournament


COMMAND = command(
    CompareArguments,
    run,
    name="compare",
    purpose="Test whether the first of two bots is stronger (SPRT), and stop as soon as the answer is clear.",
    examples="""
        hansa compare mcts:simulations=200 mcts:simulations=100
        hansa compare ./new.py:MyBot markers --elo0 0 --elo1 20 --players 4
        hansa compare --resume tournament-20260101-120000.jsonl
    """,
    read_on="'hansa docs architecture' for how the test works. Exit code 3: undecided after --blocks.",
)
