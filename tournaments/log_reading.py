"""Reads logs, and compares lines with their checksums and games with the schedule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import BinaryIO

from hansa.errors import HansaError, RecordError
from hansa.json_lines import NotJson, read_json
from hansa.record import Record
from hansa.tournaments.log_check import ScheduleCheck
from hansa.tournaments.log_header import Header, LogError
from hansa.tournaments.results import GameResult, game_result
from hansa.tournaments.seal import METHOD, BrokenSeal, unsealed

__all__ = ["LineReader", "LogContents", "log_lines", "no_checksums", "read_header", "read_log"]

LONGEST_LINE = 32 << 20     # bytes; a game of 100,000 moves has three millions
LONGEST_HEADER = 1 << 20    # bytes


@dataclass(frozen=True)
class LogContents:
    """What a log holds: `size` is how many of its bytes are whole lines.

    >>> from hansa.tournaments.log import Log
    >>> from hansa.tournaments.log_header import new_header
    >>> from hansa.tournaments.schedule import Tournament
    >>> import tempfile
    >>> from hansa.tournaments.schedule import TableSetup
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "log.jsonl")
    ...     Log.create(path, new_header(Tournament(("markers", "random"), (TableSetup("east", 3),)), {}, "an example")).close()
    ...     contents = read_log(path)
    >>> contents.header.tournament.bots, contents.games, contents.torn, contents.size > 0
    (('markers', 'random'), [], False, True)
    """

    header: Header
    games: Sequence[GameResult]
    size: int
    torn: bool


def read_log(path: str | Path) -> LogContents:
    """Reads a log. A last line that a crash has cut off is left out.

    >>> from hansa.json_lines import json_line
    >>> from hansa.tournaments.log import Log
    >>> from hansa.tournaments.log_header import new_header
    >>> from hansa.tournaments.schedule import Tournament
    >>> import tempfile
    >>> from hansa.tournaments.play import play
    >>> from hansa.tournaments.schedule import TableSetup, games
    >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Log.create(Path(folder, "log.jsonl"), new_header(plan, {}, "an example")) as log:
    ...         log.append([json_line(play(game).to_json()) for game in games(plan)])
    ...     [game.id for game in read_log(log.path).games]
    ['0.0', '0.1']
    """
    with Path(path).open("rb") as file:
        return _read(log_lines(file, path), str(path))


def read_header(path: str | Path) -> Header:
    """Reads only the first line.

    >>> from hansa.tournaments.log import Log
    >>> from hansa.tournaments.log_header import new_header
    >>> from hansa.tournaments.schedule import Tournament
    >>> import tempfile
    >>> from hansa.tournaments.schedule import TableSetup
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "log.jsonl")
    ...     Log.create(path, new_header(Tournament(("markers", "random"), (TableSetup("east", 3),)), {}, "an example")).close()
    ...     read_header(path).command
    'an example'
    """
    with Path(path).open("rb") as file:
        return _header(file.readline(LONGEST_HEADER), f"{path}: line 1")


def log_lines(file: BinaryIO, path: str | Path, first: int = 1) -> Iterator[bytes]:
    """The lines of a log, one at a time; one without an end is refused before it fills the memory.

    >>> from io import BytesIO
    >>> list(log_lines(BytesIO(b"one\\ntwo\\n"), "log.jsonl"))
    [b'one\\n', b'two\\n']
    """
    for number in count(first):
        line = file.readline(LONGEST_LINE + 1)
        if len(line) > LONGEST_LINE:
            raise LogError(f"{path}: line {number}: more than {LONGEST_LINE >> 20} megabytes; "
                           "is this a log of 'hansa tournament'?")
        if not line:
            return
        yield line


def _read(lines: Iterable[bytes], where: str) -> LogContents:
    """Line by line, keeping of each game what tables need."""
    reader: LineReader | None = None
    games: dict[str, GameResult] = {}
    size = 0
    for number, line in enumerate(lines, 1):
        if reader is None:
            reader = LineReader(_header(line, f"{where}: line 1"))
        elif not line.endswith(b"\n"):
            # its game is played again
            return LogContents(reader.header, list(games.values()), size, torn=True)
        else:
            game, _ = reader.game(line, f"{where}: line {number}")
            if game.id in games:
                raise LogError(f"{where}: line {number}: game {game.id} is there a second time")
            games[game.id] = game
        size += len(line)
    if reader is None:
        raise LogError(f"{where}: it is empty; is this a log of 'hansa tournament'?")
    return LogContents(reader.header, list(games.values()), size, torn=False)


def _header(line: bytes, where: str) -> Header:
    try:
        if not line.endswith(b"\n"):
            raise LogError(f"{where}: cut off, so it holds no games: the command that began it begins it anew")
        content, is_sealed = unsealed(line)
        header = Header.from_json(read_json(content), where.removesuffix(": line 1"))
    except NotJson as error:
        raise LogError(f"{where}: {error}; is this a log of 'hansa tournament'?") from error
    except BrokenSeal as error:
        raise LogError(f"{where}: {error}") from error
    if is_sealed != (header.checksums == METHOD):
        raise LogError(f"{where}: damaged: its checksum cannot be read")
    return header


class LineReader:
    """Reads the lines of a log after the first one.

    >>> from hansa.json_lines import json_line
    >>> from hansa.tournaments.log_header import new_header
    >>> from hansa.tournaments.schedule import Tournament
    >>> from hansa.tournaments.seal import sealed
    >>> from hansa.tournaments.play import play
    >>> from hansa.tournaments.schedule import TableSetup, games
    >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=1)
    >>> reader = LineReader(new_header(plan, {}, "an example"))
    >>> line = sealed(json_line(play(next(games(plan))).to_json())).encode()
    >>> reader.game(line, "here")[0].id
    '0.0'
    >>> reader.game(line.replace(b"markers", b"larkers"), "log.jsonl: line 2")
    Traceback (most recent call last):
        ...
    hansa.tournaments.log_header.LogError: log.jsonl: line 2: damaged: its checksum is ...
    """

    def __init__(self, header: Header) -> None:
        self.header = header
        self._digest = header.digest
        self._schedule = ScheduleCheck(header.tournament)

    def game(self, line: bytes, where: str) -> tuple[GameResult, Record]:
        """The game of a line, checked."""
        try:
            content, is_sealed = unsealed(line)
            if self.header.checksums is not None and not is_sealed:
                raise BrokenSeal("damaged: it has no checksum that can be read, as all lines of this log have")
            record = Record.from_json(read_json(content))
            game = game_result(record, self._digest)
            self._check_bots(game)
            if self.header.checksums is not None:
                self._schedule.check(record)
        except (NotJson, HansaError, BrokenSeal) as error:
            raise LogError(f"{where}: {error}") from error
        return game, record

    def _check_bots(self, game: GameResult) -> None:
        unknown = [bot for bot in game.bots if bot not in self.header.tournament.bots]
        if unknown:
            raise RecordError(f"the bot {unknown[0][:60]!r} is not in this tournament")


def no_checksums(path: str | Path) -> str:
    """The warning about a log that is older than checksums.

    >>> no_checksums("old.jsonl")
    'old.jsonl has no checksums, since an older hansa began it: damage in it may go unnoticed'
    """
    return f"{path} has no checksums, since an older hansa began it: damage in it may go unnoticed"
