"""Ratings from results: a pure function of games, with intervals that hold.

A game is a race: the chance that a seat comes first among those still running is its strength's
share of theirs (Plackett-Luce). The logarithm of a strength is the bot's rating plus what the seat
is worth with that number of players. A weak prior keeps a bot that always wins finite. Games of one
block share a setup, so they are not independent: errors are computed from blocks (a sandwich of
curvature and the blocks' gradients), never from single games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hansa.tournaments.sandwich import Clusters, Sandwich, sandwich
from hansa.tournaments.student import cumulative, quantile

__all__ = ["RatedGame", "Rating", "Ratings", "rate"]

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

ELO = 400 / math.log(10)    # points of a rating for a strength e times as high
PRIOR_SPREAD = 5.0          # of a rating, in logarithms of strength: 870 Elo
SEAT_SPREAD = 1.0
NEWTON_STEPS = 30
CONVERGED = 1e-9
# of what is known about a rating; of a bot that always won the prior knows a fifth
MOST_OF_PRIOR = 0.1
# of what games that are independent would have; less only comes of blocks that are all alike
LEAST_ERROR = 0.2
FEWEST_DEGREES = 2.0        # of freedom, below which an interval is wider than it is useful


@dataclass(frozen=True)
class RatedGame:
    """What a rating needs of a game: who sat where, the ranks (1 is best, equal when shared), and
    the block.

    >>> RatedGame(bots=("a", "b", "c"), ranks=(1, 2, 2), block="7").ranks      # b and c share the second place
    (1, 2, 2)
    """

    bots: tuple[str, ...]
    ranks: tuple[int, ...]
    block: str


@dataclass(frozen=True)
class Rating:
    """The rating of one bot. `error` is the standard error, and `degrees` how many degrees of
    freedom it has.

    >>> Rating("a", elo=120.0, error=20.0, games=64, degrees=12.0).plus_minus
    43.57...
    >>> Rating("a", elo=900.0, error=20.0, games=8, degrees=0.0).plus_minus       # it won every game
    inf
    """

    bot: str
    elo: float
    error: float
    games: int
    degrees: float

    @property
    def plus_minus(self) -> float:
        """Half of the 95 % interval; infinite if there are too few games."""
        return quantile(0.975, self.degrees) * self.error if self.degrees >= FEWEST_DEGREES else math.inf


@dataclass(frozen=True)
class Ratings:
    """All bots, the best first; what each seat is worth in Elo by number of players; and how sure
    any order is.

    >>> found = rate([RatedGame(("a", "b"), (1, 2), str(block)) for block in range(8)] + [RatedGame(("a", "b"), (2, 1), "8")])
    >>> [rating.bot for rating in found.table], found.superiority("a", "b") > 0.9
    (['a', 'b'], True)
    """

    table: tuple[Rating, ...]
    seats: Mapping[int, tuple[float, ...]]
    covariance: Floats                      # of the ratings in Elo, in the order of the table
    likelihood: float

    def superiority(self, first: str, second: str) -> float:
        """The probability that the first bot is stronger, given these games."""
        places = [next(place for place, rating in enumerate(self.table) if rating.bot == bot) for bot in (first, second)]
        difference = self.table[places[0]].elo - self.table[places[1]].elo
        one, two = places
        variance = self.covariance[one, one] + self.covariance[two, two] - 2 * self.covariance[one, two]
        if variance <= 0:
            return 0.5
        degrees = max(1.0, min(self.table[place].degrees for place in places))
        return cumulative(difference / math.sqrt(variance), degrees)


@dataclass(frozen=True)
class Races:
    """All games of one number of players: for each seat of a row the bot's number and its rank."""

    bots: Whole
    ranks: Whole
    blocks: Whole                           # by game
    first_seat: int                         # where this number's seats begin among the parameters

    @property
    def parameters(self) -> Whole:
        """By game and seat: the bot's rating and the seat's."""
        games, players = self.bots.shape
        seats = np.broadcast_to(self.first_seat + np.arange(players), (games, players))
        return np.stack([self.bots, seats], axis=2)


@dataclass(frozen=True)
class Slope:
    """The log-likelihood of ratings and its derivatives: by seat of each game, and with the
    prior."""

    value: float
    gradient: Floats
    curvature: Floats                       # negated: positive definite
    pulls: Sequence[Floats]                 # by race: games x seats
    bends: Sequence[Floats]                 # by race: games x seats x seats


