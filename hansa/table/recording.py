"""A game at a real table, written down as it is played: nothing is drawn, every earlier move can be put right.

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

from hansa.record import Record
from hansa.state import Move
from hansa.table.choices import found
from hansa.table.session import CHANCE, HUMAN, Happened, Session, TableError

__all__ = ["at_a_table", "names_in", "note_down", "put_right", "with_names"]

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


def note_down(session: Session, move: Move) -> Happened:
    """A move that somebody, or chance, has made at the table."""
    if session.waits_for == CHANCE:
        return session.step(session.state.parse(move))
    return session.play(move)


def put_right(session: Session, ply: int, typed: str) -> list[str]:
    """Another move at an earlier ply. What was noted after it stays as far as it still fits; what does not is handed back.

    A change that makes the first move after it impossible is made all the same: that move was probably wrong too.
    """
    if not 0 <= ply < session.plies:
        raise TableError(f"there is no move {ply + 1}; {session.plies} were noted down")
    before = session.position(ply)
    fitting = found(before, typed)
    if len(fitting) != 1:
        some = ", ".join(map(str, fitting[:4]))
        raise TableError(f"{typed!r} may be {some}; write more of it" if fitting else f"{typed!r} was no legal move then")
    later = [(entry.mover, entry.move) for entry in session.happened[ply + 1 :]]
    session.back_to(ply)
    note_down(session, fitting[0])
    for number, (mover, text) in enumerate(later):
        if session.state.to_move != mover or text not in session.state.legal_moves:
            return [f"{who} {move}" for who, move in later[number:]]
        note_down(session, session.state.parse(text))
    return []


def with_mission(session: Session, seat: int, card: int) -> Session:
    """The same game with another mission for a seat; whoever had that card has the seat's instead.

    >>> session = Session({"board": "hansa-45", "players": 4, "modules": ["missions"]}, [HUMAN] * 4, seed=7)
    >>> before = session.record().setup["missions"]
    >>> after = with_mission(session, 0, before[2]).record().setup["missions"]
    >>> [after[seat] == before[other] for seat, other in enumerate((2, 1, 0, 3))]
    [True, True, True, True]
    """
    record = session.record()
    dealt = list(record.setup["missions"])
    if card in dealt:
        dealt[dealt.index(card)] = dealt[seat]
    dealt[seat] = card
    changed = Session.from_record(replace(record, setup={**record.setup, "missions": dealt}), (HUMAN,) * len(dealt))
    session.close()
    return changed
