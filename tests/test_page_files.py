"""Files that are chosen on the page, or dropped on it: saves of other programs, games in
notation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hansa.notation import write_game
from hansa.record import play_random
from tests.browser import Watched, go
from tests.skid_program import Program

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
DROP = """([kind, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "game.txt"));
  const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
  document.querySelector("#content").dispatchEvent(event);
  return event.defaultPrevented;
}"""


@pytest.fixture
def watched(seen: Watched) -> Watched:
    """A page that is at the list of games; at the end its console has said nothing."""
    return seen


def drop(page: Any, text: str, kind: str = "drop") -> bool:
    """A file is dropped, or held over the page; whether the browser leaves it to the page."""
    return bool(page.evaluate(DROP, [kind, text]))


def test_the_save_of_another_program_is_chosen(watched: Watched, tmp_path: Path) -> None:
    """What differs from hansa is said first; the position can be studied."""
    page, save = watched.page, tmp_path / "save.json"
    save.write_text(json.dumps(Program().saved(), indent=2))
    page.set_input_files("#file", str(save))
    page.wait_for_selector("dialog li")
    assert "Players have the colours of their order" in page.inner_text("dialog")
    assert "white for a trader as office 1 of Luneburg" in page.inner_text("dialog")
    page.click("dialog >> text=Go on")
    page.wait_for_selector(".study .prompt")
    assert "position=hansa-23" in page.url


def test_files_are_dropped_on_any_view(watched: Watched) -> None:
    """On the list of games, and on a game: one of two games in notation, then a position."""
    page = watched.page
    records = [play_random({"board": board, "players": 3}, seed=3, limit=20) for board in ("east", "hansa-23")]
    assert drop(page, "x", "dragover") and page.is_visible(".dropping")
    assert drop(page, "\n".join(map(write_game, records)))
    page.wait_for_selector("#which")
    assert page.query_selector(".dropping") is None
    games = page.eval_on_selector_all("#which option", "all => all.map((each) => each.textContent)")
    bots = "random; random; random"
    assert games == [f"1. The Eastern Hanseatic League · {bots}", f"2. The Hanseatic League · {bots}"]
    page.select_option("#which", "1")
    page.click("dialog >> text=Load it")
    page.wait_for_selector(".game .prompt")
    assert page.inner_text("h1").startswith("The Hanseatic League, game ")
    drop(page, "hansa-45, 4 players; turn: blue; BRE-HAM: rr")
    page.wait_for_selector(".study .layer-pieces .owner-0")
    go(page, "#/games", ".games")
    drop(page, "no game")
    page.wait_for_selector("#status.bad")
    assert page.inner_text("#status").startswith("the file: line 1: no JSON")
