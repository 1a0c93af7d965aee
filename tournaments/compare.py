"""A game source that compares two bots until a sequential test (`sprt.py`) is decided."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from hansa.tournaments.results import GameResult
from hansa.tournaments.schedule import Block, ScheduledGame, Tournament, blocks
from hansa.tournaments.sprt import Hypotheses, SprtStatus, status_of

__all__ = ["Comparison"]

ROUND_BLOCKS = 8


def block_scores(games: Sequence[GameResult], first: str, second: str, sizes: Sequence[int]) -> list[float]:
    """The scores of the complete blocks in the order of the schedule, up to the first incomplete
    one."""
    found: dict[int, list[float]] = defaultdict(list)
    played: dict[int, int] = defaultdict(int)
    for game in games:
        played[game.block] += 1
        found[game.block] += [
            0.5 * ((game.ranks[one] < game.ranks[other]) + (game.ranks[one] <= game.ranks[other]))
            for one, bot in enumerate(game.bots) if bot == first
            for other, rival in enumerate(game.bots) if rival == second
        ]
    scores = []
    for block, size in enumerate(sizes):
        if played[block] < size:
            break
        scores.append(fmean(found[block]))
    return scores


@dataclass
class Comparison:
    """A game source that ends when the test ends, or when its blocks are used up.

    >>> from hansa.tournaments.schedule import TableSetup
    >>> question = Hypotheses(elo0=0, elo1=20)
    >>> plan = Comparison(Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=100, format="duel"), question)
    >>> len(plan.next_round([])), plan.judge([]).accepted, plan.total
    (16, None, None)
    """

    tournament: Tournament
    test: Hypotheses

    def __post_init__(self) -> None:
        self.made: list[Block] = []
        self._to_come = blocks(self.tournament)

    @property
    def total(self) -> None:
        """None: the number of games depends on the results."""

    def next_round(self, done: Sequence[GameResult]) -> Iterable[ScheduledGame] | None:
        """A few more blocks; None once the test has ended."""
        if self.judge(done).accepted is not None:
            return None
        complete, there = len(self._scores(done)), {game.id for game in done}
        # a resumed comparison plays the same rounds
        wanted = (complete // ROUND_BLOCKS + 1) * ROUND_BLOCKS
        if self.tournament.blocks is not None:
            wanted = min(wanted, self.tournament.blocks)
        self._make(wanted)
        games = [game for block in self.made[complete:wanted] for game in block if game.id not in there]
        return games or None

    def judge(self, done: Sequence[GameResult]) -> SprtStatus:
        """The status of the test."""
        return status_of(self.test, self._scores(done))

    def _scores(self, done: Sequence[GameResult]) -> list[float]:
        first, second = self.tournament.bots
        self._make(1 + max((game.block for game in done), default=-1))
        return block_scores(done, first, second, [len(block) for block in self.made])

    def _make(self, count: int) -> None:
        """Blocks up to a number."""
        self.made += itertools.islice(self._to_come, max(0, count - len(self.made)))
