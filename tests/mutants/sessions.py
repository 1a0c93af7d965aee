"""Work in a forked process, a session of its own, that ends when its parent has gone or when its
time is over.

Time is processor time, so that a busy machine takes none of it. A process that waits for what never
comes uses none; it is ended after a longer time on the clock, or as soon as it and all that it
started have done nothing for two minutes.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

PASSED, FAILED, TIMEOUT, BROKEN = 0, 1, -1, 3       # 3: the work itself could not be done
POLL = 0.02                                         # seconds
# Of a processor: a server that nobody asks uses less, and so does what looks five times a second
# whether its parent is there.
IDLE_SHARE = 0.01


@dataclass(frozen=True)
class Limit:
    """What a session may use, in seconds: processor time of each process, time on the clock of all,
    and time on the clock in which none of them does anything."""

    processor: float
    clock: float
    idle: float = 120

    @classmethod
    def of_tests(cls, seconds: float) -> Limit:
        """For tests that took so many seconds of processor time when they were recorded."""
        return cls(15 + 5 * seconds, 600 + 60 * seconds)


@contextlib.contextmanager
def forked(work: Callable[[], int], output: Path, processor: float | None = None) -> Iterator[int]:
    """Does work in a session of its own, which ends with the block; gives the process's number."""
    child = os.fork()
    if not child:
        _work_and_exit(work, output, processor)
    try:
        yield child
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(child, 0)


def outcome_of(work: Callable[[], int], output: Path, limit: Limit) -> int:
    """The code that the work ends with, or `TIMEOUT`."""
    with forked(work, output, limit.processor) as child:
        end = time.monotonic() + limit.clock
        active = Active(child, limit.idle)
        while time.monotonic() < end and active.still():
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                code = os.waitstatus_to_exitcode(status)
                return code if code >= 0 else TIMEOUT if code == -signal.SIGXCPU else FAILED
            time.sleep(POLL)
        return TIMEOUT


class Active:
    """Whether a process or what it started has computed anything in the last seconds."""

    def __init__(self, process: int, idle: float) -> None:
        self.process, self.idle = process, idle
        self.since, self.used = time.monotonic(), 0.0

    def still(self) -> bool:
        """Looks again once the seconds are over."""
        now = time.monotonic()
        if now - self.since < self.idle:
            return True
        before, self.used = self.used, computed(self.process)
        self.since = now
        return abs(self.used - before) > IDLE_SHARE * self.idle


def computed(process: int) -> float:
    """Processor seconds of a process and of what it started, as far as they are still there."""
    total = 0.0
    with contextlib.suppress(psutil.NoSuchProcess):
        root = psutil.Process(process)
        for each in [root, *root.children(recursive=True)]:
            with contextlib.suppress(psutil.NoSuchProcess):
                times = each.cpu_times()
                total += times.user + times.system
    return total


def _work_and_exit(work: Callable[[], int], output: Path, processor: float | None) -> None:
    code = BROKEN
    try:
        parent = os.getppid()
        os.setsid()
        threading.Thread(target=end_with, args=(parent,), daemon=True).start()
        if processor is not None:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_CPU, (int(processor) + 1, int(processor) + 5))
        written = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        for descriptor, target in ((os.open(os.devnull, os.O_RDONLY), 0), (written, 1), (written, 2)):
            os.dup2(descriptor, target)
        code = work()
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def end_with(parent: int) -> None:
    """Ends this process and what it started when the parent has gone, however it went."""
    while os.getppid() == parent:
        time.sleep(0.2)
    os.killpg(0, signal.SIGKILL)
