"""How games are handed out, taken back, repeated and given up, with workers that are no processes:
what each does when is written down."""

from __future__ import annotations

import errno
import math
import signal
import time
from array import array
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from hansa.tournaments import runner
from hansa.tournaments.machine import Lost
from hansa.tournaments.results import GameResult
from hansa.tournaments.runner import Pace, Runner, RunnerError, WorkerProcess
from hansa.tournaments.schedule import ScheduledGame, TableSetup, Tournament, games
from hansa.tournaments.worker import HEADER, Broken, FinishedGame, Journal, finish

PLAN = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=4, limit=20)


@cache
def plan() -> Sequence[ScheduledGame]:
    """Eight games."""
    return list(games(PLAN))


@cache
def finished(number: int = 0, seconds: float = 1.0) -> FinishedGame:
    """A game that took its bots so long."""
    one = finish(plan()[number], PLAN.digest)
    return replace(one, result=replace(one.result, seconds=(seconds / 4, 3 * seconds / 4)))


class Worker:
    """Stands for a process: what it will answer is put into `answers`."""

    def __init__(self, name: str, log: list[str]) -> None:
        self.name, self.log = name, log
        self.games: deque[ScheduledGame] = deque()
        self.answers: deque[Any] = deque()
        self.ready, self.under_way, self.late, self.alive = True, False, False, True
        self.journal = SimpleNamespace(thinking_seconds=0.0, seat=1, moves=[])
        self.process = SimpleNamespace(is_alive=lambda: self.alive, exitcode=0)

    def give(self, game: ScheduledGame) -> None:
        """Takes a game."""
        self.games.append(game)
        self.log.append(f"{self.name} gets {game.id}")

    def take(self) -> Any:
        """What it has to say."""
        while self.answers:
            self.games.popleft()
            yield self.answers.popleft()

    def is_late(self, seconds: float) -> bool:
        """Whether it is not ready in time."""
        assert seconds == 7.0
        return self.late

    def kill(self) -> None:
        """Ends."""
        self.log.append(f"{self.name} is killed")

    def start(self) -> None:
        """Begins anew, as if its process had just been started."""
        self.log.append(f"{self.name} starts")
        self.ready = self.late = self.under_way = False
        self.alive = True


class Stage:
    """A runner with such workers; each step is what happens while it waits."""

    def __init__(self, workers: int) -> None:
        self.log: list[str] = []
        self.runner = Runner(0, PLAN.digest, deadline=5.0, start_seconds=7.0)
        self.workers = [Worker(name, self.log) for name in "ABC"[:workers]]
        self.runner.workers = self.workers      # type: ignore[assignment]

    def run(self, wanted: Sequence[ScheduledGame], *steps: Callable[[], object]) -> list[str]:
        """Plays; the games that were yielded."""
        ahead = iter(steps)
        with patch.object(self.runner, "_wait", lambda: next(ahead)()):
            return [one.result.id for one in self.runner.run(wanted)]

    def done(self, worker: int, number: int, seconds: float = 1.0) -> Callable[[], object]:
        """A step in which a worker has played a game."""
        return lambda: self.workers[worker].answers.append(finished(number, seconds))


def test_each_worker_gets_one_game_before_anybody_knows_how_long_they_take() -> None:
    stage = Stage(2)
    found = stage.run(plan()[:3], stage.done(1, 1), stage.done(0, 0), stage.done(1, 2))
    assert found == ["0.1", "0.0", "1.0"]
    assert stage.log == ["A gets 0.0", "B gets 0.1", "B gets 1.0"]
    with stage.runner as entered:
        assert entered is stage.runner
    assert stage.log[3:] == ["A is killed", "B is killed"]


def test_quick_games_are_handed_out_ahead_level_by_level() -> None:
    stage = Stage(2)
    stage.runner.pace.mean_seconds = 0.1        # two more fit into a quarter of a second
    assert stage.runner._hand_out(iter(plan()), deque()) is False
    assert stage.log == ["A gets 0.0", "B gets 0.1", "A gets 1.0", "B gets 1.1", "A gets 2.0", "B gets 2.1"]
    stage.workers[0].ready = False
    stage.workers[1].games.clear()
    assert stage.runner._hand_out(iter(plan()[7:]), deque(plan()[:1])) is True
    # Repeated games first, none for who is not ready.
    assert stage.log[6:] == ["B gets 0.0", "B gets 3.1"]


@pytest.mark.parametrize(("seconds", "quarters"), [((0.4, 0.6), 0), ((0.05, 0.05), 2), ((0.0, 0.0), 64), ((1e-5, 0.0), 64)])
def test_the_pace_is_that_of_the_games(seconds: tuple[float, float], quarters: int) -> None:
    pace = Pace()
    assert pace.games_in(1e9) == 0 and pace.mean_seconds == math.inf
    result: GameResult = replace(finished().result, seconds=seconds)
    pace.heard(result)
    assert pace.mean_seconds == max(sum(seconds), 1e-4) and pace.games_in(0.25) == quarters
    pace.heard(replace(result, seconds=(10.0, 0.0)))
    assert pace.mean_seconds == pytest.approx(0.9 * max(sum(seconds), 1e-4) + 1.0)


