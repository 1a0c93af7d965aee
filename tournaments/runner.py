"""Plays games in processes of their own, one for each worker, and survives whatever happens to
them.

A worker is a process, a pipe and a journal (`worker.py`). A process that dies, or thinks for longer
than the deadline, is replaced and its game played once more; if that happens again, the seat that
was thinking is at fault. Games that were only waiting in the pipe go to other workers.

No bot is at fault if a process was killed from outside (also by the kernel, when memory is short)
or ran out of memory. Such a game is played again too, and if that fails it is *lost*: it is played
when the tournament is resumed.
"""

from __future__ import annotations

import logging
import math
import signal
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import multiprocess
import multiprocess.connection

from hansa.bots.exec_bot import signal_name
from hansa.errors import HansaError
from hansa.json_lines import json_line
from hansa.logs import where_kept
from hansa.record import setup_of
from hansa.tournaments.leftovers import end_marked, new_mark
from hansa.tournaments.machine import Lost
from hansa.tournaments.play import Fault, RecordDraft, record_of, start_of
from hansa.tournaments.results import GameResult, game_result
from hansa.tournaments.schedule import MOST_MOVES, ScheduledGame
from hansa.tournaments.worker import HEADER, Broken, FinishedGame, Journal, hear, say, serve

__all__ = ["Runner", "RunnerError"]

