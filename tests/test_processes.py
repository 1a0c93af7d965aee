"""Processes of programs and their pipes, on the system that runs the tests."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from hansa.bots import processes
from hansa.bots.processes import CHUNK, PolledPipes, ThreadedPipes, end, start
from tests.patience import PATIENCE

needs_polling = pytest.mark.skipif(sys.platform == "win32", reason="Windows polls no pipes")


class Ends:
    """A process that is none: what it would write and read are ends of pipes here."""

    def __init__(self) -> None:
        read, write = os.pipe()
        self.hears, self.stdin = os.fdopen(read, "rb", buffering=0), os.fdopen(write, "wb", buffering=0)
        read, write = os.pipe()
        self.stdout, self.says = os.fdopen(read, "rb", buffering=0), os.fdopen(write, "wb", buffering=0)

    def close(self) -> None:
        for file in (self.hears, self.stdin, self.stdout, self.says):
            file.close()


@pytest.fixture
def ends() -> Iterator[Any]:
    found = Ends()
    yield found
    found.close()


@needs_polling
def test_what_a_program_says_is_read_and_silence_is_not_its_end(ends: Any) -> None:
    pipes = PolledPipes(ends)
    assert pipes.read(0) is None and pipes.read(-1) is None
    ends.says.write(b"x" * 100)
    assert pipes.read(PATIENCE) == b"x" * 100 and pipes.read(0) is None
    ends.says.write(b"last")
    ends.says.close()
    assert pipes.read(0) == b"last" and pipes.read(0) == b"" == pipes.read(0)


@needs_polling
def test_what_is_too_much_for_a_pipe_is_written_in_parts(ends: Any) -> None:
    pipes, data = PolledPipes(ends), b"".join(b"%9d" % number for number in range(60_000))
    heard: list[bytes] = []

    def listen() -> None:
        while sum(map(len, heard)) < len(data):
            heard.append(ends.hears.read(CHUNK))

    assert pipes.write(data[:9], 0), "what fits needs no time"
    listener = threading.Thread(target=listen)
    listener.start()
    assert pipes.write(data[9:], PATIENCE)
    listener.join()
    assert b"".join(heard) == data


@needs_polling
def test_a_program_that_does_not_read_is_waited_for_no_longer_than_it_was_said(
    ends: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipes = PolledPipes(ends)
    waits: list[tuple[int, float]] = []
    monkeypatch.setattr(processes, "time", SimpleNamespace(monotonic=iter(range(100, 1000, 2)).__next__))
    monkeypatch.setattr(processes, "_ready", lambda pipe, event, seconds: waits.append((event, seconds)))
    assert pipes.write(b"x", 7) and not waits, "nobody waits after all was written"
    assert not pipes.write(b"x" * (1 << 20), 7)
    assert waits == [(select.POLLOUT, 5)]


@needs_polling
def test_a_program_that_reads_no_more_is_a_broken_pipe(ends: Any) -> None:
    pipes = PolledPipes(ends)
    pipes.close_input()
    assert ends.hears.read(1) == b""
    with pytest.raises(BrokenPipeError):
        pipes.write(b"x", 1)
    pipes.close()
    assert ends.stdin.closed and ends.stdout.closed
    pipes.close()


@needs_polling
def test_a_closed_end_of_the_other_side_is_a_broken_pipe(ends: Any) -> None:
    pipes = PolledPipes(ends)
    ends.hears.close()
    with pytest.raises(BrokenPipeError):
        pipes.write(b"x", 1)


def test_threads_do_the_same(ends: Any) -> None:
    pipes = ThreadedPipes(ends)
    assert pipes.read(0) is None and pipes.read(-1) is None
    assert pipes.write(b"one\n", PATIENCE) and pipes.write(b"two\n", PATIENCE)
    assert ends.hears.read(8) == b"one\ntwo\n"
    ends.says.write(b"x" * 100)
    assert pipes.read(PATIENCE) == b"x" * 100
    pipes.close_input()
    assert ends.hears.read(1) == b""
    ends.says.close()
    assert pipes.read(PATIENCE) == b"" == pipes.read(0)
    pipes.close()


def test_threads_tell_a_broken_pipe(ends: Any) -> None:
    pipes = ThreadedPipes(ends)
    ends.hears.close()
    for _ in range(2):
        with pytest.raises(BrokenPipeError):
            pipes.write(b"x", PATIENCE)
    pipes.close()


CHILD = "import subprocess, sys; print(subprocess.Popen(['sleep', '1000']).pid, flush=True); input()"


@pytest.mark.parametrize("windows", [False, True])
def test_a_process_ends_with_all_that_it_has_started(windows: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no groups of processes; its way works elsewhere too."""
    process = start([sys.executable, "-c", CHILD], None)
    assert process.stdin is not None and process.stdout is not None
    child = psutil.Process(int(process.stdout.readline()))
    monkeypatch.setattr(processes, "WINDOWS", windows)
    end(process)
    assert process.wait(PATIENCE) == -signal.SIGKILL
    psutil.wait_procs([child], timeout=PATIENCE)
    assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE
    end(process)
    process.stdin.close()
    process.stdout.close()


@pytest.mark.parametrize("windows", [False, True])
def test_what_a_program_complains_of_goes_where_it_is_told(
    windows: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "WINDOWS", windows)
    with (tmp_path / "errors").open("wb") as errors:
        process = start([sys.executable, "-c", "import sys; print(1, file=sys.stderr); print(2)"], errors.fileno())
        assert process.communicate()[0].split() == [b"2"]
    assert (tmp_path / "errors").read_bytes().split() == [b"1"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sessions")
def test_a_program_has_a_session_of_its_own_and_ends_with_us() -> None:
    process = start([sys.executable, "-c", "import os; print(os.getsid(0), flush=True); input()"], None)
    assert process.stdout is not None and int(process.stdout.readline()) == process.pid
    if sys.platform.startswith("linux"):
        process.stdin.close()       # type: ignore[union-attr]
        process.wait(PATIENCE)
        asked = subprocess.run([sys.executable, "-c", ASKS_WHEN_IT_DIES], capture_output=True, check=True)
        assert int(asked.stdout) == signal.SIGKILL
    else:
        end(process)
        process.wait(PATIENCE)
    process.stdout.close()


# What the kernel sends the child of a thread that goes: PR_GET_PDEATHSIG is 2.
ASKS_WHEN_IT_DIES = """
import sys
from hansa.bots.processes import start
ASK = "import ctypes; found = ctypes.c_int(); ctypes.CDLL(None).prctl(2, ctypes.byref(found)); print(found.value)"
print(int(start([sys.executable, "-c", ASK], None).communicate()[0]))
"""
