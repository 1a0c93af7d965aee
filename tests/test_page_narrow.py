"""What is narrow: columns beside the map on the side of a phone, and what stands in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import Watched, go, kept_game

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
SIDE = {"width": 844, "height": 390}


def test_candidates_have_all_of_a_narrow_column(seen: Watched, folder: Path) -> None:
    """On a phone held sideways they had 87 pixels, a word a line; their numbers are below them."""
    page = seen.page
    page.set_viewport_size(SIDE)
    game = kept_game(folder, {"board": "hansa-45", "players": 4}, ["human", *["prestige"] * 3], turns=12)
    go(page, f"#/study/{game}", ".candidates tbody tr")
    column, words, number = page.evaluate("""() => ['', ' td:nth-child(2)', ' td:nth-child(3)'].map(
      (part) => document.querySelector(`.lines${part}`).getBoundingClientRect().toJSON())""")
    assert words["width"] > 0.8 * column["width"] > 200 and number["top"] >= words["bottom"] - 1
    assert page.get_by_role("columnheader", name="Candidate").count() == 1, "screen readers still hear a table"
    assert page.get_by_role("row").count() > 1 and page.get_by_role("cell").count() >= 5


def test_a_hint_leaves_the_map_on_the_side_of_a_phone(seen: Watched, folder: Path) -> None:
    """It lay over the lower half of the map that it speaks of."""
    page = seen.page
    page.set_viewport_size(SIDE)
    game = kept_game(folder, {"board": "hansa-45", "players": 4}, ["human", *["prestige"] * 3], turns=12)
    go(page, f"#/game/{game}", ".spot")
    page.click("#hint")
    page.wait_for_selector("#hint-on")
    hint, whole = (page.query_selector(node).bounding_box() for node in (".advice", ".board-scroll"))
    assert hint["x"] >= whole["x"] + whole["width"] and hint["y"] < SIDE["height"] - 60
