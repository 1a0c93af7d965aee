"""Tunes the taste of a plan by games of plans against each other: `python -m hansa.bots.tune
--help`.

The cross-entropy method: tastes are drawn around a mean, each plays one seat of many games against
a pool, the best shift the mean and narrow the spread. The pool holds the other plans and the means
of earlier rounds, so that the taste learns to beat more than its own reflection. Games are of every
board and number of players, half of them the game's usual one.

Weights that all plans share (`ESTIMATES` in the game's `taste.py`) stay as they are unless `--free`
names them.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hansa.bots.command import ToolParser, at_least, file_to_write, processes, run
from hansa.bots.sparring import MOST_MOVES, plans, setup
from hansa.games import DEFAULT_GAME, GAMES
from hansa.state import State
from hansa.suggestions import closest
from hansa.vocabulary import Taste, read_file

Vector = NDArray[np.float64]
FIXED = ("noise",)


def worth(candidate: Taste, pool: Sequence[Taste], seeds: range, game: str = DEFAULT_GAME) -> float:
    """A seat's mean of win and standing against others of the pool, relative to an even player."""
    total = 0.0
    for seed in seeds:
        rng = random.Random(seed)
        state = State.from_setup(setup(rng, game), seed=seed)
        seat = rng.randrange(state.players)
        tastes = [candidate if number == seat else rng.choice(pool) for number in range(state.players)]
        position = state.position
        position.play_by_tastes(tastes, seed, MOST_MOVES)
        got = (position.shares()[seat] + position.standing()[seat]) / 2
        total += got * state.players
    return total / len(seeds)


def worths(job: tuple[Taste, list[Taste], range, str]) -> float:
    """`worth`, for a pool of processes."""
    return worth(*job)


def tune(
    start: Taste, free: Sequence[str], pool: list[Taste], rounds: int, games: int, seed: int, workers: int,
    game: str = DEFAULT_GAME,
) -> Taste:
    """The mean after `rounds` rounds; prints how each round went."""
    rng = np.random.default_rng(seed)
    places = [list(GAMES[game].vocabulary.tastes).index(name) for name in free]
    mean, spread = np.log(np.maximum(np.array(start)[places], 0.02)), np.full(len(places), 0.35)
    with processes(workers) as pool_of_processes:
        for number in range(rounds):
            drawn = mean + spread * rng.standard_normal((40, len(places)))
            # the same games for all
            seeds = range(seed + number * games, seed + (number + 1) * games)
            jobs = [(with_weights(start, places, row), pool, seeds, game) for row in [*drawn, mean]]
            found = np.array(pool_of_processes.map(worths, jobs, 1))
            best = drawn[np.argsort(-found[:-1])[:10]]
            print(f"round {number}: mean {found[-1]:.3f}, best {found.max():.3f}, spread {spread.mean():.3f}", flush=True)
            mean = 0.4 * mean + 0.6 * best.mean(axis=0)
            spread = np.maximum(0.4 * spread + 0.6 * best.std(axis=0), 0.05)
            if number % 6 == 5:
                pool.append(with_weights(start, places, mean))
    return with_weights(start, places, mean)


def with_weights(start: Taste, places: Sequence[int], logarithms: Vector) -> Taste:
    """A taste with some of its weights replaced."""
    found = list(start)
    for place, value in zip(places, np.exp(logarithms), strict=True):
        found[place] = round(float(value), 3)
    return found


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = ToolParser(
        prog="python -m hansa.bots.tune", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=file_to_write, help="a JSON file for the taste")
    parser.add_argument("--game", choices=list(GAMES), default=DEFAULT_GAME)
    parser.add_argument("--start", type=Path, help="a taste to begin with")
    parser.add_argument("--plan", help="the registered plan to begin with")
    parser.add_argument(
        "--keep", nargs="*", default=[], metavar="WEIGHT", help="weights that stay as they are: what makes the plan")
    parser.add_argument(
        "--free", nargs="+", default=[], metavar="WEIGHT", help="tune these weights alone, estimates too")
    parser.add_argument("--pool", nargs="*", type=Path, default=[], metavar="FILE", help="further tastes to play against")
    parser.add_argument("--rounds", type=at_least(1), default=24)
    parser.add_argument("--games", type=at_least(1), default=600, help="of each taste in a round")
    parser.add_argument("--seed", type=at_least(0), default=1)
    parser.add_argument("--workers", type=at_least(1), default=2)
    chosen = parser.parse_args(arguments)
    tastes, known = GAMES[chosen.game].vocabulary.tastes, sorted(plans(chosen.game))
    if chosen.plan not in (None, *known):
        parser.error(f"argument --plan: there is no {chosen.plan!r}{closest(chosen.plan, known)}")
    for option, names in (("--keep", chosen.keep), ("--free", chosen.free)):
        for name in names:
            if name not in tastes:
                parser.error(f"argument {option}: a taste has no {name!r}{closest(name, list(tastes))}")
    if not free_weights(chosen):
        parser.error("argument --keep: leaves no weight to tune")
    return chosen


def free_weights(chosen: argparse.Namespace) -> list[str]:
    """The names of the weights that are tuned."""
    vocabulary = GAMES[chosen.game].vocabulary
    fixed = {*chosen.keep, *FIXED, *(() if chosen.free else vocabulary.estimates)}
    return [name for name in chosen.free or vocabulary.tastes if name not in fixed]


def work(chosen: argparse.Namespace) -> None:
    """Tunes and writes."""
    known, vocabulary = plans(chosen.game), GAMES[chosen.game].vocabulary
    start = known[chosen.plan] if chosen.plan else vocabulary.taste()
    if chosen.start:
        start = read_file(chosen.start, vocabulary.taste_of)
    pool = [weights for name, weights in known.items() if name != chosen.plan]
    pool += [read_file(path, vocabulary.taste_of) for path in chosen.pool]
    found = tune(start, free_weights(chosen), pool, chosen.rounds, chosen.games, chosen.seed, chosen.workers, chosen.game)
    chosen.out.write_text(json.dumps(dict(zip(vocabulary.tastes, found, strict=True)), indent=0) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit code."""
    chosen = parse(arguments)
    return run(lambda: work(chosen), "tune")


if __name__ == "__main__":
    sys.exit(main())
