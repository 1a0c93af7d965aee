"""The page's own texts come in two parts: what the list of games and a turn need, and the
others."""

from __future__ import annotations

import re

import pytest

from hansa.languages import Language, language
from hansa.web.page_files import FOLDER
from hansa.web.page_words import SCRIPTS, first_scripts, page_words

GERMAN: Language = language("de")
STATIC_IMPORT = re.compile(r'from\s+"\./(\w+\.js)"')


@pytest.mark.parametrize(("message", "later"), [
    ("New game", False), ("Not this", False), ("Begin", False), ("Candidate", True), ("Which game?", True),
    ("Play again", True)])
def test_each_message_is_in_the_part_that_needs_it(message: str, later: bool) -> None:
    assert (message in page_words(GERMAN, later=True)["messages"]) == later
    assert (message in page_words(GERMAN)["messages"]) != later


def test_both_parts_are_all_messages_of_the_scripts() -> None:
    parts = [set(page_words(GERMAN, later=later)["messages"]) for later in (False, True)]
    every = {key for key, entry in GERMAN.entries.items() if any(place.startswith(SCRIPTS) for place in entry.places)}
    assert parts[0] | parts[1] == every and not parts[0] & parts[1]


def test_what_is_fetched_first_imports_nothing_later() -> None:
    """However an import is broken into lines."""
    first = first_scripts()
    for name in first:
        assert set(STATIC_IMPORT.findall((FOLDER / name).read_text(encoding="utf-8"))) <= first, name
    assert not first & {"study.js", "ending.js", "hansa2004.js", "links.js", "help.js", "loading.js"}
