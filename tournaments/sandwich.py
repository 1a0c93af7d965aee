"""Errors of estimates from few clusters: the CR2 sandwich with Satterthwaite's degrees of freedom.

The plain sandwich is too narrow with few clusters, since the estimates have been fitted to the very
scores it is made of. CR2 (Bell and McCaffrey 2002) enlarges each cluster's score by as much as the
fit has shrunk it. What is left, that a variance from few clusters is itself uncertain, is the
matter of Student's t, with as many degrees of freedom as make a chi-squared distribution as wide as
that variance is (Satterthwaite; Pustejovsky and Tipton 2018). Both are worked out under the model
itself, in which a cluster's scores vary by its own curvature.

A cluster touches few parameters of many, so its matrices are kept small: `places` says which
parameters they are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

ROUNDING = 1e-10            # an eigenvalue below is zero


@dataclass(frozen=True)
class Clusters:
    """By cluster: which parameters it touches (-1 fills up), its score, and its curvature, both in
    that order.

    >>> two = Clusters(np.array([[0], [0]]), np.array([[0.5], [-0.5]]), np.array([[[1.0]], [[1.0]]]))
    >>> robust = sandwich(two, np.array([[0.5]]))
    >>> round(robust.error(np.array([1.0])), 3), round(robust.degrees(np.array([1.0])), 3)
    (0.5, 1.0)
    """

    places: Whole               # clusters x most
    scores: Floats              # clusters x most
    curvatures: Floats          # clusters x most x most


@dataclass(frozen=True)
class Sandwich:
    """The covariance of the estimates, and what the degrees of freedom of sums depend on."""

    covariance: Floats
    inverse: Floats             # of the whole curvature
    places: Whole
    spread: Floats              # clusters x most x most: how far a corrected score varies
    tied: Floats                # the same, times how much it follows the estimates

    def error(self, weights: Floats) -> float:
        """The standard error of a weighted sum of the estimates."""
        return math.sqrt(max(0.0, float(weights @ self.covariance @ weights)))

    def degrees(self, weights: Floats) -> float:
        """How many degrees of freedom that error has; 0 where nothing is known."""
        pulls = self.inverse @ weights
        local = np.where(self.places >= 0, pulls[self.places], 0.0)
        own = np.einsum("bi,bij,bj->b", local, self.spread, local)
        shared = np.zeros((len(local), len(pulls)))
        rows = np.broadcast_to(np.arange(len(local))[:, None], self.places.shape)
        there = self.places >= 0
        shared[rows[there], self.places[there]] = np.einsum("bij,bj->bi", self.tied, local)[there]
        fitted = np.einsum("bi,ij,bj->b", shared, self.inverse, shared)
        trace = own.sum() - fitted.sum()
        cross = shared.T @ shared @ self.inverse
        squares = (own**2).sum() - 2 * (own * fitted).sum() + np.einsum("ij,ji->", cross, cross)
        return float(trace**2 / squares) if squares > ROUNDING**2 and trace > 0 else 0.0


def sandwich(clusters: Clusters, inverse: Floats) -> Sandwich:
    """From all clusters and the inverse of the curvature of everything, prior included."""
    there = clusters.places >= 0
    block = there[:, :, None] & there[:, None, :]
    leverage = np.where(block, inverse[clusters.places[:, :, None], clusters.places[:, None, :]], 0.0)
    root, back = _roots(clusters.curvatures)
    # what the fit has left of each score's variance
    left = np.eye(root.shape[1]) - root @ leverage @ root
    grown, _ = _power(left, -0.5)
    tied = root @ grown @ root
    corrected = np.einsum("bij,bjk,bk->bi", root @ grown, back, clusters.scores)
    scattered = np.zeros((len(corrected), len(inverse)))
    rows = np.broadcast_to(np.arange(len(corrected))[:, None], there.shape)
    scattered[rows[there], clusters.places[there]] = corrected[there]
    covariance = inverse @ (scattered.T @ scattered) @ inverse
    return Sandwich(covariance, inverse, clusters.places, root @ _power(left, -1.0)[0] @ root, tied)


def _roots(matrices: Floats) -> tuple[Floats, Floats]:
    """The square roots of symmetric matrices, and the inverses of those on their ranges."""
    return _power(matrices, 0.5)[0], _power(matrices, -0.5)[0]


def _power(matrices: Floats, exponent: float) -> tuple[Floats, Floats]:
    values, vectors = np.linalg.eigh(matrices)
    known = values > ROUNDING * np.maximum(1.0, values.max(axis=-1, keepdims=True))
    powers = np.where(known, np.where(known, values, 1.0) ** exponent, 0.0)
    return (vectors * powers[:, None, :]) @ np.swapaxes(vectors, -1, -2), powers