def test_what_a_worker_lost_is_played_twice_and_then_given_up() -> None:
    stage = Stage(1)
    game = plan()[0]

    def lost() -> None:
        stage.workers[0].answers.append(Lost(game, "out of memory"))

    assert stage.run([game], lost, lost) == []
    assert stage.runner.lost == [Lost(game, "out of memory")] and stage.log == ["A gets 0.0", "A gets 0.0"]
    assert stage.runner.lost_in_a_row == 1
    assert stage.run(plan()[1:2], stage.done(0, 1)) == ["0.1"] and stage.runner.lost_in_a_row == 0


def test_a_machine_that_loses_five_games_in_a_row_cannot_play() -> None:
    stage = Stage(1)
    stage.runner.tries.update({game.id: 1 for game in plan()})

    def lost() -> None:
        stage.workers[0].answers.append(Lost(stage.workers[0].games[0], "out of memory"))

    with pytest.raises(RunnerError) as refused:
        stage.run(plan(), *[lost] * 5)
    assert str(refused.value) == "the machine cannot play, 5 games in a row were lost: out of memory"
    assert len(stage.runner.lost) == 5


def test_a_fault_of_ours_ends_the_run_with_its_last_line(caplog: pytest.LogCaptureFixture) -> None:
    stage = Stage(1)

    def broken() -> None:
        stage.workers[0].answers.append(Broken(plan()[0], "Traceback:\n  a line\nKeyError: 7\n"))

    with patch.object(runner, "where_kept", return_value="in FILE"), pytest.raises(RunnerError) as refused:
        stage.run(plan()[:1], broken)
    assert str(refused.value) == (
        "game 0.0: a fault of hansa itself, please report it: KeyError: 7; its traceback is in FILE")
    assert "a line" in caplog.text


def hangs(stage: Stage, seconds: float = 5.1, *, under_way: bool = True) -> Callable[[], None]:
    """A step in which a bot thinks for so long."""
    def happens() -> None:
        stage.workers[0].under_way = under_way
        stage.workers[0].journal.thinking_seconds = seconds

    return happens


def ready(stage: Stage) -> Callable[[], None]:
    """A step in which the new process is ready."""
    def happens() -> None:
        stage.workers[0].ready = True
        stage.workers[0].journal.thinking_seconds = 0.0

    return happens


def test_a_bot_that_hangs_twice_is_at_fault_and_the_games_behind_it_are_not() -> None:
    stage = Stage(1)
    stage.runner.pace.mean_seconds = 0.2        # one more game fits

    def faulty(game: ScheduledGame, worker: Worker, why: str | None) -> FinishedGame:
        stage.log.append(f"{game.id}: {why}")
        return finished(0)

    with patch.object(stage.runner, "_faulty", faulty):
        found = stage.run(plan()[:2], hangs(stage), ready(stage), hangs(stage), ready(stage), stage.done(0, 1))
    assert found == ["0.0", "0.1"]
    assert stage.log == [
        "A gets 0.0", "A gets 0.1", "A is killed", "A starts", "A gets 0.0", "A gets 0.1", "A is killed",
        "0.0: no answer within 5 seconds (--deadline)", "A starts", "A gets 0.1"]


@pytest.mark.parametrize(("seconds", "under_way"), [(5.0, True), (9.0, False)])
def test_whoever_thinks_in_time_or_has_not_begun_is_left_alone(seconds: float, under_way: bool) -> None:
    stage = Stage(1)
    assert stage.run(plan()[:1], hangs(stage, seconds, under_way=under_way), stage.done(0, 0)) == ["0.0"]
    assert stage.log == ["A gets 0.0"]


def dies(stage: Stage, code: int, *, under_way: bool = True, answers: int | None = None) -> Callable[[], None]:
    """A step in which the process ends, perhaps with a last answer."""
    def happens() -> None:
        worker = stage.workers[0]
        worker.alive, worker.under_way, worker.process.exitcode = False, under_way, code
        if answers is not None:
            worker.answers.append(finished(answers))

    return happens


@pytest.mark.parametrize("code", [-signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP])
def test_a_process_that_was_killed_from_outside_is_nobodys_fault(code: int) -> None:
    stage = Stage(1)
    assert stage.run(plan()[:1], dies(stage, code), ready(stage), dies(stage, code), ready(stage)) == []
    (lost,) = stage.runner.lost
    assert lost == Lost(plan()[0], f"its process was killed from outside ({signal.Signals(-code).name})")
    assert stage.log == ["A gets 0.0", "A is killed", "A starts", "A gets 0.0", "A is killed", "A starts"]


def test_a_process_that_dies_twice_by_itself_is_a_fault_of_its_bot() -> None:
    stage = Stage(1)
    with patch.object(stage.runner, "_faulty", return_value=finished(0)) as faulty:
        assert stage.run(plan()[:1], dies(stage, 3), ready(stage), dies(stage, 3), ready(stage)) == ["0.0"]
    faulty.assert_called_once_with(plan()[0], stage.workers[0], None)
    assert stage.runner.lost == [] and stage.runner.tries == {"0.0": 1}


