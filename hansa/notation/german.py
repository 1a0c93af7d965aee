"""German words for moves, as people write them in games.

>>> in_english("setze Händler Hamburg-Bremen"), in_english("Ende")
('place trader Hamburg-Bremen', 'end')
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from hansa.sections import spellings

ENGLISH: Mapping[str, str] = {
    "setze": "place", "setzen": "place", "verdraenge": "displace", "verdraengen": "displace", "hebe": "lift",
    "lege": "drop", "einkommen": "income", "geldsack": "income", "route": "claim", "schliesse": "claim",
    "kontor": "office", "ende": "end", "fertig": "done", "haendler": "trader", "kaufmann": "merchant",
    "benutze": "use", "tausch": "swap", "ausbau": "develop", "schluessel": "keys", "aktionen": "actions",
    "privileg": "privilege", "buch": "book", "segle": "sail", "kaufe": "buy", "baue": "build", "verkaufe": "sell",
    "gruende": "found", "rot": "red", "gruen": "green", "blau": "blue", "gelb": "yellow", "ziehe": "draw",
    "mit": "with", "zahle": "pay", "von": "from",
}
WORD = re.compile(r"[^\W\d_]+")


def in_english(text: str) -> str:
    """The same move with German words replaced; what is no such word stays as it is."""
    return WORD.sub(lambda word: next((ENGLISH[each] for each in spellings(word[0]) if each in ENGLISH), word[0]), text)
