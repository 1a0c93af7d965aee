"""Files replaced whole: readers find the old or the new content, even after a crash."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO

WINDOWS = sys.platform == "win32"
DIGITS = 4              # bytes, two digits each
LEFT_BEHIND = 3600.0    # seconds: nobody writes a file for so long
FOR_ALL, FOR_OWNER = 0o666, 0o600       # who may read it, before the umask


def write_whole(path: Path, write: Callable[[IO[bytes]], object], mode: int = FOR_ALL) -> None:
    """On disk, name and all, when this returns; a failure names this file. It may have the new
    content even then.

    While it is written it is called `.NAME.` and some digits; a program that is killed leaves that
    behind for `remove_unfinished`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "greeting")
    ...     write_whole(path, lambda file: file.write(b"hello"))
    ...     path.read_bytes(), len(list(path.parent.iterdir()))
    (b'hello', 1)
    """
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(DIGITS)}")
    try:
        with open(unfinished, "xb", opener=partial(os.open, mode=mode)) as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink()


def remove_unfinished(folder: Path, pattern: str) -> None:
    """Takes away what programs that were killed while they wrote a file have left behind."""
    for path in folder.glob(f".{pattern}.{'?' * 2 * DIGITS}"):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > LEFT_BEHIND:
                path.unlink()


def _sync_folder(folder: Path) -> None:
    """The names in it, too; Windows keeps these by itself, and opens no folder."""
    if WINDOWS:
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
