"""The review of a game: every decision is judged by two searches (*looks*), and possible mistakes
by a third.

>>> from hansa.record import play_random
>>> found = review(play_random({"board": "hansa-45", "players": 4}, seed=7, limit=5), Budget(simulations=50))
>>> len(found.judgements)
4
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace

from hansa.json_lines import Json, json_line
from hansa.judgement import COUNTED, MISTAKES, UNCERTAIN, VERDICTS, Judgement, Way, difference_in_words
from hansa.judging import judge, look_again, look_once
from hansa.record import Record
from hansa.state import Move, State
from hansa.thinking import Budget
from hansa.version import VERSION

__all__ = [
    "COUNTED", "DEFAULT_SIMULATIONS", "MISTAKES", "UNCERTAIN", "VERDICTS", "Decision", "Judgement", "Review", "Way",
    "decisions", "difference_in_words", "judge", "review",
]

DEFAULT_SIMULATIONS = 1000
METHOD = 4                  # version of the method; saved judgements of others are not reused
CLOSER = (4, 16)            # how many times the budget the closer looks have


# --- a game -------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Review:
    """The judgements of all decisions of a game in which there was a choice, in order. `shares` are
    the final shares of the win (D20), if the game ended.

    >>> from hansa.record import play_random
    >>> found = review(play_random({"board": "hansa-45", "players": 4}, seed=7, limit=8), Budget(simulations=50))
    >>> found.plies, len(found.judgements) == sum(len(found.of(seat)) for seat in range(4)), 0 <= found.accuracy(0) <= 1
    (8, True, True)
    >>> sum(found.counts(0).values()) == len(found.of(0)), len(found.values()) == len(found.judgements)
    (True, True)
    >>> [judged.verdict != "best" for judged in found.mistakes(most=2)], found.to_json()["players"]
    ([True, True], 4)
    >>> len(found.mistakes()) + len(found.uncertain()) < 8
    True
    """

    players: int
    plies: int
    judgements: tuple[Judgement, ...]
    shares: tuple[float, ...] | None

    def of(self, seat: int) -> list[Judgement]:
        """The decisions of a seat."""
        return [judged for judged in self.judgements if judged.seat == seat]

    def accuracy(self, seat: int) -> float | None:
        """How well a seat played, from 0 to 1, compared with a player who moves by first
        impression; None without decisions.

        The mean of its decisions, weighted by their difficulty: 1 without any loss, one half for a
        seat that loses in each as much as that player.
        """
        own = self.of(seat)
        hard = sum(judged.weight for judged in own)
        return round(sum(judged.weight * judged.accuracy for judged in own) / hard, 4) if own else None

    def counts(self, seat: int) -> dict[str, int]:
        """The number of decisions of a seat with each verdict."""
        verdicts = [judged.verdict for judged in self.of(seat)]
        return {name: verdicts.count(name) for name in COUNTED}

    def mistakes(self, most: int | None = None) -> list[Judgement]:
        """The mistakes, the worst first."""
        found = [judged for judged in self.judgements if judged.verdict in MISTAKES]
        return sorted(found, key=lambda judged: (-judged.loss, judged.ply))[:most]

    def uncertain(self) -> list[Judgement]:
        """The possible mistakes, on which the looks do not agree."""
        return [judged for judged in self.judgements if judged.verdict == UNCERTAIN]

    def values(self) -> list[tuple[int, tuple[float, ...]]]:
        """The value of each seat during the game: pairs of a ply and the shares expected before it.
        The end comes last."""
        curve = [(judged.ply, judged.best.values) for judged in self.judgements]
        return curve + ([(self.plies, self.shares)] if self.shares is not None else [])

    def to_json(self) -> Json:
        """As MOVES.md, section 10, says."""
        return {
            "players": self.players, "plies": self.plies,
            "seats": [
                {"accuracy": self.accuracy(seat), "decisions": len(self.of(seat)), **self.counts(seat)}
                for seat in range(self.players)
            ],
            "values": [[ply, list(values)] for ply, values in self.values()],
            "mistakes": [judged.ply for judged in self.mistakes()],
            "uncertain": [judged.ply for judged in self.uncertain()],
            "decisions": [judged.to_json() for judged in self.judgements],
        }


@dataclass(frozen=True)
class Decision:
    """A decision of a record, to be judged.

    >>> from hansa.record import play_random
    >>> first = next(decisions(play_random({"board": "hansa-45", "players": 4}, seed=7, limit=8)))
    >>> first.ply, first.move, first.key(Budget(simulations=50)) == first.key(Budget(simulations=60))
    (0, Move('place m BRE-HAN'), False)
    """

    ply: int
    state: State
    move: Move

    def key(self, budget: Budget, *, closer: bool = False) -> str:
        """A cache key: equal for the same decision with the same budget and method, in any game."""
        facts = [self.state.to_json(), str(self.move), repr(budget), VERSION, METHOD, closer]
        return hashlib.sha256(json_line(facts).encode()).hexdigest()[:32]


def decisions(record: Record) -> Iterator[Decision]:
    """The decisions of a game in which there was a choice. `RecordError` if the record does not
    replay.

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
    """Judges every decision of a game, `threads` of them in parallel.

    Each decision gets a quick look, which also measures its difficulty, and then a closer look with
    a new tree. If that finds a possible mistake, but is not certain, a third look decides; if even
    the third is not certain, the verdict is `uncertain`. Proven decisions need no closer look.

    Judgements in `known` are reused (their keys are those of `Decision.key`). `report` is called in
    this thread with each new judgement, its key, the number of looks done and the total. When
    `stop` is set, the review of what is done so far is returned.

    >>> from hansa.record import play_random
    >>> game = play_random({"board": "hansa-45", "players": 4}, seed=7, limit=5)
    >>> len(review(game, Budget(simulations=50), threads=2).judgements)
    4
    """
    budget = budget or Budget(simulations=DEFAULT_SIMULATIONS)
    stop = stop or threading.Event()
    final = record.replay()
    work = _Work(known or {}, report, threads, stop)
    todo = list(decisions(record))
    found = work.done([_Task(each, each.key(budget), _quick(each, budget, stop)) for each in todo], len(todo))
    again = [each for each in todo if each.ply in found and not found[each.ply].proven]
    found |= work.done([
        _Task(each, each.key(budget, closer=True), _closer(each, found[each.ply], budget, stop)) for each in again
    ], len(todo) + len(again))
    return Review(
        final.players, len(record.moves), tuple(found[ply] for ply in sorted(found)),
        tuple(final.shares) if final.over else None,
    )


