"""Ends what a worker's bots have started and left behind, wherever it has gone (Linux).

Every worker puts a mark into its environment, which all that it starts inherits, also a daemon with a session of its own.
Whoever carries the mark of a worker that is gone has nobody left to play for.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
from pathlib import Path

MARK = "HANSA_WORKER"
MOST_SWEEPS = 20            # of a program that starts others faster than they can be ended


def new_mark() -> str:
    """A name that no other process of this machine carries."""
    return secrets.token_hex(8)


def put_mark(mark: str) -> None:
    """From now on all that this process starts carries it."""
    os.environ[MARK] = mark


def end_marked(mark: str) -> None:
    """Kills all that carry a mark, until nobody does."""
    for _ in range(MOST_SWEEPS):
        processes = _marked(mark)
        if not processes:
            return
        for process in processes:
            _kill(process)


def _marked(mark: str) -> list[int]:
    wanted, processes = f"{MARK}={mark}".encode(), []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):          # gone meanwhile, or somebody else's
            if wanted in (folder / "environ").read_bytes().split(b"\0") and int(folder.name) != os.getpid():
                processes.append(int(folder.name))
    return processes


def _kill(process: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(process, signal.SIGKILL)
