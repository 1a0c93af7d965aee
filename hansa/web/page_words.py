"""The page's own texts in a language: the part of its catalogue for JavaScript.

>>> from hansa.languages import language
>>> german = page_words(language("de"))
>>> german["code"], german["languages"]["de"], german["forms"][:4], "a trader" in german["messages"]
('de', 'Deutsch', '1011', False)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from hansa.json_lines import Json
from hansa.languages import Language, best_language, language, languages
from hansa.languages.telling import form_of
from hansa.web.page_files import FOLDER

__all__ = ["COOKIE", "language_for", "page_words"]

BEGINNINGS = ("main.js", "play.js", "new_game.js")      # as `static/main.js` fetches them
IMPORT = re.compile(r'^(?:import|\}) .*from "\./(\w+\.js)";$', re.MULTILINE)
SCRIPTS = "hansa/web/static/"       # as catalogues name the places of messages
COOKIE = "hansa-lang"               # as `hansa/web/static/language.js` sets it
COUNTS = 200                        # from then on the forms of the last hundred repeat, in every language that gettext has


@cache
def page_words(chosen: Language, *, later: bool = False) -> Json:
    """For `static/language.js`: the language, which there are, and messages by the English ones.

    First those that the list of games and a turn need; `later` the others.
    """
    first = {SCRIPTS + name for name in first_scripts()}
    messages = {
        key: entry.forms if entry.many else entry.forms[0] for key, entry in chosen.entries.items()
        if entry.forms and all(entry.forms) and any(place.startswith(SCRIPTS) for place in entry.places)
        and first.isdisjoint(entry.places) == later
    }
    if later:
        return {"messages": messages}
    return {
        "code": chosen.code, "languages": {code: language(code).title for code in languages()}, "decimal": chosen.decimal,
        "forms": "".join(str(form_of(chosen.plural, count)) for count in range(COUNTS)), "messages": messages,
    }


@cache
def first_scripts() -> frozenset[str]:
    """The scripts that a browser fetches before anything is asked for: what begins, and all that
    it imports.

    >>> {"lobby.js", "chooser.js"} < first_scripts(), "study.js" in first_scripts()
    (True, False)
    """
    found: set[str] = set()
    left = list(BEGINNINGS)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += IMPORT.findall((FOLDER / name).read_text(encoding="utf-8"))
    return frozenset(found)


def language_for(asked: str | None, cookies: Mapping[str, str], accepted: str) -> Language:
    """What a browser reads: the language that it asks for, else that of its settings, else the first it prefers.

    >>> language_for(None, {}, "fr, de-AT;q=0.8, en;q=0.7").code, language_for("en", {"hansa-lang": "de"}, "").code
    ('de', 'en')
    """
    wishes: Iterable[str] = [part.partition(";")[0] for part in accepted.split(",")]
    chosen = asked or cookies.get(COOKIE)
    return best_language([chosen, *wishes] if chosen else wishes)
