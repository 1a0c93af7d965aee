"""Runs a tournament from the command line: opens the log, plays, shows progress, and says how to
resume after a stop."""

from __future__ import annotations

import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from hansa.bots.exec_bot import check_found
from hansa.bots.registry import check_plays, make_bot
from hansa.bots.transcript import transcribed
from hansa.cli.commands import UsageError
from hansa.cli.exit_codes import FAULTS, INTERRUPTED, MACHINE
from hansa.cli.results import ResultArguments, announce_faults
from hansa.cli.screen import rich_console, warn
from hansa.cli.tournament_arguments import MachineArguments, PlayableArguments, RunArguments
from hansa.tournaments.cluster import ClusterError, ClusterRunner
from hansa.tournaments.live import Lines, LiveStandings, Silent
from hansa.tournaments.log import Log
from hansa.tournaments.log_header import new_header
from hansa.tournaments.log_reading import no_checksums
from hansa.tournaments.machine import Lost
from hansa.tournaments.results import GameResult, in_order
from hansa.tournaments.rounds import FaultStop, GameRunner, GameSource, local_runner, play_rounds
from hansa.tournaments.runner import RunnerError
from hansa.tournaments.schedule import Tournament
from hansa.tournaments.standings import Standings

MOST_WORKERS = 256


@dataclass(frozen=True)
class OpenLog:
    """A log that is being written, the tournament whose games go there, and those that are there
    already."""

    log: Log
    tournament: Tournament
    done: Sequence[GameResult]
    earlier: Sequence[GameResult] = ()      # games of other logs that tables count too
    is_new: bool = False


@dataclass(frozen=True)
class RunOutcome:
    """How playing ended: all games of the log so far, and the exit code it asks for."""

    games: Sequence[GameResult]
    code: int
    path: Path
    broken: bool = False        # the disk, the cluster or the machine ended it, which was said

    @property
    def interrupted(self) -> bool:
        """Whether the user stopped it."""
        return self.code == INTERRUPTED


