"""Reads and writes gettext catalogues (`.po`), which Poedit, Weblate and others can edit."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

__all__ = ["Catalogue", "PoEntry", "read_po", "write_po"]

WIDTH = 100     # of the lines of a written catalogue
FUZZY = "fuzzy"


@dataclass(frozen=True)
class PoEntry:
    """A message, its translation (one text, or one per plural form) and the files that use it."""

    key: str
    forms: tuple[str, ...]
    many: str = ""
    places: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()     # from translators to each other
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Catalogue:
    """A file: what it says of itself, and its entries by their messages."""

    header: Mapping[str, str] = field(default_factory=dict)
    entries: Mapping[str, PoEntry] = field(default_factory=dict)


@dataclass
class _Reading:
    """An entry as its lines come in."""

    texts: dict[str, str] = field(default_factory=dict)
    places: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    current: str = ""


def read_po(text: str) -> Catalogue:
    r"""A catalogue from its text; `ValueError` names the line that cannot be read.

    >>> catalogue = read_po('msgid ""\nmsgstr "Language: de\\n"\n\n#: hansa/moves.py\nmsgid "a trader"\nmsgstr "Händler"\n')
    >>> catalogue.header, catalogue.entries["a trader"].forms
    ({'Language': 'de'}, ('Händler',))
    >>> read_po(write_po(catalogue)) == catalogue
    True
    """
    header: dict[str, str] = {}
    entries: dict[str, PoEntry] = {}
    for reading in _blocks(text):
        key = reading.texts.get("msgid", "")
        forms = tuple(written for name, written in reading.texts.items() if name.startswith("msgstr"))
        if not key:
            pairs = (line.partition(": ") for line in forms[0].splitlines())
            header = {name: value for name, _, value in pairs}
            continue
        if key in entries:
            raise ValueError(f"the message {key!r} is there twice")
        if FUZZY in reading.flags:      # a guess of a tool, which nobody has looked at
            forms = ()
        many = reading.texts.get("msgid_plural", "")
        entries[key] = PoEntry(key, forms, many, tuple(reading.places), tuple(reading.notes), tuple(reading.flags))
    return Catalogue(header, entries)


def _blocks(text: str) -> Iterator[_Reading]:
    """The entries of a file, which an empty line or the next `msgid` ends."""
    reading = _Reading()
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if "msgid" in reading.texts and (not line.strip() or line.startswith("#")):
            yield reading
            reading = _Reading()
        try:
            _read_line(line.strip(), reading)
        except (ValueError, SyntaxError) as error:
            raise ValueError(f"line {number} of the catalogue cannot be read: {line[:60]!r}") from error


def _read_line(line: str, reading: _Reading) -> None:
    if line.startswith("#:"):
        reading.places += line[2:].split()
    elif line.startswith("#,"):
        reading.flags += [flag.strip() for flag in line[2:].split(",")]
    elif line.startswith("#~") or not line:
        pass
    elif line.startswith("#"):
        reading.notes.append(line[1:].strip())
    elif line.startswith('"'):
        reading.texts[reading.current] += _quoted(line)
    else:
        name, _, rest = line.partition(" ")
        if not name.startswith(("msgid", "msgstr")) or name in reading.texts:
            raise ValueError(name)
        reading.current, reading.texts[name] = name, _quoted(rest)


def _quoted(text: str) -> str:
    if not (text.startswith('"') and text.endswith('"')):
        raise ValueError(text)
    return str(ast.literal_eval(text))


# --- writing ---------------------------------------------------------------------------------

def write_po(catalogue: Catalogue) -> str:
    """The text of a catalogue: entries in the order they have, long ones over several lines."""
    head = "".join(f"{name}: {value}\n" for name, value in catalogue.header.items())
    return "\n\n".join([_field("msgid", "") + "\n" + _field("msgstr", head), *map(_written, catalogue.entries.values())]) + "\n"


def _written(entry: PoEntry) -> str:
    lines = [f"# {note}" for note in entry.notes]
    lines += [f"#: {line}" for line in textwrap.wrap(
        " ".join(entry.places), WIDTH - 3, break_long_words=False, break_on_hyphens=False)]
    lines += [f"#, {', '.join(entry.flags)}"] * bool(entry.flags)
    lines.append(_field("msgid", entry.key))
    if entry.many:
        lines.append(_field("msgid_plural", entry.many))
        lines += [_field(f"msgstr[{number}]", form) for number, form in enumerate(entry.forms)]
    else:
        lines.append(_field("msgstr", entry.forms[0] if entry.forms else ""))
    return "\n".join(lines)


def _field(name: str, text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    if len(name) + len(escaped) + 3 <= WIDTH and "\n" not in text:
        return f'{name} "{escaped}"'
    parts = []
    for line in escaped.splitlines(keepends=True):
        wrapped = textwrap.wrap(line.rstrip("\n"), WIDTH - 3, break_long_words=False, break_on_hyphens=False,
                                drop_whitespace=False)
        parts += [*wrapped[:-1], (wrapped or [""])[-1] + ("\\n" if line.endswith("\n") else "")]
    return "\n".join([f'{name} ""', *(f'"{part}"' for part in parts)])
