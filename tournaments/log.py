"""The log: JSON Lines, append-only, the only truth of a tournament. Its first line describes it, the others are records.

Every line ends in a checksum (`seal.py`), and every game that is read is checked against the schedule (`log_check.py`). Logs
of versions without checksums are read too; they are believed as they stand.

A line is written whole or not at all, as far as programs can see: a line that a crash cut off is the last one, and is
taken away before anything is added. Two runners never write the same log: the second finds it locked.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import platform
import stat
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from hansa.bench import signature
from hansa.errors import HansaError, RecordError
from hansa.json_lines import NotJson, is_whole, json_line, read_json
from hansa.record import Record
from hansa.tournaments.log_check import ScheduleCheck
from hansa.tournaments.results import Played, in_order, played
from hansa.tournaments.schedule import ScheduleError, Tournament
from hansa.tournaments.seal import METHOD, BrokenSeal, sealed, unsealed
from hansa.version import VERSION as HANSA_VERSION

__all__ = ["Contents", "Header", "LineReader", "Log", "LogError", "log_lines", "merge_files", "merged", "new_header",
           "no_checksums", "read_header", "read_log"]

VERSION = 1
HEADER_BEGINS = f'{{"version": {VERSION}, "tournament": {{'.encode()
LONGEST_LINE = 32 << 20     # bytes; a game of 100,000 moves has three millions
LONGEST_HEADER = 1 << 20    # bytes
SYNC_SECONDS = 1.0          # at most so much of the work is lost when the power fails; a dying process loses none


class LogError(HansaError):
    """A log that cannot be read or added to; one line that names it and says what to do.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     read_log(file.name)
    Traceback (most recent call last):
        ...
    hansa.tournaments.log.LogError: ...: it is empty; is this a log of 'hansa tournament'?
    """

    code = "bad-log"


@dataclass(frozen=True)
class Header:
    """The first line: the tournament, and with what it is played.

    >>> from hansa.tournaments.schedule import Table
    >>> header = new_header(Tournament(("markers", "random"), (Table("east", 3),)), {}, "an example")
    >>> Header.from_json(header.to_json(), "here") == header, header.digest == header.tournament.digest
    (True, True)
    """

    tournament: Tournament
    specs: Mapping[str, str]            # of each bot, with every option
    signature: str                      # of the engine (`hansa bench`)
    engine: str
    commit: str
    machine: Mapping[str, Any]
    command: str
    started: str
    checksums: str | None = METHOD      # None in logs of versions that had none

    def to_json(self) -> dict[str, Any]:
        """As the log has it."""
        return {
            "version": VERSION, "tournament": self.tournament.to_json(), "bots": dict(self.specs),
            "signature": self.signature, "engine": self.engine, "commit": self.commit, "machine": dict(self.machine),
            "command": self.command, "started": self.started,
        } | ({"checksums": self.checksums} if self.checksums is not None else {})

    @classmethod
    def from_json(cls, data: object, where: str) -> Header:
        """The header from its JSON object."""
        if not isinstance(data, dict) or not isinstance(data.get("tournament"), dict):
            raise LogError(f"{where}: the first line describes no tournament; is this a log of 'hansa tournament'?")
        if data.get("version") != VERSION or not is_whole(data["version"]):
            raise LogError(f"{where}: a log of version {str(data.get('version'))[:20]}; this hansa reads version {VERSION}")
        try:
            return cls(
                Tournament.from_json(data["tournament"]), dict(data["bots"]), str(data["signature"]), str(data["engine"]),
                str(data["commit"]), dict(data["machine"]), str(data["command"]), str(data["started"]), data.get("checksums"),
            )
        except (ScheduleError, KeyError, TypeError, ValueError) as error:
            raise LogError(f"{where}: line 1: {error}") from error

    @property
    def digest(self) -> str:
        """Logs with the same digest hold parts of one tournament."""
        return self.tournament.digest


def new_header(tournament: Tournament, specs: Mapping[str, str], command: str) -> Header:
    """The header of a tournament that begins here and now.

    >>> from hansa.tournaments.schedule import Table
    >>> header = new_header(Tournament(("markers", "random"), (Table("east", 3),)), {"random": "random:seed=0"}, "an example")
    >>> len(header.signature), sorted(header.machine)
    (16, ['cores', 'python', 'system'])
    """
    return Header(
        tournament, specs, signature(), HANSA_VERSION, commit(),
        {"system": platform.platform(), "python": platform.python_version(), "cores": os.cpu_count() or 1}, command,
        time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    )


def commit() -> str:
    """The git commit of the code, with a `+` if it was changed since; empty where there is none."""
    here = Path(__file__).parent
    try:
        found = subprocess.run(
            ["git", "describe", "--always", "--abbrev=12", "--dirty=+", "--exclude=*"], cwd=here, capture_output=True,
            text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return found.stdout.strip() if found.returncode == 0 else ""


@dataclass(frozen=True)
class Contents:
    """What a log holds: `size` is how many of its bytes are whole lines.

    >>> import tempfile
    >>> from hansa.tournaments.schedule import Table
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "log.jsonl")
    ...     Log.create(path, new_header(Tournament(("markers", "random"), (Table("east", 3),)), {}, "an example")).close()
    ...     contents = read_log(path)
    >>> contents.header.tournament.bots, contents.games, contents.torn, contents.size > 0
    (('markers', 'random'), [], False, True)
    """

    header: Header
    games: Sequence[Played]
    size: int
    torn: bool


def read_log(path: str | Path) -> Contents:
    """Reads a log; what a crash cut off at its end is left out.

    >>> import tempfile
    >>> from hansa.tournaments.play import play
    >>> from hansa.tournaments.schedule import Table, games
    >>> plan = Tournament(("markers", "random"), (Table("hansa-23", 2),), blocks=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Log.create(Path(folder, "log.jsonl"), new_header(plan, {}, "an example")) as log:
    ...         log.append([json_line(play(game).to_json()) for game in games(plan)])
    ...     [game.id for game in read_log(log.path).games]
    ['0.0', '0.1']
    """
    with Path(path).open("rb") as file:
        return _read(log_lines(file, path), str(path))


def read_header(path: str | Path) -> Header:
    """The first line alone.

    >>> import tempfile
    >>> from hansa.tournaments.schedule import Table
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "log.jsonl")
    ...     Log.create(path, new_header(Tournament(("markers", "random"), (Table("east", 3),)), {}, "an example")).close()
    ...     read_header(path).command
    'an example'
    """
    with Path(path).open("rb") as file:
        return _header(file.readline(LONGEST_HEADER), f"{path}: line 1")


def log_lines(file: BinaryIO, path: str | Path, first: int = 1) -> Iterator[bytes]:
    """The lines of a log, one at a time; one without an end is refused before it fills the memory."""
    for number in count(first):
        line = file.readline(LONGEST_LINE + 1)
        if len(line) > LONGEST_LINE:
            raise LogError(f"{path}: line {number}: more than {LONGEST_LINE >> 20} megabytes; "
                           "is this a log of 'hansa tournament'?")
        if not line:
            return
        yield line


def _read(lines: Iterable[bytes], where: str) -> Contents:
    """Line by line, keeping of each game what tables need."""
    reader: LineReader | None = None
    games: dict[str, Played] = {}
    size = 0
    for number, line in enumerate(lines, 1):
        if reader is None:
            reader = LineReader(_header(line, f"{where}: line 1"))
        elif not line.endswith(b"\n"):
            return Contents(reader.header, list(games.values()), size, torn=True)     # its game is played again
        else:
            game, _ = reader.game(line, f"{where}: line {number}")
            if game.id in games:
                raise LogError(f"{where}: line {number}: game {game.id} is there a second time")
            games[game.id] = game
        size += len(line)
    if reader is None:
        raise LogError(f"{where}: it is empty; is this a log of 'hansa tournament'?")
    return Contents(reader.header, list(games.values()), size, torn=False)


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

    >>> from hansa.tournaments.play import play
    >>> from hansa.tournaments.schedule import Table, games
    >>> plan = Tournament(("markers", "random"), (Table("hansa-23", 2),), blocks=1)
    >>> reader = LineReader(new_header(plan, {}, "an example"))
    >>> line = sealed(json_line(play(next(games(plan))).to_json())).encode()
    >>> reader.game(line, "here")[0].id
    '0.0'
    >>> reader.game(line.replace(b"markers", b"larkers"), "log.jsonl: line 2")
    Traceback (most recent call last):
        ...
    hansa.tournaments.log.LogError: log.jsonl: line 2: damaged: its checksum is ...
    """

    def __init__(self, header: Header) -> None:
        self.header = header
        self._digest = header.digest
        self._schedule = ScheduleCheck(header.tournament)

    def game(self, line: bytes, where: str) -> tuple[Played, Record]:
        """The game of a line, checked."""
        try:
            content, is_sealed = unsealed(line)
            if self.header.checksums is not None and not is_sealed:
                raise BrokenSeal("damaged: it has no checksum that can be read, as all lines of this log have")
            record = Record.from_json(read_json(content))
            game = played(record, self._digest)
            self._check_bots(game)
            if self.header.checksums is not None:
                self._schedule.check(record)
        except (NotJson, HansaError, BrokenSeal) as error:
            raise LogError(f"{where}: {error}") from error
        return game, record

    def _check_bots(self, game: Played) -> None:
        unknown = [bot for bot in game.bots if bot not in self.header.tournament.bots]
        if unknown:
            raise RecordError(f"the bot {unknown[0][:60]!r} is not in this tournament")


