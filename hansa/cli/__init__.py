"""The command `hansa`: finds the subcommand, runs it, and turns what goes wrong into one line and
an exit code."""

from __future__ import annotations

import contextlib
import importlib
import io
import logging
import os
import platform
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hansa.cli.commands import Command, Parser, UsageError, command_parser, complete_command, make_parser
from hansa.cli.exit_codes import BAD_INPUT, FAULT, INTERRUPTED, OK
from hansa.errors import HansaError
from hansa.logs import fault, keep
from hansa.version import VERSION


class ListedCommand(NamedTuple):
    """A command in the list: the module of this package that has it, and what it does in a few
    words."""

    module: str
    summary: str


# Every command. Only the one that is called is imported: some bring much along.
COMMANDS: Mapping[str, ListedCommand] = {
    "tutorial": ListedCommand("tutorial", "learn a game in ten minutes, by playing"),
    "play": ListedCommand("play", "play a game in the terminal"),
    "games": ListedCommand("games", "list, continue, rename or delete your games"),
    "watch": ListedCommand("watch", "watch a recorded game, or bots playing"),
    "analyse": ListedCommand("analyse", "analyse a position: the best moves, and what they are worth"),
    "review": ListedCommand("review", "judge every decision of a game, and list the mistakes"),
    "explore": ListedCommand("explore", "show what strong players did, how often, with what result"),
    "drill": ListedCommand("drill", "solve puzzles: find the best plan in a position"),
    "serve": ListedCommand("serve", "start the web page to play, watch and analyse"),
    "new": ListedCommand("new", "print the start of a game as JSON"),
    "random": ListedCommand("random_game", "play a random game and print every move"),
    "show": ListedCommand("show", "draw a position of a recorded game"),
    "convert": ListedCommand("convert", "convert games between JSON records and readable notation"),
    "replay": ListedCommand("replay", "verify recorded games"),
    "bots": ListedCommand("bots", "list the bots and their options"),
    "new-bot": ListedCommand("new_bot", "create a working bot, with options and tests"),
    "suite": ListedCommand("suite", "extract starting positions for tournaments from games"),
    "tournament": ListedCommand("tournament", "play bots against each other and rate them"),
    "league": ListedCommand("league", "run an endless tournament; bots join at any time"),
    "rate": ListedCommand("rate", "rate the bots of tournaments from their logs"),
    "compare": ListedCommand("compare", "test whether one bot is stronger than another"),
    "check": ListedCommand("check", "check that a program can play as a bot"),
    "train": ListedCommand("train", "train the AI by self-play"),
    "tune": ListedCommand("tune", "tune the options of a bot by self-play"),
    "perft": ListedCommand("perft", "count the move sequences of length D from a position"),
    "bench": ListedCommand("bench", "measure the speed of the engine on one thread"),
    "engine": ListedCommand("engine", "let a program drive the engine through JSON lines"),
    "docs": ListedCommand("docs", "print the documentation"),
    "completion": ListedCommand("completion", "print a completion script for your shell"),
}
LOG = logging.getLogger(__name__)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code: 0 fine, 1 a verification failed, 2 bad input, 70
    our fault, 130 Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # a terminal without `ü` shows `?` and no traceback
            stream.reconfigure(errors="replace")
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
        if isinstance(error, HansaError) and error.trace and sys.stderr is not None:
            print(error.trace, file=sys.stderr)
        return complain(str(error))
    except OSError as error:
        reason = error.strerror or str(error)
        if error.filename is not None:
            return complain(f"{error.filename}: {reason}{similar_file(error)}")
        silence_output()            # the disk below standard output is full
        return complain(reason)
    except Exception as error:
        complain(fault(LOG, error, "hansa " + " ".join(sys.argv[1:] if arguments is None else arguments)))
        return FAULT


def similar_file(error: OSError) -> str:
    """What to add where a file is missing: the one in its folder whose name is most alike."""
    if not isinstance(error, FileNotFoundError) or not isinstance(error.filename, str):
        return ""
    from difflib import get_close_matches  # seldom needed

    path = Path(error.filename)
    with contextlib.suppress(OSError):
        near = get_close_matches(path.name, [entry.name for entry in path.parent.iterdir()], n=1, cutoff=0.75)
        return f"; did you mean {str(path.with_name(near[0]))!r}?" if near else ""
    return ""


def run(arguments: list[str]) -> int:
    """The exit code of one command; what goes wrong is raised."""
    if not arguments:
        list_of_commands().print_help()
        return OK
    arguments = complete_command(arguments, list(COMMANDS))
    first = arguments[0]
    parser = build_parser([first]) if first in COMMANDS else list_of_commands()
    try:
        parsed = parser.parse_args(arguments)
    except SystemExit as stop:      # --help and --version have printed what they had to
        return int(stop.code or OK)
    keep(verbose=parsed.verbose)
    LOG.info("hansa %s: %s", VERSION, arguments)
    code: int = parsed.run(parsed)
    return code


def build_parser(names: Collection[str]) -> Parser:
    """The parser of some commands."""
    return make_parser({name: COMMANDS[name].summary for name in names}, load(names), build_facts)


def list_of_commands() -> Parser:
    """A parser that knows which commands there are, and nothing of what they take."""
    return make_parser({name: listed.summary for name, listed in COMMANDS.items()}, [], build_facts)


def build_facts() -> str:
    """The version, and what the reader of a fault report wants to know.

    >>> print(build_facts())        # doctest: +ELLIPSIS
    hansa ...
    engine: ... build for ..., compiler ...
    Python ..., ...
    """
    # loads the engine, which most commands need anyway
    from engine_c.build import BUILD, COMPILER, PROCESSOR

    machine = platform.machine()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return (
        f"hansa {VERSION}\n"
        f"engine: {BUILD} build for {PROCESSOR or f'any {machine}'}, compiler {COMPILER}\n"
        f"Python {python}, {platform.system()} {machine}"
    )


def parsers() -> dict[Command, Parser]:
    """The parser of every command, for those who write about them."""
    return {command: command_parser(command) for command in load(COMMANDS)}


def load(names: Iterable[str]) -> list[Command]:
    """Some commands."""
    return [importlib.import_module(f"hansa.cli.{COMMANDS[name].module}").COMMAND for name in names]


def complain(message: str) -> int:
    """One line on standard error, whatever the message holds."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print("hansa: error:", " ".join(message.split()), file=sys.stderr)
    return BAD_INPUT


def silence_output() -> None:
    """Nobody reads standard output any more: Python's own flush at exit must not complain about
    it."""
    if sys.stdout is not None:
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
