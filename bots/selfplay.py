"""Games of the search against itself, kept as what the fit of the policy needs: what it preferred, decision by decision."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine_c.mind import Mind
from engine_c.position import Position
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa.bots.lessons import setup
from hansa.games import DEFAULT_GAME, GAMES
from hansa.state import State

MOST_MOVES = 4000       # a game that takes longer ends there
KEEP = 0.5              # of all decisions
STRAY = 0.08            # of all decisions, those drawn by their visits: positions off the best way
FEATURES_A_MOVE = 24    # MOST_FEATURES of the engine


@dataclass(frozen=True)
class Choice:
    """One decision of the search: for each move its features (numbers and values) and its share of the visits."""

    index: NDArray[np.int16]
    value: NDArray[np.float32]
    share: NDArray[np.float32]


def choices(mind: Mind, simulations: int, seed: int, game: str = DEFAULT_GAME) -> Iterator[Choice]:
    """The decisions of one game."""
    rng = random.Random(seed)
    state = State.from_setup(setup(rng, game), seed=seed)
    # Without secrets all seats think alike, so they can share a tree.
    secret = "missions" in (state.setup or {}).get("modules", ())
    searches = [Search(mind, SearchOptions(memory=48), seed=seed + seat) for seat in range(state.players if secret else 1)]
    position = state.position
    for _ in range(MOST_MOVES):
        mover, moves = position.to_move, position.moves()
        if mover is None:
            return
        if mover == "*":
            position.play(rng.choices(moves, position.weights())[0])
            continue
        if len(moves) == 1:
            position.play(moves[0])
            continue
        assert isinstance(mover, int)
        seat = mover if secret else 0
        searches[seat].begin(position, seat)
        searches[seat].run(simulations)
        edges = searches[seat].edges()
        if rng.random() < KEEP:
            yield choice(position, mind, edges)
        if rng.random() < STRAY:
            position.play(rng.choices(moves, [visits + 1 for _, visits, *_ in edges])[0])
        else:
            position.play(max(edges, key=lambda edge: (edge[1], edge[2]))[0])


def choice(position: Position, mind: Mind, edges: Sequence[tuple[int, int, float, float]]) -> Choice:
    """What the policy should learn from a search."""
    index = np.zeros((len(edges), FEATURES_A_MOVE), dtype=np.int16)
    value = np.zeros((len(edges), FEATURES_A_MOVE), dtype=np.float32)
    for number, (move, *_) in enumerate(edges):
        found = position.move_features(move, mind)
        index[number, : len(found)] = list(found)
        value[number, : len(found)] = list(found.values())
    visits = np.array([visits for _, visits, _, _ in edges], dtype=np.float32)
    return Choice(index, value, visits / visits.sum())


def many(job: tuple[str, Path, int, range]) -> list[Choice]:
    """The decisions of the games of these seeds, with the mind of a file."""
    game, path, simulations, seeds = job
    mind = GAMES[game].mind(path)
    return [found for seed in seeds for found in choices(mind, simulations, seed, game)]
