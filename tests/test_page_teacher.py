"""The page as a teacher, in a real browser: reasons, rules, hints, the coach, lessons, and the end
of a game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hansa.bots.mcts import LEVELS
from hansa.games import GAMES
from hansa.lessons import lessons
from hansa.record import play_random, read_records
from hansa.rules_page import rules_page
from hansa.state import State
from hansa.table.games_folder import GameFile
from tests.browser import Watched, go, kept_game, kept_position

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

BOTS = ["prestige"] * 2


def lesson_state(title: str) -> State:
    """The position of a lesson, as the beginning of a game."""
    return next(lesson for lesson in lessons("teutonica") if lesson.title == title).start.state()


@pytest.fixture(scope="module")
def full(folder: Path) -> str:
    """A game in which Red may claim a route that develops actions, against two bots."""
    return kept_position(folder, lesson_state("Claim a route and develop"), ["human", *BOTS])


@pytest.fixture(scope="module")
def over(folder: Path) -> str:
    """A game that is over."""
    return kept_game(folder, {"board": "hansa-45", "players": 4}, ["human", *["prestige"] * 3], seed=2)


def click(page: Any, selector: str) -> None:
    """A click in the middle of something that may lie below something else."""
    box = page.query_selector(selector).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def touch(page: Any, target: str) -> None:
    """A click on a target of the map, wherever it lies."""
    page.eval_on_selector(target, """node =>
      node.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 300, clientY: 300 }))""")


def choose(page: Any, move: str) -> None:
    """Plays a move by the list of all moves."""
    if page.query_selector("details[open] .moves") is None:
        page.click("summary:has-text('All moves')")
    page.click(f".moves [data-move='{move}']")


# --- reasons and rules --------------------------------------------------------------------------

def test_a_click_on_what_cannot_be_done_says_why_and_shows_the_rule(seen: Watched, full: str) -> None:
    """Finding 12: such a click was silent."""
    page = seen.page
    go(page, f"#/game/{full}", ".spot")
    click(page, "[data-place='city LUB'] .name")
    page.wait_for_selector(".note >> text=/Hamburg-Lübeck: 3 of 3 houses lack a piece of yours/")
    assert page.query_selector(".note [data-rule=T20]"), "what is missing has its rule"
    assert "A city: claim a full route" in page.inner_text(".note")
    assert "Hamburg-Lübeck" in page.inner_text("#live"), "it is said aloud, too"
    page.click(".note [data-rule=T30]")
    page.wait_for_selector("#rules .rule-text")
    assert page.inner_text("#rules .rule-text >> nth=0").startswith("T30 Office.")
    page.keyboard.press("Escape")
    assert page.is_hidden("#rules")
    page.click(".desk.own [data-target='track keys']", force=True)
    page.wait_for_selector(".note >> text=/Keys: at the end the size of your largest network/")
    page.keyboard.press("Escape")
    assert page.query_selector(".note") is None


def test_the_stock_says_why_it_gives_nothing(seen: Watched, folder: Path) -> None:
    page = seen.page
    game = kept_position(folder, lesson_state("Markers"), ["human", *BOTS])
    go(page, f"#/game/{game}", ".prompt-bar .act")
    page.click(".desk.own [data-target='stock']", force=True)
    page.wait_for_selector(".note >> text=/No actions are left in this turn/")
    assert page.query_selector(".note [data-rule=T6]") is not None


def test_a_menu_says_which_rewards_it_lacks(seen: Watched, folder: Path) -> None:
    """The office of Dortmund is taken: the menu names the rule, and whom a claim pays."""
    page = seen.page
    game = kept_position(folder, lesson_state("Whom a claim pays"), ["human", *BOTS])
    go(page, f"#/game/{game}", ".spot")
    touch(page, "[data-target='route GOS-MAG']")
    page.wait_for_selector(".menu .lacks")
    assert re.search(r"Not possible: the next office of Magdeburg needs a merchant .*T30", page.inner_text(".menu"))
    page.keyboard.press("Escape")
    touch(page, "[data-target='route DOR-DUI']")
    page.wait_for_selector(".menu .outcome")
    assert page.inner_text(".menu .outcome >> nth=0") == "Prestige Green +2"


@pytest.mark.parametrize("seen", ["phone"], indirect=True)
def test_a_long_caption_is_read_whole_on_a_phone(seen: Watched, full: str) -> None:
    """It was cut after three lines; a tap or Enter shows all of it, and the map does not move."""
    page = seen.page
    go(page, f"#/game/{full}", ".spot")
    before = page.query_selector(".hansa-map").bounding_box()
    page.evaluate("""async () => {
      const { BoardView, loadBoard } = await import(document.querySelector('link[rel=modulepreload]').href
        .replace(/[^/]*$/, 'board.js'));
      const view = new BoardView(await loadBoard('hansa-45'));
      document.querySelector('.board').replaceWith(view.node);
      view.tell('word '.repeat(60));
    }""")
    hidden = "() => { const node = document.querySelector('.caption'); return node.scrollHeight - node.clientHeight; }"
    assert page.evaluate(hidden) > 20
    page.click(".caption")
    assert page.evaluate(hidden) <= 1 and page.query_selector(".hansa-map").bounding_box()["y"] == before["y"]
    page.focus(".caption")
    page.keyboard.press("Enter")
    assert page.evaluate(hidden) > 20


def test_a_new_game_explains_editions_and_modules(seen: Watched) -> None:
    page = seen.page
    go(page, "#/new", "#begin")
    told = set()
    for edition in ("bigbox", "classic", "classic-16"):
        page.select_option("#edition", edition)
        told.add(page.inner_text("#about-edition"))
        assert page.get_attribute("#edition", "title").split("[")[0] in page.inner_text("#about-edition")
    assert len(told) == 3 and all("T3" in words for words in told)
    for module, rule in (("missions", "T100"), ("favours", "T101")):
        assert rule in page.inner_text(f"#about-{module}")
        assert page.get_attribute(f"[name=module][value={module}]", "aria-describedby") == f"about-{module}"
    page.click("#about-missions [data-rule=T100]")
    page.wait_for_selector("#rules .rule-text >> text=/Missions/")


def test_rules_are_found_by_words_and_lead_to_each_other(seen: Watched) -> None:
    page = seen.page
    page.click("#open-rules")
    page.wait_for_selector("#rules >> text=In short")
    page.fill("#find-rule", "extra office")
    page.wait_for_selector("#rules .rule-text")
    texts = page.eval_on_selector_all("#rules .rule-text", "all => all.map((node) => node.textContent)")
    assert texts == [text for text in rules_page().find("extra office") if text[0] in "T."]
    page.click("#rules .rule-text >> nth=0 >> .rule >> nth=-1")
    page.wait_for_function("() => document.querySelectorAll('#rules .rule-text').length < 5")
    page.select_option("#rules select", "hansa2004")
    page.fill("#find-rule", "")
    page.wait_for_selector("#rules >> text=H20 to H41")
    page.fill("#find-rule", "xyzzy")
    page.wait_for_selector("#rules .bad >> text=/no rule has the words/")
    page.keyboard.press("Escape")
    assert page.is_hidden("#rules") and page.evaluate("() => document.activeElement.id") == "open-rules"


def test_the_keys_are_explained(seen: Watched) -> None:
    page = seen.page
    page.keyboard.press("?")
    page.wait_for_selector("dialog .help >> text=take back")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("?")
    page.click("dialog >> text=Close")
    page.keyboard.press("r")
    page.wait_for_selector("#rules >> text=Chapters")


# --- hints and the coach ------------------------------------------------------------------------

def test_a_hint_says_where_then_what_then_why(seen: Watched, folder: Path) -> None:
    page = seen.page
    game = kept_position(folder, lesson_state("Claim a route and develop"), ["human", *BOTS])
    go(page, f"#/game/{game}", ".spot")
    page.keyboard.press("h")
    page.wait_for_selector("#hint-on", timeout=60_000)
    assert page.inner_text("#hint-area").startswith("Look at ") and page.query_selector("#hint-move") is None
    told = next(frame["hint"] for frame in seen.frames if frame.get("hint"))
    assert not re.search(r"[tc]rader|office|develop|claim", page.inner_text("#hint-area"))
    page.click("#hint-on")
    assert page.inner_text("#hint-move").lower() == f"{told['words'].lower()}."
    assert page.query_selector(".hint-why") is None and page.query_selector(".layer-arrows .ring") is not None
    page.click("#hint-why")
    why = page.inner_text(".teacher")
    assert "of the win" in why and page.query_selector(".teacher [data-rule]") is not None
    before = len(page.query_selector_all(".right .log li"))
    page.click("#hint-play")
    page.wait_for_function(f"() => document.querySelectorAll('.right .log li').length > {before}")
    assert read_records(folder / f"{game}.jsonl")[0][0].moves[0].endswith(told["move"])
    assert page.query_selector(".teacher .advice") is None


def test_the_coach_says_what_a_move_cost_and_takes_it_back(seen: Watched, folder: Path) -> None:
    page = seen.page
    game = kept_position(folder, lesson_state("Claim a route and develop"), ["human", *BOTS])
    go(page, f"#/game/{game}", ".spot")
    page.click("summary:has-text('Settings')")
    page.check("[name=coach]")
    choose(page, "claim GOT-QUE")           # for nothing
    page.wait_for_selector("#coach", timeout=60_000)
    words = page.inner_text(".teacher")
    assert re.search(r"(Inaccuracy|Mistake|Blunder): claim Göttingen-Quedlinburg, no reward\. It cost \d", words), words
    assert "Better: " in words
    page.click("#take-back")
    page.wait_for_selector("[data-target='route GOT-QUE']")
    assert page.query_selector("#coach") is None
    assert not read_records(folder / f"{game}.jsonl")[0][0].moves


def test_nobody_is_coached_unasked(seen: Watched, folder: Path) -> None:
    page = seen.page
    game = kept_position(folder, lesson_state("Claim a route and develop"), ["human", *BOTS])
    go(page, f"#/game/{game}", ".spot")
    choose(page, "claim GOT-QUE")
    page.wait_for_selector("#undo")
    page.click("#hint")         # a question that is answered after whatever the coach has asked
    page.wait_for_selector("#hint-on")
    begun = [frame for frame in seen.frames if frame.get("thinking") is True]
    assert len(begun) == 1 and page.query_selector("#coach") is None


def test_whoever_wants_is_asked_before_a_turn_ends(seen: Watched, folder: Path) -> None:
    page = seen.page
    game = kept_position(folder, lesson_state("Place a piece"), ["human", *BOTS])
    go(page, f"#/game/{game}", ".spot")
    page.click("summary:has-text('Settings')")
    page.check("[name=confirm]")
    page.click(".prompt-bar [data-move=end]")
    page.wait_for_selector("dialog >> text=2 actions left")
    page.click("dialog >> text=Not yet")
    page.wait_for_selector(".spot")
    assert not read_records(folder / f"{game}.jsonl")[0][0].moves
    page.click(".prompt-bar [data-move=end]")
    page.click("dialog .act")
    page.wait_for_selector("#undo")
    assert read_records(folder / f"{game}.jsonl")[0][0].moves[0] == "0 end"


def test_whoever_wants_is_called_when_it_is_their_turn(seen: Watched, folder: Path) -> None:
    """By a sound and, if they look elsewhere, by a notification; nobody is unasked. Finding 9."""
    page = seen.page
    page.evaluate("""() => {
      window.called = [];
      window.Notification = class { static permission = 'granted'; static requestPermission() {}
        constructor(title, { body }) { window.called.push(body); window.note = this; }
        close() { window.called.push('closed'); } };
      const audio = window.AudioContext;
      window.AudioContext = class extends audio { constructor() { super(); window.called.push('sound'); } };
      Object.defineProperty(document, 'hidden', { get: () => true });
    }""")
    game = kept_position(folder, lesson_state("Place a piece"), ["human", *BOTS])
    go(page, f"#/game/{game}", ".spot")
    page.click(".prompt-bar [data-move=end]")
    page.wait_for_function("() => document.title.includes('Your move') && document.querySelector('#undo')")
    assert page.evaluate("() => window.called") == []
    page.click("summary:has-text('Settings')")
    page.check("[name=notify]")
    page.check("[name=sound]")
    page.evaluate("() => { window.called = []; }")
    page.click(".prompt-bar [data-move=end]")
    page.wait_for_function("() => window.called.length >= 2", timeout=30_000)
    page.evaluate("() => window.note.onclick()")
    assert page.evaluate("() => window.called") == ["sound", "Your move: 2 actions left.", "closed"]
    page.evaluate("() => { Notification.requestPermission = async () => 'denied'; }")
    page.uncheck("[name=notify]")
    page.check("[name=notify]")
    page.wait_for_selector("#status.bad:has-text('no notifications')")


def test_what_can_be_done_stands_out_and_what_is_held_is_seen(seen: Watched, folder: Path) -> None:
    """Finding 5: offered houses had a ring at 32 % opacity, and lifted pieces were nowhere."""
    page = seen.page
    game = kept_position(folder, lesson_state("Move pieces"), ["human", *BOTS])
    go(page, f"#/game/{game}", ".spot")
    rings = page.eval_on_selector_all(".spot-free .spot-shape", """all => all.map((node) => {
      const style = getComputedStyle(node), scale = node.getScreenCTM().a;
      return Number(style.opacity) * parseFloat(style.strokeWidth) * scale; })""")
    assert len(rings) > 50 and min(rings) >= 1, "a pixel of full colour at least"
    assert page.query_selector(".in-hand") is None
    for count in (1, 2):
        touch(page, "[data-target='piece 0t BRE-HAM']")
        if count == 1:
            page.click(".menu [data-move='lift t BRE-HAM']")
        page.wait_for_function(f"() => document.querySelectorAll('.in-hand .pip.t.owner-0').length === {count}")
    choose(page, "drop t GOT-QUE")
    page.wait_for_function("() => document.querySelectorAll('.in-hand .pip').length === 1")


# --- lessons ------------------------------------------------------------------------------------

def through(page: Any, game: str, number: int) -> None:
    """One lesson, from what it shows to its end."""
    lesson = lessons(game)[number - 1]
    page.wait_for_selector(f".lesson h2 >> text='{lesson.title}'")
    done: list[str] = []
    while (progress := lesson.at(done)).task is not None:
        task = progress.task
        assert task.asks in page.inner_text(".task")
        right = next(move for move in map(str, progress.state.legal_moves) if task.answer_to(move).right)
        choose(page, right)
        done.append(right)
        said = task.answer_to(right).says.partition("[")[0].strip()
        page.wait_for_function("words => document.querySelector('#said')?.textContent.includes(words)", arg=said)
        assert page.query_selector("#said.right-answer") is not None
    page.wait_for_selector("#next-lesson")


def test_a_wrong_move_is_explained_and_the_lesson_goes_on(seen: Watched) -> None:
    """Finding 12: the page taught nothing."""
    page = seen.page
    page.click("text=Learn to play")
    page.click(".lessons >> text=Claim a route and develop")
    page.wait_for_selector(".lesson .task")
    choose(page, "claim GOT-QUE")
    page.wait_for_selector("#said.wrong-answer >> text=/for nothing/")
    assert page.query_selector("#next-lesson") is None
    through(page, "teutonica", 2)
    page.click("#next-lesson")
    page.wait_for_selector(".lesson >> text='Take an office'")
    page.click("text=All lessons")
    page.wait_for_selector(".lessons li:nth-child(2) >> text=done")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_tutorial_comes_to_its_end(seen: Watched, game: str) -> None:
    page = seen.page
    go(page, f"#/learn/{game}/1", ".lesson")
    count = len(lessons(game))
    for number in range(1, count + 1):
        through(page, game, number)
        page.click("#next-lesson")
    page.wait_for_selector("#begin")
    go(page, "#/learn", ".lessons")
    assert len(page.query_selector_all(".lessons .badge")) == count


def test_every_level_says_what_it_is_like(seen: Watched) -> None:
    """Finding 12: levels were numbers."""
    page = seen.page
    go(page, "#/new", "#begin")
    options = page.query_selector_all(".seat-row:nth-of-type(2) option[value^='mcts:level']")
    levels = [option.get_attribute("value") for option in options]
    assert len(levels) == len(LEVELS)
    said = []
    for level in levels:
        page.select_option(".seat-row:nth-of-type(2) select", level)
        said.append(page.inner_text(".seat-row:nth-of-type(2) small"))
    assert said == [level.about for level in LEVELS], "the words stand beside the levels, and nowhere else"


def test_an_opponent_adapts_to_whoever_plays(seen: Watched, folder: Path) -> None:
    """Its level goes up after a win and down after a last place, and is said in words."""
    page, players = seen.page, 4
    go(page, "#/new", "#begin")
    for row in range(2, players + 1):
        page.select_option(f".seat-row:nth-of-type({row}) select", "adapting")
    about = page.inner_text(".seat-row:nth-of-type(2) small")
    assert LEVELS[2].about in about and "After a win it plays a level higher" in about
    page.click("#begin")
    page.wait_for_selector(".spot")
    assert page.inner_text(".desk.owner-1 .seat-name") == "AI, level 3"
    begun = page.url.rpartition("/")[2]
    assert GameFile(folder / f"{begun}.jsonl").read().seats[1:] == ("mcts:level=3",) * 3

    setup = {"board": "hansa-45", "players": players}
    over = kept_game(folder, setup, ["human", *["mcts:level=3"] * 3], seed=2)
    ranks = read_records(folder / f"{over}.jsonl")[0][0].replay().ranks
    now = 3 + (ranks.count(ranks[0]) == 1 and ranks[0] == 1) - (ranks[0] == max(ranks))
    page.evaluate("game => localStorage.setItem('hansa-adapting', JSON.stringify({ [game]: null }))", over)
    for _ in range(2):                  # looked at twice, it counts once
        go(page, f"#/game/{over}", "#adapted")
        assert f"level {now}. {LEVELS[now - 1].about}" in page.inner_text("#adapted")
        go(page, "#/games", ".games")
    go(page, f"#/game/{over}", "#rematch")
    page.click("#rematch")
    page.wait_for_selector(".spot")
    assert page.inner_text(".desk.owner-1 .seat-name") == f"AI, level {now}"
    page.click("summary:has-text('Settings')")
    assert page.input_value("#level") == str(now)
    page.select_option("#level", "9")
    go(page, f"#/new?like={page.url.rpartition('/')[2]}", "#begin")
    assert page.input_value(".seat-row:nth-of-type(2) select") == "adapting"
    assert LEVELS[8].about in page.inner_text(".seat-row:nth-of-type(2) small")


# --- the end ------------------------------------------------------------------------------------

def test_the_end_is_scored_for_every_seat_with_its_course(seen: Watched, over: str, folder: Path) -> None:
    """Finding 9: it was a small table without names."""
    page = seen.page
    final = read_records(folder / f"{over}.jsonl")[0][0].replay()
    go(page, f"#/game/{over}", "#result .course")
    ranking = [" ".join(node.inner_text().split()) for node in page.query_selector_all(".ranking li")]
    totals = sorted((row["total"] for row in final.scores), reverse=True)
    assert [int(line.split()[-1]) for line in ranking] == totals and len(ranking) == final.players
    assert sum("prestige" in line for line in ranking) == 3 and sum("Red" in line for line in ranking) == 1
    rows = page.query_selector_all("#result .points-table tbody tr")
    cells = [[int(cell.inner_text()) for cell in row.query_selector_all("td")] for row in rows]
    assert [row[0] for row in cells] == [row["total"] for row in final.scores]
    assert all(sum(row[1:]) == row[0] for row in cells), "the categories make up the whole"
    assert len(page.query_selector_all(".course .curve")) == final.players
    ends = page.eval_on_selector_all(".course .curve", "all => all.map((node) => +node.getAttribute('d').split(' ').at(-1))")
    best = [row["total"] for row in final.scores].index(max(totals))
    assert ends[best] == min(ends), "the winner's curve ends highest"
    page.click("#new-seats")
    page.wait_for_selector("#begin")
    assert page.input_value("#board") == "hansa-45" and page.input_value("#players") == "4"
    assert page.eval_on_selector_all(".seat-row select", "all => all.map((node) => node.value)") == ["here", *["prestige"] * 3]
    page.go_back()
    page.click("#rematch")
    page.wait_for_selector(".spot")
    assert page.query_selector("#result") is None


@pytest.mark.parametrize("seen", ["desk", "phone"], indirect=True)
def test_nothing_of_the_end_is_wider_than_the_screen(seen: Watched, over: str) -> None:
    page = seen.page
    go(page, f"#/game/{over}", "#result .course")
    assert page.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")


# --- candidates ---------------------------------------------------------------------------------

def test_candidates_are_drawn_as_arrows_or_as_a_heat_map(seen: Watched, full: str) -> None:
    page = seen.page
    go(page, f"#/study/{full}?ply=0", ".lines tbody tr")
    page.wait_for_selector(".layer-arrows .way")
    page.select_option("[aria-label='How many lines']", "10")
    page.click("#heat")
    page.wait_for_function("() => document.querySelectorAll('.layer-arrows .heat').length > 3")
    assert page.query_selector(".layer-arrows .way") is None
    shades = page.eval_on_selector_all(".layer-arrows .heat", "all => all.map((node) => +node.getAttribute('opacity'))")
    assert max(shades) == shades[-1] and min(shades) >= 0.15, "the best one lies on top"
    page.click("#heat")
    page.wait_for_selector(".layer-arrows .way")


# --- files --------------------------------------------------------------------------------------

def test_a_game_is_chosen_from_a_file_of_megabytes(seen: Watched, tmp_path: Path) -> None:
    """Finding 19: files over a megabyte were refused, and only the first game of a file was to be
    had."""
    page = seen.page
    record = play_random({"board": "east", "players": 3}, seed=3, limit=400)
    other = play_random({"board": "hansa-23", "players": 2}, seed=3, limit=40)
    line = json.dumps(record.to_json()) + "\n"
    file = tmp_path / "many.jsonl"
    file.write_text(line * (1_500_000 // len(line)) + json.dumps(other.to_json()) + "\n", encoding="utf-8")
    page.set_input_files("#file", str(file))
    page.wait_for_selector("#which")
    page.select_option("#which", label=page.inner_text("#which option >> nth=-1"))
    page.click("dialog >> text=Load it")
    page.wait_for_selector(".game .prompt")
    assert len(page.query_selector_all(".right .log li")) == 40


# --- the maps -----------------------------------------------------------------------------------

def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes have nothing in common."""
    return (one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
            or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"])


def test_the_ship_of_hansa2004_covers_no_name_and_there_are_coasts(seen: Watched, folder: Path) -> None:
    """Finding 11."""
    page = seen.page
    for city in ("COP", "TON", "REV"):
        start = next(each for each in lessons("hansa2004") if each.title == "Sail").start.state().to_json()
        start["ship"] = city
        game = kept_position(folder, State.from_json(start), ["human", "greedy", "greedy"])
        go(page, f"#/game/{game}", ".vessel")
        ship, sea = (page.query_selector(name).bounding_box() for name in (".vessel", ".hansa-map"))
        for name in page.query_selector_all(".hansa-map .name"):
            assert apart(ship, name.bounding_box()), name.text_content()
        assert ship["x"] + ship["width"] <= sea["x"] + sea["width"] and ship["y"] >= sea["y"]
    assert len(page.query_selector_all(".hansa-map .land")) >= 4
