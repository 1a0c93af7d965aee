"""How much time a decision may take: a fixed time, a share of a turn's, or of the clock's rest."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Clock"]

# A turn has some five decisions, most of them followed by others: each takes this share of what the
# turn has left.
SHARE_OF_TURN = 0.35
# A game has 60 to 80 decisions of one seat; later ones matter less, and a clock must never run out.
DECISIONS_AHEAD = 40
DECISIONS_A_TURN = 5
# how much the last decision says of what the next ones will cost beyond their thinking
NEWEST = 0.2
# Nobody plans with the last seconds of a clock: a busy machine may stop a process for 0.2 seconds
# at any moment.
RESERVE, MOST_OF_CLOCK = 0.5, 0.25


@dataclass
class Clock:
    """One seat's time in one game, by its own turns. `left` is None without a clock; every turn
    adds `increment`.

    >>> clock = Clock(left=60.0, increment=2.0)
    >>> seconds = clock.allotted(turn=0)            # for a decision in this turn
    >>> clock.spend(seconds)
    >>> round(seconds, 2), round(clock.left, 2)
    (1.69, 58.31)
    >>> clock.begin(turn=1)                         # the increment comes with the next turn
    >>> round(clock.left, 2)
    60.31
    >>> clock.tell(left=58.0, increment=2.0)        # where the game keeps the time, it says so before each decision
    >>> round(clock.allotted(turn=1), 2)
    1.64
    """

    left: float | None = None
    increment: float = 0.0
    turn_seconds: float | None = None
    turn: int | None = None         # the turn that `left_in_turn` belongs to
    left_in_turn: float = 0.0
    most: float = 0.0               # that was ever left
    told: bool = False              # `left` is what the game says, its increments are in it
    promised: float = 0.0           # of the last decision, what it was allotted ...
    overdue: float = 0.0            # ... what it took beyond that ...
    # ... and what decisions usually take beyond it, on this machine as busy as it is
    lag: float = 0.0

    def begin(self, turn: int) -> None:
        """A decision of this turn begins."""
        if turn != self.turn:
            if self.left is not None and self.turn is not None and not self.told:
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
            self.most = max(self.most, self.left)
            to_plan_with = self.left - min(RESERVE, MOST_OF_CLOCK * self.most)
            of_increment = min(self.increment, self.left) / (2 * DECISIONS_A_TURN)
            limits.append(max(to_plan_with / DECISIONS_AHEAD + of_increment - self.lag, 0.001))
        allotted = min(limits, default=None)
        self.promised = allotted or 0.0
        return allotted

    def tell(self, left: float, increment: float) -> None:
        """The game's own clock before a decision. What it counted beyond the time spent here is
        lag."""
        if self.told and self.left is not None:
            self.lag += NEWEST * (max(0.0, self.overdue + self.left - left) - self.lag)
        self.left, self.increment, self.told = left, increment, True

    def spend(self, seconds: float) -> None:
        """What the decision took."""
        self.overdue = max(0.0, seconds - self.promised)
        if not self.told:
            self.lag += NEWEST * (self.overdue - self.lag)
        self.left_in_turn -= seconds
        if self.left is not None:
            self.left = max(0.0, self.left - seconds)
