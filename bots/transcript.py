"""Transcripts: everything that hansa and programs say to each other, in a file for the authors of
such programs.

`HANSA_PIPES=FILE` in the environment asks for it, `--debug FILE` of a command sets that; processes
that play inherit it. Each line is on disk before the next is said, so the last one tells where a
program hung or died:

    09:15:02.114 4711 * python3 mine.py
    09:15:02.115 4711 > {"id": 1, "cmd": "hello", "version": 1}
    09:15:02.240 4711 < {"id": 1, "version": 1, "name": "mine"}

The number is the program's process. What it prints on standard error is copied between the lines.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

VARIABLE = "HANSA_PIPES"
STARTED, TOLD, ANSWERED, ENDED = "*", ">", "<", "="


class Transcript:
    """The file, open for one program; several programs may write to it at once."""

    def __init__(self, file: int) -> None:
        self.file = file

    @classmethod
    def begin(cls) -> Transcript | None:
        """The transcript that the environment asks for; None if it asks for none or cannot have
        it."""
        path = os.environ.get(VARIABLE)
        with contextlib.suppress(OSError):
            if path:
                return cls(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666))
        return None

    def note(self, process: int, sign: str, text: bytes | str) -> None:
        """One line; a full disk ends no game."""
        now = time.time()
        stamp = f"{time.strftime('%H:%M:%S', time.localtime(now))}.{int(now * 1000) % 1000:03d} {process} {sign} "
        words = text.encode() if isinstance(text, str) else text
        with contextlib.suppress(OSError):
            os.write(self.file, stamp.encode() + words.rstrip(b"\n") + b"\n")

    def close(self) -> None:
        """No more lines."""
        os.close(self.file)


@contextlib.contextmanager
def transcribed(path: str | None) -> Iterator[None]:
    """Writes what is said to programs to a file, unless it is None. `OSError` if that fails."""
    if path is None:
        yield
        return
    with Path(path).open("ab"):
        pass
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(Path(path).absolute())
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
