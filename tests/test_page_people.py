"""Several people in real browsers: a bot plays for people who leave, spectators, clocks, names of a
real table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hansa.record import read_records
from hansa.table.games_folder import GameFile
from tests.browser import Watched, go, kept_game, visit

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


def two_people(page: Any) -> None:
    """A new game: Red here, Green with a link, two quick bots."""
    go(page, "#/new", "#begin")
    for seat, who in (("Green", "link"), ("Blue", "prestige"), ("Yellow", "prestige")):
        page.select_option(f"select[aria-label='{seat}']", who)
    page.fill("[aria-label='Green: name']", "Anna")


def links(page: Any) -> list[str]:
    page.click("text=Links")
    page.wait_for_selector("dialog input")
    assert "listens on this machine alone" in page.inner_text("dialog")
    found: list[str] = page.eval_on_selector_all("dialog input", "all => all.map((node) => node.value)")
    page.click("dialog >> text=Done")
    return found


def test_a_seat_that_leaves_is_taken_over_and_handed_back(seen: Watched, other: Watched) -> None:
    page = seen.page
    two_people(page)
    page.click("#begin")
    page.wait_for_selector(".spot")
    page.wait_for_selector(".desk.owner-1 h2:has-text('not here')")
    seat, _ = links(page)
    with visit(other, seat, ".desk") as anna:
        page.wait_for_function("() => !document.querySelector('.desk.owner-1 h2').textContent.includes('not here')")
        page.click(".prompt-bar [data-move=end]")
        anna.wait_for_selector(".spot")
    page.wait_for_selector("#stand-in")             # Anna has gone, and it is her turn
    page.wait_for_selector(".prompt:has-text('Waiting for Green (Anna)')")
    page.click("#stand-in")
    page.wait_for_selector(".spot")                 # the AI has played for her
    page.wait_for_selector(".desk.owner-1 h2:has-text('the AI plays')")
    with visit(other, seat, ".desk") as anna:
        anna.click("#take-back")
        page.wait_for_function("() => !document.querySelector('.desk.owner-1 h2').textContent.includes('the AI plays')")
        page.click(".prompt-bar [data-move=end]")
        anna.wait_for_selector(".spot")
        anna.click("summary:has-text('People')")
        anna.click("[data-stand-in='1']")          # she leaves it to the AI herself
        page.wait_for_selector(".spot")
    page.click("summary:has-text('People')")
    page.click("[data-stand-in='1'] >> text=Hand the seat back")
    page.wait_for_function("() => document.querySelector('.desk.owner-1 h2').textContent.includes('not here')")


def test_a_spectator_looks_on(seen: Watched, other: Watched) -> None:
    page = seen.page
    two_people(page)
    page.click("#begin")
    page.wait_for_selector(".spot")
    *_, watching = links(page)
    with visit(other, watching, ".desk") as guest:
        guest.wait_for_selector(".prompt:has-text('Waiting for Red')")
        page.click("summary:has-text('People')")
        page.wait_for_selector(".people >> text=1 person looks on")
        page.click(".prompt-bar [data-move=end]")
        guest.wait_for_selector(".right .log >> text=ends the turn")
        assert guest.query_selector(".spot") is None and guest.query_selector("#undo") is None
        assert guest.query_selector("[data-stand-in]") is None
        assert guest.is_hidden("nav") and page.is_visible("nav"), "guests have no use for other pages"
    page.wait_for_selector(".people >> text=looks on", state="detached")


def test_clocks_run_and_are_seen(seen: Watched) -> None:
    page = seen.page
    two_people(page)
    page.select_option("#clock", "300")
    page.select_option("#increment", "10")
    page.click("#begin")
    page.wait_for_selector(".spot")
    page.wait_for_selector(".desk.owner-0 .clock:text-is('5:00')")
    assert page.query_selector(".desk.owner-2 .clock") is None
    page.click("summary:has-text('All moves')")
    page.click(".moves [data-move='place t BRE-HAM']")
    page.wait_for_function("() => document.querySelector('.desk.owner-0 .clock').textContent < '5:00'")
    first = page.inner_text(".desk.owner-0 .clock")
    page.wait_for_function(f"() => document.querySelector('.desk.owner-0 .clock').textContent < '{first}'")
    assert page.inner_text(".desk.owner-1 .clock") == "5:00"
    go(page, f"#/new?like={page.url.split('/')[-1]}", "#begin")
    assert page.input_value("#clock") == "300" and page.input_value("#increment") == "10"


def test_a_game_of_a_real_table_is_shown_with_its_names(seen: Watched, folder: Path) -> None:
    """`hansa play --table` writes such records: nobody in them is a bot."""
    page = seen.page
    game = kept_game(folder, {"board": "hansa-45", "players": 4}, ["human"] * 4, turns=2)
    file = GameFile(folder / f"{game}.jsonl")
    file.write(replace(file.read(), seats=("Anna", "Ben", "Carla", "Dora")))
    go(page, f"#/game/{game}", ".spot")
    assert page.eval_on_selector_all(".desk .seat-name", "all => all.map((node) => node.textContent)") == [
        "Anna", "Ben", "Carla", "Dora"]
    page.click(".prompt-bar [data-move=end]")
    page.wait_for_selector("#undo")
    assert read_records(folder / f"{game}.jsonl")[0][0].seats == ("Anna", "Ben", "Carla", "Dora")
