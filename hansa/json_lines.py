"""JSON from outside, read strictly, and lines of JSON: shared by records and the protocol."""

from __future__ import annotations

import json
import math
import os
import stat
from pathlib import Path
from typing import Any, NoReturn, TypeGuard

Json = dict[str, Any]       # an object of JSON, such as a setup, a result, a message
MOST_LEVELS = 64        # no setup, state or record nests deeper than 8
MOST_DIGITS = 1000      # a number that long is a mistake, and slow to read


class NotJson(ValueError):
    """Bytes or a text that are not JSON; the message says why and where, in one line."""


def read_json(data: bytes | str) -> Any:
    """The value of a JSON text. `NotJson` also for NaN, infinities, repeated members, deep
    nesting."""
    try:
        # some editors write a mark first
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        value = json.loads(
            text.rstrip(), parse_constant=_no_constant, parse_float=_finite, parse_int=_whole, object_pairs_hook=_object
        )
    except UnicodeDecodeError as error:
        raise NotJson(f"no UTF-8: {error.reason} at byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise NotJson(f"no JSON: {_what_is_wrong(error)}") from error
    except RecursionError as error:
        raise NotJson(f"nested deeper than {MOST_LEVELS} levels") from error
    if _levels_exceed(value):
        raise NotJson(f"nested deeper than {MOST_LEVELS} levels")
    return value


def _what_is_wrong(error: json.JSONDecodeError) -> str:
    """The message and the place; where a comma lacks or is too many, the place where it should
    stand or stands.

    Python's own decoder names the next thing that it meets, often lines below.
    """
    before = error.doc[: error.pos].rstrip()
    message, at = error.msg.removesuffix(" starting at"), error.pos
    if message == "Expecting ',' delimiter":
        message, at = "a comma is missing", len(before)
    elif before.endswith(",") and error.doc[error.pos : error.pos + 1] in ("}", "]"):
        message, at = "a comma too many", len(before) - 1
    line, column = before.count("\n") + 1, at - error.doc.rfind("\n", 0, at)
    if at == error.pos:
        line = error.lineno
    return f"{message} at line {line}, column {column}" if "\n" in error.doc.strip() else f"{message} at column {column}"


def json_line(value: Any) -> str:
    """One line without its newline, in ASCII: it survives every terminal, pipe and encoding."""
    return json.dumps(value, allow_nan=False)


def append_line(path: str | Path, value: Any) -> None:
    """Appends a line and syncs the file. A line that a crash cut off stays a line of its own."""
    line = json_line(value).encode() + b"\n"
    mode = "a+b" if Path(path).is_file() else "ab"
    # one write for a line: other processes append too
    with Path(path).open(mode, buffering=0) as file:
        regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)     # not a pipe or a device
        if regular and file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                line = b"\n" + line
        try:
            while line:
                line = line[file.write(line):]
            if regular:
                os.fsync(file.fileno())
        except OSError as error:        # a full disk should say which
            raise OSError(error.errno, error.strerror, str(path)) from error


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number; `true` is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def _no_constant(name: str) -> NoReturn:
    raise NotJson(f"no JSON: {name} is not a number in JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise NotJson(f"no JSON: the number {text[:20]} is out of range")
    return number


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise NotJson(f"a number of {len(text)} digits; {MOST_DIGITS} is the most")
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise NotJson(f"the member {twice[:60]!r} is there twice")
    return found


def _levels_exceed(value: object) -> bool:
    """Level by level, not by recursion."""
    level = [value]
    for _ in range(MOST_LEVELS + 1):
        inner: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inner += item.values()
            elif isinstance(item, list):
                inner += item
        if not inner:
            return False
        level = inner
    return True
