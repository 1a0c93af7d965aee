"""What the commands that play many games share: which tables, how to play, where the log is, what to print."""

from __future__ import annotations

import argparse
import math
import os
import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from hansa.bots.exec_bot import check_found
from hansa.bots.registry import check_plays, make_bot
from hansa.cli.commands import Parser, UsageError, resolve, whole
from hansa.cli.results import announce_faults
from hansa.cli.screen import warn
from hansa.cli.setups import chosen_edition, chosen_modules, words_of
from hansa.games import GAMES, board_entries
from hansa.state import State
from hansa.tournaments.hold import FaultStop, Here, Plan, Plays, hold
from hansa.tournaments.live import Lines, Moving, Quiet
from hansa.tournaments.log import Log, new_header, no_checksums
from hansa.tournaments.results import Played, in_order
from hansa.tournaments.runner import DEADLINE, Runner
from hansa.tournaments.schedule import MOST_MOVES, Table, Tournament
from hansa.tournaments.standings import Standings

INTERRUPTED, FAULTS = 130, 1
DEFAULT_PLAYERS = 4
MOST_WORKERS = 256
# What makes a tournament this one and no other; the number of blocks does not.
OF_THE_LOG = (
    "game", "board", "players", "edition", "modules", "seed", "limit", "clock", "increment",
    "gauntlet", "focus", "self_play", "ladder", "adaptive", "balanced", "elo0", "elo1", "alpha", "beta",
)


# --- arguments ------------------------------------------------------------------------------------------------------

def add_table_arguments(parser: Parser, *, players: int = DEFAULT_PLAYERS) -> None:
    """Which boards, with how many players, and how a game is limited."""
    group = parser.add_argument_group("what is played")
    group.add_argument("--game", metavar="GAME", default=None, help="which game, where a board does not say it")
    group.add_argument("--board", metavar="LIST", help="one board, or several with commas; fits the players by default")
    group.add_argument("--players", metavar="LIST", help=f"how many, such as 4 or 2,3,4 (default {players})")
    group.add_argument("--edition", metavar="EDITION", help="bigbox (default), classic, classic-16")
    group.add_argument("--modules", metavar="LIST", help="missions, favours, or both with a comma between")
    group.add_argument("--seed", metavar="N", type=whole, default=1, help="chooses setups, chance and the bots' seeds (1)")
    group.add_argument("--limit", metavar="N", type=positive_whole, default=MOST_MOVES,
                       help=f"moves after which a game is cut off and scored (default {MOST_MOVES})")
    group.add_argument("--clock", metavar="S", type=seconds, help="seconds of each seat for a whole game; over is a fault")
    group.add_argument("--increment", metavar="S", type=seconds, default=0.0, help="seconds that each own turn adds")
    parser.set_defaults(default_players=players)


def add_playing_arguments(parser: Parser) -> None:
    """Who plays, and where the log is."""
    group = parser.add_argument_group("how it is played")
    group.add_argument("--workers", metavar="N", type=whole, default=os.cpu_count() or 1,
                       help="processes (default: all cores; 0 plays in this process, to debug a bot)")
    group.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster instead, such as 127.0.0.1:8786")
    group.add_argument("--deadline", metavar="S", type=seconds, default=DEADLINE,
                       help=f"seconds for one decision, after which a bot is stopped (default {DEADLINE:.0f})")
    group.add_argument("--strict", action="store_true", help="stop at the first fault of a bot")
    group.add_argument("--log", metavar="FILE", help="where every game is written (default: a new file, by the time)")
    group.add_argument("--resume", metavar="FILE",
                       help="go on with this log: who and what come from it; --blocks may be another number")


