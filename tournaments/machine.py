"""Faults of the machine, as opposed to faults of bots: out of memory, processes or open files.

A game that ends by such a fault says nothing about the bots. It is not logged but played again at
once, and if that fails too, when the tournament is resumed.
"""

from __future__ import annotations

import errno
from dataclasses import dataclass

from hansa.errors import HansaError
from hansa.tournaments.schedule import ScheduledGame

EXHAUSTED = (errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOSPC, errno.EDQUOT)
NO_THREADS = "can't start new thread"


class MachineFault(HansaError):
    """The machine could not continue; the bot that was thinking is not at fault."""

    code = "machine"


@dataclass(frozen=True)
class Lost:
    """A game that the machine could not play, and why."""

    game: ScheduledGame
    reason: str


def machine_fault(error: BaseException) -> str | None:
    """What the machine ran out of, if an error or one of its causes says so; else None.

    >>> machine_fault(MemoryError()), machine_fault(ValueError("a bot's own mistake"))
    ('out of memory', None)
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, MemoryError):
            return "out of memory"
        if isinstance(cause, OSError) and cause.errno in EXHAUSTED:
            return (cause.strerror or str(cause))[:1].lower() + (cause.strerror or str(cause))[1:]
        if isinstance(cause, RuntimeError) and NO_THREADS in str(cause):
            return "no more threads can be started"
        cause = cause.__cause__
    return None
