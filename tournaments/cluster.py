"""The same games on a Dask cluster: `dask.distributed`, which the extra `[distributed]` installs.

Several games go out together, since each task costs the scheduler a millisecond. A cluster cannot
watch a bot from outside and name a culprit. So a game that failed there, or took too long, is
played again in a guarded process of this machine, whose result counts.
"""

from __future__ import annotations

import importlib
import itertools
import logging
import platform
import queue
import threading
import time
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from types import TracebackType
from typing import Any

from hansa.bench import signature
from hansa.errors import HansaError
from hansa.tournaments.machine import Lost
from hansa.tournaments.runner import DEADLINE, Pace, Runner
from hansa.tournaments.schedule import MOST_MOVES, ScheduledGame
from hansa.tournaments.worker import HEADER, FinishedGame, Journal, answer_to
from hansa.version import VERSION

TASK_SECONDS = 0.5          # of work in one task, and more with many threads:
# ... a second per THREADS_A_SECOND threads, since every task takes the scheduler's time
THREADS_A_SECOND = 200
# ... less towards the end of a round, so that no worker waits long for the last one
LEAST_SECONDS = 0.02
TASKS_A_THREAD = 2          # on their way, so that nobody waits for the network
RECOUNT_SECONDS = 5.0       # between two looks at how many threads there are
CONNECT_SECONDS = 10
CLOSE_SECONDS = 3           # a scheduler that is gone does not say goodbye
GLANCE_SECONDS = 0.2
WORKERLESS_SECONDS = 20.0   # workers may be restarted meanwhile

LOG = logging.getLogger(__name__)


class ClusterError(HansaError):
    """A cluster that cannot be used."""

    code = "cluster"


class OtherVersion(Exception):
    """A worker has joined with another version of hansa; its games must not get into the log."""


def finish_all(
    games: Sequence[ScheduledGame], digest: str, deadline: float, wanted: tuple[str, str],
) -> list[FinishedGame | ScheduledGame]:
    """Runs on the cluster. Returns games finished, or the game itself if it must be watched
    closely."""
    here = version_there()
    if here != wanted:
        raise OtherVersion(f"a worker on {platform.node()} plays with hansa {' '.join(here)}, here it is {' '.join(wanted)}")
    answers: list[FinishedGame | ScheduledGame] = []
    while len(answers) < len(games):
        answers += _watched(games[len(answers):], digest, deadline)
    return answers


def _watched(games: Sequence[ScheduledGame], digest: str, deadline: float) -> list[FinishedGame | ScheduledGame]:
    """Plays games in a thread; if a bot thinks too long, thread and game are abandoned."""
    journal = Journal(array("q", bytes(8 * (HEADER + max(game.limit for game in games)))))
    answers: list[FinishedGame | ScheduledGame] = []

    def play_them() -> None:
        for game in games:
            journal.begin()
            answer = answer_to(game, digest, journal)
            answers.append(answer if isinstance(answer, FinishedGame) else game)

    journal.begin()
    playing = threading.Thread(target=play_them, daemon=True)
    playing.start()
    while playing.is_alive():
        playing.join(GLANCE_SECONDS)
        if playing.is_alive() and journal.thinking_seconds > deadline:
            there = answers[:]
            return [*there, *games[len(there) : len(there) + 1]]
    return answers


def version_there() -> tuple[str, str]:
    """Runs on the cluster: which engine plays there."""
    return VERSION, signature()


class Waiting:
    """Games that are not handed out yet: as many as a caller wants to count are taken from their
    iterator.

    >>> waiting = Waiting([])
    >>> waiting.count(5), waiting.take(2)
    (0, [])
    """

    def __init__(self, games: Iterable[ScheduledGame]) -> None:
        self._more, self._next = iter(games), deque[ScheduledGame]()

    def count(self, enough: int) -> int:
        """How many there are, or enough."""
        self._next.extend(itertools.islice(self._more, max(0, enough - len(self._next))))
        return min(enough, len(self._next))

    def take(self, count: int) -> list[ScheduledGame]:
        """The next ones."""
        return [self._next.popleft() for _ in range(self.count(count))]


