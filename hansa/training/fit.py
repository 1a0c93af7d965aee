"""Fits what positions are worth: a weighted sum by Newton's method, then the net that corrects it.

Both learn the same thing: the softmax of the seats' strengths should be the shares that the
positions turned out to be worth. The points of each category are linear regressions on the features
of the sum and on the units of the net's second layer. `engine_c/judgement.pyx` computes the same in
the search; `tests/test_training.py` compares the two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine_c.mind import NET_HIDDEN, NET_SECOND
from hansa.mind_file import floats, points_width
from hansa.training.adam import Adam
from hansa.training.recipe import Fitting
from hansa.training.shards import LabelledPositions

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
CEILING, FARTHEST = 8.0, 4.0        # of units and of the correction, as engine_c/net.pyx has them
TINY = 1e-9                         # keeps logarithms finite
ACTIVE_INPUTS = 30                  # of a row, about: the first weights are scaled to it


def wanted_shares(samples: LabelledPositions) -> Floats:
    """What the seats of each position turned out to be worth; sums to 1."""
    found: Floats = samples.worth / samples.worth.sum(axis=1, keepdims=True)
    return found


def softmax(strengths: Floats) -> Floats:
    """Over the seats."""
    raised = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    found: Floats = raised / raised.sum(axis=1, keepdims=True)
    return found


def cross_entropy(wanted: Floats, shares: Floats) -> float:
    """Summed over positions."""
    return -float((wanted * np.log(shares + TINY)).sum())


def summed_features(inputs: Floats, features: int) -> Floats:
    """What the weighted sum adds up: the features, and the features times progress."""
    own = inputs[:, 1 : 1 + features]
    found: Floats = np.concatenate([own, own * inputs[:, :1]], axis=1)
    return found


def strengths_by_sum(inputs: Floats, evaluation: Floats, seats: int) -> Floats:
    """Positions x seats."""
    found: Floats = (summed_features(inputs, len(evaluation) // 2) @ evaluation).reshape(-1, seats)
    return found


# --- the weighted sum ---------------------------------------------------------------------------

def fit_evaluation(samples: LabelledPositions, width: int, features: int, fitting: Fitting) -> Floats:
    """The weights at the beginning of the game, then their changes to its end."""
    wanted, size = wanted_shares(samples), 2 * features
    squares = sum(
        (summed_features(samples.inputs(chosen, width), features) ** 2).sum(axis=0)
        for chosen in samples.blocks())
    scale = np.sqrt(squares / len(samples)) + 1e-3
    weights: Doubles = np.zeros(size)
    for _ in range(fitting.rounds):
        gradient, hessian = -fitting.ridge * weights, fitting.ridge * np.eye(size)
        for chosen in samples.blocks():
            rows = summed_features(samples.inputs(chosen, width), features) / scale
            shares = softmax((rows @ weights).reshape(-1, samples.seats))
            weighted = rows * shares.reshape(-1, 1)
            gradient += rows.T @ (wanted[chosen] - shares).ravel()
            means = weighted.reshape(-1, samples.seats, size).sum(axis=1)
            hessian += weighted.T @ rows - means.T @ means
        weights += np.linalg.solve(hessian, gradient)
    found: Floats = (weights / scale).astype(np.float32)
    return found


def fit_points(samples: LabelledPositions, net: Net | None, width: int, features: int, fitting: Fitting) -> Floats:
    """For each category a regression: weights, their changes, the constant and its change, and the
    weights of the net's units."""
    size = points_width(features, net is not None)
    square = fitting.ridge * np.eye(size)
    cross = np.zeros((size, samples.points.shape[2]))
    for chosen in samples.blocks():
        inputs = samples.inputs(chosen, width)
        rows = rows_of_points(inputs, net, features)
        square += rows.T @ rows
        cross += rows.T @ samples.points[chosen].reshape(len(inputs), -1)
    found: Floats = np.linalg.solve(square, cross).T.astype(np.float32)
    return found


def rows_of_points(inputs: Floats, net: Net | None, features: int) -> Floats:
    """What the regressions of the points add up, a row for each row of inputs."""
    parts = [summed_features(inputs, features), np.ones((len(inputs), 1), np.float32), inputs[:, :1]]
    if net is not None:
        parts.append(net.units(inputs))
    return np.concatenate(parts, axis=1)


def points_error(samples: LabelledPositions, points: Floats, net: Net | None, width: int, features: int) -> float:
    """The root mean square error of a seat's total, on positions that were not learned from."""
    total = 0.0
    for chosen in samples.blocks():
        rows = rows_of_points(samples.inputs(chosen, width), net, features)
        wanted = samples.points[chosen].sum(axis=2).ravel()
        total += float(((rows @ points.sum(axis=0) - wanted) ** 2).sum())
    return float(np.sqrt(total / (len(samples) * samples.seats)))


def kept(weights: Floats) -> memoryview[float]:
    """Weights as a file of weights holds them."""
    return floats(weights.ravel(), weights.shape)


# --- the net ------------------------------------------------------------------------------------