def no_checksums(path: str | Path) -> str:
    """What is said of a log from before there were checksums.

    >>> no_checksums("old.jsonl")
    'old.jsonl has no checksums, since an older hansa began it: damage in it may go unnoticed'
    """
    return f"{path} has no checksums, since an older hansa began it: damage in it may go unnoticed"


class Log:
    """A log that is being written; open in one process at a time.

    >>> import tempfile
    >>> from hansa.tournaments.schedule import Table
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "log.jsonl")
    ...     with Log.create(path, new_header(Tournament(("markers", "random"), (Table("east", 3),)), {}, "an example")) as log:
    ...         log.append([])
    ...     log, contents = Log.resume(path)            # goes on where a crash or Ctrl-C ended it
    ...     log.check_engine()
    ...     log.close()
    ...     log.remove_if_empty()                       # it never got a game
    ...     path.exists()
    False
    >>> contents.header == log.header, len(contents.games)
    (True, 0)
    """

    def __init__(self, path: Path, header: Header, file: int) -> None:
        self.path = path
        self.header = header
        self._file = file
        self._synced = time.monotonic()

    @classmethod
    def create(cls, path: Path, header: Header) -> Log:
        """A new log; a file that exists is never overwritten, unless it is a log whose first line was cut off."""
        file = _locked(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666), path)
        facts = os.fstat(file)
        try:
            if not stat.S_ISREG(facts.st_mode):
                raise LogError(f"{path} is not a file that can be read again; name another by --log")
            if facts.st_size and not _holds_nothing(path):
                raise LogError(f"{path} exists; go on with it by --resume {path}, or name another")
        except LogError:
            os.close(file)
            raise
        log = cls(path, header, file)
        try:
            if facts.st_size:
                os.truncate(file, 0)
            log.append([json_line(header.to_json())])
        except OSError:             # the disk is full, say: the same command may be given again
            with contextlib.suppress(OSError):
                path.unlink()
                os.close(file)
            raise
        return log

    @classmethod
    def resume(cls, path: Path) -> tuple[Log, Contents]:
        """A log to go on with, and what it holds; a torn last line is taken away."""
        file = _locked(os.open(path, os.O_RDWR | os.O_APPEND), path)
        try:
            contents = read_log(path)
            if contents.torn:
                os.truncate(file, contents.size)
        except BaseException:
            os.close(file)
            raise
        return cls(path, contents.header, file), contents

    def check_engine(self) -> None:
        """Games of two engines must not end up in one log: `LogError` if this one plays otherwise."""
        here = signature()
        if self.header.signature != here:
            self.close()
            raise LogError(
                f"{self.path} was begun with hansa {self.header.engine}, whose engine and search have the signature "
                f"{self.header.signature}; these have {here}: finish it with that one, or begin a new log")

    def append(self, lines: Sequence[str]) -> None:
        """Adds whole lines, each with its checksum; on disk after a second at most."""
        self._check_there()
        if self.header.checksums is not None:
            lines = [sealed(line) for line in lines]
        data = "".join(f"{line}\n" for line in lines).encode()
        try:
            while data:
                data = data[os.write(self._file, data) :]
            if time.monotonic() - self._synced > SYNC_SECONDS:
                os.fsync(self._file)
                self._synced = time.monotonic()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def _check_there(self) -> None:
        if not os.fstat(self._file).st_nlink:
            raise LogError(f"{self.path} was deleted while it was being written, and its games with it; begin a new log")

    def close(self) -> None:
        """Everything on disk, and free for others."""
        os.fsync(self._file)
        os.close(self._file)

    def remove_if_empty(self) -> None:
        """A log that never got a game is not left behind, where it would only be in the way of the next attempt."""
        with contextlib.suppress(OSError, LogError):
            if not read_log(self.path).games:
                self.path.unlink()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if error is None:
                self._check_there()
        finally:
            self.close()


