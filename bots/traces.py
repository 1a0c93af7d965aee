"""What a bot's own code did when it failed: its traceback, without the frames of those who asked
it.

>>> try:
...     eval(compile("1 / 0", "mine.py", "eval"), {})
... except ZeroDivisionError as error:
...     print(trace_of(error).splitlines()[1].strip(), "|", failure_of(error))
File "mine.py", line 1, in <module> | ZeroDivisionError: division by zero (mine.py:1)
"""

from __future__ import annotations

import traceback
from pathlib import Path
from types import FrameType, TracebackType

from hansa.bots.bot import BotFault
from hansa.errors import HansaError, MoveError

__all__ = ["failure_of", "line_in", "place_of", "trace_of"]

MOST_FRAMES = 10  # the last ones: a bot that calls itself without end says no more by a thousand
LONGEST_TRACE = 8000    # characters
OF_THE_HOUSE = ("hansa", "engine_c", "importlib")       # packages that call bots, or load them
ASKING = ("hansa.bots.registry", "hansa.bots.traces")


def trace_of(error: BaseException) -> str:
    """The traceback within a bot's code; empty if none was running, as when a program has ended."""
    frames = own_frames(error)
    if frames is None or isinstance(error, BotFault):
        return ""
    text = "".join(traceback.format_exception(type(error), error, frames, limit=-MOST_FRAMES)).rstrip()
    return text if len(text) <= LONGEST_TRACE else "..." + text[-LONGEST_TRACE:]


def failure_of(error: BaseException) -> str:
    """In one line what went wrong, and where in the bot's own code; what hansa itself has refused
    needs no name.

    >>> failure_of(HansaError("there is no seat 7")), failure_of(SystemExit())
    ('there is no seat 7', 'SystemExit')
    """
    text = error.brief if isinstance(error, MoveError) else str(error)
    said = text if isinstance(error, HansaError) else f"{type(error).__name__}: {text}".removesuffix(": ")
    place = "" if isinstance(error, BotFault) else place_of(error)
    return said + (f" ({place})" if place else "")


def place_of(error: BaseException) -> str:
    """`file.py:7`, the innermost line of a bot's own code; empty if nothing of it was running.

    >>> place_of(ValueError("nobody has raised this"))
    ''
    """
    found, trace = "", own_frames(error)
    while trace is not None:
        if not of_the_house(trace.tb_frame):
            found = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found


def line_in(error: BaseException, path: Path) -> int:
    """The innermost line of a file that ran, or that Python cannot parse; 1 if there is none.

    >>> line_in(ValueError("nobody has raised this"), Path("mine.py"))
    1
    """
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno or 1
    found, trace = 1, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            found = trace.tb_lineno
        trace = trace.tb_next
    return found


def own_frames(error: BaseException) -> TracebackType | None:
    """The traceback from the first frame that is a bot's."""
    trace = error.__traceback__
    while trace is not None and of_the_house(trace.tb_frame):
        trace = trace.tb_next
    return trace


def of_the_house(frame: FrameType) -> bool:
    """Whether a frame is of the library, or of what loads files, and of no bot."""
    module = str(frame.f_globals.get("__name__", ""))
    if module.startswith("hansa.bots."):
        return module in ASKING
    return module.split(".")[0] in OF_THE_HOUSE
