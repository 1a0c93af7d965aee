"""Reasons in plans, and reviews to be printed: words against positions with known answers."""

from __future__ import annotations

import contextlib
import io
import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hansa.annotations import Note
from hansa.cli import main
from hansa.cli.review import print_curve, print_mistakes, print_seats
from hansa.cli.screen import Screen
from hansa.judgement import Judgement, Look, Way
from hansa.languages import ENGLISH
from hansa.notation import read_position
from hansa.notation.review_report import entry_lines, html_report, markdown_report
from hansa.phrases import say
from hansa.record import Record, append_record
from hansa.review import Review
from hansa.table.plans import allowed_by, plan_of, repeated
from hansa.views.svg import svg

HEAD = "hansa-23, 3 players; turn: red, 2 actions; "


@pytest.mark.parametrize(("position", "line", "plan"), [
    ("HAM-LUB: rr", ["0 place t HAM-LUB", "0 claim HAM-LUB develop bank", "0 end"],
     "places a trader on Hamburg-Lübeck, then claims Hamburg-Lübeck to develop bank to 5"),
    ("HAM-LUB: r", ["0 place t HAM-LUB", "0 place t HAM-LUB", "0 end", "1 end", "2 end", "0 claim HAM-LUB office LUB"],
     "places a trader on Hamburg-Lübeck (twice); later it claims Hamburg-Lübeck for an office in Lübeck; "
     "prestige Red +1"),
    ("HAM-LUB: r", ["0 income 3t", "0 end", "1 displace 0t HAM-LUB with t pay t", "0 done"],
     "takes 3 traders from the stock; afterwards Green probably displaces Red's trader on Hamburg-Lübeck by a trader, "
     "paying a trader"),
    # Nothing hostile
    ("HAM-LUB: r", ["0 income 3t", "0 end", "1 place t BRE-HAM"], "takes 3 traders from the stock"),
    ("HAM-LUB: r", ["0 income 3t", "0 end", "1 end", "2 end", "0 place t BRE-HAM"], "takes 3 traders from the stock"),
    ("HAM-LUB: r", ["1 income 3t"], ""),        # not the mover
    ("HAM-LUB: r", ["0 end"], ""),
    ("HAM-LUB: r", [], ""),
    # Cannot be played on
    ("HAM-LUB: r", ["0 income 3t", "0 claim HAM-LUB"], "takes 3 traders from the stock"),
])
def test_a_plan_says_what_comes_first_what_answers_and_what_it_leads_to(position: str, line: list[str], plan: str) -> None:
    found = ENGLISH.tell(plan_of(read_position(HEAD + position), line, 0))
    assert found == plan


def test_a_plan_names_four_steps_at_most() -> None:
    state = read_position("hansa-23, 3 players; turn: red, 5 actions; red: actions 5, supply 7t")
    steps = [f"0 place t {route}" for route in ("HAM-LUB", "HAM-LUN", "HAM-STA", "BRE-HAM", "ARN-DUI")]
    said = ENGLISH.tell(plan_of(state, steps, 0))
    assert said.count(", then ") == 3 and "Bremen" in said and "Arnheim" not in said


def test_only_what_is_aimed_at_the_player_is_allowed_by_a_move() -> None:
    state = read_position(HEAD + "HAM-LUB: r; GOT-QUE: b")
    assert allowed_by(state, ["0 end", "1 displace 2t GOT-QUE with t pay t"], 0) == ""
    assert "Red's trader" in ENGLISH.tell(allowed_by(state, ["0 end", "1 displace 0t HAM-LUB with t pay t"], 0))


GOLDEN = Path(__file__).parent / "golden"
GAME = Record(
    setup={"board": "hansa-23", "players": 3}, seed=5, moves=("0 end", "1 place t HAM-LUB", "1 end"), end="interrupted",
    id="<b>ours</b>", seats=("Ada", "Ben & Co", "Cleo"), notes=(Note(0, comment="hm"),))


def reviewed() -> Review:
    """One proven blunder, one mistake, one doubt."""
    def judged(ply: int, seat: int, move: str, loss: float, looks: int, proven: bool = False) -> Judgement:
        values = [0.5 - 0.1 * ply, 0.3, 0.2 + 0.1 * ply]
        best = Way("place t GOT-QUE", tuple(values), (), (f"{seat} place t GOT-QUE",) if ply else ())
        played = Way(move, tuple(value - loss * (number == seat) for number, value in enumerate(values)), (), ())
        return Judgement(ply, seat, 9, played, best, 0.1, (Look(9, loss, 0.001),) * looks, proven)

    return Review(3, 3, (
        judged(0, 0, "end", 0.2, 1, True), judged(1, 1, "place t HAM-LUB", 0.1, 2), judged(2, 1, "end", 0.1, 1)), None)


