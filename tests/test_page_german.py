"""The page in German, in a real browser: its own texts, and what the server tells; every browser in
its own language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from hansa.lessons import lessons
from tests.browser import Watched, go, kept_game, kept_position, kept_tournament
from tests.page_speed import loaded

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

GERMAN = {"locale": "de-DE"}
MOST_LOADED = 140_000       # bytes on the wire, before anything is played
# Words that no German text has. Two of them in one text: names of bots and what is typed have one
# at most.
ENGLISH = re.compile(
    r"\b(the|of|with|your|you|and|moves?|turns?|routes?|city|cities|places?|claims?|traders?|merchants?|players?|seats?|points|"
    r"games?|what|from|not|is|are|to|for|one|all|left|right|here|now)\b", re.IGNORECASE)
# What people read or hear; without what is typed, links between programs, and the bots' own
# descriptions.
TEXTS = """() => {
  const skipped = "code, script, style, noscript, datalist, form details, .notation, textarea";
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest(skipped)) found.push(walker.currentNode.data.trim());
  }
  for (const node of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    if (node.closest(skipped)) continue;
    for (const name of ["aria-label", "title", "placeholder"]) found.push(node.getAttribute(name) ?? "");
  }
  return [...new Set(found.filter(Boolean))];
}"""


def english(page: Any) -> list[str]:
    """Texts of the page that are English."""
    texts = page.evaluate(TEXTS)
    assert len(texts) > 10, texts
    return [text for text in texts if len({word.lower() for word in ENGLISH.findall(text)}) > 1]


def opened_in(opened: Any, link: str, locale: str) -> Watched:
    """A browser in a language, at the list of games."""
    found = Watched(opened, locale=locale)
    found.page.goto(link)
    found.page.wait_for_selector(".sheet h1")
    return found


@pytest.fixture(scope="module")
def full(folder: Path) -> str:
    """A game in which Red may claim a route, against bots."""
    state = next(each for each in lessons("teutonica") if each.title == "Claim a route and develop").start.state()
    return kept_position(folder, state, ["human", "prestige", "prestige"])


@pytest.fixture(scope="module")
def over(folder: Path) -> str:
    """A game that is over."""
    return kept_game(folder, {"board": "hansa-23", "players": 3}, ["human", "prestige", "prestige"], seed=2)


def test_no_view_has_english_texts(german: Watched, full: str, over: str) -> None:
    page = german.page
    assert page.evaluate("() => document.documentElement.lang") == "de"
    assert page.inner_text(".sheet h1") == "Spiele" and english(page) == []
    for address, until in (
        ("#/new", "#begin"), ("#/drills", "#drills"),
        ("#/learn", ".lessons"), ("#/learn/teutonica/1", ".task"), ("#/learn/hansa2004/2", ".task"),
        ("#/tournaments", ".sheet h1"), (f"#/game/{full}", ".spot"), (f"#/game/{over}", "#result"), ("#/study", ".sheet h1"),
        (f"#/study/{over}?ply=5", ".steps-row"),
    ):
        go(page, address, until)
        assert english(page) == [], address
    page.click("#open-rules")
    page.wait_for_selector("#rules h3")
    page.fill("#find-rule", "Kontor")
    page.wait_for_selector("#rules .rule-text >> text=/Kontor/")
    assert english(page) == []
    page.keyboard.press("Escape")
    page.click("#open-help")
    page.wait_for_selector("dialog")
    assert english(page) == [] and "dieses Blatt" in page.inner_text("dialog")


def test_a_game_is_played_in_german(german: Watched, full: str) -> None:
    """What may be done, what it brings, why something cannot be done, and what others did."""
    page = german.page
    go(page, f"#/game/{full}", ".spot")
    page.wait_for_selector("#prompt:has-text('Noch 2 Aktionen.') strong:text-is('Du bist am Zug:')")
    page.click("summary:has-text('Die Karte in Worten')")
    page.wait_for_selector(".board-words:has-text('Händler von Rot')")
    page.eval_on_selector(".spot", "node => node.blur()")
    page.click("[data-place='city LUB'] .name")
    page.wait_for_selector(".note >> text=/auf 3 von 3 Häusern fehlt ein Stein von dir/")
    page.keyboard.press("Escape")
    page.click("summary:has-text('Alle Züge')")
    page.click(".moves [data-move='claim GOT-QUE develop actions']")
    page.wait_for_selector(".since >> text=/schließt Göttingen-Quedlinburg ab und entwickelt Aktionen auf 3/")
    page.click(".moves [data-move='end']")
    page.wait_for_selector(".since >> text=/beendet den Zug/")
    page.wait_for_selector("#prompt:has-text('Du bist am Zug')")
    assert english(page) == []


def test_a_tournament_is_shown_in_german(german: Watched, logs: Path) -> None:
    """Its summary, the heads of its tables, what its plots say, and how its games ended."""
    kept_tournament(logs, "prestige", "network", "actions", blocks=4)
    page = german.page
    go(page, "#/tournaments/small.jsonl", ".numbers")
    assert english(page) == []
    words = page.inner_text(".sheet")
    for told in ("beendet durch", "Rangliste", "mittlerer Rang", "4 Spieler, Platz 2", "Netzwerk"):
        assert told in words, told
    meaning = page.get_attribute(".numbers th:has-text('mittlerer Rang')", "title")
    assert meaning == "durchschnittlicher Rang am Ende eines Spiels"
    assert re.search(r"\d,\d%", words) and not re.search(r"\d\.\d%", words)
    ends = page.eval_on_selector_all(".played-games td:nth-child(3)", "all => all.map((node) => node.textContent)")
    assert set(ends) <= {"Ansehen", "Städte", "Bonusmarker"} and ends


def test_maps_have_german_names(german: Watched, folder: Path) -> None:
    page = german.page
    game = kept_game(folder, {"board": "hansa2004", "players": 2}, ["human", "greedy"], turns=4, seed=2)
    go(page, f"#/game/{game}", ".hansa-map .name")
    words = page.text_content(".hansa-map") + page.inner_text(".game")
    assert "4 Kopenhagen" in words and "Copenhagen" not in words
    game = kept_game(folder, {"board": "britannia-45", "players": 4}, ["human", *["prestige"] * 3], turns=4)
    go(page, f"#/game/{game}", ".hansa-map .country-name")
    assert page.eval_on_selector_all(".country-name", "all => all.map((node) => node.textContent)") == ["Wales", "Schottland"]


def test_everybody_is_told_in_their_own_language_and_may_choose_another(
    opened: Any, link: str, full: str, seen: Watched,
) -> None:
    austrian = opened_in(opened, link, "de-AT")
    for watched, words, told in ((austrian, "Du bist am Zug:", "Noch "), (seen, "Your move:", " left.")):
        go(watched.page, f"#/game/{full}", "#prompt strong")
        watched.page.wait_for_selector(f"#prompt strong:has-text('{words}')")
        assert told in watched.page.inner_text("#prompt"), "what the server says, too"
    go(seen.page, "#/games", "#language")
    assert seen.page.input_value("#language") == "en"
    with seen.page.expect_navigation():
        seen.page.select_option("#language", "de")
    seen.page.wait_for_selector("h1:has-text('Spiele')")
    seen.page.reload()
    seen.page.wait_for_selector("h1:has-text('Spiele')")
    austrian.page.context.close()
    assert austrian.errors == []


def test_the_first_load_is_small_also_with_a_language(opened: Any, link: str) -> None:
    """The analysis is loaded when someone opens it."""
    files, size = loaded(opened, link, locale="de-DE")
    english_files, english_size = loaded(opened, link)
    assert 20 < files == english_files < 60 and english_size < size < MOST_LOADED
