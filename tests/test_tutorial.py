"""`hansa tutorial`: every lesson can be played to its end on the terminal, mistakes are explained,
and it can be continued later."""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

import pytest

from hansa.cli import main
from hansa.cli.tutorial import Bookmark, Place, Tutorial
from hansa.games import GAMES
from hansa.lessons import lessons
from tests.terminal import Terminal
from tests.test_lessons import solution
from tests.test_screens import Sized


class Typing(Protocol):
    """Runs `hansa tutorial` with typed lines, and returns what was printed."""

    def __call__(self, lines: Iterable[str], *words: str, code: int = 0) -> str: ...


FIRST = lessons("teutonica")[0]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are kept, and where one is in the lessons."""
    monkeypatch.setenv("HANSA_GAMES", str(tmp_path / "games"))
    return tmp_path / "games"


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typing:
    """Runs the command with typed input, and returns what was printed; at the end the input
    is closed."""

    def run(lines: Iterable[str], *words: str, code: int = 0) -> str:
        lines = iter(lines)

        def answer(question: str) -> str:
            print(question, end="")
            line = next(lines, None)
            if line is None:
                raise EOFError
            if line == "^C":
                raise KeyboardInterrupt
            return line

        monkeypatch.setattr(builtins, "input", answer)
        assert main(["tutorial", *words]) == code
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_is_played_to_its_end(game: str, typing: Typing) -> None:
    typed = [line for lesson in lessons(game) for line in (*solution(lesson), "")]
    out = typing(typed, "--game", game)
    flag = "" if game == "teutonica" else f" --game {game}"
    assert out.splitlines()[-1].endswith(f"> you know the game; play it: hansa play{flag}")
    for number, lesson in enumerate(lessons(game), 1):
        assert f"Lesson {number} of {len(lessons(game))}: {lesson.title}" in out
    assert out.count("Enter continues with lesson") == len(lessons(game)) - 1 and "last lesson" in out


def test_a_wrong_move_is_explained_and_the_task_stays(typing: Typing) -> None:
    right, wrong = FIRST.tasks[0].answers[:2]
    out = typing(["m got que", "place t got que", "q"])
    flat = " ".join(out.split())
    assert flat.index(wrong.says) < flat.index(right.says) < flat.index(FIRST.tasks[1].asks)
    assert flat.count(FIRST.tasks[0].asks) == 1


def test_one_goes_on_where_one_was(folder: Path, typing: Typing) -> None:
    out = typing(["t got que", "exit"])
    assert out.splitlines()[-1] == "lesson 1> you are at lesson 1 of 12; continue with: hansa tutorial"
    out = " ".join(typing([]).split())
    assert FIRST.tasks[1].asks in out and FIRST.tasks[0].asks not in out
    typing(["lessons 3", "quit"])
    assert "Lesson 3 of 12" in typing([])
    assert "Lesson 5 of 12" in typing([], "5")
    assert [path.name for path in folder.iterdir()] == ["tutorial.json"]


def test_each_game_has_its_own_place(typing: Typing) -> None:
    typing(["lessons 2"])
    out = typing(["lessons 4"], "--game", "hansa2004")
    assert "continue with: hansa tutorial --game hansa2004" in out
    assert "Lesson 4 of" in typing([])     # the game that was last
    assert "Lesson 2 of 12" in typing([], "--game", "teutonica")


def test_ctrl_c_says_how_to_go_on(typing: Typing) -> None:
    out = typing(["t got que", "^C"], code=130)
    assert out.splitlines()[-1] == "you are at lesson 1 of 12; continue with: hansa tutorial"


def test_words_lead_through_the_lessons(typing: Typing) -> None:
    out = typing(["hint", "next", "back", "back", "t got que", "back", "lessons", "help", "moves income", "rules T20",
                  "nonsense", "lessons 99", "legend", "map", "quit"])
    shown = [line.split(":")[0] for line in out.splitlines() if line.startswith("Lesson ")]
    # And the map word shows it again
    assert shown == [f"Lesson {number} of 12" for number in (1, 2, 1, 1, 1, 1)]
    assert "type: place t GOT-QUE" in out and "T20" in out and "there is no lesson 99" in out and ">" in out
    assert "nonsense" in out and "trader" in out


def test_a_lesson_that_is_done_waits_for_enter(typing: Typing) -> None:
    out = typing([*solution(FIRST), "end", "hint", "", "q"])
    assert out.count("this lesson is done; Enter continues") == 2 and "Lesson 2 of 12" in out


def test_lessons_are_listed(typing: Typing) -> None:
    typing(["lessons 2"])
    lines = typing([], "--list").splitlines()
    assert lines[0] == "Hansa Teutonica" and lines[1] == "  1 Place a piece" and lines[2].startswith("> 2 ")
    assert len(lines) == 1 + len(lessons("teutonica"))


@pytest.mark.parametrize(("words", "message"), [
    ("99", "there is no lesson 99 of Hansa Teutonica; they are 1 to 12"), ("0", "must be 1 or more"),
    ("--game chess", "unknown game 'chess'"),
])
def test_tutorial_mistakes_are_one_line(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tutorial", *words.split()]) == 2
    err = capsys.readouterr().err
    assert message in err and err.count("\n") == 1


@pytest.mark.parametrize("kept", [
    "", "[]", '{"teutonica": 3}', '{"teutonica": {"lesson": 99, "moves": []}}', '{"chess": {"lesson": 1, "moves": []}}',
    '{"teutonica": {"lesson": 1, "moves": ["place t NOWHERE"]}}',
])
def test_a_bookmark_that_cannot_be_read_begins_anew(kept: str, folder: Path, typing: Typing) -> None:
    folder.mkdir()
    (folder / "tutorial.json").write_text(kept)
    assert "Lesson 1 of 12" in typing(["t got que"])
    assert json.loads((folder / "tutorial.json").read_text())["teutonica"]["moves"] == ["place t GOT-QUE"]


def test_what_cannot_be_kept_is_said_and_the_lesson_goes_on(
    tmp_path: Path, typing: Typing, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("hansa.cli.tutorial.warn", told.append)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HANSA_GAMES", str(tmp_path / "file" / "games"))
    assert FIRST.tasks[1].asks in " ".join(typing(["t got que"]).split())
    assert {*told} == {"where you are is not kept: Not a directory"}


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30), (140, 45)])
@pytest.mark.parametrize("game", GAMES)
def test_map_text_and_task_fit_the_screen(
    game: str, width: int, height: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = []

    def enter(question: str) -> str:
        pages.append(capsys.readouterr().out)
        return ""

    monkeypatch.setattr(builtins, "input", enter)
    for number in range(1, len(lessons(game)) + 1):
        Tutorial(Place(game, number), Bookmark(tmp_path / "x"), Sized(width, height)).show()
        pages.append(capsys.readouterr().out)
        assert pages[-1].splitlines()[-1].strip() and "\n> " in pages[-1]
    for page in pages:
        lines = page.splitlines()
        assert len(lines) < height and max(map(len, lines)) <= width, page
    assert len(pages) <= len(lessons(game)) * (2 if height == 24 else 1)


def test_it_is_taught_on_a_terminal() -> None:
    with Terminal("tutorial", columns=80, lines=24) as terminal:
        assert "You are Red" in terminal.wait_for(r"shows the board> $")
        assert "Place a trader" in terminal.say("", r"lesson 1> $")
        assert "Place a second trader" in terminal.say("t got que", r"lesson 1> $")
        assert "\x1b[" in terminal.raw.decode()
        terminal.type("quit")
        assert terminal.end() == 0


def test_a_move_typed_instead_of_enter_is_played() -> None:
    with Terminal("tutorial", columns=80, lines=24) as terminal:
        terminal.wait_for(r"shows the board> $")
        assert "Place a second trader" in terminal.say("t got que", r"lesson 1> $")
