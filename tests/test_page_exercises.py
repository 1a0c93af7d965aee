"""Exercises, and what strong players played, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hansa.drills.collection import shipped_drills
from hansa.drills.practice import Practice
from tests.browser import Watched, empty_board, go, kept_game, server

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(scope="module")
def link(folder: Path) -> Iterator[str]:
    """A server whose answers to exercises are kept beside its games, in no file of the user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HANSA_PRACTICE", str(folder / "practice.jsonl"))
        with server(folder, "--threads", "1") as found:
            yield found


def test_exercises_are_asked_graded_and_scored(seen: Watched, folder: Path) -> None:
    page = seen.page
    go(page, "#/drills", "#exercises")
    page.click("#begin-exercises")
    page.wait_for_selector(".prompt:has-text('Play its first move')")
    task = next(frame for frame in reversed(seen.frames) if "grades" in frame)
    drill = next(drill for drill in shipped_drills() if drill.name == task["name"])
    page.click("#hint")
    page.wait_for_selector("#exercise-hint:has-text('Look at ')")
    page.click("summary:has-text('All moves')")
    page.fill("input[type=search]", drill.best)
    page.click(f".moves [data-move='{drill.best}']")
    page.wait_for_selector("#solved.right-answer:has-text('Right.')")
    page.wait_for_selector("#score:has-text('1 of 1 right')")
    assert [attempt.right for attempt in Practice(folder / "practice.jsonl").attempts] == [True]
    page.click("#next-exercise")
    page.wait_for_selector(".prompt:has-text('Play its first move')")
    go(page, "#/drills", "#exercises:has-text('1 of 1 right')")


def test_the_study_shows_what_strong_players_played(seen: Watched) -> None:
    page = seen.page
    empty_board(page, "hansa-23", 2)
    page.wait_for_selector("#explorer")
    page.click("#explorer summary")
    page.wait_for_selector("#explorer p:has-text('came here')")
    first = page.wait_for_selector("#explorer [data-explored]")
    move = first.get_attribute("data-explored")
    first.click()
    page.wait_for_function("move => location.hash.includes(encodeURIComponent(move))", arg=move)
    # It is asked about the new position
    seen.heard(lambda frame: sum("even" in each for each in seen.frames) > 1)
    page.wait_for_selector(".path:has-text('Variation:')")
    page.wait_for_selector("#explorer [data-explored]")


def test_a_link_leads_to_what_strong_players_played_there(seen: Watched, folder: Path) -> None:
    """The panel is part of the address, and where no game came it leads back to where some were."""
    game = kept_game(folder, {"board": "hansa-23", "players": 3}, ["prestige"] * 3, turns=20)
    page = seen.page
    go(page, f"#/study/{game}?ply=0&explore=1", "#explorer[open] [data-explored]")
    page.wait_for_function("() => location.hash.endsWith('ply=0&explore=1')")
    page.click("#last")
    page.wait_for_function("() => /ply=[1-9].*&explore=1$/.test(location.hash)")
    page.click("#last-explored:has-text('Back to move')")
    page.wait_for_selector("#explorer [data-explored]")
    page.reload()
    page.wait_for_selector("#explorer[open] [data-explored]")
    page.click("#explorer summary")
    page.wait_for_function("() => !location.hash.includes('explore')")
