"""Ends processes that a worker's bots have started and left behind, even if they have detached
themselves.

Every worker puts a mark into its environment, which all its children inherit, even a daemon in a
session of its own. A process that carries the mark of a dead worker is ended.
"""

from __future__ import annotations

import contextlib
import os
import secrets

MARK = "HANSA_WORKER"
MOST_SWEEPS = 20            # of a program that starts others faster than they can be ended


def new_mark() -> str:
    """A mark that no other process of this machine has."""
    return secrets.token_hex(8)


def put_mark(mark: str) -> None:
    """Puts the mark into the environment of this process, which all its children inherit."""
    os.environ[MARK] = mark


def end_marked(mark: str) -> None:
    """Kills all processes with a mark, until none is left."""
    import psutil  # takes 30 ms, and a worker that ends cleanly does not need it

    for _ in range(MOST_SWEEPS):
        processes = [
            process for process in psutil.process_iter(["environ"])
            if (process.info["environ"] or {}).get(MARK) == mark and process.pid != os.getpid()
        ]
        if not processes:
            return
        for process in processes:
            with contextlib.suppress(psutil.Error):         # gone meanwhile
                process.kill()
