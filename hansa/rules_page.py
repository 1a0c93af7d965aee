"""The numbered rules of both games, to be looked up: their pages come with the package.

>>> rules_page().find("t23")[0]
'T23 3. One of: office (T30), develop (T35), special prestige (T37), or nothing.'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources

from hansa.errors import HansaError

__all__ = ["NoSuchRule", "RulesPage", "rules_page"]

PAGES = ("RULES.md", "RULES-2004.md")
MOST_FOUND = 12         # rules that a search by words shows


class NoSuchRule(HansaError):
    """A number or a word that no rule has.

    >>> rules_page().find("T999")
    Traceback (most recent call last):
        ...
    hansa.rules_page.NoSuchRule: there is no rule T999; ...
    """

    code = "bad-request"


@dataclass(frozen=True)
class RulesPage:
    """All rules and rulings in order: the numbers of each, and its text in one line without marks of layout.

    >>> page = rules_page()
    >>> len(page.find("prestige")) > 3, page.sections[0]
    (True, ('Setup', 'T1', 'T5'))
    """

    entries: tuple[tuple[tuple[str, ...], str], ...]
    sections: tuple[tuple[str, str, str], ...]      # heading, first rule, last rule

    def find(self, asked: str) -> list[str]:
        """The texts of a rule and its rulings, by its number; else of the rules that have these words."""
        number = asked.strip().upper()
        numbers = [number for found, _ in self.entries for number in found]
        if re.fullmatch(r"[TH]\d+", number):
            found = [text for known, text in self.entries if number in known]
            if not found:
                near = ", ".join(get_close_matches(number, numbers, n=3, cutoff=0.4))
                raise NoSuchRule(f"there is no rule {number}; near it are {near}" if near else f"there is no rule {number}")
            return found
        words = asked.casefold().split()
        texts = [text for _, text in self.entries if words and all(word in text.casefold() for word in words)]
        if not texts:
            raise NoSuchRule(f"no rule has the words {asked.strip()[:60]!r}; 'rules' alone lists what there is")
        return texts[:MOST_FOUND]


@cache
def rules_page() -> RulesPage:
    """All pages as one.

    >>> rules_page().find("T73")[0][:40]
    'T73 Score. A: prestige so far. B: 4 for '
    """
    text = "\n".join(resources.files("hansa").joinpath(page).read_text(encoding="utf-8") for page in PAGES)
    entries: list[tuple[tuple[str, ...], str]] = []
    sections: list[tuple[str, str, str]] = []
    for part in re.split(r"^#+ ", text, flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        rules = [_entry(item) for item in re.split(r"^- (?=\*\*[TH]\d)", body, flags=re.MULTILINE)[1:]]
        entries += rules
        if rules:
            sections.append((heading, rules[0][0][0], rules[-1][0][-1]))
    return RulesPage(tuple(entries), tuple(sections))


def _entry(item: str) -> tuple[tuple[str, ...], str]:
    """The numbers in the bold beginning of a rule, and its text."""
    head = item.split("**")[1]
    rule = item.split("\n\n")[0]
    return tuple(re.findall(r"[TH]\d+", head)), " ".join(re.sub(r"\*+|`", "", rule).split())
