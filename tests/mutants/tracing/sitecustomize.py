"""Records which lines of some files each test runs, in pytest and in every Python that a test
starts.

Python imports `sitecustomize` at start; this folder is on PYTHONPATH only while `python -m
tests.mutants` records. `HANSA_REACH` is the file to append to, `HANSA_REACH_FILES` what is
recorded, `HANSA_REACH_TEST` the name of the test. A line is written when it first runs in a test,
so that a process that is killed loses nothing.
"""

from __future__ import annotations

import os
import sys
import threading
from types import FrameType
from typing import Any

seen: set[tuple[str, int]] = set()
# By the name of a file, as code objects have it: its place in the list, or -1.
numbers: dict[str, int] = {}


def begin(test: str) -> None:
    """What runs from here on is run by this test."""
    os.environ["HANSA_REACH_TEST"] = test
    seen.clear()


def called(frame: FrameType, _event: str, _argument: Any) -> Any:
    """The trace function of threads: says whether lines of the called function are of interest."""
    name = frame.f_code.co_filename
    number = numbers.get(name)
    if number is None:
        number = numbers[name] = PLACES.get(os.path.realpath(name), -1)
    if number < 0:
        return None
    note(frame)
    return ran


def ran(frame: FrameType, event: str, _argument: Any) -> Any:
    """The trace function of frames."""
    if event == "line":
        note(frame)
    return ran


def note(frame: FrameType) -> None:
    place = (frame.f_code.co_filename, frame.f_lineno)
    if place not in seen:
        seen.add(place)
        os.write(DESCRIPTOR, f"{os.environ.get('HANSA_REACH_TEST', '')} {numbers[place[0]]} {place[1]}\n".encode())


if "HANSA_REACH" in os.environ:
    PLACES = {os.path.realpath(name): place for place, name in enumerate(os.environ["HANSA_REACH_FILES"].split(os.pathsep))}
    DESCRIPTOR = os.open(os.environ["HANSA_REACH"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    threading.settrace(called)
    sys.settrace(called)
