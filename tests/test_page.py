"""The page in a real browser: whole games on every board, undo, saving, analysis, review, the
keyboard, secrets."""

from __future__ import annotations

import json
import random
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from hansa.boards import BOARD_NAMES, board
from hansa.record import read_records
from hansa.table.games_folder import GameFile
from tests.browser import Watched, go, kept_end, kept_game, kept_review, kept_tournament, server, visit
from tests.patience import PATIENCE

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def watched(seen: Watched) -> Watched:
    """A page that is at the list of games; at the end its console has said nothing."""
    return seen


def begin(page: Any, name: str, seats: list[str], modules: tuple[str, ...] = (), seed: int = 5) -> None:
    """The form for a new game, filled in as a person would."""
    page.click("nav >> text=New game")
    page.select_option("#board", name)
    page.select_option("#players", str(len(seats)))
    for module in modules:
        page.check(f"input[value={module}]")
    page.fill("#seed", str(seed))
    for row, kind in zip(page.query_selector_all(".seat-row"), seats, strict=True):
        row.query_selector("select").select_option(kind)
    page.click("#begin")
    page.wait_for_selector(".game .prompt")


def ply(page: Any) -> int:
    return len(page.query_selector_all(".right .log li"))


# --- playing ------------------------------------------------------------------------------------

CLICK = """
(random) => {           // what a person may do now, one of it chosen by a number: a click on a place, a desk or a button
  if (document.querySelector('#result')) return 'over';
  const menu = document.querySelector('.menu');
  if (menu) {
    const items = [...menu.querySelectorAll('[data-move]')];
    items[Math.floor(random * items.length)].click();
    return 'menu';
  }
  const acts = [...document.querySelectorAll('.prompt-bar .act')];
  const places = [...document.querySelectorAll('.spot'), ...document.querySelectorAll('.desk .offered')];
  const claims = places.filter((node) => node.classList.contains('spot-route'));
  let node = null;
  if (claims.length) node = claims[Math.floor(random * claims.length)];
  else if (places.length && (!acts.length || random < 0.93)) node = places[Math.floor(random * 997) % places.length];
  else if (acts.length) node = acts[Math.floor(random * acts.length)];
  if (!node) return 'wait';
  node.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 300, clientY: 300 }));
  return 'click';
}
"""


def play_on(page: Any, rng: random.Random, *, clicks: int, done: str = "#result") -> str:
    """Clicks on what is offered until the game is over, or so often."""
    idle = time.monotonic()
    what = ""
    for _ in range(clicks):
        what = page.evaluate(CLICK, rng.random())
        if what == "over":
            break
        if what == "wait":
            assert time.monotonic() - idle < PATIENCE, "nothing can be clicked"
            page.wait_for_timeout(15)
        else:
            idle = time.monotonic()
    return what


def test_a_game_of_hansa2004_begins_by_clicks(watched: Watched) -> None:
    """The form offers its bots alone; cities and goods on the desk are enough."""
    page = watched.page
    begin(page, "hansa2004", ["here", "greedy"])
    page.wait_for_selector(".spot")
    assert page.inner_text("#prompt") == "Your move: Put two booths into a city."
    assert len(page.query_selector_all(".spot")) == 8 and len(page.query_selector_all(".goods")) == 14
    page.click("[data-target='city LUB']")
    page.wait_for_selector(".booth.owner-0")
    play_on(page, random.Random(2), clicks=20)
    assert ply(page) > 4
    page.click("nav >> text=New game")
    page.select_option("#board", "hansa2004")
    assert page.is_hidden("#edition") and page.is_hidden(".modules")
    bots = page.eval_on_selector_all(
        ".seat-row:first-of-type optgroup[label=Bots] option", "all => all.map(each => each.value)")
    assert {"random", "greedy", "founder", "collector", "maxn", "mcts", "uct", "spec"} == set(bots)


@pytest.mark.parametrize("turns", [2, pytest.param(1000, marks=pytest.mark.long)])
def test_the_end_of_a_game_of_hansa2004_by_clicks(watched: Watched, folder: Path, turns: int) -> None:
    """The last turns, or a whole game: to the end, which is told, and then it is studied."""
    page = watched.page
    game = kept_end(folder, {"board": "hansa2004", "players": 2}, ["human", "greedy"], turns=turns)
    go(page, f"#/game/{game}", ".game .prompt")
    assert play_on(page, random.Random(2), clicks=8000) == "over"
    assert "wins" in page.inner_text("#result") or "share" in page.inner_text("#result")
    assert "the last pile was begun" in page.inner_text("#result")
    page.click("text=Analyse >> nth=-1")
    page.wait_for_selector(".path")
    page.click("#first")
    page.wait_for_selector(".lines tbody tr")
    assert "Put two booths into " in page.inner_text(".lines tbody")
    page.click("#edit")
    page.wait_for_selector("#apply", state="attached")


