"""Fits the weights that the search judges with: `python -m hansa.bots.fit --help`.

The evaluation and the points it expects are fitted to how games of plans end (`lessons`, thousands of games a minute): the
chance that a seat wins is the softmax over the seats of a weighted sum of its features, found by Newton's method; the points
of each category are a linear regression on the same features. The policy is fitted to the visits of the search in games
against itself (`selfplay`): a softmax over the moves of a decision, found by Adam in small batches.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hansa.bots.command import ToolError, ToolParser, at_least, file_to_write, processes, run
from hansa.bots.lessons import Lesson, lessons, plans
from hansa.bots.selfplay import Choice, many
from hansa.games import DEFAULT_GAME, GAMES
from hansa.weights import Vocabulary, read_file

Vector = NDArray[np.float64]
Weights = dict[str, Any]
MOST_SEATS = 5
GAMES_A_BLOCK = 1500        # worked on at a time
RIDGE = 30.0


def tables(games: Sequence[Lesson]) -> Iterator[tuple[Vector, NDArray[np.bool_], Vector, Vector]]:
    """Blocks of positions x seats: features with their progress-weighted copies, who plays, shares, points."""
    half, categories = sizes(games)
    for first in range(0, len(games), GAMES_A_BLOCK):
        part = games[first : first + GAMES_A_BLOCK]
        count = sum(len(game.progress) for game in part)
        table = np.zeros((count, MOST_SEATS, 2 * half))
        plays = np.zeros((count, MOST_SEATS), dtype=bool)
        shares, points = np.zeros((count, MOST_SEATS)), np.zeros((count, MOST_SEATS, categories))
        at = 0
        for game in part:
            rows, seats = slice(at, at + len(game.progress)), slice(0, game.features.shape[1])
            at = rows.stop
            table[rows, seats, :half] = game.features
            table[rows, seats, half:] = game.features * game.progress[:, None, None]
            plays[rows, seats], shares[rows, seats], points[rows, seats] = True, game.shares, game.points
        yield table, plays, shares, points


def sizes(games: Sequence[Lesson]) -> tuple[int, int]:
    """How many features and categories of points a game has."""
    return games[0].features.shape[2], games[0].points.shape[1]


def fit_evaluation(games: Sequence[Lesson]) -> tuple[Vector, float]:
    """The weights (beginning, then change to the end), and the mean log-likelihood of how games ended."""
    size = 2 * sizes(games)[0]
    scale = np.sqrt(sum((table[plays] ** 2).sum(axis=0) for table, plays, _, _ in tables(games)) / 1e6) + 1e-3
    weights, likelihood, count = np.zeros(size), 0.0, 0
    for _ in range(6):
        gradient, hessian, likelihood, count = -RIDGE * weights, RIDGE * np.eye(size), 0.0, 0
        for table, plays, shares, _ in tables(games):
            table /= scale
            chance = softmax(np.where(plays, table @ weights, -np.inf))
            flat, weighted = table.reshape(-1, size), (table * chance[:, :, None]).reshape(-1, size)
            gradient += flat.T @ (shares - chance).ravel()
            mean = (table * chance[:, :, None]).sum(axis=1)
            hessian += weighted.T @ flat - mean.T @ mean
            likelihood += float((shares * np.log(np.where(plays, chance, 1.0) + 1e-12)).sum())
            count += len(table)
        weights += np.linalg.solve(hessian, gradient)
    return weights / scale, likelihood / count


def softmax(strength: Vector) -> Vector:
    """Over the last axis."""
    raised = np.exp(strength - strength.max(axis=-1, keepdims=True))
    chance: Vector = raised / raised.sum(axis=-1, keepdims=True)
    return chance


def fit_points(games: Sequence[Lesson]) -> tuple[Vector, float]:
    """Regressions of every category, the constant and its change last; and the error of the total, in points."""
    half, categories = sizes(games)
    size = 2 * half + 2
    square, cross, total, count = RIDGE * np.eye(size), np.zeros((size, categories)), 0.0, 0
    weights: Vector = np.zeros_like(cross)
    for turn in range(2):
        if turn:
            weights = np.asarray(np.linalg.solve(square, cross), dtype=np.float64)
        for (table, plays, _, points), progress in zip(tables(games), progresses(games), strict=True):
            rows = np.concatenate(
                [table[plays], np.ones((plays.sum(), 1)), np.repeat(progress, plays.sum(axis=1))[:, None]], axis=1)
            if turn == 0:
                square += rows.T @ rows
                cross += rows.T @ points[plays]
            else:
                total += float((((rows @ weights - points[plays]).sum(axis=1)) ** 2).sum())
                count += len(rows)
    return weights.T, float(np.sqrt(total / count))


def progresses(games: Sequence[Lesson]) -> Iterator[Vector]:
    """How far the games are, in the blocks of `tables`."""
    for first in range(0, len(games), GAMES_A_BLOCK):
        yield np.concatenate([game.progress for game in games[first : first + GAMES_A_BLOCK]]).astype(np.float64)


def fit_policy(choices: Sequence[Choice], start: Vector, epochs: int = 6, rate: float = 0.03) -> tuple[Vector, float]:
    """The weights, and the mean log-likelihood of the search's preference."""
    weights, first, second = start.copy(), np.zeros(len(start)), np.zeros(len(start))
    rng, step, likelihood = np.random.default_rng(1), 0, 0.0
    for epoch in range(epochs):
        total = 0.0
        order = rng.permutation(len(choices))
        for begin in range(0, len(order), 256):
            batch = [choices[number] for number in order[begin : begin + 256]]
            index = np.concatenate([choice.index for choice in batch])
            value = np.concatenate([choice.value for choice in batch]).astype(np.float64)
            share = np.concatenate([choice.share for choice in batch]).astype(np.float64)
            group = np.repeat(np.arange(len(batch)), [len(choice.share) for choice in batch])
            chance = grouped_softmax((weights[index] * value).sum(axis=1), group, len(batch))
            total += float((share * np.log(chance + 1e-12)).sum())
            error = (share - chance)[:, None] * value
            gradient = np.bincount(index.ravel(), error.ravel(), len(weights)) / len(batch) - 1e-5 * weights
            step += 1
            first = 0.9 * first + 0.1 * gradient
            second = 0.99 * second + 0.01 * gradient**2
            change = (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
            weights += rate * 0.6**epoch * change
        likelihood = total / len(order)
    return weights, likelihood


def grouped_softmax(strength: Vector, group: NDArray[np.int64], count: int) -> Vector:
    """The softmax within each group."""
    best = np.full(count, -np.inf)
    np.maximum.at(best, group, strength)
    raised = np.exp(strength - best[group])
    total = np.zeros(count)
    np.add.at(total, group, raised)
    chance: Vector = raised / total[group]
    return chance


def pairs(weights: Vector, names: Sequence[str]) -> dict[str, list[float]]:
    """Each feature's weight at the beginning and at the end, as the file has them; those that are 0 are left out."""
    half = len(names)
    found = {
        name: [round(float(weights[number]), 4), round(float(weights[number] + weights[half + number]), 4)]
        for number, name in enumerate(names) if abs(weights[number]) + abs(weights[half + number]) > 5e-5
    }
    if len(weights) > 2 * half:
        found["constant"] = [round(float(weights[-2]), 4), round(float(weights[-2] + weights[-1]), 4)]
    return found


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = ToolParser(
        prog="python -m hansa.bots.fit", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("start", type=Path, help="the mind to begin with: its plan, its policy")
    parser.add_argument("out", type=file_to_write, help="the mind to write")
    parser.add_argument("--game", choices=list(GAMES), default=DEFAULT_GAME)
    parser.add_argument("--games", type=at_least(0), default=40_000, help="of plans, for the evaluation; 0 leaves it as it is")
    parser.add_argument(
        "--choices", type=at_least(0), default=0, help="games of the search, for the policy; 0 leaves it as it is")
    parser.add_argument("--simulations", type=at_least(1), default=200, help="of each decision in these")
    parser.add_argument("--seed", type=at_least(0), default=0)
    parser.add_argument("--workers", type=at_least(1), default=2)
    chosen = parser.parse_args(arguments)
    if not chosen.games and not chosen.choices:
        parser.error("--games 0 and --choices 0 leave nothing to fit")
    return chosen


def work(chosen: argparse.Namespace) -> None:
    """Fits and writes."""
    vocabulary = GAMES[chosen.game].vocabulary
    data = read_file(chosen.start, lambda data: judged(data, vocabulary))
    with processes(chosen.workers) as pool:
        if chosen.games:
            learn_evaluation(data, pool, chosen.game, chosen.games, chosen.seed)
            save(data, chosen.out, vocabulary)
        if chosen.choices:
            path = chosen.out if chosen.games else chosen.start
            learn_policy(data, pool, chosen.game, path, chosen.simulations, chosen.choices, chosen.seed)
            save(data, chosen.out, vocabulary)


def judged(data: Any, vocabulary: Vocabulary) -> Weights:
    """The same, after it has been found to be a mind."""
    vocabulary.mind_of(data)
    weights: Weights = data
    return weights


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit code."""
    chosen = parse(arguments)
    return run(lambda: work(chosen), "fit")


def learn_evaluation(data: Weights, pool: Pool, game: str, count: int, seed: int) -> None:
    """Plays games of plans, half of the seats by the playouts' own taste, and fits what is expected of positions."""
    begun = time.monotonic()
    vocabulary = GAMES[game].vocabulary
    known = list(plans(game).values())
    tastes = [*known, *[vocabulary.taste_of(data["plan"])] * len(known)]
    jobs = [(game, tastes, range(seed + first, min(seed + first + 250, seed + count))) for first in range(0, count, 250)]
    games = [game for part in pool.imap(lessons, jobs) for game in part]
    if not games:
        raise ToolError(f"none of {count} games came to an end that teaches anything; play more")
    played = time.monotonic() - begun
    evaluation, likelihood = fit_evaluation(games)
    points, error = fit_points(games)
    data["evaluation"] = pairs(evaluation, vocabulary.evaluation)
    data["points"] = {
        category: pairs(row, vocabulary.evaluation) for category, row in zip(vocabulary.categories, points, strict=True)
    }
    print(
        f"{len(games)} games in {played:.0f} s, {np.mean([game.turns for game in games]):.1f} turns a player, winners "
        f"{np.mean([game.points.sum(axis=1).max() for game in games]):.1f} points; log-likelihood {likelihood:.4f}, error of "
        f"the points {error:.2f}; fitted in {time.monotonic() - begun - played:.0f} s",
        flush=True,
    )


def learn_policy(
    data: Weights, pool: Pool, game: str, path: Path, simulations: int, count: int, seed: int
) -> None:
    """Plays games of the search against itself and fits what it prefers."""
    begun = time.monotonic()
    names = GAMES[game].vocabulary.policy
    jobs = [
        (game, path, simulations, range(seed + first, min(seed + first + 4, seed + count))) for first in range(0, count, 4)
    ]
    found = [choice for part in pool.imap(many, jobs) for choice in part]
    if not found:
        raise ToolError(f"no decision in {count} games of the search; play more")
    played = time.monotonic() - begun
    start = np.array([data["policy"].get(name, 0.0) for name in names])
    policy, likelihood = fit_policy(found, start)
    data["policy"] = {name: round(float(policy[number]), 3) for number, name in enumerate(names) if abs(policy[number]) > 5e-4}
    print(f"{len(found)} decisions in {played:.0f} s, log-likelihood {likelihood:.4f}", flush=True)


def save(data: Weights, path: Path, vocabulary: Vocabulary) -> None:
    """Writes a mind that can be read."""
    vocabulary.mind_of(data)
    path.write_text(json.dumps(data, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
