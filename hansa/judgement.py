"""Judgements: how a move compares with the best one, how certain that is, and why.

>>> best, played = Way("place t BRE-HAM", (0.6, 0.4), (), ()), Way("end", (0.5, 0.5), (), ())
>>> Judgement(ply=0, seat=0, choices=72, played=played, best=best).verdict
'mistake'
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hansa.json_lines import Json
from hansa.phrases import NOTHING, Phrase, joined, listed, phrases, say
from hansa.phrases import seat as seat_name
from hansa.thinking import Points

# Verdicts, each with the smallest loss of value that it stands for; a value is a share of the win
# (D20).
VERDICTS: Mapping[str, float] = {"blunder": 0.15, "mistake": 0.08, "inaccuracy": 0.03, "good": 0.0, "best": 0.0}
VERDICT_NAMES = phrases({
    "blunder": "blunder", "mistake": "mistake", "inaccuracy": "inaccuracy", "good": "good", "best": "best",
    "uncertain": "uncertain",
})
# What points are counted for, in both games.
CATEGORY_NAMES = phrases({
    "total": "total", "prestige": "prestige", "abilities": "abilities", "markers": "markers", "special": "special",
    "cities": "cities", "network": "network", "missions": "missions", "countries": "countries", "unsold": "unsold",
    "sold": "sold",
})
MISTAKES = ("blunder", "mistake", "inaccuracy")
# perhaps a mistake: the searches disagree, or the last one is not certain enough
UNCERTAIN = "uncertain"
COUNTED = (*MISTAKES, UNCERTAIN, "good", "best")
NAMED_FROM = VERDICTS["inaccuracy"]
SIGMAS = 2.0                    # standard errors on each side of a loss
THIRD_DRIFT = 0.5       # part of a third look's change that counts: it is closer to the truth
DROPPED_FROM = 0.015    # a second look that finds a smaller loss ends the judging
SURE_FROM = 0.02        # a third look names a mistake if its loss is at least this with certainty
LEAST_DIFFICULTY = 0.001        # of a decision, so that a seat without hard ones has an accuracy
WORTH_SAYING = 0.25     # points; smaller differences are noise
MOST_SAID = 2           # categories named on each side of "for"


@dataclass(frozen=True)
class Way:
    """A judged move: the value to each seat after it, the expected points of each seat, and the
    expected continuation.

    >>> way = Way("end", (0.5, 0.5), ({"total": 20.0}, {"total": 19.0}), ("1 income 1t",))
    >>> Way.from_json(way.to_json()) == way
    True
    """

    move: str
    values: tuple[float, ...]
    points: tuple[Points, ...]
    variation: tuple[str, ...]

    def to_json(self) -> Json:
        """As MOVES.md, section 10, says."""
        return {
            "move": self.move, "values": list(self.values), "points": list(self.points), "variation": list(self.variation),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Way:
        """What `to_json` wrote."""
        return cls(
            str(data["move"]), tuple(map(float, data["values"])),
            tuple({name: float(amount) for name, amount in row.items()} for row in data["points"]),
            tuple(map(str, data["variation"])),
        )


@dataclass(frozen=True)
class Look:
    """One search of a decision: its budget, the loss that it found (negative: a gain), and the
    standard error of that loss."""

    simulations: int
    loss: float
    error: float

    def to_json(self) -> Json:
        """As MOVES.md, section 10, says."""
        return {"simulations": self.simulations, "loss": self.loss, "error": self.error}


@dataclass(frozen=True)
class Judgement:
    """One decision: the move played, and the best move that the search found. They are the same
    move if no other is better.

    `looks` are the searches of a review, the deepest last; `played` and `best` come from the last
    one. `difficulty` is the value that a player gives up on average who moves by first impression
    (the policy, without a search).

    >>> best = Way("place t BRE-HAM", (0.6, 0.4), ({"total": 24.0, "network": 4.0}, {"total": 20.0, "network": 3.0}), ())
    >>> played = Way("end", (0.5, 0.5), ({"total": 21.0, "network": 1.0}, {"total": 20.0, "network": 3.0}), ())
    >>> judged = Judgement(ply=0, seat=0, choices=72, played=played, best=best, difficulty=0.1)
    >>> judged.loss, judged.verdict, judged.weight, judged.accuracy, judged.why
    (0.1, 'mistake', 0.1, 0.5, 'gives up 3.0 points of network')
    >>> Judgement.from_json(judged.to_json()) == judged, judged.interval, judged.stable
    (True, (0.1, 0.1), False)
    """

    ply: int
    seat: int
    choices: int
    played: Way
    best: Way
    difficulty: float = 0.0
    looks: tuple[Look, ...] = ()
    proven: bool = False  # both values are exact: the rest of the game was searched to its end

    @property
    def interval(self) -> tuple[float, float]:
        """The range in which the loss probably lies: plus and minus two standard errors, or the
        change since the previous look if that is larger.

        After a third look, half of that change is used.

        >>> way = Way("end", (0.5,), (), ())
        >>> Judgement(0, 0, 2, way, way, looks=(Look(1000, 0.09, 0.01), Look(4000, 0.06, 0.004))).interval
        (0.03, 0.09)
        """
        if not self.looks:
            return (self.loss, self.loss)
        last = self.looks[-1]
        drift = THIRD_DRIFT if len(self.looks) > 2 else 1.0
        width = max([SIGMAS * last.error, *(drift * abs(last.loss - look.loss) for look in self.looks[-2:-1])])
        return (max(0.0, round(last.loss - width, 4)), max(0.0, round(last.loss + width, 4)))

    @property
    def stable(self) -> bool:
        """Whether no further look is needed.

        A judgement is stable if it is proven, if the second look found no loss or a certain
        mistake, or if the third look is decisive. Everything in between needs a third look, because
        two looks are wrong too often.
        """
        if self.proven or len(self.looks) < 2:
            return self.proven
        low, _ = self.interval
        if len(self.looks) == 2:
            return self.looks[-1].loss < DROPPED_FROM or (self.loss >= VERDICTS["mistake"] and low >= NAMED_FROM)
        return self.loss < NAMED_FROM or low >= SURE_FROM

    @property
    def loss(self) -> float:
        """The value that the seat gave up; never negative."""
        if self.played.move == self.best.move:
            return 0.0
        return max(0.0, round(self.best.values[self.seat] - self.played.values[self.seat], 4))

    @property
    def verdict(self) -> str:
        """One of `COUNTED`. A judgement without looks, as of a single question, is never
        uncertain."""
        if self.played.move == self.best.move:
            return "best"
        if self.looks and self.loss >= NAMED_FROM and not self.stable:
            return UNCERTAIN
        return next(name for name, least in VERDICTS.items() if self.loss >= least)

    @property
    def accuracy(self) -> float:
        """How good the move was, from 0 to 1 (no loss). It halves for each `difficulty` lost."""
        return float(2 ** (-self.loss / self.weight))

    @property
    def weight(self) -> float:
        """How much this decision counts in the accuracy of a seat: as much as it is difficult."""
        return max(LEAST_DIFFICULTY, self.difficulty)

    @property
    def why(self) -> Phrase:
        """What the best move would have gained, in words; empty if it was played."""
        return NOTHING if self.verdict == "best" else difference_in_words(self)

    def to_json(self) -> Json:
        """As MOVES.md, section 10, says."""
        return {
            "ply": self.ply, "seat": self.seat, "choices": self.choices, "loss": self.loss, "verdict": self.verdict,
            "why": self.why, "difficulty": self.difficulty, "interval": list(self.interval),
            "looks": [look.to_json() for look in self.looks], "proven": self.proven,
            "played": self.played.to_json(), "best": self.best.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], ply: int | None = None) -> Judgement:
        """A judgement from its `to_json`; `ply` replaces its own, for the same decision in another
        game. `ValueError` if it is impossible."""
        judged = cls(
            int(data["ply"]) if ply is None else ply, int(data["seat"]), int(data["choices"]), Way.from_json(data["played"]),
            Way.from_json(data["best"]), float(data["difficulty"]),
            tuple(Look(int(look["simulations"]), float(look["loss"]), float(look["error"])) for look in data["looks"]),
            bool(data["proven"]),
        )
        ways = (judged.played, judged.best)
        seats = len(judged.played.values)
        if not 0 <= judged.seat < seats or len(judged.best.values) != seats:
            raise ValueError(f"a judgement of seat {judged.seat} with values of other seats")
        if any(len(way.points) not in (0, seats) for way in ways):
            raise ValueError(f"a judgement of {seats} seats with points of others")
        losses = [number for look in judged.looks for number in (look.loss, look.error)]
        if not all(map(math.isfinite, [*judged.played.values, *judged.best.values, judged.difficulty, *losses])):
            raise ValueError("a judgement with values that are not finite")
        if len({frozenset(row) for way in ways for row in way.points}) > 1:
            raise ValueError("a judgement whose points are of different categories")
        return judged


def difference_in_words(judged: Judgement) -> Phrase:
    """Where the points go: "gives up 3.1 points of network for 1.2 of prestige".

    Of the seat's own points if they differ, else of the others'.

    >>> best = Way("place t BRE-HAM", (0.6, 0.4), ({"total": 24.0, "network": 4.0}, {"total": 20.0, "network": 3.0}), ())
    >>> played = Way("end", (0.5, 0.5), ({"total": 21.0, "network": 1.0}, {"total": 20.0, "network": 3.0}), ())
    >>> difference_in_words(Judgement(0, 0, 72, played, best))
    'gives up 3.0 points of network'
    """
    best, played, seat = judged.best.points, judged.played.points, judged.seat
    if best and played:
        lost = _changes(played[seat], best[seat])
        gained = _changes(best[seat], played[seat])
        if lost:
            if gained:
                return say("gives up {lost} for {gained}", lost=_amounts(lost), gained=_amounts(gained, short=True))
            return say("gives up {lost}", lost=_amounts(lost))
        rises = [(other, _changes(best[other], played[other])) for other in range(len(best)) if other != seat]
        others = joined("; ", [say("gives {player} {points}", player=seat_name(other), points=_amounts(rise))
                               for other, rise in rises if rise])
        if gained:
            if not others:
                return say("gains {gained}, but the win slips away: others gain more by it", gained=_amounts(gained))
            return say("gains {gained}, but {others}", gained=_amounts(gained), others=others)
        if others:
            return others
    return say("costs {loss:.1%} of the win; the points by category hardly differ", loss=judged.loss)


def _changes(before: Points, after: Points) -> list[tuple[float, str]]:
    """The categories that rise, most first."""
    rises = [(after[name] - before[name], name) for name in before if name != "total"]
    return sorted((rise for rise in rises if rise[0] >= WORTH_SAYING), reverse=True)[:MOST_SAID]


def _amounts(changes: Sequence[tuple[float, str]], *, short: bool = False) -> Phrase:
    """`3.1 points of network and 1.2 of prestige`."""
    parts = [
        say("{amount:.1f} of {category}", amount=amount, category=CATEGORY_NAMES.get(name, name)) if number or short
        else say("{amount:.1f} points of {category}", amount=amount, category=CATEGORY_NAMES.get(name, name))
        for number, (amount, name) in enumerate(changes)
    ]
    return listed(parts)