class Interruption:
    """Ctrl-C and a polite request to end: heard at once, except while a game is being logged and
    told."""

    def __init__(self) -> None:
        self._is_put_off = self._is_asked = False

    @contextmanager
    def put_off(self) -> Iterator[None]:
        """What happens inside happens whole."""
        self._is_put_off = True
        try:
            yield
        finally:
            self._is_put_off = False
        if self._is_asked:
            raise KeyboardInterrupt

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Listens to both signals."""
        before = {number: signal.signal(number, self._hear) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self._is_asked = True
        if not self._is_put_off:
            raise KeyboardInterrupt


def open_log(arguments: RunArguments, described: Callable[[], Tournament]) -> OpenLog:
    """The log to resume, or a new one for the tournament that the arguments describe."""
    check_transcript(arguments)
    if arguments.resume is None:
        tournament = described()
        path = Path(arguments.log or time.strftime("tournament-%Y%m%d-%H%M%S.jsonl"))
        header = new_header(tournament, full_specs(tournament, arguments.cluster), shlex.join(["hansa", *sys.argv[1:]]))
        return OpenLog(Log.create(path, header), tournament, [], is_new=True)
    if arguments.bots or arguments.log:
        raise UsageError("--resume takes everything from the log; leave out the bots and --log")
    if arguments.repeats_log:
        raise UsageError(f"--resume takes {arguments.repeats_log[0]} from the log; leave it out")
    log, contents = Log.resume(Path(arguments.resume))
    tournament = log.header.tournament
    full_specs(tournament, arguments.cluster)
    log.check_engine()
    if log.header.checksums is None and not arguments.quiet:
        warn(no_checksums(log.path))
    blocks = tournament.blocks if arguments.blocks is None else arguments.blocks
    return OpenLog(log, replace(tournament, blocks=blocks, check=False), contents.games)


def check_transcript(arguments: MachineArguments) -> None:
    """What cannot be written down is said before a log is begun."""
    if arguments.debug is not None and arguments.cluster is not None:
        raise UsageError("--debug writes on this machine, and with --cluster programs play on others; leave one of them out")
    with transcribed(arguments.debug):
        pass


def full_specs(tournament: Tournament, cluster: str | None) -> dict[str, str]:
    """Each bot's spec with every option; a bot that is unknown, does not play the game or lacks its
    program is told at once."""
    bots = {name: make_bot(spec) for name, spec in tournament.specs.items()}
    for bot in bots.values():
        if cluster is None:     # else the programs are where the games are played
            check_found(bot)
        for table in tournament.tables:
            check_plays(bot, table.game)
    return {name: bot.spec for name, bot in bots.items()}


def play(
    arguments: PlayableArguments, opened: OpenLog, plan: GameSource, *,
    note: Callable[[], str] = lambda: "", heard: Callable[[GameResult], None] = lambda game: None,
) -> RunOutcome:
    """Plays what the log lacks and shows it; whatever stops it, standard error says how to
    resume."""
    log, games, code = opened.log, list(opened.done), 0
    interruption = Interruption()

    def tell(game: GameResult) -> None:
        games.append(game)
        heard(game)
        shown.tell(game)

    try:
        with (log, interruption.heard(), transcribed(arguments.debug), _runner(arguments, opened.tournament) as runner,
              _progress(arguments, plan, [*opened.earlier, *opened.done], note) as shown):
            try:
                play_rounds(plan, runner, log, opened.done, tell=tell, strict=arguments.strict, undivided=interruption.put_off)
            except FaultStop:
                code = FAULTS
            lost = list(runner.lost)
    except KeyboardInterrupt:
        print(f"\nhansa: interrupted after {len(games)} games, all in {log.path}; continue with:\n"
              f"  {arguments.resume_command(log.path)}", file=sys.stderr)
        return RunOutcome(in_order(games), INTERRUPTED, log.path)
    except (RunnerError, ClusterError, OSError) as error:
        if not games and opened.is_new:
            log.remove_if_empty()
            raise
        why = f"{error.filename or log.path}: {error.strerror or error}" if isinstance(error, OSError) else str(error)
        print(f"hansa: error: {' '.join(why.split())}; the {len(games)} games so far are in {log.path}, continue with: "
              f"{arguments.resume_command(log.path)}", file=sys.stderr)
        return RunOutcome(in_order(games), MACHINE, log.path, broken=True)
    if lost:
        _tell_lost(lost, arguments.resume_command(log.path))
        code = MACHINE
    return RunOutcome(in_order(games), code, log.path)


def _tell_lost(lost: Sequence[Lost], command: str) -> None:
    """Games that the machine could not play: nobody's fault, and not in the log."""
    first = lost[0]
    games = "game" if len(lost) == 1 else "games"
    warn(f"this machine could not play {len(lost)} {games} (game {first.game.id}: {first.reason}); they count for nobody, "
         f"and are played again by: {command}")


def _runner(playing: MachineArguments, tournament: Tournament) -> AbstractContextManager[GameRunner]:
    """What plays the games."""
    digest, deadline, limit = tournament.digest, playing.deadline, tournament.limit
    if playing.cluster is not None:
        return ClusterRunner(playing.cluster, digest, deadline=deadline, limit=limit)
    if playing.workers > MOST_WORKERS:
        raise UsageError(f"--workers {playing.workers} is more than {MOST_WORKERS}")
    return local_runner(playing.workers, digest, deadline=deadline, limit=limit)


def _progress(
    results: ResultArguments, plan: GameSource, done: Sequence[GameResult], note: Callable[[], str]
) -> AbstractContextManager[Silent]:
    """How progress is shown."""
    if results.quiet or sys.stderr is None:
        return Silent()
    if sys.stderr.isatty() and not results.plain:
        return LiveStandings(rich_console(stderr=True), plan.total, list(done), note, results.anchor, results.model == "winner")
    return Lines(sys.stderr, plan.total, len(done), note)


def finish(
    outcome: RunOutcome, results: ResultArguments, found: Standings, next_steps: Mapping[str, str]
) -> int:
    """The last lines: faults in red, the log, what else can be done with it. Returns the exit
    code."""
    announce_faults(found, plain=results.plain)
    if not results.quiet and not results.json:
        for what, command in next_steps.items():
            print(f"{what}: {command}")
    return outcome.code or (FAULTS if found.faults else 0)
