"""A net learns from a search that asks it, in numpy alone, then plays `greedy`:
`python examples/train_guided.py`

The net plays 64 games against itself and learns what they come to. At a tenth of the positions a
search looks ahead with the net: moves that turn out better than their position become likelier.
"""

import argparse
import os
import random

# Small matrices: threads would only wait for each other
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from self_play import SelfPlay
from small_net import SmallNet

from hansa import Move, State, match
from hansa.guided import GuidedSearch, Noise, SearchOptions

BOARD, GAMES, STEPS, SEARCHED, SIMULATIONS, SHARP, WEIGHT, RATE = "hansa2004", 64, 64, 0.1, 32, 20, 4, 1e-3
OPTIONS, rng = SearchOptions(exploration=1.5, memory=8), random.Random(1)


def improved(state: State, likely: np.ndarray) -> np.ndarray:
    """The net's policy, each move likelier by what the search found it to be worth more than its
    position."""
    tree, better = search.think(state, SIMULATIONS), likely.copy()
    for branch in tree.children():
        gain = (branch.value - tree.values[state.seat]) * branch.visits / (1 + branch.visits)
        better[state.position.action_of(branch.move.code)] *= np.exp(SHARP * gain)
    return WEIGHT * better / better.sum()


def net_with_search(state: State) -> Move:
    """The bot that plays the match."""
    return GuidedSearch(net, batch=8, options=OPTIONS).think(state, 2 * SIMULATIONS).best()


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--rounds", type=int, default=500, help="how long to train: rounds of 4096 moves (default 500)")
parser.add_argument("--games", type=int, default=200, help="against greedy")
given = parser.parse_args()
start = State.new(board=BOARD, players=2, seed=1).position
net = SmallNet(start.feature_count, start.action_count, seats=2)
games, lately = SelfPlay(net, BOARD, GAMES), []
for number in range(given.rounds):
    # It remembers: a new one
    search = GuidedSearch(net, batch=8, options=OPTIONS, noise=Noise(0.3), seed=number)
    lately = [*lately[-3:], games.play(STEPS, improved, SEARCHED)]
    pool = [np.concatenate(column) for column in zip(*lately, strict=True)]
    for _ in range(16):
        pick = rng.choices(range(len(pool[0])), k=512)
        net.learn(*(column[pick] for column in pool), rate=RATE * max(0.1, 1 - number / given.rounds))
found = match(net_with_search, "greedy", board=BOARD, games=given.games, limit=600)
mine = next(line for line in found.lines if line.bot != "greedy")
sure = f" (95 %: {mine.wins_interval.low:.0%} to {mine.wins_interval.high:.0%})" if mine.wins_interval else ""
print(f"{given.rounds} rounds; {mine.wins:.0%} of the win{sure} in {found.games} games against greedy")
