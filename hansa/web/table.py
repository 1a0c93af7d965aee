"""One game that is open: its session, its file, who sits there and who looks on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from hansa.json_lines import Json
from hansa.record import Record
from hansa.table.games_folder import GameFile
from hansa.table.recording import last_choice, with_names
from hansa.table.session import CHANCE, HUMAN, Session, TableError
from hansa.web.access_keys import Access
from hansa.web.chairs import Chair
from hansa.web.clocks import Clocks
from hansa.web.pushes import ShownPeople, push_json
from hansa.web.shown_position import Viewer


@dataclass(frozen=True, eq=False)
class Looker:
    """A browser at a table: its access, how it is shown the position, how it gets a message."""

    access: Access
    look: Callable[[], Awaitable[None]]
    put: Callable[[Json], None]


@dataclass(eq=False)
class Table:
    """One game that is open."""

    game: str
    session: Session
    file: GameFile
    chairs: tuple[Chair, ...]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    # People whom the record names, by seat.
    called: Mapping[int, str] = field(default_factory=dict)
    lookers: set[Looker] = field(default_factory=set)
    clocks: Clocks = field(default_factory=Clocks)
    alarm: asyncio.Task[None] | None = None     # when the time of the seat to move is over
    runner: asyncio.Task[None] | None = None
    choosing: asyncio.Lock = field(default_factory=asyncio.Lock)        # held while a bot thinks
    pace: float | None = 0.0        # seconds between moves of bots; None is a pause
    fault: str = ""                 # why the bots stopped
    unkept: str = ""                # why the file does not hold the current game
    deleted: bool = False
    # Whether it is played at a real table: chance is asked for, all moves are the host's.
    recorded: bool = False

    @property
    def watched(self) -> bool:
        """Whether only bots play, and for nobody else."""
        return not self.session.humans and not any(chair.stand_in for chair in self.chairs)

    @property
    def moves_itself(self) -> bool:
        """Whether a bot or chance is to move, and nobody is asked for it."""
        return self.session.waits_for in (("bot",) if self.recorded else ("bot", CHANCE))

    @property
    def secret(self) -> bool:
        """Whether there are cards that not everybody may see (D3)."""
        return "missions" in self.session.setup.get("modules", ())

    def seats_of(self, access: Access) -> list[int]:
        """The seats that a visitor plays for."""
        if access.host:
            return [seat for seat in self.session.humans if self.chairs[seat].here]
        return [access.seat] if access.game == self.game and access.seat in self.session.humans else []

    def open_to(self, access: Access) -> bool:
        """Whether everything may be shown: the host's, once nobody has anything left to hide."""
        return access.host and (self.watched or self.recorded or not self.secret or self.session.state.over)

    def may_move(self, access: Access) -> bool:
        """Whether a visitor makes the next move; the host of a recorded game also enters chance."""
        mover = self.session.state.to_move
        return mover in self.seats_of(access) or (mover == CHANCE and self.recorded and access.host)

    def viewer(self, access: Access, shown: int | None) -> tuple[Viewer, int | None]:
        """As whom a visitor sees the position, and who must come to a shared browser first."""
        seats, mover = self.seats_of(access), self.session.state.to_move
        if self.recorded and access.host:
            return "all", None
        if not self.secret:
            return ("all" if not seats else mover if isinstance(mover, int) and mover in seats else seats[0]), None
        if not seats:
            return ("all" if self.open_to(access) else "nobody"), None
        if len(seats) == 1:
            return seats[0], None
        if isinstance(mover, int) and mover in seats and mover != shown:
            return "nobody", mover
        return (shown if shown in seats else "nobody"), None

    async def tell(self) -> None:
        """Everybody who looks on gets the new position."""
        for looker in list(self.lookers):
            await looker.look()

    def people(self) -> ShownPeople:
        """Which seats of people are occupied now, and how many people only look on."""
        host = any(looker.access.host for looker in self.lookers)
        present = {looker.access.seat for looker in self.lookers}
        seats = [seat for seat, spec in enumerate(self.session.seats) if spec == HUMAN or self.chairs[seat].stand_in]
        return ShownPeople(
            present=[seat for seat in seats if (host if self.chairs[seat].here else seat in present)],
            watching=sum(not looker.access.host and looker.access.seat is None for looker in self.lookers),
        )

    def tell_people(self) -> None:
        """Tells everybody who is there, without interrupting what they are shown."""
        for looker in list(self.lookers):
            looker.put(push_json("people", game=self.game, people=self.people()))

    def record(self) -> Record:
        """The game so far, with the names of people whom its file named."""
        record = self.session.record()
        seats = [self.called.get(seat, spec) if spec == HUMAN else spec for seat, spec in enumerate(record.seats)]
        return with_names(record, seats) if self.recorded else replace(record, seats=tuple(seats))

    def stop(self) -> None:
        """Nothing moves here any more."""
        for task in (self.runner, self.alarm):
            if task is not None:
                task.cancel()

    @contextlib.contextmanager
    def blaming(self) -> Iterator[None]:
        """A bot that fails stops the bots, and the page says so; the game stands as it is."""
        try:
            yield
        except TableError as error:
            self.fault, self.pace = error.phrase, None

    def undo_ply(self, access: Access) -> int | None:
        """The ply of a visitor's own last decision, if no other player has decided since."""
        if self.recorded:
            return last_choice(self.session) if access.host else None
        own = set(self.seats_of(access))
        for entry in reversed(self.session.happened):
            if entry.mover in own and len(self.session.position(entry.ply).legal_moves) > 1:
                return entry.ply
            if isinstance(entry.mover, int) and entry.mover not in own and entry.mover in self.session.humans:
                return None
        return None
