"""Exercises: the drills of `hansa drill` on the page; both keep one score."""

from __future__ import annotations

import time

from hansa.drills.collection import shipped_drills
from hansa.drills.drill import GRADES, Drill
from hansa.drills.practice import Attempt, Practice, practice_path
from hansa.languages import Language
from hansa.phrases import say
from hansa.table.drilling import best_plan, verdict
from hansa.views.svg import drawing_of
from hansa.web.hints import area
from hansa.web.school_answers import ExerciseSet, ExerciseSolved, PracticeScore
from hansa.web.seat_checks import ServerError
from hansa.web.shown_position import position_json


def exercise(grade: int | None, name: str | None, language: Language) -> ExerciseSet:
    """The one of that name, or the next that practice wants."""
    practice = Practice(practice_path())
    drills = [drill for drill in shipped_drills() if grade in (None, drill.grade)]
    if not drills:
        raise ServerError(say("there are no exercises of grade {grade}", grade=grade))
    drill = practice.next(drills, time.time()) if name is None else named(name)
    state = drill.state()
    shown = drawing_of(state)
    hint = area(shown.targets(drill.best), shown.label)
    return ExerciseSet(
        name=drill.name, grade=drill.grade, grades=GRADES, seat=drill.seat, hint=language.tell(hint),
        score=score_of(practice), position=position_json(state, drill.seat, language, asked=True))


def solve(name: str, move: str, language: Language) -> ExerciseSolved:
    """What is said of an answer; it is noted before that."""
    drill = named(name)
    state = drill.state()
    answer = drill.answer(state.parse(move))
    practice = Practice(practice_path())
    practice.note(Attempt(drill.name, drill.grade, answer.right, time.time()))
    shown = drawing_of(state)
    return ExerciseSolved(
        right=answer.right, said=tuple(map(language.tell, [verdict(drill, answer, shown.wish), *best_plan(drill, shown.wish)])),
        best=drill.best, words=language.tell(shown.wish(drill.best)), targets=tuple(shown.targets(drill.best)),
        score=score_of(practice))


def named(name: str) -> Drill:
    """The exercise of a name."""
    found = next((drill for drill in shipped_drills() if drill.name == name), None)
    if found is None:
        raise ServerError(say("there is no exercise {name}", name=repr(name)))
    return found


def score_of(practice: Practice) -> PracticeScore:
    """How well all were answered."""
    score, drills = practice.score, shipped_drills()
    due = set(practice.due(time.time())) & {drill.name for drill in drills}
    return PracticeScore(
        rating=score.rating, answered=score.answered, right=score.right, streak=score.streak, due=len(due),
        exercises=len(drills))
