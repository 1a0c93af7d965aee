"""What a cluster costs: games of a Dask cluster on this machine against as many local processes, in
turns within one run.

    python -m hansa.tournaments.scale --bot markers --games 600 --workers 1,2

Measured by the clock, which other programs disturb, and in processor time, which they hardly do:
what a worker uses for a game, and for itself while it waits for nothing (heartbeats, threads that
watch); what the coordinator (scheduler and client) uses for a task, and the log for a game.
`docs/guides/several-machines.md` says what follows for a thousand cores.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from hansa.tournaments.cluster import ClusterRunner
from hansa.tournaments.log import Log
from hansa.tournaments.log_header import new_header
from hansa.tournaments.rounds import GameRunner
from hansa.tournaments.runner import Runner
from hansa.tournaments.schedule import TableSetup, Tournament, games

__all__ = ["Cost", "log_seconds", "measured", "task_seconds"]

WARM_UP = 32


@dataclass(frozen=True)
class Cost:
    """Of a number of games.

    >>> cost = Cost(games=10, clock=2.0, workers=3.0)
    >>> cost.speed, cost.worker_ms
    (5.0, 300.0)
    """

    games: int
    clock: float            # seconds
    workers: float          # seconds of processor time, of all together

    @property
    def speed(self) -> float:
        """Games a second."""
        return self.games / self.clock

    @property
    def worker_ms(self) -> float:
        """Milliseconds of a worker for a game."""
        return 1000 * self.workers / self.games


def measured(runner: GameRunner, tournament: Tournament, processes: Sequence[Any]) -> Cost:
    """Plays a tournament and says what it cost; `processes` are those that play."""
    before, clock = _used(processes), time.perf_counter()
    count = sum(1 for _ in runner.run(games(tournament)))
    return Cost(count, time.perf_counter() - clock, _used(processes) - before)


def log_seconds(lines: Sequence[str], tournament: Tournament) -> float:
    """Processor time that the log takes for one of these lines.

    >>> log_seconds(["{}"] * 10, Tournament(("markers", "random"), (TableSetup("hansa-23", 2),))) > 0
    True
    """
    with tempfile.TemporaryDirectory() as folder, \
            Log.create(Path(folder, "log.jsonl"), new_header(tournament, {}, "scale")) as log:
        begun = time.process_time()
        for line in lines:
            log.append([line])
        return (time.process_time() - begun) / len(lines)


def task_seconds(client: Any, count: int = 1000) -> float:
    """Processor time that scheduler and client take for a task that does nothing."""
    begun = time.process_time()
    client.gather(client.map(int, range(count), pure=False))
    return (time.process_time() - begun) / count


def _used(processes: Sequence[Any]) -> float:
    return float(sum(sum(process.cpu_times()[:2]) for process in processes))


def _children() -> list[Any]:
    psutil = importlib.import_module("psutil")          # `distributed` needs it too
    return list(psutil.Process().children(recursive=True))


def compare(workers: int, tournament: Tournament, rounds: int) -> tuple[list[tuple[Cost, Cost]], float]:
    """Compares local processes and a cluster of equal size, in turns, both warm; and task costs."""
    distributed = importlib.import_module("distributed")
    few = Tournament(tournament.bots, tournament.tables, WARM_UP, format="self-play")
    found = []
    before = {process.pid for process in _children()}
    with Runner(workers, tournament.digest) as runner:
        local = [process for process in _children() if process.pid not in before]
        with distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, host="127.0.0.1",
                                      silence_logs=50) as cluster:
            there = [process for process in _children() if process.pid not in before | {one.pid for one in local}]
            with ClusterRunner(cluster.scheduler_address, tournament.digest) as dask:
                for one, processes in ((runner, local), (dask, there)):
                    measured(one, few, processes)
                for _ in range(rounds):
                    found.append((measured(runner, tournament, local), measured(dask, tournament, there)))
                return found, task_seconds(dask.client)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python -m hansa.tournaments.scale", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="markers")
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", default="1,2")
    options = parser.parse_args(arguments)
    tournament = Tournament((options.bot,), (TableSetup("hansa-45", 4),), options.games, format="self-play")
    with Runner(1, tournament.digest) as runner:
        lines = [finished.line for finished in runner.run(games(Tournament(tournament.bots, tournament.tables, WARM_UP,
                                                                         format="self-play")))]
    log = 1000 * log_seconds(lines * 20, tournament)
    for workers in map(int, options.workers.split(",")):
        pairs, task = compare(workers, tournament, options.rounds)
        for local, dask in pairs:
            print(f"{workers} workers: local {local.speed:6.1f} games/s, Dask {dask.speed:6.1f} "
                  f"({dask.speed / local.speed:4.0%}); a game costs a worker {local.worker_ms:.2f} and "
                  f"{dask.worker_ms:.2f} ms", flush=True)
        idle = median((dask.workers - local.workers) / dask.clock / workers for local, dask in pairs)
        print(f"{workers} workers: a worker uses {1000 * idle:.0f} ms of every second for the cluster "
              f"({1 - idle:.1%} of local per core where it has a core); scheduler and client use {1000 * task:.2f} ms a task, "
              f"the log {log:.3f} ms a game", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
