"""Minds for tests, from weights by name; what is not named is 0, and plans have their defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hansa.games import GAMES
from hansa.mind_file import MindPart, Minds, floats, points_width
from hansa.training.fit import kept

Pair = tuple[float, float]      # at the beginning of a game, and at its end


def part_of(
    game: str, evaluation: Mapping[str, Pair] | None = None, net: NDArray[np.float32] | None = None,
    points: Mapping[str, Pair] | None = None,
) -> MindPart:
    """A part; `points` are constants by category, for the beginning of a game and for its end."""
    vocabulary = GAMES[game].vocabulary
    pairs = [(evaluation or {}).get(name, (0.0, 0.0)) for name in vocabulary.evaluation]
    starts, changes = [start for start, _ in pairs], [end - start for start, end in pairs]
    features = len(vocabulary.evaluation)
    table = np.zeros((len(vocabulary.categories), points_width(features, net is not None)), np.float32)
    for category, (start, end) in (points or {}).items():
        table[vocabulary.categories.index(category), 2 * features : 2 * features + 2] = start, end - start
    return MindPart(floats(starts + changes, (2 * features,)), kept(table), None if net is None else kept(net))


def minds_with(game: str, policy: Mapping[str, float] | None = None, **weights: Any) -> Minds:
    """Weights of a game that has no part but the usual one."""
    vocabulary = GAMES[game].vocabulary
    return Minds(
        game, vocabulary.taste(), vocabulary.policy_of(policy or {}), part_of(game, **weights))
