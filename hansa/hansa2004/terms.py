"""What people call the goods of Hansa (2004), which moves and states name by codes.

>>> from hansa.languages import ENGLISH, language
>>> goods = goods_term("red2")
>>> str(goods), ENGLISH.tell(goods), language("de").tell(goods), str(goods_words("red2"))
('red2', 'red 2', 'Rot 2', 'red 2')
"""

from __future__ import annotations

from hansa.hansa2004.board import board
from hansa.phrases import Phrase, declared, joined, phrases

GOODS_COLOURS = phrases({
    "red": "red", "orange": "orange", "yellow": "yellow", "green": "green", "blue": "blue", "brown": "brown",
})


def goods_words(kind: str) -> Phrase:
    """A marker of goods as people write it: its colour and its barrels."""
    return joined(" ", [GOODS_COLOURS[kind[:-1]], kind[-1]])


def goods_term(kind: str) -> Phrase:
    """The same, which programs are told by its code."""
    return Phrase(kind, parts=goods_words(kind).parts, separator=" ")


def city_name(code: str) -> Phrase:
    """A city as people call it.

    >>> from hansa.languages import language
    >>> language("de").tell(city_name("COP"))
    'Kopenhagen'
    """
    return declared(board().city(code).name)
