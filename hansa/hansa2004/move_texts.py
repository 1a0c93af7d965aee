"""Moves as texts and back (MOVES.md, section 8): `parse(text(move)) == move`.

The forms are declared in `engine_c/hansa2004/move_kinds.py`; here is what their words mean.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from engine_c.hansa2004.move_kinds import KINDS as MOVES
from hansa import move_forms
from hansa.boards import without_accents
from hansa.errors import Unreadable
from hansa.hansa2004.board import board
from hansa.move_forms import WordForm
from hansa.phrases import say


def kind_of(move: int) -> str:
    """The kind of a move, one of `MOVE_KINDS`."""
    return MOVES.of(move).name


@cache
def text_of(move: int) -> str:
    """The text of a move, as it is printed everywhere."""
    return move_forms.write(MOVES, move, WORDS)


def parse(text: str) -> int:
    """The move that a text says, legal or not; `Unreadable` if it says none.

    >>> text_of(parse("Sail  lubeck")), text_of(parse("BUY red 2"))
    ('sail LUB', 'buy red2')
    """
    verb, _, rest = " ".join(without_accents(text).split()).partition(" ")
    return move_forms.read(MOVES, [word for word in (verb, rest) if word], WORDS)


def targets_of(move: int, ship: str) -> tuple[str, ...]:
    """What to click for a move while the ship is in a city: `city LUB`, and on the desk `goods
    red2`.

    >>> targets_of(parse("sell red2"), "LUB")
    ('goods red2', 'city LUB')
    """
    return move_forms.targets(MOVES, move, WORDS, ship=ship)


class CityWord:
    """A city by its code or name, in lower case and without accents (D9)."""

    def write(self, values: Sequence[int]) -> str:
        return board().cities[values[0]].code

    def read(self, text: str) -> Sequence[int]:
        for number, city in enumerate(board().cities):
            if text in (city.code.casefold(), without_accents(city.name)):
                return (number,)
        raise Unreadable(say(
            "there is no city {city}; cities are {cities}",
            city=repr(text), cities=", ".join(city.code for city in board().cities)))


class GoodsWord:
    """A kind of goods: `red2`, also `red 2`."""

    def write(self, values: Sequence[int]) -> str:
        return board().goods[values[0]]

    def read(self, text: str) -> Sequence[int]:
        plain = re.sub(r"(?<=[a-z]) (?=[1-9]$)", "", text)
        if plain not in board().goods:
            raise Unreadable(say(
                "{text} does not name goods: write a colour ({colours}) and 1 to {most} barrels, such as 'red2'",
                text=repr(text), colours=", ".join(board().colours), most=len(board().barrels)))
        return (board().goods.index(plain),)


WORDS: Mapping[str, WordForm] = {"city": CityWord(), "goods": GoodsWord()}
