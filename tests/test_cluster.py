"""Tournaments on a Dask cluster on loopback: the same games as here, the same log, the same
faults."""

from __future__ import annotations

import json
import math
import queue
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest

from hansa.cli import main
from hansa.tournaments import cluster, scale
from hansa.tournaments.cluster import (
    ClusterError,
    ClusterRunner,
    OtherVersion,
    Waiting,
    finish_all,
    games_in_a_task,
    version_there,
)
from hansa.tournaments.live import Silent
from hansa.tournaments.log_reading import read_log
from hansa.tournaments.results import GameResult
from hansa.tournaments.schedule import ScheduledGame, TableSetup, Tournament, games
from hansa.tournaments.worker import FinishedGame, finish

if find_spec("distributed") is None:
    pytest.skip("pip install 'hansa[distributed]'", allow_module_level=True)

PROGRAMS = Path(__file__).parent / "programs"
TWO = TableSetup("hansa-23", 2)
SMALL = Tournament(("markers", "random", "mcts:simulations=3"), (TWO, TableSetup("east", 3)), blocks=6, limit=60)
pytestmark = pytest.mark.filterwarnings("ignore")       # those of Dask


@contextmanager
def local_cluster(workers: int) -> Iterator[Any]:
    """A cluster of some processes."""
    from distributed import LocalCluster  # it takes its time, and most tests do not need it

    opened: Any = LocalCluster      # its arguments have no types
    with opened(n_workers=workers, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster:
        yield cluster


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where a cluster of two processes is."""
    with local_cluster(2) as cluster:
        yield cluster.scheduler_address


def without_times(line: str) -> dict[str, Any]:
    """A record without what measures the machine."""
    return {name: value for name, value in json.loads(line).items() if name not in ("seconds", "seat_seconds", "crc")}


@pytest.mark.long
def test_a_cluster_equals_serial(address: str) -> None:
    serial = {one.id: without_times(finish(one, SMALL.digest).line) for one in games(SMALL)}
    with ClusterRunner(address, SMALL.digest, limit=SMALL.limit) as runner:
        assert {one.result.id: without_times(one.line) for one in runner.run(games(SMALL))} == serial
        assert list(runner.run([])) == []


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("count", [17, 60, 61, 200])
def test_all_threads_of_a_cluster_finish_at_about_the_same_time(threads: int, count: int) -> None:
    """With tasks of half a second up to the end one thread played four games while the others
    waited."""
    free, left = [0] * threads, count           # when each thread has played all it has, in games
    while left:
        size = games_in_a_task(left, threads, least=1, most=5)
        first = min(range(threads), key=free.__getitem__)
        free[first] += size
        left -= size
    assert sum(free) == count and max(free) - min(free) <= 1


def test_a_cluster_gets_games_one_by_one_at_the_end_and_all_of_them() -> None:
    runner = ClusterRunner.__new__(ClusterRunner)
    runner.pace = SimpleNamespace(games_in=lambda seconds: int(seconds / 0.1))      # type: ignore[assignment]
    table, waiting = list(games(SMALL)), Waiting(games(SMALL))
    given = list(iter(lambda: runner._batch(waiting, 1), []))
    assert [game for batch in given for game in batch] == table
    sizes = list(map(len, given))
    assert sizes == sorted(sizes, reverse=True) and sizes[0] == 5 and sizes[-1] == 1


@pytest.mark.long
def test_faults_on_a_cluster_are_found_here(address: str) -> None:
    tables = [ScheduledGame(0, number, ("random", f"{PROGRAMS / 'bad_bots.py'}:{name}"), TWO, 1, limit=80)
              for number, name in enumerate(("Hangs", "Raises"))]
    with ClusterRunner(address, "x", deadline=1.0) as runner:
        found = list(runner.run(tables))
    assert sorted((one.result.end, one.result.by) for one in found) == [("crash", 1), ("timeout", 1)]


def test_a_game_that_hangs_in_a_task_leaves_the_others_of_it_alone() -> None:
    quick, bad = ("markers", "random"), ("random", f"{PROGRAMS / 'bad_bots.py'}:Hangs")
    task = [ScheduledGame(0, number, bots, TWO, 1, limit=40) for number, bots in enumerate((quick, bad, quick, quick))]
    answers = finish_all(task, "x", 2.0, version_there())
    assert [answer.result.id if isinstance(answer, FinishedGame) else answer for answer in answers] == [
        "0.0", task[1], "0.2", "0.3"]


def test_a_worker_of_another_version_that_joins_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "version_there", lambda: ("0.0", "abc"))
    with pytest.raises(OtherVersion, match=r"plays with hansa 0\.0 abc, here it is 9\.9 xyz") as caught:
        finish_all([], "x", 2.0, ("9.9", "xyz"))
    with pytest.raises(ClusterError, match="here it is 9"):
        list(runner_with(FakeClient())._results(LostTask(caught.value), []))


@pytest.mark.long
def test_the_command_takes_a_cluster_and_resumes_without(address: str, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    arguments = ["markers", "random", "--players", "2", "--blocks", "4", "--limit", "60", "--quiet"]
    assert main(["tournament", *arguments, "--log", str(log), "--cluster", address]) == 0
    whole = log.read_bytes()
    assert len(read_log(log).games) == 8
    log.write_bytes(whole[: len(whole) // 2])
    assert main(["tournament", "--resume", str(log), "--quiet", "--workers", "1"]) == 0
    assert sorted(map(str, map(without_times, log.read_text().splitlines()))) == sorted(
        map(str, map(without_times, whole.decode().splitlines())))


class DoneTask:
    """What a cluster has done already."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def add_done_callback(self, told: Callable[[DoneTask], object]) -> None:
        told(self)

    def result(self, timeout: float) -> Any:
        return self.answer

    released = False

    def release(self) -> None:
        """Nothing is kept from here on."""
        self.released = True


class FakeClient:
    """A cluster in this process, which does at once what it is given."""

    def __init__(self, status: str = "running", threads: int = 2, versions: Sequence[tuple[str, str]] | None = None) -> None:
        self.status, self.threads, self.versions = status, threads, versions
        self.asked: list[str] = []
        self.told: list[Any] = []
        self.tasks: list[dict[str, Any]] = []
        self.made: list[DoneTask] = []

    def connected(self, *where: Any, **how: Any) -> FakeClient:
        self.told.append((where, how))
        return self

    def run(self, function: Callable[[], tuple[str, str]]) -> dict[str, tuple[str, str]]:
        found = [function()] if self.versions is None else self.versions
        return {f"worker {number}": version for number, version in enumerate(found)}

    def close(self, **how: Any) -> None:
        self.told.append(how)

    def nthreads(self) -> dict[str, int]:
        self.asked.append("nthreads")
        return {"worker": self.threads} if self.threads else {}

    def submit(self, function: Callable[..., Any], *arguments: Any, pure: bool) -> DoneTask:
        answer = function(*arguments)
        self.tasks.append({"pure": pure, "games": len(arguments[0])})
        self.made.append(DoneTask(answer))
        return self.made[-1]

    def map(self, function: Callable[[Any], Any], values: Iterable[Any], *, pure: bool) -> list[Any]:
        self.tasks += [{"pure": pure} for _ in values]
        return self.tasks

    def gather(self, tasks: list[Any]) -> None:
        self.asked.append("gather")


def runner_with(client: FakeClient) -> ClusterRunner:
    """A runner that is connected with it."""
    with mock.patch.dict(sys.modules, {"distributed": SimpleNamespace(Client=client.connected)}):
        return ClusterRunner("here:1", SMALL.digest, deadline=60.0, limit=SMALL.limit)


def test_a_cluster_is_connected_with_and_left() -> None:
    client = FakeClient()
    with runner_with(client) as runner:
        assert (runner.digest, runner.deadline, runner.limit, runner.lost) == (SMALL.digest, 60.0, SMALL.limit, [])
        assert client.told == [(("here:1",), {"timeout": cluster.CONNECT_SECONDS, "set_as_default": False})]
    assert client.told[1:] == [{"timeout": cluster.CLOSE_SECONDS}]


@pytest.mark.parametrize(("versions", "message"), [
    ([], "the cluster at here:1 has no workers; start some by: dask worker here:1"),
    ([version_there(), ("0.0.9", "abc")], f"worker 1 plays with hansa 0.0.9 abc, here it is {' '.join(version_there())}"),
])
def test_every_worker_must_play_with_the_same_engine(versions: list[tuple[str, str]], message: str) -> None:
    with pytest.raises(ClusterError) as refused, runner_with(FakeClient(versions=versions)):
        pass
    assert str(refused.value) == message


def test_a_cluster_needs_dask() -> None:
    with mock.patch.dict(sys.modules, {"distributed": None}), pytest.raises(ClusterError) as refused:
        ClusterRunner("here:1", "x")
    assert str(refused.value) == "--cluster needs dask.distributed: pip install 'hansa[distributed]'"


@pytest.mark.parametrize(("seconds", "often"), [(math.inf, False), (-1.0, True)])
def test_games_are_given_out_and_threads_counted_now_and_then(
    seconds: float, often: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A task is never taken for another one with the same games: those that failed are played
    again."""
    monkeypatch.setattr(cluster, "RECOUNT_SECONDS", seconds)
    client = FakeClient()
    found = list(runner_with(client).run(games(SMALL)))
    assert sorted(one.result.id for one in found) == sorted(one.id for one in games(SMALL))
    assert sum(task["games"] for task in client.tasks) == len(found) and not any(task["pure"] for task in client.tasks)
    assert all(task.released for task in client.made), "the scheduler keeps no answers"
    assert (len(client.asked) > 1) is often, "they are counted once in a while, not before each task"


@pytest.mark.parametrize(("threads", "counted"), [(0, 1), (1, 1), (6, 6)])
def test_a_cluster_without_workers_counts_as_one_thread(threads: int, counted: int) -> None:
    assert runner_with(FakeClient(threads=threads))._threads() == counted


class LostTask(DoneTask):
    """Its answer was lost with its worker, and another one computes it anew; `found` is what asking
    for it brings, one thing after another."""

    def __init__(self, *found: Any) -> None:
        super().__init__(None)
        self.found = list(found)

    def result(self, timeout: float) -> Any:
        found = self.found.pop(0)
        if isinstance(found, Exception):
            raise found
        return found


def test_an_answer_that_is_lost_with_its_worker_is_waited_for() -> None:
    batch = list(games(SMALL))[:2]
    answers = finish_all(batch, SMALL.digest, 60.0, version_there())
    found = list(runner_with(FakeClient())._results(LostTask(TimeoutError(), answers), batch))
    assert found == answers


def test_games_whose_task_failed_on_the_cluster_are_played_here() -> None:
    batch = list(games(SMALL))[:2]
    found = list(runner_with(FakeClient())._results(LostTask(ValueError("the worker was killed")), batch))
    assert [one.result.id for one in found] == [one.id for one in batch]


def test_games_that_failed_on_the_cluster_have_the_same_limits_here(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, str, dict[str, object]]] = []

    def here(workers: int, digest: str, **limits: object) -> Any:
        asked.append((workers, digest, limits))
        return nullcontext(SimpleNamespace(run=lambda again: [f"played {game.id}" for game in again], lost=["a worker"]))

    monkeypatch.setattr(cluster, "Runner", here)
    batch, runner = list(games(SMALL))[:2], runner_with(FakeClient())
    runner.deadline, runner.limit = 7.5, 99
    found: list[Any] = list(runner._results(LostTask(ValueError("it was killed")), batch))
    lost: list[Any] = runner.lost
    assert found == ["played 0.0", "played 0.1"] and lost == ["a worker"]
    assert asked == [(1, SMALL.digest, {"deadline": 7.5, "limit": 99})]


def test_a_task_that_is_cancelled_went_with_the_scheduler() -> None:
    with pytest.raises(ClusterError, match=r"^the Dask scheduler at here:1 is gone$"):
        list(runner_with(FakeClient())._results(LostTask(CancelledError()), list(games(SMALL))[:1]))


@pytest.mark.parametrize(("client", "message"), [
    (FakeClient(status="closed"), "the Dask scheduler at here:1 is gone"),
    (FakeClient(threads=0), "the cluster at here:1 has lost all its workers; start some by: dask worker here:1"),
])
def test_nobody_waits_for_a_cluster_that_is_gone(
    client: FakeClient, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "WORKERLESS_SECONDS", 0.0)
    glances: list[float] = []

    def never(seconds: float) -> None:
        glances.append(seconds)
        assert len(glances) < 9, "it waits for ever"
        raise queue.Empty

    with pytest.raises(ClusterError, match=f"^{message}$"):
        runner_with(client)._awaited(never)


def test_the_cost_of_a_task_is_that_of_tasks_that_are_all_run() -> None:
    client = FakeClient()
    assert 0 <= scale.task_seconds(client, 30) < 60
    assert client.tasks == [{"pure": False}] * 30 and client.asked == ["gather"]


def test_what_a_cluster_costs_is_measured_so_often_unless_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, Tournament, int]] = []
    quick = SimpleNamespace(run=lambda plan: [SimpleNamespace(line="{}") for _ in plan])

    def compare(*told: Any) -> tuple[list[tuple[scale.Cost, scale.Cost]], float]:
        asked.append(told)
        return [(scale.Cost(1, 1.0, 1.0), scale.Cost(1, 1.0, 1.0))], 0.0

    monkeypatch.setattr(scale, "compare", compare)
    monkeypatch.setattr(scale, "Runner", lambda *_: nullcontext(quick))
    monkeypatch.setattr(scale, "log_seconds", lambda *_: 0.0)
    assert scale.main([]) == 0
    assert [(workers, plan.bots, plan.blocks, str(plan.tables[0]), plan.format, rounds) for workers, plan, rounds in asked] == [
        (workers, ("markers",), 600, "hansa-45/4", "self-play", 3) for workers in (1, 2)]


def test_no_cluster_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hansa.tournaments.cluster.CONNECT_SECONDS", 0.2)
    with pytest.raises(ClusterError, match=r"there is no Dask cluster at '127\.0\.0\.1:9'"):
        ClusterRunner("127.0.0.1:9", "x")


def test_no_cluster_leaves_no_log_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hansa.tournaments.cluster.CONNECT_SECONDS", 0.2)
    log = tmp_path / "log.jsonl"
    arguments = ["tournament", "markers", "random", "--players", "2", "--cluster", "127.0.0.1:9", "--log", str(log)]
    for _ in range(2):      # so that the same command may be given again
        assert main(arguments) == 2
        assert "there is no Dask cluster at '127.0.0.1:9'" in capsys.readouterr().err and not log.exists()


@pytest.mark.long
@pytest.mark.parametrize(("what", "message"), [("scheduler", "is gone"), ("workers", "has lost all its workers")])
def test_a_cluster_that_dies_ends_in_one_line(
    what: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever dies after some games: one line says so, and how to go on; the games so far are in
    the log."""
    monkeypatch.setattr("hansa.tournaments.cluster.WORKERLESS_SECONDS", 0.5)
    log = tmp_path / "log.jsonl"
    with local_cluster(1) as cluster:
        told = Silent.tell

        def tell(self: Silent, game: GameResult) -> None:
            told(self, game)
            monkeypatch.setattr(Silent, "tell", told)
            cluster.sync(cluster.scheduler.close) if what == "scheduler" else cluster.scale(0)

        monkeypatch.setattr(Silent, "tell", tell)
        address = cluster.scheduler_address
        code = main(["tournament", "markers", "random", "--players", "2", "--blocks", "4000", "--limit", "60", "--quiet",
                     "--cluster", address, "--log", str(log)])
    err = [line for line in capsys.readouterr().err.splitlines() if line.startswith("hansa: ")]
    games = len(read_log(log).games)
    assert code == 4 and games > 0 and len(err) == 1 and message in err[0], err
    assert f"the {games} games so far are in {log}, continue with: " in err[0]
    assert f"hansa tournament --resume {log} --cluster {address}" in err[0]


def test_what_a_cluster_costs_is_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[tuple[int, Tournament, int]] = []

    def compare(workers: int, tournament: Tournament, rounds: int) -> tuple[list[tuple[scale.Cost, scale.Cost]], float]:
        asked.append((workers, tournament, rounds))
        return [(scale.Cost(100, 2.0, 3.0 * workers), scale.Cost(100, clock, clock * workers)) for clock in (4.0, 5.0)], 0.00123

    def log_seconds(lines: Sequence[str], tournament: Tournament) -> float:
        assert len(lines) == 20 * scale.WARM_UP and tournament.blocks == 70
        return 0.000045

    class Warm:
        """What plays before anything is measured."""

        def __init__(self, workers: int, digest: str) -> None:
            assert workers == 1

        def __enter__(self) -> Warm:
            return self

        def __exit__(self, *_: object) -> None:
            """Nothing to end."""

        def run(self, games: Iterable[ScheduledGame]) -> list[SimpleNamespace]:
            return [SimpleNamespace(line="{}") for _ in games]

    monkeypatch.setattr(scale, "compare", compare)
    monkeypatch.setattr(scale, "Runner", Warm)
    monkeypatch.setattr(scale, "log_seconds", log_seconds)
    assert scale.main(["--bot", "random", "--games", "70", "--rounds", "2", "--workers", "1,4"]) == 0
    assert [(workers, rounds) for workers, _, rounds in asked] == [(1, 2), (4, 2)]
    assert all((plan.bots, plan.blocks) == (("random",), 70) for _, plan, _ in asked)
    assert capsys.readouterr().out == """\
1 workers: local   50.0 games/s, Dask   25.0 ( 50%); a game costs a worker 30.00 and 40.00 ms
1 workers: local   50.0 games/s, Dask   20.0 ( 40%); a game costs a worker 30.00 and 50.00 ms
1 workers: SUMMARY
4 workers: local   50.0 games/s, Dask   25.0 ( 50%); a game costs a worker 120.00 and 160.00 ms
4 workers: local   50.0 games/s, Dask   20.0 ( 40%); a game costs a worker 120.00 and 200.00 ms
4 workers: SUMMARY
""".replace("SUMMARY", "a worker uses 325 ms of every second for the cluster (67.5% of local per core where it has a core); "
            "scheduler and client use 1.23 ms a task, the log 0.045 ms a game")


def test_processes_are_charged_with_what_they_have_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster's workers are children of its nannies."""
    psutil = SimpleNamespace(Process=lambda: SimpleNamespace(children=lambda *, recursive=False: range(2 + 3 * recursive)))
    monkeypatch.setattr(scale, "importlib", SimpleNamespace(import_module={"psutil": psutil}.__getitem__))
    assert scale._children() == [0, 1, 2, 3, 4]         # type: ignore[attr-defined]


def test_local_processes_and_a_cluster_play_the_same_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Warm, and each is charged for its own processes alone."""
    plan = Tournament(("random",), (TWO,), 70, format="self-play")
    here, there = SimpleNamespace(name="here"), SimpleNamespace(name="there", client="client")
    processes = [SimpleNamespace(pid=number) for number in range(6)]
    running = iter([processes[:1], processes[:3], processes])
    made: list[object] = []
    played: list[tuple[str, Tournament, list[int]]] = []

    def measured(runner: Any, tournament: Tournament, some: Sequence[Any]) -> int:
        played.append((runner.name, tournament, [process.pid for process in some]))
        return len(played)

    def local_cluster(**settings: object) -> Any:
        made.append(settings)
        return nullcontext(SimpleNamespace(scheduler_address="tcp://here:1"))

    def runner(workers: int, digest: str) -> Any:
        made.append((workers, digest))
        return nullcontext(here)

    def cluster_runner(address: str, digest: str) -> Any:
        made.append((address, digest))
        return nullcontext(there)

    distributed = SimpleNamespace(LocalCluster=local_cluster)
    monkeypatch.setattr(scale, "importlib", SimpleNamespace(import_module={"distributed": distributed}.__getitem__))
    monkeypatch.setattr(scale, "_children", lambda: next(running))
    monkeypatch.setattr(scale, "Runner", runner)
    monkeypatch.setattr(scale, "ClusterRunner", cluster_runner)
    monkeypatch.setattr(scale, "measured", measured)
    monkeypatch.setattr(scale, "task_seconds", lambda client: f"seconds of {client}")
    assert scale.compare(2, plan, 2) == ([(3, 4), (5, 6)], "seconds of client")     # type: ignore[comparison-overlap]
    assert made == [(2, plan.digest), {
        "n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "host": "127.0.0.1", "silence_logs": 50,
    }, ("tcp://here:1", plan.digest)]
    few = Tournament(("random",), (TWO,), 32, format="self-play")
    assert played == [
        ("here", few, [1, 2]), ("there", few, [3, 4, 5]), *[("here", plan, [1, 2]), ("there", plan, [3, 4, 5])] * 2]
