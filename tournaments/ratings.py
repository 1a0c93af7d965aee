"""Ratings from results: a pure function of games, with intervals that can be believed.

A game is a race: the chance that a seat comes first among those still running is its strength's share of theirs
(Plackett-Luce). The logarithm of a strength is the bot's rating plus what the seat is worth with so many players. A weak
prior keeps a bot that always wins finite. Games of one block share a setup, so they are no independent news: the errors are
those of blocks (a sandwich of curvature and the blocks' own gradients), never those of games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Rating", "Ratings", "Result", "rate"]

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

ELO = 400 / math.log(10)    # points of a rating for a strength e times as high
PRIOR_SPREAD = 5.0          # of a rating, in logarithms of strength: 870 Elo
SEAT_SPREAD = 1.0
NEWTON_STEPS = 30
CONVERGED = 1e-9


@dataclass(frozen=True)
class Result:
    """What a rating needs of a game: who sat where, the ranks (1 is best, equal when shared), and the block.

    >>> Result(bots=("a", "b", "c"), ranks=(1, 2, 2), block="7").ranks      # b and c share the second place
    (1, 2, 2)
    """

    bots: tuple[str, ...]
    ranks: tuple[int, ...]
    block: str


@dataclass(frozen=True)
class Rating:
    """One bot's. `error` is the standard error; 1.96 of them are half of the 95 % interval.

    >>> Rating("a", elo=120.0, error=20.0, games=64).plus_minus
    39.2
    """

    bot: str
    elo: float
    error: float
    games: int

    @property
    def plus_minus(self) -> float:
        """Half of the 95 % interval."""
        return 1.96 * self.error


@dataclass(frozen=True)
class Ratings:
    """All bots, the best first; what each seat is worth in Elo by number of players; and how sure any order is.

    >>> found = rate([Result(("a", "b"), (1, 2), str(block)) for block in range(8)] + [Result(("a", "b"), (2, 1), "8")])
    >>> [rating.bot for rating in found.table], found.superiority("a", "b") > 0.9
    (['a', 'b'], True)
    """

    table: tuple[Rating, ...]
    seats: Mapping[int, tuple[float, ...]]
    covariance: Floats                      # of the ratings in Elo, in the order of the table
    likelihood: float

    def superiority(self, first: str, second: str) -> float:
        """How likely it is that the first bot is the stronger one, as far as these games tell."""
        places = [next(place for place, rating in enumerate(self.table) if rating.bot == bot) for bot in (first, second)]
        difference = self.table[places[0]].elo - self.table[places[1]].elo
        one, two = places
        variance = self.covariance[one, one] + self.covariance[two, two] - 2 * self.covariance[one, two]
        if variance <= 0:
            return 0.5
        return 0.5 * (1 + math.erf(difference / math.sqrt(2 * variance)))


@dataclass(frozen=True)
class Races:
    """All games of one number of players: for each game and seat the number of the bot, and the ranks."""

    bots: Whole
    ranks: Whole
    blocks: Whole
    first_seat: int                         # where this number's seats begin among the parameters
    design: Floats                          # games x seats x parameters: 1 for the bot and for the seat


def rate(results: Sequence[Result], *, anchor: str | None = None, winner_only: bool = False) -> Ratings:
    """The ratings of everybody in these games; the anchor's is 0, without one the mean is.

    >>> found = rate([Result(("a", "b"), (1 + block % 2, 2 - block % 2), str(block)) for block in range(20)], anchor="b")
    >>> [(rating.bot, round(rating.elo)) for rating in found.table]
    [('a', 0), ('b', 0)]
    """
    names = sorted({bot for result in results for bot in result.bots})
    if anchor is not None and anchor not in names:
        raise ValueError(f"the anchor {anchor!r} played no game; those who did are {', '.join(names)}")
    if not results:
        return Ratings((), {}, np.zeros((0, 0)), 0.0)
    races, size, block_count = _races(results, names)
    spread = np.concatenate([np.full(len(names), PRIOR_SPREAD), np.full(size - len(names), SEAT_SPREAD)])
    found = np.zeros(size)
    for _ in range(NEWTON_STEPS):
        value, gradient, curvature, _ = _slope(races, found, spread, winner_only, block_count)
        step = np.linalg.solve(curvature, gradient)
        step *= min(1.0, 3.0 / (np.abs(step).max() + 1e-12))
        found += step
        if np.abs(step).max() < CONVERGED:
            break
    value, _, curvature, by_block = _slope(races, found, spread, winner_only, block_count)
    bread = np.linalg.inv(curvature)
    meat = by_block.T @ by_block * (block_count / max(block_count - 1, 1))
    return _ratings(names, results, races, found, bread @ meat @ bread, anchor, value)


def _races(results: Sequence[Result], names: Sequence[str]) -> tuple[list[Races], int, int]:
    """The games by number of players; how many parameters and blocks there are."""
    number = {name: place for place, name in enumerate(names)}
    blocks = {block: place for place, block in enumerate(dict.fromkeys(result.block for result in results))}
    races, first = [], len(names)
    counts = sorted({len(result.bots) for result in results})
    size = first + sum(counts)
    for players in counts:
        chosen = [result for result in results if len(result.bots) == players]
        bots = np.array([[number[bot] for bot in result.bots] for result in chosen])
        design = np.zeros((len(chosen), players, size))
        rows, columns = np.arange(len(chosen))[:, None], np.arange(players)[None, :]
        design[rows, columns, bots] = design[rows, columns, first + columns] = 1
        ranks = np.array([result.ranks for result in chosen])
        races.append(Races(bots, ranks, np.array([blocks[result.block] for result in chosen]), first, design))
        first += players
    return races, size, len(blocks)


def _slope(
    races: Sequence[Races], found: Floats, spread: Floats, winner_only: bool, block_count: int
) -> tuple[float, Floats, Floats, Floats]:
    """The log-likelihood with its prior, its gradient, its curvature (negated), and the gradient of each block."""
    size = len(found)
    value = -0.5 * float(((found / spread) ** 2).sum())
    curvature = np.diag(1 / spread**2)
    by_block = np.zeros((block_count, size))
    for race in races:
        games, players = race.bots.shape
        flat = race.design.reshape(-1, size)
        strength = np.exp(found[race.bots] + found[race.first_seat : race.first_seat + players])
        pull, weights = np.zeros((games, players)), np.zeros((games, players))
        for place in range(1, 2 if winner_only else players):
            tied = race.ranks == place
            count = tied.sum(axis=1)
            running = race.ranks >= place
            # Those who share a place leave the race one after the other, each in equal parts (Efron).
            for turn in range(int(count.max(initial=0))):
                there = (count > turn) & (running.sum(axis=1) - turn > 1)
                part = np.where(tied, 1 - turn / np.maximum(count, 1)[:, None], 1.0) * running
                weight = strength * part
                total = np.where(there, weight.sum(axis=1), 1.0)
                chance = np.where(there[:, None], weight / total[:, None], 0.0)
                won = np.where(there[:, None] & tied, 1 / np.maximum(count, 1)[:, None], 0.0)
                value += float((won * np.log(np.where(won > 0, strength / total[:, None], 1.0))).sum())
                pull += won - chance
                weights += chance
                mean = (chance[:, None, :] @ race.design)[:, 0]
                curvature -= mean.T @ mean
        curvature += (flat * weights.reshape(-1, 1)).T @ flat
        np.add.at(by_block, race.blocks, (pull[:, None, :] @ race.design)[:, 0])
    return value, by_block.sum(axis=0) - found / spread**2, curvature, by_block


def _ratings(
    names: Sequence[str], results: Sequence[Result], races: Sequence[Races], found: Floats, covariance: Floats,
    anchor: str | None, value: float,
) -> Ratings:
    """In Elo, against the anchor or the mean."""
    count = len(names)
    shift = np.eye(count) - (
        np.eye(count)[names.index(anchor)][None, :] if anchor is not None else np.full((count, count), 1 / count))
    elo = ELO * shift @ found[:count]
    spread = ELO**2 * shift @ covariance[:count, :count] @ shift.T
    order = sorted(range(count), key=lambda place: (-elo[place], names[place]))
    games = Counter(bot for result in results for bot in set(result.bots))
    seats = {}
    for race in races:
        players = race.bots.shape[1]
        worth = found[race.first_seat : race.first_seat + players]
        seats[players] = tuple(float(ELO * (one - worth.mean())) for one in worth)
    return Ratings(
        tuple(Rating(names[place], float(elo[place]), math.sqrt(max(0.0, float(spread[place, place]))), games[names[place]])
              for place in order),
        seats, spread[np.ix_(order, order)], value,
    )
