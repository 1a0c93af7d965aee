"""Search with your own evaluation: a function that evaluates many positions at once.

>>> def evaluate(observations, masks):                  # a net would be asked here
...     return masks / masks.sum(axis=1, keepdims=True), np.full((len(masks), 2), 0.5)
>>> search = GuidedSearch(evaluate, batch=16, seed=1)
>>> tree = search.think(State.new(board="hansa-23", players=2, seed=1), simulations=100)
>>> tree.simulations, tree.best() in State.new(board="hansa-23", players=2, seed=1).legal_moves
(100, True)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine_c.search.batched import LARGEST_BATCH, BatchedSearch
from engine_c.search.options import SearchOptions as SearchOptions
from hansa.errors import HansaError
from hansa.json_lines import is_whole
from hansa.moves import Move
from hansa.state import State
from hansa.suggestions import shown

__all__ = ["Branch", "GuidedSearch", "Noise", "Tree"]

# Observations (MOVES.md, section 12) and masks of legal action numbers (section 11), a row for each
# position; priors by action number and values by seat, from the one that decides on.
Evaluator = Callable[[NDArray[np.float32], NDArray[np.bool_]], tuple[ArrayLike, ArrayLike]]

# Settings of the built-in judgement, which means nothing where Python judges.
BUILT_IN = ("policy", "advice", "leaf", "cut", "points", "threads")


@dataclass(frozen=True)
class Noise:
    """Noise on the priors of the root, so that self-play also tries what the evaluator rates low.

    `part` of a prior is drawn from a Dirichlet distribution with `alpha` for every move.

    >>> Noise(alpha=0.3, part=1.5)
    Traceback (most recent call last):
        ...
    hansa.errors.HansaError: part must be from 0 to 1, not 1.5
    """

    alpha: float = 0.3
    part: float = 0.25

    def __post_init__(self) -> None:
        if not 0.001 <= self.alpha <= 1000:
            raise HansaError(f"alpha must be from 0.001 to 1000, not {shown(self.alpha)}")
        if not 0 <= self.part <= 1:
            raise HansaError(f"part must be from 0 to 1, not {shown(self.part)}")

    def drawn(self, count: int, rng: random.Random) -> list[float]:
        """`count` random numbers that sum to 1.

        >>> round(sum(Noise().drawn(20, random.Random(1))), 9)
        1.0
        """
        numbers = [rng.gammavariate(self.alpha, 1) for _ in range(count)]
        total = sum(numbers)
        return [number / total for number in numbers] if total > 0 else [1 / count] * count


@dataclass(frozen=True)
class Branch:
    """A move of a position in the tree.

    >>> state = State.new(board="hansa-23", players=2, seed=1)
    >>> branch = Branch(state.legal_moves[0], visits=3, value=0.5, prior=0.1, values=(0.5, 0.5))
    >>> branch.move, branch.value
    (Move('income 1t'), 0.5)
    """

    move: Move
    visits: int
    value: float                # mean, to the seat that decides; 0 without visits
    prior: float
    # of the position behind it, to each seat, over all ways to it; empty if never seen
    values: tuple[float, ...]


class Tree:
    """What a search has found about a position; valid until its search thinks again.

    >>> def even(observations, masks):
    ...     return masks, np.full((len(masks), 2), 0.5)
    >>> state = State.new(board="hansa-23", players=2, seed=1)
    >>> tree = GuidedSearch(even, seed=1).think(state, simulations=300)
    >>> len(tree.children()) == len(state.legal_moves), sum(branch.visits for branch in tree.children())
    (True, 299)
    >>> first = tree.best()
    >>> tree.variation()[0] == first, len(tree.children([first])) == len(state.after(first).legal_moves)
    (True, True)
    >>> tree.values, round(float(tree.policy().sum()), 6), tree.choose(1.0, random.Random(1)) in state.legal_moves
    ((0.5, 0.5), 1.0, True)
    >>> tree.positions <= tree.simulations, tree
    (True, <Tree: '...' after 300 simulations, values 0.50 0.50>)
    """

    def __init__(self, state: State, guided: GuidedSearch) -> None:
        self._state = state
        self._guided = guided
        self._thought = guided.thoughts

    @property
    def _search(self) -> BatchedSearch:
        if self._thought != self._guided.thoughts:
            raise HansaError("the search has turned to another position since; read a tree before the search thinks again")
        return self._guided.search

    @property
    def simulations(self) -> int:
        """The number of simulations since the search started from this position."""
        return self._search.simulations

    @property
    def positions(self) -> int:
        """The number of positions in the tree."""
        return self._search.nodes

    @property
    def values(self) -> tuple[float, ...]:
        """The share of the win that each seat can expect."""
        return tuple(self._search.values())

    def children(self, path: Sequence[Move | str] = ()) -> list[Branch]:
        """The moves after a path, in the order of the legal list; none if the search has not been
        there."""
        state = self._state.copy()
        codes = [state.play(move).code for move in path]
        return [
            Branch(state.move(code), visits, value, prior, tuple(values))
            for code, visits, value, prior, values in self._search.children(codes)
        ]

    def variation(self, path: Sequence[Move | str] = (), longest: int = 40) -> list[Move]:
        """The moves visited most often, one after another, starting after a path of moves."""
        state = self._state.copy()
        moves = [state.play(move) for move in path]
        found: list[Move] = []
        while len(found) < longest:
            branches = self.children(moves)
            best = max(branches, key=lambda branch: branch.visits, default=None)
            if best is None or not best.visits:
                break
            found.append(best.move)
            moves.append(best.move)
        return found

    def policy(self, temperature: float = 1.0) -> NDArray[np.float32]:
        """By action number, how often each move was visited, as probabilities: what a net may
        learn.

        A `temperature` below 1 makes them sharper; 0 leaves the move visited most often, or several
        in equal parts.
        """
        position = self._state.position
        policy = np.zeros(position.action_count, np.float32)
        branches = self.children()
        for branch, part in zip(branches, self._parts(branches, temperature), strict=True):
            policy[position.action_of(branch.move.code)] = part
        return policy

    def best(self) -> Move:
        """The move visited most often; of several the one that is worth most."""
        return max(self.children(), key=lambda branch: (branch.visits, branch.value)).move

    def choose(self, temperature: float, rng: random.Random) -> Move:
        """A move drawn by its visits; with a temperature of 0 one of those visited most often."""
        branches = self.children()
        return rng.choices([branch.move for branch in branches], list(self._parts(branches, temperature)))[0]

    @staticmethod
    def _parts(branches: Sequence[Branch], temperature: float) -> NDArray[np.float64]:
        if not 0 <= temperature <= 1000:
            raise HansaError(f"temperature must be from 0 to 1000, not {shown(temperature)}")
        visits = np.array([branch.visits for branch in branches], np.float64)
        most = max(visits.max(initial=0), 1.0)
        sharp = (visits / most) ** (1 / temperature) if temperature else (visits == visits.max(initial=0)).astype(np.float64)
        sharp = np.where(visits > 0, sharp, 0) if visits.any() else np.ones(len(branches))
        return np.asarray(sharp / sharp.sum())

    def __repr__(self) -> str:
        values = " ".join(f"{value:.2f}" for value in self.values)
        return f"<Tree: {str(self.best())!r} after {self.simulations:,} simulations, values {values}>"


class GuidedSearch:
    """The search of the built-in player with an evaluator of your own.

    `evaluate(observations, masks)` returns priors and values: arrays of n x action numbers (0 or
    more; only legal moves count, and only in proportion) and n x seats, the seat that decides
    first, then the others in turn. `n` is `batch` or less. Values should be shares between 0 and 1:
    a way through the tree counts as 0 until it is judged. The arrays are new ones every time, so
    they can be kept, written to, or shared with torch.

    Of `options` those of the built-in judgement (`policy`, `advice`, `leaf`, `cut`, `points`,
    `threads`) must stay as they are. A game that is over is worth half the win and half the
    standing, as `options.standing` says. What is known of a position is kept from one call to the
    next. After an exception of `evaluate` the tree is empty.

    >>> search = GuidedSearch(lambda observations, masks: (masks, np.full((len(masks), 3), 1 / 3)), noise=Noise(), seed=1)
    >>> state = State.new(board="east", players=3, seed=1)
    >>> while state.turns < 1:
    ...     move = state.play(search.think(state, simulations=20).choose(1.0, random.Random(2)))
    >>> GuidedSearch(lambda observations, masks: (masks, masks), options=SearchOptions(leaf="evaluation"))
    Traceback (most recent call last):
        ...
    hansa.errors.HansaError: 'leaf' is a setting of the built-in judgement; leave it as it is
    """

    def __init__(
        self, evaluate: Evaluator, *, batch: int = 64, options: SearchOptions | None = None, noise: Noise | None = None,
        seed: int = 0,
    ) -> None:
        options = options or SearchOptions()
        for name in BUILT_IN:
            if getattr(options, name) != getattr(SearchOptions(), name):
                raise HansaError(f"{name!r} is a setting of the built-in judgement; leave it as it is")
        if not is_whole(batch) or not 1 <= batch <= LARGEST_BATCH:
            raise HansaError(f"batch must be a whole number from 1 to {LARGEST_BATCH}, not {shown(batch)}")
        if not callable(evaluate):
            raise HansaError(f"evaluate must be a function of observations and masks, not {shown(evaluate)}")
        self.search = BatchedSearch(evaluate, batch, options, seed=seed)
        self.thoughts = 0       # how often it has thought
        self._noise = noise
        self._rng = random.Random(f"noise {seed}")

    def think(self, state: State, simulations: int, *, seat: int | None = None) -> Tree:
        """Runs simulations of a position for the seat to move, with what `seat` knows."""
        if not is_whole(simulations) or simulations < 1:
            raise HansaError(f"simulations must be a whole number from 1 on, not {shown(simulations)}")
        if state.over:
            raise HansaError("the game is over: there is nothing to decide")
        self.thoughts += 1
        self.search.begin(state.position, state.seat if seat is None else seat)
        left = simulations
        if self._noise is not None and state.to_move != "*":
            if not self.search.edges():
                self.search.run(1)
                left -= 1
            self.search.mix_priors(self._noise.drawn(len(state.legal_moves), self._rng), self._noise.part)
        if left:
            self.search.run(left)
        return Tree(state.copy(), self)
