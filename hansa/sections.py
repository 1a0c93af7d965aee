"""The notation of positions, as far as it is the same for every game: sections of a text, and words
in them.

A position is a list of *sections*, `KEY: CONTENT`, one a line or several with `;` between
(MOVES.md, section 13). A game reads sections into its state's JSON, and writes them from it.

>>> [(section.key, section.text) for section in sections_of("turn 3: red; BRE-HAM: rrG  # crowded")]
[('turn 3', 'red'), ('BRE-HAM', 'rrG')]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from hansa.boards import without_accents
from hansa.json_lines import Json
from hansa.phrases import SEAT_COLOURS
from hansa.suggestions import closest, shown

GERMAN_COLOURS = ("rot", "gruen", "blau", "gelb", "lila")
LETTERS: Mapping[str, str] = {"ä": "ae", "ö": "oe", "ü": "ue"}
PIECE_LETTERS = "".join(colour[0] for colour in SEAT_COLOURS)     # capitals are merchants
MOST_COUNT = 99
# Words of positions in German, as `spellings` has them, and what they are in the grammar.
GERMAN_WORDS: Mapping[str, str] = {
    "zug": "turn", "spieler": "players", "aktionen": "actions", "schluessel": "keys", "privileg": "privilege",
    "buch": "book", "geldsack": "bank", "ansehen": "prestige", "vorrat": "supply", "bestand": "stock",
    "plaettchen": "markers", "schiff": "ship",
}
# "red to move" instead of "turn: red", by itself or at the end of a list.
TO_MOVE = re.compile(r"(^|[,;]|\b(?:turn|zug)[ \t]*\d*[ \t]*:)[ \t]*(\w+)[ \t]+(?:to move|(?:ist )?am zug)\b", re.IGNORECASE)
TRADERS, MERCHANTS = ("trader", "traders", "haendler"), ("merchant", "merchants", "kaufmann", "kaufleute")
PIECE_WORDS = re.compile(
    rf"(?:\b(\d)[ \t]+)?\b({'|'.join((*SEAT_COLOURS, *GERMAN_COLOURS, 'grün'))})\b"
    rf"(?:[ \t]+({'|'.join((*TRADERS, *MERCHANTS, 'händler'))})\b)?", re.IGNORECASE)


@dataclass(frozen=True)
class Section:
    """A section of a position; `where` says where it is: a line, or its number in a line."""

    key: str
    text: str
    where: str


class PositionText(Protocol):
    """How a game writes its positions for people, and reads them."""

    def read(self, board: str, players: int, words: Sequence[str], problems: Problems,
             sections: Sequence[Section]) -> Json: ...     # the state's JSON
    # sections; the first is the head
    def write(self, state: Mapping[str, Any], *, roomy: bool) -> list[str]: ...
    # members of a setup that a seed may choose: a key, all values if they are words, one value
    def seeded_key(self, board: str, member: str, word: str) -> str: ...
    def seeded_words(self, member: str) -> tuple[str, ...]: ...
    def seeded_value(self, board: str, member: str, words: Sequence[str]) -> Any: ...


class Problems:
    """Everything that is wrong with a text, each with its place."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def add(self, section: Section, message: str) -> None:
        """One problem of a section."""
        self.found.append(f"{section.where}: {message}")


def sections_of(text: str) -> list[Section]:
    """The sections of a text, without comments and empty ones.

    >>> [(section.key, section.text) for section in sections_of("hansa-45, 4 players, rot am Zug")]
    [('hansa-45, 4 players', ''), ('turn', 'rot')]
    """
    lines = [TO_MOVE.sub(_as_turn, line.partition("#")[0]) for line in text.splitlines()]
    several = sum(1 for line in lines if line.strip()) > 1
    found = []
    for number, line in enumerate(lines, 1):
        for place, part in enumerate(line.split(";"), 1):
            key, _, content = part.partition(":")
            if part.strip():
                where = f"line {number}" if several else f"section {place}"
                found.append(Section(" ".join(key.split()), " ".join(content.split()), where))
    return found


def _as_turn(found: re.Match[str]) -> str:
    before, mover = found.groups()
    return f"{before if before.endswith(':') else '; turn:'} {mover}"


def in_letters(text: str) -> str:
    """Pieces in words as the letters of the grammar.

    >>> in_letters("2 red, green merchant, b"), in_letters("rot Händler")
    ('2r, G, b', 'r')
    """
    return PIECE_WORDS.sub(_as_letters, text)


def _as_letters(found: re.Match[str]) -> str:
    count, colour, kind = found.groups()
    letter = SEAT_COLOURS[seat_of(colour, len(SEAT_COLOURS))][0]
    merchant = kind is not None and not spellings(kind).isdisjoint(MERCHANTS)
    return (count or "") + (letter.upper() if merchant else letter)


def in_english(word: str) -> str:
    """A word of the grammar that may be German: `Aktionen` is `actions`; any other stays as it is."""
    return next((GERMAN_WORDS[each] for each in spellings(word) if each in GERMAN_WORDS), word)


def items_of(text: str) -> list[list[str]]:
    """The words of each item in a list with commas."""
    return [item.split() for item in text.split(",") if item.split()]


@lru_cache(maxsize=4096)
def spellings(text: str) -> frozenset[str]:
    """A name as people may type it: without accents, `ü` as `u` or as `ue`.

    >>> sorted(spellings("Lübeck"))
    ['lubeck', 'luebeck']
    """
    with_e = "".join(LETTERS.get(letter, letter) for letter in text.casefold())
    return frozenset(" ".join(without_accents(each).split()) for each in (text, with_e))


