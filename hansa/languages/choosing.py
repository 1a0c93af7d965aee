"""Which language the user reads: the one they ask for, or else that of their system.

>>> chosen_language("", {"LANG": "de_AT.UTF-8"}).code, chosen_language("en", {"LANG": "de_AT.UTF-8"}).code
('de', 'en')
>>> chosen_language("", {"LANG": "fi_FI.UTF-8"}).code, chosen_language("", {"HANSA_LANG": "de", "LANG": "C"}).code
('en', 'de')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from hansa.languages.telling import ENGLISH, Language, language, languages

__all__ = ["best_language", "chosen_language"]

OWN = "HANSA_LANG"
OF_SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")       # the first that is set counts


def chosen_language(asked: str, environment: Mapping[str, str]) -> Language:
    """The language that was asked for, or else that of the environment.

    Raises `UnknownLanguage` if the one that was asked for does not exist.
    """
    asked = asked or environment.get(OWN, "")
    if asked:
        return language(_code(asked) if _code(asked) in languages() else asked)
    return best_language([environment[name] for name in OF_SYSTEM if environment.get(name)][:1])


def best_language(wishes: Iterable[str]) -> Language:
    """The first of some wishes, such as `de-AT`, that there is; English if none is.

    >>> best_language(["fi", "de-AT", "en"]).code
    'de'
    """
    known = languages()
    return next((language(_code(wish)) for wish in wishes if _code(wish) in known), ENGLISH)


def _code(wish: str) -> str:
    """`de` of `de_DE.UTF-8`."""
    return re.split(r"[-_.@]", wish.strip(), maxsplit=1)[0].lower()
