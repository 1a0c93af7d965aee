"""Every view of the page, light and dark, English and German, has nothing that axe-core objects
to: what a screen reader or a keyboard needs.

axe-core is a tool of `package.json`; without `npm install` these tests are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hansa.table.games_folder import GameFile
from hansa.table.recording import with_names
from tests.browser import Watched, go, kept_game, kept_review, kept_tournament, server, wide

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

AXE = Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => (await axe.run(document)).violations.flatMap(({ id, nodes }) =>
  nodes.slice(0, 4).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`))"""


@dataclass(frozen=True)
class Games:
    """Games in the folder, by what they show."""

    going: str
    over: str
    of_2004: str
    real: str       # written down at a real table, with missions
    shared: str     # two people with missions at one screen
    bots: str
    mistakes: str   # reviewed
    log: str        # of a tournament


@pytest.fixture(scope="module")
def games(folder: Path) -> Games:
    """All that the views show."""
    bots = ["prestige"] * 3
    missions = {"board": "hansa-45", "players": 4, "modules": ["missions", "favours"]}
    real = GameFile(folder / f"{kept_game(folder, missions, ['human'] * 4, turns=4)}.jsonl")
    real.write(with_names(real.read(), ("Ada", "Ben", "Cleo", "Dan")))
    return Games(
        going=kept_game(folder, {"board": "hansa-45", "players": 4}, ["human", *bots], turns=16, seed=4),
        over=kept_game(folder, {"board": "hansa-45", "players": 4}, ["human", *bots], seed=2),
        of_2004=kept_game(folder, {"board": "hansa2004", "players": 3}, ["human", "greedy", "greedy"], turns=8),
        real=real.path.stem,
        shared=kept_game(folder, missions, ["human", "human", *bots[1:]], turns=8),
        bots=kept_game(folder, {"board": "britannia-3", "players": 3}, bots, turns=8),
        mistakes=kept_review(folder),
        log=kept_tournament(folder, "random", "prestige", "network", "actions").name,
    )


@pytest.fixture(scope="module")
def link(folder: Path) -> Iterator[str]:
    """The host's link to a server that shows tournaments too."""
    with server(folder, "--threads", "1", "--logs", str(folder)) as found:
        yield found


def unfold(page: Any) -> None:
    """Opens all that is folded."""
    page.evaluate("() => document.querySelectorAll('main details').forEach((node) => { node.open = true; })")


def views(page: Any, games: Games) -> Iterator[str]:
    """Every view, one after another, each when it is there; in any language."""
    go(page, "#/games", ".games li")
    yield "games"
    go(page, "#/new", "#begin")
    unfold(page)
    yield "new game"
    go(page, "#/record", "[data-asked]")
    page.check("[name=module] >> nth=0")
    page.wait_for_selector("[data-asked='missions 0']")
    yield "record a game"
    yield from playing(page, games)
    yield from studying(page, games)
    yield from learning(page)
    go(page, "#/tournaments", f"a[href*='{games.log}']")
    yield "tournaments"
    go(page, f"#/tournaments/{games.log}", ".plots svg")
    yield "tournament"


def playing(page: Any, games: Games) -> Iterator[str]:
    """Games."""
    go(page, f"#/game/{games.real}", ".pencil")
    unfold(page)
    page.wait_for_selector(".shown-mission")
    page.click("[data-correct='2']")
    page.wait_for_selector("#not-wrong")
    yield "correction"
    go(page, f"#/game/{games.going}", ".game .spot")
    unfold(page)
    yield "game"
    page.click("#hint")
    page.wait_for_selector("#hint-on", timeout=60_000)
    page.click("#hint-on")
    page.click("#hint-why")
    page.click("[data-place='city LUB'] .plate", force=True)
    page.wait_for_selector(".note")
    yield "hint and note"
    page.keyboard.press("Escape")
    page.click(".tools button >> nth=-1")
    page.wait_for_selector("dialog input")
    yield "links"
    page.keyboard.press("Escape")
    go(page, f"#/game/{games.over}", "#result .course")
    yield "end"
    go(page, f"#/game/{games.bots}", "#pause")
    yield "bots alone"
    go(page, f"#/game/{games.shared}", ".hand-over, .spot, .prompt")
    yield "several with missions"
    go(page, "#/games", ".games li")
    go(page, f"#/game/{games.of_2004}", ".vessel")
    page.wait_for_selector(".desk.own, .prompt-bar .act")
    unfold(page)
    yield "Hansa (2004)"


def studying(page: Any, games: Games) -> Iterator[str]:
    """Analysis, reviews, positions."""
    go(page, "#/study", "h1")
    yield "boards to study"
    go(page, f"#/study/{games.going}?ply=3", ".lines tbody tr")
    page.click("#think")
    page.click("#edit")
    unfold(page)
    page.wait_for_selector("#explorer p")
    yield "study"
    go(page, f"#/study/{games.mistakes}?review=1", ".graph")
    page.click(".mistakes [data-ply] >> nth=0")
    page.wait_for_selector("#verdict")
    yield "review"
    go(page, f"#/study/{games.of_2004}?ply=3", ".lines tbody tr")
    page.click("#think")
    page.click("#edit")
    unfold(page)
    yield "study of Hansa (2004)"


def learning(page: Any) -> Iterator[str]:
    """Lessons, exercises, rules, help."""
    go(page, "#/exercise", ".lesson h2")
    page.click("#hint")
    page.wait_for_selector("#exercise-hint")
    yield "exercise"
    go(page, "#/learn", ".lessons")
    yield "lessons"
    go(page, "#/learn/teutonica/2", ".lesson .task")
    yield "lesson"
    go(page, "#/learn/hansa2004/2", ".lesson .task")
    yield "lesson of Hansa (2004)"
    page.click("#open-rules")
    page.fill("#find-rule", "Bremen")
    page.wait_for_selector("#rules .rule-text, #rules p")
    yield "rules"
    page.keyboard.press("Escape")
    page.click("#open-help")
    page.wait_for_selector("dialog .help")
    yield "help"
    page.keyboard.press("Escape")
    go(page, "#/drills", "#drills")
    yield "practice"


@pytest.mark.long
@pytest.mark.parametrize(("scheme", "locale"), [("light", "en-GB"), ("dark", "en-GB"), ("dark", "de-DE")])
def test_axe_finds_nothing_on_any_view(opened: Any, link: str, games: Games, scheme: str, locale: str) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: `npm install` makes this test run")
    seen: Watched = wide(opened, link, "desk", color_scheme=scheme, locale=locale)
    found = {}
    for title in views(seen.page, games):
        seen.page.evaluate(AXE.read_text(encoding="utf-8"))
        if objections := seen.page.evaluate(RUN):
            found[title] = objections
    seen.page.context.close()
    assert not found, "\n".join(f"{title}: {words}" for title, all_words in found.items() for words in all_words)
    assert not seen.errors
