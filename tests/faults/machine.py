"""Faults of the machine, made for real: full and read-only disks, slow ones, clocks that jump,
processes that are killed."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hansa.tournaments.log_reading import read_log
from hansa.tournaments.runner import Runner, WorkerProcess
from hansa.tournaments.schedule import TableSetup, Tournament, games
from hansa.tournaments.worker import finish
from tests.faults.libc import compiled

TOURNAMENT = ["tournament", "random", "markers", "--board", "hansa-23", "--players", "2", "--seed", "5", "--limit", "40",
              "--quiet", "--plain"]
PLAN = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=12, limit=60)
LARGEST = 20_000            # bytes of a file, where the disk is full
READ_ONLY = "/sys"          # nobody can make a file there, root neither
NO_ROOM = "No space left on device|File too large"


@dataclass(frozen=True)
class Outcome:
    """A row of the table: what was done, what was lost, what the user saw."""

    done: str
    lost: str
    seen: str


def hansa(*arguments: str, limit: int | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command, perhaps with a limit on the sizes of files."""
    def limited() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run(
        [sys.executable, "-m", "hansa", *arguments], capture_output=True, text=True, timeout=1800, check=False,
        preexec_fn=limited, env={**os.environ, "HANSA_LOG": os.devnull, **environment})


def one_line(done: subprocess.CompletedProcess[str], code: int) -> str:
    """The one line on standard error; nobody sees a traceback."""
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    assert done.returncode == code and len(lines) == 1 and "Traceback" not in done.stderr, (done.returncode, done.stderr)
    return lines[0]


def games_in(log: Path) -> list[dict[str, Any]]:
    """The games of a log that is whole, without what measures the machine."""
    read_log(log)
    found = [json.loads(line) for line in log.read_text().splitlines()[1:]]
    return sorted(
        ({name: value for name, value in game.items() if name not in ("seconds", "seat_seconds", "crc")} for game in found),
        key=lambda game: str(game["id"]))


def undisturbed(folder: Path, blocks: int) -> list[dict[str, Any]]:
    """The games of the tournament, when nothing goes wrong."""
    log = folder / f"undisturbed-{blocks}.jsonl"
    if not log.exists():
        assert hansa(*TOURNAMENT, "--blocks", str(blocks), "--workers", "0", "--log", str(log)).returncode == 0
    return games_in(log)


def short(text: str, *folders: Path) -> str:
    """A line for the table, without the names of this machine's folders."""
    for folder in folders:
        text = text.replace(f"{folder}/", "")
    return text


# --- disks and clocks ---------------------------------------------------------------------------

def full_disk(folder: Path) -> Outcome:
    """A tournament, until there is no more room; then there is room again."""
    log = folder / "log.jsonl"
    seen = one_line(hansa(*TOURNAMENT, "--blocks", "20", "--workers", "1", "--log", str(log), limit=LARGEST), 4)
    kept = len(read_log(log).games)
    assert kept > 2 and f"the {kept} games so far" in seen, (kept, seen)
    assert hansa("tournament", "--resume", str(log), "--workers", "1", "--quiet").returncode == 0
    assert games_in(log) == undisturbed(folder, 20)
    return Outcome(f"no room after {LARGEST} bytes of a tournament's log; --resume with room", "nothing", short(seen, folder))


def full_disk_in_a_game(folder: Path) -> Outcome:
    """A game, on a disk that has no room for it any more."""
    path = folder / "game.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "hansa", "play", "--board", "hansa-23", "--players", "2", "--seat", "0", "1", "--seed", "1",
         "--plain", "--no-pause", "--out", str(path)],
        input="1\n" * 60 + "quit\n", capture_output=True, text=True, timeout=600, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (900, 900)))
    warning = one_line(done, 0)
    kept = len(json.loads(path.read_text())["moves"])
    assert 0 < kept < 60 and "the game is not kept" in warning, (kept, warning)
    return Outcome("no room for a game after some moves; played on", "moves that were said not to be kept", warning)


def read_only_folder(folder: Path) -> Outcome:
    """Everything that keeps something, where nothing can be kept."""
    commands: Sequence[Sequence[str]] = (
        [*TOURNAMENT, "--blocks", "1", "--log", f"{READ_ONLY}/log.jsonl"], ["train", f"{READ_ONLY}/run"],
        ["play", "--out", f"{READ_ONLY}/game.jsonl"], ["serve", "--port", "0", "--games", f"{READ_ONLY}/games"],
    )
    lines = []
    for command in commands:
        lines.append(one_line(hansa(*command), 4 if command[0] == "train" else 2))
        assert READ_ONLY in lines[-1], lines
    return Outcome("tournament, training, play, serve in a folder that nobody can write to", "nothing", lines[0])


