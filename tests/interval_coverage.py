"""How often 95 % intervals contain the truth, in simulated tournaments: by number of blocks,
players, field and interaction.

    python -m tests.interval_coverage --repeats 300

`interaction` is how far a setup suits one bot or another, as the standard deviation of the
logarithm of its strength.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from hansa.tournaments.ratings import RatedGame, rate
from hansa.tournaments.shares import share_interval

FIELDS: Mapping[str, Mapping[str, float]] = {
    "six even bots": {"a": 0.9, "b": 0.5, "c": 0.1, "d": -0.2, "e": -0.5, "f": -0.8},
    "lopsided": {"a": 2.0, "b": 0.0, "c": -0.3, "d": -0.5, "e": -0.5, "f": -0.7},
    "two bots": {"a": 0.5, "b": -0.5},
}
BLOCKS = (5, 8, 10, 20, 30, 60)
SEATS = (0.15, -0.15)           # what the first and the last seat are worth
TRUTH_BLOCKS = 6000


@dataclass(frozen=True)
class League:
    """Bots whose strength is known, at tables of one size."""

    field: str
    players: int
    interaction: float

    def results(self, rng: np.random.Generator, blocks: int) -> list[RatedGame]:
        """Blocks of all rotations of a line-up drawn at random; fewer bots than seats sit in
        turns."""
        strength = FIELDS[self.field]
        names, seats = list(strength), np.linspace(*SEATS, self.players)
        line_ups = list(combinations(names, min(self.players, len(names))))
        results = []
        for block in range(blocks):
            chosen = (line_ups[rng.integers(len(line_ups))] * self.players)[: self.players]
            suits = {bot: self.interaction * rng.standard_normal() for bot in names}
            for turn in range(self.players):
                bots = chosen[turn:] + chosen[:turn]
                luck = [strength[bot] + seats[seat] + suits[bot] - math.log(-math.log(rng.random()))
                        for seat, bot in enumerate(bots)]
                order = sorted(range(self.players), key=lambda seat: -luck[seat])
                results.append(RatedGame(bots, tuple(order.index(seat) + 1 for seat in range(self.players)), str(block)))
        return results


@dataclass
class Coverage:
    """How many intervals there were, how many contained the truth, and how many were not known."""

    held: int = 0
    total: int = 0
    unknown: int = 0

    def count(self, inside: bool | None) -> None:
        """One more; None where there was no interval."""
        self.unknown += inside is None
        self.total += inside is not None
        self.held += bool(inside)

    @property
    def rate(self) -> float:
        """How often an interval held."""
        return self.held / max(self.total, 1)

    @property
    def known(self) -> float:
        """How often there was one."""
        return self.total / max(self.total + self.unknown, 1)


def coverage(league: League, blocks: int, repeats: int, seed: int = 7) -> tuple[Coverage, Coverage]:
    """Of ratings against the mean, and of shares of the win."""
    ratings, shares = Coverage(), Coverage()
    many = league.results(np.random.default_rng(3), TRUTH_BLOCKS)
    true_elo = {rating.bot: rating.elo for rating in rate(many).table}
    true_share = {bot: mean_share(many, bot) for bot in true_elo}
    rng = np.random.default_rng(seed)
    for _ in range(repeats):
        results = league.results(rng, blocks)
        for rating in rate(results).table:
            half = rating.plus_minus
            ratings.count(abs(rating.elo - true_elo[rating.bot]) <= half if math.isfinite(half) else None)
            found = share_interval(shares_of(results, rating.bot))
            shares.count(None if found is None else found.low <= true_share[rating.bot] <= found.high)
    return ratings, shares


def shares_of(results: Sequence[RatedGame], bot: str) -> list[list[list[float]]]:
    """By block, game and seat what the bot won."""
    blocks: dict[str, list[list[float]]] = {}
    for result in results:
        seats = [float(rank == 1) for name, rank in zip(result.bots, result.ranks, strict=True) if name == bot]
        if seats:
            blocks.setdefault(result.block, []).append(seats)
    return list(blocks.values())


def mean_share(results: Sequence[RatedGame], bot: str) -> float:
    """Of all seats."""
    return float(np.mean([seat for block in shares_of(results, bot) for game in block for seat in game]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a Markdown table: a cell is the rate for ratings, how many of them had an interval,
    and the rate for shares."""
    parser = argparse.ArgumentParser(prog="python -m tests.interval_coverage", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=300)
    options = parser.parse_args(arguments)
    print("| field | players | interaction | " + " | ".join(f"{blocks} blocks" for blocks in BLOCKS) + " |")
    print("|---|---|---|" + "---|" * len(BLOCKS))
    for field in FIELDS:
        for players in (2, 3, 4, 5):
            for interaction in (0.0, 0.7):
                cells = []
                for blocks in BLOCKS:
                    elo, share = coverage(League(field, players, interaction), blocks, options.repeats)
                    cells.append(f"{elo.rate:.1%} of {elo.known:.0%}, {share.rate:.1%}")
                print(f"| {field} | {players} | {interaction:g} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
