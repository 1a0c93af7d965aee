"""Decisions that were searched for long, and what the policy's net learns from them: how often the
search tried each move."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine_c.mind import Mind
from engine_c.position import Position
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa.board_entry import BoardSetup
from hansa.state import State
from hansa.training.decisions import decisions
from hansa.training.positions import MOST_MOVES, TREE_MEMORY, drawn_setup
from hansa.training.recipe import Imitating
from hansa.training.shards import read_joined, spans
from hansa.whole_file import write_whole

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]
# What `SearchedDecisions` joins of all decisions, one after the other
MEMBERS = ("inputs", "moves", "advised", "visits", "features", "feature", "amount")


@dataclass(frozen=True)
class SearchedDecision:
    """One decision: what the net is told of the mover, the moves with their features, and their
    visits.

    The features of a move are mostly 0: kept are those that are not.
    """

    inputs: NDArray[np.float16]     # 1 x (how far the game is, the features of the mover)
    moves: NDArray[np.uint16]       # how many there are
    advised: NDArray[np.bool_]      # for each move: whether the plan advises it
    visits: Floats                  # for each move, as a part of all
    features: NDArray[np.uint8]     # for each move: how many are kept
    feature: NDArray[np.uint16]
    amount: NDArray[np.float16]


def searched_game(mind: Mind, setup: BoardSetup, imitating: Imitating, seed: int) -> Iterator[SearchedDecision]:
    """The decisions of one game of a player against itself that were searched for long; the seed
    decides everything."""
    rng = random.Random(seed)
    state = State.from_setup(drawn_setup(setup, rng), seed=seed)
    position = state.position
    assert state.setup is not None
    secrets = "missions" in state.setup.get("modules", ())
    # Without secrets all seats think alike and share a tree.
    searches = [
        Search(mind, SearchOptions(memory=TREE_MEMORY), seed=seed + seat)
        for seat in range(setup.players if secrets else 1)]
    for number, mover in enumerate(decisions(position, rng, MOST_MOVES)):
        search = searches[mover if secrets else 0]
        search.begin(position, mover if secrets else 0)
        long = rng.random() < imitating.learned
        search.run(imitating.simulations if long else imitating.quick)
        edges = search.edges()
        if long:
            yield decision_of(position, mover, mind, [visits for _, visits, *_ in edges])
        chosen, most, *_ = max(edges, key=lambda edge: (edge[1], edge[2]))
        if rng.random() < (imitating.early_stray if number < imitating.early else imitating.stray):
            fewest = imitating.strayed_visits * most
            chosen = rng.choices(
                [move for move, *_ in edges], [visits if visits >= fewest else 0 for _, visits, *_ in edges])[0]
        position.play(chosen)


def decision_of(position: Position, mover: int, mind: Mind, visits: Sequence[int]) -> SearchedDecision:
    """A decision whose moves were visited so often by a search."""
    progress, rows = position.features()
    moves, advised = position.moves(), position.advised(mind)
    features = [position.move_features(move, mind) for move in moves]
    return SearchedDecision(
        np.array([[progress, *rows[mover]]], np.float16),
        np.array([len(moves)], np.uint16), np.array([move == advised for move in moves]),
        np.array(visits, np.float32) / np.float32(sum(visits)),
        np.array([len(found) for found in features], np.uint8),
        np.array([number for found in features for number in found], np.uint16),
        np.array([amount for found in features for amount in found.values()], np.float16))


@dataclass(frozen=True)
class Batch:
    """Some decisions, their moves one after the other."""

    inputs: Floats                  # decisions x inputs
    decision: Integers              # of each move
    advised: NDArray[np.bool_]      # for each move
    visits: Floats
    move: Integers                  # of each feature
    feature: Integers
    amount: Floats

    @property
    def size(self) -> int:
        """How many decisions."""
        return len(self.inputs)


@dataclass(frozen=True)
class SearchedDecisions:
    """Many decisions."""

    arrays: dict[str, NDArray[Any]]

    def __post_init__(self) -> None:
        for name in ("moves", "features"):
            self.arrays[f"{name} begin"] = np.concatenate([[0], np.cumsum(self.arrays[name].astype(np.int64))])

    def __len__(self) -> int:
        return len(self.arrays["moves"])

    @property
    def width(self) -> int:
        """How many inputs the net has."""
        return int(self.arrays["inputs"].shape[1])

    def batch(self, chosen: Integers) -> Batch:
        """Some decisions, ready to learn from."""
        decision, moves = spans(self.arrays["moves begin"], chosen)
        move, features = spans(self.arrays["features begin"], moves)
        return Batch(
            self.arrays["inputs"][chosen].astype(np.float32), decision, self.arrays["advised"][moves],
            self.arrays["visits"][moves], move,
            self.arrays["feature"][features].astype(np.int64), self.arrays["amount"][features].astype(np.float32))

    def batches(self, size: int) -> Iterator[Integers]:
        """The numbers of all decisions, some at a time."""
        for start in range(0, len(self), size):
            yield np.arange(start, min(start + size, len(self)))


def write_decisions(path: Path, found: Sequence[SearchedDecision]) -> None:
    """All or nothing."""
    arrays = {name: np.concatenate([getattr(decision, name) for decision in found]) for name in MEMBERS}
    write_whole(path, lambda file: np.savez(file, **arrays))    # type: ignore[arg-type]


def read_decisions(paths: Sequence[Path]) -> SearchedDecisions:
    """The decisions of several files, together."""
    return SearchedDecisions(read_joined(paths, MEMBERS))
