"""Requests of those who learn: rules, lessons, how a game came to its end."""

from __future__ import annotations

import asyncio

from hansa.phrases import say
from hansa.state import State
from hansa.web import drills, exercises, teaching
from hansa.web.browser import Browser
from hansa.web.exploring import explored
from hansa.web.requests import Course, Drill, Drills, Exercise, Explore, Lesson, Lessons, Rules, Solve
from hansa.web.school_answers import (
    CourseFound,
    DrillFound,
    DrillList,
    ExerciseSet,
    ExerciseSolved,
    LessonList,
    LessonShown,
    PositionExplored,
    RulesFound,
    RulesOverview,
)
from hansa.web.seat_checks import ServerError


class School(Browser):
    """At the page's school."""

    async def rules(self, request: Rules) -> RulesFound | RulesOverview:
        """Rules by number or in words."""
        return teaching.rules(request.game, request.asked, self.language)

    async def course(self, request: Course) -> CourseFound:
        """The points of every seat over a game that is over."""
        table = self._may_open(request.game)
        if not table.session.state.over:
            raise ServerError(say("the game is not over yet"))
        return CourseFound(course=await asyncio.to_thread(teaching.course, table.session))

    async def drills(self, request: Drills) -> DrillList:
        """The mistakes of people, over all games."""
        self._host()
        return DrillList(drills=await asyncio.to_thread(drills.drills, self._server.tables.folder))

    async def drill(self, request: Drill) -> DrillFound:
        """One of them."""
        self._host()
        path = self._server.tables.path(request.game)
        return DrillFound(judgement=await asyncio.to_thread(drills.drill, path, request.ply, self.language))

    async def exercise(self, request: Exercise) -> ExerciseSet:
        """A position with one clearly best plan."""
        self._host()
        return await asyncio.to_thread(exercises.exercise, request.grade, request.name, self.language)

    async def solve(self, request: Solve) -> ExerciseSolved:
        """An answer to it, which is graded."""
        self._host()
        return await asyncio.to_thread(exercises.solve, request.name, request.move, self.language)

    async def explore(self, request: Explore) -> PositionExplored:
        """What strong players played in a position."""
        self._may_ask_the_ai()
        return await asyncio.to_thread(explored, self._after(request), self.language, self._before(request))

    def _before(self, request: Explore) -> list[tuple[int, State]]:
        """The positions of the game before that of a request, the latest first."""
        if request.game is None or request.state is not None:
            return []
        session = self._may_open(request.game).session
        ply = session.plies if request.ply is None else request.ply
        return [(earlier, session.position(earlier)) for earlier in reversed(range(ply + bool(request.moves)))]

    async def lessons(self, request: Lessons) -> LessonList:
        """The games that are taught, and the titles of their lessons."""
        return LessonList(games=teaching.games(self.language))

    async def lesson(self, request: Lesson) -> LessonShown:
        """A lesson after some moves."""
        return teaching.shown_lesson(request.game, request.number, list(request.moves), self.language)
