"""Arguments of commands, declared once: a frozen dataclass whose fields say how each is written,
read and explained.

>>> @dataclass(frozen=True, kw_only=True)
... class GreetArguments(PlainArgument):
...     name: str = positional("NAME", "who is greeted")
...     times: int = option("--times", "how often (default 1)", metavar="N", type=positive_whole, default=1)
>>> parser = argparse.ArgumentParser()
>>> declare(parser, GreetArguments)
>>> read(GreetArguments, parser.parse_args(["Ada", "--times", "3"]))
GreetArguments(plain=False, name='Ada', times=3)
>>> words_for(GreetArguments(name="Ada", times=3, plain=True), ["times", "plain"])
['--times', '3', '--plain']
"""

from __future__ import annotations

import argparse
import inspect
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar

from hansa.languages import Language, chosen_language, languages

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

MOST_DIGITS = 30
MOST_THREADS = 64
MOST = 1e6              # seconds, or moves a second

A = TypeVar("A", bound="DataclassInstance")


# --- declaring ----------------------------------------------------------------------------------

@dataclass(frozen=True)
class Declared:
    """How a field of a dataclass is written on the command line."""

    flag: str                               # empty for an argument without one
    settings: Mapping[str, Any]             # what argparse is told
    group: str = ""                         # the heading above it in --help
    # arguments with the same word exclude each other
    exclusive: str = ""
    # names and meanings, for `one_switch`
    switches: Mapping[str, str] = field(default_factory=dict)

    def flag_for(self, value: object) -> str:
        """The flag that gives a value."""
        return f"--{value}" if self.switches else self.flag


def positional(
    metavar: str, help: str, *, type: Callable[[str], Any] = str, nargs: str | None = None, default: Any = MISSING
) -> Any:
    """An argument without a flag; without a default it must be given."""
    settings = {"metavar": metavar, "help": help, "type": type, "nargs": nargs}
    return field(default=default, metadata={"declared": Declared("", settings)})


def option(
    flag: str, help: str, *, metavar: str, type: Callable[[str], Any] = str, default: Any = None, nargs: str | None = None,
    const: Any = None, choices: Iterable[str] | None = None, group: str = "", exclusive: str = "",
) -> Any:
    """An argument with a flag and a value; with `nargs` it has several values, and is a tuple."""
    settings = {"metavar": metavar, "help": help, "type": type, "nargs": nargs, "const": const}
    if choices is not None:
        settings["choices"] = tuple(choices)
    return field(default=default, metadata={"declared": Declared(flag, settings, group, exclusive)})


def repeated(flag: str, help: str, *, metavar: str, type: Callable[[str], Any] = str, group: str = "") -> Any:
    """An argument that may be given several times: a tuple."""
    settings = {"metavar": metavar, "help": help, "type": type, "action": "append"}
    return field(default=(), metadata={"declared": Declared(flag, settings, group)})


def switch(flag: str, help: str, *, group: str = "", exclusive: str = "") -> Any:
    """An argument that is there or not."""
    settings = {"help": help, "action": "store_true", "default": None}
    return field(default=False, metadata={"declared": Declared(flag, settings, group, exclusive)})


def one_switch(meanings: Mapping[str, str], *, default: str, group: str = "") -> Any:
    """Several switches, `--NAME` each, that fill one field: with the name of the one that is
    given."""
    return field(default=default, metadata={"declared": Declared("", {}, group, switches=meanings)})


class OneOnly(argparse.Action):
    """A switch that fills its field with its name, unless another one has done so."""

    def __init__(self, option_strings: Sequence[str], dest: str, const: str, help: str) -> None:
        super().__init__(option_strings, dest, nargs=0, const=const, help=help)

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, *_: object) -> None:
        earlier = getattr(namespace, self.dest)
        if earlier not in (None, self.const):
            parser.error(f"--{earlier} and --{self.const} exclude each other")
        setattr(namespace, self.dest, self.const)


def declare(parser: argparse.ArgumentParser, kind: type[DataclassInstance]) -> None:
    """Tells a parser all arguments of a class: its own first, then those of its bases from left to
    right."""
    headings: dict[str, argparse._ArgumentGroup] = {}
    either: dict[str, argparse._MutuallyExclusiveGroup] = {}
    for entry in own_first(kind):
        said: Declared = entry.metadata["declared"]
        place: argparse._ActionsContainer = parser
        if said.group:
            if said.group not in headings:
                headings[said.group] = parser.add_argument_group(said.group)
            place = headings[said.group]
        if said.exclusive:
            if said.exclusive not in either:
                either[said.exclusive] = place.add_mutually_exclusive_group()
            place = either[said.exclusive]
        settings = {name: value for name, value in said.settings.items() if value is not None or name == "default"}
        if said.flag:
            place.add_argument(said.flag, dest=entry.name, **settings)
        elif said.switches:
            for name, meaning in said.switches.items():
                place.add_argument(f"--{name}", dest=entry.name, action=OneOnly, const=name, help=meaning)
        else:
            place.add_argument(entry.name, **settings)


