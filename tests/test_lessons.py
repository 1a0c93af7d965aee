"""The lessons: every one can be begun and finished, says something of what people try, and cites
rules that there are."""

from __future__ import annotations

import re

import pytest

from hansa.errors import MoveError
from hansa.games import GAMES
from hansa.languages import language
from hansa.lessons import Lesson, NoSuchLesson, lessons
from hansa.lessons.lesson import OTHERWISE
from hansa.rules_page import rules_page
from tests.golden_lessons import FOLDER, file_of, text

ALL = [pytest.param(lesson, id=f"{game}: {lesson.title}") for game in GAMES for lesson in lessons(game)]


def solution(lesson: Lesson) -> list[str]:
    """The right moves of a lesson, one for each task."""
    done: list[str] = []
    while (progress := lesson.at(done)).task is not None:
        task = progress.task
        done.append(next(move for move in map(str, progress.state.legal_moves) if task.answer_to(move).right))
    return done


@pytest.mark.parametrize("lesson", ALL)
def test_every_lesson_comes_to_its_end(lesson: Lesson) -> None:
    done = solution(lesson)
    assert len(done) == len(lesson.tasks) > 0
    end = lesson.at(done)
    assert end.task is None and end.said is not None and end.said.right and end.done == tuple(done)
    assert lesson.at([*done, "end"]).done == end.done, "moves after the end change nothing"


@pytest.mark.parametrize("lesson", ALL)
def test_every_answer_is_given_to_some_legal_move(lesson: Lesson) -> None:
    done = solution(lesson)
    for number, task in enumerate(lesson.tasks):
        state = lesson.at(done[:number]).state
        given = {task.answer_to(str(move)) for move in state.legal_moves}
        assert not [answer.moves for answer in task.answers if answer not in given]
        assert any(answer.right for answer in given)
        assert state.to_move == 0, "the learner decides"


@pytest.mark.parametrize("lesson", ALL)
def test_a_wrong_move_is_explained_and_changes_nothing(lesson: Lesson) -> None:
    progress = lesson.at([])
    assert progress.task is not None and progress.said is None
    wrong = [str(move) for move in progress.state.legal_moves if not progress.task.answer_to(str(move)).right]
    for move in wrong[:3]:
        after = lesson.at([move])
        assert after.said is not None and not after.said.right and after.said.says
        assert after.done == () and after.state == progress.state
    if not wrong:
        assert len(progress.state.legal_moves) == 1


@pytest.mark.parametrize("lesson", ALL)
def test_the_rules_that_are_cited_exist(lesson: Lesson) -> None:
    texts = [lesson.text, *(answer.says for task in lesson.tasks for answer in task.answers)]
    cited = re.findall(r"\b[TH]\d+\b", " ".join(texts))
    assert cited, "a lesson names its rules"
    for number in cited:
        assert rules_page().find(number)


@pytest.mark.parametrize("lesson", ALL)
def test_every_text_is_told_in_german_too(lesson: Lesson) -> None:
    texts = [lesson.title, lesson.text, *(task.asks for task in lesson.tasks),
             *(answer.says for task in lesson.tasks for answer in task.answers)]
    assert [text for text in texts if language("de").tell(text) == text] == []


def test_what_no_answer_fits_is_answered_all_the_same() -> None:
    said = lessons("teutonica")[0].at(["income 1t"]).said
    assert said is not None and said.says == OTHERWISE and not said.right


def test_a_move_that_is_not_legal_is_an_error() -> None:
    with pytest.raises(MoveError, match="T20"):
        lessons("teutonica")[0].at(["claim GOT-QUE"])


def test_the_same_position_each_time() -> None:
    for game in GAMES:
        for lesson in lessons(game):
            assert lesson.start.state() == lesson.start.state()


def test_there_are_lessons_for_every_game_and_no_other() -> None:
    assert all(len(lessons(game)) >= 6 for game in GAMES)
    with pytest.raises(NoSuchLesson, match="no lessons for 'chess'"):
        lessons("chess")


@pytest.mark.parametrize("game", GAMES)
def test_lessons_are_those_that_were_reviewed(game: str) -> None:
    """If a change is meant: `python -m tests.golden_lessons`, and read the diff."""
    assert {*FOLDER.iterdir()} == set(map(file_of, GAMES))
    assert text(game).splitlines() == file_of(game).read_text(encoding="utf-8").splitlines()
