"""Conversations with commands, as they were reviewed: what was typed, and every line that was
printed.

Each file in `tests/golden/commands` is a script and its outcome at once. A line `$ hansa ...` is
run, with `> FILE` at its end into a file, `% hansa ...` on a terminal without colours, `& hansa
...` on one with colours, which are written as `{1;31}text{0}`; lines from the next `<<` to another
`<<` are typed. Everything else is what the command printed, on standard error behind `! `, and its
exit code in brackets, if it is not 0. `python -m tests.golden_commands` runs all again and writes
the outcomes anew, or those of the scripts that are named; review the diff.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rich.style import Style

from hansa.bench import Bench, GameBench
from hansa.cli import main as hansa
from hansa.thinking import Budget
from hansa.version import VERSION

FOLDER = Path(__file__).parent / "golden" / "commands"
PROMPT, ON_TERMINAL, IN_COLOURS, TYPED = "$ hansa ", "% hansa ", "& hansa ", "<<"
COLOURS = re.compile(r"\x1b\[([\d;]*)m")
# What differs from run to run, as wide as it was.
VARYING = (
    (re.compile(r"seed \d{6,}"), "seed N"), (re.compile(r"\d\d [A-Z][a-z]{2} \d\d:\d\d"), "DD MON HH:MM"),
    (re.compile(r"\d+[.,]\d+ s\b"), "N s"), (re.compile(r'"((?:milli)?seconds)": [\d.e-]+'), r'"\1": N'),
    (re.compile(rf'"(version|counted)": "{re.escape(VERSION)}"'), r'"\1": V'),
    (re.compile(r"\d+\.\d million"), "N million"), (re.compile(r'\[Seconds "[\d.]+'), '[Seconds "N'),
    (re.compile(rf'\[Engine "{re.escape(VERSION)}"'), '[Engine "V"'),
    (re.compile(rf'"engine": "{re.escape(VERSION)}"'), '"engine": "V"'),
    (re.compile(r"default \d+, all cores"), "default N, all cores"),
    (re.compile(r"\(choose from .*?\)"), "(choose from ...)"),  # later Pythons quote otherwise
)
ENVIRONMENT = {
    "HANSA_GAMES": "kept", "HANSA_PRACTICE": "practice.jsonl", "HANSA_LOG": "hansa.log", "HANSA_LANG": "en",
    "COLUMNS": "90", "LINES": "30", "NO_COLOR": "1", "TERM": "xterm-256color", "COLORTERM": "truecolor",
}


@dataclass(frozen=True)
class Step:
    """A command line, and what is typed while it runs."""

    line: str
    typed: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join([self.line, *([TYPED, *self.typed, TYPED] if self.typed else [])])

    def outcome(self) -> str:
        """What it prints."""
        words = shlex.split(self.line[len(PROMPT):])
        in_colours = self.line.startswith(IN_COLOURS)
        on_terminal = self.line.startswith(ON_TERMINAL) or in_colours
        target = Path(words[-1]) if len(words) > 1 and words[-2] == ">" else None
        shown = io.StringIO()
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8") if target else Output(shown, on_terminal)
        # What is drawn on standard error depends on how fast the machine is.
        errors = Complaints(shown, on_terminal and not in_colours)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors), \
                patch.object(sys, "stdin", Keys("".join(f"{line}\n" for line in self.typed), on_terminal)), \
                patch.dict(os.environ):
            if in_colours:
                forget_styles()
                del os.environ["NO_COLOR"]
            code = hansa(words[:-2] if target else words)
        if target and isinstance(out, io.TextIOWrapper):
            out.flush()
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(out.buffer.getvalue())
        text = COLOURS.sub(r"{\1}", shown.getvalue())
        for pattern, mask in VARYING:
            text = pattern.sub(mask, text)
        return "".join(f"{line.rstrip()}\n" for line in [*text.splitlines(), *([f"[{code}]"] if code else [])])


class Calendar:
    """Stands for `datetime`: a game begins every hour."""

    def __init__(self) -> None:
        self.hours = itertools.count(8)
        self.datetime = self

    def now(self) -> datetime:
        """An hour later than before."""
        return datetime(2026, 3, 1, next(self.hours), 5, 7)


class KeysOneByOne:
    """Stands for the keyboard of `hansa watch`: each line that is typed is the name of a key, or
    `wait` for the time until the next move is due."""

    def __init__(self) -> None:
        self.now = 100.0

    def of_terminal(self, file: str | None) -> KeysOneByOne | None:
        """Itself on a terminal."""
        return self if sys.stdin.isatty() else None

    def __enter__(self) -> KeysOneByOne:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing was changed."""

    def monotonic(self) -> float:
        """The time, which only `wait` moves."""
        return self.now

    def pressed(self, seconds: float) -> str:
        """The next key."""
        key = (sys.stdin.readline() or "q").removesuffix("\n")
        self.now += 1.0 if key == "wait" else 0.0
        return "" if key == "wait" else key


