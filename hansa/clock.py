"""How much time a decision may take: so many seconds itself, a share of its turn's, a share of what the clock has left."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Clock"]

# A turn has some five decisions, most of them followed by others: each takes this share of what the turn has left.
SHARE_OF_TURN = 0.35
# A game has 60 to 80 decisions of one seat; later ones matter less, and a clock must never run out.
DECISIONS_AHEAD = 40
DECISIONS_A_TURN = 5


@dataclass
class Clock:
    """One seat's time in one game, by its own turns. `left` is None without a clock; every turn adds `increment`.

    >>> clock = Clock(left=60.0, increment=2.0)
    >>> seconds = clock.allotted(turn=0)            # for a decision in this turn
    >>> clock.spend(seconds)
    >>> round(seconds, 2), round(clock.left, 2)
    (1.7, 58.3)
    >>> clock.begin(turn=1)                         # the increment comes with the next turn
    >>> round(clock.left, 2)
    60.3
    """

    left: float | None = None
    increment: float = 0.0
    turn_seconds: float | None = None
    turn: int | None = None         # the turn that `left_in_turn` belongs to
    left_in_turn: float = 0.0

    def begin(self, turn: int) -> None:
        """A decision of this turn begins."""
        if turn != self.turn:
            if self.left is not None and self.turn is not None:
                self.left += self.increment
            self.turn = turn
            self.left_in_turn = self.turn_seconds or 0.0

    def allotted(self, turn: int) -> float | None:
        """Seconds for a decision of this turn; None if there is no limit."""
        self.begin(turn)
        limits = []
        if self.turn_seconds is not None:
            limits.append(max(self.left_in_turn * SHARE_OF_TURN, 0.001))
        if self.left is not None:
            limits.append(max(self.left / DECISIONS_AHEAD + min(self.increment, self.left) / (2 * DECISIONS_A_TURN), 0.001))
        return min(limits, default=None)

    def spend(self, seconds: float) -> None:
        """What the decision took."""
        self.left_in_turn -= seconds
        if self.left is not None:
            self.left = max(0.0, self.left - seconds)
