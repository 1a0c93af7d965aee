"""The games of a server: found in their folder, opened, begun, kept, renamed, deleted."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hansa.errors import HansaError
from hansa.phrases import say
from hansa.record import Record
from hansa.state import State
from hansa.table.games_folder import GameFile, GameFileError
from hansa.table.recording import at_a_table, called_by_all
from hansa.table.session import HUMAN, Session
from hansa.views.svg import is_drawn
from hansa.web.chairs import Chair, chairs_path, read_chairs, write_chairs
from hansa.web.folder import empty_bin, files_of, rename, throw_away
from hansa.web.listing import NAME, Listing
from hansa.web.moving import WATCHING, MovingTables
from hansa.web.seat_checks import ServerError, people_of, seated
from hansa.web.table import Table

MOST_GAMES_OPEN = 64


class Tables:
    """All games of a folder. Each is opened on first use."""

    def __init__(self, folder: Path, bots_at_once: int, invited: Sequence[str] = ()) -> None:
        self.folder = folder
        empty_bin(folder)
        # Specs of bots that may sit here beside the registered ones.
        self.invited = tuple(invited)
        self._open: dict[str, Table] = {}
        self.listing = Listing(folder)
        self.mover = MovingTables(bots_at_once, self.keep, self.stand_in)

    # --- finding ---------------------------------------------------------------------------------

    def path(self, game: str) -> Path:
        """The file of a game. Only plain names are games: nothing from outside becomes a path."""
        if not NAME.fullmatch(game) or not (path := self.folder / f"{game}.jsonl").is_file():
            raise ServerError(say("there is no game {game} here", game=repr(game[:80])))
        return path

    def table(self, game: str) -> Table:
        """A game, opened if necessary; it continues by itself if people play in it."""
        if game not in self._open:
            self._put(self._read(game))
        return self._open[game]

    async def read_ahead(self, game: str) -> None:
        """Opens a game in a thread: nobody waits while 100,000 moves are read."""
        if game not in self._open:
            table = await asyncio.to_thread(self._read, game)
            if game not in self._open:      # another request was quicker
                self._put(table)

    def _read(self, game: str) -> Table:
        """A game from its file."""
        file = GameFile(self.path(game))
        record = file.read()
        players = drawn(record.start()).players
        chairs = read_chairs(chairs_path(self.folder, game), players)
        seats, chairs = people_of(record.seats or (HUMAN,) * players, chairs)
        called = {seat: spec for seat, spec in enumerate(record.seats) if spec not in (HUMAN, seats[seat])}
        return Table(
            game, Session.from_record(record, seats), file, chairs, called=called, recorded=at_a_table(record))

    def _put(self, table: Table) -> None:
        """From now on a game is open."""
        table.pace = None if table.watched else 0.0
        self._make_room()
        self._open[table.game] = table
        self.mover.go_on(table)

    # --- making ----------------------------------------------------------------------------------

    def new(self, session: Session, chairs: Sequence[Chair], *, recorded: bool = False) -> Table:
        """A new game; `recorded` if it is played at a real table."""
        drawn(session.state)
        return self._begin(session, tuple(chairs), recorded=recorded)

    async def take_in(self, record: Record, name: str = "") -> Table:
        """A foreign record as a game of this server, or the game that has its name already."""
        name = plain_name(name)
        if NAME.fullmatch(name) and (self.folder / f"{name}.jsonl").is_file():
            return self.table(name)
        verified = drawn(await asyncio.to_thread(record.replay))
        seats, chairs = seated(record.seats or (HUMAN,) * verified.players, self.invited)
        session = await asyncio.to_thread(Session.from_record, replace(record, seats=seats))
        return self._begin(session, chairs, name, pace=None, recorded=at_a_table(record))

    async def load(self, record: Record) -> Table:
        """A record from a file: the game with its name and moves, or a new one."""
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
        self, session: Session, chairs: tuple[Chair, ...], name: str = "", pace: float | None = WATCHING,
        *, recorded: bool = False,
    ) -> Table:
        self._make_room()
        name = name or f"{session.setup.get('board', 'game')}-{time.strftime('%Y%m%d-%H%M%S')}"
        file = GameFile.new(self.folder, name)
        session.name = file.path.stem
        called = called_by_all([chair.name for chair in chairs]) if recorded else ()
        table = Table(session.name, session, file, chairs, called=dict(enumerate(called)), recorded=recorded)
        table.pace = pace if table.watched else 0.0
        try:
            write_chairs(chairs_path(self.folder, session.name), chairs)
            file.write(table.record())
        except BaseException:           # the disk is full, say: no half of a game stays
            for path in files_of(self.folder, session.name):
                path.unlink(missing_ok=True)
            raise
        self._open[session.name] = table
        self.mover.go_on(table)
        return table

    async def remove(self, game: str) -> None:
        """Closes a game and deletes its files, which `fetch_back` undoes; tells spectators."""
        self.path(game)
        table = self._open.get(game)
        if table is None:
            throw_away(self.folder, game)
            return
        async with table.lock:          # nothing is being written now
            if self._open.get(game) is table:       # else another request was quicker
                self._close(game)
            throw_away(self.folder, game)
        table.deleted, table.unkept = True, say("this game was deleted")
        await table.tell()

    async def rename(self, game: str, name: str) -> None:
        """Another name for a game at which nobody sits."""
        self.path(game)
        table = self._open.get(game)
        if table is not None and table.lookers:
            raise ServerError(say("people are at this table; rename the game after they have left"))
        if table is not None:
            self._close(game)
        await asyncio.to_thread(rename, self.folder, game, name)

    def _close(self, game: str) -> None:
        """Nobody plays at a table any more."""
        table = self._open.pop(game)
        table.stop()
        # Bots that are programs may take a second to end.
        self.mover.bots.submit(table.session.close)

    def _make_room(self) -> None:
        """Closes games that nobody looks at; refuses when all are looked at."""
        idle = [name for name, table in self._open.items() if not table.lookers and not table.choosing.locked()]
        while len(self._open) >= MOST_GAMES_OPEN:
            if not idle:
                raise ServerError(say("{count} games are open; close one first", count=MOST_GAMES_OPEN))
            self._close(idle.pop(0))

    async def keep(self, table: Table) -> None:
        """Writes the game before anybody hears of it; if that fails, says so and plays on."""
        try:
            await asyncio.to_thread(table.file.write, table.record())
            table.unkept = ""
        except GameFileError as error:
            table.unkept = error.phrase
        except OSError as error:
            table.unkept = say("this game is not kept: {reason}", reason=error.strerror or str(error))

    # --- who sits where --------------------------------------------------------------------------

    async def stand_in(self, table: Table, seat: int, spec: str) -> None:
        """A bot plays for a person, until they come back; with an empty `spec` they are back."""
        async with table.lock:
            chair = table.chairs[seat]
            if bool(chair.stand_in) == bool(spec):      # another request was quicker
                return
            chairs = (*table.chairs[:seat], replace(chair, stand_in=spec), *table.chairs[seat + 1 :])
            if spec:
                table.clocks.hold(table.session, table.chairs, seat)
            table.session.reseat(seat, spec or HUMAN)
            table.chairs = chairs
            await asyncio.to_thread(write_chairs, chairs_path(self.folder, table.game), chairs)
            await self.keep(table)
        await table.tell()
        self.mover.begin_anew(table)

    async def close(self) -> None:
        """Stops all games, and ends the bots that are programs; what was played is on disk."""
        for table in self._open.values():
            table.stop()
        await asyncio.gather(*(asyncio.to_thread(table.session.close) for table in self._open.values()))
        self.mover.close()


def plain_name(name: str) -> str:
    """As much of a name as a file may have."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", name)[:80]


def drawn(state: State) -> State:
    """The same position, if the page has a map for its game."""
    if not is_drawn(state.game):
        raise ServerError(f"the page cannot show the game {state.game} yet; `hansa play` can")
    return state
