"""Ends processes that a worker's bots have started and left behind, even if they have detached
themselves.

Every worker puts a mark into its environment, which all its children inherit, even a daemon in a
session of its own. A process that carries the mark of a dead worker is ended.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import time

MARK = "HANSA_WORKER"
MOST_SWEEPS = 20            # of a program that starts others faster than they can be ended
# Linux shows no environment of a process while another program takes its place (exec). So nobody is
# left only if two sweeps, with a pause between them, find nobody.
EMPTY_SWEEPS, PAUSE = 2, 0.02


def new_mark() -> str:
    """A mark that no other process of this machine has."""
    return secrets.token_hex(8)


def put_mark(mark: str) -> None:
    """Puts the mark into the environment of this process, which all its children inherit."""
    os.environ[MARK] = mark


def end_marked(mark: str) -> None:
    """Kills all processes with a mark, until none is left."""
    import psutil  # takes 30 ms, and a worker that ends cleanly does not need it

    empty = 0
    for _ in range(MOST_SWEEPS):
        processes = [
            process for process in psutil.process_iter(["environ"])
            if (process.info["environ"] or {}).get(MARK) == mark and process.pid != os.getpid()
        ]
        empty = 0 if processes else empty + 1
        if empty == EMPTY_SWEEPS:
            return
        for process in processes:
            with contextlib.suppress(psutil.Error):         # gone meanwhile
                process.kill()
        time.sleep(PAUSE)