def named(word: str, names: Iterable[str], what: str, unknown: str = "") -> str:
    """The name that a word is, or alone begins; `ValueError` says what there is, after `unknown` or
    a sentence about the word.

    >>> named("priv", ["prestige", "privilege"], "item")
    'privilege'
    """
    known = list(names)
    found = fitting(word, known)
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError(f"{shown(word)} may be {' or '.join(found)}; write more of it")
    raise ValueError((unknown or f"unknown {what} {shown(word)}") + closest(word, known))


def fitting(word: str, names: Iterable[str]) -> list[str]:
    """The names that a word is, or else those that it begins.

    >>> fitting("pr", ["prestige", "privilege", "keys"]), fitting("keys", ["keys", "keyset"]), fitting("", ["keys"])
    (['prestige', 'privilege'], ['keys'], [])
    """
    known = {name: spellings(name) for name in names} if word else {}
    typed = spellings(word)
    same = [name for name, spelt in known.items() if not spelt.isdisjoint(typed)]
    beginnings = tuple(typed)
    return same or [name for name, spelt in known.items() if any(each.startswith(beginnings) for each in spelt)]


def chosen(typed: str, known: Sequence[str]) -> str:
    """The one of some names that a typed word means; `ValueError` says which there are.

    >>> chosen("Move 3", ["move-3", "swap"]), chosen("+3", ["plus-3", "plus-4"]), chosen("s", ["move-3", "swap"])
    ('move-3', 'plus-3', 'swap')
    >>> chosen("plus", ["plus-3", "plus-4"])
    Traceback (most recent call last):
        ...
    ValueError: 'plus' may be plus-3 or plus-4; write more of it
    """
    plain = _letters(typed)
    found = [name for name in known if _letters(name).startswith(plain)] if plain else []
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError(f"{typed!r} may be {' or '.join(found)}; write more of it")
    raise ValueError(f"{typed[:40]!r} is not one of {', '.join(known)}")


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.casefold().replace("+", "plus"))


def seat_of(word: str, players: int) -> int:
    """A seat by its colour, in English or German, or its number; `ValueError` if there is none."""
    if re.fullmatch(r"[0-9]", word) and int(word) < players:
        return int(word)
    english, german = SEAT_COLOURS[:players], GERMAN_COLOURS[:players]
    for colours in (english, german):
        found = fitting(word, colours)
        if len(found) == 1:
            return colours.index(found[0])
    raise ValueError(f"{shown(word)} is not a player; players are {', '.join(english)}")


def count_of(word: str, most: int = MOST_COUNT) -> int:
    """A whole number; `ValueError` if it is none, or too large."""
    if not re.fullmatch(r"[0-9]{1,10}", word) or int(word) > most:
        raise ValueError(f"{shown(word)} should be a whole number up to {most}")
    return int(word)


@dataclass(frozen=True)
class Places:
    """The cities and routes of a board: codes with names, and names of routes."""

    board: str
    cities: Mapping[str, str]
    routes: Sequence[str] = ()

    def seat(self, text: str, players: int) -> int | None:
        """The player that the key of a section names; None where it is none, or a city's code."""
        if text.upper() in self.cities:
            return None
        try:
            return seat_of(text, players)
        except ValueError:
            return None

    def city(self, text: str, unknown: str = "") -> str:
        """The code of a city, by code, name or unique beginning of the name; else `ValueError`."""
        code = self._city(text)
        if code is None:        # says why
            named(text, self.cities.values(), "city", unknown or f"{self.board} has no city {shown(text)}")
        assert code is not None
        return code

    def _city(self, text: str) -> str | None:
        """The code of a city, if the text names one."""
        upper = text.upper()
        if upper in self.cities:
            return upper
        names = fitting(text, self.cities.values())
        return next(code for code, known in self.cities.items() if known == names[0]) if len(names) == 1 else None

    def route(self, text: str) -> str:
        """A route, named in either direction, with or without `/ship`; else `ValueError`."""
        road, slash, ship = text.partition("/")
        for dash in re.finditer("-", road):
            first, second = self._city(road[: dash.start()].strip()), self._city(road[dash.end() :].strip())
            if first is None or second is None:
                continue
            name = "-".join(sorted((first, second)))
            if name not in self.routes:
                near = [route for route in self.routes if first in route.split("-")]
                raise ValueError(f"{name} is not a route of {self.board}; {first} has {', '.join(near)}")
            if slash and ship.strip().casefold() != "ship":
                raise ValueError(f"after {name}/ there should be 'ship', not {shown(ship)}")
            return f"{name}/ship" if slash else name
        raise ValueError(f"{shown(text)} is not a place of {self.board}" + closest(text.upper(), list(self.routes)))

    def place(self, text: str) -> str:
        """A city or a route."""
        if "-" in text:         # some cities have one in their names too
            return self._city(text) or self.route(text)
        return self.city(text, f"{shown(text)} is not a section, a player or a city of {self.board}")


def reading(problems: Problems, section: Section, read: Callable[[], Any]) -> Any:
    """What a function reads of a section; a `ValueError` becomes a problem, and the value None."""
    try:
        return read()
    except ValueError as error:
        problems.add(section, str(error))
        return None
