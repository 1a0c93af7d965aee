"""A language: its translations of phrases, plural forms and decimal sign.

>>> from hansa.phrases import say
>>> german = language("de")
>>> german.title, german.tell(say("a trader")), german.tell("a trader"), german.tell(say("what nobody has translated"))
('Deutsch', 'einen Händler', 'a trader', 'what nobody has translated')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from gettext import c2py
from importlib import resources
from typing import Any

from hansa.errors import HansaError
from hansa.languages.po import PoEntry, read_po
from hansa.phrases import Phrase
from hansa.suggestions import closest

__all__ = ["ENGLISH", "Language", "UnknownLanguage", "language", "languages"]

SUFFIX = ".po"
ENGLISH_PLURAL = "n != 1"


class UnknownLanguage(HansaError):
    """A language that has no catalogue.

    >>> language("xx")
    Traceback (most recent call last):
        ...
    hansa.languages.telling.UnknownLanguage: there is no catalogue of the language 'xx'; known are de, en
    """

    code = "bad-request"


class _Number(float):
    """A number with the decimal sign of a language."""

    sign: str

    def __new__(cls, value: float, sign: str) -> _Number:
        made = super().__new__(cls, value)
        made.sign = sign
        return made

    def __format__(self, form: str) -> str:
        written = super().__format__(form)
        return written if self.sign == "." else written.translate({ord("."): self.sign, ord(","): "."})


@dataclass(frozen=True)
class Language:
    """How something is told to people; `code` as in `de`, `title` as its speakers call it."""

    code: str
    title: str = "English"
    plural: str = ENGLISH_PLURAL        # Plural-Forms: a C expression for the form of a count `n`
    decimal: str = "."
    entries: Mapping[str, PoEntry] = field(default_factory=dict, repr=False, hash=False)

    def tell(self, text: str) -> str:
        """A phrase in this language; any other string as it is."""
        if not isinstance(text, Phrase):
            return text
        if not text.key:
            return text.separator.join(map(self.tell, text.parts)) if text.parts else str(text)
        template = self.template(text)
        if not text.fields:
            return template
        return template.format(**{name: self._value(value) for name, value in text.fields.items()})

    def template(self, phrase: Phrase) -> str:
        """The message with its fields still open; the English one if there is no other."""
        number = form_of(self.plural, phrase.fields["count"]) if phrase.many else 0
        entry = self.entries.get(phrase.key)
        if entry is not None and number < len(entry.forms) and entry.forms[number]:
            return entry.forms[number]
        return phrase.many if phrase.many and phrase.fields["count"] != 1 else phrase.key

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.tell(value)
        if isinstance(value, float):
            return _Number(value, self.decimal)
        return value


def form_of(plural: str, count: int) -> int:
    """Which form a count takes.

    >>> form_of("n != 1", 1), form_of("n != 1", 0)
    (0, 1)
    """
    return int(_compiled(plural)(count))


@cache
def _compiled(plural: str) -> Any:
    return c2py(plural)


ENGLISH = Language("en")


def languages() -> tuple[str, ...]:
    """The codes of all languages: English, and those that have a file here.

    >>> languages()
    ('de', 'en')
    """
    names = (entry.name for entry in resources.files("hansa.languages").iterdir())
    return tuple(sorted({ENGLISH.code, *(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))}))


@cache
def language(code: str) -> Language:
    """A language by its code."""
    if code == ENGLISH.code:
        return ENGLISH
    if code not in languages():
        known = languages()
        raise UnknownLanguage(f"there is no catalogue of the language {code[:20]!r}{closest(code, known)}")
    text = resources.files("hansa.languages").joinpath(code + SUFFIX).read_text(encoding="utf-8")
    catalogue = read_po(text)
    head = catalogue.header
    plural = head.get("Plural-Forms", "").partition("plural=")[2].rstrip("; ") or ENGLISH_PLURAL
    return Language(
        code, head.get("X-Language-Name", code), plural, head.get("X-Decimal-Sign", "."), catalogue.entries)