def test_the_report_names_mistakes_with_plans_and_positions() -> None:
    text = markdown_report(reviewed(), GAME)
    assert "| Red (Ada) | 25% | 1 | 1 | 0 | 0 | 0 | 0 | 0 |" in text
    assert "### Move 1, Red (Ada): blunder" in text and "It cost 20.0% of the win (proven)." in text
    assert "### Move 2, Green (Ben & Co): mistake" in text and "(between 9.8 and 10.2 %)" in text
    assert "Red places a trader on Göttingen-Quedlinburg." in text
    assert "\n1 more decision may have cost something" in text and "Move 3" not in text
    two = replace(reviewed(), judgements=(*reviewed().judgements, replace(reviewed().judgements[2], ply=2)))
    assert "\n2 more decisions may have cost something" in markdown_report(two, GAME)
    positions = re.findall(r"```\n(.*)\n```", text)
    assert [read_position(each) for each in positions] == [GAME.replay(0), GAME.replay(1)]


def test_the_report_says_what_the_played_move_allows_and_not_what_the_best_one_does() -> None:
    state = read_position("hansa-23, 3 players; turn: red, 1 action; HAM-LUB: r; DUI-ARN: r")
    lines = {route: ("0 end", f"1 displace 0t {route} with t pay t") for route in ("HAM-LUB", "ARN-DUI")}
    played, best = (Way(move, (share, 0.2, 0.3), (), lines[route]) for move, share, route in (
        ("end", 0.3, "HAM-LUB"), ("income 1t", 0.5, "ARN-DUI")))
    said = list(map(ENGLISH.tell, entry_lines(Judgement(0, 0, 9, played, best, 0.1, (), True), state)))
    assert [line for line in said if "allows" in line] == [
        "What was played allows this: Green displaces Red's trader on Hamburg-Lübeck by a trader, paying a trader."]


def without_maps(page: str) -> str:
    """A page of a review with its maps left out, an element a line: what is drawn has tests of its
    own."""
    bare = re.sub(r'<svg(?=[^>]*class="hansa-map").*?</svg>', "[map]", page, flags=re.DOTALL)
    return re.sub(r"(?<=>)(?=<)", "\n", bare)


def test_the_reports_are_those_that_were_read() -> None:
    """Every number, name and point of the graph.

    If a change is meant: `python -m tests.test_plans`, and read the diff.
    """
    for name, text in reports().items():
        assert text.splitlines() == (GOLDEN / name).read_text(encoding="utf-8").splitlines(), name


def printed() -> str:
    """What `hansa review` prints of this review, with all of its mistakes and with the worst one
    only."""
    output, screen = io.StringIO(), Screen(plain=True)
    with contextlib.redirect_stdout(output):
        print_seats(reviewed(), GAME, screen)
        print_curve(reviewed(), screen)
        for most in (2, 1):
            print_mistakes(reviewed(), GAME, most, screen)
        print_mistakes(replace(reviewed(), judgements=reviewed().judgements[2:]), GAME, 1, screen)
    return output.getvalue()


def reports() -> dict[str, str]:
    """What belongs into the golden files."""
    found = reviewed()
    return {
        "report.md": markdown_report(found, GAME), "report.html": without_maps(html_report(found, GAME)),
        "report.txt": printed(),
    }


def test_the_page_is_whole_safe_and_drawn() -> None:
    page = html_report(reviewed(), GAME)
    assert "<b>ours" not in page and "&lt;b&gt;ours" in page and "Ben &amp; Co" in page
    assert svg(GAME.replay(1), arrows=["place t HAM-LUB"]) in page, "the map shows what was played"
    assert page.count('class="hansa-map"') == 2 and page.count("<polyline") >= 3
    assert not re.search(r'(?:src|href)="https?:', page), "it needs nothing else"
    body = page[page.index("<body>"): page.index("</body>")] + "</body>"
    ElementTree.fromstring(body)        # every element is closed


def test_the_command_writes_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, page, text = (tmp_path / name for name in ("game.jsonl", "review.html", "review.md"))
    append_record(game, GAME)
    arguments = ["review", str(game), "--simulations", "30", "--threads", "1", "--html", str(page), "--markdown", str(text)]
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["version"] == 2
    assert page.read_text().startswith("<!doctype html>") and text.read_text().startswith("# Review of")
    assert main(arguments) == 2 and "exists already" in capsys.readouterr().err


if __name__ == "__main__":
    for name, text in reports().items():
        (GOLDEN / name).write_text(text, encoding="utf-8")


def test_what_is_repeated_is_told_once_and_counted() -> None:
    moves = [say("goes"), say("sits"), say("goes"), say("stands"), say("sits"), say("goes")]
    assert repeated(iter(moves)) == ["goes (3 times)", "sits (twice)", "stands"]
