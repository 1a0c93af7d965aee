"""Which games a league plays next: unfinished blocks, newcomers, then uncertain places."""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from hansa.tournaments.adaptive import FIRST_BLOCKS, line_up_at, open_places
from hansa.tournaments.ratings import rate
from hansa.tournaments.results import GameResult
from hansa.tournaments.schedule import Block, ScheduledGame, TableSetup, Tournament, block_of, turned_back

__all__ = ["LeaguePlan"]

FEWEST_NEW = 32             # games, before ratings are made anew
NEW_SHARE = 50              # ... or one in NEW_SHARE of all games: ratings of many games take long


@dataclass
class LeaguePlan:
    """The games of a season, one after the other without end; it hears of every game that is
    finished.

    It remembers only games: a run that continues the log of a season finishes its blocks and
    chooses anew.

    >>> from hansa.tournaments.schedule import TableSetup
    >>> rules = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), None, format="adaptive")
    >>> plan = LeaguePlan(rules, most_blocks=2)
    >>> [game.id for game in plan.next_round([])], plan.next_round([])
    (['0.0', '0.1', '1.0', '1.1'], None)
    """

    tournament: Tournament
    elsewhere: Callable[[], Sequence[GameResult]] = list        # the games of all other seasons
    is_over: Callable[[], bool] = lambda: False             # whether another season is to begin
    most_blocks: int | None = None                          # new ones; without end otherwise
    total: None = None
    blocks_given: int = 0
    _begun: bool = False
    _played: list[GameResult] = field(default_factory=list)
    _given: Counter[str] = field(default_factory=Counter)   # blocks of each bot
    # places in `_names`, over and over
    _open: Iterator[int] = field(default_factory=lambda: iter(()))
    _names: list[str] = field(default_factory=list)         # as they are rated now, the best first
    _rated: int = -1                                        # how many games that was made from

    def next_round(self, done: Sequence[GameResult]) -> Iterable[ScheduledGame] | None:
        """An endless iterator of games, in the only round."""
        if self._begun:
            return None
        self._begun = True
        self._played = list(done)
        return itertools.chain(self._unfinished(), self._further())

    def heard(self, game: GameResult) -> None:
        """Notes a finished game."""
        self._played.append(game)

    def _unfinished(self) -> Iterator[ScheduledGame]:
        """The games that are missing in blocks of the log."""
        there: dict[int, set[str]] = defaultdict(set)
        line_ups: dict[int, tuple[str, ...]] = {}
        for game in self._played:
            there[game.block].add(game.id)
            line_ups.setdefault(game.block, turned_back(game.bots, game.order[2]))
        for number in sorted(there):
            block = block_of(self.tournament, number, self._table(number), line_ups[number])
            yield from (game for game in block if game.id not in there[number])

    def _further(self) -> Iterator[ScheduledGame]:
        """New blocks."""
        first = 1 + max((game.block for game in self._played), default=-1)
        self._given.update(bot for game in self._all() if game.id.endswith(".0") for bot in set(game.bots))
        for number in itertools.count(first) if self.most_blocks is None else range(first, first + self.most_blocks):
            if self.is_over():
                return
            block = self._block(number)
            self._given.update(set(block[0].seats))
            self.blocks_given += 1
            yield from block

    def _block(self, number: int) -> Block:
        table = self._table(number)
        newcomers = [bot for bot in self.tournament.bots if self._given[bot] < FIRST_BLOCKS]
        if newcomers:
            return block_of(self.tournament, number, table, self._welcome(newcomers[0], number, table.players))
        self._rate()
        return block_of(self.tournament, number, table, line_up_at(self._names, next(self._open), table.players))

    def _welcome(self, bot: str, number: int, players: int) -> tuple[str, ...]:
        """A line-up of a newcomer with random others, all equally likely."""
        others = [other for other in self.tournament.bots if other != bot]
        random.Random(f"{self.tournament.seed}/{number}/welcome").shuffle(others)
        return bot, *itertools.islice(itertools.cycle([*others, bot]), players - 1)

    def _rate(self) -> None:
        """The order of the bots and its uncertainty, recomputed after enough new games."""
        enough = self._rated + max(FEWEST_NEW, self._rated // NEW_SHARE)
        if self._rated >= 0 and len(self._played) + self._others < enough:
            return
        games = self._all()
        ratings = rate([game.rated for game in games])
        rated = [rating.bot for rating in ratings.table if rating.bot in self.tournament.bots]
        self._names = rated + [bot for bot in self.tournament.bots if bot not in rated]
        doubts = open_places(ratings, rated) or list(range(len(self._names) - 1))
        self._open, self._rated = itertools.cycle(doubts), len(games)

    def _all(self) -> list[GameResult]:
        elsewhere = self.elsewhere()
        self._others = len(elsewhere)
        return [*elsewhere, *self._played]

    def _table(self, number: int) -> TableSetup:
        return self.tournament.tables[number % len(self.tournament.tables)]
