"""One browser: its requests, each answered with an object or an error in words, and what is pushed to it unasked.

A request is `{"id": 1, "cmd": "play", …}`, its answer `{"id": 1, …}` or `{"id": 1, "error": {"code": …, "message": …}}`.
What comes unasked has `push` instead of `id`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hansa.errors import HansaError, MoveError, StateError
from hansa.games import board_entries
from hansa.json_lines import NotJson, is_whole, json_line, read_json
from hansa.lessons import lessons
from hansa.logs import fault
from hansa.record import parse_records
from hansa.state import State
from hansa.table.session import HUMAN, Session
from hansa.version import VERSION
from hansa.views.words.naming import spoken
from hansa.web.asking import outcome, played, why_not
from hansa.web.editing import edited
from hansa.web.keys import Access, Keys
from hansa.web.live import Live, Searches
from hansa.web.outbox import Outbox
from hansa.web.reading import bot_list, moves_of, object_of, text_of
from hansa.web.seating import Chair, ServerError, check_spec, person_or_bot
from hansa.web.seeing import Viewer, board_names, position_json, seen_by
from hansa.web.tables import SLOWEST, Table, Tables, drawn, seat_json
from hansa.web.teaching import course, lesson_json, rules
from hansa.web.tournaments import Logs

LOG = logging.getLogger(__name__)
Json = dict[str, Any]
MOST_BYTES = 1 << 20        # a message; the longest sensible one, a record, has some 40,000
MOST_NAME = 40
MOST_FORESEEN = 40      # moves whose outcomes are told at once
MOST_SEATS = 8
MOST_SPEC = 200             # characters of who sits where


@dataclass(frozen=True)
class Server:
    """What all connections share."""

    tables: Tables
    logs: Logs
    keys: Keys
    searches: Searches
    reach: str = ""                 # where others on the network find this server; empty if they do not
    guests_analyse: bool = True     # whether a guest may ask the AI about a game that goes on


class Connection:
    """One browser."""

    def __init__(self, server: Server, outbox: Outbox, access: Access | None = None) -> None:
        self._server = server
        self._outbox = outbox
        self._live = Live(server.searches, self.send)
        self._cookie = access               # what the browser's cookie opens, for a `hello` without a key
        self._access: Access | None = None
        self._table: Table | None = None
        self._shown: int | None = None      # the seat whose player has said that they sit here now
        self._logged: list[str] = []        # the moves this browser has been told of

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
        self._outbox.put(json_line(message))

    async def receive(self, text: str | bytes) -> None:
        """Answers a request, whatever it is."""
        try:
            request = read_json(text)
        except NotJson as error:
            return await self._refuse(None, "bad-json", str(error))
        if not isinstance(request, dict):
            return await self._refuse(None, "bad-request", "a request is an object such as {\"id\": 1, \"cmd\": \"games\"}")
        mark = request.get("id") if isinstance(request.get("id"), int | str) else None
        command = COMMANDS.get(str(request.get("cmd")))
        if command is None:
            return await self._refuse(mark, "unknown-command", f"commands are {', '.join(COMMANDS)}")
        if self._access is None and command is not Connection.hello:
            return await self._refuse(mark, "no-key", "say hello with a key first; open the link that the server printed")
        try:
            answer = await command(self, request)
        except StateError as error:
            return await self._refuse(mark, error.code, str(error), problems=error.problems)
        except MoveError as error:
            return await self._refuse(mark, error.code, error.brief)
        except HansaError as error:
            return await self._refuse(mark, error.code, str(error))
        except OSError as error:
            return await self._refuse(mark, "disk", f"the games' folder: {error.strerror or error}")
        except Exception as error:      # a fault of ours must not end somebody's game
            said = fault(LOG, error, f"answering {text!r:.500}", "in the log of this server")
            return await self._refuse(mark, "internal-error", said[:500])
        await self.send({"id": mark, **answer})
        return None

    async def _refuse(self, mark: int | str | None, code: str, message: str, problems: Sequence[str] | None = None) -> None:
        error: Json = {"code": code, "message": spoken(message[:2000])}
        if problems is not None:
            error["problems"] = list(map(spoken, problems))
        await self.send({"id": mark, "error": error})

    async def close(self) -> None:
        """The browser is gone."""
        self._leave()
        await self._live.forget()

    # --- who and what -----------------------------------------------------------------------------------------------

    async def hello(self, request: Json) -> Json:
        """With a key, or by the cookie: who this browser is, and what there is to play."""
        access = self._server.keys.open(request["key"]) if "key" in request else self._cookie
        if access is None:
            raise ServerError("this link is not of this server; open the one it printed when it was started")
        self._leave()           # a table that another key opened
        self._access = self._live.person = access
        return {"host": access.host, "game": access.game, "seat": access.seat, "version": VERSION,
                "boards": [entry.to_json() for entry in board_entries() if entry.name in board_names()],
                "bots": bot_list(self._server.tables.invited)}

    async def games(self, request: Json) -> Json:
        """The games of this server."""
        self._host()
        return {"games": await asyncio.to_thread(self._server.tables.list)}

    async def new(self, request: Json) -> Json:
        """A new game: `seats` as `{"who": "here" | "link" | a bot's spec, "name": …}`, perhaps a `seed`.

        It begins with a `setup`, or from a position: `state`, or `game` and `ply`, and then `moves`.
        """
        self._host()
        seats = request.get("seats")
        if not isinstance(seats, list) or len(seats) > MOST_SEATS or not all(isinstance(seat, dict) for seat in seats):
            raise ServerError(f"'seats' is a list with an object for each seat, {MOST_SEATS} at most")
        specs = [person_or_bot(text_of(seat, "who", MOST_SPEC)) for seat in seats]
        chairs = [Chair(text_of(seat, "name", MOST_NAME, ""), seat.get("who") != "link") for seat in seats]
        for spec in specs:
            if spec != HUMAN:
                check_spec(spec, self._server.tables.invited)
        seed = request.get("seed")
        if seed is not None and not is_whole(seed):
            raise ServerError("'seed' is a whole number")
        if "setup" in request:
            session = Session(object_of(request, "setup"), specs, seed=seed)
        else:
            session = Session.from_position(self._after(request), specs, seed=seed)
        table = self._server.tables.new(session, chairs)
        return {"game": table.game, "links": self._links(table)}

    async def load(self, request: Json) -> Json:
        """A record or a state from a file: the record becomes a game, the state is shown."""
        self._host()
        text = text_of(request, "text", MOST_BYTES)
        try:
            value = read_json(text)
        except NotJson:
            value = None
        if isinstance(value, dict) and "desks" in value:
            return {"state": drawn(State.from_json(value)).to_json()}
        records, warnings = parse_records(text.encode(errors="replace"), "the file")
        if not records:
            raise ServerError("the file holds no game and no position")
        number = request.get("number", 1)
        if not is_whole(number) or not 1 <= number <= len(records):
            raise ServerError(f"there is no game {number}; the file holds {len(records)}")
        table = self._server.tables.take_in(records[number - 1])
        return {"game": table.game, "of": len(records), "warnings": warnings}

    async def remove(self, request: Json) -> Json:
        """Deletes a game."""
        self._host()
        await self._server.tables.remove(text_of(request, "game", 80))
        return {"ok": True}

    # --- tournaments ------------------------------------------------------------------------------------------------

    async def tournaments(self, request: Json) -> Json:
        """The logs of tournaments that are here."""
        self._host()
        return {"tournaments": await asyncio.to_thread(self._server.logs.list)}

    async def tournament(self, request: Json) -> Json:
        """Tables and plots of a log, finished or running; `known` is how many bytes of it the browser has seen."""
        self._host()
        known = request.get("known", -1)
        if not is_whole(known):
            raise ServerError("'known' is a whole number")
        return await asyncio.to_thread(self._server.logs.report, text_of(request, "name", 200), known)

    async def tournament_game(self, request: Json) -> Json:
        """A game of a log, as a game of this server."""
        self._host()
        name, identity = text_of(request, "name", 200), text_of(request, "game", 40)
        record = await asyncio.to_thread(self._server.logs.game, name, identity)
        return {"game": self._server.tables.take_in(record, f"{Path(name).stem}-{identity}").game}

    # --- at a table -------------------------------------------------------------------------------------------------

    async def open(self, request: Json) -> Json:
        """Sits down at a game: from now on every change of it is pushed."""
        table = self._may_open(text_of(request, "game", 80))
        self._leave()
        self._table, self._shown, self._logged = table, None, []
        table.lookers.add(self._look)
        self._server.tables.go_on(table)
        return {"table": self._table_json(table), "links": self._links(table), "reach": self._server.reach}

    async def leave(self, request: Json) -> Json:
        """Gets up."""
        self._leave()
        return {"ok": True}

    async def show(self, request: Json) -> Json:
        """The player of a seat says that it is they who look at the screen now."""
        table = self._at_table()
        seat = request.get("seat")
        if seat not in table.seats_of(self._known()):
            raise ServerError(f"seat {seat} is not played from here")
        self._shown = seat
        return {"table": self._table_json(table)}

    async def play(self, request: Json) -> Json:
        """A move of a person who plays from here; `ply` guards against a click on an old position."""
        table = self._at_table()
        async with table.lock:
            if request.get("ply") != table.session.plies:
                raise ServerError("the position has changed meanwhile; look again")
            if table.session.state.to_move not in table.seats_of(self._known()):
                raise ServerError("it is not your move")
            with table.blaming():
                table.session.play(text_of(request, "move", 200))
            await self._server.tables.keep(table)
        await table.tell()
        self._server.tables.go_on(table)
        return {"ok": True}

    async def undo(self, request: Json) -> Json:
        """Takes back to one's own last decision."""
        table = self._at_table()
        async with table.lock:
            ply = table.undo_ply(self._known())
            if ply is None:
                raise ServerError("there is nothing of yours to take back")
            with table.blaming():
                table.session.back_to(ply)
            await self._server.tables.keep(table)
        await table.tell()
        self._server.tables.begin_anew(table)
        return {"ok": True}

    async def pace(self, request: Json) -> Json:
        """How fast bots play when one watches: seconds between moves; null pauses."""
        table = self._at_table()
        pace = request.get("seconds")
        if pace is not None and (isinstance(pace, bool) or not isinstance(pace, int | float) or not 0 <= pace <= SLOWEST):
            raise ServerError(f"'seconds' is a number from 0 to {SLOWEST:.0f}, or null for a pause")
        if not self._known().host or (pace is None and not table.watched):
            raise ServerError("only games of bots alone can be paused, by whoever started the server")
        table.pace, table.fault = pace, ""
        self._server.tables.begin_anew(table, thinking=False)
        await table.tell()
        return {"ok": True}

    async def step(self, request: Json) -> Json:
        """One move of a bot, while paused."""
        table = self._at_table()
        self._host()
        self._server.tables.begin_step(table)       # not waited for: the bot may think for minutes
        return {"ok": True}

    async def record(self, request: Json) -> Json:
        """The record of the game, once it tells nobody anything they may not know."""
        table = self._at_table()
        if table.secret and not table.open_to(self._known()):
            raise ServerError("the record holds all missions; it is given out when the game is over")
        record = table.session.record()
        if not self._known().host and not table.session.state.over:
            record = replace(record, seed=None)     # whoever knows it knows what will be drawn
        return {"record": record.to_json()}

    # --- studying ---------------------------------------------------------------------------------------------------

    async def look(self, request: Json) -> Json:
        """A position: of a game at a `ply`, or a `state`, after `moves`; with everything that may be played there."""
        state, viewer = self._studied(request)
        line = []
        for text in moves_of(request):
            move = state.parse(text)
            line.append(played(state, str(move)))
            state = state.after(move)
        return {"position": position_json(state, viewer, asked=True), "played": line, "over": state.over}

    async def outcomes(self, request: Json) -> Json:
        """What `moves`, each of which may be played in a position, bring whom: in words, empty where nobody gets anything."""
        state, viewer = self._studied(request)
        seen = seen_by(state, viewer)
        return {"outcomes": [outcome(seen, move) for move in moves_of(request)[:MOST_FORESEEN]]}

    async def refuse(self, request: Json) -> Json:
        """Why nothing can be done at a `target` that is not offered: reasons with their rules."""
        state, viewer = self._studied(request)
        return {"reasons": why_not(seen_by(state, viewer), text_of(request, "target", 80))}

    async def fresh(self, request: Json) -> Json:
        """The first position of a setup, to be studied or changed."""
        return {"state": drawn(State.from_setup(object_of(request, "setup"))).to_json()}

    async def edit(self, request: Json) -> Json:
        """A position with a `change`."""
        state, viewer = self._studied(request)
        for text in moves_of(request):
            state = state.after(text)
        after = edited(state, request.get("change"))
        return {"position": position_json(after, viewer, asked=True)}

    async def analyse(self, request: Json) -> Json:
        """Begins to think about a position; `thought` is pushed until `stop`, or the `seconds` are over."""
        self._may_ask_the_ai()
        state, seconds, lines = self._after(request), request.get("seconds", 60.0), request.get("lines", 5)
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= 600:
            raise ServerError("'seconds' is a number up to 600")
        if not is_whole(lines) or not 1 <= lines <= 20:
            raise ServerError("'lines' is a whole number from 1 to 20")
        if not isinstance(state.to_move, int):
            return {"thinking": False, "reason": "the game is over" if state.over else "chance is to move"}
        await self._live.analyse(state, float(seconds), lines, request.get("mark"))
        return {"thinking": True}

    async def why(self, request: Json) -> Json:
        """Judges a `move` beside the best one; `why` is pushed when it is done."""
        self._may_ask_the_ai()
        state = self._after(request)
        if not isinstance(state.to_move, int):
            raise ServerError("nobody decides here")
        await self._live.why(state, str(state.parse(text_of(request, "move", 200))), request.get("mark"))
        return {"thinking": True}

    async def hint(self, request: Json) -> Json:
        """What to play, in three steps; `hint` is pushed when it is found."""
        self._may_ask_the_ai()
        state = self._after(request)
        if not isinstance(state.to_move, int):
            raise ServerError("nobody decides here")
        await self._live.hint(state, request.get("mark"))
        return {"thinking": True}

    async def review(self, request: Json) -> Json:
        """Judges every decision of a game; `review` is pushed with progress and then the whole."""
        self._may_ask_the_ai()
        table = self._may_open(text_of(request, "game", 80))
        if table.secret and not table.open_to(self._known()):
            raise ServerError("a game with missions is reviewed when it is over")
        await self._live.review(table.file.path, table.session.record(), request.get("mark"))
        return {"thinking": True}

    async def stop(self, request: Json) -> Json:
        """Ends what is being thought about; with `what`, only one sort of it: `thought`, `why` or `review`."""
        what = request.get("what")
        if what is None:
            await self._live.forget()
        else:
            await self._live.end(text_of(request, "what", 10))
        return {"ok": True}

    # --- learning ---------------------------------------------------------------------------------------------------

    async def rules(self, request: Json) -> Json:
        """Rules of a `game`, `asked` for by number or in words; all chapters if nothing is asked."""
        return rules(text_of(request, "game", 20), text_of(request, "asked", 80, ""))

    async def course(self, request: Json) -> Json:
        """The points of every seat over a game that is over."""
        table = self._may_open(text_of(request, "game", 80))
        if not table.session.state.over:
            raise ServerError("the game is not over yet")
        return {"course": await asyncio.to_thread(course, table.session)}

    async def lessons(self, request: Json) -> Json:
        """The titles of the lessons of a `game`."""
        return {"titles": [lesson.title for lesson in lessons(text_of(request, "game", 20))]}

    async def lesson(self, request: Json) -> Json:
        """A lesson by its `number`, after `moves`, of which wrong ones change nothing."""
        number = request.get("number")
        if not is_whole(number):
            raise ServerError("'number' is a whole number")
        return lesson_json(text_of(request, "game", 20), number, moves_of(request))

    # --- inside -----------------------------------------------------------------------------------------------------

    def _known(self) -> Access:
        assert self._access is not None
        return self._access

    def _host(self) -> None:
        if not self._known().host:
            raise ServerError("this is for whoever started the server; your link opens one seat")

    def _may_ask_the_ai(self) -> None:
        """A guest has one game: while that goes on the host may forbid it, whatever position the question is about."""
        access = self._known()
        if access.host or self._server.guests_analyse:
            return
        if access.game is None or not self._server.tables.table(access.game).session.state.over:
            raise ServerError("the host allows no analysis while the game goes on")

    def _at_table(self) -> Table:
        if self._table is None:
            raise ServerError("open a game first")
        if self._table.deleted:
            raise ServerError("this game was deleted")
        return self._table

    def _may_open(self, game: str) -> Table:
        access = self._known()
        if not access.host and access.game != game:
            raise ServerError("your link opens another game")
        return self._server.tables.table(game)

    def _leave(self) -> None:
        if self._table is not None:
            self._table.lookers.discard(self._look)
        self._table = None

    async def _look(self) -> None:
        if self._table is not None:
            await self.send({"push": "table", "table": self._table_json(self._table)})

    def _links(self, table: Table) -> list[Json]:
        """The links of the seats that are played from elsewhere; for the host to hand out."""
        if not self._known().host:
            return []
        return [{"seat": seat, "key": self._server.keys.seat(table.game, seat)}
                for seat in table.session.humans if not table.chairs[seat].here]

    def _table_json(self, table: Table) -> Json:
        """The game as this browser may see it; of the moves played, those that it does not know yet."""
        session, access = table.session, self._known()
        viewer, asks = table.viewer(access, self._shown)
        mover, yours = session.state.to_move, table.seats_of(access)
        texts = [f"{entry.mover} {entry.move}" for entry in session.happened]
        known = min(len(texts), len(self._logged))
        start = next((ply for ply in range(known) if texts[ply] != self._logged[ply]), known)
        self._logged = texts
        return {
            "game": table.game, "board": session.setup.get("board"),
            "modules": session.setup.get("modules", []), "edition": session.setup.get("edition"),
            "seats": [seat_json(spec, chair) for spec, chair in zip(session.seats, table.chairs, strict=True)],
            "viewer": viewer, "yours": yours, "asks": asks, "ply": session.plies, "waits_for": session.waits_for,
            "log": {"start": start, "entries": [
                entry.to_json() | {"words": spoken(entry.words)} for entry in session.happened[start:]]},
            "can_undo": table.undo_ply(access) is not None, "watched": table.watched, "pace": table.pace,
            "thinking": session.waits_for == "bot" and table.pace is not None, "fault": spoken(table.fault or table.unkept),
            "position": position_json(session.state, viewer, asked=asks is None and isinstance(mover, int) and mover in yours),
        }

    def _studied(self, request: Json) -> tuple[State, Viewer]:
        """The position a request is about, as this browser may see it."""
        if "state" in request:
            return drawn(State.from_json(object_of(request, "state"))), "all"
        table = self._may_open(text_of(request, "game", 80))
        ply = request.get("ply", table.session.plies)
        if not is_whole(ply) or not 0 <= ply <= table.session.plies:
            raise ServerError(f"there is no ply {ply}; the game has {table.session.plies} moves")
        viewer: Viewer = "all"
        if not table.open_to(self._known()):
            viewer, asks = table.viewer(self._known(), self._shown)
            viewer = "nobody" if asks is not None else viewer
        return seen_by(table.session.position(ply), viewer).copy(), viewer

    def _after(self, request: Json) -> State:
        state, _ = self._studied(request)
        for text in moves_of(request):
            state = state.after(text)
        return state


COMMANDS: Mapping[str, Callable[[Connection, Json], Awaitable[Json]]] = {
    name: getattr(Connection, name)
    for name in (
        "hello", "games", "new", "load", "remove", "tournaments", "tournament", "tournament_game", "open", "leave", "show",
        "play", "undo", "pace", "step", "record", "look", "outcomes", "refuse", "fresh", "edit", "analyse", "why", "hint",
        "review", "stop", "rules", "course", "lessons", "lesson",
    )
}
