"""The command `hansa`: finds the subcommand, runs it, and turns what goes wrong into one line and an exit code."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence

from hansa.cli import (
    analyse,
    bench,
    check,
    compare,
    completion,
    engine,
    new,
    perft,
    play,
    random_game,
    rate,
    replay,
    review,
    serve,
    show,
    tournament,
    watch,
)
from hansa.cli.commands import Command, Parser, UsageError, complete_command, make_parser
from hansa.errors import HansaError
from hansa.version import VERSION

COMMANDS: tuple[Command, ...] = (
    play.COMMAND, watch.COMMAND, analyse.COMMAND, review.COMMAND, serve.COMMAND, new.COMMAND, random_game.COMMAND,
    show.COMMAND, replay.COMMAND, tournament.COMMAND, rate.COMMAND, compare.COMMAND, check.COMMAND, perft.COMMAND,
    bench.COMMAND, engine.COMMAND, completion.COMMAND,
)
OK, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code: 0 fine, 1 a verification failed, 2 bad input, 130 Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")        # a terminal without `ü` shows `?` and no traceback
    try:
        code = run(sys.argv[1:] if arguments is None else list(arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        silence_output()
        return INTERRUPTED
    except BrokenPipeError:         # `| head` has seen enough
        silence_output()
        return OK
    except (HansaError, UsageError) as error:
        return complain(str(error))
    except OSError as error:
        reason = error.strerror or str(error)
        if error.filename is not None:
            return complain(f"{error.filename}: {reason}")
        silence_output()            # the disk below standard output is full
        return complain(reason)


def run(arguments: list[str]) -> int:
    """The exit code of one command; what goes wrong is raised."""
    parser = build_parser()
    if not arguments:
        parser.print_help()
        return OK
    try:
        parsed = parser.parse_args(complete_command(arguments, [command.name for command in COMMANDS]))
    except SystemExit as stop:      # --help and --version have printed what they had to
        return int(stop.code or OK)
    code: int = parsed.run(parsed)
    return code


def build_parser() -> Parser:
    """The parser with all commands."""
    return make_parser(COMMANDS, VERSION)


def complain(message: str) -> int:
    """One line on standard error, whatever the message holds."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print("hansa: error:", " ".join(message.split()), file=sys.stderr)
    return BAD_INPUT


def silence_output() -> None:
    """Nobody reads standard output any more: Python's own flush at exit must not complain about it."""
    if sys.stdout is not None:
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
