"""Tournaments: the same games on any number of processes, faults as results, nothing lost or
played twice."""

from __future__ import annotations

import errno
import json
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hansa.bench import signature
from hansa.bots.bot import Bot, BotFault
from hansa.bots.registry import make_bot
from hansa.record import Record
from hansa.state import State
from hansa.tournaments import leftovers
from hansa.tournaments.log import Log
from hansa.tournaments.log_header import LogError, new_header
from hansa.tournaments.log_merging import merge_files, merged
from hansa.tournaments.log_reading import read_header, read_log
from hansa.tournaments.machine import Lost, machine_fault
from hansa.tournaments.play import FAULTS, play
from hansa.tournaments.results import GameResult, game_result
from hansa.tournaments.rounds import WholeSchedule, play_rounds
from hansa.tournaments.runner import Runner, RunnerError, WorkerProcess
from hansa.tournaments.schedule import ScheduledGame, TableSetup, Tournament, games
from hansa.tournaments.seal import sealed
from hansa.tournaments.worker import FinishedGame, answer_to, finish
from tests.patience import wait_until
from tests.warm import Command, ran

PROGRAMS = Path(__file__).parent / "programs"
TWO, THREE = TableSetup("hansa-23", 2), TableSetup("east", 3)
SMALL = Tournament(("markers", "random", "mcts:simulations=3"), (TWO, THREE), blocks=6, limit=60)


def bad(name: str) -> str:
    """The spec of a bot that misbehaves."""
    return f"{PROGRAMS / 'bad_bots.py'}:{name}"


def game(*seats: str, **others: Any) -> ScheduledGame:
    return ScheduledGame(0, 0, seats, TWO, 1, **{"limit": 80, **others})


def without_times(line: str) -> dict[str, Any]:
    """A record without what measures the machine."""
    return {name: value for name, value in json.loads(line).items() if name not in ("seconds", "seat_seconds", "crc")}


# --- one game -------------------------------------------------------------------------------------

def test_a_game_is_a_function_of_its_description() -> None:
    for one in games(SMALL):
        first, again = (without_times(finish(one, "x").line) for _ in range(2))
        assert first == again
        record = Record.from_json(first)
        record.verify()
        assert record.more["block"] == one.block and record.seats == one.seats


def test_bots_leave_their_values_and_lines() -> None:
    record = play(game("mcts:simulations=20", "random"))
    thoughts = record.more["thoughts"]
    assert thoughts and all(len(thought["values"]) == 2 and thought["line"] for thought in thoughts)
    for thought in thoughts:
        # It did what it thought best
        assert record.moves[thought["ply"]] == thought["line"][0]


@pytest.mark.parametrize(("name", "end", "message"), [
    ("Raises", "crash", "RuntimeError: I have lost my way (bad_bots.py:38)"), ("Exits", "crash", "SystemExit"),
    ("Illegal", "illegal", "fly Hamburg-Moon"), ("Nothing", "illegal", "a move is a text"),
    ("CannotBegin", "crash", "ValueError: not today"),
])
def test_faults_are_results(name: str, end: str, message: str) -> None:
    record = play(game("random", bad(name)))
    assert (record.end, record.by) == (end, 1)
    assert message in record.more["fault"]["message"]
    assert record.more["counted"] == {"ranks": [1, 2], "shares": [1.0, 0.0]}
    assert Record.from_json(json.loads(json.dumps(record.to_json()))).verify().over
    position = State.from_json(record.more["fault"]["position"])
    assert position == record.replay() and (position.to_move == 1 or not record.moves)


def test_a_crash_carries_the_bots_own_traceback() -> None:
    fault = play(game("random", bad("Raises"))).more["fault"]
    assert [line for line in fault["trace"].splitlines() if line.startswith("  File")] == [
        f'  File "{PROGRAMS}/bad_bots.py", line 26, in choose', f'  File "{PROGRAMS}/bad_bots.py", line 38, in misbehave',
    ]
    assert fault["trace"].endswith("RuntimeError: I have lost my way")
    assert game_result(play(game("random", bad("Raises"))), "x").trace == fault["trace"]
    assert "trace" not in play(game("random", bad("Illegal"))).more["fault"]


def test_bots_cannot_change_the_game() -> None:
    assert play(game(bad("Cheats"), "random")).end == "moves"