def test_a_short_game_by_clicks(watched: Watched) -> None:
    """Clicks and menus: place, end the turn, see what the bots did, take back, come back."""
    page = watched.page
    begin(page, "hansa-45", ["here", "prestige", "network", "prestige"])
    page.wait_for_selector(".spot")
    assert page.inner_text("#prompt") == "Your move: 2 actions left."
    page.click("[data-target='free BRE-HAM'] >> nth=2")
    assert page.inner_text(".menu [role=menuitem] >> nth=0") == "Place a trader on Bremen-Hamburg"
    page.keyboard.press("Escape")
    assert page.query_selector(".menu") is None
    page.click("[data-target='free BRE-HAM'] >> nth=2")
    page.click(".menu >> text=Place a trader on Bremen-Hamburg")
    page.wait_for_selector(".layer-pieces .owner-0")
    house = page.evaluate("() => document.querySelector('.layer-pieces .owner-0').style.transform")
    clicked = board("hansa-45").route("BRE-HAM").houses[2].at
    assert house == f"translate({clicked[0]}px, {clicked[1]}px)"
    page.click(".desk.own [data-target='kind m']")              # first the piece, then the place
    assert "merchant: choose a place" in page.inner_text("#prompt")
    page.click("[data-target='free HAM-LUB'] >> nth=0")
    page.wait_for_function("() => document.querySelectorAll('.layer-pieces .owner-0').length === 2")
    assert "No actions left" in page.inner_text("#prompt")
    page.click("[data-move=end]")
    page.wait_for_function("() => document.querySelectorAll('.since li').length > 4")
    page.wait_for_selector("#prompt >> text=2 actions left")
    page.click("#undo")
    page.wait_for_function("() => document.querySelectorAll('.right .log li').length < 3")
    before = page.url
    page.reload()
    page.wait_for_selector(".layer-pieces .owner-0")
    assert page.url == before


@pytest.mark.long
@pytest.mark.parametrize("name", BOARD_NAMES)
def test_a_whole_game_on_every_board(watched: Watched, name: str) -> None:
    count = board(name).players[-1]
    modules = ("missions", "favours") if name == "hansa-45" else ()
    begin(watched.page, name, ["here", *["prestige", "network", "greedy", "markers"][: count - 1]], modules)
    assert play_on(watched.page, random.Random(len(name)), clicks=20_000) == "over"
    assert "points" in watched.page.inner_text("#result").lower()
    assert len(watched.page.query_selector_all("#result tbody tr")) == count


QUICK_BOARDS = ("britannia-45",)


@pytest.mark.parametrize("name", [
    name if name in QUICK_BOARDS else pytest.param(name, marks=pytest.mark.long) for name in BOARD_NAMES
])
def test_the_end_of_a_game_on_every_board(watched: Watched, folder: Path, name: str) -> None:
    """The last turns of games that bots have begun; the whole ones are long."""
    count = board(name).players[0]
    seats = ["human", *["prestige"] * (count - 1)]
    game = kept_end(folder, {"board": name, "players": count}, seats, turns=count)
    go(watched.page, f"#/game/{game}", ".game .prompt")
    assert play_on(watched.page, random.Random(3), clicks=2000) == "over"
    assert len(watched.page.query_selector_all("#result tbody tr")) == count
    assert GameFile(folder / f"{game}.jsonl").read().replay().over


def test_bots_are_watched(watched: Watched) -> None:
    page = watched.page
    begin(page, "east", ["random", "random", "random"])
    page.wait_for_selector("#pause")
    page.click("#pause")
    page.wait_for_selector("#step:not([disabled])")
    before = ply(page)
    page.click("#step")
    # One more if a bot was choosing when the pause began.
    page.wait_for_function("before => document.querySelectorAll('.right .log li').length > before", arg=before)


