"""Tells phrases (`hansa.phrases`) to people in their language; each is one file, `LANGUAGE.po`.

>>> from hansa.phrases import counted, say, seat
>>> words = say("places {piece} on {route}", piece=say("a trader"), route="Bremen-Hamburg")
>>> str(words), language("de").tell(words)
('places a trader on Bremen-Hamburg', 'setzt einen Händler auf Bremen-Hamburg')
>>> left = counted("{count} action left.", "{count} actions left.", 2)
>>> ENGLISH.tell(seat(1)), language("de").tell(seat(1)), language("de").tell(left)
('Green', 'Grün', 'Noch 2 Aktionen.')

What has no translation is told in English. `python -m tests.translations` updates the files from
the sources.
"""

from __future__ import annotations

from hansa.languages.choosing import best_language, chosen_language
from hansa.languages.telling import ENGLISH, Language, UnknownLanguage, language, languages

__all__ = ["ENGLISH", "Language", "UnknownLanguage", "best_language", "chosen_language", "language", "languages"]
