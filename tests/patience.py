"""Waiting for what must come, however busy the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 120.0        # seconds until what hangs is given up; what works never takes so long
POLL = 0.02

T = TypeVar("T")


def wait_until(happens: Callable[[], T], what: object = "") -> T:
    """What `happens` gives once that is true; an AssertionError if it never is."""
    until = time.monotonic() + PATIENCE
    while not (found := happens()):
        assert time.monotonic() < until, f"never happened: {what or happens}"
        time.sleep(POLL)
    return found
