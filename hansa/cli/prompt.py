"""Asking for a line: with history and completion on a terminal, read unchanged from a pipe."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence


class Prompt:
    """`completions` says what a line may be; Tab offers those that begin like what was typed."""

    def __init__(self, completions: Callable[[], Sequence[str]]) -> None:
        self.completions = completions
        self.found: list[str] = []
        if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
            # bytes that are not text count as a typing mistake
            sys.stdin.reconfigure(errors="replace")
        if sys.stdin is not None and sys.stdin.isatty():
            self._complete_with_tab()

    @property
    def interactive(self) -> bool:
        """Whether a person at a terminal can be asked something in between."""
        return sys.stdin is not None and sys.stdin.isatty()

    def ask(self, question: str) -> str:
        """A line; at the end of the input it is `quit`."""
        try:
            return input(question)
        except EOFError:
            print()
            return "quit"

    def _complete_with_tab(self) -> None:
        try:
            import readline
        except ImportError:         # not every Python has it
            return
        readline.set_completer(self._complete)
        readline.set_completer_delims("")
        libedit = "libedit" in (readline.__doc__ or "")         # macOS has that in readline's place
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def _complete(self, text: str, number: int) -> str | None:
        if number == 0:
            self.found = [line for line in self.completions() if line.casefold().startswith(text.casefold())]
        return self.found[number] if number < len(self.found) else None