def own_first(kind: type[DataclassInstance]) -> Iterator[Field[Any]]:
    """The fields of a class in the order in which --help should list them."""
    known = {entry.name: entry for entry in fields(kind)}
    for owner in kind.__mro__:
        for name in inspect.get_annotations(owner):
            if name in known:
                yield known.pop(name)


def read(kind: type[A], namespace: argparse.Namespace) -> A:
    """What was given, as an object; what was not has the default of its field."""
    values: dict[str, Any] = {}
    for entry in fields(kind):
        value = getattr(namespace, entry.name)
        if value is not None:
            values[entry.name] = tuple(value) if isinstance(value, list) else value
    return kind(**values)


def given(arguments: DataclassInstance, names: Iterable[str]) -> list[str]:
    """The flags, of some fields, that are not at their default."""
    return [flag for flag, _ in _not_default(arguments, names)]


def words_for(arguments: DataclassInstance, names: Iterable[str]) -> list[str]:
    """The words of a command line that give some fields the values they have here."""
    words = []
    for flag, value in _not_default(arguments, names):
        words += [flag] if value is True else [flag, f"{value:g}" if isinstance(value, float) else str(value)]
    return words


def _not_default(arguments: DataclassInstance, names: Iterable[str]) -> Iterator[tuple[str, object]]:
    known = {entry.name: entry for entry in fields(arguments)}
    for name in names:
        if name in known:
            value = getattr(arguments, name)
            if value != known[name].default:
                yield known[name].metadata["declared"].flag_for(value), value


# --- what a value may be ------------------------------------------------------------------------

def whole(text: str) -> int:
    """A whole number, 0 or more."""
    if not text.isascii() or not text.isdigit() or len(text) > MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"must be a whole number from 0, not {text!r}")
    return int(text)


def positive_whole(text: str) -> int:
    """A whole number, 1 or more."""
    number = whole(text)
    if not number:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def positive_seconds(text: str) -> float:
    """A number of seconds."""
    return _positive(text, "a number of seconds")


def positive_speed(text: str) -> float:
    """A number of moves a second."""
    return _positive(text, "a number of moves a second")


def thread_count(text: str) -> int:
    """A number of threads."""
    number = whole(text)
    if not 1 <= number <= MOST_THREADS:
        raise argparse.ArgumentTypeError(f"must be from 1 to {MOST_THREADS}, not {number}")
    return number


def _positive(text: str, what: str) -> float:
    """A number above 0."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < MOST:
        raise argparse.ArgumentTypeError(f"must be {what} above 0, not {text!r}")
    return number


# --- arguments that several commands have -------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class PlainArgument:
    """How a command prints."""

    plain: bool = switch("--plain", "print without colours, even on a terminal (like NO_COLOR=1)")


@dataclass(frozen=True, kw_only=True)
class ReaderArguments(PlainArgument):
    """How a command prints for people, and in which language."""

    lang: str = option(
        "--lang", f"language of the output: {', '.join(languages())} (default: HANSA_LANG, else the language of the system)",
        metavar="CODE", default="")

    @property
    def language(self) -> Language:
        """The one that was asked for, or that of the environment."""
        return chosen_language(self.lang, os.environ)


def record_number() -> Any:
    """Which game of a file of records. (--game is the kind of game, everywhere.)"""
    return option("--number", "which game of the file, from 1 (default 1)", metavar="N", type=whole)


@dataclass(frozen=True, kw_only=True)
class NumberArgument:
    """Which game of a file."""

    number: int | None = record_number()


@dataclass(frozen=True, kw_only=True)
class PlyArguments:
    """Which position of which game of a file."""

    number: int | None = record_number()
    ply: int | None = option(
        "--ply", "the position after N moves (default: the last)", metavar="N", type=whole)


CORES = os.cpu_count() or 1


@dataclass(frozen=True, kw_only=True)
class ThinkingArguments:
    """How long a search may think, and with how many threads."""

    seconds: float | None = option("--seconds", "how long to think", metavar="S", type=positive_seconds)
    simulations: int | None = option(
        "--simulations", "budget in simulations; the first budget to run out ends the search", metavar="N", type=positive_whole)
    threads: int | None = option(
        "--threads", f"number of threads (default {CORES}, all cores)", metavar="N", type=thread_count)
