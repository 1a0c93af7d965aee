"""Requests outside a game: lists of games and tournaments; begin, load and delete games."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

from hansa.json_lines import NotJson
from hansa.notation import is_game, position_in_file, read_games
from hansa.phrases import say
from hansa.record import Record, parse_records
from hansa.table.questions import TableQuestion, TableQuestions
from hansa.table.session import HUMAN, Session
from hansa.views import views_of
from hansa.views.svg import drawing_of
from hansa.web.answers import DONE, Done, StateFound
from hansa.web.browser import Browser
from hansa.web.chairs import Chair
from hansa.web.folder import fetch_back
from hansa.web.listing import NAME
from hansa.web.lobby_answers import (
    GameBegun,
    GameList,
    GameListed,
    GameLoaded,
    GameNamed,
    LogList,
    LogReport,
    LogUnchanged,
    SetupQuestion,
    SetupQuestions,
)
from hansa.web.pictures import sketch
from hansa.web.requests import (
    FetchBack,
    Games,
    Load,
    NewGame,
    OnTheTable,
    Remove,
    Rename,
    Tournament,
    TournamentGame,
    Tournaments,
)
from hansa.web.seat_checks import ServerError, check_spec, person_or_bot
from hansa.web.tables import drawn

# What lies on a table is drawn as these targets.
KINDS = {"taverns": "marker", "favours": "tile"}


def games_in(text: str) -> tuple[list[Record], list[str]]:
    """The games of a file, and what of it could not be read."""
    return (read_games(text), []) if is_game(text) else parse_records(text.encode(errors="replace"), "the file")


class Lobby(Browser):
    """Before a game, and beside it."""

    async def games(self, request: Games) -> GameList:
        """The games of this server."""
        self._host()
        games = await asyncio.to_thread(self._server.tables.listing.entries)
        boards = {entry.board for entry in games if isinstance(entry, GameListed) and entry.marks}
        return GameList(games=games, sketches={board: sketch(board) for board in sorted(boards)})

    async def new(self, request: NewGame) -> GameBegun:
        """A new game."""
        self._host()
        specs = [person_or_bot(seat.who) for seat in request.seats]
        if request.recorded and {seat.who for seat in request.seats} != {"here"}:
            raise ServerError(say("at a real table all players are people, and the person who writes the game"
                                  " down enters their moves"))
        chairs = [
            Chair(seat.name, seat.who != "link", clock=request.clock if spec == HUMAN else None, increment=request.increment)
            for seat, spec in zip(request.seats, specs, strict=True)]
        for spec in specs:
            if spec != HUMAN:
                check_spec(spec, self._server.tables.invited)
        if request.recorded and request.setup is not None:
            session = Session(TableQuestions(request.setup).answered(request.answers), specs, seed=0)
        elif request.setup is not None:
            session = Session(request.setup, specs, seed=request.seed)
        else:
            session = Session.from_position(self._after(request), specs, seed=request.seed)
        table = self._server.tables.new(session, chairs, recorded=request.recorded)
        return GameBegun(game=table.game, links=self._links(table))

    async def on_the_table(self, request: OnTheTable) -> SetupQuestions:
        """What must be said before a real game can be written down."""
        self._host()
        table = TableQuestions(request.setup)
        shown = drawing_of(drawn(table.example))
        cities = views_of(table.example).words.place_names(table.example)

        def called(asked: TableQuestion) -> Iterator[str]:
            for word in () if asked.several else asked.words:
                if asked.secret:
                    yield ", ".join(cities.get(code, code) for code in word.split())
                else:
                    yield self.language.tell(shown.label(f"{KINDS[asked.name]} {word}"))

        return SetupQuestions(questions=[
            SetupQuestion(
                name=asked.name, key=asked.key, label=self.language.tell(table.label(asked)), words=asked.words,
                called=tuple(called(asked)), several=asked.several, secret=asked.secret)
            for asked in table.asked])

    async def load(self, request: Load) -> GameLoaded | StateFound:
        """A game or a position from a file, as `hansa convert` reads it: the game is taken in, the
        position is shown."""
        self._host()
        try:
            found = position_in_file(request.text)
        except NotJson as error:
            raise ServerError(str(error)) from error
        if found is not None:
            remarks = tuple(map(self.language.tell, found.remarks))
            return StateFound(state=drawn(found.state).to_json(), remarks=remarks)
        records, warnings = await asyncio.to_thread(games_in, request.text)
        if not records:
            raise ServerError(say("the file holds no game and no position"))
        if not 1 <= request.number <= len(records):
            raise ServerError(say("there is no game {number}; the file holds {count}",
                                  number=request.number, count=len(records)))
        table = await self._server.tables.load(records[request.number - 1])
        return GameLoaded(game=table.game, of=len(records), warnings=tuple(warnings))

    async def remove(self, request: Remove) -> Done:
        """Deletes a game."""
        self._host()
        await self._server.tables.remove(request.game)
        return DONE

    async def fetch_back(self, request: FetchBack) -> Done:
        """Brings back the game that was deleted last."""
        self._host()
        fetch_back(self._server.tables.folder, request.game)
        return DONE

    async def rename(self, request: Rename) -> GameNamed:
        """Another name for a game."""
        self._host()
        name = re.sub(r"[^A-Za-z0-9_-]+", "-", request.name).strip("-")
        if not NAME.fullmatch(name):
            raise ServerError(say("a name has letters or digits"))
        await self._server.tables.rename(request.game, name)
        return GameNamed(game=name)

    async def tournaments(self, request: Tournaments) -> LogList:
        """The logs of tournaments that are here."""
        self._host()
        return LogList(tournaments=await asyncio.to_thread(self._server.logs.list))

    async def tournament(self, request: Tournament) -> LogReport | LogUnchanged:
        """Tables and plots of a log, finished or running."""
        self._host()
        return await asyncio.to_thread(self._server.logs.report, request.name, request.known, self.language)

    async def tournament_game(self, request: TournamentGame) -> GameNamed:
        """A game of a log, as a game of this server."""
        self._host()
        record = await asyncio.to_thread(self._server.logs.game, request.name, request.game)
        table = await self._server.tables.take_in(record, f"{Path(request.name).stem}-{request.game}")
        return GameNamed(game=table.game)
