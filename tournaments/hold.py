"""Holding a tournament: what the schedule says and the log does not have yet is played, logged and told.

Games come from a *plan*, round by round: a plan is asked for the next round with all games before it, so that it may
depend on them (`adaptive.py`, `compare.py`). The rounds are a function of the log alone; who resumes it goes on alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from hansa.tournaments.log import Log
from hansa.tournaments.results import Played, in_order
from hansa.tournaments.schedule import Game, Tournament, games
from hansa.tournaments.worker import Finished, finish

__all__ = ["FaultStop", "Here", "Plan", "Plays", "WholeSchedule", "hold"]


class Plays(Protocol):
    """What plays games: `Runner` here, `ClusterRunner` elsewhere.

    >>> players: Plays = Here("")
    >>> list(players.run([]))
    []
    """

    def run(self, games: Iterable[Game]) -> Iterator[Finished]: ...


@dataclass(frozen=True)
class Here:
    """Plays in this very process, one game after the other: for debugging a bot. Nothing guards against its faults.

    >>> from hansa.tournaments.schedule import Table
    >>> plan = Tournament(("markers", "random"), (Table("hansa-23", 2),), blocks=1)
    >>> [finished.played.id for finished in Here(plan.digest).run(games(plan))]
    ['0.0', '0.1']
    """

    digest: str

    def run(self, games: Iterable[Game]) -> Iterator[Finished]:
        """Plays games in order."""
        return (finish(game, self.digest) for game in games)


class Plan(Protocol):
    """What is to be played next, given everything that has been played; None when that was all.

    >>> from hansa.tournaments.schedule import Table
    >>> plan: Plan = WholeSchedule(Tournament(("markers", "random"), (Table("hansa-23", 2),), blocks=2))
    >>> plan.total, len(list(plan.next_round([]))), plan.next_round([])
    (4, 4, None)
    """

    @property
    def total(self) -> int | None: ...      # games, as far as that is known
    def next_round(self, done: Sequence[Played]) -> Iterable[Game] | None: ...


@dataclass
class WholeSchedule:
    """All games of a tournament, in one round; of several shards only the own one.

    >>> from hansa.tournaments.schedule import Table
    >>> tournament = Tournament(("markers", "random"), (Table("hansa-23", 2),), blocks=4)
    >>> whole, second_of_two = WholeSchedule(tournament), WholeSchedule(tournament, shard=(2, 2))
    >>> whole.total, second_of_two.total, [game.id for game in second_of_two.games()]
    (8, 4, ['1.0', '1.1', '3.0', '3.1'])
    >>> len(list(whole.next_round([]))), whole.next_round([])
    (8, None)
    """

    tournament: Tournament
    shard: tuple[int, int] = (1, 1)     # the first of one
    begun: bool = False

    def next_round(self, done: Sequence[Played]) -> Iterable[Game] | None:
        """Everything at once."""
        if self.begun:
            return None
        self.begun = True
        return self.games()

    @property
    def total(self) -> int:
        """How many games the shard has."""
        return sum(1 for _ in self.games())

    def games(self) -> Iterator[Game]:
        """Block by block: a block is never divided among shards."""
        number, count = self.shard
        return (game for game in games(self.tournament) if game.block % count == number - 1)


class FaultStop(Exception):
    """A bot failed, and the tournament is strict.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from hansa.tournaments.log import new_header
    >>> from hansa.tournaments.schedule import Table
    >>> tournament = Tournament(("exec:false", "random"), (Table("hansa-23", 2),), blocks=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Log.create(Path(folder, "log.jsonl"), new_header(tournament, {}, "an example")) as log:
    ...         try:
    ...             hold(WholeSchedule(tournament), Here(tournament.digest), log, [], tell=lambda game: None, strict=True)
    ...         except FaultStop as stop:
    ...             print(stop.game.end, stop.game.by, stop)
    crash 0 it ended with exit code 1
    """

    def __init__(self, game: Played) -> None:
        super().__init__(game.message)
        self.game = game


def hold(
    plan: Plan, plays: Plays, log: Log, done: Sequence[Played], *, tell: Callable[[Played], None], strict: bool = False,
) -> list[Played]:
    """Plays round after round; every game is in the log before anybody hears of it.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from hansa.tournaments.log import new_header
    >>> from hansa.tournaments.schedule import Table
    >>> tournament = Tournament(("markers", "random"), (Table("hansa-23", 2),), blocks=2)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Log.create(Path(folder, "log.jsonl"), new_header(tournament, {}, "an example")) as log:
    ...         found = hold(WholeSchedule(tournament), Here(tournament.digest), log, [], tell=lambda game: None)
    >>> [game.id for game in found]
    ['0.0', '0.1', '1.0', '1.1']
    """
    known = {game.id: game for game in done}
    while (planned := plan.next_round(in_order(known.values()))) is not None:
        missing = (game for game in planned if game.id not in known)
        for finished in plays.run(missing):
            log.append([finished.line])
            known[finished.played.id] = finished.played
            tell(finished.played)
            if strict and finished.played.faulty:
                raise FaultStop(finished.played)
    return in_order(known.values())
