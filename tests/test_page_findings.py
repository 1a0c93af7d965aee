"""What an examination of the page found, each as a test in a real browser: it failed before it was
mended."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hansa.languages import language
from hansa.record import play_random, read_records
from hansa.state import Move, State
from hansa.views import views_of
from hansa.views.svg import drawing_of
from tests.browser import SIZES, Watched, go, kept_game, kept_review, server, visit, wide

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

LONG = "Maximiliana von Hohenstaufen-Wittelsbach"      # 40 characters, as many as a name may have
CODES = re.compile(r"\b[sS]eat \d|\b\d[tm]\b|\b[A-Z]{3}-[A-Z]{3}\b|plus-\d|\bmcts\b|bigbox|extra-office|-3\b")


@pytest.fixture(scope="module")
def begun(folder: Path) -> str:
    """A game in which a person is to move."""
    return kept_game(folder, {"board": "hansa-45", "players": 4}, ["human", *["mcts:level=5"] * 3], turns=16, seed=4)


@pytest.fixture(scope="module")
def bots(folder: Path) -> str:
    """The first turns of a game of bots, to be studied."""
    return kept_game(folder, {"board": "hansa-45", "players": 4}, ["prestige"] * 4, turns=8, seed=4)


@pytest.fixture(scope="module")
def mistakes(folder: Path) -> str:
    """A game that has been reviewed."""
    return kept_review(folder)


# --- the moves of others ------------------------------------------------------------------------

def slowly(page: Any, pace: str) -> None:
    page.evaluate("pace => localStorage.setItem('hansa-pace', pace)", pace)


def test_the_moves_of_others_are_seen_one_by_one(seen: Watched, folder: Path) -> None:
    """Finding 1: bots answer within a moment; players step through what they did, and each move is
    announced."""
    page = seen.page
    game = kept_game(folder, {"board": "hansa-45", "players": 4}, ["human", *["prestige"] * 3], turns=8, seed=4)
    slowly(page, "step")
    go(page, f"#/game/{game}", ".spot")
    before = len(page.query_selector_all(".right .log li"))
    page.click("[data-move=end] >> nth=0")
    page.wait_for_function(f"() => document.querySelectorAll('.right .log li').length === {before + 2}")
    told = []
    while page.wait_for_selector("#next-move, .spot").get_attribute("id") == "next-move":
        now = len(page.query_selector_all(".right .log li"))
        told.append(page.inner_text(".caption"))
        assert not page.query_selector(".spot"), "nothing can be clicked before all is seen"
        page.click("#next-move")
        page.wait_for_function(f"() => document.querySelectorAll('.right .log li').length === {now + 1}")
    assert len(told) > 4 and all(re.match(r"[RGBY*]\s+(Green|Blue|Yellow|Chance)", words) for words in told), told
    assert "Your move" in page.title() and page.inner_text("#live").count(".") >= 2


def test_whoever_has_seen_enough_skips(seen: Watched, folder: Path) -> None:
    page = seen.page
    game = kept_game(folder, {"board": "hansa-45", "players": 4}, ["human", *["prestige"] * 3], turns=8, seed=4)
    slowly(page, "step")
    go(page, f"#/game/{game}", ".spot")
    page.click("[data-move=end] >> nth=0")
    page.wait_for_selector("#next-move")
    page.wait_for_selector(".prompt >> text=/([4-9]|[1-9][0-9]) more to see/")
    page.keyboard.press("Escape")
    page.wait_for_selector("#undo")
    # What has changed since one's own move is marked
    assert page.query_selector(".fresh") is not None


def test_the_last_round_is_shown_again(seen: Watched, begun: str) -> None:
    page = seen.page
    go(page, f"#/game/{begun}", ".spot")
    now = page.eval_on_selector_all(".layer-pieces .piece", "all => all.length")
    page.click("#again")
    page.wait_for_selector(".caption >> text=/^.\\s*Move \\d+:/")
    assert page.eval_on_selector_all(".layer-pieces .piece:not(.leaving)", "all => all.length") <= now
    assert page.query_selector(".prompt-bar .act") is None, "no turn is ended in what is past"
    page.click("text=Back to the game")
    page.wait_for_selector(".spot")
    page.click(".right .log button >> nth=0")
    page.wait_for_selector(".caption >> text=/Move 1:/")
    page.keyboard.press("Escape")
    page.wait_for_selector(".spot")
    assert page.eval_on_selector_all(".layer-pieces .piece:not(.leaving)", "all => all.length") == now


# --- words --------------------------------------------------------------------------------------

def test_no_codes_are_shown_to_players(seen: Watched, begun: str) -> None:
    """Findings 4 and 8: seats are colours, bots have levels, nothing is named as it is typed."""
    page = seen.page
    for address, until in ((f"#/game/{begun}", ".spot"), ("#/games", ".games"), ("#/new", "#begin")):
        go(page, address, until)
        words = page.evaluate("""() => {
          const copy = document.body.cloneNode(true);
          copy.querySelectorAll('code, .spec, dl, .soft, .games .soft, details:not([open])').forEach((node) => node.remove());
          return copy.textContent + [...copy.querySelectorAll('[title], [aria-label]')].map((node) =>
            ' ' + node.getAttribute('title') + ' ' + node.getAttribute('aria-label')).join('');
        }""")
        assert not (found := CODES.findall(words)), (address, found)
    go(page, f"#/game/{begun}", ".spot")
    assert page.inner_text(".desk.owner-1 .seat-name") == "AI, level 5"
    assert page.inner_text(".desk.owner-1 .seat-mark") == "G"


@pytest.mark.parametrize("board", ["hansa-45", "hansa2004"])
def test_what_stands_on_the_map_has_the_letters_of_its_owners(seen: Watched, folder: Path, board: str) -> None:
    bot = "prestige" if board == "hansa-45" else "greedy"
    game = kept_game(folder, {"board": board, "players": 4}, ["human", *[bot] * 3], turns=12, seed=4)
    page = seen.page
    go(page, f"#/game/{game}", ".hansa-map .owner")
    words = page.eval_on_selector_all(".hansa-map .flag-word, .hansa-map .owner", """all => all.map((node) =>
      [node.textContent, node.closest('[class*=owner-]').getAttribute('class').match(/owner-(.)/)[1]])""")
    assert len(words) > 3 and all(word == "RGBYP"[int(owner)] for word, owner in words), words


@pytest.mark.parametrize("seen", ["desk", "phone"], indirect=True)
def test_a_long_name_leaves_the_points_where_they_are(seen: Watched) -> None:
    """Finding 10."""
    page = seen.page
    go(page, "#/new", "#begin")
    page.fill(".seat-row .who >> nth=0", LONG)
    page.click("#begin")
    page.wait_for_selector(".game .spot")
    width = page.evaluate("() => document.documentElement.clientWidth")
    for points in page.query_selector_all(".desk .points"):
        box = points.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, box
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    go(page, "#/games", ".games")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


# --- the list of games --------------------------------------------------------------------------

@pytest.mark.parametrize("seen", SIZES, indirect=True)
def test_the_list_of_games_fits_every_screen(begun: str, bots: str, seen: Watched) -> None:
    """Finding 2: everything of a game is in view, and says who plays and whose move it is."""
    page = seen.page
    page.wait_for_selector(f".games li a[href='#/game/{begun}']")
    width = page.evaluate("() => document.documentElement.clientWidth")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    for node in page.query_selector_all(".games li a, .games li button"):
        box = node.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, node.inner_text()
    mine = page.locator(".games li", has=page.locator(f"a[href='#/game/{begun}']"))
    assert "Red: your move" in mine.inner_text() and "AI, level 5" in mine.inner_text()


# --- the map ------------------------------------------------------------------------------------

@pytest.mark.parametrize("board", ["hansa-45", "hansa2004"])
def test_the_whole_map_is_seen_on_every_screen(seen: Watched, folder: Path, board: str) -> None:
    """Finding 20: no part of it is cut off, and nothing must be scrolled to."""
    bot = "prestige" if board == "hansa-45" else "greedy"
    game = kept_game(folder, {"board": board, "players": 4}, ["human", *[bot] * 3], turns=8, seed=4)
    page = seen.page
    go(page, f"#/game/{game}", "#undo, .prompt-bar .act, .spot")
    for width, height in SIZES.values():
        seen.resize(width, height)
        frame = page.query_selector(".board-scroll").bounding_box()
        whole = page.query_selector(".hansa-map").bounding_box()
        assert whole["width"] <= frame["width"] + 1 and whole["height"] <= frame["height"] + 1, (whole, frame)
        assert frame["y"] + frame["height"] <= height + 1
        # A phone on its side: two thirds of its height, where half of it went to what is asked.
        assert whole["height"] > 0.65 * height or whole["width"] > 0.55 * width
        page.click("[aria-label='Zoom in']")
        larger = page.query_selector(".hansa-map").bounding_box()
        assert larger["width"] > 1.2 * whole["width"]
        page.click("[aria-label='Zoom out']")
        assert abs(page.query_selector(".hansa-map").bounding_box()["width"] - whole["width"]) < 1


FRAME = """() => { const node = document.querySelector('.board-scroll'), box = node.getBoundingClientRect();
  return { left: node.scrollLeft, top: node.scrollTop, width: node.scrollWidth / node.clientWidth,
    x: box.left + box.width / 2, y: box.top + box.height / 2 }; }"""


def test_the_map_is_zoomed_by_wheel_and_dragged(seen: Watched, begun: str) -> None:
    page = seen.page
    go(page, f"#/game/{begun}", ".spot")
    start = page.evaluate(FRAME)
    city = page.query_selector("[data-place='city HAM']").bounding_box()
    x, y = city["x"] + city["width"] / 2, city["y"] + city["height"] / 2
    page.mouse.move(x, y)
    page.mouse.wheel(0, -600)
    page.wait_for_selector(".board-scroll.near")
    near = page.evaluate(FRAME)
    assert near["width"] > 2 * start["width"]
    now = page.query_selector("[data-place='city HAM']").bounding_box()
    inside = now["x"] - 2 <= x <= now["x"] + now["width"] + 2 and now["y"] - 2 <= y <= now["y"] + now["height"] + 2
    assert inside, "what the pointer shows stays under it"
    page.mouse.move(start["x"], start["y"])
    page.mouse.down()
    page.mouse.move(start["x"] + 120, start["y"] - 40, steps=5)
    page.mouse.up()
    moved = page.evaluate(FRAME)
    assert near["left"] - moved["left"] == pytest.approx(120, abs=9) and moved["top"] - near["top"] == pytest.approx(40, abs=9)
    assert page.query_selector(".menu") is None, "whoever drags has clicked nothing"
    page.mouse.wheel(0, 3000)
    page.wait_for_selector(".board-scroll:not(.near)")


def test_two_fingers_zoom_the_map(opened: Any, link: str, begun: str) -> None:
    seen = wide(opened, link, "phone", has_touch=True)
    page = seen.page
    go(page, f"#/game/{begun}", ".spot")
    start = page.evaluate(FRAME)
    client = page.context.new_cdp_session(page)

    def touch(kind: str, apart: float) -> None:
        points = [{"x": start["x"] + side * apart, "y": start["y"], "id": number} for number, side in enumerate((-1, 1))]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if kind == "touchEnd" else points})

    touch("touchStart", 30)
    for apart in (40, 50, 60, 75, 90):
        touch("touchMove", apart)
    touch("touchEnd", 0)
    page.wait_for_selector(".board-scroll.near")
    assert page.evaluate(FRAME)["width"] > 1.8 * start["width"]
    page.context.close()
    assert not seen.errors


def test_colours_are_chosen_for_eyes_that_confuse_some(seen: Watched, folder: Path) -> None:
    """Finding 23: orange and pink merged for tritanopes.

    A palette holds for map and desks, and is kept; with high contrast each seat has its pattern
    (tests/test_colours.py measures the colours).
    """
    page = seen.page
    game = kept_game(folder, {"board": "hansa-45", "players": 5}, ["human", *["prestige"] * 4], turns=20, seed=4)
    go(page, f"#/game/{game}", ".spot")
    page.click("summary:has-text('Settings')")
    looks = """() => {
      const fill = (where) => getComputedStyle(document.querySelector(where)).fill;
      return ['.office.orange', '.office.pink', '.piece.owner-1 .body'].map(fill).concat(
        getComputedStyle(document.querySelector('.desk.owner-1 .seat-mark')).background);
    }"""
    found = {}
    for palette in page.eval_on_selector_all("#colours option", "all => all.map((node) => node.value)"):
        page.select_option("#colours", palette)
        found[palette] = page.evaluate(looks)
    assert list(found) == ["usual", "red-green", "blue-yellow", "contrast"]
    assert len({look[0] for look in found.values()}) == len({look[1] for look in found.values()}) == 4
    assert found["contrast"][2] == 'url("#weave-1")' and "gradient" in found["contrast"][3]
    assert page.query_selector("#weave-1 .weave-line") and "gradient" not in found["usual"][3]
    page.reload()
    page.wait_for_selector(".spot")
    assert page.evaluate(looks) == found["contrast"]


FILLING = ["Die Lager auffüllen", "Das Auffüllen auslassen"]


@pytest.fixture(scope="module")
def longest_prompts() -> list[tuple[str, list[str]]]:
    """What the prompt says at its longest, with its buttons: on every kind of board, in German,
    which has the longer words."""
    german, found = language("de"), []
    for board, players in (("hansa-45", 4), ("east", 4), ("britannia-45", 4), ("hansa2004", 4)):
        records = [play_random({"board": board, "players": players}, seed=seed) for seed in (1, 2)]
        told: dict[bool, set[str]] = {}
        for state in (step.state for record in records for step in record.steps() if isinstance(step.state.to_move, int)):
            fills = any(str(move).startswith("refill") for move in state.legal_moves)
            told.setdefault(fills, set()).add(german.tell(drawing_of(state).prompt()))
        found += [(max(prompts, key=len), FILLING if fills else ["Zug beenden"]) for fills, prompts in told.items()]
    assert any(buttons is FILLING for _, buttons in found)
    return found


@pytest.mark.long
@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (360, 740), (844, 390)])
def test_the_longest_prompt_is_read_whole_above_its_buttons(
    opened: Any, link: str, folder: Path, size: tuple[int, int], longest_prompts: list[tuple[str, list[str]]],
) -> None:
    """In German, beside as many buttons as there ever are; a word below the fold is missed."""
    seen = Watched(opened, size=size, locale="de-DE")
    page = seen.page
    page.goto(link)
    page.wait_for_selector(".sheet h1")
    game = kept_game(folder, {"board": "hansa-45", "players": 4}, ["human", *["prestige"] * 3], turns=8, seed=4)
    go(page, f"#/game/{game}", ".spot")
    for prompt, buttons in longest_prompts:
        hidden = page.evaluate("""([words, buttons]) => {
          const prompt = document.querySelector('#prompt'), row = document.querySelector('.prompt-bar .row');
          const button = (text, look) => { const node = document.createElement('button'); node.className = look;
            node.textContent = text; return node; };
          const strong = document.createElement('strong'), held = document.createElement('span');
          strong.textContent = 'Du bist am Zug:';
          held.className = 'in-hand owner-0';
          held.innerHTML = '<span class="pip t"></span>'.repeat(3);
          prompt.classList.toggle('crowded', words.length + strong.textContent.length > 95);
          prompt.replaceChildren(strong, ` ${words} `, held);
          row.replaceChildren(...buttons.map((text) => button(text, 'act')), button('Tipp'), button('Zurücknehmen'));
          return [prompt.scrollHeight - prompt.clientHeight, row.scrollHeight - row.clientHeight,
            row.scrollWidth - row.clientWidth];
        }""", [prompt, buttons])
        assert max(hidden) <= 1 and page.is_visible("#prompt"), (prompt, hidden)
    page.context.close()
    assert not seen.errors


def test_the_tracks_of_a_desk_are_seen_in_one_row(german: Watched, begun: str) -> None:
    """In German too, whose names for them are longer. On a phone's side two rows are enough."""
    page = german.page
    go(page, f"#/game/{begun}", ".desk .tracks")
    for size in ((1280, 800), (390, 844), (360, 740), (844, 390)):
        german.resize(*size)
        rows = page.eval_on_selector_all(".desk", """all => all.map((desk) => new Set(
          [...desk.querySelectorAll('.track .steps')].map((node) => Math.round(node.getBoundingClientRect().bottom))).size)""")
        assert set(rows) <= ({1, 2} if size == (844, 390) else {1}), (size, rows)
        assert page.evaluate("""() => [...document.querySelectorAll('.desk')].every((desk) =>
          [...desk.querySelectorAll('.track')].every((node) =>
            node.getBoundingClientRect().right <= desk.getBoundingClientRect().right))"""), size
        assert page.evaluate("""() => [...document.querySelectorAll('.bar nav a')].every((node) =>
          node.getBoundingClientRect().right <= innerWidth)"""), f"a page of the bar is cut off: {size}"