@dataclass
class Net:
    """The layers, as `engine_c/net.pxd` names them."""

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats

    @staticmethod
    def drawn(width: int, rng: np.random.Generator) -> Net:
        """A net that corrects nothing yet."""
        def normal(*shape: int) -> Floats:
            return rng.normal(0, ACTIVE_INPUTS**-0.5, shape).astype(np.float32)

        return Net(
            normal(width, NET_HIDDEN), np.full(NET_HIDDEN, 0.1, np.float32),
            normal(NET_HIDDEN, NET_SECOND), np.full(NET_SECOND, 0.1, np.float32),
            np.zeros(NET_SECOND, np.float32), np.zeros(1, np.float32))

    def layers(self) -> list[Floats]:
        """In the order of a file."""
        return [self.first, self.first_bias, self.second, self.second_bias, self.last, self.last_bias]

    def flat(self) -> Floats:
        """All weights, one layer after the other."""
        return np.concatenate([layer.ravel() for layer in self.layers()])

    @staticmethod
    def of(weights: Floats) -> Net:
        """The net with these weights, as `flat` gives them."""
        sizes = [NET_HIDDEN, NET_HIDDEN * NET_SECOND, NET_SECOND, NET_SECOND, 1]
        cuts = np.cumsum([len(weights) - sum(sizes), *sizes[:-1]])
        first, first_bias, second, second_bias, last, last_bias = np.split(weights, cuts)
        return Net(first.reshape(-1, NET_HIDDEN), first_bias, second.reshape(NET_HIDDEN, NET_SECOND), second_bias, last,
                   last_bias)

    def as_kept(self) -> Net:
        """The net that is read again from a file, which keeps 16 bits of each weight."""
        return Net.of(self.flat().astype(np.float16).astype(np.float32))

    def units(self, inputs: Floats) -> Floats:
        """The second layer."""
        hidden = np.clip(inputs @ self.first + self.first_bias, 0, CEILING)
        found: Floats = np.clip(hidden @ self.second + self.second_bias, 0, CEILING)
        return found

    def corrections(self, inputs: Floats) -> Floats:
        """What it adds to the strength of each row's seat."""
        found: Floats = np.clip(self.units(inputs) @ self.last + self.last_bias, -FARTHEST, FARTHEST)
        return found

    def gradients(self, inputs: Floats, sums: Floats, wanted: Floats) -> tuple[list[Floats], float]:
        """Of the cross-entropy of a batch, for each layer, and that cross-entropy."""
        hidden_sums = inputs @ self.first + self.first_bias
        hidden = np.clip(hidden_sums, 0, CEILING)
        second_sums = hidden @ self.second + self.second_bias
        second = np.clip(second_sums, 0, CEILING)
        raw = second @ self.last + self.last_bias
        shares = softmax(sums + np.clip(raw, -FARTHEST, FARTHEST).reshape(sums.shape))
        error = ((shares - wanted) / len(wanted)).ravel() * (np.abs(raw) < FARTHEST)
        to_second = error[:, None] * self.last * ((second_sums > 0) & (second_sums < CEILING))
        to_hidden = (to_second @ self.second.T) * ((hidden_sums > 0) & (hidden_sums < CEILING))
        return [
            inputs.T @ to_hidden, to_hidden.sum(axis=0), hidden.T @ to_second, to_second.sum(axis=0),
            second.T @ error, error.sum(keepdims=True),
        ], cross_entropy(wanted, shares)


def fit_net(
    samples: LabelledPositions, evaluation: Floats, width: int, fitting: Fitting, seed: int,
    after_epoch: Callable[[int], None] = lambda epoch: None,
) -> tuple[Net, float]:
    """Adam with decoupled decay; the net, and its mean cross-entropy during the last epoch."""
    rng = np.random.default_rng(seed)
    net, wanted = Net.drawn(width, rng), wanted_shares(samples)
    adam = Adam(net.layers(), of_squares=0.995)
    steps, step, total = fitting.epochs * -(-len(samples) // fitting.batch), 0, 0.0
    for epoch in range(fitting.epochs):
        order, total = rng.permutation(len(samples)), 0.0
        for begin in range(0, len(order), fitting.batch):
            chosen = order[begin : begin + fitting.batch]
            inputs = samples.inputs(chosen, width)
            sums = strengths_by_sum(inputs, evaluation, samples.seats)
            gradients, entropy = net.gradients(inputs, sums, wanted[chosen])
            total += entropy
            step += 1
            rate = fitting.rate * (1 + np.cos(np.pi * step / (steps + 1))) / 2
            adam.step(gradients, rate, [fitting.decay] * len(gradients))
        after_epoch(epoch + 1)
    return net, total / len(samples)


def entropy_of(samples: LabelledPositions, evaluation: Floats, net: Net | None, width: int) -> float:
    """The mean cross-entropy of positions that were not learned from."""
    wanted, total = wanted_shares(samples), 0.0
    for chosen in samples.blocks():
        inputs = samples.inputs(chosen, width)
        strengths = strengths_by_sum(inputs, evaluation, samples.seats)
        if net is not None:
            strengths = strengths + net.corrections(inputs).reshape(-1, samples.seats)
        total += cross_entropy(wanted[chosen], softmax(strengths))
    return total / len(samples)