def test_a_game_is_saved_and_loaded(watched: Watched, folder: Path, tmp_path: Path) -> None:
    page = watched.page
    game = kept_game(folder, {"board": "hansa-23", "players": 3}, ["human", "prestige", "network"], turns=12)
    go(page, f"#/game/{game}", ".tools button")
    with page.expect_download() as waiting:
        page.click("text=Save as file")
    path = tmp_path / "game.jsonl"
    waiting.value.save_as(path)
    assert json.loads(path.read_text())["seats"] == ["human", "prestige", "network"]
    go(page, "#/games", "#file")
    page.set_input_files("#file", str(path))
    page.wait_for_selector(".layer-pieces .piece")
    assert page.url.partition("#")[2] == f"/game/{game}", "the game is here already"
    go(page, "#/games", "#file")
    (tmp_path / "nonsense.json").write_text("nonsense")
    page.set_input_files("#file", str(tmp_path / "nonsense.json"))
    page.wait_for_selector("#status.bad")
    assert "no JSON" in page.inner_text("#status")


def test_whoever_clicks_before_a_view_has_come_gets_what_was_clicked(opened: Any, link: str) -> None:
    """The list of games arrives late, from a slow server; it must not write over the form that was
    asked for since."""
    watched = Watched(opened)
    watched.page.add_init_script("""
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
          if (JSON.parse(text).cmd === "games") window.late = () => send.call(this, text); else send.call(this, text);
        };""")
    watched.page.goto(link)
    watched.page.wait_for_function("() => window.late && document.querySelector('nav a[aria-current]')")
    watched.page.click("nav >> text=New game")
    watched.page.wait_for_selector("#board")
    watched.page.evaluate("() => window.late()")
    watched.heard(lambda frame: "games" in frame)
    # What it changes is drawn
    watched.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert watched.page.query_selector("#board") and not watched.page.query_selector(".games")
    watched.page.context.close()
    assert not watched.errors


@pytest.mark.long
def test_a_killed_server_goes_on(opened: Any, tmp_path: Path) -> None:
    """What was played is on disk, the link stays the same."""
    with server(tmp_path, ends=signal.SIGKILL) as link:
        watched = Watched(opened)
        watched.page.goto(link)
        begin(watched.page, "hansa-45", ["here", "prestige", "prestige", "prestige"])
        watched.page.click("[data-target='free BRE-HAM'] >> nth=0")
        watched.page.click(".menu >> text=Place a trader on Bremen-Hamburg")
        watched.page.wait_for_selector(".layer-pieces .owner-0")
        address = watched.page.url.partition("#")[2]
    port = link.partition("#")[0].strip("/").rpartition(":")[2]
    left = watched.page
    left.wait_for_selector("#status.bad >> text=no connection")
    with server(tmp_path, "--port", port) as again:
        assert again == link
        # The page that was open comes back by itself
        left.wait_for_selector("#status:not(.bad)", state="attached")
        left.click("[data-target='free BRE-HAM'] >> nth=0")
        left.click(".menu >> text=Place a trader on Bremen-Hamburg")
        left.wait_for_function("() => document.querySelectorAll('.layer-pieces .owner-0').length === 2")
        left.context.close()
        watched = Watched(opened)
        watched.page.goto(again)
        watched.page.wait_for_selector(".games")
        go(watched.page, f"#{address}", ".layer-pieces .owner-0")
        assert "No actions left" in watched.page.inner_text("#prompt")
        assert not watched.errors


# --- the keyboard -------------------------------------------------------------------------------

def test_by_keyboard_alone(watched: Watched) -> None:
    """A place is reached by Tab and arrows and chosen by Enter; every target says what it is."""
    page = watched.page
    begin(page, "hansa-45", ["here", "prestige", "prestige", "prestige"])
    page.wait_for_selector(".spot")
    page.evaluate("() => document.querySelector('#content').focus()")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.classList.contains('spot')"):
            break
    else:
        pytest.fail("no place on the map is reached by Tab")
    assert page.evaluate("() => document.activeElement.getAttribute('aria-label')").startswith("free house on")
    first = page.evaluate("() => document.activeElement.dataset.target")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate("() => document.activeElement.dataset.target") != first
    page.keyboard.press("Enter")
    page.wait_for_selector(".menu")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_selector(".layer-pieces .owner-0")
    # And the focus is back
    page.wait_for_function("() => document.activeElement.classList.contains('spot')")
    page.focus("summary:has-text('All moves')")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("income 1t")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.right .log li').length === 2")
    assert "takes 1 trader" in page.inner_text(".right .log")
    unnamed = page.evaluate("""() => [...document.querySelectorAll('button, a, select, input, .spot')]
      .filter((node) => node.checkVisibility() && !(node.getAttribute('aria-label') || node.textContent.trim()
        || node.closest('label')?.textContent.trim())).map((node) => node.outerHTML)""")
    assert unnamed == []