def test_the_letter_of_the_current_privilege_is_readable(seen: Watched, begun: str) -> None:
    """It has the colour of an office behind it, not that of its player."""
    go(seen.page, f"#/game/{begun}", ".desk .tracks")
    found = seen.page.eval_on_selector_all('.steps .here[class*="office-"]', """all => all.map((node) => {
      const light = (css) => css.match(/[\\d.]+/g).slice(0, 3).map((value) => value / 255)
        .map((value) => (value <= 0.04 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        .reduce((sum, value, place) => sum + value * [0.2126, 0.7152, 0.0722][place], 0.05);
      const {color, backgroundColor} = getComputedStyle(node);
      const [dark, bright] = [light(color), light(backgroundColor)].sort((a, b) => a - b);
      return [node.textContent, bright / dark];
    })""")
    assert len(found) >= 2 and all(letter and contrast >= 4.5 for letter, contrast in found), found


@pytest.mark.parametrize("seen", ["desk", "tablet", "phone"], indirect=True)
def test_the_map_stays_where_it_is_whatever_is_said_above_it(seen: Watched, begun: str) -> None:
    """Finding 6: neither a long prompt nor many buttons move it, and no button slides under it."""
    page = seen.page
    go(page, f"#/game/{begun}", ".spot")
    before = page.query_selector(".board").bounding_box()["y"]
    page.evaluate("""() => {
      document.querySelector('#prompt').append(' word'.repeat(60));
      const row = document.querySelector('.prompt-bar .row'), button = row.querySelector('button');
      for (let number = 0; number < 6; number += 1) row.append(button.cloneNode(true));
      document.querySelector('.since .log').append(...Array.from({ length: 60 }, () => {
        const item = document.createElement('li'); item.textContent = 'word '.repeat(9); return item; }));
    }""")
    assert page.query_selector(".board").bounding_box()["y"] == before
    for button in page.query_selector_all(".prompt-bar button"):
        box = button.bounding_box()
        assert box["y"] + box["height"] <= before


