"""Fits the net that fits the policy to a position (`engine_c/net.pyx`), so that the priors of moves
come close to the visits of long searches.

    weights here    = weights of the policy + changes by the net
    prior of a move = (1 - trust) softmax(weights here x features) + trust if it is advised

`engine_c/search/tree.pyx` computes the same when it expands a position;
`tests/test_training_policy.py` compares the two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine_c.mind import NET_HIDDEN
from engine_c.search.options import SearchOptions
from hansa.training.adam import Adam
from hansa.training.fit import ACTIVE_INPUTS, CEILING, TINY
from hansa.training.recipe import Imitating
from hansa.training.searched import Batch, SearchedDecisions

Floats = NDArray[np.float32]
# The logarithm of the odds of trust before the net changes it
USUAL_TRUST = np.log(SearchOptions().advice / (1 - SearchOptions().advice))


@dataclass
class PolicyNet:
    """The layers, as `engine_c/net.pxd` names them."""

    first: Floats
    first_bias: Floats
    weights: Floats
    bias: Floats

    @staticmethod
    def drawn(width: int, policy: int, rng: np.random.Generator) -> PolicyNet:
        """A net for `width` inputs and `policy` weights that changes nothing yet."""
        first = rng.normal(0, ACTIVE_INPUTS**-0.5 / 2, (width, NET_HIDDEN)).astype(np.float32)
        return PolicyNet(
            first, np.full(NET_HIDDEN, 0.1, np.float32), np.zeros((NET_HIDDEN, policy + 1), np.float32),
            np.zeros(policy + 1, np.float32))

    @staticmethod
    def of(flat: Floats, policy: int) -> PolicyNet:
        """The net with these weights, as `flat` gives them."""
        sizes = [NET_HIDDEN, NET_HIDDEN * (policy + 1), policy + 1]
        first, first_bias, weights, bias = np.split(flat, np.cumsum([len(flat) - sum(sizes), *sizes[:-1]]))
        return PolicyNet(first.reshape(-1, NET_HIDDEN), first_bias, weights.reshape(NET_HIDDEN, policy + 1), bias)

    def layers(self) -> list[Floats]:
        """In the order of a file."""
        return [self.first, self.first_bias, self.weights, self.bias]

    def flat(self) -> Floats:
        """All weights, one layer after the other."""
        return np.concatenate([layer.ravel() for layer in self.layers()])

    def as_kept(self) -> PolicyNet:
        """The net that is read again from a file, which keeps 16 bits of each weight."""
        return PolicyNet(*(layer.astype(np.float16).astype(np.float32) for layer in self.layers()))

    def priors(self, batch: Batch, policy: Floats) -> Priors:
        """The priors of the moves of some decisions."""
        sums = batch.inputs @ self.first + self.first_bias
        hidden = np.clip(sums, 0, CEILING)
        changes = hidden @ self.weights + self.bias
        weights = policy + changes[:, :-1]
        by_features = np.bincount(
            batch.move, batch.amount * weights[batch.decision[batch.move], batch.feature], len(batch.decision))
        best = np.full(batch.size, -np.inf)
        np.maximum.at(best, batch.decision, by_features)
        likely = np.exp(by_features - best[batch.decision])
        likely /= np.bincount(batch.decision, likely, batch.size)[batch.decision]
        trust = 1 / (1 + np.exp(-USUAL_TRUST - changes[:, -1]))
        here = trust[batch.decision]
        return Priors(sums, hidden, likely, trust, (1 - here) * likely + here * batch.advised)

    def gradients(self, batch: Batch, policy: Floats) -> tuple[list[Floats], float]:
        """Of the mean cross-entropy of some decisions, for each layer, and the sum of that
        cross-entropy."""
        found = self.priors(batch, policy)
        by_prior = -batch.visits / (found.priors + TINY) / batch.size
        trust = found.trust[batch.decision]
        by_likely = by_prior * (1 - trust)
        mean = np.bincount(batch.decision, by_likely * found.likely, batch.size)
        by_logit = found.likely * (by_likely - mean[batch.decision])
        by_trust = np.bincount(batch.decision, by_prior * (batch.advised - found.likely), batch.size)
        outputs = len(self.bias)
        by_change = np.bincount(
            batch.decision[batch.move] * outputs + batch.feature, by_logit[batch.move] * batch.amount, batch.size * outputs
        ).reshape(batch.size, outputs)
        by_change[:, -1] = by_trust * found.trust * (1 - found.trust)
        by_hidden = (by_change @ self.weights.T) * ((found.sums > 0) & (found.sums < CEILING))
        gradients = [
            batch.inputs.T @ by_hidden, by_hidden.sum(axis=0), found.hidden.T @ by_change, by_change.sum(axis=0)]
        entropy = -float((batch.visits * np.log(found.priors + TINY)).sum())
        return [gradient.astype(np.float32) for gradient in gradients], entropy


@dataclass(frozen=True)
class Priors:
    """What a net makes of some decisions."""

    sums: Floats                    # of the first layer
    hidden: Floats
    likely: NDArray[np.float64]     # for each move, by its features alone
    trust: NDArray[np.float64]      # for each decision: in the plan's advice
    priors: NDArray[np.float64]     # for each move


def fit_policy(
    samples: SearchedDecisions, policy: Floats, imitating: Imitating, seed: int,
    after_epoch: Callable[[int], None] = lambda epoch: None,
) -> tuple[PolicyNet, float]:
    """Adam with decoupled decay; the net, and its mean cross-entropy during the last epoch."""
    rng = np.random.default_rng(seed)
    net = PolicyNet.drawn(samples.width, len(policy), rng)
    adam = Adam(net.layers(), of_squares=0.999)
    # Biases do not decay
    decays = [imitating.decay if layer.ndim == 2 else 0.0 for layer in net.layers()]
    steps, step, total = imitating.epochs * -(-len(samples) // imitating.batch), 0, 0.0
    for epoch in range(imitating.epochs):
        order, total = rng.permutation(len(samples)), 0.0
        for begin in range(0, len(order), imitating.batch):
            batch = samples.batch(order[begin : begin + imitating.batch])
            gradients, entropy = net.gradients(batch, policy)
            total += entropy
            step += 1
            rate = imitating.rate * min(step / (imitating.warm * steps), (1 + np.cos(np.pi * step / (steps + 1))) / 2)
            adam.step(gradients, rate, decays)
        after_epoch(epoch + 1)
    return net, total / len(samples)


def entropy_of_policy(samples: SearchedDecisions, net: PolicyNet, policy: Floats) -> float:
    """The mean cross-entropy of visits and priors, of decisions that were not learned from."""
    total = 0.0
    for chosen in samples.batches(512):
        batch = samples.batch(chosen)
        total -= float((batch.visits * np.log(net.priors(batch, policy).priors + TINY)).sum())
    return total / len(samples)


def entropy_of_visits(samples: SearchedDecisions) -> float:
    """That of the visits with themselves: no policy can come below it."""
    visits = samples.arrays["visits"].astype(np.float64)
    return -float((visits * np.log(visits + TINY)).sum()) / len(samples)