def test_a_record_keeps_one_finite_value_for_each_seat_or_none() -> None:
    thoughts = play(game(bad("Rambles"), "random", limit=40)).more["thoughts"]
    assert {tuple(thought["values"]) for thought in thoughts} == {(), (0.25, 0.75)}


def test_a_clock_that_runs_out_is_a_fault() -> None:
    record = play(game(bad("Slow"), "random", clock=0.2, limit=400))
    assert (record.end, record.by) == ("timeout", 0) and "clock" in record.more["fault"]["message"]


def test_search_keeps_the_clock_of_the_game() -> None:
    record = play(game("mcts:clock=1000", "random", clock=3, increment=0.01, limit=300))
    assert record.by is None and 1 < record.more["seat_seconds"][0] < 4


def test_programs_play(capfd: pytest.CaptureFixture[str]) -> None:
    record = play(game("random", f"exec:{sys.executable} {PROGRAMS / 'player.py'}"))
    assert record.end == "moves" and record.more["thoughts"][0]["values"] == [0.5, 0.5]
    again = play(game("random", f"exec:{sys.executable} {PROGRAMS / 'player.py'}"))
    assert again.moves == record.moves


@pytest.mark.parametrize(("manner", "end", "message"), [
    ("hang", "timeout", "no answer to 'go'"), ("die", "crash", "exit code 3"), ("nonsense", "crash", "nonsense"),
    ("chatter", "crash", "chatters"), ("flood", "crash", "a line of more than"), ("illegal", "illegal", "fly Hamburg-Moon"),
    ("realtime", "crash", "it ended by signal 35"), ("leave", "crash", "it ended with exit code 3"),
    ("essay", "illegal", "its 'move' has 160000 characters: place t BRE-HAM"),
])
def test_programs_that_misbehave_are_faults(manner: str, end: str, message: str, capfd: pytest.CaptureFixture[str]) -> None:
    record = play(game("random", f"exec:seconds=0.1:{sys.executable} {PROGRAMS / 'player.py'} {manner}"))
    assert (record.end, record.by) == (end, 1) and message in record.more["fault"]["message"]