def positive_whole(text: str) -> int:
    """A whole number, 1 or more."""
    number = whole(text)
    if not number:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def seconds(text: str) -> float:
    """A number of seconds."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e7:
        raise argparse.ArgumentTypeError(f"must be a number of seconds, not {text!r}")
    return value


def tables_of(arguments: argparse.Namespace) -> tuple[Table, ...]:
    """Every board with every number of players it takes."""
    entries = board_entries(None if arguments.game is None else resolve("game", arguments.game, list(GAMES)))
    counts = [_count(word) for word in words_of(arguments.players)]
    named = [resolve("board", word, [entry.name for entry in entries]) for word in words_of(arguments.board)]
    if not named:
        wanted = counts or [arguments.default_players]
        fitting = {count: next((entry for entry in entries if count in entry.players), None) for count in wanted}
        pairs = [(entry, count) for count, entry in fitting.items()]
    else:
        chosen = [entry for name in dict.fromkeys(named) for entry in entries if entry.name == name]
        pairs = [(entry, count) for entry in chosen for count in counts or [_usual(entry.players, arguments.default_players)]
                 if count in entry.players]
        fitting = {count: next((entry for entry, other in pairs if other == count), None) for count in counts}
    for count, found in fitting.items():
        if found is None:
            boards = ", ".join(named) or "any board"
            raise UsageError(f"{count} players do not fit {boards}; see 'hansa new --help' for what there is")
    tables = tuple(
        Table(entry.name, count, None if arguments.edition is None else chosen_edition(arguments.edition, entry),
              () if arguments.modules is None else tuple(chosen_modules(arguments.modules, entry)), entry.game)
        for entry, count in pairs if entry is not None
    )
    for table in tables:
        State.from_setup(table.setup, seed=1)       # what the rules do not allow is said now
    return tables


def _usual(players: Sequence[int], wanted: int) -> int:
    return wanted if wanted in players else max(players)


def _count(word: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 3:
        raise UsageError(f"--players takes numbers such as 4 or 2,3,4, not {word!r}")
    return int(word)


def full_specs(tournament: Tournament, cluster: str | None) -> dict[str, str]:
    """Each bot's spec with every option; what is no bot, none for this game, or no program of this machine, is said at once."""
    bots = {spec: make_bot(spec) for spec in tournament.bots}
    for bot in bots.values():
        if cluster is None:     # else the programs are where the games are played
            check_found(bot)
        for table in tournament.tables:
            check_plays(bot, table.game)
    return {spec: bot.spec for spec, bot in bots.items()}


# --- playing --------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Held:
    """How playing ended."""

    games: Sequence[Played]
    code: int
    path: Path


@dataclass(frozen=True)
class Begun:
    """A log that is open, what it is to hold in the end, and what it holds already."""

    log: Log
    tournament: Tournament
    done: Sequence[Played]


def open_log(arguments: argparse.Namespace, described: Callable[[], Tournament]) -> Begun:
    """The log that is gone on with, or a new one for the tournament that the arguments describe."""
    if arguments.resume is not None:
        _refuse_beside_resume(arguments)
        log, contents = Log.resume(Path(arguments.resume))
        tournament = log.header.tournament
        full_specs(tournament, arguments.cluster)
        log.check_engine()
        if log.header.checksums is None and not arguments.quiet:
            warn(no_checksums(log.path))
        blocks = tournament.blocks if arguments.blocks is None else arguments.blocks
        return Begun(log, replace(tournament, blocks=blocks), contents.games)
    tournament = described()
    path = Path(arguments.log or time.strftime("tournament-%Y%m%d-%H%M%S.jsonl"))
    command = shlex.join(["hansa", *sys.argv[1:]])
    return Begun(Log.create(path, new_header(tournament, full_specs(tournament, arguments.cluster), command)), tournament, [])


def _refuse_beside_resume(arguments: argparse.Namespace) -> None:
    """What a log says already cannot be said again."""
    if arguments.bots or arguments.log:
        raise UsageError("--resume takes everything from the log; leave out the bots and --log")
    given = [name for name in OF_THE_LOG if getattr(arguments, name, None) != arguments.parser.get_default(name)]
    if given:
        raise UsageError(f"--resume takes --{given[0].replace('_', '-')} from the log; leave it out")