# --- choosing -----------------------------------------------------------------------------------

def words_of(state: State, move: Move) -> str:
    return views_of(state).words.describe(state, move, state.after(move))


def test_the_empty_claim_comes_last_and_each_says_what_it_brings(seen: Watched, folder: Path) -> None:
    """Finding 7: pressing Enter at once throws no reward away."""
    page = seen.page
    for seed in range(1, 30):
        game = kept_game(folder, {"board": "hansa-45", "players": 4}, ["human", *["prestige"] * 3], turns=12, seed=seed)
        final = read_records(folder / f"{game}.jsonl")[0][0].replay()
        routes = {
            str(move).split()[1] for move in final.legal_moves
            if str(move).startswith("claim") and " office " in str(move) and "; " in words_of(final, move)
        }
        if routes and final.to_move == 0:
            break
    else:
        pytest.fail("no game with a claim was found")
    route = min(routes)
    go(page, f"#/game/{game}", ".spot")
    page.eval_on_selector(f"[data-target='route {route}']",
                          "node => node.dispatchEvent(new MouseEvent('click', {bubbles: true, clientX: 300, clientY: 300}))")
    page.wait_for_selector(".menu")
    items = page.eval_on_selector_all(".menu [data-move]", "all => all.map((node) => node.dataset.move)")
    claims = [item for item in items if item.startswith("claim")]
    assert len(claims) > 1 and claims[-1] == f"claim {route}" and items[-1] == claims[-1]
    assert page.evaluate("() => document.activeElement.dataset.move") != claims[-1]
    page.wait_for_selector(".menu .outcome")
    words = page.inner_text(".menu .outcome >> nth=0")
    assert re.search(r"Prestige \w+ \+\d|takes the marker|completed", words) and not CODES.search(words), words


