"""Every view of the page, light and dark, has nothing that axe-core objects to: what a screen
reader or a keyboard needs.

axe-core is a tool of `package.json`; without `npm install` these tests are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hansa.table.games_folder import GameFile
from hansa.table.recording import with_names
from tests.browser import Watched, go, kept_game, wide

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

AXE = Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => (await axe.run(document)).violations.flatMap(({ id, nodes }) =>
  nodes.slice(0, 4).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`))"""


@pytest.fixture(scope="module")
def games(folder: Path) -> tuple[str, ...]:
    """A game in progress, one that is over, one of Hansa (2004), and one of a real table."""
    bots = ["prestige"] * 3
    real = GameFile(folder / f"{kept_game(folder, {'board': 'east', 'players': 3}, ['human'] * 3, turns=4)}.jsonl")
    real.write(with_names(real.read(), ("Ada", "Ben", "Cleo")))
    return (
        kept_game(folder, {"board": "hansa-45", "players": 4}, ["human", *bots], turns=16, seed=4),
        kept_game(folder, {"board": "hansa-45", "players": 4}, ["human", *bots], seed=2),
        kept_game(folder, {"board": "hansa2004", "players": 3}, ["human", "greedy", "greedy"], turns=8),
        real.path.stem,
    )


def views(page: Any, games: tuple[str, ...]) -> Iterator[str]:
    """Every view, one after another, each when it is there."""
    going, over, other, real = games
    go(page, "#/games", ".games li")
    yield "games"
    go(page, "#/new", "#begin")
    yield "new game"
    go(page, "#/record", "[data-asked]")
    yield "record a game"
    go(page, f"#/game/{real}", ".pencil")
    page.click("summary:has-text('Settings')")
    page.click("[data-correct='2']")
    page.wait_for_selector("#not-wrong")
    yield "correction"
    go(page, "#/exercise", ".lesson h2")
    page.click("#hint")
    page.wait_for_selector("#exercise-hint")
    yield "exercise"
    go(page, "#/learn", ".lessons")
    yield "lessons"
    go(page, "#/learn/teutonica/2", ".lesson .task")
    yield "lesson"
    go(page, f"#/game/{going}", ".game .spot")
    for summary in ("All moves", "The map in words", "People", "Settings"):
        page.click(f"summary:has-text('{summary}')")
    yield "game"
    page.click("#hint")
    page.wait_for_selector("#hint-on", timeout=60_000)
    page.click("#hint-on")
    page.click("#hint-why")
    page.click("[data-place='city LUB'] .plate", force=True)
    page.wait_for_selector(".note")
    yield "hint and note"
    page.keyboard.press("Escape")
    page.click("#open-rules")
    page.fill("#find-rule", "office")
    page.wait_for_selector("#rules .rule-text")
    yield "rules"
    page.keyboard.press("Escape")
    page.click("#open-help")
    page.wait_for_selector("dialog .help")
    yield "help"
    page.click("dialog >> text=Close")
    go(page, f"#/game/{over}", "#result .course")
    yield "end"
    go(page, f"#/game/{other}", ".vessel")
    page.wait_for_selector(".desk.own, .prompt-bar .act")
    yield "Hansa (2004)"
    go(page, f"#/study/{going}?ply=3", ".lines tbody tr")
    page.click("#think")
    page.click("#edit")
    page.click("text=As text, to copy and paste")
    page.click("#explorer summary")
    page.wait_for_selector("#explorer p")
    yield "study"
    go(page, "#/drills", "#drills")
    yield "practice"
    go(page, "#/study", "h1 >> text=Analyse")
    yield "boards to study"
    go(page, "#/tournaments", "h1 >> text=Tournaments")
    yield "tournaments"


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_view(opened: Any, link: str, games: tuple[str, ...], scheme: str) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: `npm install` makes this test run")
    seen: Watched = wide(opened, link, "desk", color_scheme=scheme)
    found = {}
    for title in views(seen.page, games):
        seen.page.evaluate(AXE.read_text(encoding="utf-8"))
        if objections := seen.page.evaluate(RUN):
            found[title] = objections
    seen.page.context.close()
    assert not found, "\n".join(f"{title}: {words}" for title, all_words in found.items() for words in all_words)
    assert not seen.errors