def play(arguments: argparse.Namespace, begun: Begun, plan: Plan, note: Callable[[], str],
         heard: Callable[[Played], None]) -> Held:
    """Plays what is missing, shows it, and says on standard error how to go on when it is interrupted."""
    log, tournament, done = begun.log, begun.tournament, begun.done
    games = list(done)

    def tell(game: Played) -> None:
        games.append(game)
        heard(game)
        shown.tell(game)

    code = 0
    try:
        with log, _stoppable(), _players(arguments, tournament) as plays, _shown(arguments, plan, done, note) as shown:
            try:
                hold(plan, plays, log, done, tell=tell, strict=arguments.strict)
            except FaultStop:
                code = FAULTS
    except KeyboardInterrupt:
        print(f"\nhansa: interrupted after {len(games)} games, all in {log.path}; go on with:\n"
              f"  {resume_command(arguments, log.path)}", file=sys.stderr)
        code = INTERRUPTED
    return Held(in_order(games), code, log.path)


def resume_command(arguments: argparse.Namespace, path: Path) -> str:
    """What goes on with a log, played the same way."""
    words = ["hansa", arguments.command, "--resume", str(path)]
    part: tuple[int, int] = getattr(arguments, "shard", (1, 1))
    for name, value, default in (
        ("workers", str(arguments.workers), str(os.cpu_count() or 1)), ("cluster", arguments.cluster, None),
        ("deadline", f"{arguments.deadline:g}", f"{DEADLINE:g}"), ("shard", f"{part[0]}/{part[1]}", "1/1"),
        ("blocks", str(arguments.blocks) if arguments.resume and arguments.blocks else None, None),
    ):
        if value != default:
            words += [f"--{name}", value]
    return shlex.join([*words, *(["--strict"] if arguments.strict else [])])


def _players(arguments: argparse.Namespace, tournament: Tournament) -> AbstractContextManager[Plays]:
    """Who plays the games."""
    if arguments.cluster is not None:
        from hansa.tournaments.cluster import ClusterRunner

        return ClusterRunner(arguments.cluster, tournament.digest, deadline=arguments.deadline, limit=tournament.limit)
    if arguments.workers > MOST_WORKERS:
        raise UsageError(f"--workers {arguments.workers} is more than {MOST_WORKERS}")
    if not arguments.workers:
        return nullcontext(Here(tournament.digest))
    return Runner(arguments.workers, tournament.digest, deadline=arguments.deadline, limit=tournament.limit)


def _shown(arguments: argparse.Namespace, plan: Plan, done: Sequence[Played], note: Callable[[], str]) -> Quiet:
    """How progress is shown."""
    if arguments.quiet or sys.stderr is None:
        return Quiet()
    if sys.stderr.isatty() and not arguments.plain:
        from rich.console import Console

        return Moving(Console(stderr=True), plan.total, list(done), note)
    return Lines(sys.stderr, plan.total, len(done), note)


@contextmanager
def _stoppable() -> Iterator[None]:
    """A polite request to end is heard like Ctrl-C: the log is closed, and how to go on is printed."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def finish(held: Held, arguments: argparse.Namespace, found: Standings, next_steps: Mapping[str, str]) -> int:
    """The last lines: faults in red, the log, what else can be done with it. Returns the exit code."""
    announce_faults(found, plain=arguments.plain)
    if not arguments.quiet and not arguments.json:
        for what, command in next_steps.items():
            print(f"{what}: {command}")
    return held.code or (FAULTS if found.faults else 0)


def shard(text: str) -> tuple[int, int]:
    """`2/3`: the second of three."""
    number, slash, count = text.partition("/")
    if not (slash and number.isdigit() and count.isdigit() and len(text) < 12 and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError(f"must be like 2/3, the second of three, not {text!r}")
    return int(number), int(count)


def finite(text: str) -> float:
    """A number."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"must be a number, not {text!r}")
    return value
