"""Every word on the map is readable on every screen, and nothing lies on what it belongs to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import SIZES, Watched, go, kept_game

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

SMALL_WORDS = """least => [...document.querySelectorAll('.game *')]
  .filter((node) => node.checkVisibility() && node.getClientRects().length
    && [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim())
    && !node.closest('title, .unseen'))
  .map((node) => [node.textContent.trim().slice(0, 30), node.getAttribute('class'),
    parseFloat(getComputedStyle(node).fontSize) * (node.closest('svg') ? node.getScreenCTM().d : 1)])
  .filter(([, , size]) => size && size < least - 0.05)"""


@pytest.mark.parametrize(("board", "players"), [
    ("britannia-3", 3), ("hansa-45", 5), *(pytest.param(board, players, marks=pytest.mark.long) for board, players in (
        ("britannia-45", 5), ("hansa-23", 2), ("east", 4), ("hansa2004", 4)))])
def test_every_word_is_readable_on_a_desk_and_nothing_lies_on_the_map(
    seen: Watched, folder: Path, board: str, players: int,
) -> None:
    """Finding 3: the whole map is seen, each word of the page has 11 pixels, and the buttons of the
    zoom stand beside the map."""
    page = seen.page
    bot = "greedy" if board == "hansa2004" else "prestige"
    game = kept_game(folder, {"board": board, "players": players}, ["human", *[bot] * (players - 1)], turns=12)
    go(page, f"#/game/{game}", ".spot, .prompt-bar .act")
    page.wait_for_function(f"() => document.querySelector('.hansa-map .name') && !({SMALL_WORDS})(11).length")
    frame, whole, zoom = (
        page.query_selector(node).bounding_box() for node in (".board-scroll", ".hansa-map", ".zoom"))
    assert whole["width"] <= frame["width"] + 1 and whole["height"] <= frame["height"] + 1, (whole, frame)
    assert frame["y"] + frame["height"] <= 800
    assert zoom["y"] >= frame["y"] + frame["height"] or zoom["x"] >= frame["x"] + frame["width"]


COVERED = """([above, below]) => {
  const boxes = (where) => [...document.querySelectorAll(where)].map((node) => node.getBoundingClientRect())
    .filter(({ width }) => width > 0);
  const part = (one, other) => Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left))
    * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)) / (one.width * one.height);
  return boxes(above).flatMap((one) => boxes(below).map((other) => part(one, other))).filter((found) => found > 0.05);
}"""


@pytest.mark.parametrize(("board", "german"), [
    ("britannia-45", "desk"), ("britannia-45", "phone"), ("hansa-45", "phone"), ("hansa-45", "on its side"),
    *(pytest.param(board, size, marks=pytest.mark.long) for board in ("britannia-3", "east", "hansa2004", "hansa-23")
      for size in SIZES)], indirect=["german"])
def test_words_on_the_map_grow_move_aside_or_wait(german: Watched, folder: Path, board: str) -> None:
    """The smallest word of a phone had 6.5 pixels, tags of Britannia lay on houses, and flags on
    the words of markers.

    Now every word that is shown has 9 pixels on a phone and 11 elsewhere; the others are there as
    soon as the map is larger.
    """
    players = {"hansa-23": 2, "britannia-3": 3}.get(board, 4)
    bot = "greedy" if board == "hansa2004" else "prestige"
    game = kept_game(folder, {"board": board, "players": players}, ["human", *[bot] * (players - 1)], turns=30, seed=3)
    page = german.page
    go(page, f"#/game/{game}", ".hansa-map .name")
    least = 11 if page.viewport_size["width"] > 844 else 9
    page.wait_for_function(f"least => !({SMALL_WORDS})(least).length", arg=least)
    assert page.evaluate(COVERED, [".hansa-map .tag", ".piece, .house, .hull"]) == []
    assert page.evaluate(COVERED, [".hansa-map .flag", ".token"]) == []
    names = page.locator(".hansa-map .name:visible")
    assert names.count() > 0.9 * page.locator(".hansa-map .name").count() >= 8
    for _ in range(4):
        page.click("[aria-label='Vergrößern']")
    page.wait_for_function("() => document.querySelector('.board-scroll.near')")
    assert page.evaluate(f"least => ({SMALL_WORDS})(least)", least) == []
    assert page.locator(".hansa-map .unread").count() == 0
    assert page.locator(".hansa-map .office-letter:visible, .hansa-map .owner:visible").count() > 10


NAMES_ON_TOP = """() => { const above = document.querySelector('.layer-above');
  const names = [...document.querySelectorAll('.hansa-map .name')];
  return names.length > 20 && names.every((name) => above.compareDocumentPosition(name) & 4); }"""


@pytest.mark.parametrize("german", ["on its side"], indirect=True)
def test_a_high_map_fills_a_phone_on_its_side_and_its_names_are_read(german: Watched, folder: Path) -> None:
    """Britannia was as wide as three buttons there; tokens, flags and pieces lay on the names, in
    German more than elsewhere."""
    page = german.page
    game = kept_game(folder, {"board": "britannia-45", "players": 4}, ["human", *["prestige"] * 3], turns=12)
    go(page, f"#/game/{game}", ".prompt-bar .act")
    whole = page.query_selector(".hansa-map").bounding_box()
    assert whole["height"] > 0.8 * 390 and whole["y"] + whole["height"] <= 390
    assert page.evaluate(NAMES_ON_TOP)
    frame = page.query_selector(".left").bounding_box()
    for button in page.query_selector_all(".prompt-bar button, .below button, .below input"):
        box = button.bounding_box()
        assert box["x"] >= whole["x"] + whole["width"] and box["x"] + box["width"] <= frame["x"] + frame["width"] + 1


FAR_FLAGS = """() => { const map = document.querySelector('.hansa-map');
  const unit = map.getBoundingClientRect().width / map.viewBox.baseVal.width;
  return [...map.querySelectorAll('.mast')].map((mast) => {
    const { city } = mast.parentNode.dataset, own = mast.getBoundingClientRect();
    const plate = map.querySelector(`[data-place="city ${city}"] .plate`).getBoundingClientRect();
    const dx = Math.max(0, own.left - plate.right, plate.left - own.right);
    const dy = Math.max(0, own.top - plate.bottom, plate.top - own.bottom);
    return [Math.hypot(dx, dy) / unit, city];
  }).filter(([far]) => far > 27); }"""


@pytest.mark.parametrize("seen", ["desk", "phone"], indirect=True)
def test_flags_stand_at_their_cities_and_permits_are_told(seen: Watched, folder: Path) -> None:
    """Cardiff's flag stood a flag's breadth away from it, its mast on the far side, and the permits
    of London were only told on a larger map."""
    game = kept_game(folder, {"board": "britannia-45", "players": 5}, ["human", *["prestige"] * 4], turns=45, seed=5)
    page = seen.page
    go(page, f"#/game/{game}", ".flag")
    permits = page.eval_on_selector_all("[data-short*=Wales], [data-short*=Scotland]", """all =>
      all.filter((node) => node.checkVisibility()).map((node) => node.textContent)""")
    assert len(permits) == 3 and sum("Wales" in words for words in permits) == 2, permits
    assert page.locator(".mast").count() > 4 and page.evaluate(FAR_FLAGS) == []
    turned = page.evaluate("""() => [...document.querySelectorAll('.turned')].map((node) => {
      const city = document.querySelector(`[data-place="city ${node.dataset.city}"] .plate`).getBoundingClientRect();
      return node.querySelector('.flag').getBoundingClientRect().right <= city.left + 1; })""")
    assert turned and all(turned)


def test_every_ability_is_told_at_its_city_in_german(german: Watched, folder: Path) -> None:
    """"Stadtschlüssel" had no room at Halle, at 1280 pixels."""
    game = kept_game(folder, {"board": "hansa-45", "players": 4}, ["human", *["prestige"] * 3], turns=30)
    page = german.page
    go(page, f"#/game/{game}", ".tag")
    hidden = page.eval_on_selector_all(
        ".hansa-map .tag", "all => all.filter((node) => !node.checkVisibility()).map((node) => node.parentNode.textContent)")
    assert hidden == []
    assert "Schlüssel" in page.text_content("[data-place='city HAL'] [data-short]")
