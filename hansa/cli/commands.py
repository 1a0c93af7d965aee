"""What every command is made of, and a parser whose help teaches and whose errors are one line with a suggestion."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from hansa.catalogue import closest

INTRODUCTION = """\
Hansa Teutonica on the command line: an exact, fast engine to play and analyse the board game with.
"""
EPILOG = """\
try these:
  hansa play                            a game against the computer
  hansa serve --open                    the same in a browser, and to analyse
  hansa watch --bots markers            the computer against itself
  hansa random --out games.jsonl        a random game, and its record
  hansa show games.jsonl --ply 40       look at it after 40 moves
  hansa COMMAND --help                  what a command is for, with examples

Commands, boards, editions and modules may be shortened as long as they stay unique.
Read on: README.md to begin, RULES.md for the rules, MOVES.md for moves and formats.
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
        return f"{message} (see '{self.prog} --help')"

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse, but unknown options are judged by the command they were given to."""
        parsed, rest = self.parse_known_args(args, namespace)
        if rest:
            getattr(parsed, "parser", self).error(f"unrecognized arguments: {' '.join(rest)}")
        if not hasattr(parsed, "run"):
            self.error("a command is missing")
        return parsed


@dataclass(frozen=True)
class Command:
    """One command: its help, its arguments, and what it does with them; `run` returns the exit code."""

    name: str
    purpose: str
    examples: str
    read_on: str
    add_arguments: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]

    @property
    def summary(self) -> str:
        """The purpose up to its first pause, for lists."""
        return re.split("[,;:.]", self.purpose)[0]


def make_parser(commands: Sequence[Command], version: str) -> Parser:
    """The parser of the whole command line."""
    parser = Parser(
        prog="hansa", description=INTRODUCTION, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"hansa {version}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    parsers: dict[Command, Parser] = {}
    for command in commands:
        examples = textwrap.indent(textwrap.dedent(command.examples).strip(), "  ")
        subparser = subparsers.add_parser(
            command.name, help=command.summary[0].lower() + command.summary[1:],
            description=command.purpose, epilog=f"examples:\n{examples}\n\nRead on: {command.read_on}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run, parser=subparser, parsers=parsers)
        parsers[command] = subparser
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
    begun = [name for name in known if word and name.startswith(word.lower())]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise UsageError(f"{what} {word!r} could be {' or '.join(begun)}")
    raise UsageError(f"unknown {what} {word!r}" + closest(word, known))


def whole(text: str) -> int:
    """A whole number, 0 or more."""
    if not text.isascii() or not text.isdigit() or len(text) > 30:
        raise argparse.ArgumentTypeError(f"must be a whole number from 0, not {text!r}")
    return int(text)