def test_a_move_says_what_it_does_until_the_server_has_answered(seen: Watched, begun: str) -> None:
    """Finding 29: on a slow line a move left a bare "Your move:"."""
    page = seen.page
    go(page, f"#/game/{begun}", ".spot")
    page.evaluate("""() => {
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (text) { if (!text.includes('"play"')) send.call(this, text); };
    }""")
    page.click(".prompt-bar [data-move=end]")
    page.wait_for_selector("#prompt:has-text('End the turn …')")
    assert page.query_selector(".spot") is None, "nothing can be clicked twice"


@pytest.mark.parametrize("seen", ["desk", "phone"], indirect=True)
def test_boards_are_told_apart_before_a_game(seen: Watched) -> None:
    """Finding 12: two boards were called the same, where the rest was cut off."""
    page = seen.page
    go(page, "#/new", "#begin")
    names, room = page.eval_on_selector("#board", """node => {
      const style = getComputedStyle(node), pen = document.createElement('canvas').getContext('2d');
      pen.font = `${style.fontSize} ${style.fontFamily}`;
      return [[...node.options].map((option) => [option.text, pen.measureText(option.text).width]), node.clientWidth - 24];
    }""")
    seen_of = [name[: int(len(name) * min(1, room / width))] for name, width in names]
    assert len(set(seen_of)) == len(names) >= 6, seen_of


