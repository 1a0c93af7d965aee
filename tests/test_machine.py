"""What a tournament knows of its machine: checksums of lines, what has run out, processes that bots
leave behind."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest

from hansa.errors import RecordError
from hansa.record import Record
from hansa.tournaments import log_header
from hansa.tournaments.leftovers import end_marked, new_mark, put_mark
from hansa.tournaments.log_check import check_ranks
from hansa.tournaments.log_header import commit, new_header
from hansa.tournaments.machine import machine_fault
from hansa.tournaments.schedule import TableSetup, Tournament
from hansa.tournaments.seal import BrokenSeal, sealed, unsealed

LINE = '{"id": "0.0"}'


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_seal_is_taken_off_and_the_end_of_the_line_stays(end: str) -> None:
    assert unsealed((sealed(LINE) + end).encode()) == ((LINE + end).encode(), True)
    assert unsealed((LINE + end).encode()) == ((LINE + end).encode(), False)


def test_a_seal_does_not_fit_another_line() -> None:
    broken = sealed(LINE).replace("0.0", "0.1").encode()
    with pytest.raises(BrokenSeal, match=r"its checksum is 24a47afe, but its content has [0-9a-f]{8}"):
        unsealed(broken)


@pytest.mark.parametrize(("error", "said"), [
    (MemoryError(), "out of memory"), (OSError(errno.ENOSPC, "No space left on device"), "no space left on device"),
    (OSError(errno.EMFILE, "Too many open files"), "too many open files"),
    (RuntimeError("can't start new thread"), "no more threads can be started"), (RuntimeError("a bot's own"), None),
    (OSError(errno.ENOENT, "No such file"), None), (ValueError("a bot's own"), None),
])
def test_what_the_machine_lacks_is_told_from_bots_faults(error: Exception, said: str | None) -> None:
    assert machine_fault(error) == said
    outer = ValueError("while it chose")
    outer.__cause__ = error
    assert machine_fault(outer) == said


@contextmanager
def sleeping(mark: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process that carries a mark."""
    environment = {**os.environ, "HANSA_WORKER": mark}
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100_000)"], env=environment,
                               start_new_session=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.skipif(sys.platform != "linux", reason="marks are read in /proc")
def test_whoever_carries_the_mark_of_a_worker_ends_and_nobody_else() -> None:
    mark, other = new_mark(), new_mark()
    assert mark != other
    with sleeping(mark) as first, sleeping(mark) as second, sleeping(other) as stranger:
        end_marked(mark)
        assert first.wait() == second.wait() == -9 and stranger.poll() is None


def test_what_is_started_inherits_the_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANSA_WORKER", "")
    put_mark("abc")
    code = "import os; print(os.environ['HANSA_WORKER'])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "abc\n"


def ranked(end: str, totals: list[int], ranks: list[int], **more: object) -> Record:
    """A record whose points and ranks may disagree."""
    shares = [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
    result = {"scores": [{"total": total} for total in totals], "ranks": ranks, "shares": shares}
    return Record({}, (), end, id="0.0", result=result, more=more)


def test_ranks_must_follow_the_points_and_ties_may_be_broken() -> None:
    check_ranks(ranked("prestige", [9, 7, 7], [1, 2, 3]))
    check_ranks(ranked("prestige", [9, 7, 7], [1, 2, 2]))
    check_ranks(ranked("crash", [9, 7, 7], [3, 1, 2]))          # whoever failed is last
    for ranks in ([2, 1, 3], [1, 1, 3]):
        with pytest.raises(RecordError, match="ranks seat 0 with 9 points behind seat 1 with 7"):
            check_ranks(ranked("prestige", [9, 7, 7], ranks))


def test_shares_must_follow_the_ranks() -> None:
    record = ranked("prestige", [9, 7], [1, 2])
    assert record.result is not None
    record.result["shares"][1] = 0.5
    with pytest.raises(RecordError, match=r"ranks \[1, 2\], but shares \[1.0, 0.5\]"):
        check_ranks(record)


@pytest.mark.parametrize(("done", "said"), [
    (subprocess.CompletedProcess([], 0, "0123456789ab+\n"), "0123456789ab+"),
    (subprocess.CompletedProcess([], 128, "garbage"), ""),
    (OSError("there is no git"), ""), (subprocess.TimeoutExpired("git", 10), ""),
])
def test_a_log_names_the_commit_if_there_is_one(done: object, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = mock.Mock(side_effect=[done])
    monkeypatch.setattr(subprocess, "run", asked)
    assert commit() == said
    assert asked.call_args.kwargs["cwd"] == Path(log_header.__file__).parent and asked.call_args.kwargs["timeout"] == 10


@pytest.mark.parametrize(("counted", "cores"), [(None, 1), (6, 6)])
def test_a_log_names_the_cores_of_its_machine(counted: int | None, cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: counted)
    header = new_header(Tournament(("markers", "random"), (TableSetup("east", 3),)), {}, "typed")
    assert header.machine["cores"] == cores and header.command == "typed"