class Output(io.TextIOBase):
    """Standard output of a command."""

    def __init__(self, shown: io.StringIO, on_terminal: bool) -> None:
        self.shown, self.on_terminal = shown, on_terminal
        self.buffer = Bytes(self)

    def isatty(self) -> bool:
        """Whether somebody watches."""
        return self.on_terminal

    def write(self, text: str) -> int:
        """Adds to what is shown."""
        return self.shown.write(text)


class Bytes(io.RawIOBase):
    """What programs write to."""

    def __init__(self, text: Output) -> None:
        self.text = text

    def write(self, data: Any) -> int:
        """The same as text."""
        self.text.write(bytes(data).decode())
        return len(data)


class Complaints(Output):
    """Standard error, each line with its sign."""

    def write(self, text: str) -> int:
        before = self.shown.getvalue()
        sign = "! " if not before or before.endswith("\n") else ""
        return self.shown.write(sign + text if text.strip() else text)


class Keys(io.TextIOWrapper):
    """What is typed; it is shown after the question, as a terminal does."""

    def __init__(self, typed: str, on_terminal: bool) -> None:
        super().__init__(io.BytesIO(typed.encode()), encoding="utf-8")
        self.on_terminal = on_terminal

    def isatty(self) -> bool:
        """Whether somebody types."""
        return self.on_terminal

    def readline(self, size: int = -1) -> str:      # type: ignore[override]
        """One line more."""
        line = super().readline(size)
        sys.stdout.write(line)
        return line


def steps(text: str) -> list[Step]:
    """The commands of a script."""
    found, lines = [], iter(text.splitlines())
    for line in lines:
        if line.startswith((PROMPT, ON_TERMINAL, IN_COLOURS)):
            found.append(Step(line))
        elif line == TYPED:
            found[-1] = Step(found[-1].line, tuple(iter(lambda: next(lines), TYPED)))
    return found


def outcome(text: str) -> str:
    """A script with what its commands print now; the folder they work in is empty at first."""
    return "\n".join(f"{step}\n{step.outcome()}" for step in steps(text))


def forget_styles() -> None:
    """Styles of rich's keep how the first console wrote them, which may have had fewer colours."""
    Style.parse.cache_clear()
    Style._add.cache_clear()


def status(console: Any, text: str) -> contextlib.AbstractContextManager[None]:
    """Stands for what turns while a command thinks."""
    console.print(f"[{text}]", markup=False)
    return contextlib.nullcontext()


def figures(seconds: float, boards: Sequence[str], progress: Callable[[str], None]) -> Bench:
    """What `hansa bench` might measure: no two figures are equal."""
    count = itertools.count(1)

    def next_figure() -> int:
        return 1_234_567 * next(count)

    def game(table: str) -> GameBench:
        return GameBench(
            table, next_figure(), next_figure(), next_figure() / 7, {"evaluation": next_figure(), "playout": next_figure()},
            next_figure(), {"quick": next_figure(), "slow": next_figure()}, {"by a net": next_figure()}, next_figure(),
            table * 2)

    return Bench({"east/3": next_figure(), "hansa-45/4": next_figure()}, {"east/3": 1234.5, "hansa-45/4": 0.5},
                 {name: game(f"{name} 4") for name in ("teutonica", "hansa2004")}, f"signature {seconds:g}")


@contextlib.contextmanager
def surroundings(folder: Path) -> Iterator[None]:
    """An empty folder, a terminal of one size, and thoughts that do not depend on the machine."""
    before, keys = Path.cwd(), KeysOneByOne()
    os.chdir(folder)
    try:
        with patch.dict(os.environ, ENVIRONMENT), patch("hansa.cli.play.datetime", Calendar()), \
                patch("hansa.cli.advice.Budget", lambda seconds: Budget(round(200 * seconds))), \
                patch("hansa.cli.bench.measure", figures), patch("rich.console.Console.status", status), \
                patch("hansa.cli.watch.Keyboard", keys), patch("hansa.cli.watch.time", keys):
            yield
    finally:
        os.chdir(before)


def scripts() -> list[Path]:
    """All files."""
    return sorted(FOLDER.glob("*.txt"))


def main(names: Sequence[str]) -> None:
    for path in scripts() if not names else (FOLDER / f"{name}.txt" for name in names):
        with tempfile.TemporaryDirectory() as folder, surroundings(Path(folder)):
            path.write_text(outcome(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
