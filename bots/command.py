"""What the tuning commands share: arguments, errors in one line, exit codes."""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
from collections.abc import Callable
from multiprocessing.pool import Pool
from pathlib import Path
from typing import NoReturn

from hansa.errors import HansaError

BAD_INPUT, INTERRUPTED = 2, 130


class ToolError(HansaError):
    """Arguments that make no sense together."""


class ToolParser(argparse.ArgumentParser):
    """Says what is wrong in one line, where argparse would print its usage too."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: error: {message} (see --help)", file=sys.stderr)
        sys.exit(BAD_INPUT)


def at_least(low: int) -> Callable[[str], int]:
    """Reads a whole number with a lower bound."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not low <= int(text) < 10**9:
            raise argparse.ArgumentTypeError(f"must be a whole number from {low}, not {text!r}")
        return int(text)

    return read


def file_to_write(text: str) -> Path:
    """A path that can be written to: better known before hours of games than after."""
    path = Path(text)
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is a folder")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}")
    return path


def processes(workers: int) -> Pool:
    """Processes that leave Ctrl-C to the one that started them.

    What is ignored when they start stays ignored in them; on Windows they have to be told.
    """
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return multiprocessing.get_context("spawn").Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN))
    finally:
        signal.signal(signal.SIGINT, before)


def run(tool: Callable[[], None], name: str) -> int:
    """The exit code of a tool: 0, 2 after bad input, 130 after Ctrl-C."""
    try:
        tool()
    except HansaError as error:
        print(f"{name}: error: {error}", file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        print(f"{name}: error: {error.filename}: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0
