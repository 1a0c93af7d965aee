"""One browser: who it is, its table, and what it may see. Subclasses answer its requests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hansa.json_lines import Json, json_line
from hansa.languages import ENGLISH
from hansa.phrases import say
from hansa.state import State
from hansa.table.session import HUMAN, Happened
from hansa.views.words.naming import spoken
from hansa.web.access_keys import Access, AccessKeys
from hansa.web.answers import Link
from hansa.web.chairs import shown_seat
from hansa.web.live import Live, Searches
from hansa.web.outbox import Outbox
from hansa.web.pushes import LogEntry, ShownLog, ShownTable, push_json
from hansa.web.requests import Studied
from hansa.web.seat_checks import ServerError
from hansa.web.shown_position import Viewer, position_json, seen_by
from hansa.web.table import Looker, Table
from hansa.web.tables import Tables, drawn
from hansa.web.tournaments import Logs


@dataclass(frozen=True)
class Server:
    """What all connections share."""

    tables: Tables
    logs: Logs
    keys: AccessKeys
    searches: Searches
    # Where others on the network find this server; empty if they do not.
    reach: str = ""
    guests_analyse: bool = True     # whether a guest may ask the AI about a game that goes on


class Browser:
    """What is known of a browser, and what its key opens."""

    def __init__(self, server: Server, outbox: Outbox, access: Access | None = None) -> None:
        self._server = server
        self._outbox = outbox
        self.language = ENGLISH             # of the texts that it is sent
        self._live = Live(server.searches, self.send)
        # What the browser's cookie opens, for a `hello` without a key.
        self._cookie = access
        self._access: Access | None = None
        self._table: Table | None = None
        self._shown: int | None = None      # the seat whose player has said that they sit here now
        self._logged: list[str] = []        # the moves this browser has been told of
        self._looker = Looker(Access(), self._look, self._put)      # who is at the table

    @property
    def known(self) -> bool:
        """Whether it has shown a key."""
        return self._access is not None

    @property
    def access(self) -> Access | None:
        """What its key opens."""
        return self._access

    async def send(self, message: Json) -> None:
        """One message; it goes when the browser takes it."""
        self._put(message)

    def _put(self, message: Json) -> None:
        self._outbox.put(json_line(message))

    def _known(self) -> Access:
        assert self._access is not None
        return self._access

    def _host(self) -> None:
        if not self._known().host:
            raise ServerError(say("only the person who started the server can do this; your link opens one seat"))

    def _may_ask_the_ai(self) -> None:
        """While a guest's game runs, the host may forbid the AI for any position."""
        access = self._known()
        if access.host or self._server.guests_analyse:
            return
        if access.game is None or not self._server.tables.table(access.game).session.state.over:
            raise ServerError(say("the host allows no analysis during the game"))

    def _at_table(self) -> Table:
        if self._table is None:
            raise ServerError(say("open a game first"))
        if self._table.deleted:
            raise ServerError(say("this game was deleted"))
        return self._table

    def _may_open(self, game: str) -> Table:
        access = self._known()
        if not access.host and access.game != game:
            raise ServerError(say("your link opens another game"))
        return self._server.tables.table(game)

    def _leave(self) -> None:
        if self._table is not None:
            self._table.lookers.discard(self._looker)
            self._table.tell_people()
        self._table = None

    async def _look(self) -> None:
        if self._table is not None:
            await self.send(push_json("table", table=self._shown_table(self._table)))

    def _links(self, table: Table) -> list[Link]:
        """Links that the host hands out: for seats played from elsewhere, and for spectators."""
        if not self._known().host:
            return []
        keys, seats = self._server.keys, enumerate(zip(table.session.seats, table.chairs, strict=True))
        away = [seat for seat, (spec, chair) in seats if not chair.here and (spec == HUMAN or chair.stand_in)]
        return [*(Link(seat=seat, key=keys.seat(table.game, seat)) for seat in away),
                Link(seat=None, key=keys.watcher(table.game))]

    def _shown_table(self, table: Table) -> ShownTable:
        """The game as this browser may see it, with the moves that it does not know yet."""
        session, access = table.session, self._known()
        viewer, asks = table.viewer(access, self._shown)
        yours = table.seats_of(access)
        texts = [f"{entry.mover} {entry.move}" for entry in session.happened]
        known = min(len(texts), len(self._logged))
        start = next((ply for ply in range(known) if texts[ply] != self._logged[ply]), known)
        self._logged = texts
        return ShownTable(
            game=table.game, board=session.setup.get("board"),
            modules=session.setup.get("modules", ()), edition=session.setup.get("edition"),
            seats=[shown_seat(spec, chair) for spec, chair in zip(session.seats, table.chairs, strict=True)],
            viewer=viewer, yours=yours, asks=asks, ply=session.plies, waits_for=session.waits_for,
            log=ShownLog(start=start, entries=self._entries(session.happened[start:])),
            people=table.people(), clock=table.clocks.shown(session, table.chairs),
            can_undo=table.undo_ply(access) is not None, recorded=table.recorded, watched=table.watched, pace=table.pace,
            thinking=session.waits_for == "bot" and table.pace is not None,
            fault=spoken(table.fault or table.unkept, self.language),
            position=position_json(session.state, viewer, self.language,
                                   asked=asks is None and table.may_move(access)),
        )

    def _entries(self, happened: Sequence[Happened]) -> list[LogEntry]:
        """Moves that were played, in the language of this browser."""
        return [
            LogEntry(ply=entry.ply, mover=entry.mover, move=entry.move, words=self.language.tell(entry.words))
            for entry in happened]

    def _studied(self, request: Studied) -> tuple[State, Viewer]:
        """The position a request is about, as this browser may see it."""
        if request.state is not None:
            return drawn(State.from_json(request.state)), "all"
        if request.game is None:
            raise ServerError("name a 'game', or send the 'state' that this is about")
        table = self._may_open(request.game)
        ply = table.session.plies if request.ply is None else request.ply
        if ply > table.session.plies:
            raise ServerError(say("there is no ply {ply}; the game has {count} moves", ply=ply, count=table.session.plies))
        viewer: Viewer = "all"
        if not table.open_to(self._known()):
            viewer, asks = table.viewer(self._known(), self._shown)
            viewer = "nobody" if asks is not None else viewer
        return seen_by(table.session.position(ply), viewer).copy(), viewer

    def _after(self, request: Studied) -> State:
        """The position after the moves that a request names."""
        state, _ = self._studied(request)
        for text in request.moves:
            state = state.after(text)
        return state
