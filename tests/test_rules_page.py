"""The rules as commands and the page show them: found by number, by range and by the words of
people."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hansa.rules_page import CALLED, NoSuchRule, _meant, rules_page


def test_rules_are_found_by_number_and_by_words() -> None:
    page = rules_page()
    assert page.find("T12")[0].startswith("T12 Displace. Replace one piece of another player")
    assert [text[:12] for text in page.find("t81")] == ["T81 Permissi", "T81 (ruling)"]
    assert all("merchant" in text and "ship" in text.lower() for text in page.find("ship merchant"))
    assert page.find("H31")[0].startswith("H31 Sail.")
    for wrong, message in (("T999", "there is no rule T999"), ("quux", "no rule has the words 'quux'")):
        with pytest.raises(NoSuchRule, match=message):
            page.find(wrong)


def numbers(asked: str) -> list[str]:
    return [text.partition(" ")[0] for text in rules_page().find(asked)]


def test_rules_are_found_by_range() -> None:
    assert numbers("T20-T23") == numbers("t20 - 23") == numbers("T20 to T23") == ["T20", "T21", "T22", "T23"]
    assert numbers("H50-H53") == ["H50", "H51", "H52", "H53"]
    assert len(rules_page().find("T1-T999999999999")) > 60
    for wrong in ("T23-T20", "T20-H30", "T900-T999"):
        with pytest.raises(NoSuchRule):
            rules_page().find(wrong)


@pytest.mark.parametrize(("asked", "rule"), [
    ("bonus marker", "T22"), ("coellen", "T37"), ("how to win", "T75"), ("who wins ties", "T75"), ("upgrades", "T35"),
    ("counting houses", "T30"), ("What are the keys for?", "T73"), ("kick a disc", "T13"), ("the tavern", "T3"),
])
def test_rules_are_found_by_the_words_that_people_use(asked: str, rule: str) -> None:
    assert rule in numbers(asked)


# What people say, and the words that are looked for in the rules
SAID = {
    "bonus": ["marker"], "token": ["marker"], "coellen": ["special", "prestige"], "Cologne": ["special", "prestige"],
    "Köln": ["special", "prestige"], "Koeln": ["special", "prestige"], "kontor": ["office"], "trading post": ["office"],
    "counting house": ["office"], "upgrade": ["develop"], "ability": ["develop"], "abilities": ["develop"],
    "skill": ["develop"], "cube": ["trader"], "disc": ["merchant"], "disk": ["merchant"], "bag": ["bank"],
    "Salzwedel": ["bank"], "money": ["taler"], "coin": ["taler"], "street": ["route"], "road": ["route"],
    "kick": ["displace"], "bump": ["displace"], "reserve": ["stock"], "victory point": ["prestige"], "VP": ["prestige"],
    "winning": ["winner"], "win": ["winner"], "tie": ["tied"], "finish": ["end"], "stall": ["booth"], "goods": ["marker"],
}


@pytest.mark.parametrize("said", SAID)
def test_what_people_say_is_what_the_rules_call_it(said: str) -> None:
    assert set(CALLED) == {word.casefold() for word in SAID}
    assert _meant(said) == SAID[said] and _meant(f"When may you {said}s?") == SAID[said]
    assert _meant(f"un{said}") != SAID[said], "a part of a word is another word"
    assert any(all(word in rule.text.casefold() for word in SAID[said]) for rule in rules_page().entries)


def test_words_that_say_nothing_are_not_looked_for() -> None:
    for asked in ("How do I", "is it in the", "what are you", "where can an", "who does and why", "or when may a",
                  "my to on of", "for at be", "must"):
        assert _meant(asked) == []
    assert _meant("the keys and a ship, or ships?") == ["key", "ship"]


@pytest.mark.parametrize(("number", "near"), [
    ("T999", "; near it are T9, T94, T93"), ("t0", "; near it are T90, T80, T70"), ("H99", "; near it are H39, T9, H3"),
    ("T" + 40 * "7", ""),
])
def test_numbers_near_one_that_is_not_there_are_named_once(number: str, near: str) -> None:
    with pytest.raises(NoSuchRule, match=f"^there is no rule {number.upper()}{near}$"):
        rules_page().find(number)


def test_sections_are_in_the_order_of_the_pages() -> None:
    found = rules_page().sections
    assert [heading for heading, *_ in found[:4]] == ["Setup", "The turn", "Income, place", "Displace"]
    assert [first for _, first, _ in found] == [
        "T1", "T6", "T10", "T12", "T18", "T20", "T45", "T60", "T80", "T90", "T100", "T70", "T13", "H1", "H20", "H50"]
    assert [last for *_, last in found] == [
        "T5", "T9", "T11", "T17", "T18", "T40", "T57", "T66", "T88", "T94", "T102", "T76", "T102", "H11", "H41", "H53"]


def test_a_search_that_finds_many_says_so() -> None:
    found = rules_page().find("marker")
    assert len(found) == 13 and re.fullmatch(r"\.\.\. and \d+ more; another word makes it fewer", found[-1])


def test_every_page_has_a_summary() -> None:
    teutonica, hansa2004 = rules_page().summaries
    assert teutonica[0].startswith("On your turn you have as many actions") and hansa2004[0].startswith("One ship sails")
    for summary in (teutonica, hansa2004):
        assert 5 <= len(summary) <= 8 and summary[-1].endswith("Most points win.")


def test_every_rule_of_the_page_is_found() -> None:
    text = (Path(__file__).parents[1] / "RULES.md").read_text(encoding="utf-8")
    for number in re.findall(r"^- \*\*([TH]\d+)", text, re.MULTILINE):
        assert rules_page().find(number)
