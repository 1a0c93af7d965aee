"""A game in the notation for people, cut into tokens (MOVES.md, section 14).

>>> [(token.kind, token.text) for token in tokens_of('1. red: t bre ham?; {slow} end')]
[('turn', '1'), ('mover', 'red'), ('move', 't bre ham?'), (';', ';'), ('comment', 'slow'), ('move', 'end')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hansa.errors import NotationError


@dataclass(frozen=True)
class Token:
    """A piece of the text, and the line where it begins.

    Kinds: header, turn, mover, move, comment, ( ) and ;.
    """

    kind: str
    text: str
    line: int


# What may come next, each with what is kept of it; of the first that fits.
PATTERNS = tuple((kind, re.compile(pattern, re.DOTALL)) for kind, pattern in (
    ("header", r"\[(\w+[ \t]+\"(?:[^\"\\\n]|\\.)*\")[ \t]*\]"),
    ("comment", r"\{((?:[^\\}]|\\.)*)\}"),
    ("(", r"(\()"),
    (")", r"(\))"),
    (";", r"(;)"),
    ("turn", r"(\d{1,9})[ \t]*\.(?:\.\.)?"),
    ("mover", r"([^\W\d]+|\d)[ \t]*:"),
    ("move", r"([^;\n{}()\[\]]+)"),
))
SPACE = re.compile(r"\s*")


def tokens_of(text: str) -> Iterator[Token]:
    """The tokens in their order; `NotationError` where nothing fits."""
    place = 0
    while (place := _end(SPACE.match(text, place))) < len(text):
        line = text.count("\n", 0, place) + 1
        for kind, pattern in PATTERNS:
            found = pattern.match(text, place)
            if found:
                yield Token(kind, found[1].strip(), line)
                place = found.end()
                break
        else:
            what = {"{": "a comment that begins with { and never ends with }", "[": 'a header; it reads [Name "value"]',
                    "}": "a } without its {"}.get(text[place], text[place : place + 20])
            raise NotationError([f"line {line}: this cannot be read: {' '.join(what.split())}"])


def _end(found: re.Match[str] | None) -> int:
    assert found is not None, "it fits the empty text"
    return found.end()


def quoted(text: str) -> str:
    """A text between quotes, for a header."""
    plain = " ".join(text.split("\n"))
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def unquoted(text: str) -> str:
    """What `quoted` wrote."""
    return plain(text[1:-1])


def plain(text: str) -> str:
    """A text without the backslashes that protect what follows them."""
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)