def test_a_process_that_dies_between_games_costs_no_try() -> None:
    stage = Stage(1)
    found = stage.run(plan()[:1], dies(stage, 1, under_way=False), ready(stage), dies(stage, 1, answers=0),
                      ready(stage))
    assert found == ["0.0"] and stage.runner.tries == {}


@pytest.mark.parametrize(("was_ready", "failed", "expected"), [(True, 4, 0), (False, 4, 5)])
def test_processes_that_are_never_ready_are_counted(was_ready: bool, failed: int, expected: int) -> None:
    stage = Stage(1)
    stage.runner.failed_starts = stage.runner.slow_starts = failed
    stage.workers[0].ready = was_ready
    assert list(stage.runner._replace(stage.workers[0], deque(), None)) == []       # type: ignore[arg-type]
    assert (stage.runner.failed_starts, stage.runner.slow_starts) == (expected, 0 if was_ready else failed)


def test_ten_processes_that_end_before_they_are_ready_are_enough() -> None:
    stage = Stage(1)
    stage.runner.failed_starts, stage.workers[0].ready, stage.workers[0].process.exitcode = 9, False, 7
    with pytest.raises(RunnerError) as refused:
        list(stage.runner._replace(stage.workers[0], deque(), None))                # type: ignore[arg-type]
    assert str(refused.value) == "the processes that should play end before they begin (exit code 7)"
    assert stage.log == ["A is killed"]


def test_a_process_that_is_late_is_replaced_and_three_are_enough() -> None:
    stage = Stage(1)

    def late() -> None:
        stage.workers[0].ready, stage.workers[0].late = False, True

    stage.workers[0].games.append(plan()[0])
    with pytest.raises(RunnerError) as refused:
        stage.run([], *[late] * 3)
    assert str(refused.value) == (
        "a process that should play was not ready within 7 seconds, 3 times: is the machine overloaded?")


@pytest.mark.parametrize(("code", "timeout", "end", "message"), [
    (0, "no answer within 5 seconds (--deadline)", "timeout", "no answer within 5 seconds (--deadline)"),
    (3, None, "crash", "its process died (exit code 3)"), (-11, None, "crash", "its process died (signal SIGSEGV)"),
])
def test_the_record_of_a_fault_has_the_moves_of_the_journal(code: int, timeout: str | None, end: str, message: str) -> None:
    stage = Stage(1)
    journal = Journal(array("q", bytes(8 * (HEADER + 20))))
    journal.begin()
    whole = finish(plan()[0], PLAN.digest, journal)
    journal.deciding(1)
    kept = journal.moves[:5]
    worker = stage.workers[0]
    worker.process.exitcode, worker.journal = code, SimpleNamespace(seat=journal.seat, moves=kept)
    one = stage.runner._faulty(plan()[0], worker, timeout)      # type: ignore[arg-type]
    assert (one.result.end, one.result.by, one.result.message, one.result.moves) == (end, 1, message, 5)
    assert one.line.partition('"moves": ')[2].startswith(whole.line.partition('"moves": ')[2].partition('"')[0])
    assert one.result.bots == plan()[0].seats and one.result.digest == PLAN.digest


# --- one process ----------------------------------------------------------------------------------

class NoProcess:
    """Stands for a way to make processes, which makes none."""

    def __init__(self, error: OSError | None = None) -> None:
        self.error = error
        self.heard: list[bytes] = []

    def RawArray(self, kind: str, count: int) -> Any:
        """Memory."""
        assert kind == "q"
        return array("q", bytes(8 * count))

    def Pipe(self) -> Any:
        """Two ends."""
        if self.error is not None:
            raise self.error
        return SimpleNamespace(send_bytes=self.heard.append), SimpleNamespace(close=lambda: None)

    def Process(self, **more: Any) -> Any:
        """Nothing."""
        return SimpleNamespace(start=lambda: None)


@pytest.mark.parametrize(("error", "message"), [
    (OSError(errno.EMFILE, "Too many open files"), "no process can be started: Too many open files"),
    (OSError("odd"), "no process can be started: odd"),
])
def test_a_process_that_cannot_be_started_is_one_line(error: OSError, message: str) -> None:
    with pytest.raises(RunnerError) as refused:
        WorkerProcess(NoProcess(error), "x", 20)
    assert str(refused.value) == message


def test_a_process_is_late_until_it_is_ready_and_under_way_until_it_has_answered() -> None:
    with patch.object(time, "monotonic", return_value=100.0):
        worker = WorkerProcess(NoProcess(), "x", 20)
    for now, late in ((107.0, False), (107.5, True)):
        with patch.object(time, "monotonic", return_value=now):
            assert worker.is_late(7.0) is late
    worker.ready = True
    with patch.object(time, "monotonic", return_value=999.0):
        assert not worker.is_late(7.0)
    ways = [worker.under_way]
    worker.journal.begin()
    ways.append(worker.under_way)
    worker.done = 1
    assert [*ways, worker.under_way] == [False, True, False]
    worker.start()
    assert (worker.ready, worker.done, worker.journal.begun) == (False, 0, 0)
