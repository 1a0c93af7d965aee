"""A drill: a position, the plan that is clearly best in it, and how much every other one gives up.

>>> drill = Drill("a", 2, {}, 0, "place t BRE-HAM", ("place m BRE-HAM",), "end", 0.12, 0.01, 8000, "a game")
>>> Drill.from_json(drill.to_json()) == drill
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from hansa.errors import HansaError
from hansa.json_lines import Json
from hansa.moves import Move
from hansa.state import State

__all__ = ["GRADES", "Drill", "DrillAnswer", "DrillError", "plan_key"]

GRADES = 5  # 1: most players would play it at first sight; 5: hardly any would consider it
# Kinds of moves that bring pieces to a route: whichever comes first, they serve one plan.
WORKING = ("place", "displace", "lift", "drop", "put", "add", "put from", "add from", "lift piece", "drop piece")


class DrillError(HansaError):
    """A drill or a file of drills that cannot be used.

    >>> Drill.from_json({})
    Traceback (most recent call last):
        ...
    hansa.drills.drill.DrillError: this is not a drill: 'name' is missing
    """

    code = "bad-request"


@dataclass(frozen=True)
class DrillAnswer:
    """What is said of a move.

    `exact` is the move of the deepest search, `right` any move that begins its plan. `loss` is the
    share of the win that the answer gives up at least, by what was proven when the drill was made.
    """

    exact: bool
    right: bool
    loss: float


@dataclass(frozen=True)
class Drill:
    """A position with one clearly best plan.

    `best` is the best move; `also` are others that begin the same plan. `rival` is the best of all
    other plans; it gives up `margin` of the win, with standard error `error`, by searches of
    `simulations` for each side.
    """

    name: str
    grade: int
    position: Mapping[str, Any]     # the state as JSON
    seat: int
    best: str
    also: tuple[str, ...]
    rival: str
    margin: float
    error: float
    simulations: int
    source: str

    def state(self) -> State:
        """The position."""
        return State.from_json(dict(self.position))

    def answer(self, move: Move) -> DrillAnswer:
        """What is said of a legal move.

        >>> from hansa import State
        >>> state = State.new(board="hansa-45", players=4, seed=7)
        >>> drill = Drill("a", 2, {}, 0, "place t BRE-HAM", ("place m BRE-HAM",), "end", 0.12, 0.01, 8000, "a game")
        >>> drill.answer(state.parse("place m BRE-HAM"))
        DrillAnswer(exact=False, right=True, loss=0.0)
        >>> drill.answer(state.parse("end"))
        DrillAnswer(exact=False, right=False, loss=0.12)
        """
        right = str(move) == self.best or str(move) in self.also
        return DrillAnswer(str(move) == self.best, right, 0.0 if right else self.margin)

    def to_json(self) -> Json:
        """As MOVES.md, section 17, says."""
        return asdict(self) | {"also": list(self.also)}

    @classmethod
    def from_json(cls, data: Any) -> Drill:
        """Reads what `to_json` wrote; the position is checked when `state` builds it."""
        try:
            drill = cls(
                str(data["name"]), int(data["grade"]), data["position"], int(data["seat"]), str(data["best"]),
                tuple(map(str, data["also"])), str(data["rival"]), float(data["margin"]), float(data["error"]),
                int(data["simulations"]), str(data["source"]))
        except KeyError as error:
            raise DrillError(f"this is not a drill: {error} is missing") from error
        except (TypeError, ValueError) as error:
            raise DrillError(f"this is not a drill: {error}") from error
        if not isinstance(drill.position, dict) or not 1 <= drill.grade <= GRADES:
            raise DrillError(f"drill {drill.name!r}: it needs a position, and a grade from 1 to {GRADES}")
        return drill


def plan_key(move: Move) -> tuple[str, ...]:
    """Moves with the same key belong to one plan: pieces to the same route, or the same claim.

    >>> state = State.new(board="hansa-45", players=4, seed=7)
    >>> plan_key(state.parse("place t BRE-HAM")) == plan_key(state.parse("place m BRE-HAM"))
    True
    >>> plan_key(state.move("claim GOT-QUE develop actions")) == plan_key(state.move("claim GOT-QUE office GOT"))
    False
    """
    if move.kind in WORKING and move.route is not None:
        return "work", move.route
    return (str(move),)
