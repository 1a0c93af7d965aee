"""Runs a tournament: plays the scheduled games that the log lacks, logs each, and then reports it.

A *game source* says which games come next, round by round. It is told all games so far, so a round
may depend on them (`adaptive.py`, `compare.py`). Rounds follow from the log alone: a resumed
run plays the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Protocol

from hansa.tournaments.log import Log
from hansa.tournaments.machine import Lost
from hansa.tournaments.results import GameResult, in_order
from hansa.tournaments.runner import DEADLINE, Runner, RunnerError
from hansa.tournaments.schedule import MOST_MOVES, ScheduledGame, Tournament, game_count, games
from hansa.tournaments.worker import Broken, FinishedGame, answer_to

__all__ = ["FaultStop", "GameRunner", "GameSource", "SerialRunner", "WholeSchedule", "local_runner", "play_rounds"]


class GameRunner(Protocol):
    """What plays games: `Runner` in processes, `ClusterRunner` on other machines, `SerialRunner` in
    this process.

    >>> runner: GameRunner = SerialRunner("")
    >>> list(runner.run([])), runner.lost
    ([], [])
    """

    @property
    def lost(self) -> Sequence[Lost]: ...       # games that the machine could not play
    def run(self, games: Iterable[ScheduledGame]) -> Iterator[FinishedGame]: ...


@dataclass(frozen=True)
class SerialRunner:
    """Plays in this very process, one game after the other: to debug a bot. A bot that hangs or
    aborts takes it along.

    >>> from hansa.tournaments.schedule import TableSetup
    >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=1)
    >>> [finished.result.id for finished in SerialRunner(plan.digest).run(games(plan))]
    ['0.0', '0.1']
    """

    digest: str
    lost: list[Lost] = field(default_factory=list)

    def run(self, games: Iterable[ScheduledGame]) -> Iterator[FinishedGame]:
        """Plays games in order."""
        for game in games:
            answer = answer_to(game, self.digest)
            if isinstance(answer, Broken):
                raise RunnerError(f"game {game.id}: a fault of hansa itself, please report it: {answer.trace}")
            if isinstance(answer, Lost):
                self.lost.append(answer)
            else:
                yield answer


@contextmanager
def local_runner(
    workers: int, digest: str, *, deadline: float = DEADLINE, limit: int = MOST_MOVES,
) -> Iterator[GameRunner]:
    """A runner for this machine: with a number of worker processes, or with 0 in this process.

    >>> with local_runner(0, "") as runner:
    ...     runner
    SerialRunner(digest='', lost=[])
    """
    if not workers:
        yield SerialRunner(digest)
        return
    with Runner(workers, digest, deadline=deadline, limit=limit) as runner:
        yield runner


class GameSource(Protocol):
    """Says which games come next, given all games so far; None when there are no more.

    >>> from hansa.tournaments.schedule import TableSetup
    >>> plan: GameSource = WholeSchedule(Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=2))
    >>> plan.total, len(list(plan.next_round([]))), plan.next_round([])
    (4, 4, None)
    """

    @property
    def total(self) -> int | None: ...      # games, as far as that is known
    def next_round(self, done: Sequence[GameResult]) -> Iterable[ScheduledGame] | None: ...


@dataclass
class WholeSchedule:
    """A game source with all games of a tournament in one round, or those of one shard.

    >>> from hansa.tournaments.schedule import TableSetup
    >>> tournament = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=4)
    >>> whole, second_of_two = WholeSchedule(tournament), WholeSchedule(tournament, shard=(2, 2))
    >>> whole.total, second_of_two.total, [game.id for game in second_of_two.games()]
    (8, 4, ['1.0', '1.1', '3.0', '3.1'])
    >>> len(list(whole.next_round([]))), whole.next_round([])
    (8, None)
    """

    tournament: Tournament
    shard: tuple[int, int] = (1, 1)     # the first of one
    begun: bool = False

    def next_round(self, done: Sequence[GameResult]) -> Iterable[ScheduledGame] | None:
        """Everything at once."""
        if self.begun:
            return None
        self.begun = True
        return self.games()

    @property
    def total(self) -> int | None:
        """The number of games of the shard; None if it is unknown.

        >>> from hansa.tournaments.schedule import TableSetup
        >>> million = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=1_000_000)
        >>> WholeSchedule(million).total
        2000000
        """
        return game_count(self.tournament, *self.shard)

    def games(self) -> Iterator[ScheduledGame]:
        """Block by block: a block is never divided among shards."""
        number, count = self.shard
        return (game for game in games(self.tournament) if game.block % count == number - 1)


class FaultStop(Exception):
    """A bot failed, and the tournament is strict.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from hansa.tournaments.log_header import new_header
    >>> from hansa.tournaments.schedule import TableSetup
    >>> tournament = Tournament(("exec:false", "random"), (TableSetup("hansa-23", 2),), blocks=1)
    >>> plan, runner = WholeSchedule(tournament), SerialRunner(tournament.digest)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Log.create(Path(folder, "log.jsonl"), new_header(tournament, {}, "an example")) as log:
    ...         try:
    ...             play_rounds(plan, runner, log, [], tell=lambda game: None, strict=True)
    ...         except FaultStop as stop:
    ...             print(stop.game.end, stop.game.by, stop)
    crash 0 it ended with exit code 1
    """

    def __init__(self, game: GameResult) -> None:
        super().__init__(game.message)
        self.game = game


def play_rounds(
    plan: GameSource, runner: GameRunner, log: Log, done: Sequence[GameResult], *,
    tell: Callable[[GameResult], None], strict: bool = False,
    undivided: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> list[GameResult]:
    """Plays round after round; every game is in the log before `tell` hears of it.

    A caller that may be interrupted passes a context (`undivided`) that defers interruptions, so
    that every logged game is also reported. Games that the machine could not play are in
    `runner.lost` afterwards; no further round begins, since it might depend on them.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from hansa.tournaments.log_header import new_header
    >>> from hansa.tournaments.schedule import TableSetup
    >>> tournament = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=2)
    >>> runner = SerialRunner(tournament.digest)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Log.create(Path(folder, "log.jsonl"), new_header(tournament, {}, "an example")) as log:
    ...         games = play_rounds(WholeSchedule(tournament), runner, log, [], tell=lambda game: None)
    >>> [game.id for game in games]
    ['0.0', '0.1', '1.0', '1.1']
    """
    known = {game.id: game for game in done}
    while not runner.lost and (planned := plan.next_round(in_order(known.values()))) is not None:
        missing = (game for game in planned if game.id not in known)
        for finished in runner.run(missing):
            with undivided():
                log.append([finished.line])
                known[finished.result.id] = finished.result
                tell(finished.result)
            if strict and finished.result.faulty:
                raise FaultStop(finished.result)
    return in_order(known.values())