def _holds_nothing(path: Path) -> bool:
    """Whether a file is the beginning of a log's first line: whoever wrote that was killed before there was a game."""
    with path.open("rb") as file:
        begun = file.read(LONGEST_HEADER)
    return len(begun) < LONGEST_HEADER and b"\n" not in begun and (
        begun.startswith(HEADER_BEGINS) or HEADER_BEGINS.startswith(begun))


def _locked(file: int, path: Path) -> int:
    """The open file, locked as long as this process lives. Devices are shared by the whole machine, and hold no log."""
    if not stat.S_ISREG(os.fstat(file).st_mode):
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        raise LogError(f"{path} is being written by another process; wait for it, or end it") from None
    return file


def merged(logs: Iterable[Contents]) -> list[Played]:
    """All games of several logs, those of one tournament once each, in the order of the schedule.

    >>> merged([])
    []
    """
    by_name: dict[tuple[str, str], Played] = {}
    for log in logs:
        for game in log.games:
            first = by_name.setdefault((game.digest, game.id), game)
            if (first.bots, first.ranks, first.moves) != (game.bots, game.ranks, game.moves):
                raise LogError(f"game {game.id} ended otherwise in another of these logs; they cannot be rated together")
    return in_order(by_name.values())


def merge_files(paths: Sequence[str | Path], target: Path) -> int:
    """Writes the games of several logs of one tournament into a new one, each once; returns how many.

    >>> import tempfile
    >>> from hansa.tournaments.schedule import Table
    >>> header = new_header(Tournament(("markers", "random"), (Table("east", 3),)), {}, "an example")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     shards = [Path(folder, "1.jsonl"), Path(folder, "2.jsonl")]
    ...     for shard in shards:
    ...         Log.create(shard, header).close()
    ...     merge_files(shards, Path(folder, "whole.jsonl"))
    0
    """
    headers = [read_header(path) for path in paths]
    for path, header in zip(paths, headers, strict=True):
        if header.digest != headers[0].digest:
            raise LogError(f"{path} and {paths[0]} are of different tournaments; 'hansa rate' takes both, one log cannot")
    widest = replace(max(headers, key=lambda header: header.tournament.blocks or 0), checksums=METHOD)
    seen: set[str] = set()
    with Log.create(target, widest) as log:
        for path, header in zip(paths, headers, strict=True):
            reader = LineReader(header)
            with Path(path).open("rb") as file:
                file.readline()
                for number, line in enumerate(log_lines(file, path, 2), 2):
                    if not line.endswith(b"\n"):
                        continue
                    game, _ = reader.game(line, f"{path}: line {number}")
                    if game.id not in seen:
                        seen.add(game.id)
                        log.append([unsealed(line)[0].decode().rstrip("\n")])
    return len(seen)