# --- several people -----------------------------------------------------------------------------

def test_two_people_at_one_browser(watched: Watched) -> None:
    """The screen is covered between them, and no message holds both missions before both have
    looked."""
    page = watched.page
    begin(page, "hansa-45", ["here", "here", "prestige", "prestige"], ("missions",))
    page.wait_for_selector(".hand-over")
    assert watched.missions_seen() == set()
    page.click("#show-me")
    page.wait_for_selector(".desk.own .mission[data-mission]:not([data-mission='?'])")
    assert {seat for seat, _ in watched.missions_seen()} == {0}
    page.click("[data-move=end]")
    page.wait_for_selector(".hand-over >> text=Now it is Green")
    page.go_back()                      # it covers its own game alone
    page.wait_for_selector(".hand-over", state="detached")
    page.go_forward()
    page.wait_for_selector(".hand-over >> text=Now it is Green")
    assert page.query_selector(".mission:not([data-mission='?'])") is None
    assert {seat for seat, _ in watched.missions_seen()} == {0}
    page.click("#show-me")
    page.wait_for_selector(".desk.owner-1 .mission[data-mission]:not([data-mission='?'])")
    assert {seat for seat, _ in watched.missions_seen()} == {0, 1}
    last = [frame for frame in watched.frames if "table" in frame][-1]["table"]["position"]["state"]["desks"]
    assert last[0]["mission"] == "?"


def test_two_people_at_two_browsers(other: Watched, watched: Watched) -> None:
    """In all the traffic of a browser there is no mission but its own."""
    begin(watched.page, "hansa-45", ["here", "link", "prestige", "prestige"], ("missions",))
    watched.page.click("text=Links")
    address = watched.page.input_value("dialog input")
    watched.page.click("dialog >> text=Done")
    with visit(other, address, ".game .prompt") as guest:
        rng = random.Random(1)
        for _ in range(2):
            play_on(watched.page, rng, clicks=10)
            play_on(guest, rng, clicks=10)
        assert {seat for seat, _ in watched.missions_seen()} == {0}
        assert {seat for seat, _ in other.missions_seen()} == {1}
        assert guest.query_selector(".layer-pieces .owner-1") is not None or ply(guest) > 3


# --- analysing ----------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def over(folder: Path) -> str:
    """A short record to analyse: the first turns of a game."""
    return kept_game(folder, {"board": "hansa-45", "players": 4}, ["prestige"] * 4, turns=8, seed=4)


def test_analysis_shows_lines_values_and_arrows(watched: Watched, folder: Path, over: str) -> None:
    page = watched.page
    played = read_records(folder / f"{over}.jsonl")[0][0].moves[0].partition(" ")[2]
    go(page, f"#/study/{over}", ".lines tbody tr")
    assert len(page.query_selector_all(".bar-row")) == 4 and page.query_selector(".layer-arrows .way") is not None
    assert "network" in page.inner_text(".points-table")
    page.click("#first")
    page.wait_for_function("() => document.querySelector('.path').textContent.startsWith('Move 0 of')")
    page.wait_for_selector(".lines tbody tr")
    page.click(f".lines [data-line]:not([data-line='{played}']) >> nth=0")      # a variation
    page.wait_for_selector(".path >> text=Variation")
    page.wait_for_selector(".lines tbody tr")
    page.click("#judge")
    page.wait_for_selector("#verdict")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".path >> text=and 1 more")      # what was stepped back over is not lost
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".path [aria-current=step]")
    page.click("text=Back to the game")
    page.wait_for_function("() => !document.querySelector('.path').textContent.includes('Variation')")
    page.wait_for_selector(".lines [data-why] >> nth=1")
    page.click("#think")                                    # so that the rows stay where they are
    page.click("#think")
    page.wait_for_selector(".lines [data-why] >> nth=1")
    page.eval_on_selector_all(".lines [data-why]", "nodes => nodes[1].click()")
    page.wait_for_selector("#verdict")
    page.click("#first")
    page.click("#play")
    page.wait_for_function("() => /Move [23] of/.test(document.querySelector('.path').textContent)")
    page.click("#play")
    page.click("#last")
    page.wait_for_function("() => /Move (\\d+) of \\1:/.test(document.querySelector('.path').textContent)")


