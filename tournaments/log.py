"""The log: JSON Lines, append-only, the only truth of a tournament. Its first line describes it, the others are records.

A line is written whole or not at all, as far as programs can see: a line that a crash cut off is the last one, and is
taken away before anything is added. Two runners never write the same log: the second finds it locked.
"""

from __future__ import annotations

import fcntl
import os
import platform
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from hansa.bench import signature
from hansa.errors import HansaError, RecordError
from hansa.json_lines import NotJson, is_whole, json_line, read_json
from hansa.record import Record
from hansa.tournaments.results import Played, in_order, played
from hansa.tournaments.schedule import ScheduleError, Tournament
from hansa.version import VERSION as HANSA_VERSION

__all__ = ["Contents", "Header", "Log", "LogError", "merge_files", "merged", "new_header", "read_header", "read_log"]

VERSION = 1
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

    def to_json(self) -> dict[str, Any]:
        """As the log has it."""
        return {
            "version": VERSION, "tournament": self.tournament.to_json(), "bots": dict(self.specs),
            "signature": self.signature, "engine": self.engine, "commit": self.commit, "machine": dict(self.machine),
            "command": self.command, "started": self.started,
        }

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
                str(data["commit"]), dict(data["machine"]), str(data["command"]), str(data["started"]),
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
        return _read(file, str(path))


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
        return _header(file.readline(), str(path))


def _read(lines: Iterable[bytes], where: str) -> Contents:
    """Line by line, keeping of each game what tables need."""
    header: Header | None = None
    games: list[Played] = []
    size = 0
    for number, line in enumerate(lines, 1):
        if header is None:
            header = _header(line, where)
        elif not line.endswith(b"\n"):
            return Contents(header, games, size, torn=True)     # never trusted: its game is played again
        else:
            games.append(_game(line, header, f"{where}: line {number}"))
        size += len(line)
    if header is None:
        raise LogError(f"{where}: it is empty; is this a log of 'hansa tournament'?")
    return Contents(header, games, size, torn=False)


def _header(line: bytes, where: str) -> Header:
    try:
        if not line.endswith(b"\n"):
            raise NotJson("cut off")
        return Header.from_json(read_json(line), where)
    except NotJson as error:
        raise LogError(f"{where}: line 1: {error}; is this a log of 'hansa tournament'?") from error


def _game(line: bytes, header: Header, where: str) -> Played:
    try:
        game = played(Record.from_json(read_json(line)), header.digest)
    except (NotJson, RecordError) as error:
        raise LogError(f"{where}: {error}") from error
    unknown = [bot for bot in game.bots if bot not in header.tournament.bots]
    if unknown:
        raise LogError(f"{where}: the bot {unknown[0][:60]!r} is not in this tournament")
    return game


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
        """A new log; a file that exists is never overwritten."""
        file = _locked(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666), path)
        if os.fstat(file).st_size:
            os.close(file)
            raise LogError(f"{path} exists; go on with it by --resume {path}, or name another")
        log = cls(path, header, file)
        log.append([json_line(header.to_json())])
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
        """Adds whole lines; on disk after a second at most."""
        data = "".join(f"{line}\n" for line in lines).encode()
        try:
            while data:
                data = data[os.write(self._file, data) :]
            if time.monotonic() - self._synced > SYNC_SECONDS:
                os.fsync(self._file)
                self._synced = time.monotonic()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def close(self) -> None:
        """Everything on disk, and free for others."""
        os.fsync(self._file)
        os.close(self._file)

    def __enter__(self) -> Log:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _locked(file: int, path: Path) -> int:
    """The open file, locked as long as this process lives."""
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
    found: dict[tuple[str, str], Played] = {}
    for log in logs:
        for game in log.games:
            found.setdefault((game.digest, game.id), game)
    return in_order(found.values())


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
    widest = max(headers, key=lambda header: header.tournament.blocks or 0)
    seen: set[str] = set()
    with Log.create(target, widest) as log:
        for path, header in zip(paths, headers, strict=True):
            with Path(path).open("rb") as file:
                file.readline()
                for number, line in enumerate(file, 2):
                    if line.endswith(b"\n") and (name := _game(line, header, f"{path}: line {number}").id) not in seen:
                        seen.add(name)
                        log.append([line.decode().rstrip("\n")])
    return len(seen)
