"""Searches for one browser: live analysis, reviews and questions, in threads, one after another, ended when asked."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hansa.errors import HansaError
from hansa.logs import fault
from hansa.record import Record
from hansa.review import judge
from hansa.review_file import review_beside
from hansa.state import State
from hansa.thinking import Budget, Thinker, Thought, fitted_thinker
from hansa.views.svg import drawing_of
from hansa.views.svg.contract import PositionDrawing
from hansa.web.asking import wish

LOG = logging.getLogger(__name__)
Json = dict[str, Any]
Push = Callable[[Json], Coroutine[Any, Any, None]]
REPORT_SECONDS = 0.1
LONGEST_SECONDS = 600.0
MOST_LINES = 20
MEMORY = 128            # megabytes a browser's search may remember
WHY_SIMULATIONS = 2000
REVIEW_SIMULATIONS = 400


@dataclass
class Searches:
    """How many searches the server runs at once, and on how many threads each."""

    at_once: asyncio.Semaphore
    threads: int


class Live:
    """The search of one browser. A new one ends the one before it."""

    def __init__(self, searches: Searches, push: Push) -> None:
        self._searches = searches
        self._push = push
        self._thinker: Thinker | None = None
        self._stop = threading.Event()
        self._task: asyncio.Task[None] | None = None
        self._waits = False     # for the searches of others

    async def end(self) -> None:
        """Ends what is running, and waits for it: a moment."""
        self._stop.set()
        if self._task is not None:
            if self._waits:
                self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._task = None

    async def forget(self) -> None:
        """Ends what is running, and gives back the memory of what was found."""
        await self.end()
        self._thinker = None

    async def _begin(self, work: Callable[[threading.Event, Callable[[Json], None]], Json], name: str, mark: object) -> None:
        await self.end()
        self._stop, self._waits = threading.Event(), True
        self._task = asyncio.create_task(self._run(work, self._stop, name, mark))

    async def _run(
        self, work: Callable[[threading.Event, Callable[[Json], None]], Json], stop: threading.Event, name: str, mark: object,
    ) -> None:
        loop = asyncio.get_running_loop()

        def report(facts: Json) -> None:        # called in the thread of the search
            if not stop.is_set():
                asyncio.run_coroutine_threadsafe(self._push({"push": name, "mark": mark, "done": False, **facts}), loop)

        if self._searches.at_once.locked():
            await self._push({"push": name, "mark": mark, "done": False, "waiting": True})
        async with self._searches.at_once:
            self._waits = False
            if stop.is_set():
                return
            try:
                facts = await asyncio.to_thread(work, stop, report)
            except HansaError as error:
                facts = {"error": str(error)[:300]}
            except Exception as error:      # a fault of ours must reach the page as words, not end the connection
                facts = {"error": fault(LOG, error, f"a search for {name!r}", "in the log of this server")[:300]}
        await self._push({"push": name, "mark": mark, "done": True, **facts})

    async def analyse(self, state: State, seconds: float, lines: int, mark: object) -> None:
        """The best lines of a position, reported while they are found."""
        if self._thinker is None:
            self._thinker = fitted_thinker(threads=self._searches.threads, memory=MEMORY)
        thinker, shown = self._thinker, drawing_of(state)

        def work(stop: threading.Event, report: Callable[[Json], None]) -> Json:
            thought = thinker.think(
                state, Budget(seconds=min(seconds, LONGEST_SECONDS)), lines=min(lines, MOST_LINES), stop=stop,
                every=REPORT_SECONDS, report=lambda thought: report({"thought": thought_json(shown, thought)}))
            return {"thought": thought_json(shown, thought)}

        await self._begin(work, "thought", mark)

    async def why(self, state: State, move: str, mark: object) -> None:
        """A move beside the best one."""

        def work(stop: threading.Event, report: Callable[[Json], None]) -> Json:
            judged = judge(state, state.parse(move), Budget(simulations=WHY_SIMULATIONS), stop=stop)
            return {"judgement": judged.to_json()}

        await self._begin(work, "why", mark)

    async def review(self, path: Path, record: Record, mark: object) -> None:
        """Every decision of a game, kept beside its record."""

        def work(stop: threading.Event, report: Callable[[Json], None]) -> Json:
            found = review_beside(
                path, record, Budget(simulations=REVIEW_SIMULATIONS), threads=self._searches.threads, stop=stop,
                report=lambda judged, done, todo: report({"progress": [done, todo]}))
            return {"review": found.to_json()}

        await self._begin(work, "review", mark)


def thought_json(shown: PositionDrawing, thought: Thought) -> Json:
    """What a search has found, with words and targets for the page."""
    data = thought.to_json()
    for line in data["lines"]:
        line["words"], line["targets"] = wish(shown, line["move"]), shown.targets(line["move"])
    return data
