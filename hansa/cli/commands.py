"""What every command is made of, and a parser whose help teaches and whose errors are one line with
a suggestion."""

from __future__ import annotations

import argparse
import re
import shutil
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from hansa.cli.arguments import declare, read
from hansa.suggestions import closest

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

WIDEST_HELP = 100       # columns
A = TypeVar("A", bound="DataclassInstance")
INTRODUCTION = """\
Play, analyse and study the board games Hansa Teutonica and Hansa (2004), alone,
with others, or with bots.
"""
EPILOG = """\
try these:
  hansa tutorial                        learn a game in ten minutes, by playing
  hansa play                            play against the AI in the terminal
  hansa serve --open                    play and analyse in your browser
  hansa watch --bots markers            watch bots play each other
  hansa bots                            list the bots and their options
  hansa random --out games.jsonl        play a random game and save its record
  hansa show games.jsonl --ply 40       look at it after 40 moves
  hansa COMMAND --help                  what a command is for, with examples

You can abbreviate commands, boards, editions and modules as long as they are
unique. Exit codes: 0 success, 1 a check or a bot failed, 2 bad input, 3 undecided
(compare), 4 the machine could not play some games, 70 a bug in hansa, 130 Ctrl-C.
Tracebacks are logged to hansa.log ('hansa docs install' says where);
HANSA_LOG=FILE logs everything to another file, --verbose to the screen.
Read on: 'hansa docs' lists the documentation: tutorial, guides, rules, formats.
"""


class UsageError(Exception):
    """A command line that cannot be carried out; the message is one line that says what to do."""


class Parser(argparse.ArgumentParser):
    """Raises `UsageError` where argparse would print its usage and exit."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(self._improved(message))

    def _improved(self, message: str) -> str:
        """Adds what was probably meant, and where help is to be had."""
        unknown = re.fullmatch(r"unrecognized arguments: (\S+).*", message, re.DOTALL)
        if unknown:
            options = [option for action in self._actions for option in action.option_strings if len(option) > 2]
            word = unknown[1].partition("=")[0]
            message = f"unknown argument {word!r}" + (closest(word, options) if word.startswith("-") else "")
            if word == "--game" and "--number" in options:      # as it once was called
                message = "--game is which game is played; which game of a file is --number N"
        return f"{message} (see '{self.prog} --help')"

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse, but unknown options are judged by the command they were given to."""
        parsed, rest = self.parse_known_args(args, namespace)
        if rest:
            getattr(parsed, "parser", self).error(f"unrecognized arguments: {' '.join(rest)}")
        if not hasattr(parsed, "run"):
            self.error("a command is missing")
        return parsed


class VersionAction(argparse.Action):
    """`--version`: calls the constant, prints the result unchanged, and exits."""

    def __init__(self, option_strings: Sequence[str], dest: str, const: Callable[[], str]) -> None:
        super().__init__(
            option_strings, argparse.SUPPRESS, nargs=0, const=const, help="print version, build and system, and exit"
        )

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(self.const())
        parser.exit()


@dataclass(frozen=True)
class Command:
    """One command: its help, its arguments, and what it does with them; `run` returns the exit
    code."""

    name: str
    purpose: str
    examples: str
    read_on: str
    add_arguments: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]
    explained: str = ""         # what help prints before the examples, unchanged


def command(
    arguments: type[A], run: Callable[[A], int], *, name: str, purpose: str, examples: str, read_on: str,
    explained: str = "",
) -> Command:
    """A command whose arguments are a dataclass (`hansa.cli.arguments`); it never sees what
    argparse has made of them."""
    return Command(
        name, purpose, examples, read_on, lambda parser: declare(parser, arguments),
        lambda parsed: run(read(arguments, parsed)), explained,
    )


def make_parser(summaries: Mapping[str, str], commands: Sequence[Command], version: Callable[[], str]) -> Parser:
    """The parser of the command line: it lists the commands of `summaries`, and reads the arguments
    of `commands`."""
    parser = Parser(
        prog="hansa", description=INTRODUCTION, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action=VersionAction, const=version)
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    known = {command.name: command for command in commands}
    for name, summary in summaries.items():
        listed = subparsers.add_parser(name, help=summary)
        if name in known:
            fill(known[name], listed)
    return parser


def command_parser(command: Command) -> Parser:
    """The parser of one command by itself."""
    return fill(command, Parser(prog=f"hansa {command.name}"))


def fill(command: Command, parser: Parser) -> Parser:
    """Tells a parser what a command takes, and how its help teaches."""
    examples = textwrap.indent(textwrap.dedent(command.examples).strip(), "  ")
    width = min(shutil.get_terminal_size().columns, WIDEST_HELP) - 2
    parser.description = textwrap.fill(command.purpose, width)
    last = f"examples:\n{examples}\n\n{textwrap.fill(f'Read on: {command.read_on}', width)}"
    parser.epilog = f"{command.explained}\n\n{last}" if command.explained else last
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    command.add_arguments(parser)
    parser.add_argument("--verbose", action="store_true", help="log to standard error (see also HANSA_LOG)")
    parser.set_defaults(run=command.run, parser=parser)
    return parser


def complete_command(arguments: list[str], names: Sequence[str]) -> list[str]:
    """The same arguments with the command's name in full; `help perft` is `perft --help`."""
    if arguments[0] == "help":
        arguments = [*arguments[1:], "--help"]
    first = arguments[0]
    return arguments if first.startswith("-") else [resolve("command", first, names), *arguments[1:]]


def resolve(what: str, word: str, known: Sequence[str]) -> str:
    """The name that a word means: itself, or the only one it begins; `UsageError` suggests."""
    if word in known:
        return word
    begun = sorted(name for name in known if word and name.startswith(word.lower()))
    # `ne` is `new`, also where there is `new-bot`.
    if begun and all(name.startswith(begun[0]) for name in begun):
        return begun[0]
    if begun:
        raise UsageError(f"{what} {word!r} could be {' or '.join(begun)}")
    raise UsageError(f"unknown {what} {word!r}" + closest(word, known))

