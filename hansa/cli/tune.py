"""`hansa tune`: finds better values for the options of a bot by playing it against itself."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from hansa.cli.arguments import PlainArgument, option, positional, positive_whole, repeated, switch, whole
from hansa.cli.commands import UsageError, command
from hansa.cli.exit_codes import INTERRUPTED, MACHINE
from hansa.cli.screen import Screen
from hansa.cli.setups import resolve_board
from hansa.games import board_entries
from hansa.tournaments.rounds import local_runner
from hansa.tournaments.schedule import TableSetup, check_table
from hansa.tournaments.tuning import TuningPlan, TuningRun, knob_of, path_of, plan_in, recommended
from hansa.training.loop import alone_in

DEFAULT_BOARD, DEFAULT_PAIRS = "hansa-45", 500


@dataclass(frozen=True, kw_only=True)
class TuneArguments(PlainArgument):
    """What is tuned, and for how long."""

    folder: str = positional("DIR", "folder of the run; an existing run is continued")
    bot: str | None = positional("BOT", "bot whose options to tune; tuning starts from the values in "
                                        "its spec", nargs="?", default=None)
    options: tuple[str, ...] = repeated(
        "--option", "option to tune, and the size of its steps (default: 0.3 of its value); may be repeated",
        metavar="NAME[=STEP]")
    board: str | None = option("--board", f"board to play on (default {DEFAULT_BOARD})", metavar="NAME")
    players: int | None = option("--players", "number of players (default: as many as the board takes)", metavar="N",
                                 type=positive_whole)
    pairs: int = option("--pairs", f"total number of pairs of games (default {DEFAULT_PAIRS})", metavar="N",
                        type=positive_whole, default=DEFAULT_PAIRS)
    workers: int = option("--workers", "worker processes (default 1; 0 plays in this process); does not change the result",
                          metavar="N", type=whole, default=1)
    seed: int | None = option("--seed", "seed of all random numbers (default 1)", metavar="N", type=whole)
    show: bool = switch("--show", "only show the progress of the run")


def run(arguments: TuneArguments) -> int:
    """Plays, then shows the values that won."""
    screen, folder = Screen(plain=arguments.plain), Path(arguments.folder)
    plan = plan_of_run(arguments) if arguments.bot is None else plan_from(arguments)
    tuning = TuningRun(folder, plan)
    if not arguments.show:
        progress = TuningProgress(arguments.pairs)
        try:
            with alone_in(folder), local_runner(arguments.workers, "tune") as runner:
                tuning.play(runner, arguments.pairs, progress.report)
        except KeyboardInterrupt:
            print(f"hansa: stopped; hansa tune {folder} continues", file=sys.stderr)
            return INTERRUPTED
        except OSError as error:
            print(f"hansa: error: {error.filename or folder}: {error.strerror or error}; when that is mended, "
                  f"hansa tune {folder} continues", file=sys.stderr)
            return MACHINE
    show(tuning, screen)
    return 0


def plan_of_run(arguments: TuneArguments) -> TuningPlan:
    """What the run in the folder was begun with: that does not change."""
    plan = plan_in(Path(arguments.folder))
    if plan is None:
        raise UsageError(
            f"there is no tuning run in {arguments.folder}; begin one: hansa tune {arguments.folder} BOT --option NAME")
    if arguments.options or any(value is not None for value in (arguments.board, arguments.players, arguments.seed)):
        raise UsageError(
            f"the run in {arguments.folder} keeps its bot, options, table and seed; leave those flags out, or choose "
            "another folder")
    return plan


def plan_from(arguments: TuneArguments) -> TuningPlan:
    """What the command line asks for."""
    assert arguments.bot is not None
    if not arguments.options:
        raise UsageError("which options? Name one or more: --option exploration")
    board = resolve_board(arguments.board or DEFAULT_BOARD)
    entry = next(entry for entry in board_entries() if entry.name == board)
    table = TableSetup(board, arguments.players or entry.players[-1], game=entry.game)
    check_table(table)
    knobs = tuple(knob_of(arguments.bot, word) for word in arguments.options)
    if len({knob.name for knob in knobs}) < len(knobs):
        raise UsageError("an option is named twice")
    return TuningPlan(arguments.bot, knobs, table, 1 if arguments.seed is None else arguments.seed)


def show(tuning: TuningRun, screen: Screen) -> None:
    """A row for each option, and the command that tests what was found."""
    plan, results = tuning.plan, tuning.results
    if not results:
        raise UsageError(f"no pair has been played in {tuning.folder} yet")
    last, mean = list(path_of(plan, results))[-1], recommended(plan, results)
    screen.table(["option", "start", "step", "last", "recommended"], [
        [knob.name, f"{knob.start:.4g}", f"{knob.step:.4g}", f"{knob.start + at * knob.step:.4g}", f"{mean[knob.name]:.4g}"]
        for knob, at in zip(plan.knobs, last, strict=True)
    ])
    screen.line()
    screen.line(f"{len(results)} pairs of games of {plan.bot} on {plan.table}. Noise moves options too: test what was found:")
    screen.line(f"  hansa compare {plan.spec({name: float(f'{value:.3g}') for name, value in mean.items()})} {plan.bot} "
                f"--board {plan.table.board} --players {plan.table.players}")


class TuningProgress:
    """One line on standard error, if it is a terminal."""

    def __init__(self, pairs: int) -> None:
        self.pairs = pairs
        self.shown = sys.stderr is not None and sys.stderr.isatty()

    def report(self, done: int) -> None:
        """Shows how many pairs have been played."""
        if self.shown:
            print(f"\r{done} of {self.pairs} pairs", end="\n" if done >= self.pairs else "", file=sys.stderr, flush=True)


COMMAND = command(
    TuneArguments,
    run,
    name="tune",
    purpose="Tune the options of a bot by self-play, all of them at once (SPSA).",
    examples="""
        hansa tune runs/c mcts:simulations=200 --option exploration --option first_play=0.01
        hansa tune runs/c                       continues after Ctrl-C, kill -9 or a power cut
        hansa tune runs/c --pairs 2000          plays more games
        hansa tune runs/c --show                shows the progress
        hansa tune runs/mine ./mine.py --option patience=0.2 --board hansa-23
    """,
    read_on="'hansa docs train', and 'hansa docs results' for what was found this way.",
)
