"""What every test may rely on, wherever it runs."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# A shell starts what it runs in the background with Ctrl-C ignored, and children inherit that: tests of Ctrl-C would wait
# forever in such a CI.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Tracebacks of faults that tests provoke do not belong into the log of whoever runs them (hansa/logs.py).
os.environ["XDG_STATE_HOME"] = str(ROOT / "build" / "state")
os.environ.pop("HANSA_LOG", None)


@pytest.fixture(autouse=True)
def no_log_in_the_checkout() -> Iterator[None]:
    """A tournament without --log writes where it is started: tests say --log, or change the folder."""
    before = set(ROOT.glob("tournament-*.jsonl"))
    yield
    left = set(ROOT.glob("tournament-*.jsonl")) - before
    for path in left:
        path.unlink(missing_ok=True)
    assert not left, left