def rate(results: Sequence[RatedGame], *, anchor: str | None = None, winner_only: bool = False) -> Ratings:
    """The ratings of all bots in these games. The rating of `anchor` is 0; without an anchor, the
    mean of all ratings is 0.

    >>> found = rate([RatedGame(("a", "b"), (1 + block % 2, 2 - block % 2), str(block)) for block in range(20)], anchor="b")
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
        slope = _slope(races, found, spread, winner_only)
        step = np.linalg.solve(slope.curvature, slope.gradient)
        step *= min(1.0, 3.0 / (np.abs(step).max() + 1e-12))
        found += step
        if np.abs(step).max() < CONVERGED:
            break
    slope = _slope(races, found, spread, winner_only)
    inverse: Floats = np.linalg.inv(slope.curvature).astype(np.float64)
    errors = sandwich(_clusters(races, slope, size, block_count), inverse)
    return _ratings(names, results, races, found, errors, spread, anchor, slope.value)


def _races(results: Sequence[RatedGame], names: Sequence[str]) -> tuple[list[Races], int, int]:
    """The games by number of players; how many parameters and blocks there are."""
    number = {name: place for place, name in enumerate(names)}
    blocks = {block: place for place, block in enumerate(dict.fromkeys(result.block for result in results))}
    races, first = [], len(names)
    for players in sorted({len(result.bots) for result in results}):
        chosen = [result for result in results if len(result.bots) == players]
        races.append(Races(
            np.array([[number[bot] for bot in result.bots] for result in chosen]),
            np.array([result.ranks for result in chosen]),
            np.array([blocks[result.block] for result in chosen]), first,
        ))
        first += players
    return races, first, len(blocks)


def _slope(races: Sequence[Races], found: Floats, spread: Floats, winner_only: bool) -> Slope:
    """The log-likelihood with its prior at some ratings."""
    value = -0.5 * float(((found / spread) ** 2).sum())
    gradient, curvature = -found / spread**2, np.diag(1 / spread**2)
    pulls, bends = [], []
    for race in races:
        more, pull, bend = _race_slope(race, found, winner_only)
        value += more
        pulls.append(pull)
        bends.append(bend)
        places = race.parameters
        np.add.at(gradient, places, pull[:, :, None])
        for one in (0, 1):
            for other in (0, 1):
                np.add.at(curvature, (places[:, :, None, one], places[:, None, :, other]), bend)
    return Slope(value, gradient, curvature, pulls, bends)


def _race_slope(race: Races, found: Floats, winner_only: bool) -> tuple[float, Floats, Floats]:
    """The log-likelihood of games, its gradient by game and seat, its curvature by game and
    pair."""
    games, players = race.bots.shape
    value, diagonal = 0.0, np.arange(players)
    strength = np.exp(found[race.parameters].sum(axis=2))
    pull, bend = np.zeros((games, players)), np.zeros((games, players, players))
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
            bend[:, diagonal, diagonal] += chance
            bend -= chance[:, :, None] * chance[:, None, :]
    return value, pull, bend


def _clusters(races: Sequence[Races], slope: Slope, size: int, block_count: int) -> Clusters:
    """The score of each block, for the parameters that it involves."""
    touched = np.zeros((block_count, size), dtype=bool)
    for race in races:
        touched[race.blocks[:, None, None], race.parameters] = True
    most = int(touched.sum(axis=1).max())
    order = np.argsort(~touched, axis=1, kind="stable")[:, :most]
    places = np.where(np.take_along_axis(touched, order, axis=1), order, -1)
    local = np.cumsum(touched, axis=1) - 1
    scores, curvatures = np.zeros((block_count, most)), np.zeros((block_count, most, most))
    for race, pull, bend in zip(races, slope.pulls, slope.bends, strict=True):
        blocks = race.blocks[:, None, None]
        spots = local[blocks, race.parameters]
        np.add.at(scores, (blocks, spots), pull[:, :, None])
        for one in (0, 1):
            for other in (0, 1):
                np.add.at(curvatures, (blocks, spots[:, :, None, one], spots[:, None, :, other]), bend)
    return Clusters(places, scores, curvatures)


def _ratings(
    names: Sequence[str], results: Sequence[RatedGame], races: Sequence[Races], found: Floats, errors: Sandwich,
    prior: Floats, anchor: str | None, value: float,
) -> Ratings:
    """Converts to Elo, relative to the anchor or to the mean."""
    count, size = len(names), len(found)
    shift = np.zeros((count, size))
    shift[:, :count] = np.eye(count) - (
        np.eye(count)[names.index(anchor)][None, :] if anchor is not None else np.full((count, count), 1 / count))
    elo = ELO * shift @ found
    spread = ELO**2 * shift @ errors.covariance @ shift.T
    order = sorted(range(count), key=lambda place: (-elo[place], names[place]))
    games = Counter(bot for result in results for bot in set(result.bots))
    seats = {}
    for race in races:
        players = race.bots.shape[1]
        worth = found[race.first_seat : race.first_seat + players]
        seats[players] = tuple(float(ELO * (one - worth.mean())) for one in worth)
    table = tuple(
        Rating(names[place], float(elo[place]), math.sqrt(max(0.0, float(spread[place, place]))), games[names[place]],
               math.inf if names[place] == anchor else _degrees(errors, shift[place], prior))
        for place in order)
    return Ratings(table, seats, spread[np.ix_(order, order)], value)


def _degrees(errors: Sandwich, weights: Floats, prior: Floats) -> float:
    """The degrees of freedom of a rating's error; 0 if the prior dominates, or if all results are
    alike."""
    pulls = errors.inverse @ weights
    if float(((pulls / prior) ** 2)[prior == PRIOR_SPREAD].sum()) > MOST_OF_PRIOR * (weights @ pulls):
        return 0.0
    if errors.error(weights) < LEAST_ERROR * math.sqrt(weights @ pulls):
        return 0.0
    return errors.degrees(weights)
