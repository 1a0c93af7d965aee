"""Requests about comments, glyphs and variations in a record (MOVES.md, section 6)."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hansa.annotations import Note, Variation, notes_from_json
from hansa.json_lines import Json, json_line
from hansa.languages import Language
from hansa.messages import message_json
from hansa.phrases import say
from hansa.record import Record
from hansa.state import State
from hansa.table.session import Session
from hansa.web.answers import NotesFound, VersionFound
from hansa.web.browser import Browser
from hansa.web.requests import Annotate, Notes
from hansa.web.seat_checks import ServerError
from hansa.web.shown_moves import played_move
from hansa.web.table import Table

VERSION_DIGITS = 16


class Noting(Browser):
    """Beside a game that is studied."""

    async def notes(self, request: Notes) -> NotesFound:
        """What was said of a game, its variations in words."""
        table = self._may_open(request.game)
        if not self._may_read(table):
            return NotesFound(notes=[], version="", kept=False)
        session = table.session
        said = dict(session.notes)
        told = await asyncio.to_thread(told_notes, said.values(), session, self.language)
        return NotesFound(notes=told, version=version_of(said), kept=self._known().host)

    async def annotate(self, request: Annotate) -> VersionFound:
        """Keeps what is said of a game, if nobody else has changed it since it was read."""
        self._host()
        table = self._may_open(request.game)
        if not self._may_read(table):
            raise ServerError(say("a game with missions is annotated when it is over"))
        async with table.lock:
            session = table.session
            if request.version != version_of(session.notes):
                raise ServerError(say("the notes were changed elsewhere meanwhile; load this page again to see them"))
            checked = await asyncio.to_thread(checked_notes, request.notes, table.record())
            session.notes = merged(checked, session.notes)
            await self._server.tables.keep(table)
            if table.unkept:
                raise ServerError(table.unkept)
            return VersionFound(version=version_of(session.notes))

    def _may_read(self, table: Table) -> bool:
        """Notes may tell secrets: guests read the host's when the game is over."""
        if table.secret and not table.open_to(self._known()):
            return False
        return self._known().host or table.session.state.over


def version_of(notes: Mapping[int, Note]) -> str:
    """Changes when notes change, but not when a move adds a clock."""
    said = [replace(note, clock=None).to_json() for _, note in sorted(notes.items())]
    return hashlib.sha256(json_line([note for note in said if len(note) > 1]).encode()).hexdigest()[:VERSION_DIGITS]


def checked_notes(notes: Sequence[Any], record: Record) -> tuple[Note, ...]:
    """Notes from a browser with playable variations; `RecordError` names what is wrong."""
    read = notes_from_json(list(notes), "notes")
    Record.from_json({**record.to_json(), "notes": [note.to_json() for note in read]}).verify()
    return read


def merged(said: Iterable[Note], before: Mapping[int, Note]) -> dict[int, Note]:
    """What is said now, with the clocks as the server has measured them."""
    clocks = {ply: note.clock for ply, note in before.items() if note.clock is not None}
    found = {note.ply: replace(note, clock=None) for note in said}
    for ply, clock in clocks.items():
        found[ply] = replace(found.get(ply, Note(ply)), clock=clock)
    return {ply: note for ply, note in sorted(found.items()) if note != Note(ply)}


def told_notes(notes: Iterable[Note], session: Session, language: Language) -> list[Mapping[str, Any]]:
    """Notes with every move of a variation in words."""
    return [_told_note(note, session.position(note.ply), language) for note in notes]


def _told_note(note: Note, before: State, language: Language) -> Json:
    """`before` is the position in which the move of the note was made."""
    data = note.to_json()
    if note.variations:
        data["variations"] = [_told_variation(variation, before, note.ply, language) for variation in note.variations]
    return data


def _told_variation(variation: Variation, state: State, ply: int, language: Language) -> Json:
    notes = {note.ply: note for note in variation.notes}
    moves, told = [], []
    for number, text in enumerate(variation.moves, ply):
        if number in notes:
            told.append(_told_note(notes[number], state, language))
        move = text.partition(" ")[2]
        moves.append(message_json(played_move(state, move, language)))
        state = state.after(move)
    return {"moves": moves, "notes": told}