# --- studying -----------------------------------------------------------------------------------

def reviewed(page: Any, game: str) -> None:
    go(page, f"#/study/{game}?review=1", ".graph")
    page.wait_for_selector(".mistakes [data-ply]")


def test_thinking_goes_on_after_why(seen: Watched, bots: str) -> None:
    """Finding 16."""
    page = seen.page
    go(page, f"#/study/{bots}?ply=0", ".lines tbody tr")
    page.select_option("[aria-label='How long to think']", "600")
    page.wait_for_selector(".lines [data-why]")
    page.eval_on_selector(".lines [data-why]", "node => node.click()")
    page.wait_for_selector("#verdict")
    seen.frames.clear()
    seen.heard(lambda frame: frame.get("push") == "thought" and "thought" in frame)
    assert page.query_selector("#verdict") is not None and page.query_selector(".lines tbody tr") is not None


@pytest.mark.long
def test_the_list_and_the_position_count_moves_alike(seen: Watched, mistakes: str) -> None:
    """Finding 17: what the list calls move 22 is what comes next when it is clicked; in words, with
    the better move."""
    page = seen.page
    reviewed(page, mistakes)
    line = page.inner_text(".mistakes [data-ply] >> nth=0")
    found = re.search(r"move (\d+), \w+: (.*); better: (.+) \(", line)
    assert found is not None and not CODES.search(line), line
    page.click(".mistakes [data-ply] >> nth=0")
    page.wait_for_selector("#verdict")
    assert f"Next, move {found[1]}:" in page.inner_text(".path")
    words = page.inner_text("#verdict")
    assert found[2].lower() in words.lower() and f"Better: {found[3]}" in words and not CODES.search(words)