def test_review_graph_mistakes_and_retry(watched: Watched, folder: Path) -> None:
    page = watched.page
    game = kept_review(folder, left=1)
    go(page, f"#/study/{game}?review=1", ".graph")
    page.wait_for_selector(".mistakes [data-ply]")
    wanted = page.get_attribute(".mistakes [data-ply] >> nth=0", "data-ply")
    page.click(".mistakes [data-ply] >> nth=0")
    page.wait_for_selector("#verdict")
    page.wait_for_selector(f".graph[aria-valuenow='{wanted}']")
    page.focus(".graph")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(f".graph[aria-valuenow='{int(wanted) + 1}']")
    page.click(".graph", position={"x": 60, "y": 8})
    page.wait_for_selector(f".graph:not([aria-valuenow='{int(wanted) + 1}'])")
    page.click("[data-retry] >> nth=0")
    page.wait_for_selector("#retry >> text=Play something better")
    # The AI keeps its opinion to itself
    assert page.query_selector(".lines tbody tr") is None
    page.click("#reveal")
    page.wait_for_selector("#retry >> text=Best is")
    page.click("#next-mistake")
    page.wait_for_function("() => !document.querySelector('#retry')?.textContent.includes('Best is')")


def test_a_position_is_edited(watched: Watched, over: str) -> None:
    page = watched.page
    go(page, f"#/study/{over}?ply=0", ".lines tbody tr")
    page.click("#edit")
    page.click("[data-brush='1m']")
    page.wait_for_selector("[data-target='free BRE-HAM']")
    page.click("[data-brush='1t']")
    page.click("[data-target='free BRE-HAM'] >> nth=0")
    page.wait_for_selector(".layer-pieces .owner-1")
    page.click("[data-brush='erase']")
    page.click("[data-target='city BRE']")
    page.wait_for_selector(".editor .bad >> text=Bremen has no office")
    page.click("[data-target='piece 1t BRE-HAM']")
    page.wait_for_function("() => !document.querySelector('.layer-pieces .owner-1:not(.leaving)')")
    page.click("[aria-label='Keys, Red: forward']")
    page.wait_for_selector(".desk.owner-0 .track:has-text('2, step 2 of')", state="attached")
    page.check("[aria-label='missions']")
    page.wait_for_selector(".desk.owner-2 [data-mission='2']")
    page.select_option("[aria-label='mission of Blue']", "7")
    page.wait_for_selector(".desk.owner-2 [data-mission='7']")
    page.check("[aria-label='favours']")
    page.select_option("[aria-label='favour: income']", "1")
    page.wait_for_selector(".desk.owner-1 .tile >> text=income")
    page.select_option("[aria-label='add to the unused markers of Yellow']", "plus-4")
    page.wait_for_selector(".desk.owner-3 .marker-chip >> text=+4")
    page.click("#edit")
    page.wait_for_selector(".lines tbody tr")                       # and it is thought about


def test_a_position_of_hansa2004_is_edited(watched: Watched, folder: Path) -> None:
    page, game = watched.page, kept_game(folder, {"board": "hansa2004", "players": 2}, ["human", "greedy"], turns=5)
    go(page, f"#/study/{game}", ".lines tbody tr")
    # A refill that may be skipped is no position between two actions
    page.click("[data-move='skip']")
    page.wait_for_selector(".path >> text=Variation")
    page.click("#edit")
    page.click("[data-target='city RIG']")
    page.wait_for_selector(".editor legend >> text=Riga")
    page.fill("[aria-label='booths of Green']", "3")
    page.keyboard.press("Enter")
    page.wait_for_function("() => /^RIG: .*3g/m.test(document.querySelector('.editor textarea').value)")
    assert page.evaluate("() => document.activeElement.getAttribute('aria-label')") == "booths of Green"
    page.fill("[aria-label='booths of Green']", "9")
    page.keyboard.press("Enter")
    page.wait_for_selector(".editor .bad >> text=/Green has \\d booths for this city, not 9/")
    assert page.input_value("[aria-label='booths of Green']") == "3"
    page.fill("[aria-label='goods in Riga']", "red9")
    page.keyboard.press("Enter")
    page.wait_for_selector(".editor .bad >> text=unknown goods 'red9'")
    page.click(".editor >> text=the ship here")
    page.wait_for_selector(".facts >> text=the ship is in Riga")


