"""Single keys of a terminal, without waiting for Enter: read from its descriptor, on Windows from
the console."""

from __future__ import annotations

import importlib
import os
import re
import select
import sys
import time
from types import TracebackType
from typing import Any

WINDOWS = sys.platform == "win32"

NAMED = {
    b"\x1b[C": "right", b"\x1b[D": "left", b"\x1bOC": "right", b"\x1bOD": "left",
    b"\x1b[H": "home", b"\x1bOH": "home", b"\x1b[1~": "home", b"\x1b[F": "end", b"\x1bOF": "end", b"\x1b[4~": "end",
    b"\x1b[5~": "page up", b"\x1b[6~": "page down",
}

# What the console of Windows says after `\0` or `\xe0`.
NAMED_BY_CONSOLE = {"M": "right", "K": "left", "G": "home", "O": "end", "I": "page up", "Q": "page down"}
CTRL_C, CTRL_D = "\x03", "\x04"
SEQUENCE = re.compile(rb"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])")      # a key without a character
NOT_UTF8 = "\ufffd"         # what a byte that is not UTF-8 is read as
MOST_BYTES = 1024           # that are read at once
GLANCE_SECONDS = 0.01       # between two looks at the console


class Keyboard:
    """A context in which a terminal hands over every key at once; afterwards it is as it was."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._before: list[Any] = []
        self._waiting = b""     # what was typed and is not a key yet

    @classmethod
    def of_terminal(cls, input_file: str | None) -> Keyboard | None:
        """The keyboard of standard input; None if it is not a terminal, or is the file to read."""
        if input_file == "-" or sys.stdin is None or not sys.stdin.isatty():
            return None
        return (ConsoleKeyboard if WINDOWS else cls)(sys.stdin.fileno())

    def __enter__(self) -> Keyboard:
        import termios
        import tty

        self._before = termios.tcgetattr(self.descriptor)
        tty.setcbreak(self.descriptor)          # Ctrl-C still interrupts
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        import termios

        termios.tcsetattr(self.descriptor, termios.TCSADRAIN, self._before)

    def pressed(self, seconds: float) -> str:
        """The next key within some time; empty if there is none. Arrows, Home, End and pages have
        names, the end of the input is Ctrl-D."""
        if not self._waiting:
            ready, _, _ = select.select([self.descriptor], [], [], seconds)
            if not ready:
                return ""
            self._waiting = os.read(self.descriptor, MOST_BYTES)
        key, self._waiting = first_key(self._waiting)
        return key


def first_key(typed: bytes) -> tuple[str, bytes]:
    r"""The first of several keys that came at once, and the others: a key that is held repeats.

    >>> first_key(b"\x1b[C\x1b[Cq"), first_key(b" q"), first_key("ü?".encode()), first_key(b"")
    (('right', b'\x1b[Cq'), (' ', b'q'), ('ü', b'?'), ('\x04', b''))
    >>> first_key(b"\x1b"), first_key(b"\x1b[15~q")          # Escape; F5, which no command uses
    (('\x1b', b''), ('', b'q'))
    >>> first_key(b"\xffq") == (NOT_UTF8, b"q")
    True
    """
    sequence = SEQUENCE.match(typed)
    if sequence:
        return NAMED.get(sequence[0], ""), typed[sequence.end():]
    character = typed.decode(errors="replace")[:1]
    length = 1 if character == NOT_UTF8 else len(character.encode())
    return character or CTRL_D, typed[length:]


class ConsoleKeyboard(Keyboard):
    """The keys of a console of Windows, which hands them over one by one whenever it is asked."""

    def __enter__(self) -> Keyboard:
        self.console = importlib.import_module("msvcrt")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Nothing was changed."""

    def pressed(self, seconds: float) -> str:
        """As above; the console says Ctrl-C as a key, too."""
        until = time.monotonic() + seconds
        while not self.console.kbhit():
            if time.monotonic() >= until:
                return ""
            time.sleep(GLANCE_SECONDS)
        key = str(self.console.getwch())
        if key == CTRL_C:
            raise KeyboardInterrupt
        return NAMED_BY_CONSOLE.get(str(self.console.getwch()), "") if key in ("\0", "\xe0") else key
