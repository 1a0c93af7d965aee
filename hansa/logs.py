"""Where hansa writes down what it does and what went wrong: Python's `logging`, under the name
`hansa`.

The library only logs. Commands `keep` what is logged: warnings and faults, with their tracebacks,
in a file that people who debug can look at, and that players never see. `HANSA_LOG=FILE` names
another file and has everything written there; the option `--verbose` of every command prints
everything on standard error too.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import tempfile
from pathlib import Path

FORMAT = "%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s"
# bytes; a longer one is put aside when a command begins, one of them is kept
LONGEST_FILE = 5_000_000
# others whose details nobody wants, also when verbose
QUIET = ("asyncio", "websockets", "uvicorn", "numpy")


class StderrLog(logging.Handler):
    """What `--verbose` prints: on whatever is standard error at that moment, so that lines appear
    above a live table, not within it."""

    def emit(self, record: logging.LogRecord) -> None:
        """One line, or a traceback."""
        with contextlib.suppress(OSError, ValueError):      # nobody reads it any more
            print(self.format(record), file=sys.stderr, flush=True)


class KeptLog(logging.FileHandler):
    """A file that is created with its first line. If it cannot be written, nothing is said."""

    def emit(self, record: logging.LogRecord) -> None:
        """One line, or a traceback."""
        with contextlib.suppress(OSError):
            if self.stream is None:
                Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
            super().emit(record)

    def close(self) -> None:
        """What could not be written stays unwritten."""
        with contextlib.suppress(OSError):
            super().close()

    def handleError(self, record: logging.LogRecord) -> None:
        """A full disk, say."""


def log_file() -> Path:
    """The log file of this user: `$HANSA_LOG`, or `hansa.log` where this system keeps logs."""
    chosen = os.environ.get("HANSA_LOG")
    if chosen:
        return Path(chosen)
    from platformdirs import user_state_path  # a library that serves others keeps no log

    try:
        folder = user_state_path("hansa", appauthor=False)
    except RuntimeError:            # a user without a home
        folder = Path(tempfile.gettempdir()) / "hansa"
    return folder / "hansa.log"


def keep(*, verbose: bool = False) -> None:
    """Begins to keep what is logged in this process; called again, it begins anew."""
    stop_keeping()
    root, own = logging.getLogger(), logging.getLogger("hansa")
    path = log_file()
    with contextlib.suppress(OSError):
        if path.is_file() and path.stat().st_size > LONGEST_FILE:
            path.replace(f"{path}.old")
    handlers: list[logging.Handler] = [KeptLog(path, encoding="utf-8", errors="backslashreplace", delay=True)]
    if verbose and sys.stderr is not None:
        handlers.append(StderrLog())
    for handler in handlers:
        handler.setFormatter(logging.Formatter(FORMAT))
        root.addHandler(handler)
    own.setLevel(logging.DEBUG if verbose or os.environ.get("HANSA_LOG") else logging.WARNING)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def stop_keeping() -> None:
    """Forgets what `keep` has begun."""
    for handler in [*logging.getLogger().handlers]:
        if isinstance(handler, KeptLog | StderrLog):
            logging.getLogger().removeHandler(handler)
            handler.close()
    logging.getLogger("hansa").setLevel(logging.NOTSET)


def where_kept() -> str:
    """For a message about a fault: where its traceback is.

    >>> where_kept().startswith("in ")
    True
    """
    files = [handler.baseFilename for handler in logging.getLogger().handlers if isinstance(handler, KeptLog)]
    return f"in {files[0]}" if files else "in the log 'hansa' of Python's logging"


def fault(logger: logging.Logger, error: BaseException, doing: str, where: str | None = None) -> str:
    """Logs a fault of hansa with its traceback; returns a message of one line for the user.

    `where` says where the traceback is, for a user who need not know the folders of this machine.

    >>> fault(logging.getLogger("hansa.example"), KeyError("x"), "an example")
    "a fault of hansa, please report it: KeyError('x'); its traceback is in ..."
    """
    logger.error("%s: %r", doing, error, exc_info=error)
    return f"a fault of hansa, please report it: {error!r}; its traceback is {where or where_kept()}"


logging.getLogger("hansa").addHandler(logging.NullHandler())