def _quick(decision: Decision, budget: Budget, stop: threading.Event) -> Callable[[], Judgement]:
    return lambda: look_once(decision.state, decision.move, budget, ply=decision.ply, stop=stop)


def _closer(decision: Decision, judged: Judgement, budget: Budget, stop: threading.Event) -> Callable[[], Judgement]:
    def look() -> Judgement:
        found = judged
        for factor in CLOSER:
            deeper = replace(
                budget, simulations=budget.simulations and budget.simulations * factor,
                seconds=budget.seconds and budget.seconds * factor)
            found = look_again(decision.state, decision.move, found, deeper, stop)
            if stop.is_set() or found.stable:
                break
        return found

    return look


@dataclass(frozen=True)
class _Task:
    """One or more looks at a decision, to be run in a thread."""

    decision: Decision
    key: str
    look: Callable[[], Judgement]


class _Work:
    """Runs tasks in threads, and skips what is known."""

    def __init__(
        self, known: Mapping[str, Judgement], report: Callable[[Judgement | None, str, int, int], None] | None,
        threads: int, stop: threading.Event,
    ) -> None:
        self.known, self.report, self.threads, self.stop = known, report, threads, stop
        self.count = 0

    def done(self, tasks: Sequence[_Task], todo: int) -> dict[int, Judgement]:
        """Runs these tasks and returns the judgements by ply, fewer than tasks if `stop` was
        set."""
        found = {
            task.decision.ply: Judgement.from_json(self.known[task.key].to_json(), task.decision.ply)
            for task in tasks if task.key in self.known
        }
        self.count += len(found)
        if self.report:
            self.report(None, "", self.count, todo)
        keys = {task.decision.ply: task.key for task in tasks}
        for judged in self._all([task for task in tasks if task.decision.ply not in found]):
            found[judged.ply] = judged
            self.count += 1
            if self.report:
                self.report(judged, keys[judged.ply], self.count, todo)
        return found

    def _all(self, tasks: Sequence[_Task]) -> Iterator[Judgement]:
        """Yields judgements as they are finished; none after `stop` was set, since it may be cut
        short."""
        waiting = iter(tasks)
        running: set[Future[Judgement]] = set()
        with ThreadPoolExecutor(max(1, self.threads)) as pool:
            try:
                while True:
                    while len(running) < self.threads + 1 and not self.stop.is_set():
                        task = next(waiting, None)
                        if task is None:
                            break
                        running.add(pool.submit(task.look))
                    if not running:
                        return
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    for judged in sorted((future.result() for future in done), key=lambda judged: judged.ply):
                        if self.stop.is_set():
                            return
                        yield judged
            # Ctrl-C, or the caller has stopped iterating: the searches in the pool must end
            except BaseException:
                self.stop.set()
                raise
