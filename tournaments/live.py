"""Shows a running tournament: a bar and a live table on a terminal, else a line now and then."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import TextIO

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from hansa.tournaments.results import GameResult
from hansa.tournaments.sheets import Sheet, rating_sheet
from hansa.tournaments.standings import Standings, culprit, standings
from hansa.views.terminal.palette import BAD, FAINT
from hansa.views.terminal.tables import table_lines

TABLE_SECONDS = 1.0  # between two tables; more where a table costs more than a fiftieth of that
LINE_SECONDS = 15.0
REFRESHES = 4               # a second


@dataclass
class Silent:
    """Shows nothing."""

    def __enter__(self) -> Silent:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        return

    def tell(self, game: GameResult) -> None:
        """A game has ended."""


@dataclass
class Lines(Silent):
    """A line at once and then one every few seconds, for logs and pipes, even if no game ends."""

    stream: TextIO
    total: int | None
    done: int
    note: Callable[[], str]             # one more thing to say, such as where a test stands
    faults: int = 0
    begun: float = field(default_factory=time.monotonic)
    played: int = 0
    _over: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Lines:
        """Announces the games, then reports progress now and then."""
        aim = "playing" if self.total is None else f"playing {self.total} games"
        self._say(f"{self._games()} are there; playing" if self.done else aim)
        self._ticking = threading.Thread(target=self._tick, daemon=True)
        self._ticking.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._over.set()
        self._ticking.join()

    def tell(self, game: GameResult) -> None:
        """A game has ended."""
        self.done += 1
        self.played += 1
        self.faults += game.faulty

    def _tick(self) -> None:
        while not self._over.wait(LINE_SECONDS):
            self._say(self.line())

    def line(self) -> str:
        """How far it is."""
        seconds = time.monotonic() - self.begun
        if not self.played:
            return f"{self._games()}; none has ended in the first {seconds:.0f} s"
        speed = self.played / seconds
        left = f", {(self.total - self.done) / speed:.0f} s left" if self.total is not None else ""
        faults = f", {self.faults} faults" if self.faults else ""
        note = f", {self.note()}" if self.note() else ""
        return f"{self._games()}, {speed:.2f} games/s{left}{faults}{note}"

    def _games(self) -> str:
        return f"{self.done}{f' of {self.total}' if self.total is not None else ''} games"

    def _say(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):      # nobody reads it any more
            print(text, file=self.stream, flush=True)


@dataclass
class LiveStandings(Silent):
    """The bar, games a second, time left, faults and the table, on a terminal."""

    console: Console
    total: int | None
    games: list[GameResult]
    note: Callable[[], str]
    anchor: str | None
    winner_only: bool

    def __post_init__(self) -> None:
        left = () if self.total is None else (TextColumn("left"), TimeRemainingColumn())
        self.progress = Progress(
            TextColumn("[bold]games"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[speed]}"),
            TimeElapsedColumn(), *left, TextColumn("{task.fields[faults]}"), console=self.console,
        )
        faults = sum(game.faulty for game in self.games)
        self.task = self.progress.add_task("", total=self.total, completed=len(self.games), speed="", faults=_faults(faults))
        self.faults = faults
        self.begun = time.monotonic()
        self.before = len(self.games)
        self.next_table = self.begun
        waiting = Text("" if self.games else "no game has ended yet", style=FAINT)
        self.live = Live(Group(self.progress, waiting), console=self.console, refresh_per_second=REFRESHES, transient=True)

    def __enter__(self) -> LiveStandings:
        self.live.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.live.__exit__(kind, error, trace)

    def tell(self, game: GameResult) -> None:
        """A game has ended."""
        self.games.append(game)
        if game.faulty:
            self.faults += 1
            self.live.console.print(Text(f"game {game.id}: {culprit(game)}: {game.end}: {game.message}", style=BAD))
        now = time.monotonic()
        speed = (len(self.games) - self.before) / max(now - self.begun, 1e-3)
        self.progress.update(self.task, completed=len(self.games), speed=f"{speed:.2f}/s", faults=_faults(self.faults))
        if now >= self.next_table:
            table = drawn(rating_sheet(self._standings()), self.live.console.width)
            self.live.update(Group(self.progress, Text(self.note()), table))
            self.next_table = now + max(TABLE_SECONDS, 50 * (time.monotonic() - now))

    def _standings(self) -> Standings:
        """Of all games so far; the anchor may not have played yet."""
        there = any(self.anchor in game.bots for game in self.games)
        return standings(self.games, anchor=self.anchor if there else None, winner_only=self.winner_only)


def _faults(count: int) -> str:
    return f"[{BAD}]{count} faults" if count else ""


def drawn(sheet: Sheet, width: int) -> Text:
    """A sheet within `width` columns, every bot with its name."""
    heading, *lines = table_lines(sheet.columns, sheet.rows, width)
    rule = "─" * min(width, max(map(len, (heading, *lines))))
    text = Text(f"{sheet.title}\n", style="", no_wrap=True, overflow="crop")
    return text.append(f"{heading}\n", "bold").append(f"{rule}\n", FAINT).append("\n".join(lines))
