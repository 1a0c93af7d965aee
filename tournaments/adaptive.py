"""Adaptive tournaments: every round goes where the order is least certain.

Bots are ranked by what has been played; neighbours whose order is doubtful meet first. Every round
has a few blocks, one for each of the least certain pairs of neighbours, filled up with those
nearest to them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from hansa.tournaments.ratings import Ratings, rate
from hansa.tournaments.results import GameResult
from hansa.tournaments.schedule import Block, ScheduledGame, Tournament, block_of, blocks

__all__ = ["CERTAIN", "FIRST_BLOCKS", "ROUND_BLOCKS", "Adaptive", "line_up_at", "open_places"]

FIRST_BLOCKS = 2            # a bot, before anything is known
ROUND_BLOCKS = 8
CERTAIN = 0.99              # of an order, that needs no more games


def open_places(ratings: Ratings, names: Sequence[str], certain: float = CERTAIN) -> list[int]:
    """The places of `names` (the best first) whose order with the next one is not certain, the
    least certain first.

    >>> from hansa.tournaments.ratings import RatedGame, rate
    >>> results = [RatedGame(("a", "b"), (1 + block % 2, 2 - block % 2), str(block)) for block in range(40)]
    >>> open_places(rate(results), ["a", "b"]), open_places(rate(results), ["a", "b"], certain=0.4)
    ([0], [])
    """
    sure = {place: ratings.superiority(*names[place : place + 2]) for place in range(len(names) - 1)}
    return sorted((place for place in sure if sure[place] < certain), key=lambda place: (sure[place], place))


def line_up_at(names: Sequence[str], place: int, players: int) -> tuple[str, ...]:
    """Two neighbours and those nearest to them in rank; the two again where there are too few.

    >>> line_up_at(["a", "b", "c", "d"], 2, 3), line_up_at(["a", "b"], 0, 4)
    (('b', 'c', 'd'), ('a', 'b', 'a', 'b'))
    """
    near = sorted(range(len(names)), key=lambda other: (abs(other - place - 0.5), other))[:players]
    chosen = [names[other] for other in sorted(near)]
    return tuple(chosen + [names[place + number % 2] for number in range(players - len(chosen))])


@dataclass
class Adaptive:
    """A plan of rounds until the tournament's blocks are used up or every order is certain enough.

    >>> from hansa.tournaments.schedule import TableSetup
    >>> bots = ("markers", "prestige", "greedy", "random")
    >>> plan = Adaptive(Tournament(bots, (TableSetup("hansa-23", 2),), blocks=40, format="adaptive"))
    >>> len(plan.next_round([])), plan.total
    (8, None)
    """

    tournament: Tournament
    certain: float = CERTAIN
    rounds: list[list[Block]] = field(default_factory=list)

    @property
    def total(self) -> None:
        """None: the number of games depends on the results."""

    def next_round(self, done: Sequence[GameResult]) -> Iterable[ScheduledGame] | None:
        """The next round. Earlier rounds are reconstructed from the games that were played in
        them."""
        there = {game.id for game in done}
        while True:
            made = self._round(done)
            if not made:
                return None
            self.rounds.append(made)
            games = list(itertools.chain.from_iterable(made))
            if any(game.id not in there for game in games):
                return games

    def _round(self, done: Sequence[GameResult]) -> list[Block]:
        first = sum(map(len, self.rounds))
        most = self.tournament.blocks
        left = ROUND_BLOCKS if most is None else most - first
        if not self.rounds:
            return list(itertools.islice(blocks(self.tournament), min(left, self._first_blocks)))
        before = {game.id for made in self.rounds for block in made for game in block}
        ratings = rate([game.rated for game in done if game.id in before])
        names = [rating.bot for rating in ratings.table]
        doubts = open_places(ratings, names, self.certain)
        tables = self.tournament.tables
        return [
            block_of(self.tournament, first + number, table, line_up_at(names, place, table.players))
            for number, place in enumerate(itertools.islice(itertools.cycle(doubts), min(left, ROUND_BLOCKS)))
            for table in [tables[(first + number) % len(tables)]]
        ]

    @property
    def _first_blocks(self) -> int:
        smallest = min(table.players for table in self.tournament.tables)
        return max(FIRST_BLOCKS * -(-len(self.tournament.bots) // smallest), len(self.tournament.tables))
