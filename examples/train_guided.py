"""AlphaZero on one board: a net learns from its own search, then plays `greedy`: `python examples/train_guided.py`

Moves of self-play are drawn from the visits of a small search, with noise; the net learns these visits and what they came to.
"""

import argparse
import os
import random
import time
from collections import deque

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")      # small matrices: threads would only wait for each other

import numpy as np
from small_net import SmallNet

from hansa import Move, State, match
from hansa.guided import GuidedSearch, Noise, SearchOptions

BOARD, OPTIONS, rng = "hansa2004", SearchOptions(exploration=1.5, memory=32), random.Random(1)
start = State.new(board=BOARD, players=2, seed=1).position
net = SmallNet(start.feature_count, start.action_count, seats=2)


def self_play(seed: int, simulations: int) -> list[tuple[np.ndarray, ...]]:
    """One game: for each decision what was seen, how often moves were visited, and what it came to."""
    state, course = State.new(board=BOARD, players=2, seed=seed), []
    search = GuidedSearch(net, batch=16, options=OPTIONS, noise=Noise(0.3), seed=seed)
    while not state.over:
        if state.to_move == "*":
            state.play_chance(rng)
        elif (only := state.forced) is not None:
            state.play(only)
        else:
            tree, seen = search.think(state, simulations), np.empty(start.feature_count, np.float32)
            state.position.observe(state.seat, seen)
            course.append((seen, tree.policy(), state.seat, np.array(tree.values)))
            state.play(tree.choose(1.0 if len(course) < 30 else 0.3, rng))
    won = np.add(state.position.standing(), state.shares) / 2
    return [(seen, policy, np.roll(won + values, -seat) / 2) for seen, policy, seat, values in course]


def net_with_search(state: State) -> Move:
    """The bot that plays the match."""
    return GuidedSearch(net, batch=16, options=OPTIONS).think(state, given.simulations * 2).best()

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--minutes", type=float, default=10, help="of processor time to train (default 10)")
parser.add_argument("--simulations", type=int, default=48, help="of a decision in self-play; twice as many in the match")
parser.add_argument("--games", type=int, default=100, help="against greedy")
given = parser.parse_args()
memory, games, end = deque[tuple[np.ndarray, ...]](maxlen=40_000), 0, time.process_time() + 60 * given.minutes
while not games or time.process_time() < end:
    memory.extend(self_play(games, given.simulations))
    games += 1
    for _ in range(12):
        net.learn(*(np.array(column, np.float32) for column in zip(*rng.choices(memory, k=256), strict=True)))
found = match(net_with_search, "greedy", board=BOARD, games=given.games)
share = next(line.wins for line in found.lines if line.bot != "greedy")
print(f"{games} games of self-play; {share:.0%} of the win in {found.games} games against greedy")
