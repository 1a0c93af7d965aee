"""A game by keyboard alone: where the focus is can always be seen, it survives every redraw, and
the end with its rematch is reached."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Watched, go, kept_end
from tests.patience import PATIENCE

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
ARROWS = ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown")
# Where the focus is: what sort of thing, whether it is seen, whether within the window.
FOCUS = """() => { const node = document.activeElement, frame = node.getBoundingClientRect();
  const kinds = ['.spot-route', '.spot', '.offered', '.act', '[role=menuitem]', '#result'];
  return { kind: kinds.find((each) => node.matches(each)) ?? node.tagName,
    id: node.id, words: node.textContent, seen: node.matches(':focus-visible') && (node.matches('.spot')
      ? parseFloat(getComputedStyle(node.lastElementChild).strokeWidth) >= 6 : getComputedStyle(node).outlineStyle === 'solid'),
    within: frame.right > 0 && frame.bottom > 0 && frame.left < innerWidth && frame.top < innerHeight }; }"""
# What the game waits for; null while others think.
ASKED = """() => { const count = (what) => document.querySelectorAll(what).length;
  if (count('#result')) return { over: true };
  if (count('.menu [data-move]')) return { menu: true };
  const found = { words: document.querySelector('#prompt').textContent, places: count('.spot'), things: count('.desk .offered'),
    buttons: count('.prompt-bar .act'), routes: count('.spot-route') };
  return found.places + found.things + found.buttons ? found : null; }"""
NO_MOUSE = """() => { window.mouse = 0;
  for (const kind of ['pointerdown', 'mousemove']) addEventListener(kind, () => { window.mouse += 1; }, true); }"""


class Typist:
    """A player without a mouse, whose choices come from a seed."""

    def __init__(self, page: Any, seed: int) -> None:
        self.page, self.keys, self.rng = page, page.keyboard, random.Random(seed)
        self.begun = False
        page.evaluate(NO_MOUSE)

    def asked(self) -> Any:
        """What the game waits for, once it does."""
        until = time.monotonic() + PATIENCE
        while (found := self.page.evaluate(ASKED)) is None:
            assert time.monotonic() < until, "nothing is asked"
            self.page.wait_for_timeout(10)
        return found

    def focus(self) -> Any:
        """Where the focus is."""
        return self.page.evaluate(FOCUS)

    def look(self, asked: Any) -> None:
        """After the first choice the focus is never lost, and always seen."""
        found = self.focus()
        if self.begun:
            assert found["kind"] not in ("BODY", "MAIN") and found["seen"] and found["within"], (asked, found)
        self.begun = True

    def choose(self) -> bool:
        """One choice; whether the game is over."""
        asked = self.asked()
        self.look(asked)
        if asked.get("over"):
            return True
        if asked.get("menu"):
            assert self.focus()["kind"] == "[role=menuitem]"
            for _ in range(self.rng.randrange(2)):
                self.keys.press("ArrowDown")
        elif "No actions left" in asked["words"] or not asked["places"] + asked["things"]:
            self.keys.press("b")
            assert self.focus()["kind"] == ".act"
        elif asked["places"] and not ("supply is empty" in asked["words"] and asked["things"]) and self.rng.random() < 0.93:
            self.keys.press("m")
            self.walk(to_a_route=asked["routes"] > 0)
        else:
            self.keys.press("d" if asked["things"] else "m")
            assert self.focus()["kind"] in (".offered", ".spot", ".spot-route")
        self.keys.press("Enter")
        return False

    def walk(self, *, to_a_route: bool) -> None:
        """Over the map by arrow keys."""
        steps = self.rng.randrange(8) + (10 if to_a_route else 0)
        for _ in range(steps):
            if to_a_route and self.focus()["kind"] == ".spot-route":
                break
            self.keys.press(self.rng.choice(ARROWS))
        assert self.focus()["kind"] in (".spot", ".spot-route")

    def tab_to(self, words: str) -> None:
        """By Tab to what has these words."""
        for _ in range(80):
            if self.focus()["words"].strip().startswith(words):
                return
            self.keys.press("Tab")
        pytest.fail(f"{words} is not reached")

    def take(self, words: str) -> None:
        """Chooses in a menu."""
        for _ in range(20):
            if self.focus()["words"].startswith(words):
                break
            self.keys.press("ArrowDown")
        self.keys.press("Enter")


@pytest.mark.parametrize("turns", [6, pytest.param(1000, marks=pytest.mark.long)])
def test_a_game_by_keyboard_alone(seen: Watched, folder: Path, turns: int) -> None:
    """The last turns, or a whole game; its scoring, and the same players once more."""
    page = seen.page
    page.evaluate("() => localStorage.setItem('hansa-pace', 'instant')")
    game = kept_end(folder, {"board": "hansa-45", "players": 4}, ["human", "prestige", "network", "prestige"], turns=turns)
    go(page, f"#/game/{game}", ".game .prompt")
    typist = Typist(page, seed=3)
    for _ in range(4000):
        if typist.choose():
            break
    assert typist.focus()["kind"] == "#result" and "The game is over" in typist.focus()["words"]
    typist.tab_to("Play again")
    typist.keys.press("Enter")
    page.wait_for_function("game => !location.hash.endsWith(game)", arg=game)
    page.wait_for_selector(".spot")
    assert page.query_selector("#result") is None and page.evaluate("() => window.mouse") == 0


def test_a_thing_of_the_desk_leads_to_the_map_and_back(seen: Watched, folder: Path) -> None:
    """Whoever chose a trader on the desk had to press Tab seventy times to come to the map."""
    page = seen.page
    game = kept_end(folder, {"board": "hansa-45", "players": 4}, ["human", *["prestige"] * 3], turns=1000)
    go(page, f"#/game/{game}", ".spot")
    typist = Typist(page, seed=1)
    typist.keys.press("d")
    assert typist.focus()["kind"] == ".offered"
    typist.keys.press("Enter")
    page.wait_for_selector("#prompt:has-text('choose a place')")
    assert typist.focus()["kind"] == ".spot"
    typist.keys.press("b")
    assert typist.focus()["words"] == "Not this"
    typist.keys.press("Enter")
    assert typist.focus()["kind"] == ".spot", "it is not lost with its button"
    typist.keys.press("Enter")
    typist.keys.press("Enter")
    page.wait_for_selector(".layer-pieces .owner-0")
    typist.keys.press("b")
    typist.tab_to("Undo")
    typist.keys.press("Enter")
    page.wait_for_selector(".layer-pieces .owner-0", state="detached")
    page.wait_for_function("() => document.activeElement.matches('.spot')")
    page.focus("summary:has-text('All moves')")
    for key in ("Enter", "Tab"):
        typist.keys.press(key)
    typist.keys.type("income 1t")
    typist.keys.press("Enter")
    page.wait_for_selector(".right .log >> text=takes 1 trader")
    page.wait_for_function("() => document.activeElement.matches('[type=search]')")


def test_lessons_lead_on_by_keyboard(seen: Watched) -> None:
    page = seen.page
    go(page, "#/learn/teutonica/4", ".prompt")
    typist = Typist(page, seed=1)
    typist.keys.press("d")
    typist.tab_to("stock")
    typist.keys.press("Enter")
    page.wait_for_selector(".menu")
    typist.take("Take 3 traders")
    page.wait_for_selector("#next-lesson")
    assert typist.focus()["id"] == "next-lesson"
