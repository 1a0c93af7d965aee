"""Judging decisions: what a move is worth beside the best one, and why; all decisions of a game are its review.

>>> start = State.new(board="hansa-45", players=4, seed=7)
>>> judged = judge(start, start.parse("income 1t"), Budget(simulations=300))
>>> judged.seat, judged.choices, judged.verdict in VERDICTS, judged.loss >= 0
(0, 72, True, True)
"""

from __future__ import annotations

import hashlib
import math
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from hansa.json_lines import json_line
from hansa.record import Record
from hansa.state import Move, State
from hansa.thinking import Budget, Line, Points, Thought, fitted_thinker
from hansa.version import VERSION

__all__ = [
    "DEFAULT_SIMULATIONS", "VERDICTS", "Decision", "Judgement", "Review", "Way", "decisions", "difference_in_words", "judge",
    "review",
]

DEFAULT_SIMULATIONS = 1000
# Verdicts, and the loss of value from which on they hold; a value is a share of the win (D20).
VERDICTS: Mapping[str, float] = {"blunder": 0.15, "mistake": 0.08, "inaccuracy": 0.03, "good": 0.0, "best": 0.0}
MISTAKES = ("blunder", "mistake", "inaccuracy")
# Accuracy is 100 % without a loss and falls by this factor of e: a loss of 0.1 a decision is 37 %.
LOSS_SCALE = 0.1
# A move that was tried less than this part of the best one's visits is judged by a search of its own.
ENOUGH_VISITS = 0.25
WORTH_SAYING = 0.25     # points; smaller differences are noise
MOST_SAID = 2           # categories named on each side of "for"
MEMORY = 64             # megabytes a search


@dataclass(frozen=True)
class Way:
    """A move as it was judged: the value of each seat after it, the points each may expect, how the game may go on.

    >>> way = Way("end", (0.5, 0.5), ({"total": 20.0}, {"total": 19.0}), ("1 income 1t",))
    >>> Way.from_json(way.to_json()) == way
    True
    """

    move: str
    values: tuple[float, ...]
    points: tuple[Points, ...]
    variation: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
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
class Judgement:
    """One decision: what was played, and the best that the search knows; of equal worth they are the same move.

    >>> best = Way("place t BRE-HAM", (0.6, 0.4), ({"total": 24.0, "network": 4.0}, {"total": 20.0, "network": 3.0}), ())
    >>> played = Way("end", (0.5, 0.5), ({"total": 21.0, "network": 1.0}, {"total": 20.0, "network": 3.0}), ())
    >>> judged = Judgement(ply=0, seat=0, choices=72, played=played, best=best)
    >>> judged.loss, judged.verdict, round(judged.accuracy, 2), judged.why
    (0.1, 'mistake', 0.37, 'gives up 3.0 points of network')
    >>> Judgement.from_json(judged.to_json()) == judged
    True
    """

    ply: int
    seat: int
    choices: int
    played: Way
    best: Way

    @property
    def loss(self) -> float:
        """The value that the seat gave up; never negative."""
        if self.played.move == self.best.move:
            return 0.0
        return max(0.0, round(self.best.values[self.seat] - self.played.values[self.seat], 4))

    @property
    def verdict(self) -> str:
        """One of `VERDICTS`."""
        if self.played.move == self.best.move:
            return "best"
        return next(name for name, least in VERDICTS.items() if self.loss >= least)

    @property
    def accuracy(self) -> float:
        """From 0 to 1."""
        return math.exp(-self.loss / LOSS_SCALE)

    @property
    def why(self) -> str:
        """What the best move would have brought, in words; empty if it was played."""
        return "" if self.verdict == "best" else difference_in_words(self)

    def to_json(self) -> dict[str, Any]:
        """As MOVES.md, section 10, says."""
        return {
            "ply": self.ply, "seat": self.seat, "choices": self.choices, "loss": self.loss, "verdict": self.verdict,
            "why": self.why, "played": self.played.to_json(), "best": self.best.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], ply: int | None = None) -> Judgement:
        """What `to_json` wrote, perhaps of the same decision in another place."""
        judged = cls(
            int(data["ply"]) if ply is None else ply, int(data["seat"]), int(data["choices"]),
            Way.from_json(data["played"]), Way.from_json(data["best"]),
        )
        for way in (judged.played, judged.best):
            if not 0 <= judged.seat < len(way.values) or len(way.points) not in (0, len(way.values)):
                raise ValueError(f"a judgement of seat {judged.seat} with {len(way.values)} values")
            if not all(map(math.isfinite, way.values)):
                raise ValueError("a judgement with values that are no numbers")
        if len({frozenset(row) for way in (judged.played, judged.best) for row in way.points}) > 1:
            raise ValueError("a judgement whose points are of different categories")
        return judged


