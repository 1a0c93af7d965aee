"""Single keys of a terminal, without waiting for Enter."""

from __future__ import annotations

import os
import select
import sys
from types import TracebackType
from typing import Any

NAMED = {
    b"\x1b[C": "right", b"\x1b[D": "left", b"\x1bOC": "right", b"\x1bOD": "left",
    b"\x1b[H": "home", b"\x1bOH": "home", b"\x1b[1~": "home", b"\x1b[F": "end", b"\x1bOF": "end", b"\x1b[4~": "end",
    b"\x1b[5~": "page up", b"\x1b[6~": "page down",
}


class Keys:
    """A context in which a terminal hands over every key at once; afterwards it is as it was."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._before: list[Any] = []

    @classmethod
    def of_terminal(cls, input_file: str | None) -> Keys | None:
        """Those of standard input; None if that is no terminal, or is the file that is read."""
        if input_file == "-" or sys.stdin is None or not sys.stdin.isatty():
            return None
        return cls(sys.stdin.fileno())

    def __enter__(self) -> Keys:
        import termios
        import tty

        self._before = termios.tcgetattr(self.descriptor)
        tty.setcbreak(self.descriptor)          # Ctrl-C still interrupts
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        import termios

        termios.tcsetattr(self.descriptor, termios.TCSADRAIN, self._before)

    def pressed(self, seconds: float) -> str:
        """The next key within some time; empty if there is none. Arrows, Home, End and pages have names, the end of the
        input is Ctrl-D."""
        ready, _, _ = select.select([self.descriptor], [], [], seconds)
        if not ready:
            return ""
        data = os.read(self.descriptor, 8)
        return NAMED.get(data, data.decode(errors="replace")[:1] or "\x04")
