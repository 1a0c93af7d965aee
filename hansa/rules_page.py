"""The numbered rules of both games, to be looked up: their pages come with the package.

>>> rules_page().find("t23")[0]
'T23 3. One of: office (T30), develop (T35), special prestige (T37), or nothing.'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from hansa.documents import page
from hansa.errors import HansaError
from hansa.languages import ENGLISH, Language
from hansa.phrases import Phrase, declared, say

__all__ = ["NoSuchRule", "RulesPage", "rules_page"]

PAGES = ("rules", "rules-2004")
SUMMARY = "In short"    # the heading of what a page says first
MOST_FOUND = 12         # rules that a search by words shows

# Words that people use, and what the rules call it; and words that say nothing.
CALLED: Mapping[str, str] = {
    "bonus": "marker", "token": "marker", "coellen": "special prestige", "cologne": "special prestige",
    "köln": "special prestige", "koeln": "special prestige", "kontor": "office", "trading post": "office",
    "counting house": "office", "upgrade": "develop", "ability": "develop", "abilities": "develop", "skill": "develop",
    "cube": "trader", "disc": "merchant", "disk": "merchant", "bag": "bank", "salzwedel": "bank", "money": "taler",
    "coin": "taler", "street": "route", "road": "route", "kick": "displace", "bump": "displace", "reserve": "stock",
    "victory point": "prestige", "vp": "prestige", "winning": "winner", "win": "winner", "tie": "tied",
    "finish": "end", "stall": "booth", "goods": "marker",
}
FILLERS = frozenset((
    "a", "an", "and", "are", "at", "be", "can", "do", "does", "for", "how", "i", "in", "is", "it", "may", "must", "my", "of",
    "on", "or", "the", "to", "what", "when", "where", "who", "why", "you",
))


class NoSuchRule(HansaError):
    """A number or a word that no rule has.

    >>> rules_page().find("T999")
    Traceback (most recent call last):
        ...
    hansa.rules_page.NoSuchRule: there is no rule T999; ...
    """

    code = "bad-request"


@dataclass(frozen=True)
class Rule:
    """A rule or a ruling: its numbers, its text, and the heading that it stands below."""

    numbers: tuple[str, ...]
    text: Phrase
    heading: Phrase

    def place(self, words: list[str], language: Language) -> int | None:
        """Where it is listed among those with some words: first what is called so; None if they are
        missing."""
        heading, text = (language.tell(phrase).casefold() for phrase in (self.heading, self.text))
        if all(word in heading for word in words):
            return 0
        return 1 if all(word in f"{heading} {text}" for word in words) else None


@dataclass(frozen=True)
class RulesPage:
    """All rules and rulings in order: the numbers of each, and its text in one line without marks
    of layout.

    >>> page = rules_page()
    >>> len(page.find("prestige")) > 3, page.sections[0]
    (True, ('Setup', 'T1', 'T5'))
    >>> [text[:3] for text in page.find("T20-T22")], page.find("counting houses")[4][:11]
    (['T20', 'T21', 'T22'], 'T30 Office.')

    >>> page.find("displace")[0][:31]       # what stands below that heading, then what mentions it
    'T12 Displace. Replace one piece'
    """

    entries: tuple[Rule, ...]
    sections: tuple[tuple[Phrase, str, str], ...]   # heading, first rule, last rule
    summaries: tuple[tuple[Phrase, ...], ...]       # of each page, in the order of the games

    def find(self, asked: str, language: Language = ENGLISH) -> list[str]:
        """The texts of a rule and its rulings, by its number; of some rules, `T20-T26`; else of
        those with some words.

        They are told in a language, and so are the words looked for; English ones are found in any.
        """
        number = asked.strip().upper()
        if bounds := re.fullmatch(r"([TH])(\d+)\s*(?:-|–|TO)\s*\1?(\d+)", number):
            found = list(map(language.tell, self._between(bounds[1], int(bounds[2]), int(bounds[3]))))
        elif re.fullmatch(r"[TH]\d+", number):
            found = [language.tell(rule.text) for rule in self.entries if number in rule.numbers]
        else:
            return self._with_words(asked, language)
        if not found:
            known = dict.fromkeys(number for rule in self.entries for number in rule.numbers)
            near = ", ".join(get_close_matches(number, list(known), cutoff=0.4))
            raise NoSuchRule(say("there is no rule {number}; near it are {near}", number=number, near=near) if near
                             else say("there is no rule {number}", number=number))
        return found

    def _between(self, letter: str, first: int, last: int) -> list[Phrase]:
        """The rules from one number to another, each once."""
        wanted = {f"{letter}{number}" for number in range(first, min(last, first + len(self.entries)) + 1)}
        return [rule.text for rule in self.entries if wanted & set(rule.numbers)]

    def _with_words(self, asked: str, language: Language) -> list[str]:
        """The rules with all these words; else those with the most words of their titles."""
        typed = asked.casefold().split()
        meant = _meant(asked)
        places = [(rule.place(typed, language), rule.text) for rule in self.entries] if typed else []
        texts = [text for wanted in (0, 1) for place, text in places if place == wanted]
        if not texts and meant:
            counted = [(sum(word in rule.text.casefold() for word in meant), rule.text) for rule in self.entries]
            best = max(count for count, _ in counted)
            texts = [text for count, text in counted if count == best > 0]
        if not texts:
            raise NoSuchRule(say("no rule has the words {words}; 'rules' alone lists what there is",
                                 words=repr(asked.strip()[:60])))
        more = len(texts) - MOST_FOUND
        rest = [say("... and {count} more; another word makes it fewer", count=more)] if more > 0 else []
        return list(map(language.tell, [*texts[:MOST_FOUND], *rest]))


def _meant(asked: str) -> list[str]:
    """The words of a question as the rules have them, without those that say nothing."""
    text = " ".join(word for word in re.findall(r"[\w-]+", asked.casefold()) if word not in FILLERS)
    for said, called in sorted(CALLED.items(), key=lambda pair: -len(pair[0])):
        text = re.sub(rf"\b{said}s?\b", called, text)
    return list(dict.fromkeys(word if len(word) < 4 else word.removesuffix("s") for word in text.split()))


@cache
def rules_page() -> RulesPage:
    """All pages as one.

    >>> rules_page().find("T73")[0][:40]
    'T73 Score. A: prestige so far. B: 4 for '
    """
    pages = [page(name).text() for name in PAGES]
    text = "\n".join(pages)
    entries: list[Rule] = []
    sections: list[tuple[Phrase, str, str]] = []
    for part in re.split(r"^#+ ", text, flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        called = declared(heading)
        rules = [_rule(item, called) for item in re.split(r"^- (?=\*\*[TH]\d)", body, flags=re.MULTILINE)[1:]]
        entries += rules
        if rules:
            sections.append((called, rules[0].numbers[0], rules[-1].numbers[-1]))
    return RulesPage(tuple(entries), tuple(sections), tuple(map(_summary, pages)))


def _summary(text: str) -> tuple[Phrase, ...]:
    """What a page says first, a paragraph for each point."""
    body = text.partition(f"## {SUMMARY}\n")[2].partition("\n## ")[0]
    return tuple(declared(" ".join(point.split())) for point in re.split(r"^- ", body, flags=re.MULTILINE) if point.strip())


def _rule(item: str, heading: Phrase) -> Rule:
    """A rule, from its bold beginning with its numbers on."""
    head = item.split("**")[1]
    rule = item.split("\n\n")[0]
    text = declared(" ".join(re.sub(r"\*+|`", "", rule).split()))
    return Rule(tuple(re.findall(r"[TH]\d+", head)), text, heading)