def difference_in_words(judged: Judgement) -> str:
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
            return f"gives up {_amounts(lost)}" + (f" for {_amounts(gained, short=True)}" if gained else "")
        rises = [(other, _changes(best[other], played[other])) for other in range(len(best)) if other != seat]
        others = "; ".join(f"gives seat {other} {_amounts(rise)}" for other, rise in rises if rise)
        if gained:
            return f"gains {_amounts(gained)}, but " + (others or "the win slips away: others gain more by it")
        if others:
            return others
    return f"costs {judged.loss:.1%} of the win; the points by category hardly differ"


def _changes(before: Points, after: Points) -> list[tuple[float, str]]:
    """The categories that rise, most first."""
    rises = [(after[name] - before[name], name) for name in before if name != "total"]
    return sorted((rise for rise in rises if rise[0] >= WORTH_SAYING), reverse=True)[:MOST_SAID]


def _amounts(changes: Sequence[tuple[float, str]], *, short: bool = False) -> str:
    first, *others = (f"{amount:.1f}{'' if number or short else ' points'} of {name}"
                      for number, (amount, name) in enumerate(changes))
    return " and ".join([first, *others])


# --- one decision ---------------------------------------------------------------------------------------------------

def judge(state: State, played: Move, budget: Budget, *, ply: int = 0, stop: threading.Event | None = None) -> Judgement:
    """A decision of the seat to move, by what that seat knows. The same for the same budget of simulations, always.

    >>> start = State.new(board="hansa-45", players=4, seed=7)
    >>> judge(start, start.parse("end"), Budget(simulations=200)).loss > 0
    True
    """
    seat = state.to_move
    assert isinstance(seat, int)
    thought = _think(state, budget, seat, stop, played)
    best = thought.lines[0]
    line = next((line for line in thought.lines if line.move == played), None)
    # A move that ends the game is known after one visit, and by the same measure as the best one.
    known = line is not None and (line.visits >= ENOUGH_VISITS * best.visits or state.after(played).over)
    way = _way(line) if line is not None and known else _closer_look(state, played, budget, seat, stop)
    return Judgement(ply, seat, len(state.legal_moves), played=way, best=_way(best))


def _think(state: State, budget: Budget, seat: int, stop: threading.Event | None, also: Move | None = None) -> Thought:
    """A search that knows nothing from before: so a judgement depends on its position alone."""
    return fitted_thinker(memory=MEMORY).think(state, budget, lines=1, seat=seat, stop=stop, also=also)


def _closer_look(state: State, played: Move, budget: Budget, seat: int, stop: threading.Event | None) -> Way:
    """The position after a move that the search hardly tried."""
    after = state.after(played)
    first = f"{seat} {played}"
    if after.over:
        scores = tuple({name: float(points) for name, points in row.items()} for row in after.scores)
        return Way(str(played), _rounded(after.shares), scores, (first,))
    thought = _think(after, budget, seat, stop)
    return Way(str(played), _rounded(thought.values), thought.points, (first, *thought.lines[0].variation))


def _way(line: Line) -> Way:
    return Way(str(line.move), _rounded(line.values), line.points, line.variation)


def _rounded(values: Sequence[float]) -> tuple[float, ...]:
    """As they are written: what is kept in a file is the same as what was just computed."""
    return tuple(round(value, 4) for value in values)


# --- a game ---------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Review:
    """All decisions of a game in which there was a choice, in order. `shares` is how it ended, if it did (D20).

    >>> from hansa.record import play_random
    >>> found = review(play_random({"board": "hansa-45", "players": 4}, seed=7, limit=8), Budget(simulations=50))
    >>> found.plies, len(found.judgements) == sum(len(found.of(seat)) for seat in range(4)), 0 <= found.accuracy(0) <= 1
    (8, True, True)
    >>> sum(found.counts(0).values()) == len(found.of(0)), len(found.values()) == len(found.judgements)
    (True, True)
    >>> [judged.verdict != "best" for judged in found.mistakes(most=2)], found.to_json()["players"]
    ([True, True], 4)
    """

    players: int
    plies: int
    judgements: tuple[Judgement, ...]
    shares: tuple[float, ...] | None

    def of(self, seat: int) -> list[Judgement]:
        """The decisions of a seat."""
        return [judged for judged in self.judgements if judged.seat == seat]

    def accuracy(self, seat: int) -> float | None:
        """The mean accuracy of a seat's decisions, from 0 to 1; None if it had none."""
        own = self.of(seat)
        return round(sum(judged.accuracy for judged in own) / len(own), 4) if own else None

    def counts(self, seat: int) -> dict[str, int]:
        """How many decisions of a seat have which verdict."""
        verdicts = [judged.verdict for judged in self.of(seat)]
        return {name: verdicts.count(name) for name in VERDICTS}

    def mistakes(self, most: int | None = None) -> list[Judgement]:
        """The decisions that cost something, the worst first."""
        found = [judged for judged in self.judgements if judged.verdict in MISTAKES]
        return sorted(found, key=lambda judged: (-judged.loss, judged.ply))[:most]

    def values(self) -> list[tuple[int, tuple[float, ...]]]:
        """The value of each seat over the game: plies and shares, each the position before that ply; the end is last."""
        curve = [(judged.ply, judged.best.values) for judged in self.judgements]
        return curve + ([(self.plies, self.shares)] if self.shares is not None else [])

    def to_json(self) -> dict[str, Any]:
        """As MOVES.md, section 10, says."""
        return {
            "players": self.players, "plies": self.plies,
            "seats": [
                {"accuracy": self.accuracy(seat), "decisions": len(self.of(seat)), **self.counts(seat)}
                for seat in range(self.players)
            ],
            "values": [[ply, list(values)] for ply, values in self.values()],
            "mistakes": [judged.ply for judged in self.mistakes()],
            "decisions": [judged.to_json() for judged in self.judgements],
        }


