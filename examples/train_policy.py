"""A small policy learns against itself, in numpy alone: `python examples/train_policy.py`.

A layer of 32, a softmax over legal actions, REINFORCE: what winners did becomes likelier.
"""

import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")      # threads of small matrices only wait

import numpy as np

from hansa.envs.vector import VectorEnv

GAMES, MOVES, HIDDEN, RATE = 64, 160, 32, 0.02
rng, games = np.random.default_rng(1), np.arange(GAMES)
env = VectorEnv(GAMES, board="hansa-23", players=2, limit=MOVES)        # every game is cut off
weights = [rng.normal(0, 0.03, (env.features, HIDDEN)).astype(np.float32), np.zeros((HIDDEN, env.actions), np.float32)]


def look(observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The hidden layer, and the probability of every action number, in every game."""
    hidden = np.tanh(observations @ weights[0])
    scores = np.where(masks, hidden @ weights[1], -np.inf)
    likely = np.exp(scores - scores.max(axis=1, keepdims=True))
    return hidden, likely / likely.sum(axis=1, keepdims=True)


def play(seed: int, random_seats: np.ndarray) -> tuple[list[tuple[np.ndarray, ...]], np.ndarray]:
    """All games to their end: what was seen and done, what seats won; some may play at random."""
    turn, course = env.reset(seed), []
    for _ in range(MOVES):
        seen = turn.observations.copy(), turn.masks.copy(), turn.movers.copy()
        sums = look(*seen[:2])[1].cumsum(axis=1, dtype=np.float64)
        drawn = (sums > rng.random((GAMES, 1)) * sums[:, -1:]).argmax(axis=1)
        course.append((*seen, np.where(turn.movers == random_seats, env.random_actions(), drawn)))
        turn = env.step(course[-1][3])
    return course, turn.rewards


def learn(seed: int) -> None:
    """One round of games against itself, then one step uphill."""
    course, rewards = play(seed, np.full(GAMES, -1))
    gradients = [np.zeros_like(layer) for layer in weights]
    for observations, masks, movers, done in course:
        hidden, likely = look(observations, masks)
        likely[games, done] -= 1
        wrong = likely * (0.5 - rewards[games, movers])[:, None]
        gradients[0] += observations.T @ ((wrong @ weights[1].T) * (1 - hidden**2))
        gradients[1] += hidden.T @ wrong
    for layer, gradient in zip(weights, gradients, strict=True):
        layer += RATE * np.sign(gradient)       # its size is the sum of very different games


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--rounds", type=int, default=20, help="how long to train: rounds of 64 games (default 20)")
for number in range(parser.parse_args().rounds):
    learn(number)
shares = play(12345, games % 2)[1][games, 1 - games % 2]
print(f"{shares.mean():.0%} ± {1.96 * shares.std() / GAMES**0.5:.0%} of the win against random play")