LOG = logging.getLogger(__name__)
DEADLINE = 120.0            # seconds for one decision
TRIES = 2
STARTS = 10                 # processes that die one after the other before one is ready
START_SECONDS = 120.0       # until a process is ready; it takes one or two on an idle machine
SLOW_STARTS = 3             # one after the other; then there is no hope
MOST_LOST = 5               # games one after the other that the machine could not play
QUEUED_SECONDS = 0.25       # of work in a pipe, so that quick games do not wait for the runner
MOST_QUEUED = 64
GLANCE_SECONDS = 0.2        # between two looks at the deadlines
# Windows has two of them
KILLED = {getattr(signal, name, None) for name in ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP")}


@dataclass
class Pace:
    """Measures how long games take, which decides how many are sent to a worker at once."""

    mean_seconds: float = math.inf

    def heard(self, game: GameResult) -> None:
        """Notes a finished game."""
        seconds = max(sum(game.seconds), 1e-4)
        self.mean_seconds = seconds if self.mean_seconds == math.inf else 0.9 * self.mean_seconds + 0.1 * seconds

    def games_in(self, seconds: float) -> int:
        """The number of games that fit into this time; 0 before the first game has ended."""
        return min(MOST_QUEUED, int(seconds / self.mean_seconds))


class RunnerError(HansaError):
    """The runner itself cannot continue.

    >>> issubclass(RunnerError, HansaError)         # as everything that this library refuses
    True
    """

    code = "runner"


class WorkerProcess:
    """One process with its pipe, its journal, and the games it was given and has not sent back."""

    def __init__(self, context: Any, digest: str, limit: int) -> None:
        self._context = context
        self._digest = digest
        self._shared = context.RawArray("q", HEADER + limit)
        self._mark = new_mark()
        self.journal = Journal(self._shared)
        self.games: deque[ScheduledGame] = deque()
        self.start()

    def start(self) -> None:
        """Starts a new process."""
        self.journal.clear()
        self.ready = False
        self.done = 0
        self.started = time.monotonic()
        try:
            self.pipe, theirs = self._context.Pipe()
            self.process = self._context.Process(
                target=serve, args=(theirs, self._shared, self._digest, self._mark), daemon=True)
            self.process.start()
            theirs.close()
        except OSError as error:
            raise RunnerError(f"no process can be started: {error.strerror or error}") from error

    def is_late(self, seconds: float) -> bool:
        """Whether its process has not become ready in time."""
        return not self.ready and time.monotonic() - self.started > seconds

    def give(self, game: ScheduledGame) -> None:
        """Sends a game to the process."""
        self.games.append(game)
        try:
            say(self.pipe, game)
        except OSError:
            return          # it has just died: its sentinel says so

    def take(self) -> Iterator[FinishedGame | Lost | Broken]:
        """All answers that have arrived."""
        try:
            while self.pipe.poll():
                answer = hear(self.pipe)
                if answer is None:
                    self.ready = True
                    continue
                self.games.popleft()
                self.done += 1
                yield answer
        except (EOFError, OSError):
            return

    @property
    def under_way(self) -> bool:
        """Whether it is in the middle of a game."""
        return self.journal.begun > self.done

    def kill(self) -> None:
        """Kills the process and everything that its bots have started."""
        self.process.kill()
        self.process.join()
        end_marked(self._mark)
        self.pipe.close()


class Runner:
    """Worker processes, for any number of games. A context manager, since processes must end.

    >>> from hansa.tournaments.schedule import TableSetup, Tournament, games
    >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=3)
    >>> with Runner(2, plan.digest) as runner:
    ...     found = sorted(finished.result.id for finished in runner.run(games(plan)))
    >>> found                                                       # games end in any order
    ['0.0', '0.1', '1.0', '1.1', '2.0', '2.1']
    """

    def __init__(
        self, workers: int, digest: str, *, deadline: float = DEADLINE, limit: int = MOST_MOVES,
        start_seconds: float = START_SECONDS,
    ) -> None:
        self.digest = digest
        self.deadline = deadline
        self.start_seconds = start_seconds
        self.lost: list[Lost] = []
        self.lost_in_a_row = 0
        context = multiprocess.get_context("spawn")
        self.workers = [WorkerProcess(context, digest, limit) for _ in range(workers)]
        self.tries: Counter[str] = Counter()
        self.failed_starts = self.slow_starts = 0
        self.pace = Pace()

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for worker in self.workers:
            worker.kill()

    def run(self, games: Iterable[ScheduledGame]) -> Iterator[FinishedGame]:
        """Plays games, and yields them in the order in which they finish."""
        waiting, again = iter(games), deque[ScheduledGame]()
        while True:
            exhausted = self._hand_out(waiting, again)
            if exhausted and not any(worker.games for worker in self.workers):
                return
            self._wait()
            for worker in self.workers:
                yield from self._taken(worker, again)
                if worker.games and worker.under_way and worker.journal.thinking_seconds > self.deadline:
                    yield from self._replace(worker, again, f"no answer within {self.deadline:g} seconds (--deadline)")
                elif not worker.process.is_alive():
                    yield from self._taken(worker, again)
                    yield from self._replace(worker, again, None)
                elif worker.is_late(self.start_seconds):
                    self.slow_starts += 1
                    if self.slow_starts >= SLOW_STARTS:
                        raise RunnerError(f"a process that should play was not ready within {self.start_seconds:g} seconds, "
                                          f"{SLOW_STARTS} times: is the machine overloaded?")
                    yield from self._replace(worker, again, None)

    def _hand_out(self, waiting: Iterator[ScheduledGame], again: deque[ScheduledGame]) -> bool:
        """Keeps every pipe full, repeated games first. Returns whether there are no more games."""
        for level in range(1, 2 + self.pace.games_in(QUEUED_SECONDS)):
            for worker in self.workers:
                if worker.ready and len(worker.games) < level:
                    game = again.popleft() if again else next(waiting, None)
                    if game is None:
                        return True
                    worker.give(game)
        return False

    def _wait(self) -> None:
        """Waits until a worker answers or dies, or until it is time to check the deadlines."""
        multiprocess.connection.wait(
            [worker.pipe for worker in self.workers] + [worker.process.sentinel for worker in self.workers], GLANCE_SECONDS)

    def _taken(self, worker: WorkerProcess, again: deque[ScheduledGame]) -> Iterator[FinishedGame]:
        """Yields the games that a worker has finished. A game that the machine could not play is
        repeated once, then lost."""
        for answer in worker.take():
            if isinstance(answer, Broken):
                LOG.error("game %s:\n%s", answer.game.id, answer.trace)
                last = answer.trace.strip().rpartition("\n")[2]
                raise RunnerError(f"game {answer.game.id}: a fault of hansa itself, please report it: {last}; "
                                  f"its traceback is {where_kept()}")
            if isinstance(answer, Lost):
                self._try_again(answer.game, answer.reason, again)
            else:
                self.lost_in_a_row = 0
                self.pace.heard(answer.result)
                yield answer

    def _try_again(self, game: ScheduledGame, reason: str, again: deque[ScheduledGame]) -> None:
        """Repeats a game that the machine could not play, but only once in this run."""
        self.tries[game.id] += 1
        if self.tries[game.id] < TRIES:
            again.append(game)
            return
        self.lost.append(Lost(game, reason))
        self.lost_in_a_row += 1
        if self.lost_in_a_row >= MOST_LOST:
            raise RunnerError(f"the machine cannot play, {MOST_LOST} games in a row were lost: {reason}")

    def _replace(self, worker: WorkerProcess, again: deque[ScheduledGame], timeout: str | None) -> Iterator[FinishedGame]:
        """Replaces the process of a worker that is dead or hangs. Its game is repeated, or becomes
        a fault."""
        begun, was_ready = worker.under_way, worker.ready
        worker.kill()
        games = list(worker.games)
        worker.games.clear()
        if games and begun:
            game = games.pop(0)
            killed = -(worker.process.exitcode or 0)
            if timeout is None and killed in KILLED:
                self._try_again(game, f"its process was killed from outside ({signal.Signals(killed).name})", again)
            elif self.tries[game.id] + 1 < TRIES:
                self.tries[game.id] += 1
                again.append(game)
            else:
                yield self._faulty(game, worker, timeout)
        again.extend(games)
        self.failed_starts = 0 if was_ready else self.failed_starts + 1
        self.slow_starts = 0 if was_ready else self.slow_starts
        if self.failed_starts >= STARTS:
            raise RunnerError(f"the processes that should play end before they begin (exit code {worker.process.exitcode})")
        worker.start()

    def _faulty(self, game: ScheduledGame, worker: WorkerProcess, timeout: str | None) -> FinishedGame:
        """The record of a game that has killed its process twice, from the journal."""
        code = worker.process.exitcode or 0
        if timeout is not None:
            fault = Fault("timeout", worker.journal.seat, timeout)
        else:
            how = f"signal {signal_name(-code)}" if code < 0 else f"exit code {code}"
            fault = Fault("crash", worker.journal.seat, f"its process died ({how})")
        state = start_of(game)
        setup, course = state.setup or setup_of(state), RecordDraft()
        for move in worker.journal.moves:
            course.moves.append(f"{state.to_move} {state.legal_moves.text(move)}")
            state.position.play(move)
        record = record_of(game, state, setup, course, fault, 0.0, {})
        return FinishedGame(game_result(record, self.digest), json_line(record.to_json()))
