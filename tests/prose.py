"""A linter for the English of documents, help, messages, comments and docstrings:
`python -m tests.prose`, a part of `make lint`.

The phrases are in `prose.toml`. Code, links, tables of data and quotations are left alone: a phrase
between backticks or quotation marks is not the document's own. Messages are those of the catalogues
(rules, lessons and the page among them) and all other strings of the sources that have a space.
Comments and docstrings may not be too wide either (`source_prose.py`). Tests are not searched for
phrases.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hansa.cli import parsers
from tests.source_prose import WIDTH, comments, literals, script_comments, sources, too_wide
from tests.translations import STATIC, messages

ROOT = Path(__file__).parents[1]
# The notebook keeps its wording: it says what was thought at the time. The rules are messages.
DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "MOVES.md", "docs/*.md",
             "docs/[efgt]*/*.md")
NOT_PROSE = re.compile(r"^```.*?^```$|^<!-- (?P<table>.*?):.*?<!-- end of (?P=table) -->|``.*?``|`[^`]*`|\"[^\"\n]*\"|“[^”]*”",
                       re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Rule:
    """A phrase to avoid, and what to say instead."""

    find: re.Pattern[str]
    say: str
    example: str


@dataclass(frozen=True)
class Finding:
    """A phrase where it was found."""

    where: str
    phrase: str
    say: str

    def __str__(self) -> str:
        return f"{self.where}: {self.phrase!r}: {self.say}"


def rules() -> list[Rule]:
    """All of them."""
    found = tomllib.loads((ROOT / "tests" / "prose.toml").read_text(encoding="utf-8"))["rule"]
    return [Rule(re.compile(rule["find"], re.IGNORECASE), rule["say"], rule["example"]) for rule in found]


def texts() -> Iterator[tuple[str, str]]:
    """Every text that is judged, and where it is."""
    for pattern in DOCUMENTS:
        for path in sorted(ROOT.glob(pattern)):
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
    for path in sources():
        if not path.is_relative_to(ROOT / "tests"):
            yield path.relative_to(ROOT).as_posix(), comments(path)
            yield path.relative_to(ROOT).as_posix(), literals(path)
    for path in sorted([*STATIC.glob("*.js"), *STATIC.glob("*.css")]):
        yield path.relative_to(ROOT).as_posix(), script_comments(path)
    for message in messages():
        if not message.place.endswith(".py"):
            yield f"{message.place}, message", f"{message.key}\n{message.many}"
    for command, parser in parsers().items():
        yield f"hansa {command.name} --help", "\n".join([command.purpose, command.read_on])
        for action in parser._actions:
            name = action.option_strings[-1] if action.option_strings else str(action.metavar or action.dest)
            if action.help and action.help != argparse.SUPPRESS:
                yield f"hansa {command.name} --help, {name}", action.help


def findings(where: str, text: str, known: Sequence[Rule]) -> Iterator[Finding]:
    """What is wrong with a text; a phrase may be broken over two lines, indented or not."""
    def blank(found: re.Match[str]) -> str:
        return re.sub(r"[^\n]", "\0", found[0])

    prose = re.sub(r"[ \t]*\n[ \t]*", "\n", NOT_PROSE.sub(blank, text))
    lines = prose.replace("\n", " ")
    for rule in known:
        for found in rule.find.finditer(lines):
            yield Finding(f"{where}:{prose.count(chr(10), 0, found.start()) + 1}", found[0], rule.say)


def main() -> int:
    """Prints what is found."""
    known = rules()
    found = [finding for where, text in texts() for finding in findings(where, text, known)]
    wide = [f"{where}: wrap this comment or docstring at {WIDTH} columns" for where in too_wide()]
    print(*found, *wide, sep="\n", end="\n" if found or wide else "")
    return 1 if found or wide else 0


if __name__ == "__main__":
    sys.exit(main())
