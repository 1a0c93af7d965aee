"""Ends games early: when all bots agree who wins, or when a win is proven.

A `Judge` follows one game. It hears what each bot expects when it decides, and may say who has won:
an *agreed* winner, whom every bot has expected to win for some turns without interruption; or a
*proven* one, whom nobody can stop any more (`hansa/solving.py`). How often such rulings are wrong
is measured on games that were played to their end (`hansa rate LOG --rulings`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hansa.json_lines import Json
from hansa.solving import SAME, solve
from hansa.state import State

__all__ = ["Adjudication", "Judge", "Ruling", "counted_after"]

TURNS = 2                       # of every seat, for which bots must agree
SOLVED_POSITIONS = 200          # looked at before each turn; more proved nothing more (RESULTS.md)


@dataclass(frozen=True)
class Adjudication:
    """The settings of a tournament for ending games early.

    >>> Adjudication(agree=0.95).to_json(), Adjudication.from_json({"agree": None, "turns": 2, "proven": True}).proven
    ({'agree': 0.95, 'turns': 2, 'proven': False}, True)
    """

    # the share of the win that every bot expects the same seat to get at least
    agree: float | None = None
    turns: int = TURNS              # of every seat, one after another, for which they do
    proven: bool = False            # whether proven wins end a game too

    def to_json(self) -> Json:
        """The settings as in the description of a tournament."""
        return {"agree": self.agree, "turns": self.turns, "proven": self.proven}

    @classmethod
    def from_json(cls, data: Json) -> Adjudication:
        """The settings from the description of a tournament. `ValueError` if they are
        impossible."""
        try:
            found = cls(**data)
            possible = (found.agree is None or 0.5 < found.agree <= 1) and found.turns > 0 and isinstance(found.proven, bool)
        except TypeError:
            possible = False
        if not possible:
            raise ValueError(f"no adjudication: {str(data)[:80]}")
        return found


@dataclass(frozen=True)
class Ruling:
    """The winner of a game that is ended early, and why: `agreed` or `proven`.

    >>> Ruling("agreed", 2).winner
    2
    """

    how: str
    winner: int


class Judge:
    """Follows one game.

    >>> judge = Judge(Adjudication(agree=0.9, turns=1), players=2)
    >>> judge.heard(0, [0.95, 0.05], turns=0)
    >>> judge.heard(1, [0.92, 0.08], turns=1)
    >>> judge.agreed(turns=2), judge.agreed(turns=3)
    (None, Ruling(how='agreed', winner=0))
    """

    def __init__(self, rules: Adjudication, players: int) -> None:
        self._rules, self._players = rules, players
        # by seat: whom it expects to win, and since which turn
        self._expected: list[int | None] = [None] * players
        self._since = [0] * players
        self._looked = -1

    def heard(self, seat: int, values: Sequence[float], turns: int) -> None:
        """Records the values that the bot of a seat reported with a decision, empty if it reports
        none."""
        best = max(range(len(values)), key=lambda other: values[other]) if values else None
        if best is not None and (self._rules.agree is None or values[best] < self._rules.agree):
            best = None
        if best != self._expected[seat]:
            self._expected[seat], self._since[seat] = best, turns

    def agreed(self, turns: int) -> Ruling | None:
        """The ruling if all bots have expected the same winner for long enough, else None."""
        winner = self._expected[0]
        if winner is None or any(other != winner for other in self._expected):
            return None
        if turns - max(self._since) < self._rules.turns * self._players:
            return None
        return Ruling("agreed", winner)

    def proven(self, state: State) -> Ruling | None:
        """The ruling if a win is proven, else None; computed once per turn."""
        if not self._rules.proven or state.turns == self._looked:
            return None
        self._looked = state.turns
        solution = solve(state, SOLVED_POSITIONS)
        if solution is None:
            return None
        return next((Ruling("proven", seat) for seat, share in enumerate(solution.best.low) if share > 1 - SAME), None)


def counted_after(ranks: Sequence[int], winner: int) -> Json:
    """Ranks and shares (D20) with the winner first, and the others in their order at the time.

    >>> counted_after([1, 2, 2], winner=1)
    {'ranks': [2, 1, 3], 'shares': [0.0, 1.0, 0.0]}
    """
    others = [rank for seat, rank in enumerate(ranks) if seat != winner]
    return {
        "ranks": [1 if seat == winner else 2 + sum(other < rank for other in others) for seat, rank in enumerate(ranks)],
        "shares": [float(seat == winner) for seat in range(len(ranks))],
    }