@dataclass(frozen=True)
class Decision:
    """A decision of a record that is to be judged.

    >>> from hansa.record import play_random
    >>> first = next(decisions(play_random({"board": "hansa-45", "players": 4}, seed=7, limit=8)))
    >>> first.ply, first.move, first.key(Budget(simulations=50)) == first.key(Budget(simulations=60))
    (0, Move('place m BRE-HAN'), False)
    """

    ply: int
    state: State
    move: Move

    def key(self, budget: Budget) -> str:
        """The same for the same decision under the same budget and version, in whatever game it stands."""
        facts = [self.state.to_json(), str(self.move), repr(budget), VERSION]
        return hashlib.sha256(json_line(facts).encode()).hexdigest()[:32]


def decisions(record: Record) -> Iterator[Decision]:
    """Those of a game in which there was a choice; `RecordError` where it does not replay.

    >>> from hansa.record import play_random
    >>> [decision.ply for decision in decisions(play_random({"board": "hansa-45", "players": 4}, seed=7, limit=6))]
    [0, 1, 3, 4]
    """
    for ply, state, move in record.steps():
        if move is not None and isinstance(state.to_move, int) and state.forced is None:
            yield Decision(ply, state, move)


def review(
    record: Record, budget: Budget | None = None, *, threads: int = 1, known: Mapping[str, Judgement] | None = None,
    report: Callable[[Judgement | None, str, int, int], None] | None = None, stop: threading.Event | None = None,
) -> Review:
    """Judges every decision of a game, several at once if there are threads.

    What `known` has is taken from there (keys are those of `Decision.key`). `report` is told, in this thread, each new
    judgement with its key, and how many of how many are done. When `stop` is set what is done so far comes back.

    >>> from hansa.record import play_random
    >>> game = play_random({"board": "hansa-45", "players": 4}, seed=7, limit=5)
    >>> len(review(game, Budget(simulations=50), threads=2).judgements)
    4
    """
    budget = budget or Budget(simulations=DEFAULT_SIMULATIONS)
    stop = stop or threading.Event()
    known = known or {}
    final = record.replay()
    todo = list(decisions(record))
    keys = {decision.ply: decision.key(budget) for decision in todo}
    found = {
        decision.ply: Judgement.from_json(known[keys[decision.ply]].to_json(), decision.ply)
        for decision in todo if keys[decision.ply] in known
    }
    if report:
        report(None, "", len(found), len(todo))
    rest = [decision for decision in todo if decision.ply not in found]
    for judged in _judge_all(rest, budget, threads, stop):
        found[judged.ply] = judged
        if report:
            report(judged, keys[judged.ply], len(found), len(todo))
    return Review(
        final.players, len(record.moves), tuple(found[ply] for ply in sorted(found)),
        tuple(final.shares) if final.over else None,
    )


def _judge_all(todo: Sequence[Decision], budget: Budget, threads: int, stop: threading.Event) -> Iterator[Judgement]:
    """As they are done. A judgement that `stop` has cut short is thrown away: it is not what the budget promises."""
    waiting = iter(todo)
    running: set[Future[Judgement]] = set()
    with ThreadPoolExecutor(max(1, threads)) as pool:
        try:
            while True:
                while len(running) < threads + 1 and not stop.is_set():
                    decision = next(waiting, None)
                    if decision is None:
                        break
                    running.add(pool.submit(judge, decision.state, decision.move, budget, ply=decision.ply, stop=stop))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                if stop.is_set():
                    return
                yield from sorted((future.result() for future in done), key=lambda judged: judged.ply)
        except BaseException:       # Ctrl-C, or the caller has seen enough: the pool must not think on
            stop.set()
            raise