def games_in_a_task(left: int, threads: int, least: int, most: int) -> int:
    """How many games go out together: a share of those that are left for each thread, within
    bounds.

    Towards the end of a round tasks become shorter (guided self-scheduling), so that all threads
    finish at about the same time: tasks of half a second, to the end, would leave each thread idle
    for a quarter of a second on average.

    >>> left, sizes = 60, []
    >>> while left:
    ...     sizes.append(games_in_a_task(left, threads=2, least=1, most=5))
    ...     left -= sizes[-1]
    >>> sizes
    [5, 5, 5, 5, 5, 5, 5, 5, 5, 3, 3, 2, 1, 1, 1, 1, 1, 1, 1]
    """
    return min(left, max(least, min(most, left // (TASKS_A_THREAD * threads))))


class ClusterRunner:
    """Plays games on the cluster at an address; used like `Runner`."""

    def __init__(self, address: str, digest: str, *, deadline: float = DEADLINE, limit: int = MOST_MOVES) -> None:
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise ClusterError("--cluster needs dask.distributed: pip install 'hansa[distributed]'") from None
        self.digest, self.deadline, self.limit = digest, deadline, limit
        self.pace = Pace()
        try:
            self.client: Any = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise ClusterError(f"there is no Dask cluster at {address!r}: {str(error).splitlines()[0]}") from error
        self._address = address
        self._ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.lost: list[Lost] = []

    def __enter__(self) -> ClusterRunner:
        self._check_versions()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.client.close(timeout=CLOSE_SECONDS)

    def _check_versions(self) -> None:
        here = version_there()
        found = self.client.run(version_there)
        if not found:
            raise ClusterError(f"the cluster at {self._address} has no workers; start some by: dask worker {self._address}")
        for worker, there in found.items():
            if tuple(there) != here:
                raise ClusterError(f"{worker} plays with hansa {' '.join(there)}, here it is {' '.join(here)}")

    def run(self, games: Iterable[ScheduledGame]) -> Iterator[FinishedGame]:
        """Plays games, and yields them in the order in which they finish."""
        waiting, on_their_way = Waiting(games), dict[Any, list[ScheduledGame]]()
        threads, counted = self._threads(), time.monotonic()
        while True:
            if time.monotonic() - counted > RECOUNT_SECONDS:        # workers come and go
                threads, counted = self._threads(), time.monotonic()
            while len(on_their_way) < TASKS_A_THREAD * threads and (batch := self._batch(waiting, threads)):
                task = self.client.submit(finish_all, batch, self.digest, self.deadline, version_there(), pure=False)
                on_their_way[task] = batch
                task.add_done_callback(self._ended.put)
            if not on_their_way:
                return
            task = self._awaited(lambda seconds: self._ended.get(timeout=seconds))
            yield from self._results(task, on_their_way.pop(task))

    def _awaited(self, ask: Callable[[float], Any]) -> Any:
        """Asks again and again for a short time; waits only so long for a cluster without
        workers."""
        lonely = time.monotonic()
        while True:
            try:
                return ask(GLANCE_SECONDS)
            except CancelledError:
                raise self._gone() from None
            except (queue.Empty, TimeoutError):
                if self.client.status != "running":
                    raise self._gone() from None
                if self.client.nthreads():
                    lonely = time.monotonic()
                elif time.monotonic() - lonely > WORKERLESS_SECONDS:
                    raise ClusterError(f"the cluster at {self._address} has lost all its workers; start some by: "
                                       f"dask worker {self._address}") from None

    def _gone(self) -> ClusterError:
        return ClusterError(f"the Dask scheduler at {self._address} is gone")

    def _threads(self) -> int:
        return max(1, sum(map(int, self.client.nthreads().values())))

    def _batch(self, waiting: Waiting, threads: int) -> list[ScheduledGame]:
        most = max(1, self.pace.games_in(max(TASK_SECONDS, threads / THREADS_A_SECOND)))
        least = max(1, self.pace.games_in(LEAST_SECONDS))
        return waiting.take(games_in_a_task(waiting.count(most * threads * TASKS_A_THREAD), threads, least, most))

    def _results(self, task: Any, batch: Sequence[ScheduledGame]) -> Iterator[FinishedGame]:
        """What a task brought; games that failed there are played here.

        An answer may be lost with the worker that has it; then another worker plays its games anew.
        """
        answers: Sequence[FinishedGame | ScheduledGame]
        try:
            answers = self._awaited(lambda seconds: task.result(timeout=seconds))
        except ClusterError:
            raise
        except OtherVersion as error:
            raise ClusterError(str(error)) from error
        except Exception:
            LOG.warning("a task of %d games failed on the cluster", len(batch), exc_info=True)
            answers = batch
        task.release()
        for answer in answers:
            if isinstance(answer, FinishedGame):
                self.pace.heard(answer.result)
                yield answer
        again = [answer for answer in answers if isinstance(answer, ScheduledGame)]
        if again:
            with Runner(1, self.digest, deadline=self.deadline, limit=self.limit) as here:
                yield from here.run(again)
                self.lost += here.lost
