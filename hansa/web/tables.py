"""The games of a server: each a session, its file, and those who look on; bots and chance move by themselves."""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from hansa.errors import HansaError
from hansa.phrases import say
from hansa.record import Record
from hansa.state import State
from hansa.table.games_folder import GameFile, GameFileError, game_paths
from hansa.table.session import HUMAN, Session, TableError
from hansa.views.svg import is_drawn
from hansa.web.chairs import Chair, chairs_path, read_chairs, shown_seat, write_chairs
from hansa.web.folder import empty_bin, files_of, rename, throw_away
from hansa.web.lobby_answers import GameListed, GameUnreadable
from hansa.web.pictures import marks
from hansa.web.seat_checks import ServerError, people_of, seated
from hansa.web.table import Table

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
BOT_THREADS = "hansa-bot"
MOST_LISTED = 500
MOST_GAMES_OPEN = 64
STAND_IN = "mcts:level=5"       # for somebody who has no time left, or leaves it to us
SLOWEST = 60.0          # seconds a move when watching, at most ...
WATCHING = 0.6          # ... and at first


class Tables:
    """All games of a folder. They are opened when somebody asks for them."""

    def __init__(self, folder: Path, bots_at_once: int, invited: Sequence[str] = ()) -> None:
        self.folder = folder
        empty_bin(folder)
        self.invited = tuple(invited)       # specs of bots that may sit here beside the registered ones
        self._open: dict[str, Table] = {}
        # What a file held when it had that time and size.
        self._listed: dict[Path, tuple[tuple[int, int], GameListed | GameUnreadable]] = {}
        self._bots = ThreadPoolExecutor(bots_at_once, thread_name_prefix=BOT_THREADS)

    # --- finding ----------------------------------------------------------------------------------------------------

    def path(self, game: str) -> Path:
        """The file of a game. What is no plain name is no game: nothing from outside becomes a path."""
        if not NAME.fullmatch(game) or not (path := self.folder / f"{game}.jsonl").is_file():
            raise ServerError(say("there is no game {game} here", game=repr(game[:80])))
        return path

    def table(self, game: str) -> Table:
        """A game, opened if it is not; it goes on by itself if people play in it."""
        if game not in self._open:
            self._put(self._read(game))
        return self._open[game]

    async def read_ahead(self, game: str) -> None:
        """Opens a game for `table`: one of 100,000 moves takes seconds to read, and nobody else waits for that."""
        if game not in self._open:
            table = await asyncio.to_thread(self._read, game)
            if game not in self._open:      # somebody else was quicker
                self._put(table)

    def _read(self, game: str) -> Table:
        """A game from its file."""
        file = GameFile(self.path(game))
        record = file.read()
        players = drawn(record.start()).players
        chairs = read_chairs(chairs_path(self.folder, game), players)
        seats, chairs = people_of(record.seats or (HUMAN,) * players, chairs)
        called = {seat: spec for seat, spec in enumerate(record.seats) if spec not in (HUMAN, seats[seat])}
        return Table(game, Session.from_record(record, seats), file, chairs, called=called)

    def _put(self, table: Table) -> None:
        """From now on a game is open."""
        table.pace = None if table.watched else 0.0
        self._make_room()
        self._open[table.game] = table
        self.go_on(table)

    def list(self) -> list[GameListed | GameUnreadable]:
        """The games, the one played last first; of a file that is no game, what is wrong with it."""
        paths = [path for path in game_paths(self.folder) if NAME.fullmatch(path.stem)][:MOST_LISTED]
        return [entry for path in paths if (entry := self._entry(path))]

    def _entry(self, path: Path) -> GameListed | GameUnreadable | None:
        """A game of the list; None if it was deleted meanwhile. A file is read again when it has changed."""
        try:
            facts = path.stat()
        except OSError:
            return None
        stamp = facts.st_mtime_ns, facts.st_size
        known = self._listed.get(path)
        if known is None or known[0] != stamp:
            known = self._listed[path] = stamp, self._read_entry(path, int(facts.st_mtime))
        return known[1]

    def _read_entry(self, path: Path, played: int) -> GameListed | GameUnreadable:
        try:
            record = GameFile(path).read()
            state = record.replay()
        except (HansaError, OSError) as error:
            problem = " ".join(str(error).replace(str(path), path.name).split())[:300]
            return GameUnreadable(game=path.stem, played=played, problem=problem)
        chairs = read_chairs(chairs_path(self.folder, path.stem), state.players)
        specs, chairs = people_of(record.seats or (HUMAN,) * state.players, chairs)
        return GameListed(
            game=path.stem, played=played, board=str(record.setup.get("board", "")), plies=len(record.moves), over=state.over,
            seats=[shown_seat(spec, chair) for spec, chair in zip(specs, chairs, strict=True)],
            marks=[list(mark) for mark in marks(state)] if is_drawn(state.game) else [], to_move=state.to_move,
            totals=[row["total"] for row in state.scores] if state.over else [],
        )

    # --- making -----------------------------------------------------------------------------------------------------

    def new(self, session: Session, chairs: Sequence[Chair]) -> Table:
        """A new game."""
        drawn(session.state)
        return self._begin(session, tuple(chairs))

    async def take_in(self, record: Record, name: str = "") -> Table:
        """A record from elsewhere as a game of this server; the one that is there already if it has that name."""
        name = plain_name(name)
        if NAME.fullmatch(name) and (self.folder / f"{name}.jsonl").is_file():
            return self.table(name)
        verified = drawn(await asyncio.to_thread(record.replay))
        seats, chairs = seated(record.seats or (HUMAN,) * verified.players, self.invited)
        session = await asyncio.to_thread(Session.from_record, replace(record, seats=seats))
        return self._begin(session, chairs, name, pace=None)

    async def load(self, record: Record) -> Table:
        """A record from a file: the game of its name that is here already, if it has the same moves, or a new one."""
        name = plain_name(record.id)
        path = self.folder / f"{name}.jsonl"
        if not NAME.fullmatch(name):
            name = ""
        elif path.is_file():
            with contextlib.suppress(HansaError, OSError):
                if (await asyncio.to_thread(GameFile(path).read)).moves == record.moves:
                    return self.table(name)
            name = ""
        return await self.take_in(record, name)

    def _begin(
        self, session: Session, chairs: tuple[Chair, ...], name: str = "", pace: float | None = WATCHING
    ) -> Table:
        self._make_room()
        name = name or f"{session.setup.get('board', 'game')}-{time.strftime('%Y%m%d-%H%M%S')}"
        file = GameFile.new(self.folder, name)
        session.name = file.path.stem
        table = Table(session.name, session, file, chairs)
        table.pace = pace if table.watched else 0.0
        try:
            write_chairs(chairs_path(self.folder, session.name), chairs)
            file.write(session.record())
        except BaseException:           # the disk is full, say: no half of a game stays
            for path in files_of(self.folder, session.name):
                path.unlink(missing_ok=True)
            raise
        self._open[session.name] = table
        self.go_on(table)
        return table

    async def remove(self, game: str) -> None:
        """Forgets a game and deletes its files, which `fetch_back` undoes; whoever looks on is told."""
        self.path(game)
        table = self._open.get(game)
        if table is None:
            throw_away(self.folder, game)
            return
        async with table.lock:          # nothing is being written now
            if self._open.get(game) is table:       # else somebody else was quicker
                self._close(game)
            throw_away(self.folder, game)
        table.deleted, table.unkept = True, say("this game was deleted")
        await table.tell()

    async def rename(self, game: str, name: str) -> None:
        """Another name for a game at which nobody sits."""
        self.path(game)
        table = self._open.get(game)
        if table is not None and table.lookers:
            raise ServerError(say("somebody is at this table; rename the game when nobody is"))
        if table is not None:
            self._close(game)
        await asyncio.to_thread(rename, self.folder, game, name)

    def _close(self, game: str) -> None:
        """Nobody plays at a table any more."""
        table = self._open.pop(game)
        table.stop()
        self._bots.submit(table.session.close)      # bots that are programs may take a second to end

    def _make_room(self) -> None:
        """Closes games that nobody looks at; refuses when all are looked at."""
        idle = [name for name, table in self._open.items() if not table.lookers and not table.choosing.locked()]
        while len(self._open) >= MOST_GAMES_OPEN:
            if not idle:
                raise ServerError(say("{count} games are open; close one first", count=MOST_GAMES_OPEN))
            self._close(idle.pop(0))

    async def keep(self, table: Table) -> None:
        """The game as it stands, on disk before anybody hears of it. Where that fails it goes on, and everybody is told."""
        try:
            await asyncio.to_thread(table.file.write, table.record())
            table.unkept = ""
        except GameFileError as error:
            table.unkept = error.phrase
        except OSError as error:
            table.unkept = say("this game is not kept: {reason}", reason=error.strerror or str(error))

    # --- moving -----------------------------------------------------------------------------------------------------

    def go_on(self, table: Table) -> None:
        """Lets bots and chance move until a person is asked."""
        if table.runner is None or table.runner.done():
            table.runner = asyncio.create_task(self._run(table))

    def begin_anew(self, table: Table, *, thinking: bool = True) -> None:
        """As `go_on`, but at once: no pause is waited for that is over, nor, if `thinking`, a bot whose move nobody wants."""
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
        await self._run(table)      # somebody may have ended the pause meanwhile

    async def _run(self, table: Table) -> None:
        while table.session.waits_for in ("bot", "*") and table.pace is not None:
            await self.step(table)
            if table.fault:
                return
            await asyncio.sleep(table.pace or 0.0)
        self._wind(table)

    def _wind(self, table: Table) -> None:
        """The clock of whoever decides runs. When it has run out, a bot plays on for them."""
        if table.alarm is not None:
            table.alarm.cancel()
        left = table.clocks.begin(table.session, table.chairs)
        table.alarm = None if left is None else asyncio.create_task(self._out_of_time(table, left))

    async def _out_of_time(self, table: Table, left: float) -> None:
        seat, ply = table.clocks.seat, table.session.plies
        await asyncio.sleep(left)
        table.alarm = None
        if seat is not None and (seat, ply) == (table.clocks.seat, table.session.plies):
            await self.stand_in(table, seat, STAND_IN)

    # --- who sits where ---------------------------------------------------------------------------------------------

    async def stand_in(self, table: Table, seat: int, spec: str) -> None:
        """A bot plays for a person, until they come back; with an empty `spec` they are back."""
        async with table.lock:
            chair = table.chairs[seat]
            if bool(chair.stand_in) == bool(spec):      # somebody else was quicker
                return
            chairs = (*table.chairs[:seat], replace(chair, stand_in=spec), *table.chairs[seat + 1 :])
            if spec:
                table.clocks.hold(table.session, table.chairs, seat)
            table.session.reseat(seat, spec or HUMAN)
            table.chairs = chairs
            await asyncio.to_thread(write_chairs, chairs_path(self.folder, table.game), chairs)
            await self.keep(table)
        await table.tell()
        self.begin_anew(table)

    async def step(self, table: Table) -> None:
        """One move of a bot or of chance; a bot that fails stops the game, and the page says so."""
        async with table.choosing:
            session, before = table.session, table.session.state
            if session.waits_for not in ("bot", "*"):
                return
            choice = None
            with table.blaming():
                try:
                    choice = await asyncio.get_running_loop().run_in_executor(self._bots, session.choice)
                except TableError:
                    if session.state is before and session.waits_for in ("bot", "*"):
                        raise
            async with table.lock:
                # Somebody has taken back, or come back, meanwhile: another choice is asked for.
                if session.state is not before or session.waits_for not in ("bot", "*"):
                    return
                if choice is not None:
                    table.fault = ""
                    with table.blaming():
                        session.step(choice)
                    await self.keep(table)
        await table.tell()

    async def close(self) -> None:
        """Stops all games, and ends the bots that are programs; what was played is on disk."""
        for table in self._open.values():
            table.stop()
        await asyncio.gather(*(asyncio.to_thread(table.session.close) for table in self._open.values()))
        self._bots.shutdown(wait=False, cancel_futures=True)


def bots_think() -> bool:
    """Whether a bot's thread is still running, although nobody waits for it any more."""
    return any(thread.name.startswith(BOT_THREADS) for thread in threading.enumerate())


def plain_name(name: str) -> str:
    """As much of a name as a file may have."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", name)[:80]


def drawn(state: State) -> State:
    """The same position, if the page has a map for its game."""
    if not is_drawn(state.game):
        raise ServerError(f"the page cannot show the game {state.game} yet; `hansa play` can")
    return state
