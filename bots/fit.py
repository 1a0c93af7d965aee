"""Fits the weights of evaluation and policy on games of self-play, in rounds: `python -m hansa.bots.fit --help`.

The evaluation is a conditional logit: the chance that a seat wins is the softmax over the seats of a weighted sum of its
features; Newton's method finds the weights. The policy is one too, over the moves of a decision, its target the share of
visits that the search gave each; it is fitted by Adam in small batches.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import pickle
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine_c.mind import Mind
from hansa.bots.selfplay import Choice, Game, many
from hansa.teutonica.mind import EVALUATION, POLICY, mind_of, read_mind

Vector = NDArray[np.float64]
Weights = dict[str, dict[str, object]]


def fit_evaluation(games: Sequence[Game], ridge: float = 30.0) -> tuple[Vector, float]:
    """The weights (beginning, then change to the end), and the mean log-likelihood of a game's winner."""
    tables: list[Vector] = []
    targets: list[Vector] = []
    groups: list[NDArray[np.int64]] = []
    for game in games:
        seats = game.features.shape[1]
        for progress, features in zip(game.progress, game.features, strict=True):
            tables.append(np.concatenate([features, progress * features], axis=1).astype(np.float64))
            targets.append(game.shares.astype(np.float64))
            groups.append(np.full(seats, len(groups)))
    table, target, group = np.concatenate(tables), np.concatenate(targets), np.concatenate(groups)
    count = len(groups)
    scale = np.sqrt((table**2).mean(axis=0)) + 1e-9
    table /= scale
    weights = np.zeros(table.shape[1])
    for _ in range(8):
        chance = grouped_softmax(table @ weights, group, count)
        gradient = table.T @ (target - chance) - ridge * weights
        mean = np.zeros((count, table.shape[1]))
        np.add.at(mean, group, table * chance[:, None])
        hessian = (table * chance[:, None]).T @ table - mean.T @ mean
        weights += np.linalg.solve(hessian + ridge * np.eye(len(weights)), gradient)
    chance = grouped_softmax(table @ weights, group, count)
    likelihood = float((target * np.log(chance + 1e-12)).sum() / count)
    return weights / scale, likelihood


def grouped_softmax(strength: Vector, group: NDArray[np.int64], count: int) -> Vector:
    """The softmax within each group."""
    best = np.full(count, -np.inf)
    np.maximum.at(best, group, strength)
    raised = np.exp(strength - best[group])
    total = np.zeros(count)
    np.add.at(total, group, raised)
    chance: Vector = raised / total[group]
    return chance


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


def as_data(evaluation: Vector, policy: Vector) -> Weights:
    """The content of `mind.json`."""
    half = len(EVALUATION)
    pairs = {
        name: [round(float(evaluation[number]), 4), round(float(evaluation[number] + evaluation[half + number]), 4)]
        for number, name in enumerate(EVALUATION) if evaluation[number] or evaluation[half + number]
    }
    logits = {name: round(float(policy[number]), 3) for number, name in enumerate(POLICY) if abs(policy[number]) > 5e-4}
    return {"evaluation": dict(pairs), "policy": dict(logits)}


def policy_of(path: Path) -> Vector:
    """The policy weights of a file."""
    data = json.loads(path.read_text(encoding="utf-8"))["policy"]
    return np.array([data.get(name, 0.0) for name in POLICY])


def work(path: Path, simulations: int, seeds: Sequence[int], rivals: Sequence[str]) -> list[Game]:
    """What one worker plays."""
    mind: Mind = read_mind(path)
    return list(many(mind, simulations, seeds, rivals))


def self_play(
    path: Path, simulations: int, count: int, seed: int, workers: int, rivals: Sequence[str]
) -> list[Game]:
    """So many games with the mind of a file, on so many processes."""
    seeds = [range(seed + first, seed + min(first + 25, count)) for first in range(0, count, 25)]
    context = multiprocessing.get_context("spawn")
    with context.Pool(workers) as pool:
        played = pool.starmap(work, [(path, simulations, part, rivals) for part in seeds], 1)
    return [game for games in played for game in games]


def gathered(path: Path, games: list[Game]) -> list[Game]:
    """The games of a file and these, written back to it."""
    if path.exists():
        games = pickle.loads(path.read_bytes()) + games
    path.write_bytes(pickle.dumps(games))
    return games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("start", type=Path, help="the mind to begin with")
    parser.add_argument("out", type=Path, help="the mind to write, after every round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=2000, help="games a round")
    parser.add_argument("--simulations", type=int, default=200, help="for each decision")
    parser.add_argument("--rivals", nargs="*", default=(), help="bots that take half of the seats; all with --simulations 0")
    parser.add_argument("--keep", type=Path, help="a file that gathers the games of all rounds; they are fitted together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    path = chosen.start
    for number in range(chosen.rounds):
        begun = time.monotonic()
        seed = chosen.seed + 10**6 * number
        games = self_play(path, chosen.simulations, chosen.games, seed, chosen.workers, chosen.rivals)
        if chosen.keep:
            games = gathered(chosen.keep, games)
        played = time.monotonic() - begun
        evaluation, won = fit_evaluation(games)
        choices = [choice for game in games for choice in game.choices]
        policy, chose = fit_policy(choices, policy_of(path))
        data = as_data(evaluation, policy)
        mind_of(data)
        chosen.out.write_text(json.dumps(data, indent=0) + "\n", encoding="utf-8")
        path = chosen.out
        positions = sum(len(game.progress) for game in games)
        turns, points = np.mean([game.turns for game in games]), np.mean([game.winner for game in games])
        print(
            f"round {number}: {len(games)} games in {played:.0f} s, {turns:.1f} turns, winner {points:.1f} points; "
            f"{positions} positions, log-likelihood {won:.4f}; "
            f"{len(choices)} choices, {chose:.4f}; fitted in {time.monotonic() - begun - played:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
