"""A limit for every test: what waits for ever fails, and says where it waits.

Wall time, since what waits computes nothing; and long enough for the busiest machine.
"""

from __future__ import annotations

import faulthandler
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

QUICK, LONG = 1200.0, 7200.0        # seconds: the longest test takes a thirtieth
AGAIN = 60.0                        # seconds until what has survived that is ended once more
STUCK = Path(__file__).parents[1] / "build" / "stuck.txt"


@contextmanager
def limited(seconds: float, what: str) -> Iterator[None]:
    """Fails with where each thread waits, and for which processes, unless the block ends in time.

    Only the main thread can be interrupted; Windows has no such clock.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise pytest.fail.Exception(f"{what} has not ended after {seconds:g} seconds\n{waiting(frame)}", pytrace=False)

    before = signal.signal(signal.SIGALRM, ring)
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, left, AGAIN if left else 0.0)
        signal.signal(signal.SIGALRM, before)


def waiting(frame: FrameType | None) -> str:
    """Where the main thread and the others are, and which processes they have started."""
    import psutil  # seldom needed

    main = threading.main_thread().ident
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    frames = [(main, frame), *((number, found) for number, found in sys._current_frames().items() if number != main)]
    parts = [f"thread {names.get(number)}:\n{''.join(traceback.format_stack(found))}" for number, found in frames]
    for process in psutil.Process().children(recursive=True):
        try:
            parts.append(f"process {process.pid}, {process.status()}: {' '.join(process.cmdline())[:300]}")
        except psutil.Error:
            continue
    return "\n".join(parts)


def limit_end() -> None:
    """A process of tests that does not end after its last test is ended, and where its threads wait
    is written to `build/stuck.txt`."""
    STUCK.parent.mkdir(exist_ok=True)
    faulthandler.dump_traceback_later(QUICK / 4, exit=True, file=STUCK.open("a", encoding="utf-8"))
