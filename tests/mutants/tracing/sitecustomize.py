"""Records which functions of the project each test calls, in pytest and in every Python that a test
starts.

Python imports `sitecustomize` at start; this folder is on PYTHONPATH only while
`python -m tests.mutants` records. `HANSA_REACH` is the file to append to, `HANSA_REACH_TEST` the
test (or the test file, for a fixture that several tests share). A line is written when a function
is first called, so that a killed process loses nothing.
"""

from __future__ import annotations

import os
import sys
import threading
from types import CodeType, FrameType

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", "..")) + os.sep     # noqa: PTH118, PTH120
ROOMS = ("bots/", "hansa/", "tournaments/")
seen: set[CodeType] = set()


def begin(test: str) -> None:
    """What is called from here on is called by this test."""
    os.environ["HANSA_REACH_TEST"] = test
    seen.clear()


def note(code: CodeType) -> None:
    name = os.path.realpath(code.co_filename).removeprefix(ROOT)
    if name.startswith(ROOMS):
        line = f"{os.environ.get('HANSA_REACH_TEST', '')}\t{name}\t{code.co_qualname}\n"
        os.write(DESCRIPTOR, line.encode())


def trace(frame: FrameType, _event: str, _argument: object) -> None:
    if frame.f_code not in seen:
        seen.add(frame.f_code)
        note(frame.f_code)


if "HANSA_REACH" in os.environ:
    DESCRIPTOR = os.open(os.environ["HANSA_REACH"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    threading.settrace(trace)
    sys.settrace(trace)
