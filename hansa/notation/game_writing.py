"""Games written in the notation for people (MOVES.md, section 14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hansa.annotations import Note, Variation
from hansa.notation.headers import headers_of
from hansa.notation.tokens import quoted
from hansa.phrases import SEAT_COLOURS
from hansa.record import Record
from hansa.state import State

CHANCE = "chance"


def write_game(record: Record) -> str:
    """A record as headers and numbered turns, with all its notes.

    >>> record = Record(setup={"board": "hansa-45", "players": 4}, seed=7, moves=("0 place t BRE-HAM", "0 end"), end="moves")
    >>> print(write_game(record))
    [Board "hansa-45, 4 players, bigbox"]
    [Seed "7"]
    [End "moves"]
    <BLANKLINE>
    1. red: place t BRE-HAM; end
    """
    head = "\n".join(f"[{name} {quoted(value)}]" for name, value in headers_of(record))
    return f"{head}\n\n{_Writer().line(record.start(), record.moves, record.notes, 0)}".rstrip()


class _Writer:
    """Moves one after another, with the turn and the mover where they change."""

    def line(self, state: State, moves: Sequence[str], notes: Sequence[Note], first: int, *, inner: bool = False) -> str:
        """The text of some moves; turns begin lines of their own, but not in a variation."""
        noted = {note.ply: note for note in notes}
        state = state.copy()
        turns, mover = -1, ""
        parts: list[str] = []
        for ply, text in enumerate(moves, first):
            who = _mover(state)
            opening = ""
            if state.turns != turns and not inner:
                opening = ("\n" if parts else "") + f"{state.turns + 1}. "
            if who != mover or state.turns != turns:
                opening += f"{who}: "
            turns, mover = state.turns, who
            before = state.copy()
            move = state.play(text.partition(" ")[2])
            parts.append(opening + "".join(self.annotated(before, str(move), noted.get(ply), ply)))
        return "; ".join(parts).replace("; \n", ";\n") if not inner else "; ".join(parts)

    def annotated(self, before: State, move: str, note: Note | None, ply: int) -> Iterator[str]:
        """A move with what is said about it."""
        if note is None:
            yield move
            return
        if note.before:
            yield f"{{{_protected(note.before)}}} "
        yield move + note.glyph
        tags = list(_tags(note))
        if tags or note.comment:
            comment = [_protected(note.comment)] if note.comment else []
            yield f" {{{' '.join([*tags, *comment])}}}"
        for variation in note.variations:
            yield f" ({self.variation(before, variation, ply)})"

    def variation(self, before: State, variation: Variation, ply: int) -> str:
        """Other moves from the same position."""
        return self.line(before, variation.moves, variation.notes, ply, inner=True)


def _mover(state: State) -> str:
    return SEAT_COLOURS[state.to_move] if isinstance(state.to_move, int) else CHANCE


def _tags(note: Note) -> Iterator[str]:
    if note.clock is not None:
        yield f"[%clk {note.clock!r}]"
    if note.values:
        yield f"[%values {' '.join(map(repr, note.values))}]"
    if note.simulations is not None:
        yield f"[%simulations {note.simulations}]"


def _protected(comment: str) -> str:
    """A comment in which nothing ends it, or looks like a tag."""
    text = comment.replace("\\", "\\\\").replace("}", "\\}")
    return "\\" + text if text.startswith("[") else text