def test_programs_play_where_thousands_of_files_are_open() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 1500:
        pytest.skip("not so many files are allowed here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1500), hard))
    nowhere = os.open(os.devnull, os.O_RDONLY)
    others = [nowhere, *(os.dup(nowhere) for _ in range(1100))]
    try:
        record = play(game("random", f"exec:{sys.executable} {PROGRAMS / 'player.py'}", limit=20))
    finally:
        for other in others:
            os.close(other)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert record.end == "moves", record.more


def test_errors_that_answer_nothing_and_values_beyond_all_numbers_are_passed_over() -> None:
    record = play(game("random", f"exec:{sys.executable} {PROGRAMS / 'player.py'} grumble", limit=300))
    assert record.end == "moves" and "thoughts" not in record.more


def test_a_program_that_is_not_there() -> None:
    record = play(game("random", "exec:./nowhere"))
    assert (record.end, record.by) == ("crash", 1) and "cannot start './nowhere'" in record.more["fault"]["message"]
    # A game of a tournament like all others, whoever was seated before
    assert game_result(record, "").decisions == (0, 0)


# --- many games -----------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def serial() -> dict[str, dict[str, Any]]:
    """The games of the small tournament, played one after the other in this process."""
    return {one.id: without_times(finish(one, SMALL.digest).line) for one in games(SMALL)}


@pytest.mark.parametrize("workers", [1, 3])
def test_parallel_equals_serial(workers: int, serial: dict[str, Any]) -> None:
    with Runner(workers, SMALL.digest, limit=SMALL.limit) as runner:
        found = {one.result.id: without_times(one.line) for one in runner.run(games(SMALL))}
        assert found == serial
        assert list(runner.run([])) == []


@pytest.mark.parametrize(("name", "end", "message"), [
    ("Aborts", "crash", "SIGABRT"), ("Signalled", "crash", "(signal 35)"),
    ("Hangs", "timeout", "no answer within 1 seconds"),
])
def test_a_process_that_is_lost_twice_is_a_fault(name: str, end: str, message: str) -> None:
    tournament = Tournament(("random", bad(name)), (TWO,), blocks=1, limit=80)
    with Runner(2, "x", deadline=1.0, limit=80) as runner:
        found = {one.result.id: one for one in runner.run(games(tournament))}
    assert len(found) == 2
    for one in found.values():
        assert (one.result.end, one.result.bots[one.result.by or 0]) == (end, bad(name)) and message in one.result.message
        record = Record.from_json(json.loads(one.line))
        assert record.verify().over and 5 <= len(record.moves) < 80
        assert State.from_json(record.more["fault"]["position"]).to_move == record.by


@pytest.mark.parametrize(("name", "reason"), [
    ("Killed", "its process was killed from outside (SIGKILL)"), ("Starves", "out of memory while"),
])
def test_faults_of_the_machine_count_for_nobody(name: str, reason: str, tmp_path: Path) -> None:
    """A process that is killed, memory that is short: the game is played twice, and then left to
    `--resume`."""
    tournament = Tournament(("random", bad(name)), (TWO,), blocks=1, limit=80)
    path = tmp_path / "log.jsonl"
    with Log.create(path, new_header(tournament, {}, "test")) as log, Runner(2, "x", limit=80) as runner:
        assert play_rounds(WholeSchedule(tournament), runner, log, [], tell=lambda one: None) == []
        assert sorted(lost.game.id for lost in runner.lost) == ["0.0", "0.1"]
        assert all(lost.reason.startswith(reason) for lost in runner.lost) and set(runner.tries.values()) == {2}
    assert read_log(path).games == []


def test_no_round_begins_after_a_game_was_lost(tmp_path: Path) -> None:
    """It might depend on that game."""
    lost = Lost(game("random", "random"), "out of memory")
    asked: list[int] = []

    def next_round(done: Sequence[GameResult]) -> list[ScheduledGame] | None:
        asked.append(len(done))
        return [game("random", "random")] if len(asked) < 4 else None

    plan: Any = SimpleNamespace(next_round=next_round)
    runner: Any = SimpleNamespace(lost=[], run=lambda games: iter(()))
    with Log.create(tmp_path / "log.jsonl", new_header(SMALL, {}, "test")) as log:
        assert play_rounds(plan, runner, log, [], tell=print) == [] and asked == [0] * 4
        asked.clear()
        runner.run = lambda games: iter(runner.lost.append(lost) or ())
        assert play_rounds(plan, runner, log, [], tell=print) == [] and asked == [0]
        assert play_rounds(plan, runner, log, [], tell=print) == [] and asked == [0]


def test_a_machine_that_recovers_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARVED", str(tmp_path / "starved"))
    with Runner(1, "x", limit=80) as runner:
        (one,) = runner.run([game("random", bad("StarvesOnce"))])
    assert (one.result.end, runner.lost) == ("moves", []) and (tmp_path / "starved").exists()


def test_a_machine_that_cannot_play_at_all_is_said() -> None:
    tournament = Tournament(("random", bad("Starves")), (TWO,), blocks=50, limit=80)
    with pytest.raises(RunnerError, match="the machine cannot play, 5 games in a row were lost: out of memory"), \
            Runner(1, "x", limit=80) as runner:
        list(runner.run(games(tournament)))


@pytest.mark.parametrize("error", [
    MemoryError(), OSError(errno.EMFILE, "Too many open files"), RuntimeError("can't start new thread"),
    OSError(errno.EAGAIN, "Resource temporarily unavailable"),
])
def test_what_the_machine_lacks_is_told_from_faults_of_bots(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a bot wraps it into a fault of its own, as `exec:` does when its program cannot be
    started."""

    def fail(self: Bot, seat: int, setup: object) -> None:
        raise BotFault("crash", "cannot start it") from error

    monkeypatch.setattr(type(make_bot("random")), "new_game", fail)
    assert isinstance(answer_to(game("random", "markers"), "x"), Lost)
    assert machine_fault(OSError(errno.ENOENT, "no such program")) is None and machine_fault(ValueError()) is None


def test_a_process_that_never_gets_ready_is_given_up() -> None:
    """Stopped before it is ready, as a machine that hangs would: replaced, and after three of them
    there is no hope."""
    with Runner(1, "x", start_seconds=0.5) as runner:
        stopped: list[int | None] = []

        def start(self: WorkerProcess) -> None:
            started(self)
            os.kill(self.process.pid or 0, signal.SIGSTOP)
            stopped.append(self.process.pid)

        started = WorkerProcess.start
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(WorkerProcess, "start", start)
            runner.workers[0].kill()
            runner.workers[0].start()
            with pytest.raises(RunnerError, match=r"was not ready within 0\.5 seconds, 3 times"):
                list(runner.run([game("random", "random")]))
    assert len(stopped) == 3 and not any(Path(f"/proc/{process}").exists() for process in stopped)


def test_processes_that_end_before_they_are_ready_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a library is missing: not started again and again, for ever."""
    monkeypatch.setattr("hansa.tournaments.runner.STARTS", 2)
    begun: list[int] = []

    def start(self: WorkerProcess) -> None:
        assert len(begun) < 4, "it goes on and on"
        started(self)
        os.kill(self.process.pid or 0, signal.SIGKILL)
        begun.append(1)

    started = WorkerProcess.start
    with Runner(1, "x") as runner:
        runner.workers[0].kill()
        monkeypatch.setattr(WorkerProcess, "start", start)
        runner.workers[0].start()
        with pytest.raises(RunnerError, match=r"that should play end before they begin \(exit code -9\)"):
            list(runner.run([game("random", "random")]))
    assert len(begun) == 2


def test_a_killed_worker_leaves_nothing_behind(tmp_path: Path) -> None:
    """What its bots have started ends too, even a daemon with a session of its own."""
    note, wrapper = tmp_path / "daemons", tmp_path / "wrapper.py"
    daemon = f"import os, time; print(os.getpid(), file=open({str(note)!r}, 'a'), flush=True); time.sleep(600)"
    wrapper.write_text(
        "import os, subprocess, sys, time\n"
        f"subprocess.Popen([sys.executable, '-c', {daemon!r}], start_new_session=True)\n"
        f"while not os.path.exists({str(note)!r}) or not os.path.getsize({str(note)!r}): time.sleep(0.02)\n"
        f"os.execv(sys.executable, [sys.executable, {str(PROGRAMS / 'player.py')!r}, 'hang'])\n")
    with Runner(1, "x", limit=80) as runner:
        playing = runner.run([game(f"exec:{sys.executable} {wrapper}", "random")])
        threading.Thread(target=_kill_when_there, args=(note, runner.workers[0]), daemon=True).start()
        assert list(playing) == [] and len(runner.lost) == 1
        daemons = [int(word) for word in note.read_text().split()]
        assert len(daemons) == 2 and not any(map(is_running, daemons))


def _kill_when_there(note: Path, worker: WorkerProcess) -> None:
    """Kills the worker as soon as its bot's daemon runs, twice."""
    for count in (1, 2):
        while not note.exists() or len(note.read_text().split()) < count:
            time.sleep(0.05)
        os.kill(worker.process.pid or 0, signal.SIGKILL)


def is_running(process: int) -> bool:
    """Whether a process is there, and no zombie."""
    try:
        return " Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


def test_bots_that_print_disturb_nobody() -> None:
    with Runner(1, "x", limit=80) as runner:
        (found,) = runner.run([game("random", bad("Prints"))])
    assert found.result.end == "moves"


def test_a_tournament_of_faults_can_be_rated_and_resumed(tmp_path: Path) -> None:
    tournament = Tournament(("random", "markers", bad("Raises")), (THREE,), blocks=2, limit=80)
    found = held(tournament, tmp_path / "log.jsonl", 2)
    assert all(one.faulty and one.ranks[one.by or 0] == 3 for one in found)
    assert read_log(tmp_path / "log.jsonl").games == sorted_as_logged(tmp_path / "log.jsonl", found)


# --- logs -----------------------------------------------------------------------------------------

def held(tournament: Tournament, path: Path, workers: int, shard: tuple[int, int] = (1, 1)) -> list[GameResult]:
    """Plays what a log lacks."""
    if path.exists():
        log, contents = Log.resume(path)
        done: Sequence[GameResult] = contents.games
    else:
        log, done = Log.create(path, new_header(tournament, {}, "test")), []
    with log, Runner(workers, tournament.digest, limit=tournament.limit) as runner:
        return play_rounds(WholeSchedule(tournament, shard), runner, log, done, tell=lambda one: None)


def sorted_as_logged(path: Path, found: Sequence[GameResult]) -> list[GameResult]:
    """The same games in the order of the log."""
    by_id = {one.id: one for one in found}
    return [by_id[one.id] for one in read_log(path).games]


def log_lines(path: Path) -> dict[str, dict[str, Any]]:
    """The games of a log, without times; nothing may be there twice."""
    lines = path.read_text().splitlines()[1:]
    found = {json.loads(line)["id"]: without_times(line) for line in lines}
    assert len(found) == len(lines)
    return found


def test_a_log_is_resumed_wherever_it_was_cut_off(tmp_path: Path, serial: dict[str, Any]) -> None:
    whole = tmp_path / "whole.jsonl"
    held(SMALL, whole, 1)
    data = whole.read_bytes()
    rng = random.Random(4)
    first = data.index(b"\n") + 1
    for number, size in enumerate([first + 1, len(data) - 1, rng.randrange(first, len(data))]):
        path = tmp_path / f"{number}.jsonl"
        path.write_bytes(data[:size])
        assert len(held(SMALL, path, 1)) == len(serial)
        assert log_lines(path) == serial


def test_two_runners_never_write_one_log(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with Log.create(path, new_header(SMALL, {}, "test")):
        with pytest.raises(LogError, match="is being written by another process"):
            Log.resume(path)
        with pytest.raises(LogError, match="is being written by another process"):
            Log.create(path, new_header(SMALL, {}, "test"))
    with pytest.raises(LogError, match="exists; continue it with --resume"):
        Log.create(path, new_header(SMALL, {}, "test"))


def test_shards_are_parts_that_merge(tmp_path: Path, serial: dict[str, Any]) -> None:
    paths = [tmp_path / f"{number}.jsonl" for number in (1, 2, 3)]
    for number, path in enumerate(paths, 1):
        held(SMALL, path, 1, (number, 3))
    assert sorted(one.id for one in merged(map(read_log, paths))) == sorted(serial)
    assert merge_files([*paths, paths[0]], tmp_path / "all.jsonl") == len(serial)
    assert log_lines(tmp_path / "all.jsonl") == serial
    other = tmp_path / "other.jsonl"
    Log.create(other, new_header(Tournament(("random", "markers"), (TWO,)), {}, "test")).close()
    with pytest.raises(LogError, match="different tournaments"):
        merge_files([paths[0], other], tmp_path / "no.jsonl")


def test_a_merged_log_is_of_the_longest_of_its_tournaments(tmp_path: Path) -> None:
    paths = [tmp_path / f"{blocks}.jsonl" for blocks in (2, 5, 3)]
    for path in paths:
        Log.create(path, new_header(replace(SMALL, blocks=int(path.stem)), {}, "test")).close()
    assert merge_files(paths, tmp_path / "all.jsonl") == 0
    assert read_header(tmp_path / "all.jsonl").tournament.blocks == 5


@pytest.mark.parametrize(("line", "message"), [
    (b"", "is empty"), (b"\xff\xfe\n", "line 1: no UTF-8"), (b"hello\n", "line 1: no JSON"),
    (b"{}\n", "describes no tournament"), (b'{"version": 2, "tournament": {}}\n', "a log of version 2"),
    (b'{"version": 1, "tournament": {}}\n', "'bots' cannot be read"),
])
def test_foreign_first_lines(line: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(line)
    for reading in (read_log, Log.resume):
        with pytest.raises(LogError, match=message):
            reading(path)
    assert path.read_bytes() == line


FOREIGN = "this is not a game of a tournament: "
SCORES = [{"total": 1}, {"total": 2}]


@pytest.fixture(scope="module")
def unsealed_log() -> tuple[str, dict[str, Any]]:
    """The first line of a log of before there were checksums, and a game; with checksums every
    change is noticed."""
    header = replace(new_header(Tournament(("random", "markers"), (TWO,)), {}, "test"), checksums=None)
    return json.dumps(header.to_json()), json.loads(finish(game("random", "markers"), "x").line)


@pytest.mark.parametrize(("change", "message"), [
    ({"id": "x"}, f"{FOREIGN}'id' is 'x', with 2 seats"), ({"id": "7.0"}, f"{FOREIGN}'id' is '7.0', with 2 seats"),
    ({"seats": []}, f"{FOREIGN}'id' is '0.1', with 0 seats"),
    ({"block": "0"}, f"{FOREIGN}'block' must be a whole number from 0, not '0'"),
    ({"table": 5}, f"{FOREIGN}'table' must be a text, not 5"),
    ({"seats": ["random", "stranger"]}, "the bot 'stranger' is not in this tournament"),
    ({"result": None}, f"{FOREIGN}it has no result"), ({"result": {"ranks": [1, 2]}}, f"{FOREIGN}KeyError 'shares'"),
    ({"result": {"ranks": [1, 2], "shares": [1, 0], "scores": SCORES[:1]}}, f"{FOREIGN}'scores' is not one for each seat"),
    ({"result": {"ranks": [1, 2], "shares": [2, 0], "scores": SCORES}}, f"{FOREIGN}'shares' is not one for each seat"),
    ({"result": {"ranks": [1, 3], "shares": [1, 0], "scores": SCORES}}, f"{FOREIGN}'ranks' is not one for each seat"),
    ({"counted": {"ranks": [1, 9], "shares": [1, 0]}}, f"{FOREIGN}'ranks' is not one for each seat"),
    ({"counted": 5}, f"{FOREIGN}'counted' must be an object, not 5"),
    ({"counted": {"ranks": [2, 2], "shares": [0, 0]}}, f"{FOREIGN}nobody has rank 1"),
    ({"decisions": [1]}, f"{FOREIGN}'decisions' is not one for each seat"),
    ({"seat_seconds": ["a", "b"]}, f"{FOREIGN}'seat_seconds' must be a number from 0, not 'a'"),
    ({"version": 3}, "'version' must be 1, not 3; others need another hansa (see 'hansa docs records')"),
    ({"fault": 5}, f"{FOREIGN}'fault' must be an object, not 5"), ({"fault": {}}, f"{FOREIGN}'fault' lacks 'message'"),
    ({"turns": "many"}, f"{FOREIGN}'turns' must be a number from 0, not 'many'"),
])
def test_foreign_records_are_named_by_their_line(
    change: dict[str, Any], message: str, unsealed_log: tuple[str, dict[str, Any]], tmp_path: Path
) -> None:
    header, record = unsealed_log
    path = tmp_path / "log.jsonl"
    path.write_text(f"{header}\n{json.dumps(record)}\n")
    assert len(read_log(path).games) == 1
    path.write_text(f"{header}\n{json.dumps(record)}\n{json.dumps(record | {'id': '0.1'} | change)}\n")
    with pytest.raises(LogError) as refused:
        read_log(path)
    assert str(refused.value).endswith(f"line 3: {message}")


def test_what_is_logged_is_on_disk_after_a_second_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, synced = 100.0, list[float]()
    monkeypatch.setattr("hansa.tournaments.log.time", SimpleNamespace(monotonic=lambda: now))
    with Log.create(tmp_path / "log.jsonl", new_header(Tournament(("random", "markers"), (TWO,)), {}, "test")) as log:
        monkeypatch.setattr("hansa.tournaments.log.os.fsync", lambda file: synced.append(now))
        for later in (100.5, 101.0, 101.25, 101.5, 102.25, 102.5, 103.75):
            now = later
            log.append(["{}"])
        assert synced == [101.25, 102.5, 103.75]
    assert len(synced) == 4, "and when the log is closed"


def test_a_flipped_byte_is_refused_with_file_and_line(tmp_path: Path, serial: dict[str, Any]) -> None:
    """Any bit of any byte, first line included; but for the end of the last line, which is a torn
    game, played again."""
    whole = tmp_path / "whole.jsonl"
    held(Tournament(("markers", "random"), (TWO,), blocks=2, limit=60), whole, 1)
    data, path, rng = whole.read_bytes(), tmp_path / "log.jsonl", random.Random(8)
    ends = [place for place, byte in enumerate(data) if byte == 10]
    places = {rng.randrange(len(data) - 1) for _ in range(150)} | {*ends[:-1]}
    places |= {end - back for end in ends for back in range(1, 24)}
    for place in places:
        line = 1 + sum(end < place for end in ends)
        path.write_bytes(data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :])
        for reading in (read_log, Log.resume):
            with pytest.raises(LogError, match=rf"{path}: line {line}: "):
                reading(path)


def edited(record: dict[str, Any], first: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """A record of game 0.1 as someone edits it who corrects the checksum too, and the error."""
    result = record["result"]
    yield {"result": result | {"ranks": result["ranks"][::-1], "shares": result["shares"][::-1]}}, "points behind seat"
    yield {"result": record["result"] | {"shares": [0.5, 0.5]}}, "but shares"
    yield {"seats": record["seats"][::-1]}, "game 0.1 seats markers, random, but the schedule random, markers"
    yield {"id": "98.1", "block": 98}, "game 98.1 has another setup than seed 1"
    yield {"id": "0.7"}, "block 0 has 2 games"
    yield {"table": "east/3"}, "is at east/3, but the schedule's at hansa-23/2"
    yield {"setup": first["setup"] | {"edition": "classic"}}, "another setup"
    yield first, "game 0.0 is there a second time"


def test_an_edited_log_is_refused(tmp_path: Path) -> None:
    """Also with the right checksum: ids, seats, setups, ranks and shares must be those of the
    schedule and the rules."""
    whole, path = tmp_path / "whole.jsonl", tmp_path / "log.jsonl"
    held(Tournament(("markers", "random"), (TWO,), blocks=1), whole, 1)
    header, *lines = whole.read_text().splitlines()
    first, second = sorted(({name: value for name, value in json.loads(line).items() if name != "crc"} for line in lines),
                           key=lambda record: str(record["id"]))
    for change, message in edited(second, first):
        path.write_text("\n".join([header, sealed(json.dumps(first)), sealed(json.dumps(second | change))]) + "\n")
        for reading in (read_log, Log.resume):
            with pytest.raises(LogError, match=rf"line 3: .*{message}"):
                reading(path)
    other = sealed(json.dumps({name: value for name, value in json.loads(header).items() if name != "crc"} | {
        "tournament": json.loads(header)["tournament"] | {"seed": 5}}))
    path.write_text("\n".join([other, *lines]) + "\n")
    with pytest.raises(LogError, match="another setup than seed 5 gives it"):
        read_log(path)


def test_a_log_without_checksums_is_read_and_gone_on_with(tmp_path: Path, serial: dict[str, Any]) -> None:
    path = tmp_path / "log.jsonl"
    Log.create(path, replace(new_header(SMALL, {}, "test"), checksums=None)).close()
    held(SMALL, path, 1)
    assert log_lines(path) == serial and '"crc"' not in path.read_text()
    assert read_log(path).header.checksums is None
    assert merge_files([path], tmp_path / "sealed.jsonl") == len(serial)
    assert read_log(tmp_path / "sealed.jsonl").header.checksums == "crc32"


def test_logs_that_contradict_each_other_are_not_merged(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    held(Tournament(("markers", "random"), (TWO,), blocks=1, limit=60), path, 1)
    contents = read_log(path)
    other = replace(contents, games=[replace(one, moves=one.moves + 1) for one in contents.games])
    with pytest.raises(LogError, match=r"game 0\.\d ended otherwise in another of these logs"):
        merged([contents, other])


def test_a_log_that_is_deleted_in_play_is_missed(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with pytest.raises(LogError, match="was deleted while it was being written"), Log.create(path, new_header(SMALL, {}, "x")):
        path.unlink()
    with pytest.raises(LogError, match="/dev/null is not a file that can be read again"):
        Log.create(Path("/dev/null"), new_header(SMALL, {}, "x"))


def test_a_log_of_another_engine_is_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    Log.create(path, replace(new_header(SMALL, {}, "test"), signature="0123456789abcdef")).close()
    log, _ = Log.resume(path)
    with pytest.raises(LogError, match=(
            rf"^{path} was begun with hansa \S+, whose engine and search have the signature 0123456789abcdef; "
            rf"these have {signature()}: finish it with that one, or begin a new log$")):
        log.check_engine()


# --- killing --------------------------------------------------------------------------------------

def children_of(process: int) -> list[int]:
    """The processes that a process has started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False).stdout
    return [int(word) for word in found.split()]


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def killed_at_random(path: Path, tournament: Tournament, kills: int, seed: int) -> int:
    """Holds a tournament while workers and the runner are killed; returns how many were."""
    rng, killed = random.Random(seed), 0
    arguments = [*tournament.bots, "--players", "2", "--blocks", str(tournament.blocks), "--limit", str(tournament.limit)]
    while killed < kills:
        begun = path.exists() and path.stat().st_size > 0
        with Command("tournament", "--quiet", "--workers", "2",
                     *(["--resume", str(path)] if begun else [*arguments, "--log", str(path)])) as runner:
            for _ in range(rng.randrange(1, 4)):
                wanted = lines_of(path) + rng.randrange(1, 3)
                wait_until(lambda: runner.poll() is not None or lines_of(path) >= wanted)       # noqa: B023
                # So that not all are killed between two games
                time.sleep(rng.uniform(0, 0.1))
                workers = children_of(runner.pid)
                if runner.poll() is not None:
                    return killed
                if workers and killed < kills:
                    os.kill(rng.choice(workers), signal.SIGKILL)
                    killed += 1
        killed += 1
    return killed


def check_killing(path: Path, blocks: int, kills: int) -> None:
    tournament = Tournament(("markers", "mcts:simulations=30"), (TWO,), blocks=blocks, limit=200)
    killed = killed_at_random(path, tournament, kills, 5)
    assert killed >= min(kills, 3)
    assert ran("tournament", "--quiet", "--resume", str(path)).returncode == 0
    undisturbed = {one.id: without_times(finish(one, tournament.digest).line) for one in games(tournament)}
    assert log_lines(path) == undisturbed


def test_killing_workers_and_the_runner_loses_and_repeats_nothing(tmp_path: Path) -> None:
    check_killing(tmp_path / "log.jsonl", blocks=8, kills=4)


@pytest.mark.long
def test_killing_fifty_times(tmp_path: Path) -> None:
    check_killing(tmp_path / "log.jsonl", blocks=120, kills=50)


def test_a_killed_runner_leaves_nobody_behind(tmp_path: Path) -> None:
    with Command("tournament", bad("Hangs"), f"exec:{sys.executable} {PROGRAMS / 'player.py'}", "--players", "2", "--quiet",
                 "--workers", "2", "--log", str(tmp_path / "log.jsonl")) as runner:
        wait_until(lambda: any(map(children_of, children_of(runner.pid))))
        workers = children_of(runner.pid)
        family = [*workers, *(child for worker in workers for child in children_of(worker))]
        assert len(family) > 2
        runner.kill()
    wait_until(lambda: not any(Path(f"/proc/{process}").exists() for process in family), family)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_what_a_script_has_started_ends_with_the_tournament(end: signal.Signals, tmp_path: Path) -> None:
    """A program in a script, which is thinking and hears nothing; the script alone is what was
    started."""
    script, note = tmp_path / "play.sh", tmp_path / "numbers"
    thinking = "import os, time; print(os.getpid(), flush=True); time.sleep(100_000)"
    script.write_text(f'"{sys.executable}" -c "{thinking}" >> {note}\n')
    with Command("tournament", f"exec:sh {script}", "random", "--players", "2", "--quiet", "--workers", "2", "--blocks", "1",
                 "--log", str(tmp_path / "log.jsonl")) as runner:
        wait_until(lambda: note.exists() and note.read_text().strip())
        runner.send_signal(end)
        runner.wait()
    # The second worker's program may have started last
    wait_until(lambda: not any(Path(f"/proc/{program}").exists() for program in note.read_text().split()), note)


def test_a_program_that_is_just_starting_is_found_by_the_next_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a shell becomes another program its environment cannot be read."""
    class Starting:
        pid = 1 << 30

        def __init__(self, environment: dict[str, str] | None) -> None:
            self.info = {"environ": environment}

        def kill(self) -> None:
            killed.append(self.info["environ"])

    marked, other = {leftovers.MARK: "mine"}, {leftovers.MARK: "another's"}
    killed, pauses = list[object](), list[float]()
    found: list[list[dict[str, str] | None]] = [
        [None, other], [marked, other], [None], [marked], [other], [None], [marked]]
    sweeps = iter(found)
    monkeypatch.setattr("psutil.process_iter", lambda names: [Starting(each) for each in next(sweeps)])
    monkeypatch.setattr("time.sleep", pauses.append)
    leftovers.end_marked("mine")
    # Until two sweeps in a row found nobody
    assert killed == [marked, marked] and next(sweeps) == [marked]
    assert pauses == [leftovers.PAUSE] * 5


def test_no_end_is_missing_from_faults() -> None:
    assert set(FAULTS) == {"illegal", "crash", "timeout", "interrupted"}
    assert isinstance(finish(game("random", "random"), "x"), FinishedGame)
