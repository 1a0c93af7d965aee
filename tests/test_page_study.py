"""Studying in a real browser: variations, comments and glyphs that the record keeps, addresses of
positions, retries."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hansa.notation import read_position
from hansa.record import Record, read_records
from hansa.review_file import review_beside
from hansa.thinking import Budget
from hansa.web.shown_moves import outcome
from tests.browser import Watched, empty_board, go, kept_game, kept_mistakes, kept_review, visit
from tests.patience import wait_until

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def game(folder: Path) -> str:
    """The first turns of a game of bots."""
    return kept_game(folder, {"board": "hansa-45", "players": 4}, ["prestige"] * 4, turns=8, seed=4)


@pytest.fixture(scope="module")
def reviewed(folder: Path) -> str:
    """A game with mistakes, whose review is kept beside it."""
    return kept_review(folder)


def kept(folder: Path, game: str) -> Record:
    return read_records(folder / f"{game}.jsonl")[0][0]


def other_move(page: Any, record: Record, ply: int) -> str:
    """A move that may be played at a ply and was not."""
    page.click("summary:has-text('All moves')")
    moves = page.eval_on_selector_all(".moves [data-move]", "all => all.map((node) => node.dataset.move)")
    found: str = next(move for move in moves if not record.moves[ply].endswith(f" {move}"))
    return found


# --- what is said of a game ---------------------------------------------------------------------

def test_variations_comments_and_glyphs_are_kept_in_the_record(
    seen: Watched, folder: Path, game: str, other: Watched, link: str
) -> None:
    page, record = seen.page, kept(folder, game)
    go(page, f"#/study/{game}?ply=3", ".tree [aria-current=step]")
    move = other_move(page, record, 3)
    page.click(f".moves [data-move='{move}']")
    page.wait_for_selector(f".tree ul [data-place='3 {move}'][aria-current=step]")
    page.click("[data-glyph='!?']")
    page.fill("#comment", "worth a try")
    page.keyboard.press("Tab")
    page.wait_for_selector(".tree .comment >> text=worth a try")
    page.click(".tree [data-place='3 ']")
    page.wait_for_selector(".tree [data-place='3 '][aria-current=step]")
    page.click("[data-glyph='??']")
    wait_until(lambda: len(kept(folder, game).notes) == 2)
    notes = kept(folder, game).notes
    assert [note.ply for note in notes] == [2, 3] and notes[0].glyph == "??"
    (variation,) = notes[1].variations
    assert [text.partition(" ")[2] for text in variation.moves] == [move]
    assert variation.notes[0].glyph == "!?" and variation.notes[0].comment == "worth a try"

    # Another browser sees them, and steps through them
    with visit(other, link, ".sheet h1") as again:
        go(again, f"#/study/{game}?ply=3", ".tree [aria-current=step]")
        again.wait_for_selector(".tree [data-place='3 ']:has-text('??')")
        again.click(f".tree [data-place='3 {move}']")
        again.wait_for_selector(".about-move .told >> text=!?")
        again.wait_for_function("() => document.querySelector('#comment').value === 'worth a try'")
        again.click("#remove")
        again.wait_for_selector(".tree ul", state="detached")
        wait_until(lambda: [note.ply for note in kept(folder, game).notes] == [2])

    page.click("[data-glyph='??']")         # the first one has not seen that
    page.wait_for_selector("#status >> text=changed elsewhere")
    assert [note.ply for note in kept(folder, game).notes] == [2]


def test_keys_step_through_variations(seen: Watched, folder: Path, game: str) -> None:
    page, record = seen.page, kept(folder, game)
    go(page, f"#/study/{game}?ply=3", ".tree [aria-current=step]")
    first = other_move(page, record, 3)
    page.click(f".moves [data-move='{first}']")
    page.wait_for_selector(f"[data-place='3 {first}'][aria-current=step]")
    page.click(".moves [data-move] >> nth=0")           # the variation goes on
    page.wait_for_selector(f".tree [data-place^='3 {first},'][aria-current=step]")
    page.reload()
    page.wait_for_selector(f".tree [data-place^='3 {first},'][aria-current=step]")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(f"[data-place='3 {first}'][aria-current=step]")
    page.keyboard.press("ArrowDown")                    # what was played instead
    page.wait_for_selector("[data-place='4 '][aria-current=step]")
    page.keyboard.press("ArrowUp")
    page.wait_for_selector(f"[data-place='3 {first}'][aria-current=step]")
    page.keyboard.press("ArrowRight")                   # on in the variation, as it was kept
    page.wait_for_selector(f".tree [data-place^='3 {first},'][aria-current=step]")


def test_the_move_that_was_played_is_no_variation(seen: Watched, folder: Path, game: str) -> None:
    page, record = seen.page, kept(folder, game)
    go(page, f"#/study/{game}?ply=3", ".tree [aria-current=step]")
    page.click("summary:has-text('All moves')")
    played = record.moves[3].partition(" ")[2]
    page.click(f".moves [data-move='{played}']")
    page.wait_for_selector("[data-place='4 '][aria-current=step]")
    assert page.query_selector(".tree ul") is None and "line=" not in page.url


def test_a_variation_is_put_before_another(seen: Watched, folder: Path, game: str) -> None:
    page, record = seen.page, kept(folder, game)
    go(page, f"#/study/{game}?ply=3", ".tree [aria-current=step]")
    other_move(page, record, 3)
    moves = page.eval_on_selector_all(".moves [data-move]", "all => all.map((node) => node.dataset.move)")
    first, second = [move for move in moves if not record.moves[3].endswith(f" {move}")][:2]
    for move in (first, second):
        page.click(f".moves [data-move='{move}']")
        page.wait_for_selector(f"[data-place='3 {move}'][aria-current=step]")
        if move == first:
            page.keyboard.press("ArrowLeft")
            page.wait_for_selector("[data-place='3 '][aria-current=step]")
    page.click("#raise")
    wait_until(lambda: len(kept(folder, game).notes) == 1 and [
        variation.moves[0].partition(" ")[2] for variation in kept(folder, game).notes[0].variations] == [second, first])


def test_what_comes_after_a_game_that_goes_on_is_not_kept_and_the_page_says_so(seen: Watched, folder: Path, game: str) -> None:
    page = seen.page
    go(page, f"#/study/{game}", ".tree [aria-current=step]")
    page.click("summary:has-text('All moves')")
    page.click(".moves [data-move] >> nth=0")
    page.wait_for_selector(".about-move >> text=has not come to this position")
    page.click("[data-glyph='!']")
    page.wait_for_selector(".tree [aria-current=step] >> text=!")
    assert kept(folder, game).notes == ()


# --- addresses ----------------------------------------------------------------------------------

def test_the_way_back_leads_through_the_positions(seen: Watched, folder: Path, game: str) -> None:
    """Finding 15: the address never followed the position."""
    page, record = seen.page, kept(folder, game)
    go(page, "#/games", ".games")
    go(page, f"#/study/{game}?ply=3", ".tree [data-place='3 '][aria-current=step]")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("[data-place='4 '][aria-current=step]")
    move = other_move(page, record, 4)
    page.click(f".moves [data-move='{move}']")
    page.wait_for_selector(f"[data-place='4 {move}'][aria-current=step]")
    assert "ply=4&line=" in page.url
    for place in ("4 ", "3 "):
        page.go_back()
        page.wait_for_selector(f"[data-place='{place}'][aria-current=step]")
    page.go_forward()
    page.wait_for_selector("[data-place='4 '][aria-current=step]")
    for _ in range(2):
        page.go_back()
    page.wait_for_selector(".games")


def test_what_is_taken_back_in_the_editor_has_the_address_of_what_was_before(seen: Watched) -> None:
    """It kept that of the change: a reload brought back what had been taken back."""
    page = seen.page
    empty_board(page, "hansa-45", 4)
    page.wait_for_selector("#edit")
    page.click("#edit")
    for count in ("r", "rr"):
        page.click("[data-target='free BRE-HAM'] >> nth=0")
        page.wait_for_function("count => decodeURIComponent(location.hash).includes(`BRE-HAM: ${count};`)", arg=count)
    page.click("#undo-edit")
    page.wait_for_function("() => decodeURIComponent(location.hash).includes('BRE-HAM: r;')")
    page.reload()
    page.wait_for_selector(".study .layer-pieces .owner-0")
    assert page.locator(".layer-pieces .owner-0").count() == 1


def test_a_position_has_an_address_that_others_can_open(seen: Watched, other: Watched, link: str) -> None:
    page = seen.page
    go(page, "#/study", ".sheet >> text=hansa-23")
    page.click("text=/\\(hansa-45\\), 4 players/")
    page.wait_for_selector(".tree")
    page.wait_for_function("() => location.hash.startsWith('#/study?position=hansa-45')")
    page.click("summary:has-text('All moves')")
    page.click(".moves [data-move='place t BRE-HAM']")
    page.wait_for_selector(".tree [data-place='0 place t BRE-HAM'][aria-current=step]")
    address = page.url.partition("#")[2]
    with visit(other, link, ".sheet h1") as again:
        go(again, f"#{address}", ".tree [data-place='0 place t BRE-HAM'][aria-current=step]")
        assert again.query_selector(".layer-pieces .owner-0") is not None
    page.go_back()
    page.wait_for_selector(".about-move", state="detached")
    assert page.query_selector(".layer-pieces .owner-0:not(.leaving)") is None


# --- the editor ---------------------------------------------------------------------------------

TEXT = """hansa-45, 4 players     # pasted
turn 5: blue, 2 actions
red: actions 3, supply 2t
BRE-HAM: rrG
Lübeck: g"""


def test_a_position_is_pasted_and_copied_as_text(seen: Watched, game: str) -> None:
    page = seen.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    go(page, f"#/study/{game}?ply=0", ".tree")
    page.click("#edit")
    page.click("text=As text, to copy and paste")
    page.wait_for_function("() => document.querySelector('#position-text').value.startsWith('hansa-45, 4 players')")
    page.fill("#position-text", TEXT)
    page.click("#apply")
    page.wait_for_selector(".prompt >> text=Blue")
    assert len(page.query_selector_all(".layer-pieces .owner-0")) == 2
    page.wait_for_function("() => document.querySelector('#position-text').value.includes('BRE-HAM: rrG')")
    page.click("#copy")
    page.wait_for_selector("#status >> text=clipboard")
    copied = read_position(page.evaluate("() => navigator.clipboard.readText()"))
    assert copied == read_position(TEXT)
    page.fill("#position-text", "hansa-45, 4 players; turn: red; BRE-HUM: rr; Lubekk: g")
    page.click("#apply")
    page.wait_for_selector(".editor .bad li >> nth=1")      # every problem is named
    assert "did you mean 'BRE-HAM'?" in page.inner_text(".editor .bad")
    assert "BRE-HUM" in page.input_value("#position-text")
    page.keyboard.press("Escape")
    page.focus("#edit")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => location.hash.includes('ply=0')")
    page.wait_for_selector(".prompt >> text=Red")
    page.context.clear_permissions()


# --- mistakes -----------------------------------------------------------------------------------

def begin_review(page: Any, game: str) -> None:
    go(page, f"#/study/{game}?review=1", ".graph")
    page.wait_for_selector(".mistakes [data-ply]")


def test_mistakes_are_stepped_through_by_keys_and_the_better_move_is_played(seen: Watched, reviewed: str) -> None:
    page = seen.page
    begin_review(page, reviewed)
    listed = page.eval_on_selector_all(".mistakes [data-ply]", "all => all.map((node) => node.dataset.ply)")
    plies = sorted(map(int, listed))
    page.click("#first")
    page.wait_for_selector(".graph[aria-valuenow='0']")
    steps = [ply for ply in plies if ply > 0][:3]
    for ply in steps:
        page.keyboard.press("n")
        page.wait_for_selector(f".graph[aria-valuenow='{ply}']")
        page.wait_for_selector("#verdict")
    if len(steps) > 1:
        page.keyboard.press("p")
        page.wait_for_selector(f".graph[aria-valuenow='{steps[-2]}']")
        page.wait_for_selector("#verdict")
    shown = {each["ply"]: each for frame in seen.frames if frame.get("review") for each in frame["review"]["decisions"]}
    ply = int(re.findall(r"ply=(\d+)", page.url)[0])
    best = shown[ply]["best"]["move"]
    page.eval_on_selector(".right", "node => node.scrollTo(0, node.scrollHeight)")
    graph, column = page.query_selector(".graph").bounding_box(), page.query_selector(".right").bounding_box()
    assert abs(graph["y"] - column["y"]) < 3, "the graph stays in view"
    assert page.query_selector(".mistakes").bounding_box()["height"] > 40, "nothing is squeezed for it"
    assert page.eval_on_selector(".answer", "node => Boolean(node.compareDocumentPosition("
                                 "document.querySelector('.lines')) & 4)"), "what grows is below the answer"
    page.hover("#better")
    page.wait_for_selector(".layer-arrows .way")
    page.click("#better")
    page.wait_for_selector(f"[data-place='{ply} {best}'][aria-current=step]")


def test_every_answer_to_a_retry_is_judged(seen: Watched, folder: Path, reviewed: str) -> None:
    """Finding 13: all but two answers hung for ever; going on, or back and forth, lost the way
    out."""
    page, notes = seen.page, kept(folder, reviewed).notes
    begin_review(page, reviewed)
    page.click("[data-retry] >> nth=0")
    page.wait_for_selector("#retry >> text=Play something better")
    page.wait_for_function("""() => { const box = document.querySelector('#retry').getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight; }""")       # what is asked is in view
    shown = {each["ply"]: each for frame in seen.frames if frame.get("review") for each in frame["review"]["decisions"]}
    mistake = shown[int(re.findall(r"ply=(\d+)", page.url)[0])]
    known = [mistake["best"]["move"], mistake["played"]["move"]]
    page.click("summary:has-text('All moves')")
    moves = page.eval_on_selector_all(".moves [data-move]", "all => all.map((node) => node.dataset.move)")
    others = [move for move in moves if move not in known]
    verdicts = "#retry >> text=/Not yet|Better|As good|That is the best|That is what was played/"
    for move in [*known, others[0], others[-1], others[len(others) // 2]]:
        page.click(f".moves [data-move='{move}']")
        page.wait_for_selector(verdicts)
        assert page.query_selector(".lines tbody tr") is None, "the AI keeps its opinion to itself"
        said = page.inner_text("#retry p")
        page.wait_for_selector(".moves [data-move]")
        # Further than the answer: what was said stays
        page.click(".moves [data-move] >> nth=0")
        page.wait_for_selector(".path p:nth-of-type(2) .step >> nth=1")
        assert page.inner_text("#retry p") == said
        page.click("#back")
        page.wait_for_selector(".path >> text=and 1 more")
        assert page.inner_text("#retry p") == said
        page.click("#back")
        page.wait_for_selector("#retry >> text=Play something better")
    assert kept(folder, reviewed).notes == notes, "tries are no variations"
    page.click("#retry >> text=Stop")
    page.wait_for_selector(".lines tbody tr")


def test_accuracy_tells_good_play_from_bad(seen: Watched, reviewed: str) -> None:
    """Finding 18: it is measured by how hard decisions were; each seat has a share, and they
    differ."""
    page = seen.page
    begin_review(page, reviewed)
    shown = page.eval_on_selector_all(".accuracy tbody tr", "all => all.map((row) => row.cells[1].textContent)")
    reviews = [frame["review"] for frame in seen.frames if frame.get("review")]
    expected = [row["accuracy"] for row in reviews[-1]["seats"]]
    assert [float(words.removesuffix(" %")) for words in shown] == pytest.approx([100 * value for value in expected], abs=0.06)
    assert max(expected) - min(expected) > 0.05


# --- practice -----------------------------------------------------------------------------------

def test_mistakes_of_all_games_are_practised(seen: Watched, folder: Path) -> None:
    """What is found at once comes again another day; what is not, until it is."""
    page = seen.page
    path = folder / f"{kept_mistakes(folder)}.jsonl"
    record = kept(folder, path.stem)
    path.write_text(json.dumps(replace(record, seats=("human", *["random"] * 3)).to_json()) + "\n")
    found = review_beside(path, record, Budget(simulations=60))
    own = [judged for judged in found.mistakes() if judged.seat == 0]
    go(page, "#/drills", f"#drills >> text={len(own)} mistake")
    page.click("text=Begin")
    page.wait_for_selector("#retry >> text=Practice")
    page.click("#reveal")
    page.wait_for_selector("#retry >> text=Best is")
    for number, judged in enumerate(own):
        go(page, "#/games", ".games")
        go(page, f"#/study/{path.stem}?ply={judged.ply}&drill=1", "#retry >> text=Play something better")
        assert page.query_selector(".lines tbody tr") is None
        page.click("summary:has-text('All moves')")
        page.click(f".moves [data-move='{judged.best.move}']")
        page.wait_for_selector("#retry >> text=That is the best move")
        if number + 1 < len(own):
            continue
        page.click("#next-mistake")
    page.wait_for_selector("#drills >> text=That is all for now")


# --- the screen ---------------------------------------------------------------------------------

@pytest.mark.parametrize("seen", ["on its side"], indirect=True)
@pytest.mark.parametrize("board", ["hansa-45", "britannia-45"])
def test_steps_are_seen_without_scrolling_on_the_side_of_a_phone(seen: Watched, folder: Path, board: str) -> None:
    page = seen.page
    game = kept_game(folder, {"board": board, "players": 4}, ["prestige"] * 4, turns=8)
    go(page, f"#/study/{game}", ".steps-row")
    for button in ("first", "back", "on", "play", "last"):
        box = page.query_selector(f"#{button}").bounding_box()
        assert box["y"] + box["height"] <= 390 and box["x"] + box["width"] <= 844, (button, box)


def test_a_menu_of_the_study_says_what_moves_bring(seen: Watched, folder: Path) -> None:
    """Only a game's menus did; also in a variation, where the position is none of the game."""
    page = seen.page
    for seed in range(1, 30):
        game = kept_game(folder, {"board": "hansa-45", "players": 4}, ["prestige"] * 4, turns=12, seed=seed)
        state = read_records(folder / f"{game}.jsonl")[0][0].replay()
        claims = [str(move) for move in state.legal_moves if str(move).startswith("claim") and outcome(state, str(move))]
        if claims:
            break
    route = claims[0].split()[1]
    go(page, f"#/study/{game}", ".spot")
    for _ in ("in the game", "in a variation"):
        page.eval_on_selector(f"[data-target='route {route}']", """node => node.dispatchEvent(
          new MouseEvent('click', {bubbles: true, clientX: 300, clientY: 300}))""")
        page.wait_for_selector(".menu .outcome")
        assert page.inner_text(f".menu [data-move='claim {route}']").startswith("Claim")
        assert "no reward" in page.inner_text(f".menu [data-move='claim {route}']")
        page.keyboard.press("Escape")
        if "Variation" in page.inner_text(".path"):
            continue
        place = next(str(move) for move in state.legal_moves if str(move).startswith("place t") and route not in str(move))
        page.click("summary:has-text('All moves')")
        page.click(f".moves [data-move='{place}']")
        page.wait_for_selector(".path >> text=/ariation/")


def test_nothing_lies_below_the_window_of_a_desk(seen: Watched, folder: Path, reviewed: str) -> None:
    """Words that are only read aloud once made the page three windows high."""
    page = seen.page
    begin_review(page, reviewed)
    page.wait_for_selector(".tree [aria-current=step]")
    height = "() => document.scrollingElement.scrollHeight - innerHeight"
    assert page.evaluate(height) <= 0
    game = kept_game(folder, {"board": "hansa-45", "players": 4}, ["human", *["prestige"] * 3], turns=24, seed=4)
    go(page, f"#/game/{game}", ".spot")
    assert page.evaluate(height) <= 0
