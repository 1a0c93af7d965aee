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

from hansa.state import Move
from hansa.table.choices import found
from hansa.table.session import CHANCE, Happened, Session, TableError

__all__ = ["note_down", "put_right"]


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