def test_a_field_that_is_written_in_is_not_drawn_anew(watched: Watched, over: str) -> None:
    """The answer to one change must not take away what is being written into the next field; a text
    that is refused stays."""
    page = watched.page
    go(page, f"#/study/{over}?ply=0", ".lines tbody tr")
    page.click("#edit")
    page.click("text=As text, to copy and paste")
    page.locator(".editor textarea").fill("{}")
    page.click("#apply")
    page.wait_for_selector(".editor .bad li")
    assert page.input_value(".editor textarea") == "{}"
    page.locator("[aria-label='prestige of Green']").select_text()
    page.keyboard.type("1")
    field = page.evaluate_handle("() => document.activeElement")
    # Without the focus
    page.evaluate("() => document.querySelector(\"[aria-label='Keys, Red: forward']\").click()")
    page.wait_for_selector(".desk.owner-0 .track:has-text('2, step 2 of')", state="attached")
    assert page.evaluate("(field) => field === document.activeElement", field)
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.wait_for_function("""() => /^red: .*keys 2(.|\\n)*^green: .*prestige 12/m.test(
      document.querySelector('.editor textarea').value)""")


def test_an_edited_position_is_played_on(watched: Watched, folder: Path, over: str) -> None:
    """From the editor to the form, to a table, to a file that every command reads."""
    page = watched.page
    go(page, f"#/study/{over}?ply=0", ".lines tbody tr")
    page.click("#edit")
    page.click("[data-brush='1t']")
    page.click("[data-target='free BRE-HAM'] >> nth=0")
    page.wait_for_selector(".layer-pieces .owner-1")
    page.select_option("[aria-label='whose turn']", "2")
    page.wait_for_selector(".prompt >> text=Blue")
    page.click("#play-on")
    page.wait_for_selector("#start >> text=Blue is to play")
    assert page.is_hidden("#edition") and page.is_hidden(".modules")
    rows = page.query_selector_all(".seat-row")
    assert [row.query_selector("select").input_value() for row in rows] == [*["mcts:level=5"] * 2, "here", "mcts:level=5"]
    for seat in (0, 1, 3):
        rows[seat].query_selector("select").select_option("prestige")
    page.click("#begin")
    page.wait_for_selector(".game .spot")
    assert len(page.query_selector_all(".layer-pieces .piece")) == 1
    assert page.inner_text("#prompt") == "Your move: 2 actions left."
    game = page.url.rpartition("/")[2]
    page.click("[data-target='free BRE-HAM'] >> nth=0")
    page.click(".menu >> text=Place a trader on Bremen-Hamburg")
    page.wait_for_function("() => document.querySelectorAll('.layer-pieces .piece').length === 2")
    record = GameFile(folder / f"{game}.jsonl").read()
    assert record.moves == ("2 place t BRE-HAM",) and record.replay().to_json()["routes"]["BRE-HAM"] == {"house": ["1t", "2t"]}


# --- tournaments --------------------------------------------------------------------------------

def test_a_tournament_grows_before_ones_eyes(watched: Watched, logs: Path) -> None:
    """Tables and plots of a log, more games as they are added, and a click into one of them."""
    page, log = watched.page, kept_tournament(logs, "prestige", "network", "actions", blocks=1)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-1]))
    page.click("text=Tournaments")
    page.click("text=small.jsonl")
    page.wait_for_selector(".numbers >> text=prestige")
    assert page.query_selector(".plots svg") is not None
    count = len(page.query_selector_all("[data-game]"))
    assert count == len(lines) - 2
    with log.open("ab") as file:
        file.write(lines[-1])
    page.wait_for_function("count => document.querySelectorAll('[data-game]').length === count + 1", arg=count)
    page.click("[data-game] >> nth=0")
    page.wait_for_selector(".study .lines tbody tr")
    page.click("#last")
    page.wait_for_selector(".lines >> text=the game is over")


# --- not to be waited for -----------------------------------------------------------------------

def test_analysis_is_shown_while_it_goes_on(watched: Watched, over: str) -> None:
    page = watched.page
    go(page, f"#/study/{over}?ply=0", ".lines tbody tr")
    page.select_option("[aria-label='How long to think']", "600")
    watched.frames.clear()
    watched.heard(lambda frame: frame.get("push") == "thought" and "thought" in frame and not frame["done"])
    page.wait_for_selector(".lines tbody tr")
