"""What moves by itself at the tables: bots, chance, and the clocks of people."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from hansa.table.session import TableError
from hansa.web.table import Table

BOT_THREADS = "hansa-bot"
STAND_IN = "mcts:level=5"       # plays for a person who has no time left, or who leaves
SLOWEST = 60.0          # seconds a move when watching, at most ...
WATCHING = 0.6          # ... and at first

Keep = Callable[[Table], Awaitable[None]]                   # writes the game of a table
StandIn = Callable[[Table, int, str], Awaitable[None]]      # a bot takes a seat


class MovingTables:
    """Moves for bots and chance, a task for each table; bots think in threads."""

    def __init__(self, bots_at_once: int, keep: Keep, stand_in: StandIn) -> None:
        self.bots = ThreadPoolExecutor(bots_at_once, thread_name_prefix=BOT_THREADS)
        self._keep = keep
        self._stand_in = stand_in

    def go_on(self, table: Table) -> None:
        """Lets bots and chance move until a person is asked."""
        if table.runner is None or table.runner.done():
            table.runner = asyncio.create_task(self._run(table))

    def begin_anew(self, table: Table, *, thinking: bool = True) -> None:
        """As `go_on`, but ends a pause and, if `thinking`, a bot whose move nobody wants."""
        if table.runner is not None and not table.lock.locked() and (thinking or not table.choosing.locked()):
            table.runner.cancel()
            table.runner = None
        self.go_on(table)

    def begin_step(self, table: Table) -> None:
        """One move of a bot while the game is paused."""
        if table.runner is None or table.runner.done():
            table.runner = asyncio.create_task(self._step_and_run(table))

    async def _step_and_run(self, table: Table) -> None:
        await self.step(table)
        await self._run(table)      # a person may have ended the pause meanwhile

    async def _run(self, table: Table) -> None:
        while table.moves_itself and table.pace is not None:
            await self.step(table)
            if table.fault:
                return
            await asyncio.sleep(table.pace or 0.0)
        self._wind(table)

    def _wind(self, table: Table) -> None:
        """Starts the clock of the seat to move. When it has run out, a bot takes over the seat."""
        if table.alarm is not None:
            table.alarm.cancel()
        left = table.clocks.begin(table.session, table.chairs)
        table.alarm = None if left is None else asyncio.create_task(self._out_of_time(table, left))

    async def _out_of_time(self, table: Table, left: float) -> None:
        seat, ply = table.clocks.seat, table.session.plies
        await asyncio.sleep(left)
        table.alarm = None
        if seat is not None and (seat, ply) == (table.clocks.seat, table.session.plies):
            await self._stand_in(table, seat, STAND_IN)

    async def step(self, table: Table) -> None:
        """One move of a bot or of chance; a bot that fails stops the game, and the page says so."""
        async with table.choosing:
            session, before = table.session, table.session.state
            if not table.moves_itself:
                return
            choice = None
            with table.blaming():
                try:
                    choice = await asyncio.get_running_loop().run_in_executor(self.bots, session.choice)
                except TableError:
                    if session.state is before and table.moves_itself:
                        raise
            async with table.lock:
                # A person has taken a move back or returned meanwhile: ask for another choice.
                if session.state is not before or not table.moves_itself:
                    return
                if choice is not None:
                    table.fault = ""
                    with table.blaming():
                        session.step(choice)
                    await self._keep(table)
        await table.tell()

    def close(self) -> None:
        """No bot is asked any more."""
        self.bots.shutdown(wait=False, cancel_futures=True)


def bots_think() -> bool:
    """Whether a bot's thread is still running, although nobody waits for it any more."""
    return any(thread.name.startswith(BOT_THREADS) for thread in threading.enumerate())
