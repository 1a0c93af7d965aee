"""Requests of those who sit at a table: to play, take back, set the pace, and get the record."""

from __future__ import annotations

from dataclasses import replace

from hansa.phrases import say, seat
from hansa.table.questions import mission_card
from hansa.table.recording import note_down, note_forced, put_right, with_mission
from hansa.table.session import HUMAN
from hansa.web.answers import DONE, Done, MoveCorrected, RecordFound, TableFound, TableOpened
from hansa.web.browser import Browser
from hansa.web.requests import Correct, GetRecord, HandBack, Leave, Open, Pace, Play, Show, ShowMission, StandIn, Step, Undo
from hansa.web.seat_checks import ServerError, check_spec
from hansa.web.table import Looker, Table


class Playing(Browser):
    """At a table."""

    async def open(self, request: Open) -> TableOpened:
        """Sits down at a game: from now on every change of it is pushed."""
        table = self._may_open(request.game)
        self._leave()
        self._table, self._shown, self._logged = table, None, []
        self._looker = Looker(self._known(), self._look, self._put)
        table.lookers.add(self._looker)
        table.tell_people()
        self._server.tables.mover.go_on(table)
        return TableOpened(table=self._shown_table(table), links=self._links(table), reach=self._server.reach)

    async def leave(self, request: Leave) -> Done:
        """Gets up."""
        self._leave()
        return DONE

    async def show(self, request: Show) -> TableFound:
        """The player of a seat says that it is they who look at the screen now."""
        table = self._at_table()
        check_seat(table, request.seat)
        if request.seat not in table.seats_of(self._known()):
            raise ServerError(say("{player} is not played from here", player=seat(request.seat)))
        self._shown = request.seat
        return TableFound(table=self._shown_table(table))

    async def play(self, request: Play) -> Done:
        """A move of a person who plays from here; `ply` catches clicks on an old position."""
        table = self._at_table()
        async with table.lock:
            if request.ply != table.session.plies:
                raise ServerError(say("the position has changed meanwhile; look again"))
            if not table.may_move(self._known()):
                raise ServerError(say("it is not your move"))
            turns = table.session.state.turns
            with table.blaming():
                if table.recorded:
                    note_down(table.session, table.session.state.parse(request.move))
                    note_forced(table.session)
                else:
                    table.session.play(request.move)
                    table.clocks.press(table.session, table.chairs, turns)
            await self._server.tables.keep(table)
        await table.tell()
        self._server.tables.mover.go_on(table)
        return DONE

    async def undo(self, request: Undo) -> Done:
        """Takes back to one's own last decision."""
        table = self._at_table()
        async with table.lock:
            ply = table.undo_ply(self._known())
            if ply is None:
                raise ServerError(say("there is nothing of yours to take back"))
            decides = table.session.position(ply).to_move
            left = table.clocks.left(table.session, table.chairs, decides) if isinstance(decides, int) else 0.0
            with table.blaming():
                table.session.back_to(ply)
            table.clocks.resume(table.session, table.chairs, left)
            await self._server.tables.keep(table)
        await table.tell()
        self._server.tables.mover.begin_anew(table)
        return DONE

    async def correct(self, request: Correct) -> MoveCorrected:
        """Corrects an earlier move of a real game; later moves stay as far as they fit."""
        table = self._at_table()
        self._host()
        async with table.lock:
            check_recorded(table)
            if request.plies != table.session.plies:
                raise ServerError(say("the position has changed meanwhile; look again"))
            noted = list(table.session.happened)
            lost = len(put_right(table.session, request.ply, request.move))
            note_forced(table.session)
            await self._server.tables.keep(table)
        await table.tell()
        return MoveCorrected(lost=self._entries(noted[len(noted) - lost:]))

    async def show_mission(self, request: ShowMission) -> Done:
        """A mission that was secret has been shown."""
        table = self._at_table()
        self._host()
        async with table.lock:
            check_recorded(table)
            card = mission_card(table.session.state, request.cities)
            table.session = with_mission(table.session, request.seat, card)
            await self._server.tables.keep(table)
        await table.tell()
        return DONE

    async def pace(self, request: Pace) -> Done:
        """How fast bots play when one watches: seconds between moves; null pauses."""
        table = self._at_table()
        if not self._known().host or (request.seconds is None and not table.watched):
            raise ServerError(say("only games between bots can be paused, and only by the person who started the server"))
        table.pace, table.fault = request.seconds, ""
        self._server.tables.mover.begin_anew(table, thinking=False)
        await table.tell()
        return DONE

    async def step(self, request: Step) -> Done:
        """One move of a bot, while paused."""
        table = self._at_table()
        self._host()
        # Not waited for: the bot may think for minutes.
        self._server.tables.mover.begin_step(table)
        return DONE

    async def stand_in(self, request: StandIn) -> Done:
        """A bot plays for a person who leaves."""
        table = self._at_table()
        self._may_seat(table, request.seat)
        if table.recorded or table.session.seats[request.seat] != HUMAN:
            raise ServerError(say("no person plays there, so a bot cannot replace anyone"))
        if table.session.state.over:
            raise ServerError(say("the game is over"))
        check_spec(request.bot, self._server.tables.invited)
        await self._server.tables.stand_in(table, request.seat, request.bot)
        return DONE

    async def hand_back(self, request: HandBack) -> Done:
        """The person plays again."""
        table = self._at_table()
        self._may_seat(table, request.seat)
        chair = table.chairs[request.seat]
        if not chair.stand_in:
            raise ServerError(say("no bot plays there for a person"))
        if chair.clock is not None and table.clocks.left(table.session, table.chairs, request.seat) <= 0:
            raise ServerError(say("the time of this seat is over"))
        await self._server.tables.stand_in(table, request.seat, "")
        return DONE

    def _may_seat(self, table: Table, seat: int) -> None:
        check_seat(table, seat)
        access = self._known()
        if not access.host and access.seat != seat:
            raise ServerError(say("your link opens another seat"))

    async def record(self, request: GetRecord) -> RecordFound:
        """The record of the game, once it tells nobody anything they may not know."""
        table = self._at_table()
        if table.secret and not table.open_to(self._known()):
            raise ServerError(say("the record holds all missions; it is given out when the game is over"))
        record = table.record()
        if not self._known().host and not table.session.state.over:
            record = replace(record, seed=None)     # it tells what will be drawn
        return RecordFound(record=record.to_json())


def check_seat(table: Table, seat: int) -> None:
    """Refuses a seat that the table does not have."""
    if not 0 <= seat < len(table.chairs):
        raise ServerError(f"there is no seat {seat}")


def check_recorded(table: Table) -> None:
    """Only the record of a real game can be corrected."""
    if not table.recorded:
        raise ServerError(say("only a game that is written down can be corrected"))
