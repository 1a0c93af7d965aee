"""Requests about positions: to look at them, change them, and ask the AI."""

from __future__ import annotations

from hansa.notation import write_position
from hansa.phrases import say
from hansa.state import State
from hansa.web.answers import (
    DONE,
    Done,
    OutcomesFound,
    PositionEdited,
    PositionShown,
    PositionWritten,
    ReasonsFound,
    SearchBegun,
    StateFound,
)
from hansa.web.browser import Browser
from hansa.web.editing import edited, position_in
from hansa.web.requests import Analyse, Edit, Fresh, Hint, Look, Outcomes, Read, Refuse, Review, Stop, Why, Write
from hansa.web.seat_checks import ServerError
from hansa.web.shown_moves import outcome, played_move, why_not
from hansa.web.shown_position import position_json, seen_by
from hansa.web.tables import drawn

MOST_FORESEEN = 40          # moves whose outcomes are told at once


class Studying(Browser):
    """Beside the table."""

    async def look(self, request: Look) -> PositionShown:
        """A position, with everything that may be played there."""
        state, viewer = self._studied(request)
        line = []
        for text in request.moves:
            move = state.parse(text)
            line.append(played_move(state, str(move), self.language))
            state = state.after(move)
        return PositionShown(
            position=position_json(state, viewer, self.language, asked=True), played=line, over=state.over)

    async def outcomes(self, request: Outcomes) -> OutcomesFound:
        """What each of `moves` brings whom, in words; empty where nobody gets anything."""
        state, viewer = self._studied(request)
        for text in request.line:
            state = state.after(text)
        seen = seen_by(state, viewer)
        return OutcomesFound(
            outcomes=tuple(self.language.tell(outcome(seen, move)) for move in request.moves[:MOST_FORESEEN]))

    async def refuse(self, request: Refuse) -> ReasonsFound:
        """Why nothing can be done at a place that is not offered."""
        state, viewer = self._studied(request)
        for text in request.moves:
            state = state.after(text)
        return ReasonsFound(reasons=tuple(why_not(seen_by(state, viewer), request.target, self.language)))

    async def fresh(self, request: Fresh) -> StateFound:
        """The first position of a setup, to be studied or changed."""
        return StateFound(state=drawn(State.from_setup(request.setup)).to_json())

    async def write(self, request: Write) -> PositionWritten:
        """A position in the notation for people; what is hidden cannot be written."""
        state = self._after(request)
        if state.covered:
            raise ServerError(say("this position hides cards; it has no text"))
        return PositionWritten(line=write_position(state), block=write_position(state, block=True))

    async def read(self, request: Read) -> StateFound:
        """The state that a text describes."""
        return StateFound(state=drawn(position_in(request.text)).to_json())

    async def edit(self, request: Edit) -> PositionEdited:
        """A position with a `change`."""
        _, viewer = self._studied(request)
        after = edited(self._after(request), request.change)
        return PositionEdited(position=position_json(after, viewer, self.language, asked=True))

    async def analyse(self, request: Analyse) -> SearchBegun:
        """Thinks about a position; pushes `thought` until `stop`, or the `seconds` are over."""
        self._may_ask_the_ai()
        state = self._after(request)
        if not isinstance(state.to_move, int):
            reason = say("the game is over") if state.over else say("chance is to move")
            return SearchBegun(thinking=False, reason=self.language.tell(reason))
        await self._live.analyse(state, request.seconds, request.lines, request.mark, self.language)
        return SearchBegun(thinking=True)

    async def why(self, request: Why) -> SearchBegun:
        """Judges a `move` beside the best one; `why` is pushed when it is done."""
        self._may_ask_the_ai()
        state = self._after(request)
        if not isinstance(state.to_move, int):
            raise ServerError(say("nobody decides here"))
        await self._live.why(state, str(state.parse(request.move)), request.mark, self.language)
        return SearchBegun(thinking=True)

    async def hint(self, request: Hint) -> SearchBegun:
        """What to play, in three steps; `hint` is pushed when it is found."""
        self._may_ask_the_ai()
        state = self._after(request)
        if not isinstance(state.to_move, int):
            raise ServerError(say("nobody decides here"))
        # Who writes a real game down may see every mission; a hint is for one seat.
        await self._live.hint(state.view(state.to_move), request.mark, self.language)
        return SearchBegun(thinking=True)

    async def review(self, request: Review) -> SearchBegun:
        """Judges every decision of a game; `review` is pushed with progress and then the whole."""
        self._may_ask_the_ai()
        table = self._may_open(request.game)
        if table.secret and not table.open_to(self._known()):
            raise ServerError(say("a game with missions is reviewed when it is over"))
        await self._live.review(table.file.path, table.record(), request.mark, self.language)
        return SearchBegun(thinking=True)

    async def stop(self, request: Stop) -> Done:
        """Ends what is being thought about, or one sort of it."""
        if request.what is None:
            await self._live.forget()
        else:
            await self._live.end(request.what)
        return DONE
