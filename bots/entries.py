"""Entries: who takes part, a bot or a bot with a name of its own: `mcts:level=3`,
`Alice=mcts:level=3`.

>>> read_entry("Alice=mcts:level=3")
Entry(name='Alice', spec='mcts:level=3')
>>> read_entry("mcts:level=3")                      # without a name the spec is the name
Entry(name='mcts:level=3', spec='mcts:level=3')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from hansa.bots.registry import BOTS, SpecError

__all__ = ["Entry", "read_entries", "read_entry"]

LONGEST_NAME = 40


@dataclass(frozen=True)
class Entry:
    """A name for tables and records, and the spec of the bot that plays under it.

    >>> str(Entry("Alice", "markers")), str(Entry("markers", "markers")), Entry("markers", "markers").is_named
    ('Alice=markers', 'markers', False)
    """

    name: str
    spec: str

    @property
    def is_named(self) -> bool:
        """Whether the name is one of its own."""
        return self.name != self.spec

    def __str__(self) -> str:
        """As it is typed."""
        return f"{self.name}={self.spec}" if self.is_named else self.spec


def read_entry(text: str) -> Entry:
    """The entry that a text means; `SpecError` if its name cannot be one.

    >>> read_entry("./my=bots/mine.py:Mine").name       # a path with an equals sign is no name
    './my=bots/mine.py:Mine'
    >>> read_entry("mcts=level=3")
    Traceback (most recent call last):
        ...
    hansa.bots.registry.SpecError: 'mcts' is a bot and cannot be the name of another; its options follow a colon: mcts:level=3
    """
    name, equals, spec = text.partition("=")
    if not equals or re.search("[:/\\\\]", name):
        return Entry(text, text)
    if name in BOTS:
        raise SpecError(f"{name!r} is a bot and cannot be the name of another; its options follow a colon: {name}:{spec}")
    if not re.fullmatch(rf"\w[\w .+-]{{0,{LONGEST_NAME - 1}}}", name) or name != name.strip() or not name.isprintable():
        raise SpecError(f"{name[:LONGEST_NAME]!r} cannot be a name; one has letters, digits, spaces and . + - _, "
                        f"{LONGEST_NAME} at most, such as Alice={spec or 'markers'}")
    if not spec:
        raise SpecError(f"the entry {text!r} names no bot; write it as {name}=markers")
    return Entry(name, spec)


def read_entries(texts: Iterable[str]) -> tuple[Entry, ...]:
    """Several.

    >>> [entry.name for entry in read_entries(["Alice=markers", "random"])]
    ['Alice', 'random']
    """
    return tuple(map(read_entry, texts))