def test_a_review_is_seen_without_scrolling(seen: Watched, mistakes: str) -> None:
    """Finding 14: at 1280x800 nothing moved while it was made, and the result was below the
    fold."""
    page = seen.page
    reviewed(page, mistakes)
    box = page.query_selector(".graph").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 800 and box["height"] > 60
    first = page.query_selector(".mistakes [data-ply]").bounding_box()
    assert first["y"] + first["height"] <= 800


def test_the_address_is_that_of_the_position(seen: Watched, folder: Path, bots: str) -> None:
    """Finding 15: reload and links keep the place and the variation, which is not lost by stepping
    back."""
    page = seen.page
    played = read_records(folder / f"{bots}.jsonl")[0][0].moves[4].partition(" ")[2]
    go(page, f"#/study/{bots}?ply=3", ".lines tbody tr")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.hash.includes('ply=4')")
    page.click(f".lines [data-line]:not([data-line='{played}']) >> nth=0")
    page.wait_for_function("() => location.hash.includes('line=')")
    address = page.url
    page.reload()
    page.wait_for_selector(".path >> text=Variation")
    assert page.url == address and page.query_selector(".path [aria-current=step]") is not None
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".path >> text=and 1 more")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".path [aria-current=step]")


def test_the_best_line_is_told_in_words_and_can_be_followed(seen: Watched, folder: Path, bots: str) -> None:
    """Finding 15: it was codes in a tooltip. A line that begins otherwise than the game: else
    following it is stepping on."""
    page = seen.page
    played = read_records(folder / f"{bots}.jsonl")[0][0].moves[0].partition(" ")[2]
    line = f".line:not(:has([data-line='{played}'])) .variation button >> nth=0"
    go(page, f"#/study/{bots}?ply=0", line)
    words = page.inner_text(line)
    assert not CODES.search(words) and re.match(r"[RGBY*]\s", words)
    page.hover(line)         # the line so far is drawn on the map
    page.wait_for_function("() => [1, 2].includes(document.querySelectorAll('.layer-arrows .way').length)")
    page.locator(line).evaluate("node => node.click()")
    page.wait_for_selector(".path [aria-current=step]")
    assert len(page.query_selector_all(".path p:nth-of-type(2) .step")) == 2


