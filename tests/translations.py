"""The messages of the sources; brings the catalogues of `hansa/languages` up to date with them.

    python -m tests.translations            # adds what is new, untranslated, and takes out what
    nothing says any more python -m tests.translations --new fr   # begins a catalogue python -m
    tests.translations --missing  # lists what has no translation

A message is a literal: the first argument of `say`, the first two of `counted`, the second of
`term`, and so on (`MARKS`); in the page's JavaScript the first of `t`, the first two of `tn`.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from string import Formatter

from hansa.bots.registry import BOTS, idea_of, parameters
from hansa.languages.po import Catalogue, PoEntry, read_po, write_po
from hansa.rules_page import PAGES, rules_page
from tests.source_prose import nodes, parsed

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "hansa" / "languages"
STATIC = ROOT / "hansa" / "web" / "static"
# Which arguments are messages; of `counted` and its like two forms of one.
MARKS: Mapping[str, tuple[int, ...]] = {
    "say": (0,), "term": (1,), ".clause": (0, 1), "Lesson": (0, 1), "Task": (0,), "Answer": (1,), "Level": (0,),
}
PLURALS = ("counted",)
FUNCTIONS, OWN = ("say", "term", "counted", "phrases"), "hansa.phrases"
BOTS_PLACE = "bots"          # classes and their settings: of the registry, not of a file
TABLES = ("phrases",)       # all strings in the values of what they are given
# A source without any of these names has no message, and need not be parsed.
NAMES = re.compile(rf"\b({'|'.join(name.lstrip('.') for name in (*MARKS, *PLURALS, *TABLES))})\b")
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
IN_SCRIPTS = re.compile(rf"\b(tn?)\(\s*({LITERAL}(?:\s*\+\s*{LITERAL})*)(?:\s*,\s*({LITERAL}(?:\s*\+\s*{LITERAL})*))?")


@dataclass(frozen=True)
class Message:
    """A message as the sources have it."""

    key: str
    many: str
    place: str


@cache
def messages() -> Sequence[Message]:
    """Every message of the sources, in their order."""
    return tuple(_messages())


def _messages() -> Iterator[Message]:
    for path in sorted([*(ROOT / "hansa").rglob("*.py"), *(ROOT / "bots").glob("*.py"), *(ROOT / "tournaments").glob("*.py")]):
        yield from of_python(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
    for path in sorted((ROOT / "hansa" / "boards").glob("*.json")):
        yield from of_board(path)
    yield from of_rules()
    yield from of_bots()
    for path in sorted(STATIC.glob("*.js")):
        yield from of_script(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())


def of_board(path: Path) -> Iterator[Message]:
    """The title of a board, and the cities of Hansa (2004): those of other boards are German."""
    board = json.loads(path.read_text(encoding="utf-8"))
    place = path.relative_to(ROOT).as_posix()
    cities = board["cities"] if board.get("name") == "hansa2004" else ()
    for name in (board.get("title"), *(city["name"] for city in cities)):
        if name:
            yield Message(name, "", place)


def of_rules() -> Iterator[Message]:
    """The rules, what their pages say in short, and the headings of their chapters."""
    page = rules_page()
    for name, points in zip(PAGES, page.summaries, strict=True):
        yield from (Message(point.key, "", name) for point in points)
    for rule in page.entries:
        yield Message(rule.text.key, "", PAGES[rule.numbers[0].startswith("H")])
    for heading, first, _ in page.sections:
        yield Message(heading.key, "", PAGES[first.startswith("H")])


def of_bots() -> Iterator[Message]:
    """What each bot is about, and what its settings mean."""
    for name in BOTS:
        yield Message(idea_of(name), "", BOTS_PLACE)
        yield from (Message(setting.help, "", BOTS_PLACE) for setting in parameters(name))


def of_python(source: str, place: str) -> Iterator[Message]:
    """The messages of a Python file."""
    if not NAMES.search(source):
        return
    found = [*nodes(parsed(source))]
    imports = [node for node in found if isinstance(node, ast.ImportFrom) and node.module == OWN]
    imported = {each.name for node in imports for each in node.names}
    calls = [node for node in found if isinstance(node, ast.Call)]
    for node in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = called(node)
        if name in FUNCTIONS and name not in imported and place != "hansa/phrases.py":
            continue        # another function of that name
        if name in PLURALS:
            yield Message(literal(node, 0, place), literal(node, 1, place), place)
        elif name in TABLES and node.args:
            yield from (Message(text, "", place) for text in values(node.args[0]))
        else:
            for number in MARKS.get(name, ()):
                if not passed_on(node, number):
                    yield Message(literal(node, number, place), "", place)


def called(call: ast.Call) -> str:
    """`say`, or `.clause` of a method."""
    function = call.func
    return function.id if isinstance(function, ast.Name) else f".{function.attr}" if isinstance(function, ast.Attribute) else ""


def passed_on(call: ast.Call, number: int) -> bool:
    """Whether an argument is a message that was declared elsewhere."""
    return len(call.args) > number and not isinstance(call.args[number], ast.Constant | ast.JoinedStr)


def literal(call: ast.Call, number: int, place: str) -> str:
    """An argument that must be a literal."""
    given = call.args[number] if len(call.args) > number else None
    if not isinstance(given, ast.Constant) or not isinstance(given.value, str):
        raise ValueError(f"{place}:{call.lineno}: a message must be a literal")
    return given.value


def values(table: ast.expr) -> Iterator[str]:
    """The strings of a table, without its keys."""
    for value in table.values if isinstance(table, ast.Dict) else ():
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value


def of_script(source: str, place: str) -> Iterator[Message]:
    """The messages of a JavaScript file."""
    for kind, first, second in IN_SCRIPTS.findall(source):
        yield Message(unquoted(first), unquoted(second) if kind == "tn" else "", place)


def unquoted(text: str) -> str:
    """Literals that `+` joins, as one string."""
    return "".join(ast.literal_eval(part) for part in re.findall(LITERAL, text))


def fields_of(message: str) -> set[str]:
    """The names of the fields of a message."""
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def updated(catalogue: Catalogue) -> Catalogue:
    """The catalogue with the messages of the sources, what it knows of them, and nothing else."""
    entries: dict[str, PoEntry] = {}
    for message in messages():
        if not message.key:
            continue
        entry = entries.get(message.key) or replace(
            catalogue.entries.get(message.key) or PoEntry(message.key, ()), places=(), many=message.many)
        places = (*entry.places, *([message.place] if message.place not in entry.places else []))
        forms = entry.forms if len(entry.forms) == (2 if message.many else 1) else ("",) * (2 if message.many else 1)
        entries[message.key] = replace(entry, places=places, forms=forms, many=message.many or entry.many)
    return Catalogue(catalogue.header, entries)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--new", metavar="LANGUAGE")
    parser.add_argument("--missing", action="store_true")
    asked = parser.parse_args()
    if asked.new:
        head = {"Language": asked.new, "Content-Type": "text/plain; charset=UTF-8", "Content-Transfer-Encoding": "8bit",
                "Plural-Forms": "nplurals=2; plural=(n != 1);", "X-Language-Name": asked.new, "X-Decimal-Sign": "."}
        (FOLDER / f"{asked.new}.po").write_text(write_po(Catalogue(head)), encoding="utf-8")
    for path in sorted(FOLDER.glob("*.po")):
        catalogue = updated(read_po(path.read_text(encoding="utf-8")))
        path.write_text(write_po(catalogue), encoding="utf-8")
        missing = [entry for entry in catalogue.entries.values() if not all(entry.forms)]
        print(f"{path.name}: {len(catalogue.entries)} messages, {len(missing)} without a translation")
        if asked.missing:
            print(*(f"{entry.key!r}" + (f", {entry.many!r}" if entry.many else "") for entry in missing), sep="\n")


if __name__ == "__main__":
    main()
