"""The clocks of people at a table: each runs while its seat decides. The notes of the record hold
the time left.

So it is known after the server is restarted, and clocks stop while it is down. Taking a move back
gives no time back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from hansa.annotations import Note
from hansa.table.session import HUMAN, Session
from hansa.web.chairs import Chair
from hansa.web.pushes import ShownClocks

DIGITS = 1      # of seconds


@dataclass
class Clocks:
    """One table's. A seat's clock begins to run after its first decision: nobody loses time before
    they have come.

    >>> now = [0.0]
    >>> session = Session({"board": "east", "players": 3}, ["human"] * 3, seed=7)
    >>> clocks = Clocks(now=lambda: now[0])
    >>> chairs = [Chair(clock=60, increment=5)] * 3
    >>> def play(text, seconds):
    ...     clocks.begin(session, chairs)
    ...     now[0] += seconds
    ...     before = session.state
    ...     session.play(text)
    ...     clocks.press(session, chairs, before.turns)
    >>> play("place t DAN-MAL", 30), play("end", 8)
    (None, None)
    >>> clocks.left(session, chairs, 0), clocks.left(session, chairs, 1)
    (57.0, 60)
    """

    now: Callable[[], float] = time.monotonic
    seat: int | None = field(default=None, init=False)      # whose clock runs ...
    since: float = field(default=0.0, init=False)           # ... since when ...
    ply: int = field(default=-1, init=False)                # ... for the decision at this ply

    def begin(self, session: Session, chairs: Sequence[Chair]) -> float | None:
        """Starts the clock of the seat to move; the seconds left, None if no clock runs."""
        seat = self._deciding(session, chairs)
        if (seat, session.plies) != (self.seat, self.ply):
            self.seat, self.ply, self.since = seat, session.plies, self.now()
        return None if seat is None else self.left(session, chairs, seat)

    def press(self, session: Session, chairs: Sequence[Chair], turns: int) -> None:
        """A person has decided: notes the time left. `turns` were completed before."""
        ply = session.plies - 1
        seat = session.happened[ply].mover
        if not isinstance(seat, int) or chairs[seat].clock is None:
            return
        began = seat == self.seat and ply == self.ply
        left = self._noted(session, chairs, seat, ply) - (self.now() - self.since if began else 0.0)
        if session.state.turns > turns:
            left += chairs[seat].increment
        session.notes[ply] = replace(session.notes.get(ply, Note(ply)), clock=round(max(0.0, left), DIGITS))

    def hold(self, session: Session, chairs: Sequence[Chair], seat: int) -> None:
        """The clock of a seat stops, since a bot plays on for it."""
        own = [entry.ply for entry in session.happened if entry.mover == seat]
        if chairs[seat].clock is not None and own:
            note = session.notes.get(own[-1], Note(own[-1]))
            session.notes[own[-1]] = replace(note, clock=round(self.left(session, chairs, seat), DIGITS))
        self.seat = None

    def resume(self, session: Session, chairs: Sequence[Chair], left: float) -> None:
        """A move was taken back: the seat that decides again has at most `left` seconds."""
        self.begin(session, chairs)
        if self.seat is not None:
            self.since = self.now() - max(0.0, self._noted(session, chairs, self.seat, self.ply) - left)

    def left(self, session: Session, chairs: Sequence[Chair], seat: int) -> float:
        """The seconds of a seat, now."""
        left = self._noted(session, chairs, seat, session.plies)
        return max(0.0, left - (self.now() - self.since)) if seat == self.seat and self.ply == session.plies else left

    def shown(self, session: Session, chairs: Sequence[Chair]) -> ShownClocks | None:
        """For the page; None where nobody has a clock."""
        if all(chair.clock is None for chair in chairs):
            return None
        self.begin(session, chairs)
        first = next(chair for chair in chairs if chair.clock is not None)
        return ShownClocks(
            seconds=first.clock, increment=first.increment, running=self.seat,
            left=[None if chair.clock is None else round(self.left(session, chairs, seat), DIGITS)
                  for seat, chair in enumerate(chairs)],
        )

    def _deciding(self, session: Session, chairs: Sequence[Chair]) -> int | None:
        mover = session.state.to_move
        if session.waits_for != HUMAN or not isinstance(mover, int) or chairs[mover].clock is None:
            return None
        return mover if any(entry.mover == mover for entry in session.happened) else None

    @staticmethod
    def _noted(session: Session, chairs: Sequence[Chair], seat: int, before: int) -> float:
        """What a seat had left after its last decision before a ply."""
        for entry in reversed(session.happened[:before]):
            note = session.notes.get(entry.ply)
            if entry.mover == seat and note is not None and note.clock is not None:
                return note.clock
        return chairs[seat].clock or 0.0
