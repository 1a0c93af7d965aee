"""Recording a game of a real table in a real browser: asked for what lies there, corrected,
continued after a reload."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hansa.record import Record, read_records
from hansa.table.recording import at_a_table, names_in
from tests.browser import Watched, go

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
TAVERNS = {"BRE-OSN": "swap", "GOS-HIL": "extra-office", "LUN-PER": "move-3"}


def begin(page: Any, missions: Sequence[str] | None = None) -> str:
    """A real game of three players on the smallest board, two of them with names; what it is
    called. With missions, those that are empty stay secret."""
    page.click("text=Record a game")
    page.wait_for_selector("#begin")
    page.select_option("#board", "hansa-23")
    page.wait_for_selector("#players option[value='3']", state="attached")
    page.select_option("#players", "3")
    page.wait_for_selector(".seat-row.owner-3", state="detached")
    page.fill(".owner-0 input", "Ada")
    page.fill(".owner-1 input", "Ben")
    for route, marker in TAVERNS.items():
        page.select_option(f"[data-asked='taverns {route}']", marker)
    if missions is not None:
        page.check("[name=module][value=missions]")
        page.wait_for_selector("[data-asked='missions 2']")
    for seat, cities in enumerate(missions or ()):
        page.select_option(f"[data-asked='missions {seat}']", cities)
    page.click("#begin")
    page.wait_for_selector(".spot")
    game: str = page.url.split("/")[-1]
    return game


def play(page: Any, move: str, told: str) -> None:
    """A move from the list, until the log tells it."""
    if not page.is_visible(".moves"):
        page.click("summary:has-text('All moves')")
    page.click(f".moves [data-move='{move}']")
    page.wait_for_selector(f".turn-log li:has-text('{told}')")


def kept(folder: Path, game: str) -> Record:
    return read_records(folder / f"{game}.jsonl")[0][0]


def test_a_real_game_is_recorded_corrected_and_continued(seen: Watched, folder: Path) -> None:
    page = seen.page
    game = begin(page)
    assert page.query_selector("#hint") is None and not page.is_visible("summary:has-text('People')")
    page.wait_for_selector(".prompt:has-text('Red (Ada)')")
    play(page, "place t BRE-HAM", "Bremen-Hamburg")
    play(page, "place t HAM-LUB", "Hamburg-Lübeck")         # the end of the turn is noted by itself
    page.wait_for_selector(".prompt:has-text('Green (Ben)')")
    play(page, "displace 0t BRE-HAM with t pay t", "displaces")
    # Red's first trader stood somewhere else: what no longer fits is handed back
    page.click("[data-correct='0']")
    page.wait_for_selector(".prompt:has-text('Move 1, Red (Ada), was:')")
    page.click("#not-wrong")
    page.wait_for_selector(".prompt:has-text('Red (Ada)'):not(:has-text('Move 1'))")
    page.click("[data-correct='0']")
    page.wait_for_selector(".prompt:has-text('Move 1, Red (Ada), was:')")
    page.click(".moves [data-move='place t GOS-HIL']")
    page.wait_for_selector("dialog >> text=1 move after it no longer fits")
    page.wait_for_selector("dialog li:has-text('Green (Ben): displaces')")
    page.click("dialog >> text=Go on")
    page.wait_for_selector(".turn-log.owner-0 li:has-text('Goslar-Hildesheim')")
    page.wait_for_selector(".prompt:has-text('Green (Ben)')")
    assert kept(folder, game).moves == ("0 place t GOS-HIL", "0 place t HAM-LUB", "0 end")
    page.reload()
    page.wait_for_selector(".prompt:has-text('Green (Ben)')")
    play(page, "income 3t", "takes")
    record = kept(folder, game)
    assert at_a_table(record) and names_in(record) == ("Ada", "Ben", "Blue")
    assert record.setup["taverns"] == TAVERNS and record.moves[3] == "1 income 3t"
    # hints, if they are wanted, are for one seat alone
    page.click("summary:has-text('Settings')")
    page.select_option("#hints-for", "1")
    page.wait_for_selector("#hint")
    play(page, "place t BRE-HAM", "Bremen-Hamburg")
    page.wait_for_selector(".prompt:has-text('Blue')")
    assert page.query_selector("#hint") is None
    go(page, "#/games", f".games a[href='#/game/{game}']")
    page.wait_for_selector(".games li:has-text('being recorded')")


def test_a_secret_mission_is_named_when_it_is_shown(seen: Watched, folder: Path) -> None:
    """With the keyboard alone, while the game is recorded."""
    page = seen.page
    game = begin(page, ["", "DOR MIN LUN", ""])
    assert kept(folder, game).setup["missions"] == [0, 1, 2]
    play(page, "place t BRE-HAM", "Bremen-Hamburg")
    page.wait_for_selector(".desk.owner-0 .mission:has-text('Osnabrück')")
    page.focus("summary:has-text('Settings')")
    page.keyboard.press("Enter")
    page.focus(".shown-mission [name=seat]")
    page.keyboard.type("Red (Ada)")
    page.keyboard.press("Tab")
    page.keyboard.type("Dortmund, Stendal, M")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#status:has-text('The mission of Red (Ada) is noted.')")
    page.wait_for_selector(".desk.owner-0 .mission:has-text('Dortmund, Stendal, Münster')")
    record = kept(folder, game)
    assert record.setup["missions"] == [8, 1, 2] and record.moves == ("0 place t BRE-HAM",)
    play(page, "place t HAM-LUB", "Hamburg-Lübeck")
    assert kept(folder, game).setup["missions"] == [8, 1, 2]
