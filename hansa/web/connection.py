"""One browser: its requests, each answered with an object or an error, and what is pushed to it.

A request is `{"id": 1, "cmd": "play", …}`, its answer `{"id": 1, …}`, or
`{"id": 1, "error": {"code": …, "message": …}}`. What is pushed has `push` instead of `id`.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from hansa.bots.mcts import LEVELS
from hansa.errors import HansaError, NotationError, StateError
from hansa.games import board_entries
from hansa.json_lines import NotJson, read_json
from hansa.languages import ENGLISH, best_language
from hansa.logs import fault
from hansa.messages import message_json, read_message
from hansa.phrases import declared, say
from hansa.version import VERSION
from hansa.views.words.naming import spoken
from hansa.web import answers, lobby_answers, requests, school_answers
from hansa.web.bot_list import bot_list
from hansa.web.browser import Server
from hansa.web.lobby import Lobby
from hansa.web.noting import Noting
from hansa.web.playing import Playing
from hansa.web.school import School
from hansa.web.seat_checks import ServerError
from hansa.web.shown_position import board_names
from hansa.web.studying import Studying

__all__ = ["COMMANDS", "MOST_BYTES", "Connection", "Server"]

LOG = logging.getLogger(__name__)
MOST_BYTES = requests.MOST_BYTES
# Requests about a game of the server, which may not be open yet.
WITH_A_GAME = (
    requests.Open, requests.Review, requests.Course, requests.Studied, requests.Notes, requests.Annotate)
M = TypeVar("M")


class Connection(Lobby, Playing, Studying, Noting, School):
    """One browser, all of whose requests are answered."""

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
        if self._access is None and command.request is not requests.Hello:
            return await self._refuse(mark, "no-key", "say hello with a key first; open the link that the server printed")
        try:
            # A browser may still run an older page: unknown members are ignored.
            asked = read_message(command.request, str(request["cmd"]), request, strict=False)
            await self._read_ahead(asked)
            answer = message_json(await command.run(self, asked))
        except (StateError, NotationError) as error:
            return await self._refuse(mark, error.code, error.phrase, problems=error.problems)
        except HansaError as error:
            return await self._refuse(mark, error.code, error.phrase)
        except OSError as error:
            return await self._refuse(mark, "disk", f"the games' folder: {error.strerror or error}")
        except Exception as error:      # a bug of the server must not end a player's game
            said = fault(LOG, error, f"answering {text!r:.500}", "in the log of this server")
            return await self._refuse(mark, "internal-error", said[:500])
        await self.send({"id": mark, **answer})
        return None

    async def _refuse(self, mark: int | str | None, code: str, message: str, problems: Sequence[str] | None = None) -> None:
        told = None if problems is None else tuple(spoken(problem, self.language) for problem in problems)
        failure = answers.Failure(
            code=code, message=spoken(message, self.language)[:answers.LONGEST_MESSAGE], problems=told)
        await self.send({"id": mark, "error": message_json(failure)})

    async def _read_ahead(self, asked: object) -> None:
        """Opens the game of a request, if it may be opened; the command reports what is wrong."""
        access = self._access
        if access is None or not isinstance(asked, WITH_A_GAME) or asked.game is None:
            return
        if access.host or access.game == asked.game:
            with contextlib.suppress(HansaError, OSError):
                await self._server.tables.read_ahead(asked.game)

    async def close(self) -> None:
        """The browser is gone."""
        self._leave()
        await self._live.forget()

    async def hello(self, request: requests.Hello) -> lobby_answers.Greeting:
        """With a key, or by the cookie: who this browser is, and what there is to play."""
        self.language = ENGLISH if request.lang is None else best_language([request.lang])
        access = self._cookie if request.key is None else self._server.keys.open(request.key)
        if access is None:
            raise ServerError(say("this link is not of this server; open the one it printed when it was started"))
        self._leave()           # a table that another key opened
        self._access = self._live.person = access
        return lobby_answers.Greeting(
            host=access.host, game=access.game, seat=access.seat, version=VERSION,
            boards=[
                entry.to_json() | {"title": self.language.tell(declared(entry.title))}
                for entry in board_entries() if entry.name in board_names()],
            bots=bot_list(self._server.tables.invited, self.language),
            levels=tuple(self.language.tell(declared(level.about)) for level in LEVELS))


@dataclass(frozen=True)
class Command(Generic[M]):
    """What a request must be, who answers it, and what the answer is unless it is refused."""

    request: type[M]
    run: Callable[[Connection, M], Awaitable[object]]
    answer: answers.AnyAnswer


COMMANDS: Mapping[str, Command[Any]] = {
    "hello": Command(requests.Hello, Connection.hello, lobby_answers.Greeting),
    "games": Command(requests.Games, Connection.games, lobby_answers.GameList),
    "new": Command(requests.NewGame, Connection.new, lobby_answers.GameBegun),
    "on_the_table": Command(requests.OnTheTable, Connection.on_the_table, lobby_answers.SetupQuestions),
    "load": Command(requests.Load, Connection.load, lobby_answers.GameLoaded | answers.StateFound),
    "remove": Command(requests.Remove, Connection.remove, answers.Done),
    "fetch_back": Command(requests.FetchBack, Connection.fetch_back, answers.Done),
    "rename": Command(requests.Rename, Connection.rename, lobby_answers.GameNamed),
    "tournaments": Command(requests.Tournaments, Connection.tournaments, lobby_answers.LogList),
    "tournament": Command(
        requests.Tournament, Connection.tournament, lobby_answers.LogReport | lobby_answers.LogUnchanged),
    "tournament_game": Command(
        requests.TournamentGame, Connection.tournament_game, lobby_answers.GameNamed),
    "open": Command(requests.Open, Connection.open, answers.TableOpened),
    "leave": Command(requests.Leave, Connection.leave, answers.Done),
    "show": Command(requests.Show, Connection.show, answers.TableFound),
    "play": Command(requests.Play, Connection.play, answers.Done),
    "correct": Command(requests.Correct, Connection.correct, answers.MoveCorrected),
    "show_mission": Command(requests.ShowMission, Connection.show_mission, answers.Done),
    "undo": Command(requests.Undo, Connection.undo, answers.Done),
    "pace": Command(requests.Pace, Connection.pace, answers.Done),
    "step": Command(requests.Step, Connection.step, answers.Done),
    "stand_in": Command(requests.StandIn, Connection.stand_in, answers.Done),
    "hand_back": Command(requests.HandBack, Connection.hand_back, answers.Done),
    "record": Command(requests.GetRecord, Connection.record, answers.RecordFound),
    "look": Command(requests.Look, Connection.look, answers.PositionShown),
    "outcomes": Command(requests.Outcomes, Connection.outcomes, answers.OutcomesFound),
    "refuse": Command(requests.Refuse, Connection.refuse, answers.ReasonsFound),
    "fresh": Command(requests.Fresh, Connection.fresh, answers.StateFound),
    "write": Command(requests.Write, Connection.write, answers.PositionWritten),
    "read": Command(requests.Read, Connection.read, answers.StateFound),
    "edit": Command(requests.Edit, Connection.edit, answers.PositionEdited),
    "analyse": Command(requests.Analyse, Connection.analyse, answers.SearchBegun),
    "why": Command(requests.Why, Connection.why, answers.SearchBegun),
    "hint": Command(requests.Hint, Connection.hint, answers.SearchBegun),
    "review": Command(requests.Review, Connection.review, answers.SearchBegun),
    "notes": Command(requests.Notes, Connection.notes, answers.NotesFound),
    "annotate": Command(requests.Annotate, Connection.annotate, answers.VersionFound),
    "stop": Command(requests.Stop, Connection.stop, answers.Done),
    "rules": Command(
        requests.Rules, Connection.rules, school_answers.RulesFound | school_answers.RulesOverview),
    "course": Command(requests.Course, Connection.course, school_answers.CourseFound),
    "drills": Command(requests.Drills, Connection.drills, school_answers.DrillList),
    "drill": Command(requests.Drill, Connection.drill, school_answers.DrillFound),
    "exercise": Command(requests.Exercise, Connection.exercise, school_answers.ExerciseSet),
    "solve": Command(requests.Solve, Connection.solve, school_answers.ExerciseSolved),
    "explore": Command(requests.Explore, Connection.explore, school_answers.PositionExplored),
    "lessons": Command(requests.Lessons, Connection.lessons, school_answers.LessonList),
    "lesson": Command(requests.Lesson, Connection.lesson, school_answers.LessonShown),
}
