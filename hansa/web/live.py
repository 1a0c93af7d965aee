"""Searches for one browser: lines of a position, reviews, and why a move is worse; in threads,
until they are ended.

There is one search of each sort at a time: a new one ends the one before it. Which browser may
search now is decided by `hansa/web/search_turns.py`: searches that take minutes pause every few
seconds for people who wait, and continue later.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hansa.errors import HansaError
from hansa.json_lines import Json
from hansa.languages import Language
from hansa.logs import fault
from hansa.messages import message_json
from hansa.record import Record
from hansa.review import Judgement, judge
from hansa.review_file import review_beside
from hansa.state import State
from hansa.thinking import Budget, Thinker, Thought, fitted_thinker
from hansa.views.svg import drawing_of
from hansa.views.svg.contract import PositionDrawing
from hansa.web.hints import hint, reasons
from hansa.web.pushes import push_json
from hansa.web.search_turns import SearchTurns
from hansa.web.shown_moves import told_line

LOG = logging.getLogger(__name__)
Push = Callable[[Json], Coroutine[Any, Any, None]]
Report = Callable[[Json], None]

REPORT_SECONDS = 0.1
LONGEST_SECONDS = 600.0
SHARE_SECONDS = 2.0     # after so long a search makes room for those who wait
MOST_LINES = 20
MEMORY = 128            # megabytes a browser's search may remember
WHY_SIMULATIONS = 2000
HINT_SIMULATIONS = 2000
REVIEW_SIMULATIONS = 400
# How many moves that follow each line are told in words, the best line first; it takes time to tell
# them.
LINE_MOVES = (5, 3, 3, 2, 2)


@dataclass
class Searches:
    """Who may search when, and on how many threads."""

    turns: SearchTurns
    threads: int


@dataclass
class Job:
    """One search: `stop` ends it, `pause` only its present turn."""

    stop: threading.Event = field(default_factory=threading.Event)
    pause: threading.Event = field(default_factory=threading.Event)
    task: asyncio.Task[None] | None = None
    waits: bool = False         # for the searches of others
    report: Report = field(default=lambda facts: None)

    def end(self) -> None:
        """Ends it, now or as soon as its thread looks."""
        self.stop.set()
        self.pause.set()
        if self.waits and self.task is not None:
            self.task.cancel()


# Works for one turn, in a thread; says what is known then, and whether there is nothing more to do.
Work = Callable[[Job], tuple[Json, bool]]


class Live:
    """The searches of one browser."""

    def __init__(self, searches: Searches, push: Push) -> None:
        self._searches = searches
        self._push = push
        self._thinker: Thinker | None = None
        self._jobs: dict[str, Job] = {}
        self.person: Hashable = None        # whose browser it is: people take turns, not tabs

    async def end(self, name: str | None = None) -> None:
        """Ends what is running (of one sort), and waits for it: a moment."""
        jobs = [self._jobs.pop(sort) for sort in list(self._jobs) if name in (None, sort)]
        for job in jobs:
            job.end()
        await asyncio.gather(*(job.task for job in jobs if job.task is not None), return_exceptions=True)

    async def forget(self) -> None:
        """Ends everything, and gives back the memory of what was found."""
        await self.end()
        self._thinker = None

    async def _begin(self, work: Work, name: str, mark: object) -> None:
        await self.end(name)
        job = self._jobs[name] = Job()
        job.task = asyncio.create_task(self._run(work, job, name, mark))

    async def _run(self, work: Work, job: Job, name: str, mark: object) -> None:
        loop, turns = asyncio.get_running_loop(), self._searches.turns

        async def push(facts: Json, *, done: bool = False) -> None:
            await self._push(push_json(name, mark=mark, done=done, **facts))

        def report(facts: Json) -> None:        # called in the thread of the search
            if turns.wanted and time.monotonic() - began > SHARE_SECONDS:
                job.pause.set()
            if not job.stop.is_set():
                asyncio.run_coroutine_threadsafe(push(facts), loop)

        job.report = report
        finished = False
        facts: Json = {}
        while not finished:
            job.waits = True
            if job.stop.is_set():       # before it has begun
                return
            if turns.busy:
                await push({"waiting": True})
            async with turns.turn(self.person):
                job.waits = False
                if job.stop.is_set():
                    return
                job.pause.clear()
                began = time.monotonic()
                try:
                    facts, finished = await asyncio.to_thread(work, job)
                except HansaError as error:
                    facts, finished = {"error": str(error)[:300]}, True
                # A fault of ours must reach the page as words, not end the connection.
                except Exception as error:
                    said = fault(LOG, error, f"a search for {name!r}", "in the log of this server")
                    facts, finished = {"error": said[:300]}, True
            finished = finished or job.stop.is_set()
        await push(facts, done=True)

    async def analyse(self, state: State, seconds: float, lines: int, mark: object, language: Language) -> None:
        """The best lines of a position, reported while they are found."""
        await self.end("thought")       # its thinker is free then
        if self._thinker is None:
            self._thinker = fitted_thinker(threads=self._searches.threads, memory=MEMORY)
        thinker, shown = self._thinker, drawing_of(state)
        most, spent = min(seconds, LONGEST_SECONDS), 0.0

        def facts(thought: Thought) -> Json:
            return {"thought": thought_json(state, shown, thought, language, spent)}

        def work(job: Job) -> tuple[Json, bool]:
            nonlocal spent
            began = time.monotonic()
            thought = thinker.think(
                state, Budget(seconds=most - spent), lines=min(lines, MOST_LINES), stop=job.pause, every=REPORT_SECONDS,
                report=lambda thought: job.report(facts(thought)))
            found = facts(thought)
            spent += time.monotonic() - began
            return found, spent >= most - REPORT_SECONDS

        await self._begin(work, "thought", mark)

    async def why(self, state: State, move: str, mark: object, language: Language) -> None:
        """A move beside the best one."""

        def work(job: Job) -> tuple[Json, bool]:
            judged = judge(state, state.parse(move), Budget(simulations=WHY_SIMULATIONS), stop=job.stop)
            return {"judgement": judgement_json(judged, state, language)}, True

        await self._begin(work, "why", mark)

    async def hint(self, state: State, mark: object, language: Language) -> None:
        """What to play and why."""

        def work(job: Job) -> tuple[Json, bool]:
            # In one thread: the same hint on every machine.
            thought = fitted_thinker(memory=MEMORY).think(state, Budget(simulations=HINT_SIMULATIONS), lines=1, stop=job.stop)
            return {"hint": hint(state, thought, language)}, True

        await self._begin(work, "hint", mark)

    async def review(self, path: Path, record: Record, mark: object, language: Language) -> None:
        """Judges every decision. Judgements are kept beside the record: a pause loses nothing."""

        def work(job: Job) -> tuple[Json, bool]:
            found = review_beside(
                path, record, Budget(simulations=REVIEW_SIMULATIONS), threads=self._searches.threads, stop=job.pause,
                report=lambda judged, done, todo: job.report({"progress": [done, todo]}))
            if job.pause.is_set():
                return {}, False
            data = found.to_json()
            states = {step.ply: step.state for step in record.steps()}
            data["decisions"] = [judgement_json(judged, states[judged.ply], language) for judged in found.judgements]
            return {"review": data}, True

        await self._begin(work, "review", mark)


def thought_json(state: State, shown: PositionDrawing, thought: Thought, language: Language, spent: float = 0.0) -> Json:
    """What a search has found, with targets; the first lines continue in words."""
    data = thought.to_json()
    data["seconds"] = round(data["seconds"] + spent, 3)
    for number, line in enumerate(data["lines"]):
        line["words"], line["targets"] = language.tell(shown.wish(line["move"])), shown.targets(line["move"])
        told = line["variation"][: LINE_MOVES[number] + 1] if number < len(LINE_MOVES) else []
        line["variation"] = list(map(message_json, told_line(state, told, language)[1:]))
    return data


def judgement_json(judged: Judgement, state: State, language: Language) -> Json:
    """A judgement with its two moves in words, and what the better one is good for."""
    data, shown = judged.to_json(), drawing_of(state)
    plan = [] if judged.verdict in ("best", "good") else reasons(state, judged.best.move, judged.best.variation)
    data["plan"] = list(map(language.tell, plan))
    data["why"] = language.tell(judged.why)
    for way in (data["played"], data["best"]):
        way["words"], way["targets"] = language.tell(shown.wish(way["move"])), shown.targets(way["move"])
    return data