def test_a_change_in_the_editor_is_taken_back(seen: Watched, bots: str) -> None:
    """Finding 19."""
    page = seen.page
    go(page, f"#/study/{bots}?ply=0", ".lines tbody tr")
    page.click("#edit")
    assert page.is_disabled("#undo-edit")
    assert "You are editing" in page.inner_text("#prompt") and page.query_selector(".prompt-bar .act") is None
    column = page.query_selector(".right").bounding_box()
    assert page.query_selector(".editor").bounding_box()["y"] < column["y"] + 20, "the form is in view"
    page.click("[data-brush='1t']")
    before = page.eval_on_selector_all(".layer-pieces .owner-1", "all => all.length")
    page.click("[data-target='free BRE-HAM'] >> nth=0")
    page.wait_for_function(f"() => document.querySelectorAll('.layer-pieces .owner-1').length === {before + 1}")
    page.click("#undo-edit")
    page.wait_for_function(f"() => document.querySelectorAll('.layer-pieces .owner-1:not(.leaving)').length === {before}")
    assert bots in page.url


# --- keys, guests, links ------------------------------------------------------------------------

def test_the_key_outlives_its_tab(opened: Any, link: str, begun: str) -> None:
    """Finding 25: a new tab, a bookmark and tomorrow's browser get in; no script can read the
    key."""
    context = opened.new_context()
    page = context.new_page()
    page.goto(link)
    page.wait_for_selector(".games li")
    tab = context.new_page()
    tab.goto(f"{link.partition('#')[0]}#/game/{begun}")
    tab.wait_for_selector(".game .prompt")
    cookies = context.cookies()
    assert [each["httpOnly"] and each["sameSite"] == "Strict" and each["expires"] > 0 for each in cookies] == [True]
    assert tab.evaluate("() => document.cookie") == ""
    kept = context.storage_state()
    context.close()
    later = opened.new_context(storage_state=kept)
    page = later.new_page()
    page.goto(link.partition("#")[0])
    page.wait_for_selector(".games li")
    later.close()


