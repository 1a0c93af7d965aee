"""Trains a small policy by playing against itself, with numpy alone, and measures it against random play.

    python examples/train_policy.py --seconds 60

A layer of 32 and a softmax over the legal action numbers, REINFORCE: what a seat did in games that it won becomes likelier.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")      # small matrices: on a busy machine threads only wait for each other

import numpy as np
from numpy.typing import NDArray

from hansa.envs.vector import Turn, VectorEnv

Array = NDArray[np.float32]
HIDDEN, GAMES, MOVES, RATE = 32, 64, 160, 0.02


class Choice(NamedTuple):
    """What a policy saw and did in every game: one line for each legal action of each game, in order."""

    observations: Array
    hidden: Array
    games: NDArray[np.intp]         # of each line
    actions: NDArray[np.intp]
    likely: Array
    taken: NDArray[np.intp]         # the line that was drawn, for each game
    movers: NDArray[np.int32]

    @property
    def chosen(self) -> NDArray[np.intp]:
        """The action number drawn in every game."""
        return self.actions[self.taken]


class Policy:
    """A network of two layers, of whose outputs only the legal ones are computed; and Adam to improve it."""

    def __init__(self, features: int, actions: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        first = self.rng.normal(0, features**-0.5, (features, HIDDEN)).astype(np.float32)
        self.weights = [first, np.zeros((actions, HIDDEN), np.float32), np.zeros(actions, np.float32)]
        self.moments = [(np.zeros_like(weights), np.zeros_like(weights)) for weights in self.weights]
        self.rounds = 0

    def choose(self, turn: Turn) -> Choice:
        """Draws a legal action for every game."""
        hidden = np.tanh(turn.observations @ self.weights[0])
        games, actions = np.nonzero(turn.masks)
        logits = np.einsum("ij,ij->i", hidden[games], self.weights[1][actions]) + self.weights[2][actions]
        starts = np.searchsorted(games, np.arange(len(hidden)))
        likely = np.exp(logits - np.maximum.reduceat(logits, starts)[games])
        likely /= np.add.reduceat(likely, starts)[games]
        sums = np.cumsum(likely, dtype=np.float64)
        drawn = np.searchsorted(sums, sums[starts] - likely[starts] + self.rng.random(len(hidden)) * 0.9999, side="right")
        taken = np.clip(drawn, starts, np.append(starts[1:], len(games)) - 1)
        return Choice(turn.observations.copy(), hidden, games, actions, likely, taken, turn.movers.copy())

    def add_gradients(self, choice: Choice, gains: Array, sums: list[Array]) -> None:
        """Adds those of the logarithm of the probability of what was done, each times what it gained."""
        wrong = -choice.likely * gains[choice.games]
        wrong[choice.taken] += gains
        back = np.zeros_like(choice.hidden)
        np.add.at(back, choice.games, wrong[:, None] * self.weights[1][choice.actions])
        sums[0] += choice.observations.T @ (back * (1 - choice.hidden * choice.hidden))
        np.add.at(sums[1], choice.actions, wrong[:, None] * choice.hidden[choice.games])
        np.add.at(sums[2], choice.actions, wrong)

    def improve(self, gradients: list[Array]) -> None:
        """A step of Adam uphill; how large the gradients are makes no difference to it, only their signs and noise."""
        self.rounds += 1
        for weights, (mean, square), gradient in zip(self.weights, self.moments, gradients, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient * gradient - square)
            scale = np.sqrt(square / (1 - 0.99**self.rounds)) + 1e-3
            weights += RATE * (mean / (1 - 0.9**self.rounds)) / scale


def learn(policy: Policy, env: VectorEnv) -> None:
    """Plays every game to its limit, all seats by the policy, and learns from who won."""
    turn, course = env.reset(seed=policy.rounds), []
    rewards = np.zeros((env.games, env.seats), np.float32)
    for _ in range(MOVES):
        course.append(policy.choose(turn))
        turn = env.step(course[-1].chosen)
        rewards += turn.rewards
    sums = [np.zeros_like(weights) for weights in policy.weights]
    for choice in course:
        policy.add_gradients(choice, rewards[np.arange(env.games), choice.movers] - np.float32(1 / env.seats), sums)
    policy.improve(sums)


def measure(policy: Policy, env: VectorEnv) -> tuple[float, float]:
    """The share of the policy against random play, its seat changing by game, and half of the 95 % interval."""
    turn = env.reset(seed=12345)
    own = np.arange(env.games) % env.seats
    shares = np.zeros(env.games)
    for _ in range(MOVES):
        turn = env.step(np.where(turn.movers == own, policy.choose(turn).chosen, env.random_actions()))
        shares += turn.rewards[np.arange(env.games), own]
    return float(shares.mean()), float(1.96 * shares.std() / len(shares) ** 0.5)


def main() -> None:
    """Trains, and says how it goes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to train (default 60)")
    parser.add_argument("--rounds", type=int, default=1 << 30, help="stop after so many rounds, if that is sooner")
    parser.add_argument("--seed", type=int, default=1, help="starts all random numbers (default 1)")
    options = parser.parse_args()
    env = VectorEnv(GAMES, board="hansa-23", players=2, seed=options.seed, limit=MOVES)
    trial = VectorEnv(400, board="hansa-23", players=2, seed=options.seed + 1, limit=MOVES)
    policy = Policy(env.features, env.actions, options.seed)
    begun = shown = time.perf_counter()
    while time.perf_counter() - begun < options.seconds and policy.rounds < options.rounds:
        learn(policy, env)
        if time.perf_counter() - shown > 10:
            shown = time.perf_counter()
            print(f"{shown - begun:4.0f} s, {policy.rounds} rounds: {measure(policy, trial)[0]:.0%} against random", flush=True)
    share, error = measure(policy, trial)
    print(f"after {policy.rounds} rounds of {GAMES} games: {share:.0%} ± {error:.0%} of the win against random play")


if __name__ == "__main__":
    main()
