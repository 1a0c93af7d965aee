"""The log: JSON Lines, append-only, the only source of a tournament's results. Its first line
describes it, the others are records.

Every line ends in a checksum (`seal.py`), and every game that is read is checked against the
schedule (`log_check.py`). Logs of versions without checksums are read too, but cannot be checked in
this way.

To programs, a line is written whole or not at all: a line that a crash cut off is the last one, and
is removed before anything is added. Two runners never write the same log, since the first one locks
it.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from filelock import lock_descriptor

from hansa.bench import signature
from hansa.json_lines import json_line
from hansa.tournaments.log_header import VERSION, Header, LogError
from hansa.tournaments.log_reading import LONGEST_HEADER, LogContents, read_log
from hansa.tournaments.seal import sealed

__all__ = ["Log", "holds_no_game"]

HEADER_BEGINS = f'{{"version": {VERSION}, "tournament": {{'.encode()
WINDOWS = sys.platform == "win32"
AS_IT_IS = getattr(os, "O_BINARY", 0)       # Windows would write two characters for a newline
# at most so much of the work is lost when the power fails; a dying process loses none
SYNC_SECONDS = 1.0


class Log:
    """A log that is being written; open in one process at a time.

    >>> from hansa.tournaments.log_header import new_header
    >>> from hansa.tournaments.schedule import Tournament
    >>> import tempfile
    >>> from hansa.tournaments.schedule import TableSetup
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "log.jsonl")
    ...     tournament = Tournament(("markers", "random"), (TableSetup("east", 3),))
    ...     with Log.create(path, new_header(tournament, {}, "an example")) as log:
    ...         log.append([])
    ...     log, contents = Log.resume(path)            # continues where a crash or Ctrl-C ended it
    ...     log.check_engine()
    ...     log.close()
    ...     log.remove_if_empty()                       # it never got a game
    ...     path.exists()
    False
    >>> contents.header == log.header, len(contents.games)
    (True, 0)
    """

    def __init__(self, path: Path, header: Header, file: int, lock: int) -> None:
        self.path = path
        self.header = header
        self._file, self._lock = file, lock
        self._synced = time.monotonic()

    @classmethod
    def create(cls, path: Path, header: Header) -> Log:
        """Creates a log. An existing file is not overwritten, unless it is a log whose first line
        was cut off."""
        file, lock = _opened(path, os.O_CREAT)
        facts = os.fstat(file)
        try:
            if not stat.S_ISREG(facts.st_mode):
                raise LogError(f"{path} is not a file that can be read again; name another by --log")
            if facts.st_size and not holds_no_game(path):
                raise LogError(f"{path} exists; continue it with --resume {path}, or name another")
        except LogError:
            _close(file, lock, path)
            raise
        log = cls(path, header, file, lock)
        try:
            if facts.st_size:
                os.truncate(file, 0)
            log.append([json_line(header.to_json())])
        except OSError:             # the disk is full, say: the same command may be given again
            _close(file, lock, path)
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        return log

    @classmethod
    def resume(cls, path: Path) -> tuple[Log, LogContents]:
        """Opens a log to continue it, and returns its contents; a last line that was cut off is
        removed."""
        file, lock = _opened(path)
        try:
            contents = read_log(path)
            if contents.torn:
                os.truncate(file, contents.size)
        except BaseException:
            _close(file, lock, path)
            raise
        return cls(path, contents.header, file, lock), contents

    def check_engine(self) -> None:
        """Raises `LogError` if this engine plays differently: all games of a log must be of one
        engine."""
        here = signature()
        if self.header.signature != here:
            self.close()
            raise LogError(
                f"{self.path} was begun with hansa {self.header.engine}, whose engine and search have the signature "
                f"{self.header.signature}; these have {here}: finish it with that one, or begin a new log")

    def append(self, lines: Sequence[str]) -> None:
        """Appends lines with their checksums; they are on disk after a second at most."""
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
        """Syncs everything to disk, and releases the lock."""
        os.fsync(self._file)
        _close(self._file, self._lock, self.path)

    def remove_if_empty(self) -> None:
        """Removes a log without games, so that it does not block the next attempt."""
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


def holds_no_game(path: Path) -> bool:
    """Whether a file is the beginning of a log's first line: its writer was killed before the first
    game.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     holds_no_game(Path(file.name))
    True
    """
    with path.open("rb") as file:
        begun = file.read(LONGEST_HEADER)
    return len(begun) < LONGEST_HEADER and b"\n" not in begun and (
        begun.startswith(HEADER_BEGINS) or HEADER_BEGINS.startswith(begun))


def _opened(path: Path, more: int = 0) -> tuple[int, int]:
    """The open file, and what holds its lock as long as this process lives.

    That is the file itself; on Windows, where nobody could read a locked file, it is another one
    beside it. Devices are shared by the whole machine, and hold no log.
    """
    file = lock = os.open(path, os.O_RDWR | os.O_APPEND | AS_IT_IS | more, 0o666)
    if stat.S_ISREG(os.fstat(file).st_mode):
        if WINDOWS:
            lock = os.open(_lock_beside(path), os.O_RDWR | os.O_CREAT, 0o666)
        if not lock_descriptor(lock, blocking=False):
            for descriptor in {file, lock}:
                os.close(descriptor)
            raise LogError(f"{path} is being written by another process; wait for it, or end it")
    return file, lock


def _close(file: int, lock: int, path: Path) -> None:
    """Closes both and removes the lock's file; Windows keeps it if another process has it open."""
    os.close(file)
    if lock != file:
        os.close(lock)
        with contextlib.suppress(OSError):
            _lock_beside(path).unlink()


def _lock_beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")