def slow_disk(folder: Path) -> Outcome:
    """Every call to the disk takes 50 ms."""
    log = folder / "slow" / "log.jsonl"
    log.parent.mkdir()
    library = compiled(folder)
    done = hansa(*TOURNAMENT, "--blocks", "4", "--workers", "1", "--log", str(log), LD_PRELOAD=str(library),
                 HANSA_SLOW_FOLDER=str(log.parent))
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert games_in(log) == undisturbed(folder, 4)
    return Outcome("every call to the disk takes 50 ms more, during a tournament", "nothing", "the same table, later")


def jumping_clock(folder: Path) -> Outcome:
    """The clock jumps by up to 20 days both ways whenever it is read."""
    log, library = folder / "log.jsonl", compiled(folder)
    done = hansa(
        *TOURNAMENT, "--blocks", "4", "--workers", "1", "--log", str(log), LD_PRELOAD=str(library), HANSA_CLOCK_JUMPS="1")
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert games_in(log) == undisturbed(folder, 4)
    played = hansa("analyse", str(log), "--number", "1", "--ply", "3", "--seconds", "0.5", "--json",
                   LD_PRELOAD=str(library), HANSA_CLOCK_JUMPS="1")
    assert played.returncode == 0 and json.loads(played.stdout.splitlines()[-1]), played.stderr
    return Outcome("the clock jumps by 20 days to and fro, in a tournament and in an analysis of 0.5 s", "nothing", "the same")


# --- processes ----------------------------------------------------------------------------------

def killed_workers(folder: Path) -> Outcome:
    """A worker is killed before it is ready, when it is, and after each of the first games."""
    expected = {game.id: without_seconds(finish(game, PLAN.digest).line) for game in games(PLAN)}
    stages: Sequence[tuple[str, Callable[[WorkerProcess, int], bool]]] = (
        ("starting", lambda worker, done: not worker.ready), ("ready", lambda worker, done: worker.ready and not worker.games),
        ("asked", lambda worker, done: bool(worker.games)), ("playing", lambda worker, done: worker.under_way),
        *((f"after {count} games", lambda worker, done, count=count: done >= count) for count in range(1, 8)),
    )
    kills = 0
    for _, stage in stages:
        killed = False
        with Runner(2, PLAN.digest, limit=PLAN.limit) as runner:
            wait = runner._wait
            found: dict[str, Any] = {}

            def wait_and_kill() -> None:
                nonlocal killed
                wait()      # noqa: B023
                if not killed and stage(runner.workers[0], len(found)):      # noqa: B023
                    killed = True
                    os.kill(runner.workers[0].process.pid, signal.SIGKILL)

            runner._wait = wait_and_kill        # type: ignore[method-assign]
            for finished in runner.run(games(PLAN)):
                found[finished.result.id] = without_seconds(finished.line)
            assert found == expected and not runner.lost
        kills += killed
    return Outcome(f"kill -9 of a worker at {len(stages)} stages ({kills} kills)", "nothing", "nothing")


def without_seconds(line: str) -> dict[str, Any]:
    """A record without what measures the machine."""
    return {name: value for name, value in json.loads(line).items() if name not in ("seconds", "seat_seconds")}


def killed_cluster(folder: Path) -> Outcome:
    """A Dask worker, then the scheduler is killed in mid-tournament; it continues here, without
    them."""
    place = folder / "scheduler.json"
    scheduler = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1",
         "--scheduler-file", str(place)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    workers = []
    try:
        wait_until(place.exists)
        address = json.loads(place.read_text())["address"]
        workers = [subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nworkers", "1", "--nthreads", "1", "--no-nanny",
             "--no-dashboard"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(2)]
        log = folder / "log.jsonl"
        playing = subprocess.Popen(
            [sys.executable, "-m", "hansa", *TOURNAMENT, "--blocks", "2000", "--log", str(log), "--cluster", address],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        wait_until(lambda: playing.poll() is not None or lines_of(log) > 3)
        workers[0].kill()
        before = lines_of(log)
        wait_until(lambda: playing.poll() is not None or lines_of(log) > before + 3)
        assert playing.poll() is None, playing.communicate()
        scheduler.kill()
        _, errors = playing.communicate(timeout=600)
    finally:
        for process in (scheduler, *workers):
            process.kill()
            process.wait()
    said = [line for line in errors.splitlines() if line.startswith("hansa: ")]
    assert playing.returncode == 4 and len(said) == 1 and "is gone" in said[0], errors
    kept = len(read_log(log).games)
    assert f"the {kept} games so far" in said[0], (kept, said)
    again = hansa("tournament", "--resume", str(log), "--blocks", str(kept // 2 + 2), "--workers", "1", "--quiet")
    assert again.returncode == 0, again.stderr
    assert len(read_log(log).games) >= kept
    return Outcome("kill -9 of a Dask worker, then of the scheduler, in mid-tournament; --resume without them", "nothing",
                   short(said[0], folder))


def lines_of(log: Path) -> int:
    """How many lines a log has."""
    return log.read_bytes().count(b"\n") if log.exists() else 0


def wait_until(is_so: Callable[[], bool], seconds: float = 600.0) -> None:
    """Waits for something that comes sooner or later."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)
