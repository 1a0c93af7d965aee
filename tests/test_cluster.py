"""Tournaments on a Dask cluster on loopback: the same games as here, the same log, the same faults."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hansa.cli import main
from hansa.tournaments.cluster import ClusterError, ClusterRunner
from hansa.tournaments.log import read_log
from hansa.tournaments.schedule import Game, Table, Tournament, games
from hansa.tournaments.worker import finish

distributed = pytest.importorskip("distributed")

PROGRAMS = Path(__file__).parent / "programs"
TWO = Table("hansa-23", 2)
SMALL = Tournament(("markers", "random", "mcts:simulations=3"), (TWO, Table("east", 3)), blocks=6, limit=60)
pytestmark = pytest.mark.filterwarnings("ignore")       # those of Dask


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two processes."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster:
        yield cluster.scheduler_address


def without_times(line: str) -> dict[str, Any]:
    """A record without what measures the machine."""
    return {name: value for name, value in json.loads(line).items() if name not in ("seconds", "seat_seconds", "crc")}


def test_a_cluster_equals_serial(address: str) -> None:
    serial = {one.id: without_times(finish(one, SMALL.digest).line) for one in games(SMALL)}
    with ClusterRunner(address, SMALL.digest, limit=SMALL.limit) as runner:
        assert {one.played.id: without_times(one.line) for one in runner.run(games(SMALL))} == serial
        assert list(runner.run([])) == []


def test_faults_on_a_cluster_are_found_here(address: str) -> None:
    tables = [Game(0, number, ("random", f"{PROGRAMS / 'bad_bots.py'}:{name}"), TWO, 1, limit=80)
              for number, name in enumerate(("Hangs", "Raises"))]
    with ClusterRunner(address, "x", deadline=1.0) as runner:
        found = list(runner.run(tables))
    assert sorted((one.played.end, one.played.by) for one in found) == [("crash", 1), ("timeout", 1)]


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


def test_no_cluster_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hansa.tournaments.cluster.CONNECT_SECONDS", 0.2)
    with pytest.raises(ClusterError, match=r"there is no Dask cluster at '127\.0\.0\.1:9'"):
        ClusterRunner("127.0.0.1:9", "x")
