"""Programs as processes, on every system: how they are started, asked and ended with all that they
start.

POSIX: a program gets a session of its own, so that one signal ends its whole group, and its pipes
are polled. Windows has neither groups that can be killed nor pipes that can be polled: there psutil
finds the children, and threads wait on the pipes.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import queue
import select
import shlex
import signal
import subprocess
import sys
import threading
import time
from typing import IO, Any, Protocol

WINDOWS = sys.platform == "win32"
DIE_WITH_PARENT = 1         # PR_SET_PDEATHSIG of Linux
CHUNK = 1 << 16
MOST_WAITING = 64           # chunks that nobody has read yet; then the program waits


class Pipes(Protocol):
    """Both pipes of a program; every wait has a limit."""

    def write(self, data: bytes, seconds: float) -> bool:
        """Whether the program took it all in time; `BrokenPipeError` if it has closed its input."""

    def read(self, seconds: float) -> bytes | None:
        """What it said since; nothing (`b""`) if it has closed its output, None if it was
        silent."""

    def close_input(self) -> None:
        """Tells the program that nothing more will come."""

    def close(self) -> None:
        """Closes both, once the program has ended."""


def words_of(command: str) -> list[str]:
    """The words of a command line, quoted as in a shell; on Windows a backslash is a part of a
    path.

    >>> words_of("python3 'my bot.py'")
    ['python3', 'my bot.py']
    """
    words = shlex.shlex(command, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters = True, ""
    if WINDOWS:
        words.escape = ""
    return list(words)


def start(words: list[str], errors: int | None) -> subprocess.Popen[bytes]:
    """A new process that `end` can end. On Linux it also ends when this process is killed."""
    if WINDOWS:     # Ctrl-C is for us to hear
        return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, bufsize=0,
                                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0))
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, bufsize=0,
                            start_new_session=True, preexec_fn=_die_with_parent if _PRCTL is not None else None)


def pipes_of(process: subprocess.Popen[bytes]) -> Pipes:
    """Its pipes, as this system has them."""
    return ThreadedPipes(process) if WINDOWS else PolledPipes(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Kills a process and what it has started."""
    if WINDOWS:
        _kill_tree(process)
        return
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)


def _kill_tree(process: subprocess.Popen[bytes]) -> None:
    """Finds the children first: once a process is gone, nobody knows its children."""
    import psutil  # takes 30 ms, and other systems do not need it

    with contextlib.suppress(psutil.Error):
        for child in psutil.Process(process.pid).children(recursive=True):
            with contextlib.suppress(psutil.Error):
                child.kill()
    with contextlib.suppress(OSError):
        process.kill()


def _prctl() -> Any:
    """Linux's own call; None elsewhere."""
    if not sys.platform.startswith("linux"):
        return None
    return getattr(ctypes.CDLL(None), "prctl", None)


_PRCTL: Any = _prctl()


def _die_with_parent() -> None:
    """Runs in the new process: it must not survive the runner."""
    _PRCTL(DIE_WITH_PARENT, signal.SIGKILL)


class PolledPipes:
    """Pipes that never block, with `poll`, which works with thousands of open files."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._input, self._output = process.stdin, process.stdout
        os.set_blocking(self._input.fileno(), False)
        os.set_blocking(self._output.fileno(), False)

    def write(self, data: bytes, seconds: float) -> bool:
        """As `Pipes` says."""
        left, until = memoryview(data), time.monotonic() + seconds
        while left:
            try:
                left = left[self._input.write(left) or 0 :]
            except ValueError:          # closed
                raise BrokenPipeError from None
            if left and not _ready(self._input, select.POLLOUT, until - time.monotonic()):
                return False
        return True

    def read(self, seconds: float) -> bytes | None:
        """As `Pipes` says."""
        if not _ready(self._output, select.POLLIN, seconds):
            return None
        return self._output.read(CHUNK)

    def close_input(self) -> None:
        """As `Pipes` says."""
        self._input.close()

    def close(self) -> None:
        """As `Pipes` says."""
        for pipe in (self._input, self._output):
            with contextlib.suppress(OSError):
                pipe.close()


def _ready(pipe: IO[bytes], event: int, seconds: float) -> bool:
    """Whether a pipe can be written or read within `seconds` seconds."""
    poll = select.poll()
    poll.register(pipe.fileno(), event)
    return bool(poll.poll(max(0.0, seconds) * 1000))


class ThreadedPipes:
    """Pipes that block, with a thread for each: Windows knows no other."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._input, self._output = process.stdin, process.stdout
        self._heard: queue.Queue[bytes] = queue.Queue(MOST_WAITING)
        self._to_say: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._said = threading.Semaphore(0)
        self._broken = self._over = False
        for work in (self._listen, self._speak):
            threading.Thread(target=work, daemon=True).start()

    def write(self, data: bytes, seconds: float) -> bool:
        """As `Pipes` says."""
        if self._broken:
            raise BrokenPipeError
        self._to_say.put(data)
        if not self._said.acquire(timeout=max(0.0, seconds)):
            return False
        if self._broken:
            raise BrokenPipeError
        return True

    def read(self, seconds: float) -> bytes | None:
        """As `Pipes` says."""
        if self._over:
            return b""
        try:
            data = self._heard.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return None
        self._over = not data
        return data

    def close_input(self) -> None:
        """As `Pipes` says."""
        self._to_say.put(None)

    def close(self) -> None:
        """As `Pipes` says."""
        self._to_say.put(None)
        with contextlib.suppress(queue.Empty):      # a listener that waits for room
            while True:
                self._heard.get_nowait()

    def _listen(self) -> None:
        """Until the program closes its output."""
        data = b"?"
        while data:
            try:
                data = os.read(self._output.fileno(), CHUNK)
            except (OSError, ValueError):
                data = b""
            self._heard.put(data)
        self._output.close()

    def _speak(self) -> None:
        """Until nothing more is to be said."""
        while (data := self._to_say.get()) is not None:
            try:
                while data:
                    data = data[self._input.write(data) or 0 :]
            except (OSError, ValueError):
                self._broken = True
            self._said.release()
        with contextlib.suppress(OSError):
            self._input.close()
