"""Reads games in the notation for people (MOVES.md, 14): lenient on words, strict on rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from hansa.annotations import GLYPHS, MOST_DEPTH, Note, Variation
from hansa.errors import HansaError, NotationError
from hansa.json_lines import Json
from hansa.notation.german import in_english
from hansa.notation.headers import check_names, end_of, more_of, seats_of, start_of
from hansa.notation.tokens import Token, plain, tokens_of, unquoted
from hansa.phrases import SEAT_COLOURS
from hansa.record import Record
from hansa.sections import seat_of
from hansa.state import Move, State
from hansa.table.choices import found
from hansa.table.refusals import refusal

MOST_TEXT = 1 << 24
MOST_LISTED = 4                 # moves that a word may mean
TAG = re.compile(r"\s*\[%(\w+) ([^\]]*)\]")
GLYPH = re.compile(r"\s*([!?]{1,2})$")
CHANCE_CALLED = ("chance", "zufall")
LEFT_OUT = ("end", "done")      # moves that a person does not write down


def read_games(text: str) -> list[Record]:
    """The games of a text, each with its notes; `NotationError` names the line and the turn of the
    first problem.

    >>> record = read_games('''
    ...     [Board "hansa-45, 4 players"]
    ...     [Seed "7"]
    ...     1. red: trader Hamburg-Bremen! {blocks (really)}; t lüb ham
    ...     2. green: inc 3
    ... ''')[0]
    >>> record.moves
    ('0 place t BRE-HAM', '0 place t HAM-LUB', '0 end', '1 income 3t')
    >>> record.notes[0].glyph, record.notes[0].comment
    ('!', 'blocks (really)')
    """
    if len(text) > MOST_TEXT:
        raise NotationError([f"a file of games has at most {MOST_TEXT} characters, not {len(text)}"])
    games: list[tuple[dict[str, str], list[Token], int]] = []
    for token in tokens_of(text):
        if token.kind == "header":
            if not games or games[-1][1]:
                games.append(({}, [], token.line))
            name, _, value = token.text.partition(" ")
            if name.title() in games[-1][0]:
                raise NotationError([f"line {token.line}: the header {name.title()} is there twice"])
            games[-1][0][name.title()] = unquoted(value.strip())
        elif not games:
            raise NotationError([f'line {token.line}: a game begins with its headers, as [Board "hansa-45, 4 players"]'])
        else:
            games[-1][1].append(token)
    return [_game(*game) for game in games]


def is_game(text: str) -> bool:
    """Whether a text looks like games in this notation: it begins with a header.

    >>> is_game('[Board "east, 3 players"]'), is_game('{"version": 1}')
    (True, False)
    """
    return re.match(r'\s*\[\w+\s+"', text) is not None


def _game(headers: Mapping[str, str], tokens: list[Token], line: int) -> Record:
    try:
        check_names(headers)
        setup, state, seed = start_of(headers)
        record = Record(setup=setup, state=state, seed=seed, moves=(), end="interrupted", id=headers.get("Game", ""))
        start = record.start()
        reader = _Reader(iter(tokens))
        played = reader.line(start, 0, depth=0)
        ended = end_of(headers, played.state)
        seconds = float(headers["Seconds"]) if "Seconds" in headers else None
        read = replace(
            record, moves=tuple(played.moves), notes=played.all_notes(), seats=seats_of(headers, start.players),
            engine=headers.get("Engine", ""), seconds=seconds, more=more_of(headers), **ended)
        return Record.from_json(read.to_json())         # all that a record has to be
    except NotationError:
        raise
    except (HansaError, ValueError) as error:
        raise NotationError([f"the game of line {line}: {error}"]) from error


@dataclass
class _Played:
    """Moves read so far, and the notes on them."""

    state: State
    first: int
    moves: list[str] = field(default_factory=list)
    notes: dict[int, Json] = field(default_factory=dict)
    before: State | None = None         # the position before the last move

    def play(self, move: Move) -> None:
        self.before = self.state.copy()
        mover = self.state.to_move
        self.moves.append(f"{mover} {self.state.play(move)}")

    @property
    def last(self) -> int:
        return self.first + len(self.moves) - 1

    def note(self, ply: int) -> Json:
        """What is said about a move so far."""
        return self.notes.setdefault(ply, {})

    def all_notes(self) -> tuple[Note, ...]:
        """In order; what is said before a move that does not follow is about the last one."""
        rest = self.notes.pop(self.last + 1, {})
        if rest and self.moves:
            own = self.note(self.last)
            own["comment"] = " ".join(filter(None, [own.get("comment", ""), rest["before"]]))
        return tuple(Note(ply, **facts) for ply, facts in sorted(self.notes.items()) if facts)


class _Reader:
    """Reads moves, comments and variations from tokens."""

    def __init__(self, tokens: Iterator[Token]) -> None:
        self.tokens = tokens

    def line(self, start: State, first: int, depth: int) -> _Played:
        """Moves until the text ends, or in a variation its bracket."""
        played = _Played(start.copy(), first)
        opened = True           # a comment here is about the next move
        last = None
        for last in self.tokens:
            match last.kind:
                case "turn":
                    self.begin_turn(played, last)
                    opened = True
                case "mover":
                    self.leave_to(played, last)
                    opened = True
                case "move":
                    self.play(played, last)
                    opened = False
                case ";":
                    opened = True
                case "comment":
                    self.comment(played, last, opened)
                case "(":
                    self.variation(played, last, depth)
                case _:
                    if depth:
                        return played
                    raise NotationError([f"line {last.line}: a ) without its ("])
        if depth:
            raise NotationError([f"line {last.line if last else '?'}: a variation that begins with ( never ends with )"])
        return played

    def begin_turn(self, played: _Played, token: Token) -> None:
        """The turn before is over, even if nobody wrote that it ended."""
        wanted = int(token.text)
        while played.state.turns + 1 < wanted and self.left_out(played):
            pass
        if played.state.turns + 1 != wanted:
            raise self.wrong(played, token, f"turn {wanted} does not follow: it is turn {played.state.turns + 1}, "
                                            f"{_who(played.state)} to move")

    def leave_to(self, played: _Played, token: Token) -> None:
        """It is this player's decision: what is not written before is `done` or `end`."""
        try:
            chance = token.text.casefold() in CHANCE_CALLED
            mover: int | str = "*" if chance else seat_of(token.text, played.state.players)
        except ValueError as error:
            raise self.wrong(played, token, str(error)) from None
        while played.state.to_move != mover and self.left_out(played):
            pass
        if played.state.to_move != mover:
            raise self.wrong(played, token, f"{token.text} is not to move: {_who(played.state)} is")

    def left_out(self, played: _Played) -> bool:
        """Plays a move that people need not write; False if there is none. No turn is skipped."""
        legal = played.state.legal_moves
        if played.before is None or played.before.turns != played.state.turns:
            return False
        move = next((word for word in LEFT_OUT if word in legal), None)
        if move is None:
            return False
        played.play(played.state.parse(move))
        return True

    def play(self, played: _Played, token: Token) -> None:
        """One move in whatever words."""
        glyph = GLYPH.search(token.text)
        typed = token.text[: glyph.start()] if glyph else token.text
        fitting = [] if typed.strip().isdigit() else found(played.state, in_english(typed))
        if len(fitting) != 1:
            some = ", ".join(map(str, fitting[:MOST_LISTED])) + (", ..." if len(fitting) > MOST_LISTED else "")
            why = f"{typed!r} may be {some}; write more of it" if fitting else "; ".join(
                refusal(played.state, in_english(typed))) or f"{typed!r} is not a move here"
            raise self.wrong(played, token, why)
        played.play(fitting[0])
        if glyph:
            if glyph[1] not in GLYPHS:
                raise self.wrong(played, token, f"{glyph[1]!r} should be one of {' '.join(GLYPHS)}")
            played.note(played.last)["glyph"] = glyph[1]

    def comment(self, played: _Played, token: Token, opened: bool) -> None:
        """Said about the last move; behind a semicolon, a number or a mover, about the next one."""
        note = played.note(played.last + 1 if opened else played.last)
        name = "before" if opened else "comment"
        text = token.text
        while not opened and (tag := TAG.match(text)):
            text = text[tag.end() :].lstrip(" ")
            try:
                note.update(_tagged(tag[1], tag[2]))
            except ValueError:
                raise self.wrong(
                    played, token, f"{tag[0].strip()} cannot be read; it is [%clk SECONDS], [%values SHARE ...] "
                    "or [%simulations N]") from None
        if text:
            note[name] = " ".join(filter(None, [note.get(name, ""), plain(text)]))

    def variation(self, played: _Played, token: Token, depth: int) -> None:
        """Moves instead of the last one."""
        if played.before is None:
            raise self.wrong(played, token, "a variation stands behind the move that it replaces")
        if depth >= MOST_DEPTH:
            raise self.wrong(played, token, f"variations are nested deeper than {MOST_DEPTH}")
        inner = _Reader(self.tokens).line(played.before, played.last, depth + 1)
        if not inner.moves:
            raise self.wrong(played, token, "a variation without a move")
        note = played.note(played.last)
        note["variations"] = (*note.get("variations", ()), Variation(tuple(inner.moves), inner.all_notes()))

    def wrong(self, played: _Played, token: Token, message: str) -> NotationError:
        """An error with its line and turn."""
        return NotationError([f"line {token.line}, turn {played.state.turns + 1}: {message}"])


def _tagged(name: str, value: str) -> Json:
    if name == "clk":
        return {"clock": float(value)}
    if name == "values":
        return {"values": tuple(map(float, value.split()))}
    if name == "simulations":
        return {"simulations": int(value)}
    return {}           # tags of other programs


def _who(state: State) -> str:
    if state.over:
        return "the game is over, and nobody"
    return SEAT_COLOURS[state.to_move] if isinstance(state.to_move, int) else "chance"