@pytest.mark.long
def test_links_for_guests_lead_to_where_the_server_is_reached(other: Watched, tmp_path: Path) -> None:
    """Finding 24: with --host 0.0.0.0 they named 127.0.0.1."""
    with server(tmp_path, "--host", "0.0.0.0", "--name", "hansa.test", warned=True) as link, \
            visit(other, link, ".sheet h1") as page:
        go(page, "#/new", "#begin")
        page.select_option(".seat-row:nth-of-type(2) select", "link")
        page.click("#begin")
        page.wait_for_selector(".game .prompt")
        page.click("text=Links")
        port = link.partition("#")[0].strip("/").rpartition(":")[2]
        assert page.input_value("dialog input").startswith(f"http://hansa.test:{port}/#key=")


# --- for everybody ------------------------------------------------------------------------------

def test_the_map_can_be_read_without_seeing_it(seen: Watched, begun: str, folder: Path) -> None:
    """Finding 21: routes, offices and control exist as text, and follow the game."""
    page = seen.page
    state = read_records(folder / f"{begun}.jsonl")[0][0].replay().to_json()
    go(page, f"#/game/{begun}", ".spot")
    page.click("summary:has-text('The map in words')")
    page.wait_for_selector(".board-words li")
    words = page.inner_text(".board-words")
    assert re.search(r"Bremen-Hamburg, \d houses: ", words) and "is controlled by" in words and not CODES.search(words)
    standing = sum(len(facts.get("house", ())) for facts in state["routes"].values())
    routes = words.partition("Cities")[0]
    assert len(re.findall(r"'s (?:trader|merchant)", routes)) == standing > 3


def test_names_read_aloud_contain_the_words_that_are_seen(seen: Watched, begun: str, bots: str) -> None:
    """Finding 22: `label-content-name-mismatch`, `empty-table-header`, and headings that skip a
    level."""
    page = seen.page
    for address, until in ((f"#/game/{begun}", ".spot"), (f"#/study/{bots}?ply=0", ".lines tbody tr"), ("#/games", ".games")):
        go(page, address, until)
        assert page.evaluate("""() => [...document.querySelectorAll('button[aria-label], a[aria-label]')].filter((node) => {
          const words = node.innerText.trim().toLowerCase();
          return /[a-z]{2}/.test(words) && !node.getAttribute('aria-label').toLowerCase().includes(words);
        }).map((node) => node.outerHTML)""") == []
        assert page.evaluate("() => [...document.querySelectorAll('th')].filter((n) => !n.textContent.trim()).length") == 0
        levels = page.evaluate("() => [...document.querySelectorAll('h1, h2, h3, h4')].map((node) => Number(node.tagName[1]))")
        assert levels[0] == 1 and all(after <= before + 1 for before, after in pairwise(levels)), levels


# --- the list of games --------------------------------------------------------------------------

def test_a_game_is_renamed_deleted_and_brought_back(seen: Watched, folder: Path) -> None:
    page = seen.page
    game = kept_game(folder, {"board": "east", "players": 3}, ["human", "prestige", "prestige"], turns=12)
    go(page, "#/new", "#begin")
    go(page, "#/games", ".games")
    card = f".games li:has(a[href='#/game/{game}'])"
    pieces = page.eval_on_selector_all(f"{card} .picture .sketch-piece", "all => all.length")
    assert pieces > 5 and page.query_selector(f"{card} .sketch-city") is not None
    page.click(f"{card} >> text=Rename")
    page.fill("dialog input", "Sunday evening")
    page.click("dialog >> button:has-text('Rename')")
    card = ".games li:has(a[href='#/game/Sunday-evening'])"
    page.wait_for_selector(card)
    page.click(f"{card} >> text=Delete")
    page.wait_for_selector(card, state="detached")
    assert not (folder / "Sunday-evening.jsonl").exists() and page.inner_text(".notice").startswith("Sunday-evening is deleted")
    page.keyboard.press("Enter")            # the focus is on Undo
    page.wait_for_selector(card)
    assert page.query_selector("#fetch-back:visible") is None
    page.click(f"{card} a >> nth=0")
    page.wait_for_selector(".spot")
    assert page.url.endswith("#/game/Sunday-evening")
