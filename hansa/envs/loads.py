"""What learners do, as loads that `hansa bench` measures: a net that is asked about positions,
alone and by a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hansa.guided import Evaluator, GuidedSearch, SearchOptions
from hansa.state import State

POSITIONS = 64          # asked about at once
HIDDEN = 128
SIMULATIONS = 800       # about one position, before the search turns to the next
Load = Callable[[int], int]


def sample_net(start: State) -> Evaluator:
    """A net of one hidden layer that has learned nothing, in numpy."""
    rng, position = np.random.default_rng(1), start.position
    sizes = ((position.feature_count, HIDDEN), (HIDDEN, position.action_count), (HIDDEN, start.players))
    inner, policy, worth = (rng.normal(0, 0.05, size).astype(np.float32) for size in sizes)

    def evaluate(
        observations: NDArray[np.float32], masks: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        hidden = np.maximum(observations @ inner, 0)
        likely, shares = np.exp(hidden @ policy) * masks, np.exp(hidden @ worth)
        return likely, shares / shares.sum(axis=1, keepdims=True)

    return evaluate


def net_load(start: State) -> Load:
    """A load of positions that the net alone evaluates, in batches of 64, rounded up."""
    net, position = sample_net(start), start.position
    observations = np.zeros((POSITIONS, position.feature_count), np.float32)
    mask = np.zeros(position.action_count, np.uint8)
    position.mask(mask)
    for row in observations:
        position.observe(start.seat, row)
    masks = np.tile(mask.view(np.bool_), (POSITIONS, 1))

    def run(count: int) -> int:
        for _ in range(-(-count // POSITIONS)):
            net(observations, masks)
        return count

    return run


def vector_api_load(games: int, setup: Mapping[str, Any]) -> Load | None:
    """A load of steps of self-play through Gymnasium's vector API, masks and observations shared;
    None without Gymnasium."""
    try:
        from hansa.envs.gymnasium_vector import HansaVectorEnv
    except ImportError:
        return None
    env = HansaVectorEnv(games, limit=1 << 20, starts=1, copy=False, **setup)
    env.reset(seed=1)

    def run(count: int) -> int:
        for _ in range(count):
            env.step(env.random_actions())
        return count

    return run


def guided_load(start: State) -> Load:
    """A load of simulations with the net, for one move after another of a game that continues with
    the best moves."""
    net = sample_net(start)

    def run(count: int) -> int:
        search, state, left = GuidedSearch(net, batch=POSITIONS, options=SearchOptions(memory=64)), start.copy(), count
        while left:
            tree = search.think(state, min(left, SIMULATIONS))
            left -= tree.simulations
            state.play(tree.best())
            while not state.over and state.to_move == "*":
                state.play(state.legal_moves[0])
            if state.over:
                state = start.copy()
        return count

    return run
