"""What a command prints: in colour and ruled tables on a terminal, the same words in plain text
elsewhere."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from hansa.languages import ENGLISH, Language
from hansa.phrases import say
from hansa.views.terminal.canvas import Canvas
from hansa.views.terminal.palette import FAINT, MARKER, SEATS, STYLES
from hansa.views.terminal.tables import table_lines

if TYPE_CHECKING:
    from rich.console import Console

USUAL_WIDTH, WIDEST = 80, 140       # columns
BESIDE_MAP = 20                     # lines: heading, desks, what happened
ENDLESS = 1 << 30                   # lines, where nobody watches

# What gets a colour in the lines of routes and cities, which begin with a code: the pieces (`0t`,
# `0b3`) and cities of each seat, markers, empty places, ...
ON_THE_BOARD = (
    *((rf"\b{seat}[a-z]\d*\b|={seat}\b", colour) for seat, colour in enumerate(SEATS)),
    (r"\b(extra-office|swap|plus-3|plus-4|develop|move-3|remove-3)\b", MARKER),
    (r"\.\.|~~", FAINT),
)
# ... and in the others, where `3t` is an amount: headings, and the seat to move.
ELSEWHERE = (
    (r"^(seat |game over).*$", "bold"),
    (r"^>\d", "reverse"),
)

WINDOWS = sys.platform == "win32"
STANDARD_OUTPUT = -11           # as Windows numbers it
ESCAPES = 4                     # ENABLE_VIRTUAL_TERMINAL_PROCESSING


def understand_escapes() -> None:
    """Has a console of Windows obey the codes that clear it, and not print them."""
    import ctypes  # takes a while, and other terminals obey anyway

    kernel: Any = getattr(ctypes, "windll").kernel32        # noqa: B009
    console, mode = kernel.GetStdHandle(STANDARD_OUTPUT), ctypes.c_ulong()
    if kernel.GetConsoleMode(console, ctypes.byref(mode)):
        kernel.SetConsoleMode(console, mode.value | ESCAPES)


def rich_console(**settings: Any) -> Console:
    """A console of rich's, in colours that can be read on every background."""
    from rich.console import Console
    from rich.theme import Theme

    return Console(theme=Theme(STYLES), **settings)


class EnoughRead(Exception):
    """The reader does not want to see the rest."""


class Screen:
    """Standard output in a language, which phrases are told in; rich is only loaded where its
    colours are wanted."""

    def __init__(self, *, plain: bool = False, language: Language = ENGLISH) -> None:
        self.language = language
        if WINDOWS and sys.stdout is not None and sys.stdout.isatty():
            understand_escapes()
        self._console: Console | None = None
        self._ask: Callable[[str], str] | None = None   # between two pages
        self._left = 0                                  # lines of this page
        if not plain and sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
            self._console = rich_console(highlight=False, soft_wrap=True)

    def tell(self, text: str) -> str:
        """A text as it is printed."""
        return self.language.tell(text)

    @property
    def console(self) -> Console | None:
        """Rich's console where there are colours."""
        return self._console

    @property
    def width(self) -> int:
        """Columns to draw in."""
        wide = sys.stdout is not None and sys.stdout.isatty()
        return min(shutil.get_terminal_size((USUAL_WIDTH, 24)).columns, WIDEST) if wide else USUAL_WIDTH

    @property
    def height(self) -> int:
        """Lines that can be seen at once; without end where nobody watches."""
        on_terminal = sys.stdout is not None and sys.stdout.isatty()
        return shutil.get_terminal_size((USUAL_WIDTH, 24)).lines if on_terminal else ENDLESS

    @property
    def rows(self) -> int:
        """Lines for a map, so that desks and what happened are seen with it."""
        return self.height - BESIDE_MAP

    def clear(self, history: bool = True) -> None:
        """A terminal without what it showed, and without what scrolling back would show; elsewhere
        nothing."""
        if sys.stdout is not None and sys.stdout.isatty():
            print("\033[2J", "\033[3J" * history, "\033[H", sep="", end="", flush=True)

    @contextlib.contextmanager
    def paged(self, ask: Callable[[str], str]) -> Iterator[None]:
        """Stops after every screenful of what is printed inside, so that nothing scrolls off: Enter
        continues, anything else skips the rest."""
        self._ask, self._left = ask, self.height - 1
        try:
            yield
        except EnoughRead:
            pass
        finally:
            self._ask = None

    def _count_lines(self, text: str) -> None:
        """Asks before a line that the page has no room for."""
        if self._ask is None:
            return
        lines = max(1, -(-len(text) // self.width))
        if lines > self._left:
            question = self.tell(say("-- Enter shows more, q leaves it out --"))
            if self._ask(f"{question} ").strip():
                raise EnoughRead
            self._left = self.height - 1
        self._left -= lines

    @contextlib.contextmanager
    def waiting(self, what: str) -> Iterator[None]:
        """Says on a terminal why nothing happens."""
        if self._console is None:
            yield
            return
        with self._console.status(self.tell(what)):
            yield

    def paragraph(self, text: str, style: str = "", indent: str = "  ") -> None:
        """Text over as many lines as it needs, all but the first indented."""
        for line in self.wrapped(self.tell(text), indent):
            self.line(line, style)

    def message(self, text: str, style: str = "", indent: str = "  ") -> None:
        """An answer: broken between words on a terminal, one line for whatever reads a pipe."""
        text = self.tell(text)
        if self.height == ENDLESS:
            self.line(text, style)
        else:
            self.paragraph(text, style, indent)

    def wrapped(self, text: str, indent: str = "  ") -> list[str]:
        """The lines of a paragraph."""
        return textwrap.wrap(self.tell(text), self.width, subsequent_indent=indent, break_on_hyphens=False,
                             break_long_words=False) or [""]

    def canvas(self, canvas: Canvas) -> None:
        """A drawing with its styles."""
        if self._console is None:
            for text in str(canvas).split("\n"):
                self.line(text)
            return
        from rich.text import Text

        for runs in canvas.runs():
            self._count_lines("".join(text for text, _ in runs))
            self._console.print(Text.assemble(*runs, no_wrap=True))

    def line(self, text: str = "", style: str = "") -> None:
        """One line, in a style of rich's."""
        text = self.tell(text)
        self._count_lines(text)
        if self._console is None:
            print(text)
        else:
            self._console.print(text, style=style, markup=False)

    def last_line(self, text: str, style: str = "") -> None:
        """The lowest line of a screen that is full: the cursor stays in it, so that nothing
        scrolls."""
        if self._console is None:
            print(self.tell(text), end="", flush=True)
        else:
            self._console.print(self.tell(text), style=style, markup=False, end="")

    def drawing(self, text: str) -> None:
        """A position: pieces and markers get their colours."""
        if self._console is None:
            print(text)
            return
        from rich.text import Text

        for line in text.split("\n"):
            shaded = Text(line)
            for pattern, style in ON_THE_BOARD if re.match("[A-Z]{3}[- ]", line) else ELSEWHERE:
                shaded.highlight_regex(pattern, style)
            self._console.print(shaded)

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A table, its first column and words to the left, figures to the right."""
        told = [list(map(self.tell, row)) for row in rows]
        heading, *lines = table_lines(list(map(self.tell, columns)), told, None if self.height == ENDLESS else self.width)
        self.line(heading, style="bold")
        if self._console is not None:
            self.line("─" * max(map(len, (heading, *lines))), style=FAINT)
        for line in lines:
            self.line(line)


def warn(message: str) -> None:
    """One line on standard error."""
    print("hansa: warning:", message, file=sys.stderr)
