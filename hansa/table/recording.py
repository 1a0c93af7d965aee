"""A game at a real table, written down as it is played: nothing is drawn, any move can be
corrected.

The terminal (`hansa play --table`) and the page ("Record a game") share this.

>>> from hansa.table.session import HUMAN, Session
>>> session = Session({"board": "hansa-45", "players": 4}, [HUMAN] * 4, seed=7)
>>> for text in ("place t BRE-HAM", "place t HAM-LUB", "end"):
...     happened = note_down(session, session.state.parse(text))
>>> put_right(session, 0, "place m BRE-HAM")
[]
>>> [entry.move for entry in session.happened]
['place m BRE-HAM', 'place t HAM-LUB', 'end']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hansa.phrases import say
from hansa.record import Record
from hansa.state import Move
from hansa.table.choices import found
from hansa.table.session import CHANCE, HUMAN, Happened, Session, TableError
from hansa.views.words.naming import COLOURS

__all__ = [
    "at_a_table", "called_by_all", "last_choice", "names_in", "note_down", "note_forced", "put_right", "with_mission",
    "with_names",
]

TABLE = "table"         # the member of a record that says so


def at_a_table(record: Record) -> bool:
    """Whether a record is of a game at a real table.

    >>> record = Record(setup={"board": "east", "players": 3}, moves=(), end="interrupted")
    >>> at_a_table(record), at_a_table(with_names(record, ["Ada", "Ben", "Cleo"]))
    (False, True)
    """
    return record.more.get(TABLE) is True


def with_names(record: Record, names: Sequence[str]) -> Record:
    """A record of a game at a real table, with the names of those who play, if they have some."""
    return replace(record, seats=tuple(names) or record.seats, more={**record.more, TABLE: True})


def names_in(record: Record) -> tuple[str, ...]:
    """The names of those who play at a real table; none if they have none.

    >>> [names_in(Record(setup={}, moves=(), end="moves", seats=seats)) for seats in (("Ada", "Ben"), (HUMAN, HUMAN))]
    [('Ada', 'Ben'), ()]
    """
    return () if HUMAN in record.seats else record.seats


def called_by_all(names: Sequence[str]) -> tuple[str, ...]:
    """Names for everybody if anybody has one: the others are called by their colours.

    >>> called_by_all(["Ada", "", ""]), called_by_all(["", "", ""])
    (('Ada', 'Green', 'Blue'), ())
    """
    if not any(names):
        return ()
    return tuple(name or colour for name, colour in zip(names, COLOURS, strict=False))


# --- moves --------------------------------------------------------------------------------------

def note_down(session: Session, move: Move) -> Happened:
    """Plays a move that a player or chance has made at the table."""
    if session.waits_for == CHANCE:
        return session.step(session.state.parse(move))
    return session.play(move)


def note_forced(session: Session) -> list[Happened]:
    """Notes forced moves, up to the next decision of a player or of chance."""
    noted = []
    while not session.state.over and (forced := session.state.forced) is not None:
        noted.append(note_down(session, forced))
    return noted


def last_choice(session: Session) -> int | None:
    """The ply of the last move that was not forced; None if there is none."""
    return next((ply for ply in range(session.plies - 1, -1, -1) if len(session.position(ply).legal_moves) > 1), None)


def put_right(session: Session, ply: int, typed: str) -> list[str]:
    """Another move at an earlier ply. What was noted after it stays as far as it still fits; what
    does not is handed back.

    A change that makes the first move after it impossible is made all the same: that move was
    probably wrong too.
    """
    if not 0 <= ply < session.plies:
        raise TableError(f"there is no move {ply + 1}; {session.plies} were noted down")
    before = session.position(ply)
    fitting = found(before, typed)
    if len(fitting) != 1:
        some = ", ".join(map(str, fitting[:4]))
        raise TableError(f"{typed!r} may be {some}; write more of it" if fitting else f"{typed!r} was not a legal move then")
    later = [(entry.mover, entry.move) for entry in session.happened[ply + 1 :]]
    session.back_to(ply)
    note_down(session, fitting[0])
    for number, (mover, text) in enumerate(later):
        if not _fits(session, mover, text):
            note_forced(session)        # a move in between may leave no choice now
        if not _fits(session, mover, text):
            return [f"{who} {move}" for who, move in later[number:]]
        note_down(session, session.state.parse(text))
    return []


def _fits(session: Session, mover: int | str, text: str) -> bool:
    """Whether that move can be noted now."""
    return session.state.to_move == mover and text in session.state.legal_moves


def with_mission(session: Session, seat: int, card: int | None) -> Session:
    """The same game with another mission for a seat; the seat that had this card gets the old one.

    `TableError` if no card is named, or the game has no cards that were dealt.

    >>> session = Session({"board": "hansa-45", "players": 4, "modules": ["missions"]}, [HUMAN] * 4, seed=7)
    >>> before = session.record().setup["missions"]
    >>> after = with_mission(session, 0, before[2]).record().setup["missions"]
    >>> [after[seat] == before[other] for seat, other in enumerate((2, 1, 0, 3))]
    [True, True, True, True]
    """
    record = session.record()
    if record.state is not None:
        raise TableError(say("this game began from a position; its missions are those of the position"))
    dealt = list(record.setup.get("missions", ()))
    if not 0 <= seat < len(dealt):
        raise TableError(say("there are no missions in this game") if not dealt else f"there is no seat {seat}")
    if card is None:
        raise TableError(say("which mission is it? Name its three cities"))
    if card in dealt:
        dealt[dealt.index(card)] = dealt[seat]
    dealt[seat] = card
    changed = Session.from_record(replace(record, setup={**record.setup, "missions": dealt}), (HUMAN,) * len(dealt))
    session.close()
    return changed
