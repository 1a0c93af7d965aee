"""Moves as texts and back (MOVES.md, section 8): `parse(text(move)) == move`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from engine_c.hansa2004.position import MOVE_KINDS
from hansa.boards import without_accents
from hansa.errors import Unreadable
from hansa.hansa2004.board import board

SHIFT_A = 4             # engine_c/hansa2004/types.pxd
OF_CITIES = ("found", "sail")
OF_NOTHING = ("refill", "skip", "end", "done")


def kind_of(move: int) -> str:
    """The kind of a move, one of `MOVE_KINDS`."""
    return MOVE_KINDS[move & 15]


def argument_of(move: int) -> int:
    """The city or goods of a move, by number."""
    return move >> SHIFT_A


@cache
def text_of(move: int) -> str:
    """The text of a move, as it is printed everywhere."""
    kind = kind_of(move)
    if kind in OF_NOTHING:
        return kind
    names = [city.code for city in board().cities] if kind in OF_CITIES else board().goods
    return f"{kind} {names[argument_of(move)]}"


def parse(text: str) -> int:
    """The move that a text says, legal or not; `Unreadable` if it says none.

    >>> text_of(parse("Sail  lubeck")), text_of(parse("BUY red 2"))
    ('sail LUB', 'buy red2')
    """
    verb, _, rest = " ".join(without_accents(text).split()).partition(" ")
    if not verb:
        raise Unreadable("it is empty")
    if verb not in MOVE_KINDS:
        raise Unreadable(f"no move begins with {verb!r}; moves begin with {', '.join(sorted(MOVE_KINDS))}")
    if verb in OF_NOTHING:
        if rest:
            raise Unreadable(f"it should read '{verb}'")
        return MOVE_KINDS.index(verb)
    if not rest:
        raise Unreadable(f"it should read '{verb} {'CITY' if verb in OF_CITIES else 'GOODS'}'")
    read: Callable[[str], int] = city_number if verb in OF_CITIES else goods_number
    return MOVE_KINDS.index(verb) | read(rest) << SHIFT_A


def city_number(word: str) -> int:
    """A city by its code or name, in lower case and without accents (D9)."""
    for number, city in enumerate(board().cities):
        if word in (city.code.casefold(), without_accents(city.name)):
            return number
    raise Unreadable(f"there is no city {word!r}; cities are {', '.join(city.code for city in board().cities)}")


def goods_number(word: str) -> int:
    """A kind of goods: `red2`, also `red 2`."""
    plain = re.sub(r"(?<=[a-z]) (?=[1-9]$)", "", word)
    if plain not in board().goods:
        raise Unreadable(
            f"{word!r} is no goods; goods are a colour ({', '.join(board().colours)}) and 1 to {len(board().barrels)} "
            f"barrels, such as 'red2'"
        )
    return board().goods.index(plain)
