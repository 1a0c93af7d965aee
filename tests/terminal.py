"""A command on a pseudo-terminal: type, wait for what it shows, signal, see how it ends."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import time
from collections.abc import Mapping
from types import TracebackType

from tests.patience import PATIENCE
from tests.warm import Command

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|\x1b[=>()][0-9A-B]?|\r")


class Terminal:
    """`hansa` with some arguments on a terminal of its own."""

    def __init__(
        self, *arguments: str, columns: int = 80, lines: int = 40, environment: Mapping[str, str] | None = None
    ) -> None:
        self.shown = ""         # everything, without colours and movements of the cursor
        self.raw = b""
        # How much of `raw` is lines that have ended, and how these are shown
        self._ended, self._before = 0, ""
        self.seen = 0           # of `shown`, up to where a test has waited
        usual = {"TERM": "xterm-256color", "PYTHONWARNINGS": "error", "COLUMNS": str(columns), "LINES": str(lines)}
        self.descriptor, theirs = pty.openpty()
        self.command = Command(*arguments, environment={**usual, **(environment or {})}, terminal=theirs)
        os.close(theirs)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.command.__exit__(kind, error, trace)
        os.close(self.descriptor)

    def type(self, text: str, end: str = "\n") -> None:
        """Keys."""
        os.write(self.descriptor, (text + end).encode())

    def wait_for(self, pattern: str) -> str:
        """What was shown since the last wait up to a pattern; an AssertionError shows what came
        instead."""
        until = time.monotonic() + PATIENCE
        while True:
            found = re.compile(pattern).search(self.shown, self.seen)
            if found:
                text = self.shown[self.seen : found.end()]
                self.seen = found.end()
                return text
            if not self._read(until):
                raise AssertionError(f"waited for {pattern!r} and saw: ...{self.shown[self.seen:][-1500:]}")

    def say(self, text: str, pattern: str) -> str:
        """A line, and what is shown up to a pattern."""
        self.type(text)
        return self.wait_for(pattern)

    def end(self) -> int:
        """The exit code, once it has ended; negative for a signal."""
        until = time.monotonic() + PATIENCE
        while self._read(until):
            pass
        return self.command.wait()

    def interrupt(self) -> None:
        """Ctrl-C, as a terminal sends it."""
        os.write(self.descriptor, b"\x03")

    def kill(self) -> None:
        """kill -9."""
        self.command.kill()
        self.command.wait()

    def _read(self, until: float) -> bool:
        """More of what is shown; False at its end, or if nothing came in time."""
        ready, _, _ = select.select([self.descriptor], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            return False
        data = b""
        with contextlib.suppress(OSError):      # Linux: the other side is closed
            data = os.read(self.descriptor, 1 << 16)
        self.raw += data
        end = self.raw.rfind(b"\n") + 1
        if end > self._ended:
            self._before += plain(self.raw[self._ended : end])
            self._ended = end
        self.shown = self._before + plain(self.raw[end:])
        return bool(data)


def plain(raw: bytes) -> str:
    """What a terminal shows of some bytes, without colours and movements of the cursor."""
    return ESCAPES.sub("", raw.decode(errors="replace"))
