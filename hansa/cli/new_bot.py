"""`hansa new-bot`: writes a bot that works, with options and tests, to begin one's own with."""

from __future__ import annotations

import keyword
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from hansa.cli.arguments import option, positional
from hansa.cli.commands import UsageError, command

STEM, CLASS = "my_bot", "MyBot"             # what templates call the bot
TAKEN = {"Bot", "Options", "State", "Move"}     # what the template in Python imports itself


@dataclass(frozen=True)
class BotLanguage:
    """How bots are written in a language; in the texts `my_bot` and `MyBot` stand for the bot's own
    name."""

    suffix: str
    test: str                               # the template of its tests
    entry: str                              # what takes part in a tournament
    build: tuple[str, ...] = ()             # what compiles it
    program: str = ""                       # what starts it, with `{HERE}` for its folder


LANGUAGES: Mapping[str, BotLanguage] = {
    "python": BotLanguage(".py", "test_bot.py", "my_bot.py"),
    "js": BotLanguage(".js", "test_program.py", "exec:node my_bot.js", program="node {HERE}/my_bot.js"),
    "c": BotLanguage(".c", "test_program.py", "exec:./my_bot", ("cc", "-O2", "-o", "my_bot", "my_bot.c"), "{HERE}/my_bot"),
}
BY_SUFFIX = {language.suffix: name for name, language in LANGUAGES.items()}


@dataclass(frozen=True, kw_only=True)
class NewBotArguments:
    """Where, and in which language."""

    file: str = positional("FILE", "file to create, such as mine.py; its test is created next to it")
    lang: str | None = option("--lang", f"{', '.join(LANGUAGES)} (default: by the file extension)", metavar="LANG",
                              choices=LANGUAGES)


def run(arguments: NewBotArguments) -> int:
    """Writes both files, and says what to do with them."""
    path = Path(arguments.file)
    name = arguments.lang or BY_SUFFIX.get(path.suffix) or ("" if path.suffix else "python")
    if not name:
        raise UsageError(f"{path.name} ends in {path.suffix}, which no language here does; write it as "
                         f"{' or '.join(path.stem + suffix for suffix in BY_SUFFIX)}")
    language = LANGUAGES[name]
    path = path if path.suffix == language.suffix else path.with_name(path.name + language.suffix)
    check_name(path)
    files = {path: template(f"bot{language.suffix}"), path.with_name(f"test_{path.stem}.py"): template(language.test)}
    for there in files:
        if there.exists():
            raise UsageError(f"{there} exists already and is not overwritten; choose another name")
    for target, text in files.items():
        target.write_text(filled(text, path.stem, language), encoding="utf-8")
    print_next_steps(path, language)
    return 0


def check_name(path: Path) -> None:
    """A name that Python can import, also beside the modules that it brings."""
    stem = path.stem
    if not stem.isidentifier() or not stem.isascii() or keyword.iskeyword(stem):
        raise UsageError(f"{stem!r} cannot be a bot's name; one has letters, digits and _, such as my_bot{path.suffix}")
    if stem in sys.stdlib_module_names or stem in ("hansa", "numpy", "pytest"):
        raise UsageError(f"{stem!r} is a module that Python would confuse with the bot; "
                         f"name it otherwise, such as my_{stem}{path.suffix}")
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent}")


def template(name: str) -> str:
    """A file as it is packed beside this module."""
    return resources.files("hansa.cli").joinpath("templates", f"{name}.template").read_text(encoding="utf-8")


def filled(text: str, stem: str, language: BotLanguage) -> str:
    """A template with the bot's own name in it, and with how its language builds and starts it."""
    text = text.replace("BUILD_COMMAND", repr(list(language.build))).replace("RUN_COMMAND", language.program)
    text = text.replace("my_bot.EXT", f"my_bot{language.suffix}")
    return text.replace(STEM, stem).replace(CLASS, class_of(stem))


def class_of(stem: str) -> str:
    """`my_bot` is MyBot.

    >>> class_of("my_bot"), class_of("mine"), class_of("bot")
    ('MyBot', 'Mine', 'BotPlayer')
    """
    name = "".join(word[:1].upper() + word[1:] for word in stem.split("_"))
    return f"{name}Player" if name in TAKEN or not name.isidentifier() else name


def print_next_steps(path: Path, language: BotLanguage) -> None:
    """What was written, and the commands that test it, play it and measure it."""
    test = path.with_name(f"test_{path.stem}.py")
    entry = language.entry.replace(STEM, path.stem)
    steps = [] if path.parent == Path() else [("go there", shlex.join(["cd", str(path.parent)]))]
    if language.build:
        steps.append(("compile it", shlex.join(language.build).replace(STEM, path.stem)))
    if language.program:
        steps.append(("can it play?", f"hansa check {shlex.quote(entry.removeprefix('exec:'))}"))
    entry = shlex.quote(entry)
    steps += [("test it", f"python {test.name}"), ("play against it", f"hansa play --bots {entry}"),
              ("measure it", f"hansa tournament {entry} greedy random --blocks 5")]
    print(f"wrote {path} and {test}")
    for what, step in steps:
        print(f"{what + ':':<17}{step}")


COMMAND = command(
    NewBotArguments,
    run,
    name="new-bot",
    purpose="Create a working bot with options and tests, and print how to play against it and measure it.",
    examples="""
        hansa new-bot mine.py                  a class in Python
        hansa new-bot mine.js                  a program for Node that reads its standard input
        hansa new-bot fast --lang c            the same in C
    """,
    read_on="'hansa docs first-bot', a tutorial to a bot that beats greedy in half an hour; 'hansa docs protocol'.",
)
